"""A SAT solver: the puzzle as clauses, solved by learning from conflicts.

1. A candidate is a variable; the rules are clauses (see `ninefold.models.clauses.clauses`).
2. The solver finds an assignment that makes every clause true, or learns the empty clause: there is none.
3. A solution is excluded by one more clause, and the next is sought.
4. Every puzzle gets a new solver, with the clauses that the clues leave. With `keep`, for bulk work, the rules of a
   layout that was used before stay loaded instead, with what was learnt from earlier puzzles, and the clues are
   assumptions. That decides most puzzles, impossible or proper. For the others, what a solver learnt earlier would
   change which solution comes first, so they get a new solver too.
5. For a proof, everything goes as clauses to a solver that records what it learns.

The solver works in slices of so many conflicts, and checks the limits in between. A node is a slice.

A proof is two files that other programs check: the clauses, and why they cannot all hold.

    NAME.cnf     the clauses in DIMACS form: the puzzle, and a clause that excludes each known solution
    NAME.drat    what the solver learnt up to the empty clause, in the format of `drat-trim`

Together they prove that the puzzle has no other solution than the excluded ones: none for an impossible puzzle, one
for a proper one. A reader need not trust the solver, only that NAME.cnf states the puzzle. `ninefold verify NAME.drat`
checks that too. With `certificate` the same proof goes into the stats, as JSON.
"""

from __future__ import annotations

import atexit
import os
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import lru_cache
from threading import Lock
from typing import TYPE_CHECKING, Any, Literal

from ninefold.core.atomic_write import writing
from ninefold.core.errors import Fault, MethodError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr
from ninefold.models.certificates import ClauseProof
from ninefold.solving.method import check_options, option
from ninefold.solving.run import Run

if TYPE_CHECKING:
    from ninefold.models.clauses import ClauseModel


Name = Literal["cadical195", "cadical153", "glucose42", "maplechrono", "minisat22"]
Encoding = Literal["extended", "minimal", "pairwise", "sequential", "ladder", "bitwise", "totalizer"]

# Conflicts between two checks of the limits; rule 4 allows one slice per puzzle.
SLICE = 2_000
# The largest board whose rules are kept loaded, and after how many puzzles they are reloaded,
# because every puzzle leaves a variable behind.
MAX, RELOAD = 16, 2_000


@dataclass(frozen=True)
class Sat:
    """Use a SAT solver of python-sat.

    The stats are `conflicts`, `proof` if one was written, and with `certificate` that proof as JSON.
    """

    solver: Name = field(default="cadical195", metadata={"about": "solver, by its name in python-sat"})
    encoding: Encoding = field(
        default="extended", metadata={"about": "how the rules become clauses; extended adds some that follow"}
    )
    proof: str = option(
        "",
        "write NAME.cnf and NAME.drat, a proof that there are no more solutions",
        check=lambda name: check_place(name),
        scope="local",
    )
    certificate: bool = field(default=False, metadata={"about": "add the proof to the stats, for ninefold verify"})
    keep: bool = field(
        default=False,
        metadata={"about": "keep the rules loaded, and what was learnt, from puzzle to puzzle: faster for many"},
    )

    def __post_init__(self) -> None:
        """Validate the options; not every solver can write a proof."""
        check_options(self)
        if (self.proof or self.certificate or self.keep) and self.encoding not in ("extended", "minimal"):
            fault = Fault(
                "option encoding", repr(self.encoding), "extended or minimal, for proof, certificate and keep"
            )
            raise MethodError("this encoding has auxiliary variables", [fault])
        if (self.proof or self.certificate) and self.solver == "minisat22":
            expected = "a solver that writes proofs, as cadical195"
            raise MethodError("minisat22 writes no proofs", [Fault("option solver", "'minisat22'", expected)])

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in the solver's own order, which is always the same."""
        run.stats["conflicts"] = 0
        if self.proof or self.certificate:
            return self._proved(puzzle, run)
        if not self.keep:
            return self._enumerated(puzzle, run)
        decided = _cache(puzzle.layout, self.solver, self.encoding).decide(puzzle, run)
        return self._enumerated(puzzle, run) if decided is None else iter(decided)

    def _enumerated(self, puzzle: Grid, run: Run) -> Iterator[Grid]:
        """Rules 2 and 3, on the clauses that the clues leave."""
        model = _clauses(puzzle, self.encoding)
        if model.infeasible:
            return
        variables = {literal for literal in model.literals.tolist() if 0 < literal <= puzzle.size**3}
        with _loaded(self.solver, model.clauses) as solver:
            while _solve(solver, run):
                true = [literal for literal in solver.get_model() or () if literal in variables]
                yield _grid(puzzle, true)
                if not true:  # the clues fill the grid
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
                    self._keep(puzzle, found, formula, solver.get_proof() or (), run)
                    return
                found.append(_grid(puzzle, _positive(solver, puzzle.layout)))
            yield found[-1]

    def _keep(self, puzzle: Grid, found: list[Grid], formula: list[Clause], lemmas: Sequence[str], run: Run) -> None:
        """Write the proof, or add it to the stats, or both."""
        if self.proof:
            write_proof(self.proof, puzzle, found, formula, lemmas)
            run.note("proof", self.proof)
        if self.certificate:
            added = tuple(tuple(map(int, line.split()[:-1])) for line in [*lemmas, EMPTY] if not line.startswith("d"))
            proof = ClauseProof(puzzle=puzzle, solutions=tuple(found), lemmas=added)
            run.note("certificate", proof.as_json())


