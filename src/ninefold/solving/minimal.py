"""Which clues of a proper puzzle could be spared."""

from __future__ import annotations

from ninefold.core.errors import GridError
from ninefold.core.grid import Grid, GridLike
from ninefold.solving.ask import solve
from ninefold.solving.engine import Attendant, Columns, read_threads, serves, solve_rows
from ninefold.solving.result import Status
from ninefold.solving.run import Run


def redundant_clues(puzzle: GridLike) -> tuple[int, ...]:
    """The cells of a proper puzzle whose clue can be taken away, each alone, and it is still proper.

    >>> puzzle = Grid("..4. 1... ...3 .1.4")
    >>> puzzle.layout.names(redundant_clues(puzzle))
    'r4c4'

    Taking two of them away at once may be too many. A puzzle that is not proper is a `GridError`.
    """
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    status = solve(grid).status
    if status is not Status.UNIQUE:
        raise GridError(f"only a proper puzzle has clues to spare or not, and this one is {status}: {grid.line}")
    proper = _proper_rows if serves(grid.layout) else _proper_grids
    without = [grid.having({cell: 0}) for cell in grid.filled_cells]
    return tuple(cell for cell, is_proper in zip(grid.filled_cells, proper(without), strict=True) if is_proper)


def is_minimal(puzzle: GridLike) -> bool:
    """Whether a proper puzzle has no clue to spare.

    >>> is_minimal("..4. 1... ...3 .1..")
    True
    """
    return not redundant_clues(puzzle)


def _proper_rows(puzzles: list[Grid]) -> list[bool]:
    """Whether each 9×9 puzzle is proper, all at once."""
    columns = Columns.of_bytes(len(puzzles))
    digits = b"".join(puzzle.digits for puzzle in puzzles)
    solve_rows(digits, columns, 2, read_threads(1), Attendant(Run(puzzles[0].layout)))
    return [code == Status.UNIQUE.code for code in columns.status]


def _proper_grids(puzzles: list[Grid]) -> list[bool]:
    return [solve(puzzle).status is Status.UNIQUE for puzzle in puzzles]
