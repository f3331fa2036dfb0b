"""Models in the objects of other libraries: extended by hand, solved there, and read back."""

from __future__ import annotations

import importlib
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ninefold as nf

EXAMPLES = Path(__file__).parents[2] / "examples"
PUZZLE = nf.Grid(".3..7....6..195....9.....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SMALL = nf.Grid("..4. 1... ...3 .1..")


@pytest.mark.parametrize(
    ("name", "library"),
    [("cvxpy", "cvxpy"), ("cpsat", "ortools.sat.python.cp_model"), ("highs", "highspy"), ("pysat", "pysat.solvers")],
)
def test_killer_cage_is_added_in_every_library(name: str, library: str) -> None:
    """Each in its own process, because not all of these libraries can share one."""
    pytest.importorskip(library.partition(".")[0])
    command = [sys.executable, str(EXAMPLES / f"killer_{name}.py")]
    line = subprocess.run(command, capture_output=True, text=True, check=True).stdout.strip()
    solutions = [grid for grid in nf.solve(PUZZLE, limit=None).solutions if grid["r2c2"] + grid["r2c3"] == 9]
    assert [grid.line for grid in solutions] == [line]


@pytest.mark.parametrize("presolve", [True, False])
def test_decided_candidates_are_numbers(presolve: bool) -> None:
    pytest.importorskip("highspy")
    model = nf.model(SMALL, presolve=presolve)
    x = model.highs().x
    assert x["r1c1", 2] is not None
    if presolve:
        assert (x["r1c3", 4], x["r1c3", 1], x.digit("r1c3")) == (1, 0, 4)
    with pytest.raises(nf.GridError, match="from 1 to 4"):
        x["r1c1", 5]


@pytest.mark.parametrize("library", ["highspy", "cvxpy", "pysat"])
def test_objects_print_their_size_and_not_their_contents(library: str) -> None:
    pytest.importorskip(library)
    built = nf.model(SMALL, kind="clauses" if library == "pysat" else "binary")
    made = {"highspy": "highs"}.get(library, library)
    found = getattr(built, made)()
    assert repr(found) == f"<SolverModel in {library}: {64 if library == 'pysat' else 24} variables>"
    assert repr(found.x) == f"<{'literals' if library == 'pysat' else 'variables'} of {built!r} by candidate>"


def test_relaxed_model_in_highs_gives_the_vertex_of_the_relaxation() -> None:
    pytest.importorskip("highspy")
    puzzle = nf.paper_puzzle("hardest").puzzle
    built = nf.model(puzzle, objective="ones").highs(relaxed=True)
    built.solver.run()
    found = nf.relaxation(puzzle)
    assert np.allclose(built.solver.getSolution().col_value, found.x)
    assert built.solver.getInfo().objective_function_value == pytest.approx(81)
    assert built.solver.getColName(0)[1] == found.model.names[0]


@pytest.mark.parametrize("presolve", [True, False])
def test_formula_fixes_what_the_clues_decide(presolve: bool) -> None:
    pytest.importorskip("pysat.solvers")
    solvers = importlib.import_module("pysat.solvers")
    model = nf.model(SMALL, kind="clauses", presolve=presolve)
    built = model.pysat()
    with solvers.Solver(bootstrap_with=built.solver) as solver:
        assert solver.solve(assumptions=[built.x["r1c3", 4]])
        assert model.grid(solver.get_model()).line == "2341143242133124"
        assert not solver.solve(assumptions=[built.x["r1c3", 1]])
        assert not solver.solve(assumptions=[built.x["r1c1", 3]])


def test_grid_of_a_model_is_checked_against_the_rules() -> None:
    model = nf.model(nf.Grid.empty(4))
    wrong = np.zeros((16, 4))
    wrong[np.arange(16), np.arange(16) % 4] = 1  # every row is 1234
    with pytest.raises(nf.GridError, match="not a solution"):
        model.grid(wrong.ravel())
    assert nf.model(nf.Grid.empty(4), families=["cells", "rows"]).grid(wrong.ravel()).line == "1234" * 4
    with pytest.raises(nf.GridError, match="not a solution"):
        nf.model(nf.Grid.empty(4), kind="integer").grid([1, 2, 3, 4] * 4)
    with pytest.raises(nf.GridError, match="not a solution"):
        nf.model(nf.Grid.empty(4), kind="colouring").grid([*[1, 2, 3, 4] * 4, 1, 2, 3, 4])


@pytest.mark.parametrize("kind", ["binary", "integer", "clauses"])
def test_solver_that_found_nothing_is_reported(kind: str) -> None:
    with pytest.raises(nf.GridError, match="the solver found no solution"):
        nf.model(SMALL, kind=kind).grid(None)  # what CVXPY and PySAT return if there is no solution


@pytest.mark.parametrize("read", [lambda: nf.model(SMALL, kind="clauses").pysat().x, lambda: nf.relaxation(SMALL)])
def test_candidate_needs_a_cell_and_a_digit(read: Callable[[], Any]) -> None:
    with pytest.raises(nf.GridError, match="a cell and a digit"):
        read()["r1c1"]


def test_notebooks_show_every_kind_of_model_with_rows_or_clauses() -> None:
    assert "<svg" in nf.model(SMALL, kind="integer")._repr_svg_()
    assert "<td>2</td><td>68</td>" in nf.model(SMALL, kind="clauses")._repr_html_()
    lifted = nf.model(SMALL, kind="lifted")
    assert f"<td>products</td><td>{len(lifted.pairs[0])}</td>" in lifted._repr_html_()
    whole = nf.model(nf.Grid.empty(4), kind="colouring", presolve=False)._repr_html_()
    assert "<td>cell and cell</td><td>56</td>" in whole
    assert "<td>digit and digit</td><td>6</td>" in whole


def test_fractional_cuts_are_refused_by_solvers_of_whole_numbers() -> None:
    pytest.importorskip("ortools")
    with pytest.raises(nf.NinefoldError, match="whole numbers only"):
        nf.model(SMALL, cuts="0.5 x_r1c1_2 <= 1").cpsat()
