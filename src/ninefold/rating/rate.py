"""nf.rate and nf.rate_many: how hard puzzles are for people, on several scales.

1. The scales cover 9×9 puzzles with exactly one solution and at least one empty cell; for any other puzzle the answer
   says why it has no rating.
2. `explainer` rates the grid as given, exactly as Sudoku Explainer 1.2.1 does, which is itself not symmetric.
   `minutes`, `level` and `techniques` are equal for symmetric copies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, Limit, Stopped, read_threads
from ninefold.core.reading import CELLS
from ninefold.rating.explainer import ExplainerRating, explain_rows
from ninefold.rating.levels import level_of_measure
from ninefold.rating.measure import Measure, measure_rows
from ninefold.solving.many import Puzzles, as_array, solve_many
from ninefold.solving.result import Status
from ninefold.solving.run import Run
from ninefold.solving.solvers.native import NativeMonitor, Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK = 4096  # puzzles rated together
REASONS = {
    Status.MULTIPLE.code: "it has more than one solution",
    Status.IMPOSSIBLE.code: "it has no solution",
    Status.UNKNOWN.code: "it was not solved in time",
}


@dataclass(frozen=True)
class Difficulty:
    """How hard a puzzle is.

    Args:
        puzzle: the clues.
        explainer: ER, EP and ED as Sudoku Explainer 1.2.1 gives them.
        measure: the minutes of a practised person, and what makes them many.
        why: why there is no rating; empty if there is one.
    """

    puzzle: Grid
    explainer: ExplainerRating | None = None
    measure: Measure | None = None
    why: str = ""

    @property
    def minutes(self) -> float | None:
        """The minutes a practised person takes; None without a rating."""
        return None if self.measure is None else self.measure.minutes

    @property
    def techniques(self) -> dict[str, int]:
        """How often each technique is needed, easiest first."""
        return {} if self.measure is None else self.measure.techniques

    @property
    def openings(self) -> tuple[int, ...]:
        """How many singles there are to choose from at each stage."""
        return () if self.measure is None else self.measure.openings

    @property
    def level(self) -> str:
        """The level, as `level_of` defines it; empty without a rating."""
        return "" if self.measure is None else level_of_measure(self.measure)

    def __str__(self) -> str:
        """The rating in one line."""
        if self.measure is None:
            return f"not rated: {self.why}"
        return f"{self.level}, {self.minutes:.0f} min, ED={self.explainer}: {self.measure}"


def rate(puzzle: GridLike, *, limit: Limit | None = None, cancel: Cancel | None = None) -> Difficulty:
    """Rate a 9×9 puzzle with one solution.

    >>> found = rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> found.explainer.er, found.level
    (1.2, 'gentle')

    A puzzle without a rating (no solution or several, no empty cell, another board) is refused with the reason.

    Args:
        puzzle: the puzzle.
        limit: only its `seconds` apply; `Stopped` is raised when they are over.
        cancel: a `threading.Event`; set it from another thread to stop.
    """
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    if grid.layout != Layout.of_size(9):
        raise NinefoldError(
            f"its layout is {grid.layout}; the scales (explainer, minutes) cover standard 9×9 boards only"
        )
    (found,) = rate_many([grid], limit=limit, threads=1, cancel=cancel)
    if found.why:
        raise NinefoldError(f"this puzzle has no rating: {found.why}")
    return found


def rate_many(
    puzzles: Puzzles,
    *,
    limit: Limit | None = None,
    threads: int | None = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
) -> list[Difficulty]:
    """Rate many 9×9 puzzles; those that cannot be rated say why.

    >>> [found.minutes is None for found in rate_many(["." * 81])]
    [True]

    Args:
        puzzles: an array of n×81 or n×9×9 digits, a list of lines or grids, or a file, as for `solve_many`.
        limit: only its `seconds` apply, to all puzzles together; `Stopped` is raised when they are over.
        threads: number of threads (default: one per core).
        cancel: a `threading.Event`; set it from another thread to stop.
        progress: called now and then with the number of puzzles rated so far.
    """
    import numpy as np

    run = Run(Layout.of_size(9), limit or Limit(), cancel=cancel)
    monitor = NativeMonitor(run, progress)
    array = np.ascontiguousarray(as_array(puzzles, run.check_limits), dtype=np.uint8).reshape(-1, CELLS)
    found: list[Difficulty] = []
    for start in range(0, len(array), CHUNK):
        monitor.before = start
        found += _rated(array[start : start + CHUNK], read_threads(threads), monitor)
    if progress is not None:
        progress(len(array))
    return found


def _rated(array: NDArray[np.uint8], threads: int, monitor: NativeMonitor) -> Iterator[Difficulty]:
    solved = solve_many(array, threads=threads or None)
    grids = Grid.all_of_digits(array.tobytes(), Layout.of_size(9))
    is_open = (array == 0).any(axis=1)
    rated = (solved.status == Status.UNIQUE.code) & is_open
    digits = array[rated].reshape(-1)
    measures = measure_rows(digits, solved.solution[rated].reshape(-1), threads, monitor)
    explanations = explain_rows(digits, threads, monitor)
    if measures is None or None in explanations:
        raise Stopped(monitor.run.stopped or "time is up")
    found = zip(explanations, measures, strict=True)
    for grid, fits, has_space, status in zip(grids, rated, is_open, solved.status.tolist(), strict=True):
        if fits:
            yield Difficulty(grid, *next(found))
        else:
            yield Difficulty(grid, why=REASONS.get(status, "") if has_space else _about_full(status))


def _about_full(status: int) -> str:
    return "it is full already" if status == Status.UNIQUE.code else "it is full, and wrong"
