"""Pools of warm workers: one for callers in threads, one for asyncio.

1. A worker has one caller at a time.
2. It is kept if it can leave its task in a moment; otherwise it is killed.
3. No worker outlives this process, and a fork of it starts without any.
"""

from __future__ import annotations

import asyncio
import atexit
import os
import sys
from collections import deque
from collections.abc import Callable, Iterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import contextmanager, suppress
from functools import partial
from threading import Lock
from typing import Any
from weakref import WeakSet

from ninefold.core.limits import Cancel
from ninefold.processes.child import Setup
from ninefold.processes.worker import Cancelled, OnEvent, Task, TaskFailed, Worker, WorkerError

# How many idle workers are kept, and for how many seconds.
MAX_IDLE, IDLE_SECONDS = 4, 60.0
# How long a task may take to end after its time or a cancel, before its worker is killed.
GRACE = 1.0
# How often a caller in the queue looks at its cancel.
QUEUE_INTERVAL = 0.05

# What a worker has from its start on: its process group, its module path and its folder.
_Key = tuple[str, tuple[str, ...], str]


class Busy(WorkerError):
    """All workers are busy and the queue is full."""


class Pool:
    """Workers by process group; the few used last are kept warm.

    A process group is a family of libraries that can share a process: two that cannot never meet.
    """

    def __init__(self, max_idle: int = MAX_IDLE, idle: float = IDLE_SECONDS) -> None:
        self._max_idle, self._idle_seconds = max_idle, idle
        self._lock = Lock()
        self.idle: list[tuple[_Key, Worker]] = []  # those used last at the end
        _pools.add(self)

    @contextmanager
    def borrow(self, group: str, needs: tuple[str, ...] = ()) -> Iterator[Worker]:
        """A worker of a group, for as long as the block runs; a new one, killed afterwards, if the group is empty.

        Args:
            needs: modules a new worker imports before its first task.
        """
        key = _key(group)
        worker = self._take(key) or Worker(Setup(needs=needs, idle=self._idle_seconds))
        try:
            yield worker
        finally:
            if group and worker.reset():
                self._keep(key, worker)
            else:
                worker.kill()

    def _take(self, key: _Key) -> Worker | None:
        while (worker := self._pop(key)) is not None:
            if worker.is_alive:
                return worker
            worker.kill()
        return None

    def _pop(self, key: _Key) -> Worker | None:
        with self._lock:
            for place in reversed(range(len(self.idle))):
                if self.idle[place][0] == key:
                    return self.idle.pop(place)[1]
        return None

    def _keep(self, key: _Key, worker: Worker) -> None:
        """Keep a worker, and end those that are then too many or too old."""
        with self._lock:
            self.idle.append((key, worker))
            alive = [kept for kept in self.idle if kept[1].is_alive][-self._max_idle :]
            surplus = [kept for kept in self.idle if kept not in alive]
            self.idle = alive
        for _, other in surplus:
            other.kill()

    def clear(self) -> None:
        """End all idle workers."""
        with self._lock:
            surplus, self.idle = self.idle, []
        for _, worker in surplus:
            worker.kill()

    def forget(self) -> None:
        """In a fork: start again without workers, and with a lock that is free."""
        self._lock, self.idle = Lock(), []


def _key(group: str) -> _Key:
    folder = ""
    with suppress(OSError):  # a folder may be gone
        folder = os.getcwd()
    return group, tuple(sys.path), folder


_pools: WeakSet[Pool] = WeakSet()
# The pool of this process.
shared = Pool()


def _forget_all() -> None:
    for pool in list(_pools):
        pool.forget()


def _clear_all() -> None:
    for pool in list(_pools):
        pool.clear()


atexit.register(_clear_all)
os.register_at_fork(after_in_child=_forget_all)


class _Stop:
    """The cancel of one task: the caller's own, or the end of the caller."""

    def __init__(self, cancel: Cancel | None) -> None:
        self._cancel, self.is_stopped = cancel, False

    def is_set(self) -> bool:
        return self.is_stopped or (self._cancel is not None and self._cancel.is_set())


