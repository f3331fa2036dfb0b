"""Certificates: proofs about a puzzle in whole numbers, as values and as JSON; `checker` verifies them.

A certificate gives weights to rules of the puzzle, which are the rows of the binary model and have the same names. What
the weights must add up to is written down in `ninefold.models.checker`.

1. Uniqueness: the puzzle has one solution.
2. Elimination: a candidate is false. Rules with negative weight are its base, those with positive weight its cover.
3. Impossibility: the puzzle has no solution.
4. A chain of eliminations that ends with the only solution, or with a rule that has no candidate left.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from typing import Any, ClassVar, NamedTuple

from ninefold.core.errors import CertificateError, NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr

Weights = tuple[tuple[str, int], ...]
Candidate = tuple[int, int]  # cell, digit


@dataclass(frozen=True, kw_only=True)
class Certificate(ABC):
    """The base class: a puzzle and a claim about it."""

    kind: ClassVar[str]
    puzzle: Grid

    @property
    @abstractmethod
    def claim(self) -> str:
        """What it proves, as a sentence."""

    def as_json(self) -> dict[str, Any]:
        """The JSON object that `ninefold verify` reads."""
        return {"certificate": self.kind, "layout": str(self.puzzle.layout), "puzzle": self.puzzle.line}


@dataclass(frozen=True, kw_only=True)
class WeightedProof(Certificate):
    """A certificate that gives weights to rules by name; `dropped` candidates are assumed to be false."""

    weights: Weights
    dropped: tuple[Candidate, ...] = field(default=(), repr=False)

    @property
    def _given(self) -> str:
        count = len(self.dropped)
        return f", given that {count} candidate{'s are' if count > 1 else ' is'} dropped" if count else ""

    def as_json(self) -> dict[str, Any]:
        """The JSON object that `ninefold verify` reads."""
        names = [variable_name(self.puzzle.layout, candidate) for candidate in self.dropped]
        return super().as_json() | ({"dropped": names} if names else {}) | {"weights": dict(self.weights)}


@dataclass(frozen=True, kw_only=True)
class Uniqueness(WeightedProof):
    """Proves that a puzzle has exactly one solution, even among fractional ones."""

    kind: ClassVar[str] = "uniqueness"
    solution: Grid
    scale: int = 1

    @property
    def claim(self) -> str:
        """What it proves, as a sentence."""
        return f"{self.puzzle.line} has exactly one solution, {self.solution.line}{self._given}"

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
    def claim(self) -> str:
        """What it proves, as a sentence."""
        return f"{self.puzzle.layout.name(self.cell)} is not {self.digit} in {self.puzzle.line}{self._given}"

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
        return super().as_json() | {"candidate": variable_name(self.puzzle.layout, (self.cell, self.digit))}

    def __str__(self) -> str:
        """The proof in words: what lies within what, and how much room that leaves."""
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

    @property
    def claim(self) -> str:
        """What it proves, as a sentence."""
        return f"{self.puzzle.line} has no solution{self._given}"


def variable_name(layout: Layout, candidate: Candidate) -> str:
    """The name of a candidate in the binary model: `x_r1c2_3`."""
    return f"x_{layout.name(candidate[0])}_{candidate[1]}"


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
    """Proves the only solution of a puzzle, or that it has none, by eliminating one candidate at a time."""

    kind: ClassVar[str] = "chain"
    links: tuple[ProofStep, ...] = ()
    solution: Grid | None = None

    @property
    def claim(self) -> str:
        """What it proves, as a sentence."""
        if self.solution is None:
            return f"{self.puzzle.line} has no solution"
        return f"{self.puzzle.line} has exactly one solution, {self.solution.line}"

    def as_json(self) -> dict[str, Any]:
        """The JSON object that `ninefold verify` reads."""
        layout = self.puzzle.layout
        links = [
            {"candidate": variable_name(layout, (link.cell, link.digit)), "weights": dict(link.weights)}
            for link in self.links
        ]
        solution = None if self.solution is None else self.solution.line
        return super().as_json() | {"solution": solution, "links": links}


def read_certificate(source: Mapping[str, Any] | str) -> Certificate:
    """Read a certificate from JSON, without checking the proof."""
    record = _parsed(source) if isinstance(source, str) else source
    kind = record.get("certificate")
    if not isinstance(kind, str) or kind not in _READERS:
        fault = (
            "the kind of certificate is missing" if kind is None else f"unknown kind of certificate {short_repr(kind)}"
        )
        raise CertificateError(f"{fault}: expected {' or '.join(_READERS)}")
    layout = Layout.parse(_text(record, "layout"))
    puzzle = Grid(_text(record, "puzzle"), layout=layout)
    return _READERS[kind](record, puzzle)


def _parsed(text: str) -> Mapping[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"a certificate must be a JSON object ({error})") from error
    if not isinstance(record, dict):
        raise CertificateError(f"a certificate must be a JSON object, not {short_repr(record)}")
    return record


def _uniqueness(record: Mapping[str, Any], puzzle: Grid) -> Certificate:
    scale = record.get("scale", 1)
    if type(scale) is not int:
        raise CertificateError(f"scale must be a whole number, not {short_repr(scale)}")
    solution = Grid(_text(record, "solution"), layout=puzzle.layout)
    return Uniqueness(
        puzzle=puzzle, solution=solution, scale=scale, weights=_weights(record), dropped=_dropped(record, puzzle.layout)
    )


def _elimination(record: Mapping[str, Any], puzzle: Grid) -> Certificate:
    cell, digit = _candidate(record.get("candidate"), puzzle.layout)
    return Elimination(
        puzzle=puzzle, cell=cell, digit=digit, weights=_weights(record), dropped=_dropped(record, puzzle.layout)
    )


def _impossibility(record: Mapping[str, Any], puzzle: Grid) -> Certificate:
    return Impossibility(puzzle=puzzle, weights=_weights(record), dropped=_dropped(record, puzzle.layout))


def _chain(record: Mapping[str, Any], puzzle: Grid) -> Certificate:
    links = record.get("links")
    if not isinstance(links, list) or not all(isinstance(link, dict) for link in links):
        raise CertificateError(f"links must be a list of objects, not {short_repr(links)}")
    solution = None if record.get("solution") is None else Grid(_text(record, "solution"), layout=puzzle.layout)
    read = (ProofStep(*_candidate(link.get("candidate"), puzzle.layout), _weights(link)) for link in links)
    return ProofChain(puzzle=puzzle, links=tuple(read), solution=solution)


_READERS = {
    "uniqueness": _uniqueness,
    "elimination": _elimination,
    "impossibility": _impossibility,
    "chain": _chain,
}


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str):
        raise CertificateError(f"{name} must be text, not {short_repr(value)}")
    return value


def _weights(record: Mapping[str, Any]) -> Weights:
    weights = record.get("weights")
    if not isinstance(weights, dict) or not all(type(weight) is int for weight in weights.values()):
        raise CertificateError(f"weights must map names of rules to whole numbers, not {short_repr(weights)}")
    return tuple(weights.items())


def _dropped(record: Mapping[str, Any], layout: Layout) -> tuple[Candidate, ...]:
    names = record.get("dropped", [])
    if not isinstance(names, list):
        raise CertificateError(f"dropped must be a list of names, not {short_repr(names)}")
    return tuple(_candidate(name, layout) for name in names)


def _candidate(name: object, layout: Layout) -> Candidate:
    match = re.fullmatch(r"x_(r\d+c\d+)_(\d{1,2})", name) if isinstance(name, str) else None
    if match is None or not 1 <= int(match[2]) <= layout.size:
        raise CertificateError(f"{short_repr(name)} is not the name of a candidate, such as x_r1c2_3")
    try:
        return layout.cell(match[1]), int(match[2])
    except NinefoldError as error:
        raise CertificateError(str(error)) from error
