"""Encodings of the clause model: different clauses, the same solutions."""

from __future__ import annotations

import importlib

import pytest
from modelled import COUNTED, PROPER

import ninefold as nf

solvers = pytest.importorskip("pysat.solvers")
ENCODINGS = ("pairwise", "sequential", "ladder", "bitwise", "totalizer")


def solutions(model: nf.ClauseModel) -> set[str]:
    """Every solution; the auxiliary variables do not count."""
    found = set()
    with importlib.import_module("pysat.solvers").Solver(bootstrap_with=model.pysat().solver) as solver:
        while solver.solve():
            literals = [one for one in solver.get_model()[: model.layout.size**3] if one > 0]
            found.add(model.grid(literals).line)
            solver.add_clause([-one for one in literals])
    return found


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("presolve", [True, False])
@pytest.mark.parametrize("name", [name for name in COUNTED if name != "all"])
def test_every_encoding_has_the_same_solutions(name: str, presolve: bool, encoding: str) -> None:
    puzzle = COUNTED[name]
    model = nf.model(puzzle, kind="clauses", encoding=encoding, presolve=presolve)
    assert solutions(model) == {grid.line for grid in nf.solve(puzzle, limit=None).solutions}
    assert all(abs(one) <= model.variables for clause in model.clauses for one in clause)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("name", ["9", "9, jigsaw", "9, diagonals", "4, a small unit"])
def test_sat_solves_with_every_encoding(name: str, encoding: str) -> None:
    result = nf.solve(PROPER[name], by=f"sat:encoding={encoding}", isolate=False)
    assert (result.status, result.solution) == (nf.Status.UNIQUE, nf.solve(PROPER[name]).solution)


def test_clause_counts_of_25x25() -> None:
    """With 279 clues 752,779 clauses pairwise and 180,279 with the sequential counter."""
    full = nf.paper_puzzle("25x25, with the two clues moved")
    clues = [cell for cell, digit in enumerate(full.puzzle.digits) if digit][:279]
    puzzle = nf.Grid.empty(25).with_digits({cell: full.puzzle.digits[cell] for cell in clues})
    for encoding, count in (("pairwise", 752_779), ("sequential", 180_279)):
        model = nf.model(puzzle, kind="clauses", encoding=encoding, presolve=False)
        assert len(model) == count
        assert model.clauses[-1]


def test_proofs_need_clauses_without_auxiliary_variables() -> None:
    with pytest.raises(nf.MethodError, match="extended or minimal"):
        nf.Sat(encoding="ladder", certificate=True)
    assert nf.model(COUNTED["one"], kind="clauses", encoding="ladder").name(65) == "a_1"
