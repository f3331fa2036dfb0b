"""Certificates: whole numbers that prove something about a puzzle, checked without any solver.

A certificate gives weights y to rules of the puzzle (the rows of the binary model). Over the candidates left by
the clues, the weights of the rules that a candidate v stands in add up to its load, (yA)[v]; those of all
rules add up to the total, yb. Every solution x makes Σ load[v]·x[v] = total. So

1. uniqueness: if no candidate bears more than `scale`, those not in the solution bear nothing above 0, and the
   total is `scale` times the number of empty cells, then no other solution exists, not even a fractional one.
2. elimination: if no candidate bears less than 0, and one bears more than the total, that one is false. The
   rules with negative weight are its base, those with positive weight its cover.
3. impossibility: if no candidate bears less than 0, and the total is less than 0, there is no solution.

A rule that says "at most one" makes Σ ≤ instead of =, and its weight may only help: 4. it is never positive in a
proof of uniqueness, and never negative in the two others. A chain proves one elimination after the other,
each over the candidates that those before it left.

Chains of eliminations as one certificate, and certificates as JSON.

A chain drops candidate after candidate, each with weights that prove it over the candidates left by then. It
ends with one candidate in every cell, the only solution, or with a rule that has none left, and so no solution.
"""

from __future__ import annotations

import json
import re
from abc import ABC, abstractmethod
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, ClassVar, NamedTuple

from ninefold.core.checking import check
from ninefold.core.errors import CertificateError, Fault, NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr

Weights = tuple[tuple[str, int], ...]
Candidate = tuple[int, int]  # cell, digit


class Rule(NamedTuple):
    """Candidates of which exactly one is true, or at most one."""

    candidates: tuple[Candidate, ...]
    exact: bool


@lru_cache(maxsize=32)
def rules_of(layout: Layout) -> dict[str, Rule]:
    """The rules of a layout by the names they have in the binary model: `cell_r1c2`, `row_3_7`."""
    digits = range(1, layout.size + 1)
    rules = {
        f"cell_{layout.name(cell)}": Rule(tuple((cell, digit) for digit in digits), True)
        for cell in range(layout.size**2)
    }
    for unit in layout.units:
        for digit in digits:
            members = tuple((cell, digit) for cell in unit.cells)
            rules[f"{unit.kind}_{unit.number}_{digit}"] = Rule(members, len(members) == layout.size)
    return rules


@dataclass(frozen=True, kw_only=True)
class Certificate(ABC):
    """What all certificates have: a puzzle, a claim about it, and a way to check that."""

    kind: ClassVar[str]
    puzzle: Grid

    @property
    @abstractmethod
    def claim(self) -> str:
        """What it proves, in words."""

    @abstractmethod
    def faults(self) -> list[Fault]:
        """Everything that is wrong with it; nothing if it proves what it says."""

    def as_json(self) -> dict[str, Any]:
        """The certificate as the object that `ninefold verify` reads."""
        return {"certificate": self.kind, "layout": str(self.puzzle.layout), "puzzle": self.puzzle.line}


@dataclass(frozen=True, kw_only=True)
class WeightedProof(Certificate):
    """A certificate by the weights of rules, given by their names; candidates may be taken for dropped before."""

    weights: Weights
    dropped: tuple[Candidate, ...] = field(default=(), repr=False)

    @property
    def _given(self) -> str:
        count = len(self.dropped)
        return f", given that {count} candidate{'s are' if count > 1 else ' is'} dropped" if count else ""

    def as_json(self) -> dict[str, Any]:
        """The certificate as the object that `ninefold verify` reads."""
        names = [variable_name(self.puzzle.layout, candidate) for candidate in self.dropped]
        return super().as_json() | ({"dropped": names} if names else {}) | {"weights": dict(self.weights)}

    def _sums(self, faults: list[Fault], sign: int) -> tuple[dict[Candidate, int], int]:
        """The load of every candidate and the total; what is wrong with the weights themselves is told."""
        load, total = dict.fromkeys(self._left(), 0), 0
        rules, clues = rules_of(self.puzzle.layout), _clue_rules(self.puzzle)
        for name, weight in self.weights:
            if name not in rules or name in clues:
                faults.append(Fault("rule", name, "a rule of the layout that no clue settles"))
            elif not rules[name].exact and weight * sign < 0:  # rule 4
                faults.append(Fault(f"weight of {name}", str(weight), "no such sign: it says at most one"))
            else:
                total += weight
                for candidate in rules[name].candidates:
                    if candidate in load:
                        load[candidate] += weight
        return load, total

    def _left(self) -> Iterator[Candidate]:
        gone = set(self.dropped)
        return (candidate for candidate in candidates_left(self.puzzle) if candidate not in gone)

    def _name(self, candidate: Candidate) -> str:
        return f"{self.puzzle.layout.name(candidate[0])}={candidate[1]}"