class AsyncPool:
    """A fixed number of workers for asyncio, and a queue of bounded length in front of them.

    Each running task occupies one thread, which waits for its worker. The workers start with `warm` or with their
    first task, and a worker that died or was killed is replaced at once; only its own task fails.

    Args:
        workers: how many tasks run at the same time.
        queue: how many more may wait.
        niceness: added to the niceness of the processes, for pools of long jobs.
        needs: modules the workers import before their first task.
        memory: bytes of address space each process may use, None for no limit.
        grace: seconds a task may take to end after its time or a cancel, before its worker is killed.
    """

    def __init__(
        self,
        workers: int,
        queue: int,
        *,
        niceness: int = 0,
        needs: tuple[str, ...] = (),
        memory: int | None = None,
        grace: float = GRACE,
    ) -> None:
        self._setup = Setup(needs=needs, niceness=niceness, memory=memory)
        self._max_waiting, self._grace = queue, grace
        self._slots: list[Worker | None] = [None] * workers
        self._groups = [""] * workers  # the process group whose libraries a worker has loaded
        self._free = list(range(workers))
        self._waiting: deque[asyncio.Future[int]] = deque()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="ninefold-worker")
        self._is_closed = False

    @property
    def waiting(self) -> int:
        """How many tasks wait for a worker."""
        return len(self._waiting)

    @property
    def is_full(self) -> bool:
        """Whether one more task would be refused."""
        return not self._free and len(self._waiting) >= self._max_waiting

    @property
    def pids(self) -> list[int]:
        """The process IDs of the workers that were started."""
        return [worker.process.pid for worker in self._slots if worker is not None and worker.is_alive]

    async def warm(self) -> None:
        """Start all workers that are not busy, and wait until they are ready; a task waits until one of them is."""
        slots, self._free = self._free, []
        loop = asyncio.get_running_loop()
        starting = []
        for slot in slots:
            work = loop.run_in_executor(self._threads, self._started, slot)
            work.add_done_callback(partial(self._warmed, slot))
            starting.append(work)
        await asyncio.gather(*map(asyncio.shield, starting), return_exceptions=True)

    def _warmed(self, slot: int, work: asyncio.Future[Worker]) -> None:
        if not work.cancelled():
            work.exception()  # the next caller in this slot tries again, and reports it
        self._release(slot)

    async def run(
        self,
        task: Task,
        *args: Any,
        seconds: float,
        on_event: OnEvent | None = None,
        on_start: Callable[[], object] | None = None,
        cancel: Cancel | None = None,
        file: bytes = b"",
        group: str = "",
    ) -> Any:
        """Run `task(*args, context)` in a worker and return its result.

        Args:
            task: a module-level function, or "module:function".
            seconds: how long it may run, not counting the queue or the start of a process; then it is cancelled.
            on_event: called in the event loop with whatever the task emits, in order and before the result.
            on_start: called in the event loop when the task leaves the queue.
            cancel: anything with `is_set()`. The task sees it in its context and may still return a result.
            file: bytes for the context.
            group: the process group of the task; a worker that ran a task of another group is replaced first.

        Raises:
            Busy: all workers are busy and the queue is full.
            Cancelled: cancelled, and the task did not end within the grace period.
            TimedOut: the same after its seconds.
            Crashed: the worker died.
            Exception: whatever the task raised; `TaskFailed` if that cannot be pickled.

        If the caller itself is cancelled, so is the task.
        """
        slot = await self._slot(cancel)
        stop, loop = _Stop(cancel), asyncio.get_running_loop()
        if on_start is not None:
            on_start()

        def send(event: Any) -> None:
            if on_event is not None:
                loop.call_soon_threadsafe(on_event, event)

        work = loop.run_in_executor(self._threads, self._work, slot, group, task, args, seconds, stop, send, file)
        work.add_done_callback(lambda _: self._release(slot))
        try:
            return await asyncio.shield(work)
        except TaskFailed as failure:
            if isinstance(failure.error, Exception):
                raise failure.error from failure
            raise
        finally:
            stop.is_stopped = True

    async def close(self) -> None:
        """End all workers; tasks that are running fail."""
        self._is_closed = True
        while self._waiting:
            self._waiting.popleft().set_exception(Cancelled("the pool is closed"))
        for worker in self._slots:
            if worker is not None:
                worker.process.kill()
        await asyncio.to_thread(self._threads.shutdown, wait=True)
        for worker in self._slots:
            if worker is not None:
                worker.kill()

    # --- the queue ----------------------------------------------------------------------------

    async def _slot(self, cancel: Cancel | None) -> int:
        """The number of a free worker, after waiting for one in turn."""
        if self.is_full or self._is_closed:
            raise Busy(f"{len(self._waiting)} tasks are waiting")
        if self._free and not self._waiting:
            return self._free.pop()
        turn: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        self._waiting.append(turn)
        try:
            while not turn.done():
                if cancel is not None and cancel.is_set():
                    raise Cancelled("cancelled")
                await asyncio.wait({turn}, timeout=None if cancel is None else QUEUE_INTERVAL)
            return turn.result()
        except BaseException:
            if turn.done() and turn.exception() is None:  # its turn came, but nobody is there to take it
                self._release(turn.result())
            raise
        finally:
            with suppress(ValueError):
                self._waiting.remove(turn)

    def _release(self, slot: int) -> None:
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(slot)
                return
        self._free.append(slot)

    # --- in a thread --------------------------------------------------------------------------

    def _started(self, slot: int, group: str = "") -> Worker:
        """The worker of a slot, started if necessary and ready."""
        worker = self._slots[slot]
        is_foreign = bool(group) and self._groups[slot] not in ("", group)
        if worker is None or not worker.is_alive or is_foreign:
            if worker is not None:
                worker.kill()
            worker = self._slots[slot] = Worker(self._setup)
            self._groups[slot] = ""
        self._groups[slot] = group or self._groups[slot]
        if self._is_closed:  # only now: `close` either finds the worker or is noticed here
            raise Cancelled("the pool is closed")
        worker.wait_ready()
        return worker

    def _work(
        self,
        slot: int,
        group: str,
        task: Task,
        args: tuple[Any, ...],
        seconds: float,
        stop: _Stop,
        on_event: OnEvent,
        file: bytes,
    ) -> Any:
        worker = self._started(slot, group)
        try:
            stream = worker.stream(
                task, *args, seconds=seconds, cancel=stop, wanted=None, grace=self._grace, on_event=on_event, file=file
            )
            last = deque(stream, maxlen=1)
            return last[0] if last else None
        finally:
            if not worker.reset() and not self._is_closed:
                worker.kill()
                with suppress(WorkerError):
                    self._slots[slot] = Worker(self._setup)
