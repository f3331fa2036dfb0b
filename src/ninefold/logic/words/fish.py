"""Sentences for fish of every shape, with or without fins."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import combinations

from ninefold.core.layout import Unit
from ninefold.logic.step import Part, Step
from ninefold.logic.words import phrases as p


def fish(step: Step) -> str:
    """Plain fish count bases against covers; the others suppose the removed candidate and count again."""
    bases, covers, fins = step.roles("base"), step.roles("cover"), _cells(step.roles("fin", "endofin"))
    if len(covers) != len(bases) or not _is_plain(step, covers, fins):
        return _by_contradiction(step, bases, covers, fins)
    digit = bases[0].digits[0]
    rows, columns = (p.units(step.layout, _units(step, parts)) for parts in (bases, covers))
    used = f"these {p.number(len(bases))} use up the {digit}s of {columns}"
    if not fins:
        return (
            f"In {rows}, the digit {digit} fits only in {columns}. Each needs one {digit}, so {used}:"
            f" {p.conclusion(step)}."
        )
    one = len(fins) == 1
    gone = p.cells(step.layout, {cell for cell, _ in step.removes})
    many = len({cell for cell, _ in step.removes}) > 1
    names = p.cells(step.layout, fins)
    return (
        f"In {rows}, the digit {digit} fits only in {columns}, apart from {names}."
        f" If {names if one else f'one of {names}'} is {digit}, {gone} {'see' if many else 'sees'} it."
        f" If {'not' if one else 'none is'}, {used}, and {gone} {'are' if many else 'is'} in {_where(step, covers)}"
        f" outside {rows}. Either way {p.conclusion(step)}."
    )


def _cells(parts: Sequence[Part]) -> list[int]:
    return sorted({cell for part in parts for cell in part.cells})


def _units(step: Step, parts: Sequence[Part]) -> list[Unit]:
    return [step.layout.units[part.unit] for part in parts if part.unit is not None]


def _is_plain(step: Step, covers: Sequence[Part], fins: Sequence[int]) -> bool:
    """Whether every removed candidate is in one cover, in no base, and sees all fins."""
    bases = {cell for unit in _units(step, step.roles("base")) for cell in unit.cells}
    gone = {cell for cell, _ in step.removes}
    return (
        not step.roles("endofin")
        and gone.isdisjoint(bases)
        and all(sum(cell in unit.cells for unit in _units(step, covers)) == 1 for cell in gone)
        and all(p.sees(step.layout, cell, fins) for cell in gone)
    )


def _where(step: Step, covers: Sequence[Part]) -> str:
    gone = {cell for cell, _ in step.removes}
    return p.units(step.layout, [unit for unit in _units(step, covers) if gone.intersection(unit.cells)])


def _by_contradiction(step: Step, bases: Sequence[Part], covers: Sequence[Part], fins: Sequence[int]) -> str:
    """Suppose each removed candidate in turn: the bases then have too few covers left."""
    digit = bases[0].digits[0]
    groups: dict[str, list[int]] = {}
    for cell, _ in step.removes:
        groups.setdefault(_too_few(step, bases, covers, fins, cell), []).append(cell)
    lines = [f"Suppose {p.cells(step.layout, found, 'or')} is {digit}. {why}" for why, found in groups.items()]
    return f"{' '.join(lines)} So {p.conclusion(step)}."


def _too_few(step: Step, bases: Sequence[Part], covers: Sequence[Part], fins: Sequence[int], cell: int) -> str:
    """What a candidate excludes, and that the bases without it need more places than are left."""
    digit, own = bases[0].digits[0], [part for part in bases if cell not in part.cells]
    left = {other for part in own for other in part.cells} - set(step.layout.peers[cell]) - {cell}
    through = [unit for unit in _units(step, covers) if cell in unit.cells]
    gone = f"Then {digit} is not elsewhere in {p.units(step.layout, through, 'or') or 'the units of that cell'}"
    crossed = {one for unit in through for one in unit.cells}
    if seen := [fin for fin in fins if fin not in left and fin not in crossed]:
        gone += f", nor in {p.cells(step.layout, seen, 'or')}"
    rows, few = p.units(step.layout, _units(step, own)), _needed(step, covers, left)
    if not few:
        return f"{gone}, and {rows} would have no place for {digit}."
    need = "both" if len(own) == 2 else f"their {p.number(len(own))}"
    has = "has" if len(few) == 1 else "have"
    return (
        f"{gone}.{_no_longer_shared(step, own, left)} {p.sentence(rows)[:-1]} would have {need} {digit}s in"
        f" {p.units(step.layout, few)}, which {has} room for only {p.number(len(few))}."
    )


def _no_longer_shared(step: Step, bases: Sequence[Part], left: set[int]) -> str:
    """Which bases have places in common, all of them ruled out: so each base needs a place that no other one has."""
    shared: dict[str, list[int]] = {}
    for cell in sorted({one for part in step.roles("endofin") for one in part.cells} - left):
        units = _units(step, [part for part in bases if cell in part.cells])
        if len(units) > 1:
            shared.setdefault(p.units(step.layout, units), []).append(cell)
    digit = bases[0].digits[0]
    return "".join(
        f" {p.sentence(names)[:-1]} share only {p.cells(step.layout, cells)} as"
        f" {f'a place for {digit}, and it is' if len(cells) == 1 else f'places for {digit}, and these are'} ruled out."
        for names, cells in shared.items()
    )


def _needed(step: Step, covers: Sequence[Part], left: set[int]) -> list[Unit]:
    """The fewest covers that contain all that is left."""
    choice = _units(step, covers)
    for count in range(len(choice) + 1):
        for some in combinations(choice, count):
            if left <= {cell for unit in some for cell in unit.cells}:
                return list(some)
    return choice
