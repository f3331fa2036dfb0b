"""nf.rate and nf.rate_many: how hard puzzles are for people, on several scales.

1. A rating needs a puzzle with exactly one solution and at least one empty cell; for any other the answer says why.
2. `explainer`, `hodoku` and `minutes` cover the standard 9×9 board: the first two are the scales of programs for that
   board, and the minutes were fitted to times for it. On other boards a puzzle has a level only, by techniques.
3. `explainer`, `hodoku` and `sukaku` rate the grid as given, exactly as Sudoku Explainer 1.2.1, HoDoKu 2.2.0 and
   SukakuExplainer 1.18.1 do, which are themselves not symmetric. `minutes`, `level` and `techniques` are equal for
   symmetric copies.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from math import inf
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, CheckLimits, Limit, Stopped, read_threads
from ninefold.core.reading import CELLS
from ninefold.core.values import check_callable, check_flag
from ninefold.logic.engine import run_of
from ninefold.rating.explainer import ExplainerRating, explain_rows
from ninefold.rating.hodoku import HodokuRating, score_rows
from ninefold.rating.levels import level_of_measure, level_until
from ninefold.rating.measure import Measure, measure_rows
from ninefold.solving.many import Puzzles, as_array, chunks_of, solve_many
from ninefold.solving.result import Status
from ninefold.solving.solve import solve
from ninefold.solving.solvers.native import NativeMonitor, Progress

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

CHUNK = 4096  # puzzles rated together
MAX_DIGIT = 9
OTHER_BOARD = "only the level is defined for this board; explainer, hodoku and minutes are for the standard 9×9 board"
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
        hodoku: level and score as HoDoKu 2.2.0 gives them.
        measure: the minutes of a practised person, and what makes them many.
        backdoor: the fewest cells that have to be filled in before singles solve the rest.
        why: why there is no rating, or which scales are missing; empty if all are there.
        other_level: the level on a board without minutes.
        sukaku: ER, EP and ED as SukakuExplainer 1.18.1 gives them, if they were wanted.
    """

    puzzle: Grid
    explainer: ExplainerRating | None = None
    hodoku: HodokuRating | None = None
    measure: Measure | None = None
    backdoor: int | None = None
    why: str = ""
    other_level: str = ""
    sukaku: ExplainerRating | None = None

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
    def guesses(self) -> int | None:
        """How often no technique of the measure helps, so that a person would guess; None without a rating."""
        return None if self.measure is None else self.measure.guesses

    @property
    def level(self) -> str:
        """The level that `level_of` defines; empty without a rating."""
        return self.other_level if self.measure is None else level_of_measure(self.measure)

    def __str__(self) -> str:
        """The rating in one line."""
        if self.measure is None:
            return f"{self.level} ({self.why})" if self.level else f"not rated: {self.why}"
        return f"{self.level}, {self.minutes:.0f} min, ED={self.explainer}, HoDoKu {self.hodoku}: {self.measure}"


def rate(
    puzzle: GridLike, *, sukaku: bool = False, limit: Limit | None = None, cancel: Cancel | None = None
) -> Difficulty:
    """Rate a puzzle with one solution.

    >>> found = rate("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> found.explainer.er, found.level
    (1.2, 'gentle')

    A puzzle without a rating (no solution or several, no empty cell) is refused with the reason. On other boards than
    the standard 9×9 there is a level only, and `why` says which scales are missing.

    Args:
        puzzle: the puzzle.
        sukaku: whether to add the numbers of SukakuExplainer.
        limit: only its `seconds` apply; `Stopped` is raised when they are over.
        cancel: a `threading.Event`; set it from another thread to stop.
    """
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    check_flag("sukaku", sukaku)
    if grid.layout != Layout.of_size(9):
        found = rate_other(grid, limit=limit, cancel=cancel)
    else:
        (found,) = rate_many([grid], sukaku=sukaku, limit=limit, threads=1, cancel=cancel)
    if not found.level:
        raise NinefoldError(f"this puzzle has no rating: {found.why}")
    return found


def rate_other(puzzle: Grid, *, limit: Limit | None = None, cancel: Cancel | None = None) -> Difficulty:
    """The rating of a puzzle on another board than the standard 9×9: its level, or why it has none."""
    run = run_of(puzzle.layout, limit, cancel)
    run.check_limits()
    left = run.seconds_left
    status = solve(puzzle, limit=Limit(2, seconds=None if left == inf else left), cancel=cancel).status.code
    why = REASONS.get(status, "") if puzzle.empty_cells else _about_full(status)
    if why:
        return Difficulty(puzzle, why=why)
    return Difficulty(puzzle, why=OTHER_BOARD, other_level=level_until(puzzle, run.check_limits))


