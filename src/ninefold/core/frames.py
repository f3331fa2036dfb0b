"""The text frames of two papers' programs, printed character for character as their code prints them.

`printpuzzle` of Ptasiewicz, and `print_sudoku` of Gira and Karlsson, both with 0 for an empty cell:

|---------|       00|40
|0 0 | 4 0|       10|00
|1 0 | 0 0|       -----
|---------|       00|03
|0 0 | 0 3|       01|00
|0 1 | 0 0|
|---------|

Both count on square boxes. Neither pads a number, so above 9 the first is crooked and the second cannot be read.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from math import isqrt

from ninefold.core.errors import LayoutError
from ninefold.core.grid import Grid


def printpuzzle(grid: Grid) -> str:
    """The frame of Ptasiewicz's MATLAB program, for square boxes."""
    box = _square_box(grid, "printpuzzle")
    rule = "|" + "--" * (grid.size + box - 2) + "-|"
    rows = ["|" + " | ".join(" ".join(part) for part in row) + "|" for row in _parts(grid, box)]
    return "\n".join([rule, *(line for start in _starts(grid, box) for line in (*rows[start : start + box], rule))])


def print_sudoku(grid: Grid) -> str:
    """The frame of Gira and Karlsson's MATLAB program, for square boxes and one-digit numbers."""
    box = _square_box(grid, "print_sudoku")
    if grid.size > 9:
        raise LayoutError(f"print_sudoku runs numbers above 9 together; this board is size {grid.size}")
    rule = "\n" + "-" * (grid.size + box - 1) + "\n"
    rows = ["|".join("".join(part) for part in row) for row in _parts(grid, box)]
    return rule.join("\n".join(rows[start : start + box]) for start in _starts(grid, box))


FRAMES: dict[str, Callable[[Grid], str]] = {"printpuzzle": printpuzzle, "print_sudoku": print_sudoku}


def _square_box(grid: Grid, name: str) -> int:
    """The side of the square boxes; an error if the layout has others."""
    side = isqrt(grid.size)
    columns = range(grid.size)
    square = side**2 == grid.size and all(
        grid.layout.box_of[r * grid.size + c] == r // side * side + c // side for r in columns for c in columns
    )
    if not square:
        raise LayoutError(f"{name} draws square boxes only; this board is {grid.layout}")
    return side


def _starts(grid: Grid, box: int) -> range:
    return range(0, grid.size, box)


def _parts(grid: Grid, box: int) -> list[list[Sequence[str]]]:
    """The numbers of each row as text, in parts of one box each."""
    texts = [str(digit) for digit in grid.digits]
    rows = [texts[start : start + grid.size] for start in range(0, len(texts), grid.size)]
    return [[row[start : start + box] for start in _starts(grid, box)] for row in rows]
