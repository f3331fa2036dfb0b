"""Racers: one method of a race with its own worker process, kept from puzzle to puzzle.

1. Before any clock runs, the worker is started, its libraries are loaded, and it solves an easy puzzle of the layout.
2. The worker is kept as long as it ends its tasks normally. If it was killed or died, it is started again by rule 1.
3. No other method uses the worker.
4. The clock runs inside the worker, so that neither messages nor the start of a process are timed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cache
from time import perf_counter, process_time

from ninefold.core.errors import MethodError, MethodFault
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, Limit
from ninefold.processes.child import Setup, dump
from ninefold.processes.errors import WorkerError
from ninefold.processes.worker import EXIT_TIMEOUT, START_TIMEOUT, State, Worker
from ninefold.solving.isolate import Isolated, modules_of, prepare
from ninefold.solving.judge import answers_of
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.run import Run
from ninefold.solving.solve import solve

# The key of the times in the stats; `Outcome.of` removes it.
CLOCK = "clock"


@dataclass(frozen=True)
class Timed:
    """A method that wraps another one and measures its wall time and processor time.

    The clock is paused while a solution is handed out.
    """

    method: Method

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The solutions of the wrapped method."""
        spent = busy = 0.0
        wall, cpu = perf_counter(), process_time()

        def stop() -> tuple[float, float]:
            return spent + perf_counter() - wall, busy + process_time() - cpu

        try:
            for grid in answers_of(self.method, puzzle, run):
                run.stats[CLOCK] = spent, busy = stop()
                yield grid
                wall, cpu = perf_counter(), process_time()
        finally:
            run.stats[CLOCK] = stop()


def require_sendable(name: str, method: Method) -> None:
    """An error if a method cannot be sent to its process, for example because it holds a lock or an open file."""
    prepare(method)
    try:
        dump(method)
    except Exception as error:
        raise MethodError(
            f"method {name!r} cannot race: it cannot be sent to its own process ({type(error).__name__}: {error});"
            " let it open files and take locks when it is called"
        ) from error


# Seconds to solve the easy puzzle, and to find one.
WARM_UP_TIMEOUT, FIND_TIMEOUT = 5.0, 2.0


@dataclass(frozen=True)
class PinnedMethod(Isolated):
    """A method that runs in one particular worker."""

    racer: Racer | None = None

    @property
    def info(self) -> MethodInfo:
        """The info of the method in this race."""
        assert self.racer is not None
        return self.racer.info

    def borrow(self) -> AbstractContextManager[Worker]:
        """The racer's own worker, which stays with it."""
        assert self.racer is not None
        return nullcontext(self.racer.started())


class Racer:
    """A method with its worker."""

    def __init__(self, info: MethodInfo, method: Method, name: str) -> None:
        # For its caller it always stops on time, because the worker is killed if the method does not.
        self.info = replace(info, name=name, cooperative=True, process_group="")
        self.name, self._card, self._method = name, info, method
        self._worker: Worker | None = None
        self._startup = 0.0
        self._warm: set[Layout] = set()
        self._too_slow: set[Layout] = set()  # layouts whose easy puzzle was not solved in time

    def by(self, limit: int | None) -> Method:
        """The racer as a method that returns at most `limit` solutions.

        A cooperative method gets some time after its deadline to report its statistics.
        """
        grace = EXIT_TIMEOUT if self._card.cooperative else 0.0
        return PinnedMethod(Timed(self._method), self.name, wanted=limit, grace=grace, racer=self)

    def started(self) -> Worker:
        """The worker, started if necessary."""
        if self._worker is None or not self._worker.is_alive:
            self.close()
            shared = modules_of(self._card.process_group)
            own = (*self._card.needs, *getattr(self._method, "needs", ()))
            needs = (*own, *shared, Timed.__module__, type(self._method).__module__)
            self._worker = Worker(Setup(needs=needs))
        return self._worker

    def get_ready(self, layout: Layout, cancel: Cancel | None = None) -> None:
        """Warm up by rule 1; a failure here is ignored, because it will occur and be reported again in the race."""
        self._wait(cancel)
        puzzle = None if layout in self._warm | self._too_slow else easy_puzzle(layout)
        if puzzle is None:
            return
        with suppress(MethodFault):
            solve(puzzle, by=self.by(1), limit=Limit(1, seconds=WARM_UP_TIMEOUT), cancel=cancel, isolate=False)
        self.rest()
        if self._worker is None:
            self._too_slow.add(layout)
            self._wait(cancel)
        else:
            self._warm.add(layout)

    def _wait(self, cancel: Cancel | None) -> None:
        worker = self.started()
        if worker.state is State.STARTING:
            with suppress(WorkerError):
                worker.wait_ready(START_TIMEOUT, cancel)
            self._startup += worker.startup_seconds

    def take_startup(self) -> float:
        """The seconds that starting its processes took since the last call."""
        startup, self._startup = self._startup, 0.0
        return startup

    def rest(self) -> None:
        """Keep or replace the worker after a puzzle (rule 2); this is not timed."""
        if self._worker is not None and not self._worker.reset():
            self.close()

    def close(self) -> None:
        """End the worker."""
        worker, self._worker = self._worker, None
        self._warm.clear()
        if worker is not None:
            worker.kill()


@cache
def easy_puzzle(layout: Layout) -> Grid | None:
    """A full grid without its first row; None if no full grid of the layout is found in time."""
    full = solve(Grid.empty(layout), limit=Limit(1, seconds=FIND_TIMEOUT)).solution
    return full and Grid.from_digits(bytes(layout.size) + full.digits[layout.size :], layout)
