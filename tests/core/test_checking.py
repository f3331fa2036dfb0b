"""Tests of grid checking: clashes in every unit, error counts, empty cells, changed clues."""

from __future__ import annotations

import pytest
from core.boards import LAYOUTS, PUZZLE, SOLUTION, few, grids, layouts, solved, some
from hypothesis import given
from hypothesis import strategies as st

from ninefold import Grid, GridError, Layout, Verdict, check
from ninefold.core.checking import conflicting_units

EMPTY = Grid.empty(9)
SOLVED = Grid(SOLUTION)


def counts(grid: Grid) -> tuple[int, int, int, int]:
    report = check(grid)
    return report.row_errors, report.column_errors, report.box_errors, report.extra_errors


def cells(*names: str) -> tuple[int, ...]:
    return tuple(map(Layout(9).cell, names))


# --- verdicts -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("grid", "verdict", "words"),
    [
        (SOLUTION, Verdict.COMPLETE, "complete and correct"),
        (PUZZLE, Verdict.PARTIAL, "partial but correct: 51 empty cells"),
        (SOLVED.with_digits({40: 0}), Verdict.PARTIAL, "partial but correct: 1 empty cell"),
        (EMPTY, Verdict.PARTIAL, "partial but correct: 81 empty cells"),
        ("1..1............", Verdict.INCORRECT, "incorrect: 1 twice in row 1 (r1c1, r1c4)"),
        (
            "1...1...1.......",
            Verdict.INCORRECT,
            "incorrect: 1 3 times in column 1 (r1c1, r2c1, r3c1); 1 twice in box 1 (r1c1, r2c1)",
        ),
        ([[1] * 4] * 4, Verdict.INCORRECT, "incorrect: 1 4 times in row 1 (r1c1, r1c2, r1c3, r1c4)"),
    ],
    ids=["complete", "partial", "one left", "empty", "row", "column and box", "all ones"],
)
def test_verdict_and_its_reason(grid, verdict, words):
    report = check(grid)
    assert report.verdict is verdict
    assert str(report).startswith(words)
    assert repr(report.verdict) == f"<Verdict.{verdict.name}>"


@pytest.mark.parametrize("size", [4, 6, 8, 9, 10, 12, 16, 25, 36])
def test_solved_grid_of_any_size_is_complete(size):
    assert check(solved(Layout(size))).verdict is Verdict.COMPLETE


@given(grids())
@few
def test_empty_counts_the_empty_cells(grid):
    assert check(grid).empty == list(grid).count(0)


# --- clashes ------------------------------------------------------------------------------


def test_a_clash_names_its_unit_digit_and_cells():
    (clash,) = check(EMPTY.with_digits({3: 1, 13: 1})).clashes
    assert (clash.unit.name, clash.digit, clash.cells) == ("box 2", 1, cells("r1c4", "r2c5"))


@pytest.mark.parametrize("box", range(9))
@pytest.mark.parametrize(("one", "other"), [(0, 4), (1, 3), (0, 8), (2, 6), (5, 7)])
def test_clash_in_a_box_is_found_without_a_row_or_column_clash(box, one, other):
    # The checker in Marinescu's paper looks only at the boxes on the diagonal.
    unit = EMPTY.layout.boxes[box]
    pair = (unit.cells[one], unit.cells[other])
    report = check(EMPTY.with_digits(dict.fromkeys(pair, 1)))
    assert [(clash.unit, clash.cells) for clash in report.clashes] == [(unit, pair)]
    assert (report.row_errors, report.column_errors, report.box_errors) == (0, 0, 1)
    assert report.verdict is Verdict.INCORRECT


@pytest.mark.parametrize(
    "layout", [layout for layout in LAYOUTS if layout.size <= 10], ids=lambda layout: str(layout)[:24]
)
def test_two_equal_digits_clash_exactly_if_their_cells_are_peers(layout):
    empty = Grid.empty(layout)
    for cell in range(0, layout.size**2, 5):
        clashing = [c for c in range(layout.size**2) if c != cell and check(empty.with_digits({cell: 2, c: 2})).clashes]
        assert tuple(clashing) == layout.peers[cell]


@given(grids())
@some
def test_the_clashing_cells_are_those_with_an_equal_peer(grid):
    expected = [c for c, digit in enumerate(grid) if digit and any(grid[p] == digit for p in grid.layout.peers[c])]
    assert list(check(grid).clashing_cells) == expected


def test_one_digit_in_two_units_is_a_clash_in_each():
    report = check(EMPTY.with_digits({0: 1, 1: 1, 9: 1}))
    assert [clash.unit.name for clash in report.clashes] == ["row 1", "column 1", "box 1"]
    assert report.clashing_cells == cells("r1c1", "r1c2", "r2c1")


