"""The checker: adds up the weights of a certificate in whole numbers, without any solver.

The weights of the rules that contain a candidate add up to its load, those of all rules to the total. Over the
candidates that the clues leave, every solution makes the loads of its candidates add up to the total. So:

1. Uniqueness: if the candidates of the solution have loads of at most `scale`, all others at most 0, and the total is
   `scale` times the number of empty cells, no other solution exists, not even a fractional one.
2. Elimination: if no load is below 0, and one candidate's load exceeds the total, that candidate is false.
3. Impossibility: if no load is below 0 and the total is, there is no solution.
4. A rule "at most one" only bounds the sum, so its weight may only help: never positive in a proof of uniqueness,
   never negative in the other two.
5. A chain proves one elimination after another, each over the candidates that the earlier ones left. It ends with one
   candidate in every cell, which is the only solution, or with a rule that has none left, so there is no solution.

This module is all that has to be trusted: it shares no code with the models and solvers that find the weights, except
for the layout and the names of rules.
"""

from __future__ import annotations

from collections.abc import Mapping
from functools import lru_cache
from typing import Any, NamedTuple

from ninefold.core.checking import check
from ninefold.core.errors import CertificateError, Fault
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.position import Position
from ninefold.models.certificates import (
    Candidate,
    Certificate,
    Elimination,
    Impossibility,
    ProofChain,
    Uniqueness,
    WeightedProof,
    read_certificate,
)

Loads = dict[Candidate, int]


class Rule(NamedTuple):
    """Candidates of which exactly one is true, or at most one."""

    candidates: tuple[Candidate, ...]
    exact: bool


def verify(certificate: Certificate | Mapping[str, Any] | str) -> Certificate:
    """Check a certificate, or its JSON, and return it.

    >>> print(verify('{"certificate": "elimination", "layout": "4", "puzzle": "12..............", '
    ...              '"candidate": "x_r2c3_3", "weights": {"row_1_3": -1, "box_2_3": 1}}'))
    r2c3 is not 3: the 3 of row 1 lies within the 3 of box 2

    Raises:
        CertificateError: it cannot be read, or does not prove its claim; the faults say where it fails.
    """
    found = read_certificate(certificate) if isinstance(certificate, Mapping | str) else certificate
    if faults := faults_of(found):
        raise CertificateError(f"the certificate does not prove that {found.claim}", faults)
    return found


def faults_of(certificate: Certificate) -> list[Fault]:
    """Everything that is wrong with a certificate; an empty list if it proves its claim."""
    match certificate:
        case Uniqueness():
            return _uniqueness(certificate)
        case Elimination():
            return _elimination(certificate)
        case Impossibility():
            return _impossibility(certificate)
        case ProofChain():
            return _chain(certificate)
    raise CertificateError(f"unknown kind of certificate: {type(certificate).__name__}")


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


@lru_cache(maxsize=32)
def _clue_rules(puzzle: Grid) -> frozenset[str]:
    """The rules that a clue already satisfies: they say nothing about the remaining candidates."""
    digits = puzzle.digits
    rules = named_rules(puzzle.layout).items()
    return frozenset(name for name, rule in rules if any(digits[cell] == digit for cell, digit in rule.candidates))


def _uniqueness(proof: Uniqueness) -> list[Fault]:
    """Where rule 1 fails."""
    faults = _not_solving(proof.puzzle, proof.solution)
    if proof.solution.layout != proof.puzzle.layout:  # its digits cannot even be compared
        return faults
    if proof.scale < 1:
        faults.append(Fault("scale", str(proof.scale), "a whole number from 1"))
    loads, total = _sums(proof, faults, sign=-1)
    for candidate, load in loads.items():
        most = proof.scale if proof.solution.digits[candidate[0]] == candidate[1] else 0
        if load > most:
            faults.append(Fault(f"load of {_name(proof, candidate)}", str(load), f"at most {most}"))
    wanted = proof.scale * len(proof.puzzle.empty_cells)
    if total != wanted:
        faults.append(Fault("total weight", str(total), f"{wanted}, {proof.scale} for each empty cell"))
    return faults


