"""Jobs: long tasks, each with a list of messages that any number of streams can follow.

1. A job is queued, then running, then done, failed or cancelled. Each change is a message, as is each of its events.
2. Messages are numbered from 1 and kept, so that a broken stream can continue where it stopped.
3. The last jobs that ended are kept, up to a limit.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator, Callable
from dataclasses import dataclass, field
from itertools import count, takewhile
from secrets import token_urlsafe

from ninefold.processes.async_pool import AsyncPool, Busy
from ninefold.processes.errors import TimedOut
from ninefold.records import as_json
from ninefold.web.errors import ApiError, ErrorRecord, api_error
from ninefold.web.settings import ServerLimits

ENDED = ("done", "failed", "cancelled")
# How much of a stream is sent at once: messages, and about so many bytes.
PART, PART_BYTES = 500, 1 << 16
# Seconds after which a silent stream sends a comment, to show that it is alive.
HEARTBEAT = 15.0


@dataclass(frozen=True)
class Work:
    """What a worker does for a job.

    Args:
        function, args: the task; its events are pairs of a name and JSON text.
        seconds: the longest time.
        group, needs: the process group of the task, and modules it needs; see `AsyncPool.run`.
        unfinished: the result if the task had to be killed at its deadline; without it, the job fails.
    """

    function: Callable[..., object]
    args: tuple[object, ...]
    seconds: float
    group: str = ""
    needs: tuple[str, ...] = ()
    unfinished: Callable[[], object] | None = None


@dataclass
class Job:
    """One job and all its messages; `request` is JSON, as it was sent."""

    id: str
    kind: str
    request: bytes
    state: str = "queued"
    error: ErrorRecord | None = None
    messages: list[tuple[str, bytes]] = field(default_factory=list)
    cancelled: asyncio.Event = field(default_factory=asyncio.Event)
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    def __post_init__(self) -> None:
        self.size = len(self.request)

    @property
    def is_over(self) -> bool:
        """Whether the last message has been added."""
        return self.state in ENDED

    @property
    def result(self) -> object:
        """The result, which is the data of the last message; None before that."""
        return json.loads(self.messages[-1][1]) if self.state == "done" else None

    def add(self, name: str, text: str) -> None:
        """Add a message (rule 2)."""
        data = text.encode()
        self.messages.append((name, data))
        self.size += len(data)
        self._news.set()
        self._news = asyncio.Event()

    def change(self, state: str, **more: object) -> None:
        """Change the state, with a message (rule 1)."""
        self.state = state
        self.add("state", as_json({"state": state} | more))

    def end(self, state: str, name: str, text: str) -> None:
        """Add the last message."""
        self.state = state
        self.add(name, text)

    def fail(self, error: ApiError) -> None:
        """End with an error."""
        self.error = error.record
        self.end("failed", "error", as_json(error.fields))

    async def wait(self) -> None:
        """Wait for a message, or for the time of a heartbeat."""
        try:
            async with asyncio.timeout(HEARTBEAT):
                await self._news.wait()
        except TimeoutError:
            return

    def wake(self) -> None:
        """Wake the streams without a message."""
        self._news.set()


class Jobs:
    """All jobs of a server."""

    def __init__(self, pool: AsyncPool, limits: ServerLimits) -> None:
        self._pool, self._limits = pool, limits
        self._jobs: dict[str, Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = count(1)
        self.streams = 0
        self._closing = False

    def start(self, kind: str, request: bytes, work: Work) -> Job:
        """Start a job; an error if too many wait."""
        try:
            self._pool.check_room()
        except Busy as error:
            raise api_error(error) from None
        job = Job(f"j{next(self._numbers)}-{token_urlsafe(6)}", kind, request)
        self._jobs[job.id] = job
        job.change("queued", place=self.place(job))
        task = asyncio.create_task(self._run(job, work))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._forget()
        return job

    async def _run(self, job: Job, work: Work) -> None:
        """Run a job to its end, which it has whatever goes wrong: its page waits for it."""
        try:
            result = as_json(await self._result(job, work))
        except Exception as error:
            failure = api_error(error)
            if not job.cancelled.is_set():
                job.fail(failure)
                return
        else:
            if not job.cancelled.is_set():
                job.end("done", "result", result)
                return
        job.end("cancelled", "cancelled", "{}")

    async def _result(self, job: Job, work: Work) -> object:
        try:
            return await self._pool.run(
                work.function,
                *work.args,
                seconds=work.seconds,
                on_event=lambda event: job.add(*event),
                on_start=lambda: job.change("running"),
                cancel=job.cancelled,
                group=work.group,
                needs=work.needs,
            )
        except TimedOut:
            if work.unfinished is None:
                raise
            return work.unfinished()

    def find(self, id: str) -> Job:
        """The job with an ID."""
        if id not in self._jobs:
            raise ApiError("not-found", "no such job; old jobs are removed", "id")
        return self._jobs[id]

    def all(self) -> list[Job]:
        """The jobs that are remembered, newest first."""
        return list(reversed(self._jobs.values()))

    def place(self, job: Job) -> int:
        """How many jobs are ahead of one in the queue; they are started in the order in which they came."""
        if job.state != "queued":
            return 0
        return sum(other.state == "queued" for other in takewhile(lambda other: other is not job, self._jobs.values()))

    def _forget(self) -> None:
        """Rule 3: the oldest go first."""
        over = [job for job in self._jobs.values() if job.is_over]
        size = sum(job.size for job in over)
        while over and (len(over) > self._limits.kept or size > self._limits.kept_bytes):
            job = over.pop(0)
            size -= job.size
            del self._jobs[job.id]

    # --- streams --------------------------------------------------------------------------------

    def stream(self, job: Job, after: int) -> AsyncIterator[bytes]:
        """The messages of a job after a number, as server-sent events, until the last one."""
        if self.streams >= self._limits.streams:
            raise ApiError("busy", f"{self.streams} streams are open already", retry=5)
        return self._messages(job, after)

    async def _messages(self, job: Job, after: int) -> AsyncIterator[bytes]:
        self.streams += 1
        try:
            yield b"retry: 1000\n\n"
            while not self._closing:
                while after < len(job.messages):
                    part = b""
                    for number, (name, data) in enumerate(job.messages[after : after + PART], after + 1):
                        part += b"id: %d\nevent: %s\ndata: %s\n\n" % (number, name.encode(), data)
                        after = number
                        if len(part) > PART_BYTES:
                            break
                    yield part
                    await asyncio.sleep(0)  # other tasks continue, and the end of this connection is noticed
                if job.is_over and after >= len(job.messages):
                    return
                news = len(job.messages)
                await job.wait()
                if len(job.messages) == news:
                    yield b": still here\n\n"
        finally:
            self.streams -= 1

    def close_streams(self) -> None:
        """End all streams, so that the server can stop."""
        self._closing = True
        for job in self._jobs.values():
            job.wake()

    async def close(self) -> None:
        """Stop all jobs."""
        self.close_streams()
        for task in list(self._tasks):
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
