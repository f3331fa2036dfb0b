"""The pool of workers by itself: that all are gone when it is closed, whatever came between."""

import asyncio
import gc
from collections.abc import Coroutine
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from typing import Any, TypeVar

import pytest
from ninefold.web.pool import Pool

T = TypeVar("T")
EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"


def run(work: Coroutine[Any, Any, T]) -> T:
    """In a loop of its own, and a thread: that of the tests may have the browser's."""
    with ThreadPoolExecutor(1) as thread:
        return thread.submit(asyncio.run, work).result()  # type: ignore[arg-type]


def is_there(pid: int) -> bool:
    return Path(f"/proc/{pid}").exists()


def test_a_worker_whose_end_was_interrupted_is_waited_for_when_the_pool_closes(
    caplog: pytest.LogCaptureFixture,
) -> None:
    async def interrupt() -> int:
        pool = Pool(1, 0)
        await pool.warm()
        pid = pool.workers[0].pid
        ending = asyncio.create_task(pool.workers[0].kill())
        await asyncio.sleep(0)
        ending.cancel()
        await pool.close()
        assert pid is not None
        return pid

    pid = run(interrupt())
    gc.collect()  # what was left behind would complain now
    assert not is_there(pid)
    assert not caplog.records


def test_a_worker_that_is_about_to_start_is_gone_too() -> None:
    async def begin(moments: int) -> int | None:
        pool = Pool(1, 0)
        warming = asyncio.create_task(pool.warm())
        for _ in range(moments):
            await asyncio.sleep(0.001)
        pid = pool.workers[0].pid
        warming.cancel()
        await asyncio.wait({warming})
        await pool.close()
        return pid

    pids = [run(begin(moments)) for moments in range(0, 12, 2)]
    gc.collect()
    assert not any(is_there(pid) for pid in pids if pid)


def test_after_an_interrupted_end_the_next_ask_gets_a_new_worker() -> None:
    async def ask_again() -> bytes:
        pool = Pool(1, 0)
        await pool.warm()
        ending = asyncio.create_task(pool.workers[0].kill())
        await asyncio.sleep(0)
        ending.cancel()
        await asyncio.wait({ending})
        answer = await pool.run("candidates", {"grid": EASY}, seconds=30)
        await pool.close()
        return answer.data

    assert b"candidates" in run(ask_again())
