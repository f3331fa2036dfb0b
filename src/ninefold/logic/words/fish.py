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
    digit, rows, columns = bases[0].digits[0], _units(step, bases), _units(step, covers)
    used = f"these {p.number(len(bases))} use up the {digit} of {p.units(columns)}"
    if not fins:
        return (
            f"In {p.units(rows)}, {digit} fits only cells of {p.units(columns)}. Each needs one {digit}, so {used}:"
            f" {p.conclusion(step)}."
        )
    one = len(fins) == 1
    gone = p.cells(step.layout, {cell for cell, _ in step.removes})
    many = len({cell for cell, _ in step.removes}) > 1
    names = p.cells(step.layout, fins)
    return (
        f"In {p.units(rows)}, {digit} fits only cells of {p.units(columns)}, apart from {names}."
        f" If {names if one else f'one of {names}'} is {digit}, {gone} {'see' if many else 'sees'} it."
        f" If {'not' if one else 'none is'}, {used}, and {gone} {'are' if many else 'is'} in {_where(step, columns)}"
        f" outside {p.units(rows)}. Either way {p.conclusion(step)}."
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


def _where(step: Step, columns: Sequence[Unit]) -> str:
    gone = {cell for cell, _ in step.removes}
    return p.units([unit for unit in columns if gone.intersection(unit.cells)])


def _by_contradiction(step: Step, bases: Sequence[Part], covers: Sequence[Part], fins: Sequence[int]) -> str:
    """Suppose each removed candidate in turn: the bases then have too few covers left."""
    digit, rows = bases[0].digits[0], _units(step, bases)
    groups: dict[tuple[str, str], list[int]] = {}
    for cell, _ in step.removes:
        left = {other for part in bases for other in part.cells if other != cell} - set(step.layout.peers[cell])
        hit = [fin for fin in fins if fin not in left]
        lost = f" and {p.cells(step.layout, hit)}" if hit else ""
        groups.setdefault((p.units(_needed(step, covers, left)), lost), []).append(cell)
    lines = []
    for (few, lost), found in groups.items():
        names = p.cells(step.layout, found, "or")
        through = p.units([unit for unit in _units(step, covers) if any(cell in unit.cells for cell in found)])
        left_over = f"all fit into {few}" if few else "have no place at all"
        lines.append(
            f"Suppose {names} is {digit}. Then {digit} is not elsewhere in {through or 'the units of that cell'}{lost},"
            f" so the {digit}s of {p.units(rows)} would have to {left_over}, which is too few."
        )
    return f"{' '.join(lines)} So {p.conclusion(step)}."


def _needed(step: Step, covers: Sequence[Part], left: set[int]) -> list[Unit]:
    """The fewest covers that contain all that is left."""
    choice = _units(step, covers)
    for count in range(len(choice) + 1):
        for some in combinations(choice, count):
            if left <= {cell for unit in some for cell in unit.cells}:
                return list(some)
    return choice