def rate_many(
    puzzles: Puzzles,
    *,
    sukaku: bool = False,
    limit: Limit | None = None,
    threads: int | None = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
) -> list[Difficulty]:
    """Rate many puzzles; those that cannot be rated say why.

    >>> [found.minutes is None for found in rate_many(["." * 81])]
    [True]

    Args:
        puzzles: an array of n×81 or n×9×9 digits, a list of lines or grids, or a file, as for `solve_many`. A list may
            hold puzzles on other boards too; these get a level.
        sukaku: whether to add the numbers of SukakuExplainer, which takes as long again.
        limit: only its `seconds` apply, to all puzzles together; `Stopped` is raised when they are over.
        threads: number of threads (default: one per core).
        cancel: a `threading.Event`; set it from another thread to stop.
        progress: called now and then with the number of puzzles rated so far.
    """
    check_callable("progress", progress)
    check_flag("sukaku", sukaku)
    run = run_of(Layout.of_size(9), limit, cancel)
    monitor = NativeMonitor(run, progress)
    nine, others = _split(puzzles)
    array = _digits_of(nine, run.check_limits)
    found: list[Difficulty] = []
    for start in range(0, len(array), CHUNK):
        monitor.before = start
        for one in _rated(array[start : start + CHUNK], read_threads(threads), monitor, sukaku):
            if one is None:
                raise Stopped(run.stopped or "time is up")
            found.append(one)
    for place, grid in others.items():
        left = run.seconds_left
        found[place] = rate_other(grid, limit=Limit(seconds=None if left == inf else left), cancel=cancel)
    if progress is not None:
        progress(len(found))
    return found


def rate_in_time(
    puzzles: Puzzles, *, limit: Limit | None = None, threads: int | None = None, cancel: Cancel | None = None
) -> list[Difficulty | None]:
    """As `rate_many` for standard 9×9 puzzles, with None for those not rated when time is up: the hardest."""
    run = run_of(Layout.of_size(9), limit, cancel)
    array = _digits_of(puzzles, run.check_limits)
    parts = (array[start : start + CHUNK] for start in range(0, len(array), CHUNK))
    return [one for part in parts for one in _rated(part, read_threads(threads), NativeMonitor(run), sukaku=False)]


def _split(puzzles: Puzzles) -> tuple[Puzzles, dict[int, Grid]]:
    """The puzzles, and those on other boards by their places; only lists have these, and hold an empty grid there."""
    if not isinstance(puzzles, list | tuple):
        return puzzles, {}
    standard = Layout.of_size(9)
    grids = enumerate(item if isinstance(item, Grid) else _grid_of(item) for item in puzzles)
    others = {place: grid for place, grid in grids if grid is not None and grid.layout != standard}
    empty = Grid.empty(standard)
    return [empty if place in others else item for place, item in enumerate(puzzles)] if others else puzzles, others


def _grid_of(item: Any) -> Grid | None:
    """A puzzle that is not plainly a standard 9×9 one; None for those, and for what is not a puzzle."""
    if isinstance(item, str) and len(item) == CELLS:
        return None
    try:
        return Grid(item)
    except NinefoldError:
        return None  # the error comes with the number of the puzzle


def _digits_of(puzzles: Puzzles, check_limits: CheckLimits) -> NDArray[np.uint8]:
    """The digits of puzzles in rows, checked."""
    import numpy as np

    array = as_array(puzzles, check_limits)
    digits = np.concatenate([np.zeros(0, np.uint8), *(part for _, part in chunks_of(array))]).reshape(-1, CELLS)
    if digits.max(initial=0) > MAX_DIGIT:
        solve_many(digits)  # raises, and says where
    return digits


def _rated(array: NDArray[np.uint8], threads: int, monitor: NativeMonitor, sukaku: bool) -> Iterator[Difficulty | None]:
    """The rating of each row; None for those not rated in time."""
    solved = solve_many(array, threads=threads or None)
    grids = Grid.all_of_digits(array.tobytes(), Layout.of_size(9))
    is_open = (array == 0).any(axis=1)
    rated = (solved.status == Status.UNIQUE.code) & is_open
    digits = array[rated].reshape(-1)
    solutions = solved.solution[rated].reshape(-1)
    quiet = NativeMonitor(monitor.run)  # most of the time goes into the last scale: it reports progress
    measures = measure_rows(digits, solutions, threads, quiet)
    scores = score_rows(digits, solutions, threads, quiet)
    explanations = explain_rows(digits, threads, monitor)
    newer = explain_rows(digits, threads, quiet, sukaku=True) if sukaku else [None] * len(explanations)
    if measures is None or scores is None:
        yield from [None] * len(array)
        return
    found = zip(explanations, scores, measures, newer, strict=True)
    for grid, fits, has_space, status in zip(grids, rated, is_open, solved.status.tolist(), strict=True):
        if fits:
            explainer, (hodoku, backdoor), measure, other = next(found)
            in_time = explainer is not None and (other is not None or not sukaku)
            yield Difficulty(grid, explainer, hodoku, measure, backdoor, sukaku=other) if in_time else None
        else:
            yield Difficulty(grid, why=REASONS.get(status, "") if has_space else _about_full(status))


def _about_full(status: int) -> str:
    return "it is full already" if status == Status.UNIQUE.code else "it is full, and wrong"