def test_two_digits_repeated_in_one_unit_are_two_clashes_and_one_wrong_unit():
    report = check(EMPTY.with_digits({0: 1, 3: 2, 5: 1, 8: 2}))
    assert [(clash.unit.name, clash.digit) for clash in report.clashes] == [("row 1", 1), ("row 1", 2)]
    assert report.row_errors == 1


# --- counts -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("digits", "expected"),
    [
        ("1234 3412 2143 4321", (0, 0, 0, 0)),
        ("1234 3412 2143 4312", (0, 2, 0, 0)),
        ("1234 3412 2143 4322", (1, 1, 1, 0)),
        ("1234 1234 1234 1234", (0, 4, 4, 0)),
        ("1111 2222 3333 4444", (4, 0, 4, 0)),
        ("1234 2341 3412 4123", (0, 0, 4, 0)),
        ("1111 1111 1111 1111", (4, 4, 4, 0)),
    ],
)
def test_rows_columns_and_boxes_with_a_repeated_digit_are_counted(digits, expected):
    assert counts(Grid(digits)) == expected


@given(layouts(), st.data())
@some
def test_on_full_grids_the_counts_are_the_units_with_fewer_than_n_different_digits(layout, data):
    n = layout.size
    row = st.permutations(range(1, n + 1)) | st.lists(st.integers(1, n), min_size=n, max_size=n)
    grid = Grid(data.draw(st.lists(row, min_size=n, max_size=n)), layout=layout)
    rows = grid.rows
    boxes = [[grid[c] for c in range(n * n) if layout.box_of[c] == box] for box in range(n)]
    naive = [sum(len(set(unit)) < n for unit in units) for units in (rows, zip(*rows, strict=True), boxes)]
    assert list(counts(grid)[:3]) == naive


@pytest.mark.parametrize("swap", [(0, 1), (0, 9), (0, 80), (3, 13), (30, 50)])
def test_swapping_two_digits_of_a_solution_is_an_error(swap):
    one, other = swap
    wrong = SOLVED.with_digits({one: SOLVED[other], other: SOLVED[one]})
    assert check(wrong).verdict is (Verdict.INCORRECT if SOLVED[one] != SOLVED[other] else Verdict.COMPLETE)


def test_grid_can_be_wrong_only_in_its_extra_units():
    report = check(Grid("1234341221434321", layout=Layout(4, diagonals=True)))
    assert (report.row_errors, report.column_errors, report.box_errors, report.extra_errors) == (0, 0, 0, 2)
    assert [(clash.unit.name, clash.digit) for clash in report.clashes] == [
        *(("diagonal 1", 1), ("diagonal 1", 4), ("diagonal 2", 1), ("diagonal 2", 4)),
    ]


@pytest.mark.parametrize(
    ("layout", "pair", "unit"),
    [
        (Layout(9, diagonals=True), "r1c1 r9c9", "diagonal 1"),
        (Layout(9, diagonals=True), "r1c9 r9c1", "diagonal 2"),
        (Layout(9, windows=True), "r2c2 r4c4", "window 1"),
        (Layout(9, windows=True), "r6c8 r8c6", "window 4"),
        (Layout(9, extra=["r1c1 r2c9", "r5c5 r9c1"]), "r5c5 r9c1", "extra 2"),
    ],
)
def test_clash_in_an_extra_unit_is_counted_separately(layout, pair, unit):
    wrong = dict.fromkeys(layout.cells(pair), 7)
    assert [clash.unit.name for clash in check(Grid.empty(layout).with_digits(wrong)).clashes] == [unit]
    assert counts(Grid.empty(layout).with_digits(wrong)) == (0, 0, 0, 1)
    assert counts(EMPTY.with_digits(wrong)) == (0, 0, 0, 0)


def test_a_jigsaw_is_checked_by_its_regions():
    layout = next(layout for layout in LAYOUTS if layout.size == 9 and layout.regions and not layout.extras)
    far = dict.fromkeys(layout.cells("r1c4 r3c1"), 5)
    assert counts(Grid.empty(layout).with_digits(far)) == (0, 0, 1, 0)
    assert counts(EMPTY.with_digits(far)) == (0, 0, 0, 0)


# --- laws ---------------------------------------------------------------------------------


