"""HoDoKu's scale: its level, its score and its steps, on puzzles that it rated itself."""

from __future__ import annotations

import csv
from pathlib import Path

import pytest

import ninefold as nf
from ninefold.rating.hodoku import LEVELS

ORACLE = Path(__file__).parents[3] / "shared" / "data" / "oracles" / "hodoku_oracle.csv"
# As HoDoKu 2.2.0 rates them.
KNOWN = {
    "000040300080001429001500000076000008000002000009050070008000000300000000090108630": ("Medium", 492),
    "000100000003082500020095040600000980057000460089000003040650070008720100000001000": ("Hard", 1152),
    "000000940510000000030000000300000015000709000000800000206000700007400000000010000": ("Easy", 506),
    "040050060000000000002030100058000670010000050034000890009371500001000300803060709": ("Easy", 282),
}


def test_levels_and_scores_are_those_of_hodoku() -> None:
    found = [one.hodoku for one in nf.rate_many(list(KNOWN))]
    assert [(one.level, one.score) for one in found if one] == list(KNOWN.values())


def test_the_steps_add_up_to_the_score() -> None:
    found = nf.rate(list(KNOWN)[1]).hodoku
    assert found is not None
    assert str(found) == "Hard (1152)"
    assert found.steps["X-Wing"] == found.steps["Skyscraper"] == found.steps["W-Wing"] == found.steps["XY-Wing"] == 1
    assert found.steps["Full House"] == 21
    assert found.steps["Naked Single"] == 31


def test_the_score_does_not_depend_on_threads() -> None:
    lines = [puzzle.clues for puzzle in nf.generate(count=30, seed=5)]
    one, two = nf.rate_many(lines, threads=1), nf.rate_many(lines, threads=2)
    assert [found.hodoku for found in one] == [found.hodoku for found in two]
    assert all(found.hodoku and found.hodoku.level in LEVELS for found in one)


@pytest.mark.skipif(not ORACLE.exists(), reason="needs the puzzles that HoDoKu rated")
def test_a_sample_of_every_level_is_rated_as_by_hodoku() -> None:
    with ORACLE.open(newline="") as file:
        rows = [row for row in csv.DictReader(file) if row["level"] != "EXTREME"][::5]
    found = [one.hodoku for one in nf.rate_many([row["puzzle"] for row in rows])]
    wrong = [
        row["puzzle"]
        for row, one in zip(rows, found, strict=True)
        if one is None or (one.level.upper(), one.score) != (row["level"], int(row["score"]))
    ]
    assert wrong == []
