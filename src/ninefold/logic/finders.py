"""Finders: one function per technique, which yields every step of its kind in a position.

Singles: a digit with one place left in a unit (hidden), a cell with one candidate left (naked).

Locked candidates: if all places of a digit in one unit lie in a second unit, the rest of the second loses the digit.

1. Pointing: the first unit is a box.
2. Claiming: the first unit is a row, a column, or a diagonal, window or extra unit of N cells.

Subsets: k cells of a unit that share k digits, for k of 2, 3 and 4.

3. Naked: k cells that have only k candidates between them; the other cells of the unit lose these.
4. Hidden: k digits that fit only k cells of a unit of N cells; these cells lose all other candidates.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import lru_cache
from typing import NamedTuple

from ninefold.core.layout import Layout, Unit
from ninefold.core.position import Position, digits_of, whole_units
from ninefold.logic.step import Pairs, Step, arrows, from_nearest, join_words, links

# --- singles ------------------------------------------------------------------------------


def hidden_in_box(position: Position) -> Iterator[Step]:
    """A digit that fits only one cell of a box: the single that people spot first."""
    for unit in whole_units(position.layout):
        if unit.kind == "box":
            yield from _hidden(position, unit)


def hidden_in_line(position: Position) -> Iterator[Step]:
    """A digit that fits only one cell of a row, a column or another unit of N cells."""
    for unit in whole_units(position.layout):
        if unit.kind != "box":
            yield from _hidden(position, unit)


def naked_single(position: Position) -> Iterator[Step]:
    """A cell that only one digit fits."""
    layout = position.layout
    for cell, digit in position.naked_singles():
        seen = _witnesses(position, cell, digit)
        sees_all = len(seen) == position.size - 1
        why = "it sees every other digit" if sees_all else "the digits it sees and your marks rule out all others"
        yield Step(
            technique="naked single",
            reason=f"{layout.name(cell)} can only be {digit}: {why}.",
            size=position.size,
            cells=(cell,),
            units=(layout.boxes[layout.box_of[cell]],),
            places=((cell, digit),),
            because=((cell, digit),),
            seen=seen,
        )


def _hidden(position: Position, unit: Unit) -> Iterator[Step]:
    for cell, digit in position.hidden_singles(unit):
        blocked = _blockers(position, unit, digit, cell)
        yield Step(
            technique="hidden single",
            reason=_hidden_reason(position, unit, digit, cell, list(blocked)),
            size=position.size,
            cells=(cell,),
            units=(unit,),
            places=((cell, digit),),
            because=((cell, digit),),
            seen=tuple(blocked),
            arrows=arrows(((one, other) for one, others in blocked.items() for other in others), position.size),
        )


def _hidden_reason(position: Position, unit: Unit, digit: int, cell: int, blockers: list[int]) -> str:
    name = position.layout.name
    others = [other for other in unit.cells if other != cell and not position.digits[other]]
    if not others:
        return f"{name(cell)} is the last empty cell in {unit.name}, and {digit} is the missing digit."
    blocked = {peer for blocker in blockers for peer in position.layout.peers[blocker]}
    why = []
    if blockers:
        why.append(f"see the {digit}{'s' * (len(blockers) > 1)} in {join_words(map(name, blockers))}")
    if set(others) - blocked:
        why.append(f"have no {digit} in your marks")
    return f"In {unit.name}, only {name(cell)} can be {digit}: the other empty cells {' or '.join(why)}."


def _blockers(position: Position, unit: Unit, digit: int, cell: int) -> dict[int, list[int]]:
    """A few cells that hold the digit, each with the other empty cells of the unit that it is the first to see."""
    left = {other for other in unit.cells if other != cell and not position.digits[other]}
    found = {}
    for witness in (c for c, placed in enumerate(position.digits) if placed == digit):
        if seen := left.intersection(position.layout.peers[witness]):
            left -= seen
            found[witness] = sorted(seen)
    return found


def _witnesses(position: Position, cell: int, digit: int) -> tuple[int, ...]:
    """For each other digit, a cell that holds it and sees this one; fewer than N − 1 if marks rule some out."""
    found: dict[int, int] = {}
    for peer in position.layout.peers[cell]:
        other = position.digits[peer]
        if other and other != digit:
            found.setdefault(other, peer)
    return tuple(sorted(found.values()))


# --- locked candidates --------------------------------------------------------------------


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


def pointing(position: Position) -> Iterator[Step]:
    """Rule 1."""
    yield from _locked(position, "pointing", boxes=True)


def claiming(position: Position) -> Iterator[Step]:
    """Rule 2."""
    yield from _locked(position, "claiming", boxes=False)


def _locked(position: Position, technique: str, *, boxes: bool) -> Iterator[Step]:
    found: dict[Unit, list[tuple[int, Overlap]]] = {}
    for overlap in _overlaps(position.layout):
        if (overlap.unit.kind == "box") is boxes:
            digits = digits_of(_locked_bits(position, overlap))
            found.setdefault(overlap.unit, []).extend((digit, overlap) for digit in digits)
    for unit, locked in found.items():
        for digit, overlap in sorted(locked, key=lambda pair: pair[0]):
            if len(cells := position.places(unit, digit)) > 1:
                yield _locked_step(position, technique, overlap, digit, cells)


def _locked_step(position: Position, technique: str, overlap: Overlap, digit: int, cells: list[int]) -> Step:
    name, unit, other = position.layout.name, overlap.unit, overlap.other
    drops = [cell for cell in position.places(other, digit) if cell in overlap.rest]
    return Step(
        technique=technique,
        reason=(
            f"In {unit.name}, only {join_words(map(name, cells))} can be {digit},"
            f" and {'both' if len(cells) == 2 else 'all of them'} are in {other.name}."
            f" One of them is {digit}, so {join_words(map(name, drops))} cannot be {digit}."
        ),
        size=position.size,
        cells=tuple(cells),
        units=(unit, other),
        drops=tuple((cell, digit) for cell in drops),
        because=tuple((cell, digit) for cell in cells),
        arrows=from_nearest(cells, drops, position.size),
        links=links(cells),
    )


# --- subsets ------------------------------------------------------------------------------

NAMES = {2: "pair", 3: "triple", 4: "quad"}


def naked_subset(position: Position, k: int) -> Iterator[Step]:
    """Rule 3, in any unit."""
    for unit in position.layout.units:
        sets = {cell: bits for cell in unit.cells if (bits := position.candidates[cell])}
        if len(sets) > k:
            for cells, bits in _groups(sets, k):
                yield from _naked_step(position, unit, cells, bits)


def hidden_subset(position: Position, k: int) -> Iterator[Step]:
    """Rule 4."""
    for unit in whole_units(position.layout):
        missing = position.missing(unit)
        places = {digit: _place_bits(unit, position.places(unit, digit)) for digit in missing}
        if len(missing) > k and all(places.values()):
            for digits, bits in _groups(places, k):
                cells = [unit.cells[place - 1] for place in digits_of(bits)]
                yield from _hidden_step(position, unit, cells, digits)


def _place_bits(unit: Unit, cells: list[int]) -> int:
    """Cells of a unit as bits: bit i for the unit's i-th cell, so that places can be counted like digits."""
    return sum(1 << unit.cells.index(cell) for cell in cells)


