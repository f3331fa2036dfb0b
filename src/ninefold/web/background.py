"""Ratings in the background: the puzzles of the library are rated a little at a time, while the server has time.

1. It begins some seconds after the start, and again when puzzles were added or, at the latest, after a minute.
2. A slice takes about a second in a worker for jobs, which let requests go first; between slices there is a pause.
3. Whatever goes wrong, such as a library that cannot be written, only ends this slice; another follows later.
"""

from __future__ import annotations

import asyncio
from contextlib import suppress

from ninefold.core.errors import NinefoldError
from ninefold.core.limits import Limit
from ninefold.library.store import Library
from ninefold.processes.async_pool import AsyncPool, Busy
from ninefold.processes.child import Context
from ninefold.processes.errors import Cancelled, Crashed, TimedOut

SLICE, PAUSE, LONG_PAUSE = 1.0, 0.2, 60.0
GRACE = 30.0  # a hard puzzle may end a slice late


class BackgroundRating:
    """The ratings of one library, for as long as a server runs."""

    def __init__(self, path: str, pool: AsyncPool, delay: float) -> None:
        self._path, self._pool, self._delay = path, pool, delay
        self._more = asyncio.Event()
        self._task: asyncio.Task[None] | None = None

    def start(self) -> None:
        """Begin after the delay."""
        self._task = asyncio.create_task(self._run())

    def wake(self) -> None:
        """Say that puzzles were added."""
        self._more.set()

    async def close(self) -> None:
        """End it."""
        if self._task is not None:
            self._task.cancel()
            with suppress(asyncio.CancelledError):
                await self._task

    async def _run(self) -> None:
        await asyncio.sleep(self._delay)
        while True:
            self._more.clear()
            if await self._rate():
                await asyncio.sleep(PAUSE)
            else:
                with suppress(TimeoutError):
                    await asyncio.wait_for(self._more.wait(), LONG_PAUSE)

    async def _rate(self) -> bool:
        """One slice; whether there is more to do now."""
        try:
            left: int = await self._pool.run(rate_slice, self._path, seconds=SLICE + GRACE)
        except (NinefoldError, Busy, Cancelled, Crashed, TimedOut, OSError):  # rule 3
            return False
        return left > 0


def rate_slice(path: str, context: Context) -> int:
    """Rate puzzles for about a second; returns how many are left."""
    with Library(path, make=False) as library:
        done = library.rate(limit=Limit(seconds=SLICE), threads=1, cancel=context.cancel)
        if not done and library.unrated:  # only hard puzzles are left
            done = library.rate(limit=Limit(seconds=GRACE - 2 * SLICE), threads=1, cancel=context.cancel)
        return library.unrated if done else 0
