"""Steps: single deductions with their reasons, and the arrows that draw them on the board.

1. An arrow runs from a cell to another one that it rules a digit out of. Of several arrows from one cell in the same
   direction only the longest is drawn, because it passes over the others.
2. A link joins two cells that belong together: the cells of a subset, of a locked digit or of a clash.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from math import gcd

from ninefold.core.geometry import cell_name
from ninefold.core.layout import Unit

Candidates = tuple[tuple[int, int], ...]  # pairs of cell and digit


@dataclass(frozen=True, kw_only=True, repr=False)
class Step:
    """One deduction.

    >>> Step(technique="naked single", reason="r1c1 can only be 5.", size=9, cells=(0,), places=((0, 5),))
    Step('naked single', r1c1=5)
    >>> Step(technique="pointing", reason="…", size=9, cells=(0, 1), drops=((3, 5), (4, 5)))
    Step('pointing', r1c4≠5, r1c5≠5)

    Args:
        technique: the name of the technique.
        reason: the explanation, in one or two sentences.
        size: the number of digits.
        cells: the cells that the deduction is about.
        units: the units it uses; a hint that only says where to look names the first.
        places: digits to place.
        drops: candidates to rule out.
        because: the candidates it follows from.
        seen: the filled cells it follows from.
        arrows: rule 1, as pairs of cells.
        links: rule 2, as pairs of cells.
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
    links: Pairs = ()

    def __repr__(self) -> str:
        """The technique and what follows from it."""
        what = [f"{cell_name(cell, self.size)}={digit}" for cell, digit in self.places]
        what += [f"{cell_name(cell, self.size)}≠{digit}" for cell, digit in self.drops]
        return f"Step({', '.join([repr(self.technique), *what])})"

    def __str__(self) -> str:
        """The technique and the reason."""
        return f"{self.technique}: {self.reason}"


def join_words(words: Iterable[object], last_word: str = "and") -> str:
    """Words as a list in a sentence: `a`, `a and b`, `a, b and c`.

    >>> join_words([1, 2, 3], "or")
    '1, 2 or 3'
    """
    *rest, last = map(str, words)
    return f"{', '.join(rest)} {last_word} {last}" if rest else last


Pairs = tuple[tuple[int, int], ...]  # pairs of cells


def arrows(pairs: Iterable[tuple[int, int]], size: int) -> Pairs:
    """Rule 1, for pairs of a cell and a second one that it rules a digit out of.

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
    """Rule 1, if all the cells together rule a digit out: each target gets an arrow from the cell nearest to it."""

    def distance(one: int, other: int) -> int:
        return (one // size - other // size) ** 2 + (one % size - other % size) ** 2

    pairs = [(min(cells, key=lambda cell: distance(cell, target)), target) for target in targets]
    return arrows(pairs, size)


def links(cells: Iterable[int]) -> Pairs:
    """Rule 2: each cell with the next.

    >>> links([1, 4, 7])
    ((1, 4), (4, 7))
    """
    return tuple(pairwise(sorted(cells)))
