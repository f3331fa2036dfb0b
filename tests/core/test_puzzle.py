"""Sheet: clues, placed digits and candidates are kept apart, and what does not fit is told."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from sheets import SOLUTION, WIKIPEDIA, sheets

import ninefold as nf
from ninefold.core.puzzle import PARTS, Sheet, read_line

GRID = nf.Grid(WIKIPEDIA)


@settings(max_examples=30, deadline=None)
@given(sheets(nf.Layout(9)))
def test_a_sheet_prints_as_the_code_that_makes_it(sheet: Sheet) -> None:
    assert eval(repr(sheet), {"Sheet": Sheet, "Grid": nf.Grid, "Layout": nf.Layout}) == sheet
    assert hash(sheet) == hash(sheet.with_digits())


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


@pytest.mark.parametrize("size", [4, 6, 9, 16, 25, 36, 49, 64])
def test_a_line_reads_back_as_the_grid_that_wrote_it(size: int) -> None:
    layout = nf.Layout(size)
    grid = nf.Grid.from_digits(bytes((7 * cell + cell // size) % (size + 1) for cell in range(size**2)), layout)
    assert read_line(grid.line, layout) == grid


def test_a_line_as_we_write_it_is_not_read_sign_by_sign(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("ninefold.core.grid.read_grid")
    assert read_line(WIKIPEDIA, nf.Layout(9)) == GRID


@pytest.mark.parametrize("line", [WIKIPEDIA[1:], WIKIPEDIA[1:] + "x", "é" + WIKIPEDIA[1:], "53" * 100])
def test_a_line_that_is_no_grid_is_told_as_any_other(line: str) -> None:
    with pytest.raises(nf.ParseError):
        read_line(line, nf.Layout(9))
    assert read_line("0" + WIKIPEDIA[1:], nf.Layout(9)) == GRID.with_digits({0: 0})


def test_a_sheet_that_loses_nothing_is_not_made_anew() -> None:
    sheet = Sheet(GRID, placed={2: 4}, solution=nf.Grid(SOLUTION), meta={"name": "n", "level": "easy"})
    assert sheet.only(PARTS, sheet.meta) is sheet
    assert sheet.with_digits(meta=dict(sheet.meta)) is sheet
    assert sheet.only(["solution"], ["name"]) == Sheet(GRID, solution=nf.Grid(SOLUTION), meta={"name": "n"})
    assert sheet.with_digits(play={"a": True}).with_digits(play={"a": 1}).play["a"] is not True
