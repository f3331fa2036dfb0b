"""Symmetries: moves of cells and renamings of digits that turn every Sudoku grid into a Sudoku grid.

A move reorders the rows and the columns of a board, and may transpose it, so that every unit becomes a unit. A symmetry
is a move with a renaming of the digits. The standard 9×9 board has 2·6⁸·9! = 1,218,998,108,160 symmetries.

1. With boxes of R×C cells and no extra units, the moves are the orders of the bands, of the rows in each band, of the
   stacks, and of the columns in each stack. If boxes are square, or are single rows or columns, each of these moves
   can also be transposed. A formula gives their number.
2. On any other board, a search finds the moves (`ninefold.core.stabiliser_chain`).
"""

from __future__ import annotations

import random as random_module
from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, prod
from typing import TYPE_CHECKING

from ninefold.core.errors import GridError, LayoutError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout, check_layout
from ninefold.core.stabiliser_chain import Cells, chain_of, keeps_units, moved_cells
from ninefold.core.values import read_seed, short_repr

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True)
class Symmetry:
    """A move of cells and a renaming of digits.

    >>> turn = Symmetry.random(Layout(4), seed=1)
    >>> grid = Grid("2341143242133124")
    >>> turn.inverse(turn(grid)) == grid
    True
    >>> (turn @ turn.inverse) == Symmetry.identity(Layout(4))
    True

    Args:
        layout: the board.
        cells: for each cell, the cell that moves there.
        digits: for 0 (empty) and each digit, its new name.
    """

    layout: Layout
    cells: Cells
    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        """Raise a LayoutError unless this is a symmetry of the board."""
        size = self.layout.size
        if sorted(self.cells) != list(range(size**2)) or not keeps_units(self.layout, self.cells):
            raise LayoutError(f"these cells are not a move of layout {self.layout}: some unit does not become a unit")
        if sorted(self.digits) != list(range(size + 1)) or self.digits[0]:
            raise LayoutError(f"digits must be 0 and a permutation of 1 to {size}; read {short_repr(self.digits)}")

    @classmethod
    def identity(cls, layout: Layout) -> Symmetry:
        """The symmetry that changes nothing."""
        return cls(layout, tuple(range(layout.size**2)), tuple(range(layout.size + 1)))

    @classmethod
    def random(cls, layout: Layout, seed: int | None = None) -> Symmetry:
        """A random symmetry, uniformly distributed; the same seed, a whole number from 0, gives the same one."""
        check_layout(layout)
        rng = random_module.Random(None if seed is None else read_seed(seed))  # noqa: S311 (not used for secrets)
        digits = list(range(1, layout.size + 1))
        rng.shuffle(digits)
        return cls(layout, random_move(layout, rng), (0, *digits))

    def __call__(self, grid: GridLike) -> Grid:
        """Apply the symmetry to a grid."""
        given = grid if isinstance(grid, Grid) else Grid(grid, layout=self.layout)
        if given.layout != self.layout:
            raise GridError(f"this symmetry is for layout {self.layout}, but the grid has layout {given.layout}")
        return Grid.from_digits(bytes(self.digits[given.digits[cell]] for cell in self.cells), self.layout)

    def __matmul__(self, other: Symmetry) -> Symmetry:
        """The symmetry that applies the other one first, then this one."""
        if self.layout != other.layout:
            raise LayoutError(f"cannot combine symmetries of different layouts: {self.layout} and {other.layout}")
        cells = tuple(other.cells[cell] for cell in self.cells)
        return Symmetry(self.layout, cells, tuple(self.digits[digit] for digit in other.digits))

    @property
    def inverse(self) -> Symmetry:
        """The symmetry that undoes this one."""
        return Symmetry(self.layout, _inverse(self.cells), _inverse(self.digits))


def _inverse(order: Sequence[int]) -> tuple[int, ...]:
    back = [0] * len(order)
    for to, from_ in enumerate(order):
        back[from_] = to
    return tuple(back)


def symmetry_count(layout: Layout) -> int:
    """How many symmetries a board has, including renamings of digits.

    >>> f"{symmetry_count(Layout(9)):,}"
    '1,218,998,108,160'
    """
    return move_count(layout) * factorial(layout.size)


def move_count(layout: Layout) -> int:
    """How many moves of cells a board has.

    >>> move_count(Layout(4)), move_count(Layout(6)), move_count(Layout(9)), move_count(Layout(9, diagonals=True))
    (128, 3456, 3359232, 96)
    """
    check_layout(layout)
    return _by_formula(layout) if layout.plain else chain_of(layout).count


def _by_formula(layout: Layout) -> int:
    """The number of moves by rule 1."""
    assert layout.box is not None
    n, (rows, columns) = layout.size, layout.box
    lines = prod(factorial(n // side) * factorial(side) ** (n // side) for side in (rows, columns))
    return int(lines) * (2 if can_transpose(layout) else 1)


def can_transpose(layout: Layout) -> bool:
    """Whether transposing a board of plain boxes keeps its units: boxes are square, or single rows or columns."""
    assert layout.box is not None
    return layout.box[0] == layout.box[1] or 1 in layout.box


def random_move(layout: Layout, rng: Random) -> Cells:
    """A random move of cells, uniformly distributed."""
    return moved_cells(_random_lines(layout, rng) if layout.plain else chain_of(layout).random(rng))


def _random_lines(layout: Layout, rng: Random) -> list[int]:
    assert layout.box is not None
    n, (rows, columns) = layout.size, layout.box
    down, across = _random_order(n, rows, rng), _random_order(n, columns, rng)
    transposed = can_transpose(layout) and rng.random() < 0.5
    return [r + n * transposed for r in down] + [c + n * (not transposed) for c in across]


def _random_order(size: int, side: int, rng: Random) -> list[int]:
    bands = [list(range(start, start + side)) for start in range(0, size, side)]
    rng.shuffle(bands)
    for band in bands:
        rng.shuffle(band)
    return [line for band in bands for line in band]
