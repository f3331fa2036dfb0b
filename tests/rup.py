"""A checker of clause proofs, independent of any solver: reverse unit propagation and nothing else."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

Clause = tuple[int, ...]


def read_cnf(path: Path) -> list[Clause]:
    """The clauses of a DIMACS file; their number must match the header."""
    lines = [line for line in path.read_text().splitlines() if not line.startswith("c")]
    found = [tuple(map(int, line.split()))[:-1] for line in lines[1:]]
    assert lines[0].split()[:2] == ["p", "cnf"]
    assert int(lines[0].split()[3]) == len(found)
    return found


def read_drat(path: Path) -> list[Clause]:
    """The clauses that a proof adds. Deletions are ignored, which takes longer and proves the same."""
    lines = [line.split() for line in path.read_text().splitlines()]
    return [tuple(map(int, line))[:-1] for line in lines if line[0] != "d"]


def refutes(clauses: Iterable[Clause], lemmas: Iterable[Clause]) -> bool:
    """Whether each lemma follows by unit propagation from the clauses before it, up to the empty clause."""
    known = _Clauses()
    for clause in clauses:
        known.add(clause)
    for lemma in lemmas:
        if not known.implies(lemma):
            return False
        if not lemma:
            return True
        known.add(lemma)
    return False


class _Clauses:
    def __init__(self) -> None:
        self.clauses: list[Clause] = []
        self.holding: dict[int, list[int]] = defaultdict(list)
        self.true: set[int] = set()  # literals that follow by unit propagation
        self.broken = False

    def add(self, clause: Clause) -> None:
        for literal in clause:
            self.holding[literal].append(len(self.clauses))
        self.clauses.append(clause)
        open_ = [literal for literal in clause if -literal not in self.true]
        if not self.true.intersection(clause) and len(open_) <= 1:
            self.broken |= not open_ or self._conflict(self.true, open_)

    def implies(self, lemma: Clause) -> bool:
        if self.broken or self.true.intersection(lemma):
            return True
        return self._conflict(set(self.true), [-literal for literal in lemma])

    def _conflict(self, true: set[int], queue: list[int]) -> bool:
        """Whether the literals in the queue, with everything that follows by unit propagation, violate a clause."""
        queue = list(queue)
        while queue:
            literal = queue.pop()
            if -literal in true:
                return True
            if literal in true:
                continue
            true.add(literal)
            for number in self.holding[-literal]:
                clause = self.clauses[number]
                if any(other in true for other in clause):
                    continue
                left = [other for other in clause if -other not in true]
                if not left:
                    return True
                if len(left) == 1:
                    queue.append(left[0])
        return False
