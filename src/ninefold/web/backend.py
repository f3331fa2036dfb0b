"""What endpoints use: pools of workers, the jobs, and the thread of the library."""

from __future__ import annotations

import asyncio
import os
import sys
import tempfile
from collections.abc import Awaitable, Callable, Mapping
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path
from typing import TypeVar

from ninefold.core.errors import LibraryError, NinefoldError
from ninefold.core.limits import Cancel
from ninefold.core.values import counted
from ninefold.library.store import Library, default_path
from ninefold.library.upkeep import starter
from ninefold.processes.async_pool import AsyncPool, Busy
from ninefold.processes.worker import Cancelled, Crashed, OnEvent, TimedOut
from ninefold.web.background import BackgroundRating
from ninefold.web.errors import ApiError
from ninefold.web.jobs import Jobs, busy
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
    """Pools, jobs and the library of one server."""

    def __init__(self, limits: ServerLimits, library_path: str) -> None:
        self.limits, self.library_path = limits, library_path
        self.requests = AsyncPool(
            *(limits.workers + 1, limits.waiting), long=limits.workers, wait=limits.wait, needs=COMMON, memory=MEMORY
        )
        self.long = AsyncPool(
            *(limits.workers, limits.jobs_waiting), wait=limits.job_seconds, niceness=NICENESS, needs=LAB, memory=MEMORY
        )
        self.jobs = Jobs(self.long, run_task, limits)
        self.keys = Keys()
        self.rating = BackgroundRating(library_path, self.long, limits.rate_after)
        # SQLite wants one thread, and files may block.
        self._thread = ThreadPoolExecutor(1, "library")
        self._library: Library | None = None

    async def open(self) -> None:
        """Get ready before the first request."""
        with suppress(NinefoldError):  # the first request for the library reports it
            await self.in_library(lambda library: library)
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

    async def in_worker(
        self, function: Callable[..., T], *args: object, client: Client, seconds: float, is_short: bool = False
    ) -> T:
        """Run a function in a worker; a client that disconnects cancels it."""
        left = asyncio.Event()

        async def watch() -> None:
            await client.gone()
            left.set()

        watching = asyncio.create_task(watch())
        try:
            file = client.file or b""
            return await run_task(self.requests, function, args, seconds, cancel=left, file=file, is_short=is_short)
        finally:
            watching.cancel()


async def run_task(
    pool: AsyncPool,
    function: Callable[..., T],
    args: tuple[object, ...],
    seconds: float,
    *,
    on_event: OnEvent | None = None,
    on_start: Callable[[], object] | None = None,
    cancel: Cancel | None = None,
    file: bytes = b"",
    group: str = "",
    needs: tuple[str, ...] = (),
    is_short: bool = False,
    unfinished: Callable[[], T] | None = None,
) -> T:
    """Run a function in a pool; whatever goes wrong is an `ApiError` or an error of the library.

    Args:
        unfinished: the result if the task had to be killed at its deadline; without it, that is an error.
    """
    try:
        result: T = await pool.run(
            function,
            *args,
            seconds=seconds,
            on_event=on_event,
            on_start=on_start,
            cancel=cancel,
            file=file,
            group=group,
            needs=needs,
            is_short=is_short,
        )
        return result
    except TimedOut:
        if unfinished is not None:
            return unfinished()
        raise ApiError("time", f"no result within {counted(seconds, 'second')}") from None
    except (ApiError, NinefoldError):
        raise
    except Exception as error:
        raise _error_of(error) from None


def _error_of(error: Exception) -> ApiError:
    if isinstance(error, Busy):
        return busy(error)
    if isinstance(error, Cancelled):
        return ApiError("time", "cancelled")
    if isinstance(error, Crashed):
        return ApiError("failed", "the worker died; only this request is lost")
    if isinstance(error, MemoryError):
        return ApiError("cannot", "this needs more memory than there is")
    # A bug, which must not end the server.
    print(f"ninefold: a task failed: {type(error).__name__}: {error}", file=sys.stderr, flush=True)
    return ApiError("failed", "the server failed; see its log")


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
