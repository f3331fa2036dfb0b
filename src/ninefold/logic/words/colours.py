"""Sentences for colouring: simple colours, multi-colours and 3D Medusa."""

from __future__ import annotations

from ninefold.logic.step import Part, Step, join_words
from ninefold.logic.words import phrases as p

NAMES = ("blue", "green", "orange", "purple")


def simple(step: Step) -> str:
    """One cluster of one digit."""
    first, second = step.roles("colour")[:2]
    digit = first.digits[0]
    opening = _cluster(step, first, second, digit, NAMES[:2])
    gone = {cell for cell, _ in step.removes}
    for colour, name, other in ((first, *NAMES[:2]), (second, NAMES[1], NAMES[0])):
        if gone and gone <= set(colour.cells):
            one, two = _clash(step, colour)
            return (
                f"{opening} {p.cells(step.layout, (one, two))} are both {name} and see each other, so {name} is wrong"
                f" and {other} is right: {p.conclusion(step)}."
            )
    return f"{opening} {_trapped(step, first, second, NAMES[:2])} So {p.conclusion(step)}."


def remote_pair(step: Step) -> str:
    """Cells with the same two candidates, coloured alternately."""
    first, second = step.roles("colour")[:2]
    digits = p.digits(first.digits, "or")
    return (
        f"{p.cells(step.layout, first.cells + second.cells)} can only be {digits}. Colour"
        f" {p.cells(step.layout, first.cells)} {NAMES[0]} and {p.cells(step.layout, second.cells)} {NAMES[1]}: each"
        f" sees one of the other colour, so all {NAMES[0]} cells are one digit and all {NAMES[1]} cells the other."
        f" {_trapped(step, first, second, NAMES[:2])} So {p.conclusion(step)}."
    )


def multi(step: Step) -> str:
    """Two clusters of one digit."""
    parts = step.roles("colour")[:4]
    digit = parts[0].digits[0]
    opening = " ".join(_cluster(step, parts[at], parts[at + 1], digit, NAMES[at : at + 2]) for at in (0, 2))
    pairs = [
        (one, two)
        for one in (0, 1)
        for two in (2, 3)
        if any(b in step.layout.peers[a] for a in parts[one].cells for b in parts[two].cells)
    ]
    if step.technique.slug == "multi-colours-2":
        gone = {cell for cell, _ in step.removes}
        wrong = next((index for index, part in enumerate(parts) if gone <= set(part.cells)), 0)
        others = (2, 3) if wrong < 2 else (0, 1)
        return (
            f"{opening} {NAMES[wrong].capitalize()} sees both {NAMES[others[0]]} and {NAMES[others[1]]}, one of which"
            f" is right. So {NAMES[wrong]} is wrong: {p.conclusion(step)}."
        )
    lines = []
    for one, two in pairs:
        a, b = next((a, b) for a in parts[one].cells for b in parts[two].cells if b in step.layout.peers[a])
        lines.append(
            f"{step.layout.name(a)} ({NAMES[one]}) sees {step.layout.name(b)} ({NAMES[two]}), so they are not both"
            f" right: {NAMES[1 - one]} or {NAMES[5 - two]} is."
        )
    return f"{opening} {' '.join(lines)} What sees both of these goes: {p.conclusion(step)}."


def medusa(step: Step) -> str:
    """Colours over several digits: even parts are blue, odd parts are green."""
    parts = step.roles("colour")
    lists = [join_words(f"{d} in {p.cells(step.layout, part.cells)}" for part in parts[at::2] if part.cells
                        for d in part.digits) for at in (0, 1)]  # fmt: skip
    return (
        f"Blue: {lists[0]}. Green: {lists[1]}. Each link joins the only two candidates of a cell or the only two places"
        " of a digit in a unit, one blue and one green. So either all blue candidates are true or all green ones."
        f" {_medusa_end(step, parts)}"
    )


def _medusa_end(step: Step, parts: tuple[Part, ...]) -> str:
    colours = [
        {(cell, digit) for part in parts[at::2] for cell in part.cells for digit in part.digits} for at in (0, 1)
    ]
    gone = set(step.removes)
    for wrong in (0, 1):
        if gone and gone <= colours[wrong]:
            return (
                f"{NAMES[wrong].capitalize()} contradicts itself, so {NAMES[1 - wrong]} is right: {p.conclusion(step)}."
            )
    return f"Either way {p.conclusion(step)}."


def _cluster(step: Step, first: Part, second: Part, digit: int, names: tuple[str, ...]) -> str:
    return (
        f"{names[0].capitalize()} is {digit} in {p.cells(step.layout, first.cells)}; {names[1]} is {digit} in"
        f" {p.cells(step.layout, second.cells)}. They are linked by units with only two places for {digit}, so all of"
        f" {names[0]} or all of {names[1]} is right."
    )


def _clash(step: Step, colour: Part) -> tuple[int, int]:
    """Two cells of one colour that see each other."""
    return next((a, b) for a in colour.cells for b in colour.cells if b in step.layout.peers[a])


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
