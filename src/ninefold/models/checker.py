"""The checker of certificates: the one part of the system that a proof requires you to trust.

It takes the JSON of a certificate, decides in whole numbers whether it proves its claim, and words the claim itself.
It imports nothing that finds proofs; of the rest only the board with its units and the digits of a line. Clause proofs
are decided by `clause_checker`, by the same standards.

Why each rule is sound is written in docs/certificates.md, under the same numbers:

1. A solution has one candidate in every cell, and none twice in a unit. A stated solution must be one, and keep the
   clues and the condition.
2. Open candidates are in cells without a clue, and no clue in a shared unit has their digit. Only these may be true.
3. A rule is a cell, or a digit in a unit. It is open if no clue satisfies it. Of the open candidates of an open rule,
   exactly one is true; for a unit of fewer than N cells, at most one.
4. The weights of the rules with a candidate add up to its load, those of all rules to the total. A rule "at most one"
   may only have a weight from 0 in an elimination or impossibility, and up to 0 in a proof of uniqueness.
5. Elimination: no load is below 0, and that of the candidate is above the total.
6. Impossibility: no load is below 0, and the total is.
7. Uniqueness: loads are at most `scale` for candidates of the solution and at most 0 for others, and the total is
   `scale` times the number of empty cells.
8. Chain: every link is an elimination over the candidates that those before it left. At the end, the candidates of the
   solution are left and no others; or, if there is no solution, an open rule "exactly one" is left without candidates.
9. Condition: candidates in `dropped` are not open. What is proved then holds under the condition that they are false.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping
from dataclasses import dataclass
from functools import lru_cache
from typing import Any, Literal, NamedTuple

from ninefold.core.errors import CertificateError, Fault
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr
from ninefold.models.certificate_json import Record, name_of, read_record
from ninefold.models.certificates import Certificate
from ninefold.models.clause_checker import clause_faults

Candidate = tuple[int, int]  # cell, digit
ProofVerdict = Literal["proved", "proved under a condition", "not proved"]


@dataclass(frozen=True)
class ProofCheck:
    """What the checker found out about a certificate.

    Attributes:
        kind: the kind of certificate.
        claim: what it claims, as a sentence that names the layout and the condition.
        puzzle: the puzzle it is about, with its layout.
        condition: the names of the candidates that are assumed to be false, such as `x_r1c2_3`.
        faults: why the claim is not proved; empty if it is.
    """

    kind: str
    claim: str
    puzzle: Grid
    condition: tuple[str, ...] = ()
    faults: tuple[Fault, ...] = ()

    @property
    def verdict(self) -> ProofVerdict:
        """`proved` only if nothing is wrong and nothing is assumed."""
        if self.faults:
            return "not proved"
        return "proved under a condition" if self.condition else "proved"

    def __str__(self) -> str:
        """The verdict and the claim in a line, then the faults."""
        return "\n".join([f"{self.verdict}: {self.claim}", *(f"  {fault}" for fault in self.faults)])


def verify(certificate: Certificate | Mapping[str, Any] | str) -> ProofCheck:
    """Check a certificate, or its JSON; return what it proves.

    >>> print(verify('{"certificate": "elimination", "layout": "4", "puzzle": "12..............", '
    ...              '"candidate": "x_r2c3_3", "weights": {"row_1_3": -1, "box_2_3": 1}}'))
    proved: r2c3 is not 3 in 12.............. (layout 4)

    Raises:
        CertificateError: it cannot be read, or does not prove its claim; the faults say where it fails.
    """
    found = check_certificate(certificate)
    if found.faults:
        raise CertificateError(f"the certificate does not prove that {found.claim}", found.faults)
    return found


def check_certificate(certificate: Certificate | Mapping[str, Any] | str) -> ProofCheck:
    """Check a certificate, or its JSON; an invalid proof is reported, not raised.

    Raises:
        CertificateError: it cannot be read.
    """
    record = read_record(certificate.as_json() if isinstance(certificate, Certificate) else certificate)
    condition = tuple(name_of(record.puzzle.layout, candidate) for candidate in sorted(record.dropped))
    return ProofCheck(record.kind, _claim(record), record.puzzle, condition, tuple(_faults(record)))


def _claim(record: Record) -> str:
    puzzle, assumed = record.puzzle, len(record.dropped)
    given = f", if {assumed} candidate{'s are' if assumed > 1 else ' is'} false" if assumed else ""
    where = f"{puzzle.line} (layout {puzzle.layout})"
    if record.candidate is not None:
        cell, digit = record.candidate
        return f"{puzzle.layout.name(cell)} is not {digit} in {where}{given}"
    lines = [solution.line for solution in record.solutions]
    if not lines:
        return f"{where} has no solution{given}"
    count = "one solution" if len(lines) == 1 else f"{len(lines)} solutions"
    return f"{where} has exactly {count}, {' and '.join(lines)}{given}"


def _faults(record: Record) -> Iterator[Fault]:
    """Why a certificate does not prove its claim."""
    unsolved = [fault for solution in record.solutions for fault in _not_a_solution(record, solution)]
    if unsolved:  # nothing else can be said about a solution that is none
        yield from unsolved
    elif record.kind == "clauses":
        yield from clause_faults(record.puzzle, record.solutions, record.lemmas)
    elif record.kind == "chain":
        yield from _chain_faults(record)
    else:
        yield from _Board(record.puzzle, record.dropped).faults(record)


def _not_a_solution(record: Record, solution: Grid) -> Iterator[Fault]:
    """Rules 1 and 9."""
    layout, digits = record.puzzle.layout, solution.digits
    for cell, clue in enumerate(record.puzzle.digits):
        if not digits[cell]:
            yield Fault(f"solution, {layout.name(cell)}", "an empty cell", "a digit")
        elif clue not in (0, digits[cell]):
            yield Fault(f"solution, {layout.name(cell)}", str(digits[cell]), f"the clue, {clue}")
        elif (cell, digits[cell]) in record.dropped:
            yield Fault(f"solution, {layout.name(cell)}", str(digits[cell]), "a candidate that is not dropped")
    for unit in layout.units:
        placed = [digits[cell] for cell in unit.cells]
        if len(set(placed)) < len(placed):
            yield Fault(f"solution, {unit.name}", " ".join(map(str, placed)), "digits that all differ")


class Rule(NamedTuple):
    """Candidates of which exactly one is true, or at most one."""

    candidates: tuple[Candidate, ...]
    exact: bool


@lru_cache(maxsize=32)
def named_rules(layout: Layout) -> dict[str, Rule]:
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


class _Board:
    """The open candidates and open rules of a puzzle (rules 2, 3 and 9)."""

    def __init__(self, puzzle: Grid, dropped: Collection[Candidate] = ()) -> None:
        self.layout, digits = puzzle.layout, puzzle.digits
        rules = named_rules(puzzle.layout)
        clues = {(cell, digit) for cell, digit in enumerate(digits) if digit}
        self.rules = {name: rule for name, rule in rules.items() if clues.isdisjoint(rule.candidates)}
        closed = {candidate for name in rules.keys() - self.rules for candidate in rules[name].candidates}
        everything = {candidate for rule in self.rules.values() for candidate in rule.candidates}
        self.open = everything - closed - set(dropped)
        self.empty = digits.count(0)

    def faults(self, record: Record) -> Iterator[Fault]:
        """Why weights do not prove a claim: rules 4 to 7."""
        unique = record.kind == "uniqueness"
        yield from self._wrong_weights(record.weights, -1 if unique else 1)
        loads, total = self._sums(record.weights)
        if unique:
            yield from self._not_unique(record, loads, total)
            return
        for candidate, load in loads.items():
            if load < 0:
                yield Fault(f"load of {self._word(candidate)}", short_repr(load), "at least 0")
        if record.candidate is None:
            if total >= 0:
                yield Fault("total weight", short_repr(total), "less than 0")
        elif record.candidate not in self.open:
            expected = "one that the clues allow and that has not been dropped"
            yield Fault("candidate", self._word(record.candidate), expected)
        elif (load := loads.get(record.candidate, 0)) <= total:
            expected = f"more than the total, {short_repr(total)}"
            yield Fault(f"load of {self._word(record.candidate)}", short_repr(load), expected)

    def _not_unique(self, record: Record, loads: Mapping[Candidate, int], total: int) -> Iterator[Fault]:
        """Rule 7."""
        solution, scale = record.solutions[0].digits, record.scale
        if scale < 1:
            yield Fault("scale", short_repr(scale), "a whole number from 1")
        for (cell, digit), load in loads.items():
            most = scale if solution[cell] == digit else 0
            if load > most:
                yield Fault(f"load of {self._word((cell, digit))}", short_repr(load), f"at most {short_repr(most)}")
        if total != scale * self.empty:
            expected = f"{short_repr(scale * self.empty)}, {short_repr(scale)} for each empty cell"
            yield Fault("total weight", short_repr(total), expected)

    def _wrong_weights(self, weights: Mapping[str, int], sign: int) -> Iterator[Fault]:
        """Rules 3 and 4."""
        for name, weight in weights.items():
            if name not in self.rules:
                yield Fault("rule", short_repr(name), "a rule of the layout that no clue satisfies")
            elif not self.rules[name].exact and weight * sign < 0:
                allowed = "0 or more" if sign > 0 else "0 or less"
                yield Fault(f"weight of {name}", short_repr(weight), f'{allowed}, since this rule says "at most one"')

    def _sums(self, weights: Mapping[str, int]) -> tuple[dict[Candidate, int], int]:
        """Rule 4: the loads that are not trivially 0, and the total."""
        loads: dict[Candidate, int] = {}
        for name, weight in weights.items():
            for candidate in self.rules[name].candidates if name in self.rules else ():
                if candidate in self.open:
                    loads[candidate] = loads.get(candidate, 0) + weight
        return loads, sum(weights.values())

    def _word(self, candidate: Candidate) -> str:
        return f"{self.layout.name(candidate[0])}={candidate[1]}"


def _chain_faults(chain: Record) -> Iterator[Fault]:
    """Rule 8: the faults of the first invalid link, or what the chain leaves open."""
    board = _Board(chain.puzzle, chain.dropped)
    for number, link in enumerate(chain.links, 1):
        if faults := list(board.faults(link)):
            yield from (Fault(f"link {number}, {fault.where}", fault.read, fault.expected) for fault in faults)
            return
        board.open.discard(link.candidate)
    if not chain.solutions:
        if all(not rule.exact or board.open.intersection(rule.candidates) for rule in board.rules.values()):
            yield Fault("the end of the chain", "a candidate left in every rule", "a rule without candidates")
        return
    digits = chain.solutions[0].digits
    wanted = {(cell, digits[cell]) for cell, clue in enumerate(chain.puzzle.digits) if not clue}
    for candidate in sorted(board.open ^ wanted):
        read, expected = ("left", "dropped") if candidate in board.open else ("dropped", "left")
        yield Fault(f"{chain.puzzle.layout.name(candidate[0])}={candidate[1]} at the end", read, expected)
