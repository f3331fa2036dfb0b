"""Symmetries: the moves of cells and the renamings of digits that turn a Sudoku into a Sudoku.

The moves of a layout are those orders of its rows and of its columns, with or without turning rows into columns, that
turn every unit into a unit. With each goes any renaming of the digits. For the usual 9×9
board that makes 2·6⁸·9! = 1,218,998,108,160.

The moves of a board: the orders of rows and of columns, turned or not, that turn every unit into a unit.

1. Of boxes of R×C cells these are the orders of bands, of the rows in each, of stacks and of the columns in each, and,
   where boxes are square or no more than lines, each of them turned. They are known by a formula.
2. With diagonals, windows or further sets, and of a jigsaw, they are found by search
   (`ninefold.core.stabiliser_chain`).
"""

from __future__ import annotations

import random as rng
from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial, prod
from typing import TYPE_CHECKING

from ninefold.core.errors import GridError, LayoutError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.stabiliser_chain import Cells, cells_of, chain_of, keeps_units, moved_cells
from ninefold.core.values import short_repr

if TYPE_CHECKING:
    from random import Random


@dataclass(frozen=True)
class Symmetry:
    """A move of cells with a renaming of digits.

    >>> turn = Symmetry.random(Layout(4), seed=1)
    >>> grid = Grid("2341143242133124")
    >>> turn.inverse(turn(grid)) == grid
    True
    >>> (turn @ turn.inverse) == Symmetry.identity(Layout(4))
    True

    Args:
        layout: the board.
        cells: for each cell the one that moves there.
        digits: for 0 (empty) and each digit its new name.
    """

    layout: Layout
    cells: Cells
    digits: tuple[int, ...]

    def __post_init__(self) -> None:
        """Refuse what is no symmetry of the board."""
        size = self.layout.size
        if sorted(self.cells) != list(range(size**2)) or not keeps_units(self.layout, self.cells):
            raise LayoutError(f"these cells are no move of a board {self.layout}: not every unit becomes a unit")
        if sorted(self.digits) != list(range(size + 1)) or self.digits[0]:
            raise LayoutError(f"digits are 0 and a renaming of 1 to {size}; read {short_repr(self.digits)}")

    @classmethod
    def identity(cls, layout: Layout) -> Symmetry:
        """The one that changes nothing."""
        return cls(layout, tuple(range(layout.size**2)), tuple(range(layout.size + 1)))

    @classmethod
    def random(cls, layout: Layout, seed: int | None = None) -> Symmetry:
        """One of all by lot, each as likely as the other; the same one for the same seed."""
        draw = rng.Random(seed)  # noqa: S311 (a lot, not a secret)
        digits = list(range(1, layout.size + 1))
        draw.shuffle(digits)
        return cls(layout, random_move(layout, draw), (0, *digits))

    def __call__(self, grid: GridLike) -> Grid:
        """The grid that it makes of a grid."""
        given = grid if isinstance(grid, Grid) else Grid(grid, layout=self.layout)
        if given.layout != self.layout:
            raise GridError(f"a symmetry of a board {self.layout} cannot move a grid of {given.layout}")
        return Grid.from_digits(bytes(self.digits[given.digits[cell]] for cell in self.cells), self.layout)

    def __matmul__(self, other: Symmetry) -> Symmetry:
        """The other one, and then this one."""
        if self.layout != other.layout:
            raise LayoutError(f"symmetries of {self.layout} and of {other.layout} cannot follow each other")
        cells = tuple(other.cells[cell] for cell in self.cells)
        return Symmetry(self.layout, cells, tuple(self.digits[digit] for digit in other.digits))

    @property
    def inverse(self) -> Symmetry:
        """The one that takes it back."""
        return Symmetry(self.layout, _inverse(self.cells), _inverse(self.digits))


def _inverse(order: Sequence[int]) -> tuple[int, ...]:
    back = [0] * len(order)
    for to, from_ in enumerate(order):
        back[from_] = to
    return tuple(back)


def symmetry_count(layout: Layout) -> int:
    """How many symmetries a board has, renamings included.

    >>> f"{symmetry_count(Layout(9)):,}"
    '1,218,998,108,160'
    """
    return move_count(layout) * factorial(layout.size)


# Boards with more moves than this are not gone through one by one.
MAX_MOVES = 1_000_000


def move_count(layout: Layout) -> int:
    """How many moves of cells a board has.

    >>> move_count(Layout(4)), move_count(Layout(6)), move_count(Layout(9)), move_count(Layout(9, diagonals=True))
    (128, 3456, 3359232, 96)
    """
    return _by_formula(layout) if layout.plain else chain_of(layout).count


def _by_formula(layout: Layout) -> int:
    """Rule 1."""
    assert layout.box is not None
    n, (rows, columns) = layout.size, layout.box
    lines = prod(factorial(n // side) * factorial(side) ** (n // side) for side in (rows, columns))
    return int(lines) * (2 if can_turn(layout) else 1)


def can_turn(layout: Layout) -> bool:
    """Whether boxes, if they are turned, are units still: those of squares, and those that are rows or columns."""
    assert layout.box is not None
    return layout.box[0] == layout.box[1] or 1 in layout.box


def all_moves(layout: Layout) -> list[Cells]:
    """Every move of cells of a board, for each cell the one that moves there; refused where there are too many.

    >>> len(all_moves(Layout(4))), len(all_moves(Layout(4, diagonals=True)))
    (128, 16)
    """
    if (count := move_count(layout)) > MAX_MOVES:
        raise LayoutError(f"a board {layout} has too many moves to go through them one by one: {count:,}")
    return [tuple(cells) for cells in cells_of(chain_of(layout).all(), layout.size).tolist()]


def random_move(layout: Layout, draw: Random) -> Cells:
    """One of all by lot, each as likely as the other."""
    return moved_cells(_random_lines(layout, draw) if layout.plain else chain_of(layout).random(draw))


def _random_lines(layout: Layout, draw: Random) -> list[int]:
    assert layout.box is not None
    n, (rows, columns) = layout.size, layout.box
    down, across = _random_order(n, rows, draw), _random_order(n, columns, draw)
    turned = can_turn(layout) and draw.random() < 0.5
    return [r + n * turned for r in down] + [c + n * (not turned) for c in across]


def _random_order(size: int, side: int, draw: Random) -> list[int]:
    bands = [list(range(start, start + side)) for start in range(0, size, side)]
    draw.shuffle(bands)
    for band in bands:
        draw.shuffle(band)
    return [line for band in bands for line in band]
