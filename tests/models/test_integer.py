"""The integer model: all different by order variables, or as groups."""

from __future__ import annotations

import numpy as np
import pytest
from core.boards import few, grids
from hypothesis import given
from modelled import COUNTED, NINE, PROPER, SMALL, SMALL_SOLUTION, points

import ninefold as nf
from ninefold.models.incidence import FAMILIES
from ninefold.models.integer import IntegerModel, integer


def count(model: IntegerModel) -> int:
    """The number of points; an order variable is tried right after its two cells, so contradictions show early."""
    cells = {cell: place for place, cell in enumerate(model.cells.tolist())}
    after = [max(cells.get(a, 0), cells.get(b, 0)) for a, b in model.pairs.tolist()]
    order = sorted(
        range(len(model.names)), key=lambda place: (after[place - len(cells)], 1) if place >= len(cells) else (place, 0)
    )
    return points(model.rows, model.lower.tolist(), model.upper.tolist(), order)


@pytest.mark.parametrize("presolve", [True, False])
@pytest.mark.parametrize(
    "puzzle", [p for name, p in COUNTED.items() if name != "all"], ids=[n for n in COUNTED if n != "all"]
)
def test_points_correspond_to_solutions(puzzle: nf.Grid, presolve: bool) -> None:
    assert count(integer(puzzle, presolve=presolve)) == nf.count(puzzle)


@pytest.mark.parametrize("presolve", [True, False])
@pytest.mark.parametrize("puzzle", PROPER.values(), ids=PROPER)
def test_every_solution_round_trips_through_a_point(puzzle: nf.Grid, presolve: bool) -> None:
    solution = nf.solve(puzzle).solution
    model = integer(puzzle, presolve=presolve)
    point = model.vector(solution)
    assert model.rows.violation(point) == 0
    assert ((model.lower <= point) & (point <= model.upper)).all()
    assert model.grid(point) == model.grid(point[: len(model.cells)]) == solution


def test_big_m_is_as_small_as_the_bounds_allow() -> None:
    whole, presolved = integer(SMALL, presolve=False), integer(SMALL)
    assert np.abs(whole.rows.values).max() == 4
    assert whole.rows.values[2] == 4
    assert abs(presolved.rows.values).sum() < abs(whole.rows.values).sum() / 1.5
    for row in range(len(presolved.rows)):  # some point meets each row as an equality
        indices, values = presolved.rows.row(row)
        least = sum(min(v * presolved.lower[i], v * presolved.upper[i]) for i, v in zip(indices, values, strict=True))
        assert least <= presolved.rows.right[row]


def test_without_presolve_every_pair_of_peers_is_ordered() -> None:
    model = integer(nf.Grid.empty(9), presolve=False)
    assert len(model.cells) == 81
    assert len(model.pairs) == 810
    assert len(model.rows) == 1620
    assert len(model.groups) == 27


@few
@given(grids())
def test_clashing_clues_and_stuck_cells_are_reported(puzzle: nf.Grid) -> None:
    model = integer(puzzle)
    clash = nf.check(puzzle).verdict is nf.Verdict.INCORRECT
    assert bool(len(model.clashes)) == clash
    assert model.infeasible == bool(len(model.rows.broken))
    assert len(model.rows) == len(model.rows.names) == len(set(model.rows.names))


@pytest.mark.parametrize("family", ["rows", "columns", "boxes", "extras", "clues"])
def test_omitting_a_family_allows_more_points(family: str) -> None:
    puzzle = nf.Grid("12.. .... .... ...3", layout=nf.Layout(4, extra=["r1c3 r2c2 r4c1"]))
    others = [name for name in FAMILIES if name != family]
    if family == "clues":
        assert len(integer(puzzle, families=others).cells) == 16
        return
    fewer, more = (count(integer(puzzle, families=names)) for names in (FAMILIES, others))
    assert 0 < fewer < more


def test_point_without_digits_is_rejected() -> None:
    model = integer(SMALL)
    with pytest.raises(nf.GridError, match=r"r1c1: read 2\.5, expected a whole number from 1 to 4"):
        model.grid(np.full(12, 2.5))
    with pytest.raises(nf.GridError, match="12 cells"):
        model.grid(np.zeros(12))
    with pytest.raises(nf.GridError, match="expected 12 values, or 43"):
        model.grid([1.0])


def test_repr_is_the_code_that_builds_it() -> None:
    assert repr(integer(SMALL, presolve=False)) == "integer(Grid('..4.1......3.1..'), presolve=False)"
    assert integer(NINE, families=["rows"]).families == ("cells", "rows")
    assert integer(SMALL).grid(integer(SMALL).vector(SMALL_SOLUTION)) == SMALL_SOLUTION
