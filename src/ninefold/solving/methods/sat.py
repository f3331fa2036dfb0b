"""A SAT solver: the puzzle as clauses, solved by learning from conflicts.

1. A candidate is a variable; the rules are clauses (see `ninefold.models.clauses.clauses`).
2. The solver finds an assignment that makes every clause true, or learns the empty clause: there is none.
3. A solution is excluded by one more clause, and the next is sought.
4. The rules of a layout that was asked for before stay loaded, and the clues are assumptions. That settles
   most puzzles, impossible or proper. For the others what a solver learnt earlier would change which
   solution comes first, so they go to a solver of their own, with the clauses that the clues leave.
5. With a proof asked for, all is said in clauses to a solver that writes down what it learns.

The solver works in stretches of so many conflicts, and looks at clock and cancel in between. A node
is a stretch.

Proofs of a SAT solver as files that other programs check: the clauses, and why they cannot all hold.

    NAME.cnf     the clauses in DIMACS form: the puzzle, and for each solution known a clause that excludes it
    NAME.drat    what the solver learnt until it came to the empty clause, as `drat-trim` reads it

Together they prove that the puzzle has no solution but those that are excluded: none for an
impossible puzzle, one for a proper one. Whoever checks them need not trust the solver, only that
NAME.cnf says what the puzzle says.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

from ninefold.core.errors import Fault, MethodError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.solving.method import check_choices
from ninefold.solving.run import Run

if TYPE_CHECKING:
    from ninefold.models.clauses import ClauseModel


Name = Literal["cadical195", "cadical153", "glucose42", "maplechrono", "minisat22"]
Encoding = Literal["extended", "minimal"]

# Conflicts between two looks at the clock, and what rule 4 allows for one puzzle.
STRETCH = 2_000
# The largest board whose rules are kept loaded, and after how many puzzles they are loaded anew,
# since every puzzle leaves a variable behind.
MAX, ANEW = 16, 2_000


@dataclass(frozen=True)
class Sat:
    """Ask a SAT solver of python-sat; the stats tell `conflicts`, and `proof` where one was written."""

    solver: Name = field(default="cadical195", metadata={"about": "which one, as python-sat calls it"})
    encoding: Encoding = field(
        default="extended", metadata={"about": "whether clauses that only follow from others are given to it too"}
    )
    proof: str = field(
        default="", metadata={"about": "write NAME.cnf and NAME.drat, which prove that there are no more solutions"}
    )

    def __post_init__(self) -> None:
        """Refuse an unknown solver, and a proof that cannot be had."""
        check_choices(self)
        check_place(self.proof)
        if self.proof and self.solver == "minisat22":
            expected = "a solver that writes proofs, as cadical195"
            raise MethodError("minisat22 writes no proofs", [Fault("option solver", "'minisat22'", expected)])

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in an order that is the solver's own but always the same."""
        run.stats["conflicts"] = 0
        if self.proof:
            return self._proved(puzzle, run)
        settled = _shelf(puzzle.layout, self.solver, self.encoding).settled(puzzle, run)
        return self._enumerated(puzzle, run) if settled is None else iter(settled)

    def _enumerated(self, puzzle: Grid, run: Run) -> Iterator[Grid]:
        """Rules 2 and 3, on the clauses that the clues leave."""
        model = _clauses(puzzle, self.encoding)
        if model.infeasible:
            return
        variables = set(model.literals.tolist())
        with _loaded(self.solver, model.clauses) as solver:
            while _solve(solver, run):
                true = [literal for literal in solver.get_model() or () if literal in variables]
                yield _grid(puzzle, true)
                if not true:  # the clues are all there is
                    return
                solver.add_clause([-literal for literal in true])

    def _proved(self, puzzle: Grid, run: Run) -> Iterator[Grid]:
        """Rule 5: a new solver after each solution, so that the proof at the end is of one formula."""
        rules = _clauses(puzzle, self.encoding, presolve=False)
        found: list[Grid] = []
        while True:
            formula = rules.clauses + [excluding(grid) for grid in found]
            with _loaded(self.solver, formula, with_proof=True) as solver:
                if not _solve(solver, run):
                    write_proof(self.proof, puzzle, found, formula, solver.get_proof() or ())
                    run.note("proof", self.proof)
                    return
                found.append(_grid(puzzle, _positive(solver, puzzle.layout)))
            yield found[-1]


