"""Steps: single deductions with their evidence as data.

A step says what follows (digits to place, candidates to remove) and why. The evidence is the same for every technique:

1. Parts: cells and digits with a role, such as the bases, covers and fins of a fish or the nodes of a chain in order.
2. Links between parts. Of a strong link at least one end is true, of a weak link at most one.
3. Truths: "at least one of these holds". A cell has a digit, a unit has a place for a digit, or a pattern that would
   allow two solutions has a way out.
4. Children, in forcing chains: an assumption each, with the tree of what follows from it.

Sentences (`words`), notations, drawings and JSON are made from this alone, and `verify` proves a step from it. What the
parts of each family are is written in native/logic/step.hpp.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from functools import cached_property
from html import escape
from itertools import pairwise
from typing import TYPE_CHECKING, Literal, NamedTuple

from ninefold.core.layout import Layout, Unit
from ninefold.core.position import Position
from ninefold.logic.techniques import Technique

if TYPE_CHECKING:
    from ninefold.core.grid import Grid

Candidate = tuple[int, int]  # cell, digit
Candidates = tuple[Candidate, ...]

Role = Literal[
    "base", "cover", "fin", "endofin", "subset", "pivot", "pincer", "als", "stem", "petal", "node", "colour",
    "rectangle", "guardian", "extra", "crossing", "assumption",
]  # fmt: skip


class Part(NamedTuple):
    """Cells and digits with a role; `unit` is an index into `layout.units`, or None."""

    role: Role
    digits: tuple[int, ...]
    cells: tuple[int, ...]
    unit: int | None = None


class StepLink(NamedTuple):
    """Two parts, by their indices; a strong link rests on some truths."""

    start: int
    end: int
    strong: bool
    truths: tuple[int, ...] = ()


class Truth(NamedTuple):
    """At least one of these holds: the candidates of a cell, the places of a digit in a unit, or a way out."""

    kind: Literal["cell", "unit", "pattern"]
    what: int = -1  # the cell, or the index of the unit
    digit: int = 0  # of a unit


class Node(NamedTuple):
    """A candidate that is true or false under an assumption, and why.

    Attributes:
        reason: `start` (the assumption), `sees` (excluded by its parent), `cell` (the last candidate of a cell), `unit`
            (the last place in a unit) or `lemma` (removed or placed by a step).
        why: the index of the unit or of the lemma, or None.
        parents: indices of the nodes that it follows from.
    """

    cell: int
    digit: int
    holds: bool
    reason: Literal["start", "sees", "cell", "unit", "lemma"]
    why: int | None = None
    parents: tuple[int, ...] = ()


class Ending(NamedTuple):
    """How an assumption ends: a cell or unit with nothing left, a candidate both true and false, or a conclusion.

    `what` is the cell, the unit or a node; `other` is the digit of a unit or the other node.
    """

    kind: Literal["cell", "unit", "both", "conclusion"]
    what: int
    other: int | None = None


@dataclass(frozen=True)
class Child:
    """What follows from one assumption."""

    cell: int
    digit: int
    holds: bool
    nodes: tuple[Node, ...]
    lemmas: tuple[Step, ...]
    ending: Ending


@dataclass(frozen=True, kw_only=True, repr=False)
class Step:
    """One deduction.

    Attributes:
        layout: the board.
        technique: the technique, with its name and description.
        places: digits to place, as pairs of cell and digit.
        removes: candidates to rule out.
        parts, links, truths, children: the evidence; see the module.
        assumes_unique: whether the step relies on the puzzle having one solution.
        length: the number of links of a chain.
        position: the digits and candidates it was found in, for drawings and for what a cell sees.
    """

    layout: Layout
    technique: Technique
    places: Candidates = ()
    removes: Candidates = ()
    parts: tuple[Part, ...] = ()
    links: tuple[StepLink, ...] = ()
    truths: tuple[Truth, ...] = ()
    children: tuple[Child, ...] = ()
    assumes_unique: bool = False
    length: int = 0
    position: Position | None = field(default=None, compare=False)

    # --- reading ----------------------------------------------------------------------------

    def roles(self, *roles: Role) -> tuple[Part, ...]:
        """The parts with some roles, in order."""
        return tuple(part for part in self.parts if part.role in roles)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """The units that the step uses: those of its parts, then those of its truths."""
        indices = [part.unit for part in self.parts if part.unit is not None]
        indices += [truth.what for truth in self.truths if truth.kind == "unit"]
        return tuple(self.layout.units[index] for index in dict.fromkeys(indices))

    @cached_property
    def cells(self) -> tuple[int, ...]:
        """The cells that the step is about: those of its parts except the covers, or of the assumptions."""
        parts = [part for part in self.parts if part.role != "cover"] or self.parts
        found = [cell for part in parts for cell in part.cells] or [child.cell for child in self.children]
        return tuple(dict.fromkeys(found)) or tuple(dict.fromkeys(cell for cell, _ in self.places + self.removes))

    @cached_property
    def because(self) -> Candidates:
        """The candidates that the step follows from, as far as they are still open."""
        parts = [part for part in self.parts if part.role != "cover"]
        found = [(cell, digit) for part in parts for cell in part.cells for digit in part.digits]
        if self.position is not None:
            found = [(cell, digit) for cell, digit in found if self.position.candidates[cell] >> digit - 1 & 1]
        return tuple(dict.fromkeys(found))

    @cached_property
    def restricted(self) -> tuple[tuple[int, ...], ...]:
        """For each set of a chain of almost locked sets and the next: the digits that cannot be in both."""
        sets = self.roles("als")
        if self.technique.slug == "als-chain":  # one link from each set to the next; sets further apart may share cells
            return tuple(self.parts[link.start].digits for link in self.links)
        found: list[list[int]] = [[] for _ in sets[1:]]
        for link in self.links:
            start, end = self.parts[link.start], self.parts[link.end]
            for index, (one, other) in enumerate(pairwise(sets)):
                if set(start.cells) <= set(one.cells) and set(end.cells) <= set(other.cells):
                    found[index].append(start.digits[0])
                    break
        return tuple(map(tuple, found))

    # --- output -----------------------------------------------------------------------------

    @cached_property
    def reason(self) -> str:
        """The explanation, in a few sentences."""
        from ninefold.logic.words import explain_step

        return explain_step(self)

    @property
    def notation(self) -> str:
        """The step in HoDoKu's one-line form, or one in its manner if HoDoKu does not know the technique."""
        from ninefold.logic.notation import hodoku_line

        return hodoku_line(self)

    @property
    def eureka(self) -> str:
        """A chain in Eureka notation; empty for steps that are not chains."""
        from ninefold.logic.notation import eureka

        return eureka(self)

    @property
    def result(self) -> str:
        """What follows, such as `r1c6=8` or `r4c12<>9, r5c1<>3`."""
        from ninefold.logic.notation import result

        return result(self)

    def __repr__(self) -> str:
        """The technique and what follows from it."""
        return f"Step({self.technique.slug!r}, {self.result!r})"

    def __str__(self) -> str:
        """The technique and the reason."""
        label = self.technique.label
        return f"{label[0].upper()}{label[1:]}. {self.reason}"

    def svg(self) -> str:
        """The step as a picture: the board, its candidates by role, links and a legend."""
        from ninefold.logic.drawing import step_svg

        return step_svg(self)

    def text(self, *, colour: bool = False) -> str:
        """The step as a board of characters: what is placed, removed and used, optionally with terminal colours."""
        from ninefold.logic.terminal import step_text

        return step_text(self, colour)

    def _repr_html_(self) -> str | None:
        """What notebooks show: the picture and the reason."""
        return f"{self.svg()}<p>{escape(str(self))}</p>" if self.position is not None else None

    # --- effect -----------------------------------------------------------------------------

    def apply(self, position: Position) -> Position:
        """The position after the step; the one passed stays as it is."""
        after = Position(position.layout, bytearray(position.digits), list(position.candidates))
        for cell, digit in self.places:
            after.place(cell, digit)
        for cell, digit in self.removes:
            after.candidates[cell] &= ~(1 << digit - 1)
        return after

    @property
    def grid(self) -> Grid | None:
        """The digits it was found in."""
        return None if self.position is None else self.position.grid


def chain_starts(step: Step) -> list[int]:
    """The links at which chains begin: a dual kite has two chains, one after the other."""
    return [at for at, link in enumerate(step.links) if at == 0 or link.start != step.links[at - 1].end]


def join_words(words: Iterable[object], last_word: str = "and") -> str:
    """Words as a list in a sentence: `a`, `a and b`, `a, b and c`.

    >>> join_words([1, 2, 3], "or")
    '1, 2 or 3'
    """
    *rest, last = ["", *map(str, words)]
    rest = rest[1:]
    return f"{', '.join(rest)} {last_word} {last}" if rest else last
