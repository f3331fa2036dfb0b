"""Arrows: a step as a player would draw it on the board, from cell to cell.

1. An arrow runs from a cell to another one that it rules a digit out of. Of several from one cell in one straight
   line only the longest is drawn, for it passes the others.
2. A tie joins two cells that are taken together: those of a subset, of a locked digit, of a clash.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from itertools import pairwise
from math import gcd

Pairs = tuple[tuple[int, int], ...]  # two cells each


def arrows(pairs: Iterable[tuple[int, int]], size: int) -> Pairs:
    """Rule 1, for pairs of a cell and one that it rules a digit out of.

    >>> arrows([(12, 10), (12, 11), (12, 30)], 9)
    ((12, 10), (12, 30))
    """
    longest: dict[tuple[int, int, int], tuple[int, int]] = {}
    for start, end in pairs:
        down, right = end // size - start // size, end % size - start % size
        steps = gcd(down, right) or 1
        key = start, down // steps, right // steps
        if key not in longest or steps > longest[key][0]:
            longest[key] = steps, end
    return tuple((start, end) for (start, _, _), (_, end) in longest.items())


def from_nearest(cells: Sequence[int], targets: Iterable[int], size: int) -> Pairs:
    """Rule 1, where all the cells rule a digit out: each target is reached from the cell that is nearest to it."""

    def away(one: int, other: int) -> int:
        return (one // size - other // size) ** 2 + (one % size - other % size) ** 2

    pairs = [(min(cells, key=lambda cell: away(cell, target)), target) for target in targets]
    return arrows(pairs, size)


def ties(cells: Iterable[int]) -> Pairs:
    """Rule 2: each cell with the next one.

    >>> ties([1, 4, 7])
    ((1, 4), (4, 7))
    """
    return tuple(pairwise(sorted(cells)))
