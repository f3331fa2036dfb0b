"""Counting the solutions of a puzzle, and finding its redundant clues."""

from __future__ import annotations

from contextlib import closing

from ninefold.core.checking import check
from ninefold.core.errors import GridError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.limits import Cancel, Limit, Stopped, check_cancel, read_limit, read_threads
from ninefold.solving.methods.native import search_of
from ninefold.solving.registry import find, resolve
from ninefold.solving.result import Status
from ninefold.solving.run import Run
from ninefold.solving.solve import judged, limit_reached, solve
from ninefold.solving.solvers.native import (
    NO_LIMIT,
    AnswerColumns,
    NativeMonitor,
    native,
    solve_rows,
    supports,
)


class Count(int):
    """A number of solutions: an int that also knows whether it counts all of them.

    >>> count("1... .... .... ....")
    Count(72)
    >>> count("1... .... .... ....", limit=10)
    Count(10, why='the limit of 10 solutions was reached')
    """

    why: str
    """Why there may be more; empty if the count is exact."""

    def __new__(cls, solutions: int, why: str = "") -> Count:
        """A count, exact unless `why` says otherwise."""
        self = super().__new__(cls, solutions)
        self.why = why
        return self

    @property
    def ended(self) -> bool:
        """Whether all solutions were counted."""
        return not self.why

    @property
    def saturated(self) -> bool:
        """Whether there are more solutions than a 64-bit counter holds."""
        return self == NO_LIMIT

    def __repr__(self) -> str:
        """The count as the code that makes it."""
        return f"Count({int(self)}{f', why={self.why!r}' if self.why else ''})"

    __str__ = int.__repr__

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as number and reason."""
        return Count, (int(self), self.why)


def count(
    puzzle: GridLike,
    *,
    limit: Limit | int | None = None,
    cancel: Cancel | None = None,
    threads: int | None = None,
) -> Count:
    """Count the solutions of a puzzle, on any layout.

    >>> count("..4. 1... ...3 .1..") == 1
    True
    >>> count("5...7....6..1.5....98....6.........34..8.3...7...2...6.6....28.....19.......8..7.")
    Count(1610)

    Args:
        puzzle: a grid, or anything a grid is made from.
        limit: when to stop, in solutions and seconds; a number or None is short for `Limit(solutions=…)`. Count all
            solutions within ten seconds with `Limit(None, seconds=10)`.
        cancel: a `threading.Event`; set it from another thread to stop.
        threads: threads for the standard 9×9 board (default: one per core); other boards use one. They finish a count
            sooner. A count that time cuts short depends on where the search was, so with more threads it may be lower.
    """
    limit, threads = read_limit(limit, Limit(None), unused=("nodes",)), read_threads(threads)
    check_cancel(cancel)
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    run = Run(grid.layout, limit, cancel=cancel)
    if check(grid).clashes:
        return Count(0)
    monitor = NativeMonitor(run)
    if monitor.should_stop():
        return Count(0, run.stopped)
    most = NO_LIMIT if limit.solutions is None else limit.solutions
    if supports(grid.layout):
        return _counted(native().count(grid.digits, most, threads, monitor.seconds, monitor.poll), monitor)
    if find("search").available:
        return _counted(search_of(grid).count(most, monitor.seconds, monitor.poll), monitor)
    return _by_finding(grid, run)


def _counted(native_count: tuple[int, bool, bool], monitor: NativeMonitor) -> Count:
    """What native code counted, with the reason why there may be more."""
    limit = monitor.run.limit.solutions
    found, ended, saturated = native_count
    if saturated:
        return Count(NO_LIMIT, "there are more than a 64-bit counter holds")
    if found == limit:
        return Count(found, limit_reached(limit))
    if ended:
        return Count(found)
    monitor.should_stop()
    return Count(found, monitor.run.stopped or "stopped")


def _by_finding(grid: Grid, run: Run) -> Count:
    """Count without native code: find each solution, and forget it."""
    found, limit = 0, run.limit.solutions
    with closing(judged(grid, resolve("auto", grid.layout), run, remember=False)) as solutions:
        try:
            for found, _ in enumerate(solutions, 1):
                if found == limit:
                    return Count(found, limit_reached(limit))
        except Stopped as stop:
            return Count(found, stop.why)
    return Count(found, run.stopped)


def redundant_clues(puzzle: GridLike) -> tuple[int, ...]:
    """The cells whose clue can be removed, one at a time, so that a proper puzzle stays proper.

    >>> puzzle = Grid("..4. 1... ...3 .1.4")
    >>> puzzle.layout.names(redundant_clues(puzzle))
    'r4c4'

    Removing two of them at once may be too many. A puzzle that is not proper is a `GridError`.
    """
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    status = solve(grid).status
    if status is not Status.UNIQUE:
        raise GridError(f"expected a proper puzzle; this one is {status}: {grid.line}")
    proper = _proper_rows if supports(grid.layout) else _proper_grids
    without = [grid.with_digits({cell: 0}) for cell in grid.filled_cells]
    return tuple(cell for cell, is_proper in zip(grid.filled_cells, proper(without), strict=True) if is_proper)


def is_minimal(puzzle: GridLike) -> bool:
    """Whether every clue of a proper puzzle is needed.

    >>> is_minimal("..4. 1... ...3 .1..")
    True
    """
    return not redundant_clues(puzzle)


def _proper_rows(puzzles: list[Grid]) -> list[bool]:
    """Whether each 9×9 puzzle is proper, in one native call."""
    columns = AnswerColumns.of_bytes(len(puzzles))
    digits = b"".join(puzzle.digits for puzzle in puzzles)
    solve_rows(digits, columns, 2, read_threads(1), NativeMonitor(Run(puzzles[0].layout)))
    return [code == Status.UNIQUE.code for code in columns.status]


def _proper_grids(puzzles: list[Grid]) -> list[bool]:
    return [solve(puzzle).status is Status.UNIQUE for puzzle in puzzles]
