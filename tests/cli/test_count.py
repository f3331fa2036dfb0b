"""`ninefold count`: how many solutions, and whether the count is complete."""

from __future__ import annotations

import pytest
from running import IMPOSSIBLE, PROPER, ROW_CLASH, TWO, ninefold

EMPTY_4 = "." * 16
EMPTY_9 = "." * 81


def test_each_puzzle_has_a_line_with_its_count() -> None:
    done = ninefold("count", PROPER, TWO, IMPOSSIBLE, ROW_CLASH, EMPTY_4)
    assert (done.lines, done.code, done.err) == (["1", "2", "0", "0", "288"], 0, "")


def test_an_incomplete_count_gives_the_reason() -> None:
    done = ninefold("count", EMPTY_9, EMPTY_4, PROPER, "--limit", "100")
    reached = "100 or more  # the limit of 100 solutions was reached"
    assert (done.lines, done.code) == ([reached, reached, "1"], 0)
    late = ninefold("count", EMPTY_9, "--seconds", "0.1")
    assert late.code == 1
    assert late.out.endswith(" or more  # the limit of 0.1 seconds was reached\n")


def test_json_has_exactly_the_documented_keys() -> None:
    (record,) = ninefold("count", "--json", TWO).records
    assert list(record) == ["puzzle", "layout", "count", "ended", "seconds", "why"]
    assert (record["puzzle"], record["count"], record["ended"], record["why"]) == (TWO, 2, True, "")
    (record,) = ninefold("count", "--json", EMPTY_9, "--limit", "7", "--threads", "2").records
    assert (record["count"], record["ended"]) == (7, False)


def test_count_uses_the_layout() -> None:
    assert ninefold("count", EMPTY_4, "--layout", "4+diagonals").lines == ["48"]


def test_unreadable_puzzles_are_reported_and_the_others_counted() -> None:
    done = ninefold("count", stdin=f"{PROPER}\nbad\n{PROPER}\n")
    assert (done.lines, done.code) == (["1", "1"], 2)
    assert "standard input, line 2: read 3 cells" in done.err


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--limit", "0"], "--limit: expected a whole number from 1, or all"),
        (["--threads", "0"], "--threads: expected a whole number from 1"),
        (["--seconds", "0"], "--seconds: expected a number above 0 (got '0')"),
        (["--by", "search"], "unrecognized arguments: --by"),
    ],
)
def test_count_reports_usage_errors(args: list[str], words: str) -> None:
    done = ninefold("count", PROPER, *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
