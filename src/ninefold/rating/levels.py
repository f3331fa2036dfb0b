"""Levels: how far the simplest techniques get.

1. easy: singles solve the puzzle.
2. medium: singles and locked candidates do.
3. hard: neither is enough.

The techniques are those of `ninefold.logic`; a level only says which of them suffice.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ninefold.core.checking import conflicting_units
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.limits import CheckLimits, read_threads
from ninefold.core.position import Position
from ninefold.core.values import short_repr
from ninefold.logic.quick import solve_locked, solve_singles
from ninefold.solving.arrays import chunks, native_board, rows_of
from ninefold.solving.many import Puzzles
from ninefold.solving.solvers.native import native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEVELS = ("easy", "medium", "hard")


def level_of(puzzle: GridLike) -> str:
    """The level of a puzzle with one solution: easy, medium or hard.

    A puzzle with several solutions or none is hard, since no technique solves it.

    >>> level_of("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    'easy'
    """
    return level_until(puzzle if isinstance(puzzle, Grid) else Grid(puzzle), lambda: None)


def levels_many(
    puzzles: Puzzles, *, layout: Layout | int | None = None, threads: int | None = None
) -> NDArray[np.str_]:
    """What `level_of` gives for each of many puzzles, on boards of up to 32 digits; arguments as for `canonical_many`.

    >>> levels_many(["..4.1......3.1..", "................"], layout=4).tolist()
    ['easy', 'hard']
    """
    import numpy as np

    count = read_threads(threads)
    rows, board = rows_of(puzzles, layout)
    codes, prepared = np.empty(len(rows), np.uint8), native_board(board)
    for part in chunks(len(rows)):
        native().levels(prepared, rows[part].reshape(-1), count, codes[part])
    return np.array(LEVELS)[codes]


def level_until(grid: Grid, check_limits: CheckLimits) -> str:
    """The level of a puzzle; `check_limits` is called now and then and may raise, which matters on large boards."""
    if conflicting_units(grid):  # filled cells have no candidates, so a full but wrong grid would look solved
        return "hard"
    position = Position.of(grid)
    if solve_singles(position, check_limits):
        return "easy"
    return "medium" if solve_locked(position, check_limits) else "hard"


def read_level(level: object) -> str | None:
    """Validate the name of a level; None means any."""
    if level is not None and level not in LEVELS:
        raise NinefoldError(f"unknown level {short_repr(level)} (choose from {', '.join(LEVELS)})")
    return None if level is None else str(level)
