"""Jobs: long asks, each with a list of messages that any number of streams may follow.

1. A job is queued, then running, then done, failed or cancelled; each change is a message, and so is what it tells.
2. The messages are numbered from 1 and kept, so that a stream that broke off can go on where it was.
3. The jobs that are over are kept, the last of them, as far as there is room.
"""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass, field
from itertools import count
from secrets import token_urlsafe
from typing import Any

from ninefold.web.limits import Limits
from ninefold.web.pool import Pool
from ninefold.web.refusals import Refusal

OVER = ("done", "failed", "cancelled")
# How often a silent stream says that it is still there.
HEARTBEAT = 15.0


@dataclass
class Job:
    """One job and all that was told of it."""

    id: str
    kind: str
    request: dict[str, Any]
    state: str = "queued"
    result: bytes | None = None
    error: dict[str, Any] | None = None
    messages: list[tuple[str, bytes]] = field(default_factory=list)
    size: int = 0
    cancel: asyncio.Future[None] = field(default_factory=lambda: asyncio.get_running_loop().create_future())
    _news: asyncio.Event = field(default_factory=asyncio.Event)

    @property
    def is_over(self) -> bool:
        """Whether nothing more will come."""
        return self.state in OVER

    def tell(self, name: str, data: bytes) -> None:
        """Add a message (rule 2)."""
        self.messages.append((name, data))
        self.size += len(data)
        self._news.set()
        self._news = asyncio.Event()

    def become(self, state: str, **more: Any) -> None:
        """Change the state and tell so (rule 1)."""
        self.state = state
        self.tell("state", json.dumps({"state": state} | more).encode())

    def end(self, state: str, name: str, data: bytes) -> None:
        """Say the last word."""
        self.state = state
        self.tell(name, data)

    def stop(self) -> None:
        """Say that it is not wanted any more."""
        if not self.cancel.done():
            self.cancel.set_result(None)

    async def wait(self) -> None:
        """Wait for news, or for the time of a heartbeat."""
        try:
            async with asyncio.timeout(HEARTBEAT):
                await self._news.wait()
        except TimeoutError:
            return

    def wake(self) -> None:
        """Let the streams look up though there is no news."""
        self._news.set()


class Jobs:
    """All jobs of a server."""

    def __init__(self, pool: Pool, limits: Limits) -> None:
        self._pool, self._limits = pool, limits
        self._jobs: dict[str, Job] = {}
        self._tasks: set[asyncio.Task[None]] = set()
        self._numbers = count(1)
        self._streams = 0
        self._closing = False

    def start(self, ask: str, asked: dict[str, Any], request: dict[str, Any]) -> Job:
        """A new job; refused where too many wait."""
        if self._pool.is_full:
            raise Refusal("busy", f"{self._pool.waiting} jobs are waiting; come back in a moment", retry=5)
        job = Job(f"j{next(self._numbers)}-{token_urlsafe(6)}", request["kind"], request)
        self._jobs[job.id] = job
        job.become("queued", place=self._pool.waiting)
        task = asyncio.create_task(self._run(job, ask, asked))
        self._tasks.add(task)
        task.add_done_callback(self._tasks.discard)
        self._forget()
        return job

    async def _run(self, job: Job, ask: str, asked: dict[str, Any]) -> None:
        try:
            answer = await self._pool.run(
                ask,
                asked,
                seconds=self._limits.job_seconds,
                on_event=job.tell,
                on_start=lambda: job.become("running"),
                cancel=job.cancel,
            )
        except Refusal as refusal:
            if not job.cancel.done():
                job.error = refusal.error
                job.end("failed", "error", json.dumps(refusal.error).encode())
                return
        else:
            if not job.cancel.done():
                job.result = answer.data
                job.end("done", "result", answer.data)
                return
        job.end("cancelled", "cancelled", b"{}")

    def find(self, name: str) -> Job:
        """The job of a name."""
        if name not in self._jobs:
            raise Refusal("not-found", "there is no such job; jobs that are long over are forgotten", "id")
        return self._jobs[name]

    def all(self) -> list[Job]:
        """The jobs that are remembered, the last one first."""
        return list(reversed(self._jobs.values()))

    def record(self, job: Job, *, whole: bool = False) -> bytes:
        """A job as it is answered, with its result where all of it is wanted."""
        running = sum(other.state == "queued" for other in self._jobs.values() if other is not job)
        head = {"id": job.id, "kind": job.kind, "state": job.state, "request": job.request}
        text = json.dumps(head | {"place": running if job.state == "queued" else 0})
        if not whole:
            return text.encode()
        error = json.dumps(job.error).encode()
        return text[:-1].encode() + b', "result": ' + (job.result or b"null") + b', "error": ' + error + b"}"

    def _forget(self) -> None:
        """Rule 3: the oldest that are over go first."""
        over = [job for job in self._jobs.values() if job.is_over]
        room = sum(job.size for job in over)
        while over and (len(over) > self._limits.kept or room > self._limits.kept_bytes):
            job = over.pop(0)
            room -= job.size
            del self._jobs[job.id]

    # --- streams --------------------------------------------------------------------------------

    async def stream(self, job: Job, after: int) -> AsyncIterator[bytes]:
        """The messages of a job after a number, as server-sent events, until the last one."""
        if self._streams >= self._limits.streams:
            raise Refusal("busy", f"{self._streams} streams are open already", retry=5)
        return self._messages(job, after)

    async def _messages(self, job: Job, after: int) -> AsyncIterator[bytes]:
        self._streams += 1
        try:
            yield b"retry: 1000\n\n"
            while not self._closing:
                for number in range(after + 1, len(job.messages) + 1):
                    name, data = job.messages[number - 1]
                    yield b"id: %d\nevent: %s\ndata: %s\n\n" % (number, name.encode(), data)
                    after = number
                if job.is_over and after >= len(job.messages):
                    return
                news = len(job.messages)
                await job.wait()
                if len(job.messages) == news:
                    yield b": still here\n\n"
        finally:
            self._streams -= 1

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
