"""A method that is stopped early, to see how late it stops."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from threading import Event as Flag
from threading import Timer
from time import perf_counter

from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.run import Run

STOP_SECONDS = 0.2  # when the method must stop


@dataclass(frozen=True)
class StoppedEarly:
    """A method with an inner run that stops it early; notes how late it stops."""

    method: Method
    info: MethodInfo
    by_cancel: bool

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The solutions found before the stop."""
        flag = Flag()
        timer = Timer(STOP_SECONDS, flag.set)
        timer.daemon = True
        timer.start()
        inner = Run(puzzle.layout, cancel=flag) if self.by_cancel else Run(puzzle.layout, Limit(seconds=STOP_SECONDS))
        start = perf_counter()
        try:
            yield from self.method(puzzle, inner)
        finally:
            run.note("late", perf_counter() - start - STOP_SECONDS)
