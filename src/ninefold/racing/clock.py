"""The clock of a race: it stands beside the method, so that no pipe and no start of a process is timed."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from time import perf_counter, process_time

from ninefold.core.grid import Grid
from ninefold.solving.method import Method
from ninefold.solving.run import Run

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
