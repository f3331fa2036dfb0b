"""Sentences for colouring: simple colours, multi-colours and 3D Medusa."""

from __future__ import annotations

from collections.abc import Iterable
from itertools import combinations

from ninefold.core.layout import Layout, Unit
from ninefold.logic.clusters import cluster_links, sights, two_colours
from ninefold.logic.step import Candidate, Part, Step
from ninefold.logic.symbols import colour_names
from ninefold.logic.words import phrases as p

MAX_LINES = 4  # removed candidates whose reasons are given one by one


def simple(step: Step) -> str:
    """One cluster of one digit."""
    names = colour_names(step.layout)
    first, second = step.roles("colour")[:2]
    digit = first.digits[0]
    opening = _cluster(step, first, second, digit, names[:2])
    for wrong, _, *cells in sights(step):
        return (
            f"{opening} {p.cells(step.layout, cells)} both have {names[wrong]} and see each other, so {names[wrong]} is"
            f" wrong and {names[1 - wrong]} is right: {p.conclusion(step)}."
        )
    return f"{opening} {_trapped(step, first, second, names[:2])} So {p.conclusion(step)}."


def remote_pair(step: Step) -> str:
    """Cells with the same two candidates, coloured alternately."""
    names = colour_names(step.layout)
    first, second = step.roles("colour")[:2]
    digits = p.digits(first.digits, "or")
    return (
        f"{p.cells(step.layout, first.cells + second.cells)} can only be {digits}. Give"
        f" {p.cells(step.layout, first.cells)} {names[0]} and {p.cells(step.layout, second.cells)} {names[1]}: each"
        f" sees one of the other colour, so those of {names[0]} are all one digit and those of {names[1]} the other."
        f" {_trapped(step, first, second, names[:2])} So {p.conclusion(step)}."
    )


def multi(step: Step) -> str:
    """Two clusters of one digit."""
    names = colour_names(step.layout)
    parts = step.roles("colour")[:4]
    digit = parts[0].digits[0]
    opening = " ".join(_cluster(step, parts[at], parts[at + 1], digit, names[at : at + 2]) for at in (0, 2))
    if step.technique.slug == "multi-colours-2":
        (wrong, *_), *_ = found = sights(step)
        others = [names[other] for _, other, _, _ in found]
        seen = " and ".join(_sight(step, *sight) for sight in found)
        if len({sight[2] for sight in found}) == 1:  # one cell sees both colours
            ends = (f"{step.layout.name(cell)} ({names[other]})" for _, other, _, cell in found)
            seen = f"{step.layout.name(found[0][2])} ({names[wrong]}) sees {' and '.join(ends)}"
        return (
            f"{opening} {seen}. {_capital(others[0])} or {others[1]} is right, so"
            f" {names[wrong]} is wrong: {p.conclusion(step)}."
        )
    lines = []
    for one, two, *cells in sights(step):
        left = (1 - one, 5 - two)
        both = f"{_sight(step, one, two, *cells)}, so they are not both right"
        trapped = _trapped(step, parts[left[0]], parts[left[1]], (names[left[0]], names[left[1]]))
        lines.append(f"{both}: {names[left[0]]} or {names[left[1]]} is. {trapped}".rstrip())
    return f"{opening} {' '.join(lines)} So {p.conclusion(step)}."


def _sight(step: Step, one: int, other: int, a: int, b: int) -> str:
    """That a cell of one colour sees a cell of another."""
    names = colour_names(step.layout)
    return f"{step.layout.name(a)} ({names[one]}) sees {step.layout.name(b)} ({names[other]})"


def medusa(step: Step) -> str:
    """Colours over several digits, and what contradicts one of them or both."""
    colours, (one, other) = two_colours(step), colour_names(step.layout)[:2]
    lists = [_candidates(step, colour) for colour in colours]
    return (
        f"{_capital(one)} is {lists[0]}. {_capital(other)} is {lists[1]}. They alternate along links, each of which"
        f" joins the only two candidates of a cell or the only two places of a digit in a unit: {_links(step)}."
        f" So all candidates of {one} are true, or all of {other}. {_medusa_end(step, colours)}"
    )


def _candidates(step: Step, colour: set[Candidate]) -> str:
    """Candidates by digit: `1 in r6c2 and r7c3; 9 in r6c3`."""
    by_digit: dict[int, list[int]] = {}
    for cell, digit in sorted(colour, key=lambda one: (one[1], one[0])):
        by_digit.setdefault(digit, []).append(cell)
    return "; ".join(f"{digit} in {p.cells(step.layout, cells)}" for digit, cells in by_digit.items())


