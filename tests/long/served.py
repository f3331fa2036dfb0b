"""A server in its own process, and a small client, for the long checks of the web package."""

from __future__ import annotations

import asyncio
import json
import os
import subprocess
import sys
import tempfile
import time
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path
from typing import Any

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
ENDLESS = {"kind": "solve", "puzzle": "." * 625, "layout": "25", "by": "backtrack", "seconds": 60, "trace": False}


class Served:
    """A running server: its port, its process, and what it wrote to standard error."""

    def __init__(self, process: subprocess.Popen[str], port: int, log: Path) -> None:
        self.process, self.port, self._log = process, port, log

    @property
    def workers(self) -> list[int]:
        """The process IDs of its workers."""
        tasks = Path(f"/proc/{self.process.pid}/task").iterdir()
        return [int(pid) for task in tasks for pid in (task / "children").read_text().split()]

    @property
    def log(self) -> list[str]:
        """The lines it has logged."""
        return self._log.read_text().splitlines()


@contextmanager
def serve() -> Iterator[Served]:
    """A new server with its own library."""
    with tempfile.TemporaryDirectory() as folder:
        log = Path(folder) / "log"
        words = [sys.executable, "-P", "-m", "ninefold", "play", "--no-browser", "--port", "0"]
        words += ["--library", f"{folder}/library.sqlite"]
        with log.open("w") as errors:
            process = subprocess.Popen(words, stdout=subprocess.PIPE, stderr=errors, text=True)
        try:
            assert process.stdout is not None
            yield Served(process, int(process.stdout.readline().strip().rstrip("/").rpartition(":")[2]), log)
        finally:
            process.terminate()
            process.wait()


async def call(
    port: int, method: str, path: str, body: object = None, headers: dict[str, str] | None = None
) -> tuple[int, Any]:
    """The status and the value of one request, on a new connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    try:
        data = b"" if body is None else json.dumps(body).encode()
        given = {"Host": "localhost", "Connection": "close", "Content-Length": str(len(data))} | (headers or {})
        given |= {"Content-Type": "application/json"} if data else {}
        head = "".join(f"{name}: {value}\r\n" for name, value in given.items())
        writer.write(f"{method} {path} HTTP/1.1\r\n{head}\r\n".encode() + data)
        answer = await reader.read()
    finally:
        writer.close()
        with suppress(OSError):
            await writer.wait_closed()
    while answer.startswith(b"HTTP/1.1 102 "):  # an interim response
        answer = answer.partition(b"\r\n\r\n")[2]
    head_bytes, end, content = answer.partition(b"\r\n\r\n")
    if not end:
        raise ConnectionResetError("no response")
    length = int(head_bytes.lower().partition(b"content-length: ")[2].split(b"\r\n")[0] or 0)
    if len(content) < length:
        raise ConnectionResetError("half a response")
    is_json = b"application/json" in head_bytes.lower()
    return int(head_bytes.split()[1]), json.loads(content) if is_json and content else content


async def wait_for(port: int, job: str, *states: str, seconds: float = 60.0) -> str:
    """Wait until a job has one of some states."""
    until = time.monotonic() + seconds
    while (state := (await call(port, "GET", f"/api/jobs/{job}"))[1]["state"]) not in states:
        if time.monotonic() > until:
            return f"still {state}"
        await asyncio.sleep(0.02)
    return str(state)


def percentile(times: list[float], share: float) -> float:
    """A percentile of times, in milliseconds."""
    return 1000 * sorted(times)[int(share * (len(times) - 1))] if times else 0.0


def report(title: str, faults: list[str], start: float) -> int:
    """Print the outcome; the exit code."""
    for fault in faults[:20]:
        print(f"  {fault}")
    load = f"load average {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores"
    print(f"{title}: {len(faults)} faults, {time.monotonic() - start:.0f} s, {load}")
    return 1 if faults else 0
