"""The status follows from what was found, and nothing else."""

from __future__ import annotations

import pytest
from misbehaving import Yielding

import ninefold as nf
from ninefold import Grid, Layout, Result, Status

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


def test_a_notebook_shows_the_solution_or_else_the_puzzle() -> None:
    solved, impossible = nf.solve("..4.1......3.1.."), nf.solve("12....3........4")
    assert solved._repr_svg_() == solved.solutions[0]._repr_svg_()
    assert impossible._repr_svg_() == impossible.puzzle._repr_svg_()
