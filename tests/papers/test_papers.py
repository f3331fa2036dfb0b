"""Tests of the papers' puzzles and experiments."""

from __future__ import annotations

import pytest

import ninefold as nf
from ninefold.papers import PAPERS, find_paper
from ninefold.papers.experiment import (
    Paper,
    PaperPuzzle,
    Trial,
    describe,
    is_not_solved,
    is_solved,
    is_unique,
    no_claim,
    paper_puzzle,
    paper_puzzles,
    run,
)
from ninefold.solving.registry import TABLE

NAMES = {info.name for info in TABLE}


@pytest.mark.parametrize("entry", paper_puzzles(), ids=str)
def test_solutions_of_each_puzzle_are_correct(entry: PaperPuzzle) -> None:
    count = nf.count(entry.puzzle, limit=1000)
    assert (count, count.ended) == (entry.solutions, True)
    if entry.solution:
        assert nf.solve(entry.puzzle).solution == entry.solution


def test_unknown_puzzle_error_lists_the_puzzles() -> None:
    with pytest.raises(nf.NinefoldError, match=r"unknown puzzle 'easy' \(choose from small, .*hardest"):
        paper_puzzle("easy")


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_trial_names_a_known_puzzle_and_method(paper: Paper) -> None:
    for trial in paper.trials:
        assert trial.by in NAMES
        assert paper_puzzle(trial.puzzle)


def test_paper_is_found_by_author_or_number() -> None:
    assert find_paper("gira") is find_paper("Gira") is find_paper("1") is find_paper("001")
    assert find_paper("hürlimann") is find_paper("huerlimann")
    with pytest.raises(nf.NinefoldError, match=r"unknown paper 'knuth' \(choose from ptasiewicz, gira, "):
        find_paper("knuth")


def test_solved_claim_holds_only_for_the_printed_grid() -> None:
    small = paper_puzzle("small")
    solved = nf.solve(small.puzzle)
    assert is_solved(small, solved) == ("unique", True)
    other = paper_puzzle("hardest")  # whose printed solution is wrong
    assert is_solved(other, nf.solve(other.puzzle)) == ("unique", False)
    assert is_unique(other, nf.solve(other.puzzle)) == ("unique", True)


def test_failure_claim_holds_if_the_result_is_unknown() -> None:
    hardest = paper_puzzle("hardest")
    failed = nf.solve(hardest.puzzle, by="backtrack", limit=nf.Limit(nodes=10))
    assert is_not_solved(hardest, failed) == ("unknown: the limit of 10 nodes was reached", True)
    assert is_solved(hardest, failed)[1] is False
    assert is_not_solved(hardest, nf.solve(hardest.puzzle))[1] is False
    assert no_claim(hardest, failed) == (describe(failed), None)


def test_missing_method_gives_no_finding(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nf.MethodInfo, "missing", property(lambda _: ("highspy",)))
    row = run(Trial("small", "backtrack", "solved", is_solved), 1.0)
    assert (row.found, row.holds, row.seconds) == ("needs highspy, which is not installed", None, None)


def test_trial_method_includes_its_options() -> None:
    trial = Trial("small", "propagate", "solved", is_solved, {"tries": "first"})
    assert trial.method == "propagate tries=first"
    assert run(trial, 5.0).found == "unique"


def test_brute_force_counts_are_compared_with_gira() -> None:
    rows = {row.claim: row for row in find_paper("gira").run(10.0) if row.method.startswith("enumerate")}
    assert [rows[claim].holds for claim in rows] == [True, True, True, True, False, False, False]
    assert rows["doku: 4,294,967,295 possibilities"].found == "887,444,442,696,174,796,800 possibilities"
    assert rows["brutus: solved in 19 s"].found == "unique, possibilities: 1,048,576"
    for row in find_paper("gira").run(1e-9):  # without time there is no finding
        assert "unknown" in row.found
