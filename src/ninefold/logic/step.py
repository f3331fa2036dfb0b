"""Step: one deduction as a person makes it, with its reason."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field

from ninefold.core.geometry import cell_name
from ninefold.core.layout import Unit
from ninefold.logic.arrows import Pairs

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
