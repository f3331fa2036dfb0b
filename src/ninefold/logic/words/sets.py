"""Sentences for wings, bent sets, almost locked sets, Sue de Coq, Death Blossom and aligned exclusion."""

from __future__ import annotations

from collections.abc import Sequence
from itertools import pairwise, product

from ninefold.logic.restricted import link_digits
from ninefold.logic.step import Candidates, Part, Step, join_words
from ninefold.logic.symbols import candidates_of, set_names
from ninefold.logic.words import phrases as p


def xy_wing(step: Step) -> str:
    """XY-wings and XYZ-wings: what each digit of the pivot leads to."""
    pivot, pincers = step.roles("pivot")[0], step.roles("pincer")
    name, z = step.layout.name(pivot.cells[0]), step.removes[0][1]
    cases = []
    for pincer in pincers:
        other = next(digit for digit in pincer.digits if digit != z)
        cases.append(f"If it is {other}, {step.layout.name(pincer.cells[0])}, which sees it, is {z}")
    holders = [cell for pincer in pincers for cell in pincer.cells]
    third = ""
    if z in pivot.digits:
        third = f" Or it is {z} itself."
        holders.append(pivot.cells[0])
    either = p.one_of(step.layout, holders, z)
    return (
        f"{name} can only be {p.digits(pivot.digits, 'or')}. {'. '.join(cases)}.{third}"
        f" So {either}, and {_sees_all(step, len(holders))}: {p.conclusion(step)}."
    )


def _sees_all(step: Step, count: int) -> str:
    gone = sorted({cell for cell, _ in step.removes})
    verb = "sees" if len(gone) == 1 else "see"
    return f"{p.cells(step.layout, gone)} {verb} {p.together(count)} of {'them' if count else 'these'}"


def bent_set(step: Step) -> str:
    """WXYZ-wings and larger: as many digits as cells, and all but one fit only once."""
    inside = sorted({cell for part in step.parts for cell in part.cells})
    digits = sorted({digit for part in step.parts for digit in part.digits})
    z = step.removes[0][1]
    rest = [digit for digit in digits if digit != z]
    count = p.number(len(inside))
    return (
        f"The {count} cells {p.cells(step.layout, inside)} have only the {p.number(len(digits))} candidates"
        f" {p.digits(digits)} between them. Each of {p.digits(rest)} fits only once, because all its places there see"
        f" each other. They fill at most {p.number(len(rest))} of the cells, so one of the cells is {z},"
        f" and {p.cells(step.layout, {cell for cell, _ in step.removes})}"
        f" {'sees' if len({cell for cell, _ in step.removes}) == 1 else 'see'} every place for {z} in them:"
        f" {p.conclusion(step)}."
    )


# --- almost locked sets ---------------------------------------------------------------------------


def als_chain(step: Step) -> str:
    """ALS-XZ, ALS-XY-wing and longer chains of sets."""
    sets, names = step.roles("als"), set_names(step.layout)
    lines = [_set(step, part, names[index]) for index, part in enumerate(sets)]
    if len(sets) == 2 and len(step.restricted[0]) == 2:
        return f"{' '.join(lines)} {_doubly_linked(step, list(step.restricted[0]))}"
    ends: dict[tuple[int, ...], list[int]] = {}
    for z in sorted({digit for _, digit in step.removes}):
        ends.setdefault(link_digits(step, z), []).append(z)
    said = [
        f"{x} cannot be in both {names[index]} and {names[index + 1]}, because its places there see each other."
        for by in ends
        for index, x in enumerate(by)
    ]
    walks = [_walk(by, zs, names) for by, zs in ends.items()]
    return f"{' '.join(lines)} {' '.join(dict.fromkeys(said))} {' '.join(walks)}: {p.conclusion(step)}."


def _walk(by: tuple[int, ...], ends: list[int], names: Sequence[str]) -> str:
    """From the first set to the last: what each one needs if the one before it has its digits."""
    z, last = ends[0], names[len(by)]
    walk = [f"If {names[0]} does not hold {z}, it needs all its other digits, {by[0]} among them"]
    for index, (x, needs) in enumerate(pairwise((*by, z)), 1):
        walk.append(f"then {names[index]} loses {x} and needs all its other digits, {needs} among them")
    also = f". The same goes for {p.digits(ends[1:])}" if len(ends) > 1 else ""
    return (
        f"{'; '.join(walk)}. So {names[0]} or {last} holds {z}, and whatever sees all places for {z} in both cannot be"
        f" {z}{also}"
    )


def _set(step: Step, part: Part, name: str) -> str:
    cells = p.cells(step.layout, part.cells)
    if len(part.cells) == 1:
        return f"{name} is {cells}, with {p.digits(part.digits)}."
    return f"{name} is {cells}: {p.number(len(part.cells))} cells with only {p.digits(part.digits)}."


def _doubly_linked(step: Step, common: list[int]) -> str:
    (x, y), (one, other) = common, set_names(step.layout)[:2]
    return (
        f"Neither {x} nor {y} can be in both, because their places see each other. {one} can miss only one of its"
        f" digits, and so can {other}: so one set holds {x} and the other {y}, and each set holds all its other digits."
        f" Whatever sees all places of such a digit goes: {p.conclusion(step)}."
    )


