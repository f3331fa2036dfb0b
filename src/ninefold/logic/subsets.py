"""Subsets: k cells of a unit that share k digits, for k of 2, 3 and 4.

1. Naked: k cells that have only k candidates between them take these; the other cells of the unit lose them.
2. Hidden: k digits that fit only k cells of a unit of N cells take these; the cells lose all other candidates.
"""

from __future__ import annotations

from collections.abc import Iterator

from ninefold.core.layout import Unit
from ninefold.logic.arrows import Pairs, arrows, from_nearest, ties
from ninefold.logic.notes import Notes, digits_of
from ninefold.logic.step import Step, listed

NAMES = {2: "pair", 3: "triple", 4: "quad"}


def naked(notes: Notes, k: int) -> Iterator[Step]:
    """Rule 1, in any unit."""
    for unit in notes.layout.units:
        sets = {cell: notes.open[cell] for cell in unit.cells if notes.open[cell]}
        if len(sets) > k:
            for cells, bits in _groups(sets, k):
                yield from _naked_step(notes, unit, cells, bits)


def hidden(notes: Notes, k: int) -> Iterator[Step]:
    """Rule 2."""
    for unit in notes.whole_units():
        missing = list(notes.missing(unit))
        places = {digit: _bits(unit, notes.places(unit, digit)) for digit in missing}
        if len(missing) > k and all(places.values()):
            for digits, bits in _groups(places, k):
                cells = [unit.cells[place - 1] for place in digits_of(bits)]
                yield from _hidden_step(notes, unit, cells, digits)


def _bits(unit: Unit, cells: list[int]) -> int:
    return sum(1 << unit.cells.index(cell) for cell in cells)


def _groups(sets: dict[int, int], k: int) -> Iterator[tuple[list[int], int]]:
    """The k keys whose sets have k members between them, with these members."""
    small = [(key, bits) for key, bits in sets.items() if 1 < bits.bit_count() <= k]

    def grow(start: int, keys: list[int], union: int) -> Iterator[tuple[list[int], int]]:
        if len(keys) == k:
            if union.bit_count() == k:
                yield keys, union
            return
        for index in range(start, len(small) - (k - len(keys)) + 1):
            key, bits = small[index]
            if (union | bits).bit_count() <= k:
                yield from grow(index + 1, [*keys, key], union | bits)

    yield from grow(0, [], 0)


def _naked_step(notes: Notes, unit: Unit, cells: list[int], bits: int) -> Iterator[Step]:
    digits, name = digits_of(bits), notes.layout.name
    drops = [(cell, d) for cell in unit.cells if cell not in cells for d in digits_of(notes.open[cell] & bits)]
    if drops:
        yield Step(
            technique=f"naked {NAMES[len(cells)]}",
            reason=(
                f"In {unit.name} the cells {listed(map(name, cells))} have only {listed(digits)} between them,"
                f" so they take these digits, and no other cell of {unit.name} can have one of them."
            ),
            size=notes.grid.size,
            cells=tuple(cells),
            units=(unit,),
            drops=tuple(drops),
            because=tuple((cell, d) for cell in cells for d in digits_of(notes.open[cell])),
            arrows=_arrows(notes, cells, drops),
            ties=ties(cells),
        )


def _hidden_step(notes: Notes, unit: Unit, cells: list[int], digits: list[int]) -> Iterator[Step]:
    name = notes.layout.name
    drops = [(cell, d) for cell in cells for d in digits_of(notes.open[cell]) if d not in digits]
    if drops:
        yield Step(
            technique=f"hidden {NAMES[len(cells)]}",
            reason=(
                f"In {unit.name} the digits {listed(digits)} fit only {listed(map(name, cells))},"
                f" so these cells take them, and can be nothing else."
            ),
            size=notes.grid.size,
            cells=tuple(cells),
            units=(unit,),
            drops=tuple(drops),
            because=tuple((cell, d) for cell in cells for d in digits_of(notes.open[cell]) if d in digits),
            ties=ties(cells),
        )


def _arrows(notes: Notes, cells: list[int], drops: list[tuple[int, int]]) -> Pairs:
    """From the cells of a naked subset that have a digit to the cells that lose it."""
    losers = dict(drops)
    found = [
        pair
        for cell, digit in losers.items()
        for pair in from_nearest([one for one in cells if notes.open[one] >> digit - 1 & 1], [cell], notes.grid.size)
    ]
    return arrows(found, notes.grid.size)
