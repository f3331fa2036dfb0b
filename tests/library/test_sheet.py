"""Sheet: clues, placed digits and candidates are kept apart, and what does not fit is told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from sheets import SOLUTION, WIKIPEDIA, sheets

import ninefold as nf
from ninefold.library.sheet import Sheet

GRID = nf.Grid(WIKIPEDIA)


@settings(max_examples=30, deadline=None)
@given(sheets(nf.Layout(9)))
def test_a_sheet_prints_as_the_code_that_makes_it(sheet: Sheet) -> None:
    assert eval(repr(sheet), {"Sheet": Sheet, "Grid": nf.Grid, "Layout": nf.Layout}) == sheet
    assert hash(sheet) == hash(sheet.having())


def test_the_grid_is_clues_and_placed_digits() -> None:
    sheet = Sheet(GRID, placed={2: 4})
    assert sheet.grid.line == "534" + WIKIPEDIA[3:]
    assert sheet.clues.line == WIKIPEDIA


@pytest.mark.parametrize(
    ("parts", "told"),
    [
        ({"placed": {0: 4}}, "r1c1: read 4 placed, expected its clue 5"),
        ({"placed": {2: 10}}, "r1c3: read 10, expected a digit 1 to 9"),
        ({"candidates": {2: (0,)}}, "r1c3: read 0, expected candidates 1 to 9"),
        ({"solution": GRID}, "expected a full grid of 9"),
        ({"solution": nf.Grid("1" * 81)}, "solution r1c1: read 1, expected the clue 5"),
    ],
)
def test_parts_that_do_not_fit_are_told(parts: dict[str, object], told: str) -> None:
    with pytest.raises(nf.GridError, match=told):
        Sheet(GRID, **parts)  # type: ignore[arg-type]


def test_empty_words_are_not_kept_and_the_rest_has_one_order() -> None:
    one = Sheet(GRID, meta={"source": "s", "name": "n", "level": ""}, solution=nf.Grid(SOLUTION))
    assert list(one.meta) == ["name", "source"]
