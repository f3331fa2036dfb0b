"""The moves of a board: the orders of rows and of columns, turned or not, that turn every unit into a unit.

1. Of boxes of R×C cells these are the orders of bands, of the rows in each, of stacks and of the columns in each, and,
   where boxes are square or no more than lines, each of them turned. They are known by a formula.
2. With diagonals, windows or further sets, and of a jigsaw, they are found by search (`ninefold.core.chain`).
"""

from __future__ import annotations

from math import factorial, prod
from typing import TYPE_CHECKING

from ninefold.core.chain import Cells, cells_of, chain_of, moved_cells
from ninefold.core.errors import LayoutError
from ninefold.core.layout import Layout

if TYPE_CHECKING:
    from random import Random

# Boards with more moves than this are not gone through one by one.
MOST_MOVES = 1_000_000


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
    if (count := move_count(layout)) > MOST_MOVES:
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
