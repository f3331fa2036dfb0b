"""A racer: one method of a race, in a worker of its own that is kept from puzzle to puzzle.

1. The worker is started, its libraries loaded and an easy puzzle of the layout solved, before any clock runs.
2. It is kept as long as it can leave its task by itself. One that was killed or died is started again, with rule 1.
3. It serves nobody else.
4. The clock runs beside the method, in the worker, so that neither messages nor the start of a process are timed.
"""

from __future__ import annotations

from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cache
from time import perf_counter, process_time

from ninefold.core.errors import MethodFault
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, Limit
from ninefold.processes.child import Setup
from ninefold.processes.worker import EXIT_TIMEOUT, START_TIMEOUT, Worker, WorkerError
from ninefold.solving.isolate import COMMON, Isolated
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.run import Run
from ninefold.solving.solve import solve

# Where the times stand among the stats, until whoever asked takes them out.
CLOCK = "clock"


@dataclass(frozen=True)
class Timed:
    """A method that does what another one does, and tells the seconds and the seconds of processors it took.

    The clock stands still while an answer is handed out.
    """

    method: Method

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The other one's solutions."""
        spent = busy = 0.0
        wall, cpu = perf_counter(), process_time()

        def stop() -> tuple[float, float]:
            return spent + perf_counter() - wall, busy + process_time() - cpu

        try:
            for grid in self.method(puzzle, run):
                run.stats[CLOCK] = spent, busy = stop()
                yield grid
                wall, cpu = perf_counter(), process_time()
        finally:
            run.stats[CLOCK] = stop()


# How long an easy puzzle may take, and how long one may be looked for.
TO_WARM_UP, FIND_TIMEOUT = 5.0, 2.0


@dataclass(frozen=True)
class PinnedMethod(Isolated):
    """A method that runs in one particular worker."""

    racer: Racer | None = None

    @property
    def info(self) -> MethodInfo:
        """The card of the method in this race."""
        assert self.racer is not None
        return self.racer.info

    def borrow(self) -> AbstractContextManager[Worker]:
        """The racer's own worker, which stays with it."""
        assert self.racer is not None
        return nullcontext(self.racer.started())


class Racer:
    """A method with its worker."""

    def __init__(self, info: MethodInfo, method: Method, name: str) -> None:
        # To its caller it is cooperative, whatever the method is: the worker is killed if need be.
        self.info = replace(info, name=name, cooperative=True, process_group="")
        self.name, self._card, self._method = name, info, method
        self._worker: Worker | None = None
        self._warm: set[Layout] = set()
        self._too_slow: set[Layout] = set()  # where not even the easy puzzle is solved in time

    def by(self, limit: int | None) -> Method:
        """The racer as a method of which so many solutions are wanted.

        A cooperative method gets a moment after its time to report how far it came.
        """
        grace = EXIT_TIMEOUT if self._card.cooperative else 0.0
        return PinnedMethod(Timed(self._method), self.name, wanted=limit, grace=grace, racer=self)

    def started(self) -> Worker:
        """The worker, started if there is none."""
        if self._worker is None or not self._worker.is_alive:
            self.close()
            needs = (*self._card.needs, *COMMON, Timed.__module__, type(self._method).__module__)
            self._worker = Worker(Setup(needs=needs))
        return self._worker

    def get_ready(self, layout: Layout, cancel: Cancel | None = None) -> None:
        """Rule 1; whatever goes wrong here goes wrong again when it counts, and is reported then."""
        self._wait(cancel)
        puzzle = None if layout in self._warm | self._too_slow else easy_puzzle(layout)
        if puzzle is None:
            return
        with suppress(MethodFault):
            solve(puzzle, by=self.by(1), limit=Limit(1, seconds=TO_WARM_UP), cancel=cancel, isolate=False)
        self.rest()
        if self._worker is None:
            self._too_slow.add(layout)
            self._wait(cancel)
        else:
            self._warm.add(layout)

    def _wait(self, cancel: Cancel | None) -> None:
        with suppress(WorkerError):
            self.started().wait_ready(START_TIMEOUT, cancel)

    def rest(self) -> None:
        """Rule 2, after a puzzle; its time is over, so this is not timed."""
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
    """A full grid without its first row, on whatever layout; None where no full grid is found in a moment."""
    full = solve(Grid.empty(layout), limit=Limit(1, seconds=FIND_TIMEOUT)).solution
    return full and Grid.from_digits(bytes(layout.size) + full.digits[layout.size :], layout)
