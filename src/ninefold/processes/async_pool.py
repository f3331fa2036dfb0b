"""A pool of warm workers for asyncio, with a queue in front of it that is bounded in length and in time.

A worker has one task at a time, and is kept if it can leave it in a moment; otherwise it is killed.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable
from concurrent.futures import ThreadPoolExecutor
from contextlib import suppress
from dataclasses import dataclass, field
from functools import partial
from math import inf
from time import perf_counter
from typing import Any

from ninefold.core.limits import Cancel
from ninefold.processes.child import Setup
from ninefold.processes.errors import Cancelled, Crashed, TaskFailed, WorkerError
from ninefold.processes.worker import START_TIMEOUT, OnEvent, State, Task, Worker

# How long a task may take to end after its time or a cancel, before its worker is killed.
GRACE = 0.8
# How long a worker may take to import what a task needs.
LOAD_TIMEOUT = 30.0
# A queue shows how long one more task would wait after it has not been empty for so many seconds.
STANDING = 0.5
# How often a caller in the queue looks at its cancel.
QUEUE_INTERVAL = 0.05


class Busy(WorkerError):
    """A task cannot start soon enough; `seconds` is when it might."""

    def __init__(self, text: str, seconds: float) -> None:
        super().__init__(text)
        self.seconds = seconds


class _Stop:
    """The cancel of one task: the caller's own, or the end of the caller."""

    def __init__(self, cancel: Cancel | None, gone: Callable[[], Awaitable[object]] | None) -> None:
        self._cancel, self._is_stopped = cancel, False
        self._watching = None if gone is None else asyncio.ensure_future(self._stop_when(gone))

    async def _stop_when(self, gone: Callable[[], Awaitable[object]]) -> None:
        await gone()
        self._is_stopped = True

    def is_set(self) -> bool:
        return self._is_stopped or (self._cancel is not None and self._cancel.is_set())

    def set(self) -> None:
        self._is_stopped = True
        if self._watching is not None:
            self._watching.cancel()


@dataclass(eq=False)
class _Turn:
    """A task of an `AsyncPool`, from its place in the queue to its end."""

    is_short: bool
    seconds: float
    slot: asyncio.Future[int]
    since: float = field(default_factory=perf_counter)  # when it came, and then when it left the queue


@dataclass
class _Queue:
    """The tasks of one kind that wait; since when it has not been empty, and how many have left it since then."""

    turns: deque[_Turn] = field(default_factory=deque)
    since: float = 0.0
    left: int = 0

    def add(self, turn: _Turn) -> None:
        if not self.turns:
            self.since, self.left = turn.since, 0
        self.turns.append(turn)

    def pop(self) -> _Turn:
        self.left += 1
        return self.turns.popleft()

    def expected_wait(self, now: float) -> float:
        """How long one more would wait for those before it; 0 as long as that cannot be judged."""
        age = now - self.since
        return len(self.turns) * age / max(self.left, 0.5) if self.turns and age > STANDING else 0.0


