"""Chains of eliminations as one certificate, and certificates as JSON.

A chain drops candidate after candidate, each with weights that prove it over the candidates left by then. It
ends with one candidate in every cell, the only solution, or with a rule that has none left, and so no solution.
"""

from __future__ import annotations

import json
import re
from collections.abc import Mapping
from dataclasses import dataclass
from typing import Any, ClassVar, NamedTuple

from ninefold.core.errors import CertificateError, Fault, NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import shown
from ninefold.models.certificates import (
    Candidate,
    Certificate,
    Elimination,
    Impossibility,
    Uniqueness,
    Weights,
    candidates_left,
    rules_of,
    variable_name,
)


class Link(NamedTuple):
    """One candidate dropped, and the weights that prove it."""

    cell: int
    digit: int
    weights: Weights


@dataclass(frozen=True, kw_only=True)
class Chain(Certificate):
    """Proves a puzzle's only solution, or that it has none, one candidate at a time."""

    kind: ClassVar[str] = "chain"
    links: tuple[Link, ...] = ()
    solution: Grid | None = None

    @property
    def claim(self) -> str:
        """What it proves, in words."""
        if self.solution is None:
            return f"{self.puzzle.line} has no solution"
        return f"{self.puzzle.line} has exactly one solution, {self.solution.line}"

    def faults(self) -> list[Fault]:
        """Where a link fails (the first one that does), or what the chain leaves open."""
        gone: list[Candidate] = []
        for number, link in enumerate(self.links, 1):
            step = Elimination(
                puzzle=self.puzzle, cell=link.cell, digit=link.digit, weights=link.weights, dropped=tuple(gone)
            )
            if faults := step.faults():
                return [Fault(f"link {number}, {fault.where}", fault.read, fault.expected) for fault in faults]
            gone.append((link.cell, link.digit))
        left = [candidate for candidate in candidates_left(self.puzzle) if candidate not in set(gone)]
        return _not_empty(self.puzzle, set(left)) if self.solution is None else _not_left(left, self)

    def as_json(self) -> dict[str, Any]:
        """The chain as the object that `ninefold verify` reads."""
        layout = self.puzzle.layout
        links = [
            {"candidate": variable_name(layout, (link.cell, link.digit)), "weights": dict(link.weights)}
            for link in self.links
        ]
        solution = None if self.solution is None else self.solution.line
        return super().as_json() | {"solution": solution, "links": links}


def _not_left(left: list[Candidate], chain: Chain) -> list[Fault]:
    """Where the candidates left are not just those of the solution."""
    digits = chain.solution.digits if chain.solution is not None else b""
    wanted = [(cell, digits[cell]) for cell in chain.puzzle.empty_cells]
    wrong = sorted(set(left) ^ set(wanted))
    name = chain.puzzle.layout.name
    return [
        Fault(f"{name(cell)}={digit} at the end", *(("left", "dropped") if (cell, digit) in left else ("gone", "left")))
        for cell, digit in wrong
    ]


def _not_empty(puzzle: Grid, left: set[Candidate]) -> list[Fault]:
    """A fault unless some rule that says "exactly one" has nothing left."""
    true = {(cell, puzzle.digits[cell]) for cell in puzzle.filled_cells}
    if any(rule.exact and not (left | true).intersection(rule.candidates) for rule in rules_of(puzzle.layout).values()):
        return []
    return [Fault("the end of the chain", "a candidate left in every rule", "a rule without any")]


def read_certificate(source: Mapping[str, Any] | str) -> Certificate:
    """The certificate that JSON holds, not yet checked."""
    record = _parsed(source) if isinstance(source, str) else source
    kind = record.get("certificate")
    if not isinstance(kind, str) or kind not in _READERS:
        raise CertificateError(f"read certificate {shown(kind)}, expected {' or '.join(_READERS)}")
    layout = Layout.parse(_text(record, "layout"))
    puzzle = Grid(_text(record, "puzzle"), layout=layout)
    return _READERS[kind](record, puzzle)


def _parsed(text: str) -> Mapping[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"a certificate is a JSON object; this is none ({error})") from error
    if not isinstance(record, dict):
        raise CertificateError(f"a certificate is a JSON object, not {shown(record)}")
    return record


def _uniqueness(record: Mapping[str, Any], puzzle: Grid) -> Certificate:
    scale = record.get("scale", 1)
    if type(scale) is not int:
        raise CertificateError(f"the scale is a whole number, not {shown(scale)}")
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
        raise CertificateError(f"links are a list of objects, not {shown(links)}")
    solution = None if record.get("solution") is None else Grid(_text(record, "solution"), layout=puzzle.layout)
    read = (Link(*_candidate(link.get("candidate"), puzzle.layout), _weights(link)) for link in links)
    return Chain(puzzle=puzzle, links=tuple(read), solution=solution)


_READERS = {
    "uniqueness": _uniqueness,
    "elimination": _elimination,
    "impossibility": _impossibility,
    "chain": _chain,
}


def _text(record: Mapping[str, Any], name: str) -> str:
    value = record.get(name)
    if not isinstance(value, str):
        raise CertificateError(f"{name} is text, not {shown(value)}")
    return value


def _weights(record: Mapping[str, Any]) -> Weights:
    weights = record.get("weights")
    if not isinstance(weights, dict) or not all(type(weight) is int for weight in weights.values()):
        raise CertificateError(f"weights are whole numbers by the names of rules, not {shown(weights)}")
    return tuple(weights.items())


def _dropped(record: Mapping[str, Any], layout: Layout) -> tuple[Candidate, ...]:
    names = record.get("dropped", [])
    if not isinstance(names, list):
        raise CertificateError(f"dropped candidates are a list of names, not {shown(names)}")
    return tuple(_candidate(name, layout) for name in names)


def _candidate(name: object, layout: Layout) -> Candidate:
    match = re.fullmatch(r"x_(r\d+c\d+)_(\d{1,2})", name) if isinstance(name, str) else None
    if match is None or not 1 <= int(match[2]) <= layout.size:
        raise CertificateError(f"a candidate is named as x_r1c2_3, not {shown(name)}")
    try:
        return layout.cell(match[1]), int(match[2])
    except NinefoldError as error:
        raise CertificateError(str(error)) from error
