"""The pool: workers, each with one ask at a time, and a queue of bounded length before them.

1. An ask that comes when all workers are busy waits; when too many wait, it is refused and told when to come back.
2. An ask past its time, or cancelled, is told to stop. If it has not in a moment, its worker is killed.
3. A worker that died or was killed is replaced. Only its own ask fails.
"""

from __future__ import annotations

import asyncio
import os
import sys
from collections.abc import AsyncIterator, Callable
from contextlib import asynccontextmanager, suppress
from dataclasses import dataclass
from typing import Any

from ninefold.web.frames import ANSWER, ASK, CANCEL, EVENT, HEAD, READY, frame, packed, unpacked
from ninefold.web.refusals import Refusal

# How long an ask may take to heed its time or a cancel, and a worker to start.
GRACE, CANCEL_TIMEOUT, START_TIMEOUT = 1.0, 0.25, 60.0

OnEvent = Callable[[str, bytes], None]


@dataclass(frozen=True)
class Answer:
    """What a worker answered: bytes of a type, a file's name if it is one, and what it could not hold."""

    data: bytes
    type: str
    name: str = ""
    lost: str = ""


class Died(Exception):
    """The worker is gone."""


class Worker:
    """One process, started when it is first needed; the nicer, the more it lets others go first."""

    def __init__(self, nice: int = 0) -> None:
        self._nice = nice
        self._process: asyncio.subprocess.Process | None = None
        self._ending: list[asyncio.subprocess.Process] = []
        self._starting = asyncio.Lock()

    async def start(self) -> None:
        """Start the process, if it is not there, and wait until it can be asked."""
        async with self._starting:
            if self._process is None or self._process.returncode is not None:
                await self._start()

    async def _start(self) -> None:
        try:
            self._process = await asyncio.create_subprocess_exec(
                *(sys.executable, "-m", "ninefold.web.worker", str(self._nice)),
                stdin=asyncio.subprocess.PIPE,
                stdout=asyncio.subprocess.PIPE,
                start_new_session=True,  # Ctrl-C is for the server, which then ends its workers
                env={"OPENBLAS_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"} | os.environ,
            )
        except OSError:  # no process or no descriptor is to be had
            raise Died from None
        async with asyncio.timeout(START_TIMEOUT):
            kind, _ = await self._frame()
        if kind != READY:
            raise Died

    @property
    def pid(self) -> int | None:
        """The number of the process, if there is one."""
        return None if self._process is None else self._process.pid

    async def ask(
        self, head: dict[str, Any], file: bytes, on_event: OnEvent | None, on_start: Callable[[], None] | None
    ) -> Answer:
        """Put one ask and wait for its answer; `Died` where none will come."""
        await self.start()
        self._say(frame(ASK, packed(head, file)))
        if on_start is not None:
            on_start()
        while True:
            kind, payload = await self._frame()
            if kind == EVENT and on_event is not None:
                name, _, data = payload.partition(b"\n")
                on_event(name.decode(), data)
            elif kind == ANSWER:
                return _read(payload)

    def cancel(self) -> None:
        """Tell the worker that its ask is not wanted any more."""
        self._say(frame(CANCEL))

    async def kill(self) -> None:
        """End the process, and wait until it is gone, and all whose end was not waited for to the end."""
        if self._process is not None:
            with suppress(ProcessLookupError):
                self._process.kill()
            self._ending.append(self._process)
            self._process = None
        for process in self._ending:
            await process.wait()
        self._ending.clear()

    def _say(self, data: bytes) -> None:
        if self._process is not None and self._process.stdin is not None:
            with suppress(OSError, RuntimeError):  # one that died is told of by its silence
                self._process.stdin.write(data)

    async def _frame(self) -> tuple[bytes, bytes]:
        source = None if self._process is None else self._process.stdout
        if source is None:
            raise Died
        try:
            kind, length = HEAD.unpack(await source.readexactly(HEAD.size))
            return kind, await source.readexactly(length)
        except (asyncio.IncompleteReadError, OSError):
            raise Died from None


def _read(payload: bytes) -> Answer:
    head, data = unpacked(payload)
    if "error" in head:
        raise Refusal.of(head["error"])
    return Answer(data, **head)


