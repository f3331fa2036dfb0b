"""The clock of a race: it stands beside the method, so that no pipe and no start of a process is timed.

A runner: one method of a race, in a process of its own that is kept from puzzle to puzzle.

1. The process is started, its libraries loaded and an easy puzzle of the layout solved, before any clock runs.
2. It is kept as long as it comes to rest by itself. One that was killed or died is started again, with rule 1.
3. Nobody else is ever served by it.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager, nullcontext, suppress
from dataclasses import dataclass, replace
from functools import cache
from time import perf_counter, process_time

from ninefold.core.errors import MethodFault
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, Limit, Stopped
from ninefold.solving.child import EXIT_TIMEOUT, START_TIMEOUT, Child, State
from ninefold.solving.isolation import Isolated
from ninefold.solving.messages import Ended, GaveUp, Greeting
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.rooms import COMMON
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
    """A method that is asked in one certain process."""

    runner: Racer | None = None

    @property
    def info(self) -> MethodInfo:
        """The card of the method in this race."""
        assert self.runner is not None
        return self.runner.info

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The solutions the process finds, and at the deadline how far it came."""
        assert self.runner is not None
        try:
            yield from super().__call__(puzzle, run)
        except Stopped:
            self.runner.hear_out(run)
            raise

    def process(self) -> AbstractContextManager[Child]:
        """The runner's own, which stays with it."""
        assert self.runner is not None
        return nullcontext(self.runner.started())


class Racer:
    """A method with its process."""

    def __init__(self, info: MethodInfo, method: Method, name: str) -> None:
        # It is asked here, and heeds: what may not heed is in the other process, which is killed then.
        self.info = replace(info, name=name, cooperative=True, process_group="")
        self.name, self._card, self._method = name, info, method
        self._child: Child | None = None
        self._warm: set[Layout] = set()
        self._hopeless: set[Layout] = set()  # where not even the easy puzzle is solved in time

    def by(self, limit: int | None) -> Method:
        """The runner as a method to be asked for so many solutions."""
        return PinnedMethod(Timed(self._method), self.name, wanted=limit, runner=self)

    def started(self) -> Child:
        """The process, started if there is none."""
        if self._child is None or not self._child.is_there:
            self.close()
            needs = (*self._card.needs, *COMMON, Timed.__module__, type(self._method).__module__)
            self._child = Child(Greeting(tuple(sys.path), needs))
        return self._child

    def get_ready(self, layout: Layout, cancel: Cancel | None = None) -> None:
        """Rule 1; what goes wrong here goes wrong again when it counts, and is told then."""
        self._wait(layout, cancel)
        puzzle = None if layout in self._warm | self._hopeless else easy_puzzle(layout)
        if puzzle is None:
            return
        with suppress(MethodFault):
            solve(puzzle, by=self.by(1), limit=Limit(1, seconds=TO_WARM_UP), cancel=cancel, isolate=False)
        self.rest()
        if self._child is None:
            self._hopeless.add(layout)
            self._wait(layout, cancel)
        else:
            self._warm.add(layout)

    def _wait(self, layout: Layout, cancel: Cancel | None) -> None:
        with suppress(Stopped):
            self.started().wait_until_ready(Run(layout, Limit(seconds=START_TIMEOUT), cancel=cancel))

    def hear_out(self, run: Run) -> None:
        """What a method that heeds says of its work when its time is up, a moment later than we know it ourselves."""
        child, late = self._child, Run(Layout(9), Limit(seconds=EXIT_TIMEOUT))
        with suppress(Stopped):
            while child is not None and self._card.cooperative and child.state is State.BUSY:
                message = child.next_message(late)
                if isinstance(message, Ended | GaveUp):
                    run.nodes = message.nodes
                    run.stats.update(message.stats)

    def rest(self) -> None:
        """Rule 2, after a question; its time is over, so this is not timed."""
        if self._child is not None and not self._child.comes_to_rest():
            self.close()

    def close(self) -> None:
        """End the process."""
        child, self._child = self._child, None
        self._warm.clear()
        if child is not None:
            child.close()


@cache
def easy_puzzle(layout: Layout) -> Grid | None:
    """A full grid without its first row, on whatever layout; None where no full grid is found in a moment."""
    full = solve(Grid.empty(layout), limit=Limit(1, seconds=FIND_TIMEOUT)).solution
    return full and Grid.from_digits(bytes(layout.size) + full.digits[layout.size :], layout)
