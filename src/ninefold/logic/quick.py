"""Singles and locked candidates without explanations, for levels.

Generating by level calls this for every attempt, and building steps with their evidence costs far more than the bit
operations here.
"""

from __future__ import annotations

from functools import lru_cache
from typing import NamedTuple

from ninefold.core.layout import Layout, Unit
from ninefold.core.limits import CheckLimits
from ninefold.core.position import Position, whole_units


def solve_singles(position: Position, check_limits: CheckLimits = lambda: None) -> bool:
    """Apply singles until none is left; whether that fills the grid; `check_limits` may raise."""
    position.place_singles(check_limits)
    return position.is_full


def solve_locked(position: Position, check_limits: CheckLimits = lambda: None) -> bool:
    """Apply singles and locked candidates until neither finds anything; whether that fills the grid."""
    while not solve_singles(position, check_limits):
        if not eliminate_locked(position):
            return False
    return True


class Overlap(NamedTuple):
    """A unit of N cells and a second unit that shares at least two cells with it, as lists of cells."""

    unit: Unit
    other: Unit
    outside: tuple[int, ...]  # cells of `unit` that are not in `other`
    rest: tuple[int, ...]  # cells of `other` that are not in `unit`


@lru_cache(maxsize=16)
def _overlaps(layout: Layout) -> tuple[Overlap, ...]:
    """Every overlap that can lock a digit; those of one unit are neighbours, in the order of the units."""
    found = []
    for unit in whole_units(layout):
        inside = set(unit.cells)
        near = {index for cell in unit.cells for index in layout.units_of[cell]}
        for other in (layout.units[index] for index in sorted(near)):
            rest = tuple(cell for cell in other.cells if cell not in inside)
            if rest and len(other.cells) - len(rest) > 1:
                found.append(Overlap(unit, other, tuple(c for c in unit.cells if c not in other.cells), rest))
    return tuple(found)


def _locked_bits(position: Position, overlap: Overlap) -> int:
    """The digits that the rest of the second unit loses because they fit the first unit only in the overlap."""
    candidates, bits = position.candidates, 0
    for cell in overlap.rest:
        bits |= candidates[cell]
    if bits:
        for cell in overlap.outside:
            bits &= ~candidates[cell]
            if digit := position.digits[cell]:  # a placed digit has no candidates left in the unit, and is not locked
                bits &= ~(1 << digit - 1)
    return bits


def eliminate_locked(position: Position) -> bool:
    """Apply all locked candidates once, without explaining them; whether any candidate was removed."""
    found = False
    for overlap in _overlaps(position.layout):
        if bits := _locked_bits(position, overlap):
            found = True
            for cell in overlap.rest:
                position.candidates[cell] &= ~bits
    return found