class _SolverCache:
    """Rule 4: the rules of a layout in a solver, loaded when they are needed a second time."""

    def __init__(self, layout: Layout, name: Name, encoding: Encoding) -> None:
        self.layout, self.name, self.encoding = layout, name, encoding
        self.uses = 0
        self.solver: Any = None
        self.lock = Lock()

    def decide(self, puzzle: Grid, run: Run) -> tuple[Grid, ...] | None:
        """All solutions of a puzzle that has none or one; None if it has more, or was not decided soon."""
        if self.layout.size > MAX or not self.lock.acquire(blocking=False):
            return None
        try:
            self.uses += 1
            if self.uses == 1:
                return None
            if self.solver is None or self.uses % RELOAD == 0:
                self._load()
            return self._decide(puzzle, run)
        finally:
            self.lock.release()

    def _load(self) -> None:
        if self.solver is not None:
            self.solver.delete()
        self.solver = _loaded(self.name, _clauses(Grid.empty(self.layout), self.encoding).clauses)

    def _decide(self, puzzle: Grid, run: Run) -> tuple[Grid, ...] | None:
        size = puzzle.size
        clues = [cell * size + digit for cell, digit in enumerate(puzzle.digits) if digit]
        verdict = _stretch(self.solver, run, clues)
        if not verdict:
            return () if verdict is False else None
        true = _positive(self.solver, self.layout)
        other = size**3 + self.uses % RELOAD + 1  # while this is assumed, the grid is excluded
        self.solver.add_clause([-other, *(-literal for literal in true)])
        verdict = _stretch(self.solver, run, [*clues, other])
        self.solver.add_clause([-other])
        return (_grid(puzzle, true),) if verdict is False else None


@lru_cache(maxsize=4)
def _cache(layout: Layout, name: Name, encoding: Encoding) -> _SolverCache:
    return _SolverCache(layout, name, encoding)


atexit.register(
    _cache.cache_clear
)  # while python-sat is still loaded: its solvers clean up in `__del__`, which would fail later


def _clauses(puzzle: Grid, encoding: Encoding, *, presolve: bool = True) -> ClauseModel:
    """Rule 1; imported here, because a process that only sends the puzzle to another one needs no NumPy."""
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
    """The same within a slice; None if that was not enough."""
    run.tick()
    solver.conf_budget(SLICE)
    before = solver.accum_stats()["conflicts"]
    verdict: bool | None = solver.solve_limited(assumptions=assumed or [])
    counts = solver.accum_stats()
    run.note("conflicts", run.stats["conflicts"] + counts["conflicts"] - before)
    if run.is_logged:
        words = {True: "satisfiable", False: "unsatisfiable", None: "undecided"}[verdict]
        run.log(f"{words}: " + ", ".join(f"{name} {count:,}" for name, count in counts.items()))
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
# The empty clause, as files write it.
EMPTY = "0"


def check_place(name: str) -> None:
    """Refuse a name in a folder that does not exist, before any work is done."""
    folder = os.path.dirname(name) or "."
    if name and not os.path.isdir(folder):
        raise MethodError(
            "the proof cannot be written", [Fault("option proof", short_repr(name), "a folder that exists")]
        )


def excluding(grid: Grid) -> Clause:
    """The clause that at least one cell holds another digit."""
    return [-(cell * grid.size + digit) for cell, digit in enumerate(grid.digits)]


def write_proof(name: str, puzzle: Grid, found: Sequence[Grid], clauses: list[Clause], lemmas: Sequence[str]) -> None:
    """Write both files. A solver that had nothing to search for does not write the empty clause, so we do."""
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
    try:
        with writing(path) as file:
            file.writelines(f"{line}\n".encode("ascii") for line in lines)
    except OSError as error:
        raise MethodError(f"the proof cannot be written: {path}: {error.strerror or error}") from None
