"""Groups: the cells of a board in sets without peers, for methods that deal with one set after another.

The cells of a digit in a full grid are such a set, and there are N of them, which is as few as can be.
"""

from __future__ import annotations

from functools import lru_cache
from typing import Any

import numpy as np

from ninefold.core.layout import Layout
from ninefold.solving.relaxing.board import Board


class Groups:
    """The groups of a board: the order of its cells in which they lie one after another, and where each lies.

    `shared` tells for each two cells in that order how many units they share, 0 for a cell and itself. It has
    N² × N² numbers, too many for large boards; up to 16×16 a product with a part of it is the quickest way to add up.
    """

    def __init__(self, board: Board, kind: Any) -> None:
        sets = apart(board.layout)
        self.order = np.concatenate(sets)
        self.back = np.argsort(self.order)
        ends = np.cumsum([len(cells) for cells in sets]).tolist()
        self.parts = tuple(slice(end - len(cells), end) for cells, end in zip(sets, ends, strict=True))
        self.largest = max(map(len, sets))
        member = board.member[:, self.order]
        self.shared = (member.T @ member).astype(kind)
        np.fill_diagonal(self.shared, 0)


@lru_cache(maxsize=16)
def apart(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Every cell in one set, and no peers in any."""
    if layout.box and not layout.extras:
        return _digits_of_the_shifted_grid(layout)
    return _first_fit(layout)


def _digits_of_the_shifted_grid(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """The cells of each digit in the full grid whose rows are one row shifted."""
    assert layout.box
    n, (rows, columns) = layout.size, layout.box
    sets: list[list[int]] = [[] for _ in range(n)]
    for cell in range(n * n):
        row, column = divmod(cell, n)
        sets[(columns * (row % rows) + row // rows + column) % n].append(cell)
    return tuple(map(tuple, sets))


def _first_fit(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Each cell in the first set that has no peer of it; on boards of no regular kind a few more than N."""
    sets: list[list[int]] = []
    near: list[set[int]] = []  # for each set the peers of its cells
    for cell in range(layout.size**2):
        number = next((number for number, taken in enumerate(near) if cell not in taken), len(sets))
        if number == len(sets):
            sets.append([])
            near.append(set())
        sets[number].append(cell)
        near[number].update(layout.peers[cell])
    return tuple(map(tuple, sets))