def sue_de_coq(step: Step) -> str:
    """As many digits as cells, none of which fits twice."""
    crossing = step.roles("crossing")[0]
    line, box = step.roles("als")[:2]
    names = [p.cells(step.layout, part.cells) for part in (crossing, line, box)]
    count = len(crossing.cells) + len(line.cells) + len(box.cells)
    where = (p.where(step, line, "the line"), p.where(step, box, "the box"))
    return (
        f"{names[0]} have the candidates {p.digits(crossing.digits)}. {names[1]} in {where[0]}"
        f" {'has' if len(line.cells) == 1 else 'have'} only {p.digits(line.digits)}, and {names[2]} in {where[1]}"
        f" {'has' if len(box.cells) == 1 else 'have'} only {p.digits(box.digits)}."
        f" {_fits_once(step)} So these {p.number(count)} cells have room for {p.number(count)} digits and use all of"
        f" them: the digits of {names[1]} within {where[0]}, those of {names[2]} within"
        f" {where[1]}{_rest_of(step)}. So {p.conclusion(step)}."
    )


def _rest_of(step: Step) -> str:
    """The digits that only the crossing has: they are used up in both of its units."""
    rest = set(step.roles("crossing")[0].digits).difference(*(part.digits for part in step.roles("als")[:2]))
    return f", and {p.digits(rest)} within both" if rest else ""


def _fits_once(step: Step) -> str:
    """Which digits fit only once in the cells of the step, because all their places there see each other."""
    inside, places = sorted({cell for part in step.parts for cell in part.cells}), step.layout.peers
    twice = []
    for digit in sorted({digit for part in step.parts for digit in part.digits}):
        own = [cell for cell in inside if digit in candidates_of(step, cell)]
        if any(other not in places[cell] for cell in own for other in own if other != cell):
            twice.append(digit)
    if twice:
        return f"{p.digits(twice)} can be once in each of the two units, and every other digit only once in all."
    return "Each digit fits there only once, because all its places see each other."


def death_blossom(step: Step) -> str:
    """For each digit of the stem, a petal that it turns into a locked set."""
    stem, petals = step.roles("stem")[0], step.roles("petal")
    name = step.layout.name(stem.cells[0])
    z = join_words(sorted({digit for _, digit in step.removes}))
    lines = [f"{name} can only be {p.digits(stem.digits, 'or')}."]
    for link in step.links:
        digit, places = step.parts[link.end].digits[0], set(step.parts[link.end].cells)
        petal = next(part for part in petals if places <= set(part.cells))
        cells = p.cells(step.layout, petal.cells)
        left = [one for one in petal.digits if one != digit]
        verb = "is" if len(petal.cells) == 1 else "are"
        lines.append(f"If it is {digit}, {cells} {verb} left with {p.digits(left)}.")
    return (
        f"{' '.join(lines)} In each case these cells need all the digits left to them, {z} among them. Whatever"
        f" sees all places for {'such a digit' if ' ' in z else z} in all of these sets loses it: {p.conclusion(step)}."
    )


def exclusion(step: Step) -> str:
    """Aligned pair and triple exclusion: the combinations with a removed candidate, and what each would empty."""
    base, excluders = step.roles("subset")[0], step.roles("als")
    names, both = p.cells(step.layout, base.cells), p.together(len(base.cells))
    others = [f"{step.layout.name(part.cells[0])} has only {p.digits(part.digits)}" for part in excluders]
    rest = {cell: p.cells(step.layout, [one for one in base.cells if one != cell]) for cell, _ in step.removes}
    lines = [
        f"If {p.places(step.layout, ((cell, digit),))}, {rest[cell]} cannot be"
        f" {', nor '.join(_ruled_out(step, cell, digit))}."
        for cell, digit in step.removes
    ]
    many = len(step.removes) > 1
    return (
        f"{names} {both} see {p.cells(step.layout, [part.cells[0] for part in excluders])}: {join_words(others)}."
        f" {' '.join(lines)} {'In each case that' if many else 'That'} leaves nothing for"
        f" {'the other cells' if len(base.cells) > 2 or many else rest[step.removes[0][0]]}, so {p.conclusion(step)}."
    )


def _ruled_out(step: Step, cell: int, digit: int) -> list[str]:
    """What the other cells of the base cannot be beside this digit, by the excluder that would be left empty."""
    others = [one for one in step.roles("subset")[0].cells if one != cell]
    options = [candidates_of(step, one) for one in others]
    by_excluder: dict[str, list[str]] = {}
    for values in product(*options):
        pairs = tuple(zip(others, values, strict=True))
        why = _why_not(step, ((cell, digit), *pairs))
        by_excluder.setdefault(why, []).append("/".join(map(str, values)))
    return [f"{join_words(found, 'or')} ({why})" for why, found in by_excluder.items()]


def _why_not(step: Step, pairs: Candidates) -> str:
    """What is wrong with a combination: two equal digits that see each other, or an excluder without a digit."""
    for index, (cell, digit) in enumerate(pairs):
        if any(digit == other and cell in step.layout.peers[near] for near, other in pairs[:index]):
            return "the same digit in cells that see each other"
    used = {digit for _, digit in pairs}
    excluder = next(part for part in step.roles("als") if used >= set(part.digits))
    return f"{step.layout.name(excluder.cells[0])} would have no digit left"
