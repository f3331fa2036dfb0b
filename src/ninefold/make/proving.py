"""Proving that generated puzzles are proper: each has the one solution that the engine finds."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ninefold.core.errors import MethodFault
from ninefold.core.grid import Grid
from ninefold.core.limits import CheckLimits
from ninefold.core.reading import CELLS
from ninefold.make.clues import solve_until
from ninefold.solving.many import solve_many
from ninefold.solving.result import Status

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NOT_PROPER = "a generated puzzle is not proper"


def only_solutions(puzzles: NDArray[np.uint8], threads: int) -> NDArray[np.uint8]:
    """The only solution of each standard 9×9 puzzle, all solved at once."""
    found = solve_many(puzzles, threads=threads or None)
    if not (found.status == Status.UNIQUE.code).all():
        raise MethodFault(NOT_PROPER)
    return found.solution


def only_solution(puzzle: Grid, check_limits: CheckLimits) -> Grid:
    """The only solution of a puzzle on any board."""
    result = solve_until(puzzle, check_limits)
    if result.status is not Status.UNIQUE or result.solution is None:
        raise MethodFault(NOT_PROPER)
    return result.solution


def as_rows(puzzles: list[Grid]) -> NDArray[np.uint8]:
    """Grids of one size as rows of digits."""
    import numpy as np

    cells = len(puzzles[0].digits) if puzzles else CELLS
    return np.frombuffer(bytearray().join(puzzle.digits for puzzle in puzzles), np.uint8).reshape(-1, cells)
