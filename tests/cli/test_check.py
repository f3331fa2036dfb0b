"""`ninefold check`: errors in a grid, what is left, and whether it can be completed."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import BOX_CLASH, IMPOSSIBLE, PROPER, ROW_CLASH, SOLUTION, TWO, ninefold

COLUMN_CLASH = "1" + "." * 35 + "1" + "." * 44  # r1c1 and r5c1
EMPTY = "." * 81


@pytest.mark.parametrize(
    ("args", "line", "code"),
    [
        ((SOLUTION,), "complete and correct", 0),
        ((PROPER,), "partial but correct: 51 empty cells; it can be completed", 0),
        ((PROPER, "--proper"), "partial but correct: 51 empty cells; it can be completed, in exactly one way", 0),
        ((TWO,), "partial but correct: 12 empty cells; it can be completed", 0),
        ((TWO, "--proper"), "partial but correct: 12 empty cells; it can be completed, in more than one way", 1),
        ((IMPOSSIBLE,), "partial but correct: 12 empty cells; it cannot be completed", 1),
        (
            (ROW_CLASH,),
            "incorrect: 1 twice in row 1 (r1c1, r1c2); 1 twice in box 1 (r1c1, r1c2)"
            " [1 row, 0 column and 1 box errors]",
            1,
        ),
        ((BOX_CLASH, "--proper"), "incorrect: 1 twice in box 2 (r1c4, r2c5) [0 row, 0 column and 1 box errors]", 1),
        (
            (PROPER, "--seconds", "1e-9"),
            "partial but correct: 51 empty cells; unknown whether it can be completed",
            1,
        ),
    ],
)
def test_each_grid_gets_one_line(args: tuple[str, ...], line: str, code: int) -> None:
    done = ninefold("check", *args)
    assert (done.lines, done.code, done.err) == ([line], code, "")


def test_the_errors_are_counted_and_the_clashing_cells_named() -> None:
    done = ninefold("check", "--json", ROW_CLASH, COLUMN_CLASH, BOX_CLASH)
    counts = [tuple(record[f"{unit}_errors"] for unit in ("row", "column", "box")) for record in done.records]
    cells = [record["clashing_cells"] for record in done.records]
    assert counts == [(1, 0, 1), (0, 1, 0), (0, 0, 1)]
    assert cells == [["r1c1", "r1c2"], ["r1c1", "r5c1"], ["r1c4", "r2c5"]]
    assert done.code == 1


def test_each_clash_has_its_unit_and_digit() -> None:
    (record,) = ninefold("check", "--json", BOX_CLASH).records
    assert record["clashes"] == [{"unit": "box 2", "kind": "box", "number": 2, "digit": 1, "cells": ["r1c4", "r2c5"]}]


def test_errors_in_extra_units_are_counted() -> None:
    (record,) = ninefold("check", "--json", "--layout", "9+diagonals", "1" + "." * 39 + "1" + "." * 40).records
    assert (record["extra_errors"], record["clashing_cells"]) == (1, ["r1c1", "r5c5"])


def test_a_json_report_has_exactly_the_documented_keys() -> None:
    (record,) = ninefold("check", "--json", PROPER).records
    assert record == {
        "puzzle": PROPER,
        "layout": "9",
        "verdict": "partial but correct",
        "correct": True,
        "empty": 51,
        "row_errors": 0,
        "column_errors": 0,
        "box_errors": 0,
        "extra_errors": 0,
        "clashing_cells": [],
        "clashes": [],
        "changed_clues": [],
        "completable": True,
        "status": "solved",
    }


@pytest.mark.parametrize(
    ("args", "completable", "status"),
    [
        ((SOLUTION, "--proper"), True, "unique"),
        ((TWO, "--proper"), True, "multiple"),
        ((EMPTY,), True, "solved"),
        ((IMPOSSIBLE,), False, "impossible"),
        ((ROW_CLASH,), False, "impossible"),
        ((PROPER, "--seconds", "1e-9"), None, "unknown"),
    ],
)
def test_whether_a_grid_can_be_completed_is_true_false_or_null(
    args: tuple[str, ...], completable: bool | None, status: str
) -> None:
    (record,) = ninefold("check", "--json", *args).records
    assert (record["completable"], record["status"]) == (completable, status)


def test_changed_clues_are_found(tmp_path: Path) -> None:
    clues = tmp_path / "puzzle.txt"
    clues.write_text(PROPER)
    changed = "1" + PROPER[1:]
    done = ninefold("check", "--json", "--clues", clues, SOLUTION, changed, PROPER)
    assert [record["changed_clues"] for record in done.records] == [[], ["r1c1"], []]
    assert [record["correct"] for record in done.records] == [True, False, True]
    assert done.code == 1


def test_the_clues_may_be_given_as_text_and_the_answer_on_standard_input() -> None:
    done = ninefold("check", "--clues", PROPER, stdin=SOLUTION)
    assert (done.code, done.out) == (0, "complete and correct\n")


def test_one_incorrect_grid_sets_the_exit_code() -> None:
    done = ninefold("check", stdin=f"{PROPER}\n{ROW_CLASH}\n{SOLUTION}\n")
    assert [line.split(":")[0] for line in done.lines] == ["partial but correct", "incorrect", "complete and correct"]
    assert (done.code, done.err) == (1, "")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--clues", TWO], "size 4"),
        (["--clues", "missing.txt"], "'missing.txt' is neither a file nor a puzzle"),
        (["--clues", ""], "--clues: expected one puzzle (got 0)"),
        (["--seconds", "nan"], "--seconds: expected a number above 0 (got 'nan')"),
        (["--limit", "2"], "unrecognized arguments: --limit"),
        (["--layout", "2x3"], "expected 36 (size 6)"),
    ],
)
def test_check_reports_usage_errors(args: list[str], words: str) -> None:
    done = ninefold("check", ROW_CLASH, *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_clues_file_with_two_puzzles_is_an_error(tmp_path: Path) -> None:
    clues = tmp_path / "puzzles.txt"
    clues.write_text(f"{PROPER}\n{PROPER}\n")
    done = ninefold("check", SOLUTION, "--clues", clues)
    assert (done.code, done.out, done.err) == (2, "", f"ninefold: {clues}: expected one puzzle (got 2)\n")


def test_a_bad_grid_is_reported_and_the_others_are_checked() -> None:
    done = ninefold("check", stdin=f"{SOLUTION}\n123\n{SOLUTION}\n")
    assert (done.code, done.lines) == (2, ["complete and correct"] * 2)
    assert "ninefold: standard input, line 2: read 3 cells" in done.err
