"""Certificates: proofs about a puzzle in whole numbers, as values that write the JSON which `checker` reads.

A certificate gives weights to rules of the puzzle, which are the rows of the binary model and have the same names, or
lists clauses. What they must add up to is written down in `ninefold.models.checker`.

1. Uniqueness: the puzzle has one solution.
2. Elimination: a candidate is false. Rules with negative weight are its base, those with positive weight its cover.
3. Impossibility: the puzzle has no solution.
4. A chain of eliminations that ends with the only solution, or with a rule that has no candidate left.
5. Clauses that follow one from another, up to the empty one: the puzzle has no solution other than those stated.
"""

from __future__ import annotations

from abc import ABC
from collections.abc import Iterable
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from ninefold.core.grid import Grid
from ninefold.models.certificate_json import Candidate, name_of

Weights = tuple[tuple[str, int], ...]


@dataclass(frozen=True, kw_only=True)
class Certificate(ABC):
    """The base class: a puzzle, and a proof about it."""

    kind: ClassVar[str]
    puzzle: Grid

    def as_json(self) -> dict[str, Any]:
        """The JSON object that `ninefold verify` reads."""
        return {"certificate": self.kind, "layout": str(self.puzzle.layout), "puzzle": self.puzzle.line}


@dataclass(frozen=True, kw_only=True)
class WeightedProof(Certificate):
    """A certificate that gives weights to rules by name; `dropped` candidates are assumed to be false."""

    weights: Weights
    dropped: tuple[Candidate, ...] = field(default=(), repr=False)

    def as_json(self) -> dict[str, Any]:
        """The JSON object that `ninefold verify` reads."""
        names = [name_of(self.puzzle.layout, candidate) for candidate in self.dropped]
        return super().as_json() | ({"dropped": names} if names else {}) | {"weights": dict(self.weights)}


@dataclass(frozen=True, kw_only=True)
class Uniqueness(WeightedProof):
    """Proves that a puzzle has exactly one solution, even among fractional ones."""

    kind: ClassVar[str] = "uniqueness"
    solution: Grid
    scale: int = 1

    def as_json(self) -> dict[str, Any]:
        """The JSON object that `ninefold verify` reads."""
        return super().as_json() | {"solution": self.solution.line, "scale": self.scale}


@dataclass(frozen=True, kw_only=True)
class Elimination(WeightedProof):
    """Proves that a candidate is false, by base rules (negative weights) within cover rules (positive weights)."""

    kind: ClassVar[str] = "elimination"
    cell: int
    digit: int

    @property
    def base(self) -> Weights:
        """The rules whose true candidates lie in the cover, and how often each counts."""
        return tuple((name, -weight) for name, weight in self.weights if weight < 0)

    @property
    def cover(self) -> Weights:
        """The rules that contain them, and how often each counts."""
        return tuple((name, weight) for name, weight in self.weights if weight > 0)

    def as_json(self) -> dict[str, Any]:
        """The JSON object that `ninefold verify` reads."""
        return super().as_json() | {"candidate": name_of(self.puzzle.layout, (self.cell, self.digit))}

    def __str__(self) -> str:
        """The proof in words: what lies within what, and how much space that leaves."""
        total = sum(weight for _, weight in self.weights)
        base, cover = _words(self.base) or "nothing", _words(self.cover) or "nothing"
        verb = "lies" if len(self.base) < 2 else "lie"
        how = f"cannot {verb.rstrip('s')}" if total < 0 else verb
        spare = f", with room for {total} more, too little for it" if total > 0 else ""
        return f"{self.puzzle.layout.name(self.cell)} is not {self.digit}: {base} {how} within {cover}{spare}"


@dataclass(frozen=True, kw_only=True)
class Impossibility(WeightedProof):
    """Proves that a puzzle has no solution, not even a fractional one."""

    kind: ClassVar[str] = "impossibility"


def _words(weights: Iterable[tuple[str, int]]) -> str:
    """Rules as a list in a sentence: `the 7 of row 3, the 7 of row 5 and the digit of r1c2`."""
    words = [rule_in_words(name) + f" ({weight} times)" * (weight > 1) for name, weight in weights]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def rule_in_words(name: str) -> str:
    """The name of a rule in words.

    >>> rule_in_words("row_3_7"), rule_in_words("cell_r1c2")
    ('the 7 of row 3', 'the digit of r1c2')
    """
    kind, _, rest = name.partition("_")
    number, _, digit = rest.partition("_")
    return f"the digit of {rest}" if kind == "cell" else f"the {digit} of {kind} {number}"


class ProofStep(NamedTuple):
    """One eliminated candidate, and the weights that prove it."""

    cell: int
    digit: int
    weights: Weights


@dataclass(frozen=True, kw_only=True)
class ProofChain(Certificate):
    """Proves the only solution of a puzzle, or that it is unsolvable, by eliminating one candidate at a time."""

    kind: ClassVar[str] = "chain"
    links: tuple[ProofStep, ...] = ()
    solution: Grid | None = None

    def as_json(self) -> dict[str, Any]:
        """The JSON object that `ninefold verify` reads."""
        layout = self.puzzle.layout
        links = [
            {"candidate": name_of(layout, (link.cell, link.digit)), "weights": dict(link.weights)}
            for link in self.links
        ]
        solution = None if self.solution is None else self.solution.line
        return super().as_json() | {"solution": solution, "links": links}


@dataclass(frozen=True, kw_only=True)
class ClauseProof(Certificate):
    """Proves that a puzzle has no solution other than those stated; a literal is ±(cell·N + digit)."""

    kind: ClassVar[str] = "clauses"
    solutions: tuple[Grid, ...] = ()
    lemmas: tuple[tuple[int, ...], ...] = ()

    def as_json(self) -> dict[str, Any]:
        """The JSON object that `ninefold verify` reads."""
        lines = [solution.line for solution in self.solutions]
        return super().as_json() | {"solutions": lines, "lemmas": [list(lemma) for lemma in self.lemmas]}