def _groups(sets: dict[int, int], k: int) -> Iterator[tuple[list[int], int]]:
    """Every k keys whose sets have exactly k members between them, with these members as bits."""
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


def _naked_step(position: Position, unit: Unit, cells: list[int], bits: int) -> Iterator[Step]:
    digits, name, candidates = digits_of(bits), position.layout.name, position.candidates
    drops = [(cell, d) for cell in unit.cells if cell not in cells for d in digits_of(candidates[cell] & bits)]
    if drops:
        yield Step(
            technique=f"naked {NAMES[len(cells)]}",
            reason=(
                f"In {unit.name}, the only candidates of {join_words(map(name, cells))} are {join_words(digits)}."
                f" They use up {'both' if len(cells) == 2 else 'these'} digits,"
                f" so no other cell in {unit.name} can be {join_words(digits, 'or')}."
            ),
            size=position.size,
            cells=tuple(cells),
            units=(unit,),
            drops=tuple(drops),
            because=tuple((cell, d) for cell in cells for d in digits_of(candidates[cell])),
            arrows=_subset_arrows(position, cells, drops),
            links=links(cells),
        )


def _hidden_step(position: Position, unit: Unit, cells: list[int], digits: list[int]) -> Iterator[Step]:
    name, candidates = position.layout.name, position.candidates
    drops = [(cell, d) for cell in cells for d in digits_of(candidates[cell]) if d not in digits]
    if drops:
        yield Step(
            technique=f"hidden {NAMES[len(cells)]}",
            reason=(
                f"In {unit.name}, the digits {join_words(digits)} can only go in {join_words(map(name, cells))}."
                " These cells cannot hold any other digit."
            ),
            size=position.size,
            cells=tuple(cells),
            units=(unit,),
            drops=tuple(drops),
            because=tuple((cell, d) for cell in cells for d in digits_of(candidates[cell]) if d in digits),
            links=links(cells),
        )


def _subset_arrows(position: Position, cells: list[int], drops: list[tuple[int, int]]) -> Pairs:
    """From the cells of a naked subset that have a digit to the cells that lose it."""
    losers = dict(drops)
    found = [
        pair
        for cell, digit in losers.items()
        for pair in from_nearest(
            [one for one in cells if position.candidates[one] >> digit - 1 & 1], [cell], position.size
        )
    ]
    return arrows(found, position.size)
