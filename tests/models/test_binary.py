"""The binary model: its points are the solutions of the puzzle, and every family of rows is needed."""

from __future__ import annotations

import pickle
from itertools import combinations

import numpy as np
import pytest
from core.boards import LAYOUTS, few, grids
from hypothesis import given
from modelled import COUNTED, NINE, PROPER, SMALL, SMALL_SOLUTION, points

import ninefold as nf
from ninefold.models.binary import BinaryModel, binary
from ninefold.models.incidence import FAMILIES


def dense(model: BinaryModel) -> np.ndarray:
    found = np.zeros((len(model.rows), model.rows.width))
    for row in range(len(model.rows)):
        indices, values = model.rows.row(row)
        found[row, indices] += values
    return found


def count(model: BinaryModel) -> int:
    return points(model.rows, model.lower.tolist(), model.upper.tolist())


# --- the model has the solutions of the puzzle, all of them and no others ---------------------------


@pytest.mark.parametrize("presolve", [True, False])
@pytest.mark.parametrize("sums", [True, False])
@pytest.mark.parametrize("puzzle", COUNTED.values(), ids=COUNTED)
def test_points_correspond_to_solutions(puzzle: nf.Grid, sums: bool, presolve: bool) -> None:
    assert count(binary(puzzle, sums=sums, presolve=presolve)) == nf.count(puzzle)


@pytest.mark.parametrize("presolve", [True, False])
@pytest.mark.parametrize("puzzle", PROPER.values(), ids=PROPER)
def test_every_solution_round_trips_through_a_point(puzzle: nf.Grid, presolve: bool) -> None:
    solution = nf.solve(puzzle).solution
    model = binary(puzzle, sums=True, presolve=presolve)
    point = model.vector(solution)
    assert model.rows.violation(point) == 0
    assert model.grid(point) == solution
    assert np.array_equal(model.beliefs(point).argmax(axis=1) + 1, list(solution))
    assert not model.infeasible


@few
@given(grids())
def test_conflicting_clues_make_the_model_infeasible(puzzle: nf.Grid) -> None:
    model = binary(puzzle)
    clash = nf.check(puzzle).verdict is nf.Verdict.INCORRECT
    assert model.infeasible or not clash
    assert len(model.rows) == len(model.rows.names) == len(set(model.rows.names))
    assert len(model.names) == len(set(model.names)) == model.rows.width
    held = model.index >= 0
    assert held.sum() == model.rows.width
    assert np.array_equal(model.index[held], np.arange(model.rows.width))
    assert not (held & model.fixed).any()


# --- sizes, and the rank facts ------------------------------------------------------------------------


@pytest.mark.parametrize("layout", LAYOUTS, ids=str)
def test_without_presolve_all_variables_and_rows_are_present(layout: nf.Layout) -> None:
    model = binary(nf.Grid.empty(layout), presolve=False)
    size = layout.size
    assert len(model.names) == size**3
    assert len(model.rows) == size**2 + len(layout.units) * size
    assert len(model.rows.indices) == size**3 + sum(len(unit.cells) for unit in layout.units) * size
    assert model.names[-1] == f"x_r{size}c{size}_{size}"


@pytest.mark.parametrize(("size", "rows", "rank"), [(4, 64, 40), (9, 324, 249)])
def test_sum_rows_do_not_increase_the_rank(size: int, rows: int, rank: int) -> None:
    empty = nf.Grid.empty(size)
    plain, with_sums = dense(binary(empty)), dense(binary(empty, sums=True))
    assert len(plain) == rows
    assert len(with_sums) == rows + 3 * size
    assert np.linalg.matrix_rank(plain @ plain.T, hermitian=True) == rank
    assert np.linalg.matrix_rank(with_sums @ with_sums.T, hermitian=True) == rank


def test_sum_rows_add_up_the_digits_of_a_unit() -> None:
    model = binary(SMALL, sums=True, presolve=False)
    names = [name for name in model.rows.names if name.startswith("sum_")]
    assert names == [f"sum_{kind}_{number}" for kind in ("row", "column", "box") for number in (1, 2, 3, 4)]
    indices, values = model.rows.row(model.rows.names.index("sum_row_1"))
    assert values.tolist() == [1, 2, 3, 4] * 4
    assert model.cells[indices].tolist() == [cell for cell in range(4) for _ in range(4)]
    assert model.rows.right[-1] == 10


def test_presolve_subtracts_clues_from_sums() -> None:
    model = binary(SMALL, sums=True)
    assert model.rows.right[model.rows.names.index("sum_row_1")] == 6


# --- families -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("family", FAMILIES)
@pytest.mark.parametrize("presolve", [True, False])
def test_omitting_a_family_allows_more_points(family: str, presolve: bool) -> None:
    puzzle = nf.Grid("12.. 3... .... ...3", layout=nf.Layout(4, extra=["r1c3 r2c2 r4c1"]))
    others = [name for name in FAMILIES if name != family]
    fewer, more = (count(binary(puzzle, families=names, presolve=presolve)) for names in (FAMILIES, others))
    assert 0 < fewer < more


@pytest.mark.parametrize("left", [names for k in range(4) for names in combinations(FAMILIES[:5], k)])
def test_presolve_uses_only_the_selected_families(left: tuple[str, ...]) -> None:
    puzzle = nf.Grid("1234 3... 2... 4..1")
    families = tuple(name for name in FAMILIES if name not in left)
    model = binary(puzzle, families=families)
    free = model.rows.width - len({*model.rows.indices.tolist()})  # in no row, so any value is allowed
    if free + len(model.names) < 19:
        assert count(model) == count(binary(puzzle, families=families, presolve=False))
    kinds = {"cells": "cell", "rows": "row", "columns": "column", "boxes": "box"}
    for family, kind in kinds.items():
        assert family in families or not any(name.startswith(f"{kind}_") for name in model.rows.names)


