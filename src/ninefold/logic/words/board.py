"""Sentences for Kraken fish and patterns of the whole board: what each truth leaves if the conclusion is wrong."""

from __future__ import annotations

from ninefold.core.position import digits_of
from ninefold.logic.step import Candidate, Step, Truth, join_words
from ninefold.logic.words import phrases as p
from ninefold.logic.words.forcing import child_lines


def kraken(step: Step) -> str:
    """A fish, and a chain from each fin."""
    bases, covers = step.roles("base"), step.roles("cover")
    digit = bases[0].digits[0]
    rows, columns = ([step.layout.units[part.unit or 0] for part in parts] for parts in (bases, covers))
    lines = [
        f"In {p.units(rows)}, {digit} fits only cells of {p.units(columns)}, apart from the fins. If no fin is {digit},"
        f" {p.units(rows)} use up the {digit} of {p.units(columns)}. If a fin is {digit}, a chain follows:"
    ]
    for child in step.children:
        lines += child_lines(step, child)
    return "\n".join([*lines, f"In every case {p.conclusion(step)}."])


def board(step: Step) -> str:
    """The truths of a pattern, and why none of its removed candidates can hold."""
    named = join_words(dict.fromkeys(_truth(step, truth) for truth in step.truths)) if step.truths else ""
    rests = f"This rests on: {named}. " if named else ""
    unique = " This assumes that the puzzle has one solution." if step.assumes_unique else ""
    example = _example(step)
    return f"{rests}{example}So {p.conclusion(step)}.{unique}"


def _truth(step: Step, truth: Truth) -> str:
    if truth.kind == "cell":
        digits = digits_of(step.position.candidates[truth.what]) if step.position else ()
        return f"{step.layout.name(truth.what)} is {p.digits(digits, 'or') if digits else 'filled'}"
    if truth.kind == "unit":
        return f"{p.in_unit(step, truth)} has a {truth.digit}"
    return "the clues have one solution"


def _example(step: Step) -> str:
    """Suppose one removed candidate, and follow the truths until one has nothing left."""
    if step.position is None or not step.removes:
        return ""
    first = step.removes[0]
    said = _follow(step, first)
    if said is None:
        return (
            f"Suppose {step.layout.name(first[0])} is {first[1]}: then these cells and units have more digits to take"
            " than there are places left. "
        )
    return f"Suppose {step.layout.name(first[0])} is {first[1]}. {' '.join(said)} "


def _follow(step: Step, first: Candidate) -> list[str] | None:
    """What the truths force one after another; None if they need cases."""
    truths = [truth for truth in step.truths if truth.kind != "pattern"]
    true: list[Candidate] = [first]
    said: list[str] = []
    while True:
        for truth in truths:
            options = [pair for pair in _options(step, truth) if not _excluded(step, pair, true)]
            if not options:
                return [*said, f"Then {_emptied(step, truth)}."]
            if len(options) == 1 and options[0] not in true:
                cell, digit = options[0]
                true.append(options[0])
                said.append(f"Then {step.layout.name(cell)} is {digit}.")
                break
        else:
            return None


def _options(step: Step, truth: Truth) -> list[Candidate]:
    candidates = step.position.candidates if step.position else []
    if truth.kind == "cell":
        return [(truth.what, digit) for digit in digits_of(candidates[truth.what])]
    cells = step.layout.units[truth.what].cells
    return [(cell, truth.digit) for cell in cells if candidates[cell] >> truth.digit - 1 & 1]


def _excluded(step: Step, pair: Candidate, true: list[Candidate]) -> bool:
    cell, digit = pair
    return any(
        (other == cell and value != digit) or (value == digit and cell in step.layout.peers[other])
        for other, value in true
    )


def _emptied(step: Step, truth: Truth) -> str:
    if truth.kind == "cell":
        return f"{step.layout.name(truth.what)} has no digit left"
    return f"{p.in_unit(step, truth)} has no place left for {truth.digit}"
