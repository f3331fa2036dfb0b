"""The simplex path: every pivot leads to a vertex, and the last one to the optimum."""

from __future__ import annotations

from fractions import Fraction
from itertools import pairwise

import numpy as np
import pytest
from modelled import COUNTED, SMALL, SMALL_SOLUTION

import ninefold as nf

TWO = COUNTED["two"]
RULES = pytest.mark.parametrize("rule", ["bland", "dantzig"])


@RULES
@pytest.mark.parametrize("name", ["one", "two", "several", "several, a small unit"])
def test_optimum_is_that_of_another_solver(name: str, rule: str) -> None:
    optimize = pytest.importorskip("scipy.optimize")
    puzzle = COUNTED[name]
    weights = np.random.default_rng(5).integers(-5, 6, puzzle.size**3)
    path = nf.simplex_path(puzzle, rule=rule, objective=weights)
    model = nf.model(puzzle, objective=weights)
    equal = model.rows.senses == "="
    others = {"A_ub": model.matrix()[~equal], "b_ub": model.rows.right[~equal]} if (~equal).any() else {}
    found = optimize.linprog(model.costs, A_eq=model.matrix()[equal], b_eq=model.rows.right[equal], **others)
    assert float(path.objective) == pytest.approx(found.fun + model.constant)


@RULES
def test_every_pivot_of_phase_2_is_a_vertex_and_never_worse(rule: str) -> None:
    path = nf.simplex_path(TWO, rule=rule, objective="x_r1c1_2 - 3 x_r2c1_1")
    model = nf.model(TWO)
    second = [pivot for pivot in path.pivots if pivot.phase == 2]
    assert all(a.objective >= b.objective for a, b in pairwise(second))
    for pivot in second:
        x = np.array([float(pivot.vertex.get(name, 0)) for name in model.names])
        assert model.rows.violation(x) == 0
        support = x > 0
        assert np.linalg.matrix_rank(model.matrix().toarray()[:, support]) == support.sum()
        assert pivot.entering in model.names
    assert path.vertex == (second[-1].vertex if second else path.pivots[-1].vertex)


def test_phase_1_starts_with_artificials_only_and_ends_without() -> None:
    path = nf.simplex_path(SMALL)
    first = [pivot for pivot in path.pivots if pivot.phase == 1]
    assert first[0].leaving.startswith("artificial_")
    assert (first[-1].objective, path.objective) == (0, 16)
    model = nf.model(SMALL)
    assert model.grid([float(path.vertex.get(name, 0)) for name in model.names]) == SMALL_SOLUTION
    assert path.degenerate > 0
    assert str(path).count("\n") == len(path.pivots) - 1
    assert path._repr_html_().count("<tr>") == len(path.pivots) + 1
    size = f"{len(path.pivots)} pivots by {path.rule}, {path.degenerate} degenerate, objective {path.objective}"
    assert repr(path) == f"<simplex path of {path.puzzle!r}: {size}>"


def test_cuts_have_slacks() -> None:
    path = nf.simplex_path(TWO, objective="x_r1c1_2", cuts="x_r1c1_2 >= 0.25")
    assert path.objective == path.vertex["x_r1c1_2"] == Fraction(1, 4)


def test_errors() -> None:
    with pytest.raises(nf.NinefoldError, match="no feasible point"):
        nf.simplex_path(COUNTED["none, as a cell is stuck"])
    with pytest.raises(nf.NinefoldError, match="up to size 6"):
        nf.simplex_path("." * 81)
    with pytest.raises(nf.NinefoldError, match="bland or dantzig"):
        nf.simplex_path(SMALL, rule="steepest")


@pytest.mark.parametrize("solver", ["simplex-bland", "simplex-dantzig"])
def test_method_lp_traces_the_same_pivots(solver: str) -> None:
    puzzle, weights = "...1 ..2. .3.. 4...", tuple(range(64))
    events: list[nf.Event] = []
    result = nf.solve(puzzle, by=nf.LP(solver=solver, objective="given", weights=weights), trace=events)
    path = nf.simplex_path(puzzle, rule=solver.removeprefix("simplex-"), objective=weights)
    entering = [event.value for event in events if isinstance(event, nf.Note) and event.name == "entering"]
    assert entering == [pivot.entering for pivot in path.pivots]
    assert result.stats["iterations"] == len(path.pivots)
    assert result.stats["objective"] == float(path.objective)
    assert sum(isinstance(event, nf.Belief) for event in events) == len(path.pivots) + 1


def test_tableau_has_the_duals_of_the_relaxation() -> None:
    objective = "x_r1c1_3 + 2 x_r1c2_4 - x_r3c3_1"
    found = nf.relaxation("...1 ..2. .3.. 4...", solver="simplex-bland", objective=objective)
    assert found.is_vertex
    assert found.objective == nf.relaxation("...1 ..2. .3.. 4...", objective=objective).objective
    assert found.y @ found.model.rows.right + found.model.constant == pytest.approx(found.objective)  # strong duality
    assert min(found.reduced_costs.values()) >= 0


def test_pivots_are_for_small_boards() -> None:
    with pytest.raises(nf.MethodError, match="up to size 6; this board is size 9"):
        nf.solve(nf.Grid.empty(9), by="lp:solver=simplex-bland")


def test_long_fractions_are_shown_as_decimals() -> None:
    path = nf.simplex_path("...1 ..2. .3.. 4...", objective="random:3")
    assert len(str(path.objective)) > 12
    assert f"objective {float(path.objective):.6g}" in repr(path)
    assert str(path).endswith(f"objective {float(path.objective):.6g}")
    assert all(len(line) < 100 for line in str(path).splitlines())
