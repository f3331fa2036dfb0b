"""Proofs of a SAT solver as files that other programs check: the clauses, and why they cannot all hold.

    NAME.cnf     the clauses in DIMACS form: the puzzle, and for each solution known a clause that excludes it
    NAME.drat    what the solver learnt until it came to the empty clause, as `drat-trim` reads it

Together they prove that the puzzle has no solution but those that are excluded: none for an
impossible puzzle, one for a proper one. Whoever checks them need not trust the solver, only that
NAME.cnf says what the puzzle says.
"""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence

from ninefold.core.errors import Fault, MethodError
from ninefold.core.grid import Grid

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
