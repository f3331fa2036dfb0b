"""What endpoints use: pools of workers, the jobs, and the thread of the library."""

from __future__ import annotations

import asyncio
import os
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ninefold.core.errors import LibraryError, NinefoldError
from ninefold.library.store import Library, default_path
from ninefold.library.upkeep import starter
from ninefold.processes.async_pool import AsyncPool
from ninefold.web.background import BackgroundRating
from ninefold.web.jobs import Jobs
from ninefold.web.keys import Keys
from ninefold.web.settings import ServerLimits

T = TypeVar("T")
# A bad file costs one worker its memory, not the machine.
MEMORY = 4 << 30
# Jobs let requests go first.
NICENESS = 10
# Loaded by the workers before their first task, whose time it would take otherwise.
COMMON = tuple(f"ninefold.web.endpoints.{name}" for name in ("solve", "check", "hint", "generate", "files", "linear"))
LAB = tuple(f"ninefold.web.endpoints.{name}" for name in ("lab", "generate"))


@dataclass
class Client:
    """The client of a request, as far as an endpoint needs to know it.

    Args:
        method: the HTTP method.
        headers: its headers.
        body: its JSON.
        file: the file in the body, if there is one instead of JSON.
        gone: waits until the client has disconnected.
        status: set by an endpoint for another HTTP status than its own.
    """

    method: str
    headers: Mapping[str, str]
    body: bytes
    file: bytes | None
    gone: Callable[[], Awaitable[None]]
    status: int | None = None


class Backend:
    """Pools, jobs and the library of one server; with `warm`, it is ready when its workers are."""

    def __init__(self, limits: ServerLimits, library_path: str, warm: bool) -> None:
        self.limits, self.library_path, self._warm = limits, library_path, warm
        self.requests = AsyncPool(
            *(limits.workers + 1, limits.waiting), long=limits.workers, wait=limits.wait, needs=COMMON, memory=MEMORY
        )
        self.long = AsyncPool(
            *(limits.workers, limits.jobs_waiting), wait=limits.job_seconds, niceness=NICENESS, needs=LAB, memory=MEMORY
        )
        self.jobs = Jobs(self.long, limits)
        self.keys = Keys()
        self.rating = BackgroundRating(library_path, self.long, limits.rate_after)
        # SQLite wants one thread, and files may block.
        self._thread = ThreadPoolExecutor(1, "library")
        self._library: Library | None = None

    async def open(self) -> None:
        """Get ready before the first request."""
        with suppress(NinefoldError):  # the first request for the library reports it
            await self.in_library(lambda library: library)
        if self._warm:  # the first requests would all wait for the workers
            await self.requests.warm()
        self.rating.start()

    async def close(self) -> None:
        """End everything."""
        await self.rating.close()
        await self.jobs.close()
        await asyncio.gather(self.requests.close(), self.long.close())
        if self._library is not None:
            await asyncio.get_running_loop().run_in_executor(self._thread, self._library.close)
        self._thread.shutdown(wait=False)

    async def in_library(self, function: Callable[..., T], *args: object, **more: object) -> T:
        """Run a function in the thread of the library, which it gets as `library`."""

        def run() -> T:
            if self._library is None:
                self._library = open_library(self.library_path)
            return function(*args, **more, library=self._library)

        return await asyncio.get_running_loop().run_in_executor(self._thread, run)


def open_library(path: str) -> Library:
    """Open the library; a new one gets the starter collection."""
    is_new = not os.path.exists(path)
    library = Library(path)
    if is_new:
        with suppress(LibraryError):
            library.add(starter(), ["starter"])
    return library


def choose_library(path: str | None) -> tuple[str, str]:
    """The path of the library to use, and a warning if it is only a temporary one."""
    try:
        chosen = default_path() if path is None else path
        open_library(chosen).close()
    except LibraryError as error:
        if path is not None:
            raise
        folder = tempfile.mkdtemp(prefix="ninefold-")
        return str(Path(folder) / "library.sqlite"), f"{error}; puzzles and games are kept for this session only"
    return chosen, ""
