"""Step: one deduction as a person makes it, with its reason.

Arrows: a step as a player would draw it on the board, from cell to cell.

1. An arrow runs from a cell to another one that it rules a digit out of. Of several from one cell in one straight
   line only the longest is drawn, for it passes the others.
2. A tie joins two cells that are taken together: those of a subset, of a locked digit, of a clash.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import gcd

from ninefold.core.geometry import cell_name
from ninefold.core.layout import Unit

Candidates = tuple[tuple[int, int], ...]  # cells with digits


@dataclass(frozen=True, kw_only=True, repr=False)
class Step:
    """One deduction.

    >>> Step(technique="naked single", reason="r1c1 can only be 5.", size=9, cells=(0,), places=((0, 5),))
    Step('naked single', r1c1=5)
    >>> Step(technique="pointing", reason="…", size=9, cells=(0, 1), drops=((3, 5), (4, 5)))
    Step('pointing', r1c4≠5, r1c5≠5)

    Args:
        technique: the name of the rule behind it.
        reason: why it is so, in one or two sentences.
        size: the number of digits of the board.
        cells: the cells that the deduction is about.
        units: the units in which it is seen, the first one first.
        places: digits that must stand in cells.
        drops: candidates that are ruled out.
        because: the candidates that it follows from.
        seen: the cells whose digits it follows from.
        arrows: from a cell to one that it rules a digit out of, as they are drawn on the board.
        ties: two cells each that are taken together, likewise.
    """

    technique: str
    reason: str
    size: int
    cells: tuple[int, ...]
    units: tuple[Unit, ...] = field(default=())
    places: Candidates = ()
    drops: Candidates = ()
    because: Candidates = ()
    seen: tuple[int, ...] = ()
    arrows: Pairs = ()
    ties: Pairs = ()

    def __repr__(self) -> str:
        """The technique and what follows."""
        what = [f"{cell_name(cell, self.size)}={digit}" for cell, digit in self.places]
        what += [f"{cell_name(cell, self.size)}≠{digit}" for cell, digit in self.drops]
        return f"Step({', '.join([repr(self.technique), *what])})"

    def __str__(self) -> str:
        """The technique and the reason."""
        return f"{self.technique}: {self.reason}"


def listed(words: Iterable[object]) -> str:
    """Words in a row: `a`, `a and b`, `a, b and c`."""
    *rest, last = map(str, words)
    return f"{', '.join(rest)} and {last}" if rest else last


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
