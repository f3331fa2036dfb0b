"""The clause model: two encodings of the same solutions, without auxiliary variables."""

from __future__ import annotations

import numpy as np
import pytest
from core.boards import few, grids
from hypothesis import given
from modelled import COUNTED, PROPER, SMALL, SMALL_SOLUTION, points, rows_of

import ninefold as nf
from ninefold.models.clauses import ClauseModel, clauses
from ninefold.models.incidence import FAMILIES

ENCODINGS = ("extended", "minimal")


def count(model: ClauseModel) -> int:
    rows, width = rows_of(model)
    return points(rows, [0.0] * width, [1.0] * width)


@pytest.mark.parametrize("presolve", [True, False])
@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("puzzle", [COUNTED[n] for n in COUNTED if n != "all"], ids=[n for n in COUNTED if n != "all"])
def test_points_correspond_to_solutions(puzzle: nf.Grid, encoding: str, presolve: bool) -> None:
    assert count(clauses(puzzle, encoding=encoding, presolve=presolve)) == nf.count(puzzle)


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("puzzle", PROPER.values(), ids=PROPER)
def test_solution_satisfies_every_clause(puzzle: nf.Grid, encoding: str) -> None:
    solution = nf.solve(puzzle).solution
    true = {cell * puzzle.size + digit for cell, digit in enumerate(solution)}
    for presolve in (True, False):
        model = clauses(puzzle, encoding=encoding, presolve=presolve)
        assert all(any((abs(lit) in true) == (lit > 0) for lit in clause) for clause in model.clauses)
        assert model.grid(true) == solution


@pytest.mark.parametrize("encoding", ENCODINGS)
@pytest.mark.parametrize("family", FAMILIES)
def test_omitting_a_family_allows_more_points(family: str, encoding: str) -> None:
    if (family, encoding) == ("cells", "minimal"):
        assert len(clauses(SMALL, families=FAMILIES[1:], encoding=encoding).literals) == 0  # all cells may stay empty
        return
    puzzle = nf.Grid("12.. 3... .... ...3", layout=nf.Layout(4, extra=["r1c3 r2c2 r4c1"]))
    others = [name for name in FAMILIES if name != family]
    all_of_it, less = (clauses(puzzle, families=names, encoding=encoding) for names in (FAMILIES, others))
    assert 0 < count(all_of_it) < count(less)


def test_minimal_encoding_adds_cell_clauses_if_counting_fails() -> None:
    alone = clauses(nf.Grid("1234 3412 2143 ...."), families=["cells", "clues"], encoding="minimal")
    assert count(alone) == 4**4


@pytest.mark.parametrize(("size", "minimal", "extended"), [(4, 240, 384), (9, 7371, 10530), (25, 500_625, 690_000)])
def test_numbers_of_clauses(size: int, minimal: int, extended: int) -> None:
    empty = nf.Grid.empty(size)
    assert len(clauses(empty, encoding="minimal")) == minimal
    assert len(clauses(empty)) == extended
    assert len(np.unique(clauses(empty).pairs @ [size**3, 1])) == len(clauses(empty).pairs)  # each pair once


@few
@given(grids())
def test_wrong_grid_has_an_empty_clause_or_clashing_units(puzzle: nf.Grid) -> None:
    clash = nf.check(puzzle).verdict is nf.Verdict.INCORRECT
    assert clauses(puzzle).infeasible or not clash
    assert not clauses(puzzle, presolve=False).infeasible


def test_names_equal_those_of_the_binary_model() -> None:
    model = clauses(SMALL)
    assert model.name(1) == "x_r1c1_1"
    assert model.name(64) == "x_r4c4_4"


def test_literals_that_leave_a_cell_open_are_rejected() -> None:
    model = clauses(SMALL)
    with pytest.raises(nf.GridError, match="r1c1 has no digit"):
        model.grid([])
    with pytest.raises(nf.GridError, match="r1c1 has 2 and 3"):
        model.grid(range(1, 65))
    true = [cell * 4 + digit for cell, digit in enumerate(SMALL_SOLUTION)]
    assert model.grid([*true, 1, 999, -7]) == SMALL_SOLUTION  # 1 is not a candidate of r1c1, so it is ignored


def test_unknown_encoding_is_rejected() -> None:
    with pytest.raises(nf.NinefoldError, match=r"unknown encoding 'stairs' \(choose extended, minimal, pairwise"):
        clauses(SMALL, encoding="stairs")


def test_repr_is_the_code_that_builds_it() -> None:
    assert repr(clauses(SMALL, encoding="minimal")) == "clauses(Grid('..4.1......3.1..'), encoding='minimal')"
