"""Steps as 16-bit words and back; the layout is described in native/logic/wire.hpp."""

from __future__ import annotations

import sys
from array import array
from collections.abc import Iterator
from typing import get_args

from ninefold.core.layout import Layout
from ninefold.core.position import Position
from ninefold.logic.step import Candidates, Child, Ending, Node, Part, Role, Step, StepLink, Truth
from ninefold.logic.techniques import techniques

ROLES: tuple[Role, ...] = get_args(Role)
TRUTHS = ("cell", "unit", "pattern")
REASONS = ("start", "sees", "cell", "unit", "lemma")
ENDINGS = ("cell", "unit", "both", "conclusion")
# Words of a step before its lists: the size (2), technique, flags, length, and the six lengths of the lists.
HEAD = 11
SPLIT = 15  # bits in the low word of a size or of a set of digits


def split(wire: bytes) -> Iterator[bytes]:
    """The records of steps that follow one another."""
    at = 0
    while at < len(wire):
        low, high = wire[at] | wire[at + 1] << 8, wire[at + 2] | wire[at + 3] << 8
        size = 2 * (low | high << SPLIT)
        yield wire[at : at + size]
        at += size


def decode(wire: bytes, layout: Layout, position: Position | None = None) -> Step:
    """The step of a record."""
    return _Reader(_words(wire), layout).step(position)


def effect(wire: bytes) -> tuple[int, Candidates, Candidates]:
    """The number of the technique, the places and the removes of a record, without decoding the rest."""
    words = _words(wire)
    places, removes = words[5], words[6]
    pairs = [(words[at], words[at + 1]) for at in range(HEAD, HEAD + 2 * (places + removes), 2)]
    return words[2], tuple(pairs[:places]), tuple(pairs[places:])


def encode(step: Step) -> bytes:
    """The record of a step."""
    words = array("h", _step_words(step))
    if sys.byteorder == "big":
        words.byteswap()
    return words.tobytes()


def _words(wire: bytes) -> array[int]:
    words = array("h")
    words.frombytes(wire)
    if sys.byteorder == "big":
        words.byteswap()
    return words


class _Reader:
    """Reads words one after another."""

    def __init__(self, words: array[int], layout: Layout) -> None:
        self.words, self.layout, self.at = words, layout, 0

    def take(self, count: int) -> list[int]:
        """The next words."""
        self.at += count
        return self.words[self.at - count : self.at].tolist()

    def step(self, position: Position | None = None) -> Step:
        _, _, technique, flags, length, places, removes, parts, links, truths, children = self.take(HEAD)
        return Step(
            layout=self.layout,
            technique=techniques()[technique],
            assumes_unique=bool(flags & 1),
            length=length,
            places=self.candidates(places),
            removes=self.candidates(removes),
            parts=tuple(self.part() for _ in range(parts)),
            links=tuple(self.link() for _ in range(links)),
            truths=tuple(self.truth() for _ in range(truths)),
            children=tuple(self.child() for _ in range(children)),
            position=position,
        )

    def candidates(self, count: int) -> Candidates:
        words = self.take(2 * count)
        return tuple(zip(words[::2], words[1::2], strict=True))

    def part(self) -> Part:
        role, unit, low, high, cells = self.take(5)
        bits = low | high << SPLIT
        digits = tuple(digit + 1 for digit in range(bits.bit_length()) if bits >> digit & 1)
        return Part(ROLES[role], digits, tuple(self.take(cells)), None if unit < 0 else unit)

    def link(self) -> StepLink:
        start, end, strong, first, count = self.take(5)
        return StepLink(start, end, bool(strong), tuple(range(first, first + count)))

    def truth(self) -> Truth:
        kind, what, digit = self.take(3)
        return Truth(TRUTHS[kind], what, digit)  # type: ignore[arg-type]

    def child(self) -> Child:
        cell, digit, holds, nodes, lemmas, kind, what, other = self.take(8)
        return Child(
            cell=cell,
            digit=digit,
            holds=bool(holds),
            nodes=tuple(self.node() for _ in range(nodes)),
            lemmas=tuple(self.step() for _ in range(lemmas)),
            ending=_ending(kind, what, other),
        )

    def node(self) -> Node:
        cell, digit, holds, reason, why, parents = self.take(6)
        text = REASONS[reason]
        return Node(cell, digit, bool(holds), text, None if why < 0 else why, tuple(self.take(parents)))  # type: ignore[arg-type]


def _ending(kind: int, what: int, other: int) -> Ending:
    name = ENDINGS[kind]
    if name == "unit":  # the digit, from 1 in Python
        return Ending("unit", what, other + 1)
    return Ending(name, what, None if other < 0 else other)  # type: ignore[arg-type]


# --- writing ------------------------------------------------------------------------------------


def _step_words(step: Step) -> list[int]:
    lists = (step.places, step.removes, step.parts, step.links, step.truths, step.children)
    words = [0, 0, step.technique.number, int(step.assumes_unique), step.length, *map(len, lists)]
    for pair in step.places + step.removes:
        words += pair
    for part in step.parts:
        words += _part_words(part)
    for link in step.links:
        first = link.truths[0] if link.truths else 0
        words += (link.start, link.end, int(link.strong), first, len(link.truths))
    for truth in step.truths:
        words += (TRUTHS.index(truth.kind), truth.what, truth.digit)
    for child in step.children:
        words += _child_words(child)
    words[0], words[1] = len(words) & (1 << SPLIT) - 1, len(words) >> SPLIT
    return words


def _part_words(part: Part) -> list[int]:
    bits = sum(1 << digit - 1 for digit in part.digits)
    unit = -1 if part.unit is None else part.unit
    low, high = bits & (1 << SPLIT) - 1, bits >> SPLIT
    return [ROLES.index(part.role), unit, low, high, len(part.cells), *part.cells]


def _child_words(child: Child) -> list[int]:
    kind, what, other = child.ending
    last = -1 if other is None else other - (kind == "unit")
    words = [child.cell, child.digit, int(child.holds), len(child.nodes), len(child.lemmas)]
    words += [ENDINGS.index(kind), what, last]
    for node in child.nodes:
        why = -1 if node.why is None else node.why
        words += [node.cell, node.digit, int(node.holds), REASONS.index(node.reason), why]
        words += [len(node.parents), *node.parents]
    for lemma in child.lemmas:
        words += _step_words(lemma)
    return words