@dataclass(frozen=True, kw_only=True)
class Uniqueness(WeightedProof):
    """Proves that a puzzle has one solution and no other, whole or fractional."""

    kind: ClassVar[str] = "uniqueness"
    solution: Grid
    scale: int = 1

    @property
    def claim(self) -> str:
        """What it proves, in words."""
        return f"{self.puzzle.line} has exactly one solution, {self.solution.line}{self._given}"

    def as_json(self) -> dict[str, Any]:
        """The certificate as the object that `ninefold verify` reads."""
        return super().as_json() | {"solution": self.solution.line, "scale": self.scale}

    def faults(self) -> list[Fault]:
        """Where rule 1 fails."""
        faults = _not_solving(self.puzzle, self.solution)
        if self.scale < 1:
            faults.append(Fault("scale", str(self.scale), "a whole number from 1"))
        load, total = self._sums(faults, -1)
        for candidate, weight in load.items():
            most = self.scale if self.solution.digits[candidate[0]] == candidate[1] else 0
            if weight > most:
                faults.append(Fault(f"load of {self._name(candidate)}", str(weight), f"at most {most}"))
        wanted = self.scale * len(self.puzzle.empty_cells)
        if total != wanted:
            faults.append(Fault("total weight", str(total), f"{wanted}, {self.scale} for each empty cell"))
        return faults


@dataclass(frozen=True, kw_only=True)
class Elimination(WeightedProof):
    """Proves that a candidate is false, as base rules (negative weights) within cover rules (positive weights)."""

    kind: ClassVar[str] = "elimination"
    cell: int
    digit: int

    @property
    def claim(self) -> str:
        """What it proves, in words."""
        return f"{self.puzzle.layout.name(self.cell)} is not {self.digit} in {self.puzzle.line}{self._given}"

    @property
    def base(self) -> Weights:
        """The rules each of which has a true candidate that the cover catches, and how often each is taken."""
        return tuple((name, -weight) for name, weight in self.weights if weight < 0)

    @property
    def cover(self) -> Weights:
        """The rules that catch them."""
        return tuple((name, weight) for name, weight in self.weights if weight > 0)

    def as_json(self) -> dict[str, Any]:
        """The certificate as the object that `ninefold verify` reads."""
        return super().as_json() | {"candidate": variable_name(self.puzzle.layout, (self.cell, self.digit))}

    def faults(self) -> list[Fault]:
        """Where rule 2 fails."""
        faults: list[Fault] = []
        load, total = self._sums(faults, 1)
        faults += _below_zero(load, self._name)
        name = self._name((self.cell, self.digit))
        if (self.cell, self.digit) not in load:
            faults.append(Fault("candidate", name, "one that the clues leave and nothing has dropped"))
        elif load[self.cell, self.digit] <= total:
            faults.append(Fault(f"load of {name}", str(load[self.cell, self.digit]), f"more than the total, {total}"))
        return faults

    def __str__(self) -> str:
        """The proof as a person reads it: what lies within what, and what room that leaves."""
        total = sum(weight for _, weight in self.weights)
        base, cover = _words(self.base) or "nothing", _words(self.cover) or "nothing"
        verb = "lies" if len(self.base) < 2 else "lie"
        how = f"cannot {verb.rstrip('s')}" if total < 0 else verb
        spare = f", with room for {total} more, too little for it" if total > 0 else ""
        return f"{self.puzzle.layout.name(self.cell)} is not {self.digit}: {base} {how} within {cover}{spare}"


@dataclass(frozen=True, kw_only=True)
class Impossibility(WeightedProof):
    """Proves that a puzzle has no solution, whole or fractional."""

    kind: ClassVar[str] = "impossibility"

    @property
    def claim(self) -> str:
        """What it proves, in words."""
        return f"{self.puzzle.line} has no solution{self._given}"

    def faults(self) -> list[Fault]:
        """Where rule 3 fails."""
        faults: list[Fault] = []
        load, total = self._sums(faults, 1)
        faults += _below_zero(load, self._name)
        if total >= 0:
            faults.append(Fault("total weight", str(total), "less than 0"))
        return faults


def candidates_left(puzzle: Grid) -> Iterator[Candidate]:
    """The candidates of the empty cells that no clue rules out."""
    digits, peers = puzzle.digits, puzzle.layout.peers
    for cell in puzzle.empty_cells:
        taken = {digits[peer] for peer in peers[cell]}
        yield from ((cell, digit) for digit in range(1, puzzle.size + 1) if digit not in taken)


