"""The state of processes, read from the system for tests."""

from __future__ import annotations

import asyncio
import os
import sys
import time
from collections.abc import Callable, Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="reads /proc")
# Lets a program started by a test import the same modules as the test.
ENVIRONMENT = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}

Value = TypeVar("Value")


def is_alive(pid: int) -> bool:
    """Whether a process runs; a zombie does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def children_of(pid: int) -> list[int]:
    """The children of a process."""
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def wait_for(condition: Callable[[], Value], seconds: float = 30.0) -> Value:
    """Wait until something is true."""
    until = time.monotonic() + seconds
    while not (value := condition()):
        assert time.monotonic() < until, f"it did not become true within {seconds} seconds"
        time.sleep(0.02)
    return value


def wait_for_end_of(pid: int) -> None:
    """Wait until a process has ended."""
    wait_for(lambda: not is_alive(pid))


def memory(pid: int) -> int:
    """What a process holds in memory, in kB."""
    return int(Path(f"/proc/{pid}/status").read_text().partition("VmRSS:")[2].split()[0])


def open_files() -> int:
    """How many files this process has open."""
    return len(os.listdir("/proc/self/fd"))


def run_apart(story: Coroutine[Any, Any, Value]) -> Value:
    """The result of a coroutine, run in another thread: the browser's event loop may be running in this one."""
    with ThreadPoolExecutor(1) as executor:
        return executor.submit(asyncio.run, story).result()
