"""Looks: how a picture marks each candidate that a step uses, by its role, and in which words its legend says so."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ninefold.logic.clusters import two_colours
from ninefold.logic.step import Candidate, Child, Part, Step, chain_starts, join_words
from ninefold.logic.symbols import colour_names, set_names, written


class Look(NamedTuple):
    """How a role is marked: its words in the legend, its colour, and the shape behind a candidate."""

    words: str
    colour: str
    shape: str


BLUE, GREEN, ORANGE, PURPLE, RED = "#56b4e9", "#2fa37c", "#e69f00", "#b884d6", "#c8321f"
PATTERN = Look("pattern", BLUE, "circle")
SECOND = Look("second set", GREEN, "square")
THIRD = Look("third set", PURPLE, "hexagon")
EXTRA = Look("fin or extra candidate", ORANGE, "diamond")
REMOVED = Look("removed", RED, "cross")
# By role; several sets or colours in one step take turns.
LOOKS = {
    "fin": EXTRA._replace(words="fin"),
    "endofin": THIRD._replace(words="fin in two base units"),
    "guardian": EXTRA._replace(words="way out"),
    "extra": EXTRA,
    "pincer": SECOND._replace(words="pincer"),
    "pivot": PATTERN._replace(words="pivot"),
    "stem": PATTERN._replace(words="stem"),
    "base": PATTERN._replace(words="places of the digit"),
    "node": PATTERN._replace(words="chain"),
    "rectangle": PATTERN._replace(words="deadly pattern"),
    "subset": SECOND._replace(words="set of cells"),
    "crossing": THIRD._replace(words="crossing"),
    "assumption": PATTERN._replace(words="assumed"),
}
FIRST = ("fin", "endofin", "guardian", "extra")  # these roles are marked before others of the same candidates
# What the parts of an exocet are called.
EXOCET = {"stem": "base cell", "pincer": "target cell", "extra": "other place"}
FIREWORKS = {"crossing": "where two lines cross", "pincer": "other end of a line"}
END = Look("one is true", GREEN, "square")
TURNS = (PATTERN, SECOND, THIRD, EXTRA)
SETS = ("als", "petal", "colour")


def step_marks(step: Step) -> dict[Candidate, Look]:
    """The look of every candidate that the step uses; fins come first, then earlier parts before later ones."""
    if step.technique.slug == "medusa":
        return {one: look for one, look in _medusa_marks(step).items() if one not in step.places}
    found: dict[Candidate, Look] = {}
    ends, sets = chain_ends(step), [index for index, part in enumerate(step.parts) if part.role in SETS]
    for index, part in sorted(enumerate(step.parts), key=lambda pair: pair[1].role not in FIRST):
        if part.role == "cover":
            continue
        look = END if index in ends else _turn(step, part, sets.index(index)) if index in sets else _look(step, part)
        for candidate in _open(step, part):
            found.setdefault(candidate, _in_bent_set(step, candidate) if _is_bent(step) else look)
    for index, child in enumerate(step.children):
        found |= _assumed(child, _case(step, index)) | found
    return {candidate: look for candidate, look in found.items() if candidate not in step.places}


def _look(step: Step, part: Part) -> Look:
    """The look of a role, in the words of the technique."""
    look, slug = LOOKS.get(part.role, PATTERN), step.technique.slug
    words = EXOCET if slug in ("exocet", "double-exocet") else FIREWORKS if slug.startswith("fireworks") else {}
    return look._replace(words=words.get(part.role, look.words))


def _is_bent(step: Step) -> bool:
    return step.technique.slug.endswith("wxyz-wing")


def _medusa_marks(step: Step) -> dict[Candidate, Look]:
    """Two colours over several digits."""
    looks = [TURNS[turn]._replace(words=colour_names(step.layout)[turn]) for turn in (0, 1)]
    return {one: look for look, colour in zip(looks, two_colours(step), strict=True) for one in sorted(colour)}


def _in_bent_set(step: Step, candidate: Candidate) -> Look:
    """Bent sets are one set of cells; only the digit that one of them must be is marked otherwise."""
    digit = step.removes[0][1]
    return SECOND._replace(words=f"one is {written(digit)}") if candidate[1] == digit else _SET


_SET = PATTERN._replace(words="set of cells")


def _case(step: Step, index: int) -> Look:
    """What is true in a case. Looks repeat after four cases, so the legend lists all cases of a look."""
    if step.technique.family == "kraken":  # bases and fins have looks of their own
        return SECOND._replace(words="true then")
    count, turns = len(step.children), len(TURNS)
    if count == 1:
        return PATTERN._replace(words="true then")
    same = [number + 1 for number in range(count) if number % turns == index % turns]
    return TURNS[index % turns]._replace(words=f"true in case{'s' * (len(same) > 1)} {join_words(same)}")


def shared_marks(step: Step, marks: dict[Candidate, Look]) -> Iterator[tuple[Candidate, Look]]:
    """The further sets that a candidate belongs to: sets of a chain may share cells."""
    sets = [part for part in step.parts if part.role in SETS]
    if step.technique.slug == "medusa":
        return
    for turn, part in enumerate(sets):
        look = _turn(step, part, turn)
        yield from ((one, look) for one in _open(step, part) if marks.get(one, look) != look)


def chain_ends(step: Step) -> tuple[int, ...]:
    """The ends of open chains, as indices of parts: one of two is true. Nothing for loops and other steps."""
    if not step.links or not (step.links[0].strong and step.links[-1].strong):
        return ()
    starts = chain_starts(step)
    ends: list[int] = []
    for start, stop in zip(starts, [*starts[1:], len(step.links)], strict=True):
        first, last = step.links[start].start, step.links[stop - 1].end
        if step.parts[first][1:3] != step.parts[last][1:3] and step.parts[first].role == "node":
            ends += [first, last]
    return tuple(ends)


def _turn(step: Step, part: Part, turn: int) -> Look:
    """The look of a set or colour. Looks repeat in long chains, so the legend lists all sets of a look."""
    looks = TURNS[1:] if step.roles("stem") else TURNS  # the stem has the first one
    look = looks[turn % len(looks)]
    if step.technique.slug == "sue-de-coq" and part.unit is not None:
        return look._replace(words=f"set in {step.layout.unit_name(step.layout.units[part.unit])}")
    if step.technique.family == "exclusion":
        return PATTERN._replace(words="cell that they see")
    if part.role == "colour":
        return look._replace(words=colour_names(step.layout)[turn % 4])
    names = set_names(step.layout)[turn % len(looks) : len(step.roles(part.role)) : len(looks)]
    return look._replace(
        words=f"{'petal' if part.role == 'petal' else 'set'}{'s' * (len(names) > 1)} {join_words(names)}"
    )


def _open(step: Step, part: Part) -> list[Candidate]:
    pairs = [(cell, digit) for cell in part.cells for digit in part.digits]
    if step.position is None:
        return pairs
    return [(cell, digit) for cell, digit in pairs if step.position.candidates[cell] >> digit - 1 & 1]


def _assumed(child: Child, look: Look) -> dict[Candidate, Look]:
    return {(node.cell, node.digit): look for node in child.nodes if node.holds}
