"""The checker of clause proofs: unit propagation over the clauses of a puzzle, which it states itself.

Variable v = cell·N + digit (from 1) means that a cell holds a digit. Like `checker`, this module has to be trusted and
imports nothing that finds proofs. Rule numbers continue those of `checker`; docs/certificates.md proves them:

10. The clauses of a puzzle: each clue is true; every rule "exactly one" has a true candidate; no two candidates of any
    rule are both true; and of each stated solution at least one candidate is false. An assignment that satisfies them
    all is a solution that was not stated.
11. A lemma follows if its negation leads to a contradiction by unit propagation alone: a clause whose other literals
    are all false makes its last one true. Every lemma may use those before it.
12. One lemma is empty. It follows from the clauses only if no assignment satisfies them; lemmas after it do not matter.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Sequence
from itertools import combinations

from ninefold.core.errors import Fault
from ninefold.core.grid import Grid

Clause = tuple[int, ...]


def clause_faults(puzzle: Grid, solutions: Sequence[Grid], lemmas: Sequence[Clause]) -> Iterator[Fault]:
    """Why the lemmas do not prove that a puzzle has no solution other than those stated."""
    known = Clauses(clauses_of(puzzle, solutions))
    for number, lemma in enumerate(lemmas, 1):
        if not known.imply(lemma):
            yield Fault(f"lemma {number}", _words(lemma), "a clause that follows by unit propagation")
            return
        if not lemma:
            return
        known.add(lemma)
    yield Fault("the end of the lemmas", f"{len(lemmas)} lemmas, none of them empty", "the empty clause")


def clauses_of(puzzle: Grid, solutions: Iterable[Grid]) -> Iterator[Clause]:
    """Rule 10."""
    size, layout = puzzle.size, puzzle.layout
    yield from ((cell * size + digit,) for cell, digit in enumerate(puzzle.digits) if digit)
    cells = [tuple(cell * size + digit for digit in range(1, size + 1)) for cell in range(size**2)]
    units = [tuple(cell * size + digit for cell in unit.cells) for unit in layout.units for digit in range(1, size + 1)]
    for rule in (*cells, *units):
        if len(rule) == size:
            yield rule
        yield from ((-one, -other) for one, other in combinations(rule, 2))
    for solution in solutions:
        yield tuple(-(cell * size + digit) for cell, digit in enumerate(solution.digits))


class Clauses:
    """Clauses, and the literals that follow from them by unit propagation.

    Attributes:
        true: the literals that follow from all clauses together.
        broken: whether they contradict each other.
    """

    def __init__(self, clauses: Iterable[Clause]) -> None:
        self.true: set[int] = set()
        self.broken = False
        self._with: dict[int, list[Clause]] = {}  # the clauses that contain a literal
        for clause in clauses:
            self.add(clause)

    def add(self, clause: Clause) -> None:
        """Add a clause, and what follows from it."""
        for literal in set(clause):
            self._with.setdefault(literal, []).append(clause)
        left = self._left(clause, self.true)
        if left is not None and len(left) < 2:
            self.broken = self.broken or not left or self._contradict(self.true, left)

    def imply(self, lemma: Clause) -> bool:
        """Rule 11."""
        return self.broken or self._contradict(set(self.true), {-literal for literal in lemma})

    def _contradict(self, true: set[int], more: Iterable[int]) -> bool:
        """Whether true literals and more of them contradict the clauses; `true` grows by what follows."""
        queue = list(more)
        while queue:
            literal = queue.pop()
            if literal in true:
                continue
            if -literal in true:
                return True
            true.add(literal)
            for clause in self._with.get(-literal, ()):
                left = self._left(clause, true)
                if left is not None and len(left) < 2:
                    if not left:
                        return True
                    queue.extend(left)
        return False

    @staticmethod
    def _left(clause: Clause, true: set[int]) -> set[int] | None:
        """The literals of a clause that may still be true; None if one already is."""
        left = set()
        for literal in clause:
            if literal in true:
                return None
            if -literal not in true:
                left.add(literal)
                if len(left) > 1:  # neither true nor able to make anything true, unless a later literal is true
                    return left
        return left


def _words(lemma: Clause) -> str:
    return " ".join(map(str, lemma[:8])) + " …" * (len(lemma) > 8) if lemma else "the empty clause"
