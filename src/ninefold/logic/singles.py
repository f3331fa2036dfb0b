"""Singles: a digit with one place left in a unit (hidden), a cell with one candidate left (naked)."""

from __future__ import annotations

from collections.abc import Iterator

from ninefold.core.layout import Unit
from ninefold.logic.arrows import arrows
from ninefold.logic.notes import Notes
from ninefold.logic.step import Step, listed


def hidden_in_box(notes: Notes) -> Iterator[Step]:
    """A digit that fits only one cell of a box: the single that a person sees first."""
    for unit in notes.whole_units("box"):
        yield from _hidden(notes, unit)


def hidden_in_line(notes: Notes) -> Iterator[Step]:
    """A digit that fits only one cell of a row, a column or another unit of N cells."""
    for unit in notes.whole_units():
        if unit.kind != "box":
            yield from _hidden(notes, unit)


def naked(notes: Notes) -> Iterator[Step]:
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
