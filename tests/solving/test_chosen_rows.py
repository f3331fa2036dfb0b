"""The linear program with other rows: families omitted, cuts added, and the middle instead of a vertex."""

from __future__ import annotations

from typing import Any

import numpy as np
import pytest

import ninefold as nf
from ninefold.solving.registry import method_text
from ninefold.solving.trace import Belief

pytest.importorskip("highspy")

SMALL = nf.Grid("..4. 1... ...3 .1..")
TWO = nf.Grid("...1 ..2. .3.. 4...")


def solve_here(puzzle: nf.Grid, **settings: str) -> tuple[nf.Result, np.ndarray[Any, Any]]:
    events: list[Any] = []
    result = nf.solve(puzzle, by=method_text("lp", settings), trace=events, isolate=False)
    points = [event.values for event in events if isinstance(event, Belief)]
    return result, np.array(points[-1]) if points else np.zeros((0, 0))


def sums(point: np.ndarray[Any, Any], units: tuple[Any, ...]) -> set[float]:
    return {round(float(point[list(unit.cells), k].sum()), 6) for unit in units for k in range(point.shape[1])}


def test_all_families_are_the_program_as_it_is():
    standard, point = solve_here(SMALL)
    named, same = solve_here(SMALL, families="clues,boxes, extras,columns,rows,cells")
    assert standard.status is named.status is nf.Status.UNIQUE
    assert (point == same).all()


def test_omitted_rows_may_be_violated_but_no_wrong_grid_is_yielded():
    result, point = solve_here(SMALL, families="cells,rows,columns,clues")
    assert result.status is nf.Status.UNKNOWN
    assert "not a solution" in result.why
    assert sums(point, SMALL.layout.rows) == sums(point, SMALL.layout.columns) == {1.0}
    assert sums(point, SMALL.layout.boxes) != {1.0}
    result, point = solve_here(SMALL, families="clues")
    assert "does not have one digit in 12 cells" in result.why
    assert point.sum() == 4


def test_a_cut_moves_the_point_and_proves_nothing_about_the_puzzle():
    for digit in ("2", "3"):
        result, point = solve_here(TWO, cuts=f"x_r1c1_{digit} >= 1")
        assert result.solution is not None
        assert result.solution.line[0] == digit
        assert point[0, int(digit) - 1] == 1
        assert result.status is nf.Status.SOLVED  # alone among the points that keep the cut, and not alone
    result, _ = solve_here(SMALL, cuts="x_r1c1_2 <= 0")  # cuts the only solution off
    assert result.status is nf.Status.UNKNOWN


def test_without_crossover_the_interior_point_stays_in_the_middle():
    _, vertex = solve_here(TWO, solver="highs-ipm")
    _, middle = solve_here(TWO, solver="highs-ipm", crossover="false")
    assert set(vertex.round(6).ravel()) == {0.0, 1.0}
    assert set(middle.round(6).ravel()) == {0.0, 0.5, 1.0}
    assert ((middle > 0.4) & (middle < 0.6)).sum() == 24


@pytest.mark.parametrize("settings", [{"families": "cells,corners"}, {"cuts": "x"}, {"cuts": "x_r9c9_9 <= 1"}])
def test_invalid_arguments_are_refused(settings: dict[str, str]):
    with pytest.raises(nf.NinefoldError, match="invalid options for LP"):
        solve_here(SMALL, **settings)
