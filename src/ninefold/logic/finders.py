"""Singles: a digit with one place left in a unit (hidden), a cell with one candidate left (naked).

Locked candidates: where a digit of one unit lies wholly within another, it goes nowhere else in the other.

1. Pointing: all places of a digit in a box lie in one line; it is dropped from the rest of the line.
2. Claiming: all places of a digit in a line lie in one box; it is dropped from the rest of the box.
3. Diagonals, windows and extra units of N cells claim, and are pointed at, in the same way.

Subsets: k cells of a unit that share k digits, for k of 2, 3 and 4.

1. Naked: k cells that have only k candidates between them take these; the other cells of the unit lose them.
2. Hidden: k digits that fit only k cells of a unit of N cells take these; the cells lose all other candidates.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from ninefold.core.layout import Unit
from ninefold.logic.notes import Notes, digits_of
from ninefold.logic.step import Pairs, Step, arrows, from_nearest, listed, ties


def hidden_in_box(notes: Notes) -> Iterator[Step]:
    """A digit that fits only one cell of a box: the single that a person sees first."""
    for unit in notes.whole_units("box"):
        yield from _hidden(notes, unit)


def hidden_in_line(notes: Notes) -> Iterator[Step]:
    """A digit that fits only one cell of a row, a column or another unit of N cells."""
    for unit in notes.whole_units():
        if unit.kind != "box":
            yield from _hidden(notes, unit)


def naked_single(notes: Notes) -> Iterator[Step]:
    """A cell that only one digit fits."""
    for cell in notes.grid.empty_cells:
        bits = notes.open[cell]
        if bits.bit_count() == 1:
            digit = bits.bit_length()
            name = notes.layout.name(cell)
            box = notes.layout.boxes[notes.layout.box_of[cell]]
            seen = _witnesses(notes, cell, digit)
            by_sight = len(seen) == notes.grid.size - 1
            why = "it sees every other digit" if by_sight else "the digits it sees and your marks leave nothing else"
            yield Step(
                technique="naked single",
                reason=f"{name} can only be {digit}: {why}.",
                size=notes.grid.size,
                cells=(cell,),
                units=(box,),
                places=((cell, digit),),
                because=((cell, digit),),
                seen=seen,
            )


def _hidden(notes: Notes, unit: Unit) -> Iterator[Step]:
    for digit in notes.missing(unit):
        if len(places := notes.places(unit, digit)) == 1:
            cell = places[0]
            blocked = _blockers(notes, unit, digit, cell)
            yield Step(
                technique="hidden single",
                reason=_hidden_reason(notes, unit, digit, cell, list(blocked)),
                size=notes.grid.size,
                cells=(cell,),
                units=(unit,),
                places=((cell, digit),),
                because=((cell, digit),),
                seen=tuple(blocked),
                arrows=arrows(((one, other) for one, others in blocked.items() for other in others), notes.grid.size),
            )


def _hidden_reason(notes: Notes, unit: Unit, digit: int, cell: int, blockers: list[int]) -> str:
    name = notes.layout.name(cell)
    others = [other for other in unit.cells if other != cell and not notes.grid.digits[other]]
    if not others:
        return f"{name} is the last empty cell of {unit.name}, and {digit} is the digit that it lacks."
    blocked = {peer for blocker in blockers for peer in notes.layout.peers[blocker]}
    why = []
    if blockers:
        why.append(f"see the {digit} in {listed(map(notes.layout.name, blockers))}")
    if set(others) - blocked:
        why.append("do not have it in your marks")
    return f"In {unit.name} the digit {digit} fits only {name}: the other empty cells {' or '.join(why)}."


def _blockers(notes: Notes, unit: Unit, digit: int, cell: int) -> dict[int, list[int]]:
    """Cells with the digit, no more than are needed, each with the other empty cells of the unit that it sees."""
    left = {other for other in unit.cells if other != cell and not notes.grid.digits[other]}
    found = {}
    for witness in (c for c in notes.grid.filled_cells if notes.grid.digits[c] == digit):
        if seen := left.intersection(notes.layout.peers[witness]):
            left -= seen
            found[witness] = sorted(seen)
    return found


def _witnesses(notes: Notes, cell: int, digit: int) -> tuple[int, ...]:
    """For each other digit, a cell with it that sees this one; fewer than N−1 where marks rule some out."""
    found: dict[int, int] = {}
    for peer in notes.layout.peers[cell]:
        other = notes.grid.digits[peer]
        if other and other != digit:
            found.setdefault(other, peer)
    return tuple(sorted(found.values()))


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


NAMES = {2: "pair", 3: "triple", 4: "quad"}


def naked_subset(notes: Notes, k: int) -> Iterator[Step]:
    """Rule 1, in any unit."""
    for unit in notes.layout.units:
        sets = {cell: notes.open[cell] for cell in unit.cells if notes.open[cell]}
        if len(sets) > k:
            for cells, bits in _groups(sets, k):
                yield from _naked_step(notes, unit, cells, bits)


def hidden_subset(notes: Notes, k: int) -> Iterator[Step]:
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