def variable_name(layout: Layout, candidate: Candidate) -> str:
    """A candidate by the name of its variable in the binary model: `x_r1c2_3`."""
    return f"x_{layout.name(candidate[0])}_{candidate[1]}"


@lru_cache(maxsize=32)
def _clue_rules(puzzle: Grid) -> frozenset[str]:
    """The rules that a clue makes true already: they say nothing of the candidates that are left."""
    digits = puzzle.digits
    rules = rules_of(puzzle.layout).items()
    return frozenset(name for name, rule in rules if any(digits[cell] == digit for cell, digit in rule.candidates))


def _not_solving(puzzle: Grid, solution: Grid) -> list[Fault]:
    """What is wrong with the solution itself."""
    if solution.layout != puzzle.layout:
        return [Fault("solution", repr(solution.layout), repr(puzzle.layout))]
    report = check(solution, puzzle=puzzle)
    return [] if str(report.verdict) == "complete and correct" else [Fault("solution", str(report), "a solution")]


def _below_zero(load: Mapping[Candidate, int], name: Any) -> list[Fault]:
    return [
        Fault(f"load of {name(candidate)}", str(weight), "at least 0")
        for candidate, weight in load.items()
        if weight < 0
    ]


def _words(weights: Iterable[tuple[str, int]]) -> str:
    """Rules as a person names them: `the 7 of row 3, the 7 of row 5 and the digit of r1c2`."""
    words = [rule_in_words(name) + f" ({weight} times)" * (weight > 1) for name, weight in weights]
    return " and ".join([", ".join(words[:-1]), words[-1]] if len(words) > 1 else words)


def rule_in_words(name: str) -> str:
    """The name of a rule as a person says it.

    >>> rule_in_words("row_3_7"), rule_in_words("cell_r1c2")
    ('the 7 of row 3', 'the digit of r1c2')
    """
    kind, _, rest = name.partition("_")
    number, _, digit = rest.partition("_")
    return f"the digit of {rest}" if kind == "cell" else f"the {digit} of {kind} {number}"


class ProofStep(NamedTuple):
    """One candidate dropped, and the weights that prove it."""

    cell: int
    digit: int
    weights: Weights


@dataclass(frozen=True, kw_only=True)
class ProofChain(Certificate):
    """Proves a puzzle's only solution, or that it has none, one candidate at a time."""

    kind: ClassVar[str] = "chain"
    links: tuple[ProofStep, ...] = ()
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


def _not_left(left: list[Candidate], chain: ProofChain) -> list[Fault]:
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
        raise CertificateError(f"read certificate {short_repr(kind)}, expected {' or '.join(_READERS)}")
    layout = Layout.parse(_text(record, "layout"))
    puzzle = Grid(_text(record, "puzzle"), layout=layout)
    return _READERS[kind](record, puzzle)


def _parsed(text: str) -> Mapping[str, Any]:
    try:
        record = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise CertificateError(f"a certificate is a JSON object; this is none ({error})") from error
    if not isinstance(record, dict):
        raise CertificateError(f"a certificate is a JSON object, not {short_repr(record)}")
    return record


def _uniqueness(record: Mapping[str, Any], puzzle: Grid) -> Certificate:
    scale = record.get("scale", 1)
    if type(scale) is not int:
        raise CertificateError(f"the scale is a whole number, not {short_repr(scale)}")
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
        raise CertificateError(f"links are a list of objects, not {short_repr(links)}")
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
        raise CertificateError(f"{name} is text, not {short_repr(value)}")
    return value


def _weights(record: Mapping[str, Any]) -> Weights:
    weights = record.get("weights")
    if not isinstance(weights, dict) or not all(type(weight) is int for weight in weights.values()):
        raise CertificateError(f"weights are whole numbers by the names of rules, not {short_repr(weights)}")
    return tuple(weights.items())


def _dropped(record: Mapping[str, Any], layout: Layout) -> tuple[Candidate, ...]:
    names = record.get("dropped", [])
    if not isinstance(names, list):
        raise CertificateError(f"dropped candidates are a list of names, not {short_repr(names)}")
    return tuple(_candidate(name, layout) for name in names)


def _candidate(name: object, layout: Layout) -> Candidate:
    match = re.fullmatch(r"x_(r\d+c\d+)_(\d{1,2})", name) if isinstance(name, str) else None
    if match is None or not 1 <= int(match[2]) <= layout.size:
        raise CertificateError(f"a candidate is named as x_r1c2_3, not {short_repr(name)}")
    try:
        return layout.cell(match[1]), int(match[2])
    except NinefoldError as error:
        raise CertificateError(str(error)) from error
