"""`ninefold papers` and `ninefold study` on the command line."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import ninefold


def test_the_papers_are_listed_with_their_numbers() -> None:
    done = ninefold("papers")
    assert done.code == 0
    assert done.out.startswith("ptasiewicz  Max Ptasiewicz")


def test_unknown_paper_is_an_error() -> None:
    done = ninefold("papers", "euler")
    assert (done.code, done.out) == (2, "")
    assert "unknown paper 'euler'" in done.err


def test_study_prints_a_table_and_draws_a_chart(tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("..4.1......3.1..\n...1..2..3..4...\n")
    chart = tmp_path / "shares.svg"
    done = ninefold("study", str(tmp_path / "small.txt"), "--by", "backtrack,propagate", "--plot", str(chart))
    assert done.code == 0
    rows = [line.split(" | ")[:5] for line in done.out.splitlines()[2:]]
    assert rows == [["| small", "backtrack", "2", "1", "0"], ["| small", "propagate", "2", "1", "0"]]
    assert chart.read_text().startswith("<svg")


def test_study_takes_a_sample(tmp_path: Path) -> None:
    (tmp_path / "small.txt").write_text("..4.1......3.1..\n...1..2..3..4...\n")
    done = ninefold("study", str(tmp_path / "small.txt"), "--by", "propagate", "--sample", "1", "--json")
    (record,) = map(json.loads, done.out.splitlines())
    assert (record["puzzles"], record["runs"]) == ("small", 1)


@pytest.mark.parametrize("arguments", [("--by", "lq"), ("--sample", "0")])
def test_study_reports_usage_errors(arguments: tuple[str, str]) -> None:
    done = ninefold("study", "..4.1......3.1..", *arguments)
    assert done.code == 2
    assert "ninefold" in done.err