@given(grids(), st.data())
@some
def test_renaming_digits_keeps_the_report(grid, data):
    order = [0, *data.draw(st.permutations(range(1, grid.size + 1)))]
    other = Grid([order[digit] for digit in grid], layout=grid.layout)
    one, two = check(grid), check(other)
    assert counts(grid) == counts(other)
    assert (one.verdict, one.empty, one.clashing_cells) == (two.verdict, two.empty, two.clashing_cells)
    assert {(c.unit, order[c.digit], c.cells) for c in one.clashes} == {(c.unit, c.digit, c.cells) for c in two.clashes}


@given(grids(), st.data())
@few
def test_emptying_a_cell_never_adds_a_clash(grid, data):
    cell = data.draw(st.integers(0, len(grid) - 1))
    fewer = check(grid.with_digits({cell: 0}))
    assert set(fewer.clashing_cells) <= set(check(grid).clashing_cells) - {cell}


# --- clues --------------------------------------------------------------------------------


def test_a_solution_that_keeps_the_clues_is_complete():
    assert check(SOLUTION, puzzle=PUZZLE).verdict is Verdict.COMPLETE


def test_changed_clues_are_incorrect_and_listed():
    exchanged = Grid([{5: 3, 3: 5}.get(digit, digit) for digit in SOLVED])
    report = check(exchanged, puzzle=PUZZLE)
    assert report.clashes == ()
    assert report.verdict is Verdict.INCORRECT
    assert [exchanged.layout.name(cell) for cell in report.changed][:2] == ["r1c1", "r1c2"]
    assert len(report.changed) == sum(PUZZLE.count(digit) for digit in "35")


def test_removed_clue_counts_as_changed():
    report = check(SOLVED.with_digits({0: 0, 13: 0}), puzzle=PUZZLE)
    assert report.changed == (0, 13)
    assert str(report) == "incorrect: clues changed (r1c1, r2c5)"


def test_report_lists_clashes_and_changed_clues():
    report = check(EMPTY.with_digits({0: 5, 8: 5}), puzzle=EMPTY.with_digits({8: 4}))
    assert str(report) == "incorrect: 5 twice in row 1 (r1c1, r1c9); clues changed (r1c9)"


def test_the_puzzle_may_be_text_for_a_grid_on_any_layout():
    layout = Layout(9, diagonals=True)
    assert check(Grid(PUZZLE, layout=layout), puzzle=PUZZLE).changed == ()


@pytest.mark.parametrize("puzzle", ["1234341221434321", Grid.empty(4)], ids=["text", "grid"])
def test_puzzle_of_another_size_is_rejected(puzzle):
    with pytest.raises(GridError):
        check(SOLUTION, puzzle=puzzle)


def test_long_list_of_clashes_is_cut_only_in_the_message():
    report = check([[1] * 9] * 9)
    assert len(report.clashes) == 27
    assert "; and 15 more clashes" in str(report)


def test_correct_is_false_for_clashes_and_changed_clues_only() -> None:
    assert check("1... .... .... ....").correct
    assert not check("1..1 .... .... ....").correct
    assert not check("1... .... .... ....", puzzle="2... .... .... ....").correct


def test_one_of_a_kind_is_in_the_singular() -> None:
    assert str(check(SOLVED.with_digits({0: 0}))) == "partial but correct: 1 empty cell"
    assert str(check(SOLVED.with_digits({0: 0, 1: 0}))) == "partial but correct: 2 empty cells"
    rows = {column: column + 1 for column in range(9)} | {9 + column: (column + 3) % 9 + 1 for column in range(9)}
    for count, words in ((12, "(r1c9, r4c9)"), (13, "; and 1 more clash"), (14, "; and 2 more clashes")):
        some = dict(list(rows.items())[:count])
        report = check(EMPTY.with_digits(some | {cell + 27: digit for cell, digit in some.items()}))
        assert len(report.clashes) == count
        assert str(report).endswith(words)


def test_only_units_with_a_repeated_digit_conflict() -> None:
    assert conflicting_units(SOLVED) == conflicting_units(EMPTY) == conflicting_units(Grid(PUZZLE)) == []
    wrong = SOLVED.with_digits({0: SOLVED.digits[1]})
    assert [unit.name for unit in conflicting_units(wrong)] == ["row 1", "column 1", "box 1"]


def test_reports_are_values() -> None:
    wrong = Grid("11" + "." * 79)
    first, second = check(wrong), check(wrong)
    assert first == second
    assert len({first, second, *first.clashes, *second.clashes}) == 3  # the report, and its clashes in a row and a box
    with pytest.raises(AttributeError):
        first.clashes[0].digit = 2  # type: ignore[misc]
    with pytest.raises(AttributeError):
        first.changed = (1,)  # type: ignore[misc]
