"""Symmetries: the moves of cells and the renamings of digits that turn a Sudoku into a Sudoku.

The moves of a layout are

1. of boxes of R×C cells: the orders of bands, of the rows in each, of stacks and of the columns in each, and, where
   boxes are square, turning rows into columns;
2. with diagonals, windows or further sets: those of rule 1 that turn every unit into a unit;
3. of a jigsaw: those of the eight turns and reflections of the square that turn every unit into a unit.

With each goes any renaming of the digits. For the usual 9×9 board that makes 2·6⁸·9! = 1,218,998,108,160.
"""

from __future__ import annotations

import random as lots
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from functools import cache
from itertools import permutations, product
from math import factorial, prod

from ninefold.core.errors import GridError, LayoutError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.values import shown

Cells = tuple[int, ...]

# Boards with more orders of their rows and columns than this are not gone through one by one.
MOST_MOVES = 5_000_000


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
        if sorted(self.cells) != list(range(size**2)) or not _keeps_units(self.layout, self.cells):
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
        return cls(layout, _random_move(layout, draw), (0, *digits))

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


def move_count(layout: Layout) -> int:
    """How many moves of cells a board has.

    >>> move_count(Layout(4)), move_count(Layout(6)), move_count(Layout(9))
    (128, 3456, 3359232)
    """
    return box_moves(layout) if _is_plain(layout) else len(moves(layout))


@cache
def moves(layout: Layout) -> tuple[Cells, ...]:
    """Every move of cells of a board, for each cell the one that moves there; refused where there are too many.

    >>> len(moves(Layout(4))), len(moves(Layout(4, diagonals=True)))
    (128, 16)
    """
    if layout.box is None:
        return tuple(cells for cells in _turns(layout.size) if _keeps_units(layout, cells))
    if box_moves(layout) > MOST_MOVES:
        raise LayoutError(f"a board {layout} has too many moves of its boxes to go through them one by one")
    return tuple(_moves_of_boxes(layout))


def _is_plain(layout: Layout) -> bool:
    """Whether rule 1 says it all."""
    return layout.box is not None and not layout.extras


def box_moves(layout: Layout) -> int:
    """How many moves a board of boxes has by rule 1."""
    assert layout.box is not None
    n, (rows, columns) = layout.size, layout.box
    lines = prod(factorial(n // side) * factorial(side) ** (n // side) for side in (rows, columns))
    return int(lines) * (2 if rows == columns else 1)


def _moves_of_boxes(layout: Layout) -> Iterator[Cells]:
    """Rules 1 and 2."""
    n = layout.size
    for down, across, turned in line_moves(layout):
        for order in across:
            yield tuple(c * n + r if turned else r * n + c for r in down for c in order)


def line_moves(layout: Layout) -> Iterator[tuple[Cells, Sequence[Cells], bool]]:
    """The moves of a board with boxes: an order of rows, the orders of columns that go with it, and whether turned."""
    assert layout.box is not None
    n, (rows, columns) = layout.size, layout.box
    across = _line_orders(n, columns)
    fitting = _Fitting(layout, across) if layout.extras else None
    for turned, down in product((False, True) if rows == columns else (False,), _line_orders(n, rows)):
        if orders := across if fitting is None else fitting(down, turned):
            yield down, orders, turned


class _Fitting:
    """The orders of columns with which a move turns every unit into a unit (rule 2).

    A number is drawn for each cell, and a set of cells is known by the sum of its numbers. So all orders of columns are
    looked at together, and sets of two sums that are equal by chance would have to be met first.
    """

    def __init__(self, layout: Layout, across: Sequence[Cells]) -> None:
        import numpy as np

        self.layout, self.across, self.orders = layout, across, np.array(across)
        self.numbers = np.random.default_rng(0).integers(1 << 56, size=(layout.size, layout.size))
        self.sums = np.array([self.numbers.reshape(-1)[list(unit.cells)].sum() for unit in layout.units])

    def __call__(self, down: Cells, turned: bool) -> list[Cells]:
        import numpy as np

        n, board = self.layout.size, self.numbers.T if turned else self.numbers
        left = np.arange(len(self.across))
        for unit in self.layout.extras:
            moved = sum(board[down[cell // n], self.orders[left, cell % n]] for cell in unit.cells)
            left = left[np.isin(moved, self.sums)]
        return [self.across[int(at)] for at in left]


@cache
def _line_orders(size: int, side: int) -> tuple[Cells, ...]:
    """The orders of lines that keep those of a band together, bands being so many lines wide."""
    bands = [range(start, start + side) for start in range(0, size, side)]
    orders = []
    for order in permutations(bands):
        orders += [sum(parts, ()) for parts in product(*(permutations(band) for band in order))]
    return tuple(orders)


def _turns(size: int) -> Iterator[Cells]:
    """The eight turns and reflections of a square (rule 3)."""
    lines = [(r, c) for r in range(size) for c in range(size)]
    last = size - 1
    for flip_r, flip_c, turned in product((False, True), repeat=3):
        places = [(last - r if flip_r else r, last - c if flip_c else c) for r, c in lines]
        yield tuple(c * size + r if turned else r * size + c for r, c in places)


@cache
def _unit_sets(layout: Layout) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(unit.cells) for unit in layout.units)


def _keeps_units(layout: Layout, cells: Cells) -> bool:
    sets = _unit_sets(layout)
    return all(frozenset(cells[cell] for cell in unit) in sets for unit in sets)


def _random_move(layout: Layout, draw: lots.Random) -> Cells:
    if not _is_plain(layout):
        return draw.choice(moves(layout))
    assert layout.box is not None
    n, (rows, columns) = layout.size, layout.box
    down, across = _random_order(n, rows, draw), _random_order(n, columns, draw)
    turned = rows == columns and draw.random() < 0.5
    return tuple(c * n + r if turned else r * n + c for r in down for c in across)


def _random_order(size: int, side: int, draw: lots.Random) -> list[int]:
    bands = [list(range(start, start + side)) for start in range(0, size, side)]
    draw.shuffle(bands)
    for band in bands:
        draw.shuffle(band)
    return [line for band in bands for line in band]