def _elimination(proof: Elimination) -> list[Fault]:
    """Where rule 2 fails."""
    faults: list[Fault] = []
    loads, total = _sums(proof, faults, sign=1)
    faults += _negative(proof, loads)
    candidate = proof.cell, proof.digit
    name = _name(proof, candidate)
    if candidate not in loads:
        faults.append(Fault("candidate", name, "one that the clues allow and that has not been dropped"))
    elif loads[candidate] <= total:
        faults.append(Fault(f"load of {name}", str(loads[candidate]), f"more than the total, {total}"))
    return faults


def _impossibility(proof: Impossibility) -> list[Fault]:
    """Where rule 3 fails."""
    faults: list[Fault] = []
    loads, total = _sums(proof, faults, sign=1)
    faults += _negative(proof, loads)
    if total >= 0:
        faults.append(Fault("total weight", str(total), "less than 0"))
    return faults


def _chain(chain: ProofChain) -> list[Fault]:
    """Where rule 5 fails: the faults of the first invalid link, or what the chain leaves open."""
    gone: list[Candidate] = []
    for number, link in enumerate(chain.links, 1):
        step = Elimination(
            puzzle=chain.puzzle, cell=link.cell, digit=link.digit, weights=link.weights, dropped=tuple(gone)
        )
        if faults := _elimination(step):
            return [Fault(f"link {number}, {fault.where}", fault.read, fault.expected) for fault in faults]
        gone.append((link.cell, link.digit))
    left = set(Position.of(chain.puzzle).pairs()) - set(gone)
    return _not_empty(chain.puzzle, left) if chain.solution is None else _not_left(chain.puzzle, chain.solution, left)


def _sums(proof: WeightedProof, faults: list[Fault], *, sign: int) -> tuple[Loads, int]:
    """The load of every candidate and the total; invalid rules and weights (rule 4) are added to the faults.

    Weights of "at most one" rules must have the given sign.
    """
    gone = set(proof.dropped)
    loads = {candidate: 0 for candidate in Position.of(proof.puzzle).pairs() if candidate not in gone}
    total, rules, clues = 0, named_rules(proof.puzzle.layout), _clue_rules(proof.puzzle)
    for name, weight in proof.weights:
        if name not in rules or name in clues:
            faults.append(Fault("rule", name, "a rule of the layout that no clue satisfies"))
        elif not rules[name].exact and weight * sign < 0:
            allowed = "0 or more" if sign > 0 else "0 or less"
            faults.append(Fault(f"weight of {name}", str(weight), f'{allowed}, since this rule says "at most one"'))
        else:
            total += weight
            for candidate in rules[name].candidates:
                if candidate in loads:
                    loads[candidate] += weight
    return loads, total


def _negative(proof: WeightedProof, loads: Loads) -> list[Fault]:
    return [
        Fault(f"load of {_name(proof, candidate)}", str(load), "at least 0")
        for candidate, load in loads.items()
        if load < 0
    ]


def _name(proof: WeightedProof, candidate: Candidate) -> str:
    return f"{proof.puzzle.layout.name(candidate[0])}={candidate[1]}"


def _not_solving(puzzle: Grid, solution: Grid) -> list[Fault]:
    """What is wrong with the solution itself."""
    if solution.layout != puzzle.layout:
        return [Fault("solution", repr(solution.layout), repr(puzzle.layout))]
    report = check(solution, puzzle=puzzle)
    return [] if str(report.verdict) == "complete and correct" else [Fault("solution", str(report), "a solution")]


def _not_left(puzzle: Grid, solution: Grid, left: set[Candidate]) -> list[Fault]:
    """Where the remaining candidates differ from those of the solution."""
    wanted = {(cell, solution.digits[cell]) for cell in puzzle.empty_cells}
    return [
        Fault(
            f"{puzzle.layout.name(cell)}={digit} at the end",
            *(("left", "dropped") if (cell, digit) in left else ("dropped", "left")),
        )
        for cell, digit in sorted(left ^ wanted)
    ]


def _not_empty(puzzle: Grid, left: set[Candidate]) -> list[Fault]:
    """A fault unless some exact rule has no candidate left."""
    clues = {(cell, puzzle.digits[cell]) for cell in puzzle.filled_cells}
    rules = named_rules(puzzle.layout).values()
    if any(rule.exact and not (left | clues).intersection(rule.candidates) for rule in rules):
        return []
    return [Fault("the end of the chain", "a candidate left in every rule", "a rule without candidates")]