class _SolverCache:
    """Rule 4: the rules of a layout in a solver, loaded when they are asked for a second time."""

    def __init__(self, layout: Layout, name: Name, encoding: Encoding) -> None:
        self.layout, self.name, self.encoding = layout, name, encoding
        self.asked = 0
        self.solver: Any = None
        self.lock = Lock()

    def settled(self, puzzle: Grid, run: Run) -> tuple[Grid, ...] | None:
        """All solutions of a puzzle that has none or one; None where it has more, or was not settled soon."""
        if self.layout.size > MAX or not self.lock.acquire(blocking=False):
            return None
        try:
            self.asked += 1
            if self.asked == 1:
                return None
            if self.solver is None or self.asked % ANEW == 0:
                self._load()
            return self._settle(puzzle, run)
        finally:
            self.lock.release()

    def _load(self) -> None:
        if self.solver is not None:
            self.solver.delete()
        self.solver = _loaded(self.name, _clauses(Grid.empty(self.layout), self.encoding).clauses)

    def _settle(self, puzzle: Grid, run: Run) -> tuple[Grid, ...] | None:
        size = puzzle.size
        clues = [cell * size + digit for cell, digit in enumerate(puzzle.digits) if digit]
        verdict = _stretch(self.solver, run, clues)
        if not verdict:
            return () if verdict is False else None
        true = _positive(self.solver, self.layout)
        other = size**3 + self.asked % ANEW + 1  # while this is assumed, the grid is excluded
        self.solver.add_clause([-other, *(-literal for literal in true)])
        verdict = _stretch(self.solver, run, [*clues, other])
        self.solver.add_clause([-other])
        return (_grid(puzzle, true),) if verdict is False else None


@lru_cache(maxsize=4)
def _shelf(layout: Layout, name: Name, encoding: Encoding) -> _SolverCache:
    return _SolverCache(layout, name, encoding)


atexit.register(_shelf.cache_clear)  # while python-sat is still there: its solvers end themselves, and would complain


def _clauses(puzzle: Grid, encoding: Encoding, *, presolve: bool = True) -> ClauseModel:
    """Rule 1; imported here, since whoever only sends the question to another process needs no NumPy."""
    from ninefold.models.clauses import clauses

    return clauses(puzzle, encoding=encoding, presolve=presolve)


def _loaded(name: Name, formula: list[list[int]], *, with_proof: bool = False) -> Any:
    from pysat.solvers import Solver

    return Solver(name=name, bootstrap_with=formula, **({"with_proof": True} if with_proof else {}))


def _solve(solver: Any, run: Run) -> bool:
    """Whether the clauses can all hold."""
    while (verdict := _stretch(solver, run)) is None:
        pass
    return verdict


def _stretch(solver: Any, run: Run, assumed: list[int] | None = None) -> bool | None:
    """The same within a stretch; None where that was not enough."""
    run.tick()
    solver.conf_budget(STRETCH)
    before = solver.accum_stats()["conflicts"]
    verdict: bool | None = solver.solve_limited(assumptions=assumed or [])
    run.note("conflicts", run.stats["conflicts"] + solver.accum_stats()["conflicts"] - before)
    return verdict


def _positive(solver: Any, layout: Layout) -> list[int]:
    return [literal for literal in solver.get_model()[: layout.size**3] if literal > 0]


def _grid(puzzle: Grid, true: list[int]) -> Grid:
    """The puzzle with the candidates that are true."""
    digits, size = bytearray(puzzle.digits), puzzle.size
    for literal in true:
        digits[(literal - 1) // size] = (literal - 1) % size + 1
    return Grid.from_digits(bytes(digits), puzzle.layout)


Clause = list[int]
# The empty clause, as it is written.
EMPTY = "0"


def check_place(name: str) -> None:
    """Refuse a name in a folder that is not there, before any work is done."""
    folder = os.path.dirname(name) or "."
    if name and not os.path.isdir(folder):
        raise MethodError(
            "a proof cannot be written there", [Fault("option proof", repr(name), "a folder that exists")]
        )


def excluding(grid: Grid) -> Clause:
    """The clause that some cell holds another digit."""
    return [-(cell * grid.size + digit) for cell, digit in enumerate(grid.digits)]


def write_proof(name: str, puzzle: Grid, found: Sequence[Grid], clauses: list[Clause], lemmas: Sequence[str]) -> None:
    """Write both files. A solver that had nothing to search for leaves the empty clause unsaid; it follows."""
    said = [
        f"puzzle {puzzle.line}",
        f"layout {puzzle.layout}",
        *(f"a clause at the end excludes {grid.line}" for grid in found),
    ]
    _write(f"{name}.cnf", [*(f"c {line}" for line in said), *_dimacs(clauses, puzzle.size**3)])
    _write(f"{name}.drat", lemmas if lemmas and lemmas[-1] == EMPTY else [*lemmas, EMPTY])


def _dimacs(clauses: list[Clause], variables: int) -> list[str]:
    return [f"p cnf {variables} {len(clauses)}", *(" ".join(map(str, [*clause, 0])) for clause in clauses)]


def _write(path: str, lines: Iterable[str]) -> None:
    with open(path, "w", encoding="ascii", newline="\n") as file:
        file.writelines(f"{line}\n" for line in lines)
