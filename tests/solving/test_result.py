"""The status follows from what was found, and nothing else."""

from __future__ import annotations

import xml.etree.ElementTree as ET
from dataclasses import replace
from typing import Any

import numpy as np
import pytest
from misbehaving import Yielding

import ninefold as nf
from ninefold import Grid, Layout, Result, Status
from ninefold.core.drawing import BAD

UNIQUE = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
MULTIPLE, IMPOSSIBLE = "." * 80 + "1", "11" + "." * 79

GRIDS = nf.solve(nf.Grid.empty(4), limit=3).solutions


@pytest.mark.parametrize(
    ("found", "ended", "status"),
    [
        (0, True, Status.IMPOSSIBLE),
        (0, False, Status.UNKNOWN),
        (1, True, Status.UNIQUE),
        (1, False, Status.SOLVED),
        (2, True, Status.MULTIPLE),
        (2, False, Status.MULTIPLE),
        (3, False, Status.MULTIPLE),
    ],
)
def test_the_status_is_derived_from_how_many_and_whether_it_ended(found: int, ended: bool, status: Status) -> None:
    method = Yielding(GRIDS[:found], why="" if ended else "tired")
    result = nf.solve(nf.Grid.empty(4), by=method, limit=None)
    assert result.status is status
    assert result.why == ("" if ended else "tired")
    assert result.solutions == GRIDS[:found]


def test_a_status_prints_as_in_the_examples() -> None:
    assert repr(Status.UNIQUE) == "<Status.UNIQUE>"
    assert str(Status.UNIQUE) == "unique"
    assert {str(status) for status in Status} == {"unique", "solved", "multiple", "impossible", "unknown"}


def test_a_result_prints_as_the_code_that_makes_it() -> None:
    result = nf.solve("..4.1......3.1..")
    names = {"Result": Result, "Grid": Grid, "Layout": Layout}
    assert eval(repr(result), names) == result


def test_a_result_does_not_change() -> None:
    result = nf.solve("..4.1......3.1..")
    with pytest.raises(AttributeError):
        result.ended = False  # type: ignore[misc]


def picture(value: object) -> tuple[list[tuple[str, bool]], str]:
    """What a notebook picture shows: its digits, each with whether it is a clue, and its caption."""
    texts = list(ET.fromstring(value._repr_svg_()).iter("{http://www.w3.org/2000/svg}text"))  # type: ignore[attr-defined]
    digits = [(text.text or "", "font-weight" in text.attrib) for text in texts if "font-size" not in text.attrib]
    return digits, " ".join(text.text or "" for text in texts if "font-size" in text.attrib)


def test_a_notebook_shows_clues_found_digits_and_the_status() -> None:
    result = nf.solve("..4.1......3.1..", by="search")
    assert result.solution is not None
    digits, caption = picture(result)
    assert [digit for digit, _ in digits] == list(result.solution.line)
    assert [number for number, (_, is_clue) in enumerate(digits) if is_clue] == list(result.puzzle.filled_cells)
    assert caption == "unique by search"
    impossible = nf.solve("11....3........4")
    digits, caption = picture(impossible)
    assert digits == [(digit, True) for digit in "1134"]
    assert caption.startswith("impossible by")
    assert caption.endswith(impossible.why)
    row = nf.solve_many(["." * 80 + "1"])[0]
    assert picture(row)[1] == "multiple"


def test_a_notebook_shows_what_a_check_and_a_hint_say() -> None:
    report = nf.check("1..1 .... .... ....")
    assert (report.correct, nf.check("1..2 .... .... ....").correct) == (False, True)
    assert picture(report) == ([("1", False), ("1", False)], str(report))
    assert report._repr_svg_().count(BAD) == 2
    for strength in (1, 2):
        found = nf.hint("..4.1......3.1..", strength=strength)
        digits, caption = picture(found)
        assert (len(digits), caption) == (4, found.message)
    whole = nf.hint("..4.1......3.1..", strength=3)
    assert whole._repr_svg_() is None
    assert whole._repr_html_().startswith("<svg ")
    assert whole._repr_html_().endswith(f"<p>{whole.message}</p>")
    assert nf.Hint(nf.HintKind.DONE, 1)._repr_svg_() is None
    assert picture(nf.Puzzle(nf.Grid("1" + "." * 15), level="easy")) == ([("1", True)], "easy")


def test_pictures_escape_all_text() -> None:
    result = replace(nf.solve("..4.1......3.1.."), method='<b>"&', why="<script>")
    assert "<script>" not in result._repr_svg_()
    assert "<b>" not in result._repr_svg_()
    assert picture(result)[1] == 'unique by <b>"&: <script>'


def test_columns_reach_data_frames() -> None:
    results = nf.solve_many([MULTIPLE, IMPOSSIBLE, UNIQUE])
    columns = results.to_dict()
    assert list(columns) == ["puzzle", "status", "count", "ended", "solution", "guesses"]
    assert columns["puzzle"] == [MULTIPLE, IMPOSSIBLE, UNIQUE]
    assert columns["status"] == ["multiple", "impossible", "unique"]
    assert columns["solution"][1:] == [None, str(nf.solve(UNIQUE).solution.line)]  # type: ignore[union-attr]
    pandas = pytest.importorskip("pandas")
    frame = pandas.DataFrame(columns)
    assert frame["status"].tolist() == columns["status"]
    assert frame["count"].tolist() == [2, 0, 1]
    arrow = pytest.importorskip("pyarrow")
    table = arrow.table(results)  # through the Arrow interface
    assert table.column("solution").to_pylist() == columns["solution"]
    assert table.column("ended").to_pylist() == [False, True, True]


def test_polars_reads_results() -> None:
    polars = pytest.importorskip("polars")
    frame = polars.DataFrame(nf.solve_many([MULTIPLE, IMPOSSIBLE, UNIQUE]))
    assert frame["status"].to_list() == ["multiple", "impossible", "unique"]


@pytest.mark.parametrize(
    ("rows", "expected"),
    [
        ([1, 2], [3, 0]),
        ([-1], [0]),
        ([], []),
        ([True, False, True], [2, 0]),
        (np.array([2, 0, 2]), [0, 2, 0]),
        (np.array([False, True, False]), [3]),
        (slice(1, None), [3, 0]),
    ],
)
def test_rows_are_selected_as_in_numpy(rows: Any, expected: list[int]) -> None:
    results = nf.solve_many([MULTIPLE, IMPOSSIBLE, UNIQUE])
    some = results[rows]
    assert some.status.tolist() == expected
    assert [row.status.code for row in some] == expected
    assert repr(results[np.int64(2)]) == repr(results[2])


@pytest.mark.parametrize("rows", ["abc", 1.5, None, [[1]], [True], ("a",), {1}, np.zeros((3, 3), bool)], ids=str)
def test_other_selections_are_refused(rows: Any) -> None:
    with pytest.raises(nf.NinefoldError, match="results are selected by a number, a slice, a mask of 3 or a list"):
        nf.solve_many([MULTIPLE, IMPOSSIBLE, UNIQUE])[rows]
    with pytest.raises(IndexError):
        nf.solve_many([MULTIPLE])[[1]]


def test_notebooks_show_the_last_beliefs_of_an_unsolved_puzzle() -> None:
    two = nf.solve("...1 ..2. .3.. 4...", by="lp:solver=highs-ipm:crossover=false")
    assert two.solution is None
    picture = two._repr_svg_()
    assert "fractional in 12 of 16 cells" in picture
    assert picture.count(">3<") > nf.solve("...1 ..2. .3.. 4...")._repr_svg_().count(">3<")  # it is half in many cells