def _links(step: Step) -> str:
    """What the links rest on: `r7c3; 1 in row 7 and column 2`."""
    cells = [one[0] for one, _, truth in cluster_links(step) if truth.kind == "cell"]
    by_digit: dict[int, list[Unit]] = {}
    for _, _, truth in cluster_links(step):
        if truth.kind == "unit":
            by_digit.setdefault(truth.digit, []).append(step.layout.units[truth.what])
    words = [p.cells(step.layout, cells)] if cells else []
    named = (f"{digit} in {p.units(step.layout, _in_order(step.layout, units))}" for digit, units in by_digit.items())
    return "; ".join([*words, *named])


def _in_order(layout: Layout, units: Iterable[Unit]) -> list[Unit]:
    """Units in the order of the board, so that those of a kind are named together."""
    return sorted(set(units), key=layout.units.index)


def _medusa_end(step: Step, colours: tuple[set[Candidate], set[Candidate]]) -> str:
    gone, names = set(step.removes), colour_names(step.layout)
    for wrong in (0, 1):
        if gone and gone <= colours[wrong]:
            return (
                f"{_medusa_clash(step, colours[wrong], names[wrong])} So {names[wrong]} is wrong and"
                f" {names[1 - wrong]} is right: {p.conclusion(step)}."
            )
    lines = [_medusa_trap(step, colours, one) for one in step.removes[:MAX_LINES]]
    return f"{' '.join(lines)}{' The others go likewise.' * (len(step.removes) > MAX_LINES)} So {p.conclusion(step)}."


def _medusa_clash(step: Step, colour: set[Candidate], name: str) -> str:
    """Two candidates of one colour that exclude each other."""
    for one, other in combinations(sorted(colour), 2):
        if one[0] == other[0]:
            return f"{step.layout.name(one[0])} would have to be both {one[1]} and {other[1]} ({name})."
        if one[1] == other[1] and other[0] in step.layout.peers[one[0]]:
            return f"{p.cells(step.layout, (one[0], other[0]))} see each other and would both be {one[1]} ({name})."
    return f"{_capital(name)} contradicts itself."


def _medusa_trap(step: Step, colours: tuple[set[Candidate], set[Candidate]], gone: Candidate) -> str:
    """What rules a candidate out in each case: another digit in its cell, or its digit in a cell that it sees."""
    names = colour_names(step.layout)
    cell, digit = gone
    cases = []
    for name, colour in zip(names, colours, strict=False):
        inside = next((other for place, other in sorted(colour) if place == cell), None)
        near = next(
            (place for place, other in sorted(colour) if other == digit and place in step.layout.peers[cell]), None
        )
        if inside is not None:
            cases.append(f"it is {inside} if {name} is right")
        elif near is not None:
            cases.append(f"it sees {digit} in {step.layout.name(near)} if {name} is right")
    return f"{step.layout.name(cell)} is not {digit}: {', and '.join(cases)}."


def _cluster(step: Step, first: Part, second: Part, digit: int, names: tuple[str, ...]) -> str:
    inside = {*first.cells, *second.cells}
    units = [step.layout.units[truth.what] for (cell, _), _, truth in cluster_links(step) if cell in inside]
    if len(inside) == 2:
        return (
            f"In {p.units(step.layout, units[:1])}, the digit {digit} is in {step.layout.name(first.cells[0])}"
            f" ({names[0]}) or {step.layout.name(second.cells[0])} ({names[1]})."
        )
    return (
        f"{_capital(names[0])} is {digit} in {p.cells(step.layout, first.cells)}; {names[1]} is {digit} in"
        f" {p.cells(step.layout, second.cells)}. They alternate along units with only two places for {digit}:"
        f" {p.units(step.layout, units)}. So all of {names[0]} or all of {names[1]} is right."
    )


def _capital(name: str) -> str:
    return name[0].upper() + name[1:]


def _trapped(step: Step, first: Part, second: Part, names: tuple[str, ...]) -> str:
    lines = []
    for cell in sorted({cell for cell, _ in step.removes}):
        one, two = (next((c for c in part.cells if c in step.layout.peers[cell]), None) for part in (first, second))
        if one is not None and two is not None:
            lines.append(
                f"{step.layout.name(cell)} sees {step.layout.name(one)} ({names[0]}) and {step.layout.name(two)}"
                f" ({names[1]})."
            )
    return " ".join(lines)
