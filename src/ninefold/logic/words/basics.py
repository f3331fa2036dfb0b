"""Sentences for singles, direct steps, locked candidates and subsets."""

from __future__ import annotations

from ninefold.core.layout import Unit
from ninefold.logic.seen import blockers, witnesses
from ninefold.logic.step import Part, Step, join_words
from ninefold.logic.words import phrases as p


def single(step: Step) -> str:
    """A full house, a hidden single or a naked single."""
    return _single(step, step.parts[-1])


def _single(step: Step, part: Part) -> str:
    cell, digit = step.places[0]
    name, unit = step.layout.name(cell), p.unit_of(step, part)
    if unit is None:
        return _naked(step, cell, digit)
    where = step.layout.unit_name(unit)
    if step.technique.slug == "full-house" or _is_last(step, unit, cell):
        return f"{name} is the last empty cell in {where}, and {digit} is the missing digit."
    return f"In {where}, only {name} can be {digit}{_why_hidden(step, unit, digit, cell)}."


def _is_last(step: Step, unit: Unit, cell: int) -> bool:
    """Whether a unit has no other empty cell, if the position is known."""
    return step.position is not None and all(one == cell or step.position.digits[one] for one in unit.cells)


def _why_hidden(step: Step, unit: Unit, digit: int, cell: int) -> str:
    """The digits that the other empty cells see, if the position is known."""
    position, names = step.position, step.layout.name
    if position is None:
        return ""
    others = [other for other in unit.cells if other != cell and not position.digits[other]]
    found = blockers(position, unit, digit, cell)
    why = []
    if found:
        why.append(f"see the {digit}{'s' * (len(found) > 1)} in {join_words(map(names, found))}")
    if set(others) - {other for seen in found.values() for other in seen}:
        why.append(f"have no {digit} among their candidates")
    return f": the other empty cells {' or '.join(why)}"


def _naked(step: Step, cell: int, digit: int) -> str:
    name = step.layout.name(cell)
    if step.position is None:
        return f"{name} can only be {digit}: it is the last candidate."
    if len(witnesses(step.position, cell, digit)) == step.layout.size - 1:
        return f"{name} can only be {digit}: it sees every other digit."
    return f"{name} can only be {digit}: the digits it sees and the candidates removed before rule out all others."


def direct(step: Step) -> str:
    """A locked candidate or a hidden subset, and the single that it leaves."""
    cell, digit = step.places[0]
    name, last = step.layout.name(cell), p.unit_of(step, step.parts[-1])
    rivals = _rivals(step, last, cell, digit)
    gone = f"{p.cells(step.layout, rivals)} {'is' if len(rivals) == 1 else 'are'} not {digit}" if rivals else ""
    if base := step.roles("base")[:-1]:
        first = _one_line(step, base[0], step.roles("cover")[0], gone)
    else:
        subset = step.roles("subset")[0]
        first = (
            f"In {p.where(step, subset)}, the digits {p.digits(subset.digits)} can only go in"
            f" {p.cells(step.layout, subset.cells)}. These cells cannot hold any other digit{': ' * bool(gone)}{gone}."
        )
    where = f" in {step.layout.unit_name(last)}" if last else ""
    return f"{first} That leaves {name} as the only place for {digit}{where}."


def _rivals(step: Step, last: Unit | None, cell: int, digit: int) -> list[int]:
    """The other places of a digit in its last unit, which the locked candidates or the subset rule out."""
    if step.position is None or last is None:
        return []
    return [one for one in last.cells if one != cell and step.position.candidates[one] >> digit - 1 & 1]


def _one_line(step: Step, base: Part, cover: Part, gone: str) -> str:
    """Locked candidates: where a digit can be in one unit, and that this is inside another one."""
    digit, names = base.digits[0], p.cells(step.layout, base.cells)
    return (
        f"In {p.where(step, base)}, only {names} can be {digit},"
        f" and {p.together(len(base.cells))}{' of them' * (len(base.cells) > 2)} are in"
        f" {p.where(step, cover, 'one unit')}. One of them is {digit}, so"
        f" {gone or f'no other cell there is {digit}'}."
    )


def locked(step: Step) -> str:
    """Pointing and claiming."""
    gone = [cell for cell, _ in step.removes]
    base, cover = step.parts[:2]
    return _one_line(step, base, cover, f"{p.cells(step.layout, gone)} cannot be {base.digits[0]}")


def naked_subset(step: Step) -> str:
    """Naked and locked pairs, triples and quads."""
    part = step.roles("subset")[0]
    count, where = len(part.cells), p.units(step.layout, losing_units(step, part))
    return (
        f"The only candidates of {p.cells(step.layout, part.cells)} are {p.digits(part.digits)}."
        f" These {p.number(count)} cells use up {'both' if count == 2 else f'the {p.number(count)}'} digits in {where},"
        f" so no other cell there can be {p.digits(part.digits, 'or')}: {p.removes(step.layout, step.removes)}."
    )


def losing_units(step: Step, part: Part) -> list[Unit]:
    """The units that contain all cells of a subset and lose something."""
    gone = {cell for cell, _ in step.removes}
    return [unit for unit in step.layout.units if set(part.cells) <= set(unit.cells) and gone.intersection(unit.cells)]


def hidden_subset(step: Step) -> str:
    """Hidden pairs, triples and quads."""
    part = step.roles("subset")[0]
    return (
        f"In {p.where(step, part)}, the digits {p.digits(part.digits)} can only go in"
        f" {p.cells(step.layout, part.cells)}. These cells cannot hold any other digit:"
        f" {p.removes(step.layout, step.removes)}."
    )