class Pool:
    """So many workers, and so many asks that may wait for one."""

    def __init__(self, workers: int, waiting: int, nice: int = 0) -> None:
        self.workers = [Worker(nice) for _ in range(workers)]
        self._idle: asyncio.LifoQueue[Worker] = asyncio.LifoQueue()
        for worker in self.workers:
            self._idle.put_nowait(worker)
        self._most, self.waiting = waiting, 0
        self._tasks: set[asyncio.Task[None]] = set()

    @property
    def is_full(self) -> bool:
        """Whether one more ask would be refused."""
        return self._idle.empty() and self.waiting >= self._most

    async def warm(self) -> None:
        """Start the workers before the first ask."""
        await asyncio.gather(*(worker.start() for worker in self.workers), return_exceptions=True)

    async def run(
        self,
        ask: str,
        asked: dict[str, Any],
        *,
        seconds: float,
        file: bytes = b"",
        on_event: OnEvent | None = None,
        on_start: Callable[[], None] | None = None,
        cancel: asyncio.Future[None] | None = None,
    ) -> Answer:
        """The answer to an ask; a refusal where there is none. When `cancel` is done, it is not wanted any more."""
        async with self._worker(cancel) as worker:
            answer = asyncio.ensure_future(worker.ask({"ask": ask, "asked": asked}, file, on_event, on_start))
            try:
                return await self._watched(answer, worker, seconds, cancel)
            finally:
                await self._settle(answer, worker)

    @asynccontextmanager
    async def _worker(self, cancel: asyncio.Future[None] | None) -> AsyncIterator[Worker]:
        """A worker of one's own for a while (rule 1)."""
        worker = await self._wait(cancel) if self.waiting or self._idle.empty() else self._idle.get_nowait()
        try:
            yield worker
        finally:
            self._idle.put_nowait(worker)

    async def _wait(self, cancel: asyncio.Future[None] | None) -> Worker:
        if self.is_full:
            raise Refusal("busy", f"{self.waiting} others are waiting; come back in a moment", retry=2)
        self.waiting += 1
        try:
            worker: Worker | None = await _first(self._idle.get(), cancel)
        finally:
            self.waiting -= 1
        if worker is None:
            raise Refusal("time", "cancelled")
        return worker

    async def _watched(
        self, answer: asyncio.Future[Answer], worker: Worker, seconds: float, cancel: asyncio.Future[None] | None
    ) -> Answer:
        """The answer, in time (rule 2)."""
        awaited: set[asyncio.Future[Any]] = {answer} if cancel is None else {answer, cancel}
        await asyncio.wait(awaited, timeout=seconds + GRACE, return_when=asyncio.FIRST_COMPLETED)
        if not answer.done():
            worker.cancel()
            if cancel is not None and cancel.done():
                await asyncio.wait({answer}, timeout=CANCEL_TIMEOUT)
        if not answer.done():
            raise Refusal("time", f"there was no answer within {seconds:g} seconds")
        try:
            return answer.result()
        except TimeoutError:
            raise Refusal("time", "no worker was ready in time") from None
        except Died:
            raise Refusal("failed", "the worker died; only this request is lost") from None

    async def _settle(self, answer: asyncio.Future[Answer], worker: Worker) -> None:
        """Leave a worker that can be asked again: at rest, or new (rule 3)."""
        if not answer.done():
            worker.cancel()
            with suppress(TimeoutError, Died, Refusal, asyncio.CancelledError):
                async with asyncio.timeout(CANCEL_TIMEOUT):
                    await asyncio.shield(answer)
        is_well = answer.done() and not answer.cancelled() and isinstance(answer.exception(), Refusal | None)
        if not is_well:
            answer.cancel()
            await worker.kill()
            await asyncio.wait({answer})  # it reads no more of what comes from the worker that follows
            self._soon(worker)

    def _soon(self, worker: Worker) -> None:
        """Start a worker again before it is asked for."""

        async def start() -> None:
            with suppress(Died, TimeoutError, OSError):
                await worker.start()

        task = asyncio.create_task(start())
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)

    async def close(self) -> None:
        """End all workers, also those that are about to start."""
        starting = list(self._tasks)
        for task in starting:
            task.cancel()
        await asyncio.gather(*starting, return_exceptions=True)
        await asyncio.gather(*(worker.kill() for worker in self.workers), return_exceptions=True)


async def _first(answer: Any, cancel: asyncio.Future[None] | None) -> Any:
    """What is awaited, or None where the cancel comes first."""
    if cancel is None:
        return await answer
    wanted = asyncio.ensure_future(answer)
    try:
        await asyncio.wait({wanted, cancel}, return_when=asyncio.FIRST_COMPLETED)
        return wanted.result() if wanted.done() else None
    finally:
        if not wanted.done():
            wanted.cancel()
