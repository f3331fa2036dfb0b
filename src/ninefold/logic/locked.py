"""Locked candidates: where a digit of one unit lies wholly within another, it goes nowhere else in the other.

1. Pointing: all places of a digit in a box lie in one line; it is dropped from the rest of the line.
2. Claiming: all places of a digit in a line lie in one box; it is dropped from the rest of the box.
3. Diagonals, windows and extra units of N cells claim, and are pointed at, in the same way.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ninefold.core.layout import Unit
from ninefold.logic.arrows import from_nearest, ties
from ninefold.logic.notes import Notes
from ninefold.logic.step import Step, listed


def pointing(notes: Notes) -> Iterator[Step]:
    """Rule 1."""
    yield from _locked(notes, "pointing", lambda unit: unit.kind == "box")


def claiming(notes: Notes) -> Iterator[Step]:
    """Rules 2 and 3."""
    yield from _locked(notes, "claiming", lambda unit: unit.kind != "box")


def _locked(notes: Notes, technique: str, wanted: Callable[[Unit], bool]) -> Iterator[Step]:
    units = notes.layout.units
    for unit in filter(wanted, notes.whole_units()):
        for digit in notes.missing(unit):
            cells = notes.places(unit, digit)
            if not 2 <= len(cells) <= notes.grid.size:
                continue
            common = set(notes.layout.units_of[cells[0]]).intersection(*(notes.layout.units_of[c] for c in cells[1:]))
            for other in (units[index] for index in sorted(common) if units[index] != unit):
                drops = [cell for cell in notes.places(other, digit) if cell not in cells]
                if drops:
                    yield _step(notes, technique, unit, other, digit, cells, drops)


def _step(
    notes: Notes, technique: str, unit: Unit, other: Unit, digit: int, cells: list[int], drops: list[int]
) -> Step:
    name = notes.layout.name
    return Step(
        technique=technique,
        reason=(
            f"In {unit.name} the digit {digit} fits only {listed(map(name, cells))}, which all lie in {other.name}."
            f" So it stands there, and {listed(map(name, drops))} cannot be {digit}."
        ),
        size=notes.grid.size,
        cells=tuple(cells),
        units=(unit, other),
        drops=tuple((cell, digit) for cell in drops),
        because=tuple((cell, digit) for cell in cells),
        arrows=from_nearest(cells, drops, notes.grid.size),
        ties=ties(cells),
    )
