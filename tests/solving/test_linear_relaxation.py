"""The linear relaxation, opened: its point, duals, basis and shape."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest
from modelled import PROPER

import ninefold as nf
from ninefold.solving.run import Run
from ninefold.solving.solvers.highs import HighsProgram, SolveStatus

highspy = pytest.importorskip("highspy")

HARDEST = nf.paper_puzzle("hardest").puzzle
TWO = nf.Grid("...1 ..2. .3.. 4...")


def test_shape_of_the_hardest_puzzle_of_the_first_paper() -> None:
    vertex = nf.relaxation(HARDEST)
    assert vertex.objective == pytest.approx(81)
    assert (int(vertex.support.sum()), vertex.rank, vertex.is_vertex, vertex.is_degenerate) == (139, 139, True, True)
    assert vertex.dimension() == 49
    assert sorted(vertex.forced().values()) == [0] * 53 + [1] * 3
    centre = nf.relaxation(HARDEST, solver="highs-ipm", crossover=False)
    assert (int(centre.support.sum()), centre.rank, centre.face_dimension) == (201, 152, 49)
    assert (centre.is_vertex, centre.is_degenerate, centre.basis) == (False, False, None)


@pytest.mark.parametrize("presolve", [True, False])
def test_objective_and_shape_do_not_depend_on_presolve(presolve: bool) -> None:
    found = nf.relaxation(HARDEST, presolve=presolve, objective=nf.solve(HARDEST).solution or HARDEST)
    assert found.objective == pytest.approx(36.5)
    assert found.dimension() == 49


@pytest.mark.parametrize("solver", ["highs-ds", "highs-ipm", "cvxpy:CLARABEL"])
def test_duals_prove_the_optimum(solver: str) -> None:
    if solver.startswith("cvxpy"):
        pytest.importorskip("cvxpy")
    cuts = "x_r1c2_1 >= 0.1; x_r1c2_4 <= 0.2"
    found = nf.relaxation(HARDEST, objective="random:3", cuts=cuts, solver=solver)
    rows = found.model.rows
    assert found.y @ rows.right + found.model.constant == pytest.approx(found.objective, abs=1e-5)  # strong duality
    assert found.z.min() > -1e-6
    assert np.abs(found.z * found.x).max() < 1e-5  # complementary slackness
    assert found.duals["cut_1"] >= -1e-6
    assert found.duals["cut_2"] <= 1e-6
    assert found.reduced_costs[found.model.names[0]] == found.z[0]


@pytest.mark.parametrize(
    ("puzzle", "solver"), [(HARDEST, "highs-ds"), (TWO, "simplex-bland"), (TWO, "simplex-dantzig")]
)
def test_basis_determines_the_vertex(puzzle: nf.Grid, solver: str) -> None:
    cuts = "" if puzzle is HARDEST else "x_r1c1_3 + x_r1c2_2 <= 1; x_r4c4_2 >= 0.25"
    found = nf.relaxation(puzzle, objective="random", solver=solver, cuts=cuts)
    basis, entries = found.basis, found.entries()
    assert repr(entries) == f"<Entries: {len(entries.b)} rows, {len(entries.c)} variables, {entries.A.nnz} entries>"
    assert basis is not None
    assert len(basis) == len(entries.row_names)
    columns = [entries.names.index(name) for name in basis if name.startswith("x_")]
    slack = [name for name in basis if not name.startswith("x_")]
    kept = [row for row, name in enumerate(entries.row_names) if name not in slack]
    x = np.zeros(len(entries.names))
    x[columns] = np.linalg.solve(entries.A.toarray()[np.ix_(kept, columns)], entries.b[kept])
    assert np.allclose(x, found.x)


def test_full_grid_is_a_program_without_variables() -> None:
    full = nf.Grid("2341143242133124")
    for solver in ("highs-ds", "simplex-bland"):
        found = nf.relaxation(full, solver=solver)
        assert (found.grid, found.objective, found.dimension(), found.basis) == (full, 16, 0, ())
    pytest.importorskip("cvxpy")
    assert nf.relaxation(full, solver="cvxpy:CLARABEL").grid == full


def test_solver_without_variable_bounds_gives_the_same_optimum() -> None:
    pytest.importorskip("ortools")
    if "PDLP" not in pytest.importorskip("cvxpy").installed_solvers():
        pytest.skip("CVXPY finds no PDLP")
    assert nf.solve(TWO, by="lp:solver=cvxpy:PDLP:objective=zero").stats["objective"] == 0


def test_chosen_rows_may_give_a_grid_that_is_not_a_solution() -> None:
    found = nf.relaxation(TWO, families="cells, rows")
    assert (found.fractional_cells, found.solution) == ((), None)
    with pytest.raises(nf.GridError, match="satisfies the chosen rows, but is not a solution"):
        _ = found.grid
    assert nf.relaxation(TWO).solution == nf.relaxation(TWO).grid


@pytest.mark.parametrize("name", [name for name in PROPER if name != "16"])
def test_forced_values_hold_at_every_vertex(name: str) -> None:
    puzzle = PROPER[name]
    first = nf.relaxation(puzzle, objective="random:0")
    points = [nf.relaxation(puzzle, objective=f"random:{seed}").x for seed in range(8)]
    low, high = np.min(points, axis=0), np.max(points, axis=0)
    forced = first.forced()
    for place, variable in enumerate(first.model.names):
        if variable in forced:
            assert abs(low[place] - forced[variable]) + abs(high[place] - forced[variable]) < 1e-6
    assert first.dimension() >= np.linalg.matrix_rank(np.array(points) - points[0], tol=1e-6)
    assert (first.dimension() == 0) == (len(forced) == len(first.model.names))


def test_candidates_are_read_by_name() -> None:
    found = nf.relaxation(TWO)
    assert found["r1c4", 1] == 1
    assert found["r1c4", 2] == 0
    assert found[0, 2] + found["r1c1", 3] == pytest.approx(1)
    with pytest.raises(nf.GridError, match="a digit from 1 to 4"):
        found["r1c1", 5]
    with pytest.raises(nf.NinefoldError):
        found["r9c1", 1]
    with pytest.raises(nf.GridError, match="a cell and a digit, such as 'r1c2', 3"):
        found["r1c1"]  # type: ignore[index]


def test_program_without_a_feasible_point_names_the_rows() -> None:
    with pytest.raises(nf.NinefoldError, match=r"no feasible point: the sum .*cell_r1c7"):
        nf.relaxation(HARDEST, cuts="x_r1c2_1 <= 0")
    with pytest.raises(nf.NinefoldError, match=r"-1·cut_1 .*cut_2"):
        nf.relaxation(TWO, cuts="x_r1c1_2 >= 1; x_r1c1_2 <= 0")


@pytest.mark.parametrize(
    ("cuts", "words"),
    [
        ("x_r1c1_1 >= 1", r"the sum -1·cut_1 has"),  # the clues rule it out: 0 >= 1
        ("x_r1c1_2 <= 0.123456789; x_r1c1_3 <= 0.5", r"the sum -1·cell_r1c1 \+1·cut_1 \+1·cut_2 has"),
        ("0.3 x_r1c1_2 + 0.1 x_r1c1_3 <= 0.05", r"the sum -\d+·cell_r1c1 \+\d+·cut_1 has"),
    ],
)
def test_contradicting_cuts_with_decimals_are_named_with_their_weights(cuts: str, words: str) -> None:
    with pytest.raises(nf.NinefoldError, match=words):
        nf.relaxation(TWO, cuts=cuts)


@pytest.mark.parametrize("form", ["lp", "mps"])
@pytest.mark.parametrize("objective", ["ones", "x_r1c2_1 - 2.5 x_r9c9_7", "random:1"])
def test_exported_program_gives_the_same_vertex(form: str, objective: str, tmp_path: Path) -> None:
    cuts = "x_r1c3_4 + x_r1c3_9 + x_r2c1_9 + x_r6c1_7 + x_r6c1_9 + x_r6c3_4 + x_r6c3_7 <= 3; x_r1c2_1 >= 0.125"
    found = nf.relaxation(HARDEST, cuts=cuts, objective=objective)
    path = tmp_path / f"hardest.{form}"
    path.write_text(found.model.text(form, relaxed=True))
    solver = highspy.Highs()
    solver.silent()
    solver.readModel(str(path))
    solver.run()
    solver.writeSolution(str(path.with_suffix(".sol")), 0)
    assert np.allclose(found.model.read_point(path.with_suffix(".sol")), found.x, atol=1e-9)


def test_point_of_another_program_must_fit_the_model() -> None:
    model = nf.model(TWO)
    assert model.read_point("x_r1c1_2 0.25\nx_r1c4_1 1")[model.names.index("x_r1c1_2")] == 0.25
    with pytest.raises(nf.GridError, match=r"x_r1c4_2: read 0\.5"):
        model.read_point("x_r1c4_2 0.5")
    with pytest.raises(nf.ParseError, match="no point"):
        model.read_point("nothing here")
    with pytest.raises(nf.ParseError, match=r"pass a pathlib\.Path"):
        model.read_point("answer.sol")


def test_notebooks_show_the_beliefs() -> None:
    picture = nf.relaxation(TWO, solver="highs-ipm", crossover=False)._repr_svg_()
    assert "<title>r1c1=2: 0.5</title>" in picture
    assert "objective 16" in picture


@pytest.mark.parametrize(
    ("options", "message"),
    [
        ({"solver": "highs-ds", "crossover": False}, "for solver highs-ipm only"),
        ({"solver": "nope"}, "highs-ds"),
        ({"solver": 3}, "read 3, expected highs-ds"),
        ({"families": "cells,rwos"}, "unknown family 'rwos'"),
        ({"objective": "some"}, "zero, ones, random"),
        ({"objective": [1, 2]}, "64 numbers"),
        ({"objective": "x_r9c1_1"}, "from 1 to 4"),
        ({"cuts": [3]}, "or a Cut"),
        ({"cuts": 3}, "cuts: read 3, expected a list of cuts, or text"),
        ({"families": 3}, "families must be names such as cells, rows, not 3"),
        ({"presolve": "whole"}, "presolve must be True or False, not 'whole'"),
        ({"sums": "no"}, "sums must be True or False, not 'no'"),
        ({"solver": "highs-ipm", "crossover": "off"}, "crossover must be True or False, not 'off'"),
    ],
)
def test_invalid_options_are_refused(options: dict[str, object], message: str) -> None:
    with pytest.raises(nf.NinefoldError, match=message):
        nf.relaxation(TWO, **options)  # type: ignore[arg-type]


# --- the same program as a method --------------------------------------------------------------------------


def test_method_reports_the_objective_of_the_whole_program() -> None:
    for presolve in ("candidates", "whole"):
        stats = nf.solve(HARDEST, by=f"lp:presolve={presolve}", isolate=False).stats
        assert stats["objective"] == pytest.approx(81)
    weights = tuple(range(729))
    assert nf.solve(HARDEST, by=nf.LP(objective="given", weights=weights), isolate=False).stats[
        "objective"
    ] == pytest.approx(nf.relaxation(HARDEST, objective=weights).objective)


def test_method_says_which_rows_a_cut_contradicts() -> None:
    result = nf.solve(HARDEST, by=nf.LP(cuts="x_r1c2_1 <= 0"), isolate=False)
    assert result.status is nf.Status.UNKNOWN
    assert "no feasible point, which says nothing about the puzzle" in result.why
    assert "cut_1" in result.why or "rows)" in result.why


def test_options_without_effect_are_refused() -> None:
    with pytest.raises(nf.MethodError, match="highs-ipm only"):
        nf.LP(crossover=False)
    with pytest.raises(nf.MethodError, match="objective=given"):
        nf.LP(weights="1 2 3")


def test_unknown_iterations_are_not_reported_as_none() -> None:
    pytest.importorskip("cvxpy")
    stats = nf.solve(HARDEST, by="lp:solver=cvxpy:GLOP").stats
    assert "iterations" not in stats
    assert nf.solve(HARDEST, by="lp:solver=cvxpy:CLARABEL").stats["iterations"] > 0


def test_highs_calls_back_on_large_boards_so_that_ctrl_c_is_noticed(monkeypatch: pytest.MonkeyPatch) -> None:
    watched: list[bool] = []
    solve = HighsProgram.solve

    def observed(self: HighsProgram, run: Run) -> SolveStatus:
        watched.append(run.is_watched)
        return solve(self, run)

    monkeypatch.setattr(HighsProgram, "solve", observed)
    assert nf.relaxation(nf.Grid("." * 256)).objective == pytest.approx(256)
    assert watched == [True]
    nf.relaxation(TWO, limit=nf.Limit(seconds=5))
    assert watched == [True, True]
    nf.relaxation(TWO)  # solved in milliseconds, of which the calls would be a tenth
    assert watched == [True, True, False]
