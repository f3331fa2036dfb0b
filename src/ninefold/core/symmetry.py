"""Symmetries: the moves of cells and the renamings of digits that turn a Sudoku into a Sudoku.

The moves of a layout are those orders of its rows and of its columns, with or without turning rows into columns, that
turn every unit into a unit (`ninefold.core.moves`). With each goes any renaming of the digits. For the usual 9×9 board
that makes 2·6⁸·9! = 1,218,998,108,160.
"""

from __future__ import annotations

import random as lots
from collections.abc import Sequence
from dataclasses import dataclass
from math import factorial

from ninefold.core.chain import Cells, keeps_units
from ninefold.core.errors import GridError, LayoutError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.moves import move_count, random_move
from ninefold.core.values import shown


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
            raise LayoutError(f"digits are 0 and a renaming of 1 to {size}; read {shown(self.digits)}")

    @classmethod
    def identity(cls, layout: Layout) -> Symmetry:
        """The one that changes nothing."""
        return cls(layout, tuple(range(layout.size**2)), tuple(range(layout.size + 1)))

    @classmethod
    def random(cls, layout: Layout, seed: int | None = None) -> Symmetry:
        """One of all by lot, each as likely as the other; the same one for the same seed."""
        draw = lots.Random(seed)  # noqa: S311 (a lot, not a secret)
        digits = list(range(1, layout.size + 1))
        draw.shuffle(digits)
        return cls(layout, random_move(layout, draw), (0, *digits))

    def __call__(self, grid: GridLike) -> Grid:
        """The grid that it makes of a grid."""
        given = grid if isinstance(grid, Grid) else Grid(grid, layout=self.layout)
        if given.layout != self.layout:
            raise GridError(f"a symmetry of a board {self.layout} cannot move a grid of {given.layout}")
        return Grid.of_digits(bytes(self.digits[given.digits[cell]] for cell in self.cells), self.layout)

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