class AsyncPool:
    """A fixed number of workers for asyncio, and a queue in front of them that is bounded in length and in time.

    1. Each running task occupies one thread, which waits for its worker. The workers start with `warm` or with their
       first task, and a worker that died or was killed is replaced at once; only its own task fails.
    2. Short tasks go first and can have any worker. The others may have `long` of them, and so never all.
    3. A task waits at most `wait` seconds. If those before it will probably take longer, it is refused at once.

    Args:
        workers: how many tasks run at the same time.
        queue: how many more of either kind may wait.
        long: how many tasks that are not short run at the same time; None for all.
        wait: how many seconds a task may wait.
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
        long: int | None = None,
        wait: float = inf,
        niceness: int = 0,
        needs: tuple[str, ...] = (),
        memory: int | None = None,
        grace: float = GRACE,
    ) -> None:
        self._setup = Setup(needs=needs, niceness=niceness, memory=memory)
        self._max_waiting, self._max_wait, self._grace = queue, wait, grace
        self._max_long = workers if long is None else long
        self._slots: list[Worker | None] = [None] * workers
        self._groups = [""] * workers  # the process group whose libraries a worker has loaded
        self._free = list(range(workers))
        self._short, self._long = _Queue(), _Queue()
        self._running: set[_Turn] = set()
        self._threads = ThreadPoolExecutor(workers, thread_name_prefix="ninefold-worker")
        self._is_warming = self._is_closed = False

    @property
    def waiting(self) -> int:
        """How many tasks wait for a worker."""
        return len(self._short.turns) + len(self._long.turns)

    @property
    def pids(self) -> list[int]:
        """The process IDs of the workers that were started."""
        return [worker.process.pid for worker in self._slots if worker is not None and worker.is_alive]

    def prestart(self) -> None:
        """Start the processes of all workers and do not wait for them; there need not be an event loop yet."""
        self._slots = [worker or Worker(self._setup) for worker in self._slots]

    async def warm(self) -> None:
        """Start all workers that are not busy, and wait until they are ready; a task waits until one of them is."""
        slots, self._free, self._is_warming = self._free, [], True
        loop = asyncio.get_running_loop()
        starting = []
        for slot in slots:
            work = loop.run_in_executor(self._threads, self._started, slot)
            work.add_done_callback(partial(self._warmed, slot))
            starting.append(work)
        await asyncio.gather(*map(asyncio.shield, starting), return_exceptions=True)
        self._is_warming = False

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
        gone: Callable[[], Awaitable[object]] | None = None,
        file: bytes = b"",
        group: str = "",
        needs: tuple[str, ...] = (),
        is_short: bool = False,
    ) -> Any:
        """Run `task(*args, context)` in a worker and return its result.

        Args:
            task: a module-level function, or "module:function".
            seconds: how long it may run, not counting the queue, the start of a process or `needs`; then it is
                cancelled.
            on_event: called in the event loop with whatever the task emits, in order and before the result.
            on_start: called in the event loop when a worker is ready for the task, and its time begins.
            cancel: anything with `is_set()`. The task sees it in its context and may still return a result.
            gone: waits until the result is no longer wanted; then the task is cancelled.
            file: bytes for the context.
            group: the process group of the task; a worker that ran a task of another group is replaced first.
            needs: modules that the worker imports before the time of the task begins.
            is_short: whether it goes before tasks that are not (rule 2).

        Raises:
            Busy: it cannot start in time.
            Cancelled: cancelled, and the task did not end within the grace period.
            TimedOut: the same after its seconds.
            Crashed: the worker died.
            Exception: whatever the task raised; `TaskFailed` if that cannot be pickled.

        If the caller itself is cancelled, so is the task.
        """
        stop, loop = _Stop(cancel, gone), asyncio.get_running_loop()

        def start() -> None:
            if on_start is not None:
                loop.call_soon_threadsafe(on_start)

        def send(event: Any) -> None:
            if on_event is not None:
                loop.call_soon_threadsafe(on_event, event)

        try:
            turn = await self._start(seconds, is_short, stop)
            slot = turn.slot.result()
            work = loop.run_in_executor(
                self._threads, self._work, slot, group, needs, task, args, seconds, stop, start, send, file
            )
            work.add_done_callback(partial(self._end, turn))
            return await asyncio.shield(work)
        except TaskFailed as failure:
            if isinstance(failure.error, Exception):
                raise failure.error from failure
            raise
        finally:
            stop.set()

    async def close(self) -> None:
        """End all workers; tasks that are running fail."""
        self._is_closed = True
        for turn in (*self._short.turns, *self._long.turns):
            turn.slot.set_exception(Cancelled("the pool is closed"))
        for worker in self._slots:
            if worker is not None:
                worker.process.kill()
        await asyncio.to_thread(self._threads.shutdown, wait=True)
        for worker in self._slots:
            if worker is not None:
                worker.kill()

    # --- the queue ----------------------------------------------------------------------------

    def check_room(self, is_short: bool = False) -> None:
        """Raise `Busy` if one more task would be refused."""
        queue = self._short if is_short else self._long
        if self._is_closed or (not self._has_place(is_short) and len(queue.turns) >= self._max_waiting):
            raise Busy(f"{len(queue.turns)} tasks are waiting", self._max_wait)
        if not self._is_warming and (seconds := self._expected_wait(is_short)) > self._max_wait:
            raise Busy(f"{len(queue.turns)} tasks are waiting", seconds)

    def _has_place(self, is_short: bool) -> bool:
        """Whether a task could start now (rule 2)."""
        return bool(self._free) and (is_short or sum(not turn.is_short for turn in self._running) < self._max_long)

    def _expected_wait(self, is_short: bool) -> float:
        """How long one more task would wait: for a running one to end, and then for those before it.

        A task that has run for a while will probably run as long again, within its limit.
        """
        if self._has_place(is_short):
            return 0.0
        now = perf_counter()
        rivals = [turn for turn in self._running if is_short or not turn.is_short]
        ages = [(now - turn.since, turn.seconds + self._grace) for turn in rivals]
        first = min((max(0.0, min(age, most - age)) for age, most in ages), default=0.0)
        return first + (self._short if is_short else self._long).expected_wait(now)

    async def _start(self, seconds: float, is_short: bool, stop: _Stop) -> _Turn:
        """Wait for a worker, whose number is then in `slot`."""
        self.check_room(is_short)
        queue = self._short if is_short else self._long
        turn = _Turn(is_short, seconds, asyncio.get_running_loop().create_future())
        queue.add(turn)
        self._dispatch()
        try:
            while not turn.slot.done():
                if stop.is_set():
                    raise Cancelled("cancelled")
                left = turn.since + (START_TIMEOUT if self._is_warming else self._max_wait) - perf_counter()
                if left <= 0:
                    raise Busy(f"it waited {self._max_wait:g} seconds", self._expected_wait(is_short))
                await asyncio.wait({turn.slot}, timeout=min(left, QUEUE_INTERVAL))
            turn.slot.result()
            return turn
        except BaseException:
            if turn.slot.done() and turn.slot.exception() is None:  # its turn came after its caller left
                self._end(turn)
            raise
        finally:
            with suppress(ValueError):
                queue.turns.remove(turn)

    def _dispatch(self) -> None:
        """Give the free workers to the tasks whose turn it is (rule 2)."""
        for queue, is_short in ((self._short, True), (self._long, False)):
            while queue.turns and self._has_place(is_short):
                turn = queue.pop()
                turn.since = perf_counter()
                self._running.add(turn)
                turn.slot.set_result(self._free.pop())

    def _end(self, turn: _Turn, work: asyncio.Future[Any] | None = None) -> None:
        """A task has left its worker."""
        if work is not None and not work.cancelled():
            work.exception()  # its caller may have left, and asyncio would report an exception that was never read
        self._running.discard(turn)
        self._release(turn.slot.result())

    def _release(self, slot: int) -> None:
        self._free.append(slot)
        self._dispatch()

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
        needs: tuple[str, ...],
        task: Task,
        args: tuple[Any, ...],
        seconds: float,
        stop: _Stop,
        on_start: Callable[[], object],
        on_event: OnEvent,
        file: bytes,
    ) -> Any:
        try:
            worker = self._ready(slot, group, needs, stop)
        except Crashed:  # the task has not begun, so another worker can have it
            worker = self._ready(slot, group, needs, stop)
        try:
            on_start()
            stream = worker.stream(
                task, *args, seconds=seconds, cancel=stop, wanted=None, grace=self._grace, on_event=on_event, file=file
            )
            last = deque(stream, maxlen=1)
            return last[0] if last else None
        finally:
            self._leave(slot, worker)

    def _ready(self, slot: int, group: str, needs: tuple[str, ...], stop: _Stop) -> Worker:
        """The worker of a slot, with what a task needs."""
        worker = self._started(slot, group)
        try:
            worker.load(needs, seconds=LOAD_TIMEOUT, cancel=stop)
        except WorkerError:
            self._leave(slot, worker)
            raise
        return worker

    def _leave(self, slot: int, worker: Worker) -> None:
        """Keep a worker for the next task, or replace it."""
        is_loading = worker.state is State.STARTING  # it may never end, and the next task should not wait for it
        if (is_loading or not worker.reset()) and not self._is_closed:
            worker.kill()
            with suppress(WorkerError):
                self._slots[slot] = Worker(self._setup)
