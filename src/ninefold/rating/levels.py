"""Levels: how far the simplest techniques get.

1. easy: singles solve the puzzle.
2. medium: singles and locked candidates do.
3. hard: neither is enough.

The techniques are those of `ninefold.logic`; a level only says which of them suffice.
"""

from __future__ import annotations

from ninefold.core.checking import conflicting_units
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.limits import CheckLimits
from ninefold.core.position import Position
from ninefold.core.values import short_repr
from ninefold.logic.techniques import solve_locked, solve_singles

LEVELS = ("easy", "medium", "hard")


def level_of(puzzle: GridLike) -> str:
    """The level of a puzzle with one solution: easy, medium or hard.

    A puzzle with several solutions or none is hard, since no technique solves it.

    >>> level_of("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    'easy'
    """
    return level_until(puzzle if isinstance(puzzle, Grid) else Grid(puzzle), lambda: None)


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