def test_small_unit_contains_a_digit_at_most_once() -> None:
    model = binary(nf.Grid.empty(nf.Layout(4, extra=["r1c1 r2c3 r4c4"])))
    sides = dict(zip(model.rows.names, model.rows.senses.tolist(), strict=True))
    assert {sense for name, sense in sides.items() if name.startswith("extra")} == {"<="}
    assert {sense for name, sense in sides.items() if not name.startswith("extra")} == {"="}
    assert model.rows.lower.min() == -np.inf


def test_unknown_family_is_rejected() -> None:
    with pytest.raises(nf.NinefoldError, match=r"unknown family 'blocks' \(choose from cells, rows"):
        binary(SMALL, families=["cells", "blocks"])


# --- presolve -----------------------------------------------------------------------------------------


def test_presolve_keeps_only_candidates_of_empty_cells() -> None:
    model = binary(NINE)
    assert len(model.names) == 153
    assert set(model.cells.tolist()) == set(NINE.empty_cells)
    solution = nf.solve(NINE).solution
    assert all(model.index[cell, solution[cell] - 1] >= 0 for cell in NINE.empty_cells)
    assert all(model.index[cell].max() == -1 for cell in NINE.filled_cells)


@pytest.mark.parametrize(
    ("puzzle", "row"),
    [("11.. .... .... ....", "row_1_1"), ("12.. ..3. ...4 ....", "cell_r1c4"), ("12.. .... ..3. ...3", "row_1_3")],
)
def test_contradiction_becomes_an_empty_row(puzzle: str, row: str) -> None:
    model = binary(puzzle)
    assert model.infeasible
    assert row in [model.rows.names[place] for place in model.rows.broken]
    assert binary(puzzle, presolve=False).infeasible is False  # without presolve, only a solver finds out


def test_clashing_clues_in_a_small_unit_break_its_row() -> None:
    model = binary(nf.Grid("1... .... ..1. ....", layout=nf.Layout(4, extra=["r1c1 r3c3"])))
    broken = model.rows.broken.tolist()
    assert [model.rows.names[row] for row in broken] == ["extra_1_1"]
    assert model.rows.senses[broken[0]] == "<="
    assert model.rows.right[broken[0]] == -1


# --- reading points ------------------------------------------------------------------------------------


def test_fractional_point_is_rejected() -> None:
    model = binary("...1 ..2. .3.. 4...")
    both = sum(model.vector(grid) for grid in nf.solutions("...1 ..2. .3.. 4...")) / 2
    assert model.rows.violation(both) < 1e-12
    with pytest.raises(nf.GridError, match=r"fractional in 12 of 16 cells: r1c1, r1c2, .* …"):
        model.grid(both)
    assert len(model.fractional_cells(both)) == 12
    assert model.fractional_cells(both, within=0.5) == ()


def test_points_are_rounded_within_a_tolerance() -> None:
    model = binary(SMALL)
    near = model.vector(SMALL_SOLUTION) * (1 - 1e-4)
    assert model.grid(near, within=1e-3) == SMALL_SOLUTION
    with pytest.raises(nf.GridError, match="fractional"):
        model.grid(near)
    with pytest.raises(nf.GridError, match="fractional"):
        model.grid(np.full(len(model.names), np.nan))


def test_point_with_two_digits_or_none_in_a_cell_is_rejected() -> None:
    model = binary(SMALL)
    with pytest.raises(nf.GridError, match="r1c1: read no digit, expected one digit, 2 or 3"):
        model.grid(np.zeros(len(model.names)))
    with pytest.raises(nf.GridError, match="r1c1: read 2 and 3"):
        model.grid(np.ones(len(model.names)))
    with pytest.raises(nf.GridError, match="expected 24 values"):
        model.grid([1.0])


def test_grid_that_contradicts_a_clue_is_not_a_point() -> None:
    with pytest.raises(nf.GridError, match="r1c3: read 3, expected one digit, 4"):
        binary(SMALL).vector("2431 1342 4213 3124")
    with pytest.raises(nf.GridError, match="no digit"):
        binary(SMALL).vector(SMALL)


# --- repr, pickle, matrix ------------------------------------------------------------------------------------------


def test_repr_is_the_code_that_builds_it() -> None:
    model = binary(SMALL, families=["rows", "clues"], sums=True, presolve=False)
    again = eval(repr(model), {"binary": binary, "Grid": nf.Grid})
    assert repr(again) == repr(model)
    assert again.rows.names == model.rows.names
    assert repr(binary(SMALL)) == "binary(Grid('..4.1......3.1..'))"


def test_model_can_be_pickled() -> None:
    model = pickle.loads(pickle.dumps(binary(SMALL, sums=True)))
    assert model.rows.names == binary(SMALL, sums=True).rows.names
    assert model.grid(model.vector(SMALL_SOLUTION)) == SMALL_SOLUTION


def test_matrix_equals_the_rows() -> None:
    pytest.importorskip("scipy")
    model = binary(SMALL, sums=True)
    assert np.array_equal(model.matrix().toarray(), dense(model))


def test_notebooks_show_the_entries_by_family() -> None:
    model = nf.model("..4. 1... ...3 .1..", cuts="x_r1c1_2 + x_r2c2_3 <= 1")
    picture = model._repr_svg_()
    assert picture.count("h20.0") == len(model.rows.indices)  # one dot per entry, on 24 columns
    assert [word for word in ("cell: 12", "row: 12", "column: 12", "box: 12", "cut: 1") if word not in picture] == []
