"""The papers' experiments: each puzzle is what its entry says, and each finding is held against the claim."""

from __future__ import annotations

import pytest

import ninefold as nf
from ninefold.papers import PAPERS, find_paper
from ninefold.papers.experiment import (
    Paper,
    PaperPuzzle,
    Trial,
    is_not_solved,
    is_solved,
    is_unique,
    just_tell,
    paper_puzzle,
    paper_puzzles,
    run,
    told,
)
from ninefold.solving.registry import TABLE

NAMES = {info.name for info in TABLE}


@pytest.mark.parametrize("entry", paper_puzzles(), ids=str)
def test_an_entry_tells_the_truth_of_its_puzzle(entry: PaperPuzzle) -> None:
    count = nf.count(entry.puzzle, limit=1000)
    assert (count, count.ended) == (entry.solutions, True)
    if entry.solution:
        assert nf.solve(entry.puzzle).solution == entry.solution


def test_a_puzzle_that_no_paper_has_is_refused_with_those_there_are() -> None:
    with pytest.raises(nf.NinefoldError, match=r"no puzzle 'easy' in the papers; there are small, .*hardest"):
        paper_puzzle("easy")


@pytest.mark.parametrize("paper", PAPERS, ids=lambda paper: paper.name)
def test_every_trial_names_a_puzzle_of_its_paper_and_a_method_of_the_table(paper: Paper) -> None:
    for trial in paper.trials:
        assert trial.by in NAMES
        assert paper_puzzle(trial.puzzle)


def test_a_paper_is_found_by_its_name_and_by_its_number() -> None:
    assert find_paper("gira") is find_paper("1") is find_paper("001")
    with pytest.raises(nf.NinefoldError, match=r"no paper 'knuth'; there are ptasiewicz \(000\), gira \(001\)"):
        find_paper("knuth")


def test_a_claim_that_a_puzzle_is_solved_holds_only_for_the_printed_grid() -> None:
    small = paper_puzzle("small")
    solved = nf.solve(small.puzzle)
    assert is_solved(small, solved) == ("unique", True)
    other = paper_puzzle("hardest")  # what is printed there is wrong
    assert is_solved(other, nf.solve(other.puzzle)) == ("unique", False)
    assert is_unique(other, nf.solve(other.puzzle)) == ("unique", True)


def test_a_claim_of_failure_holds_where_nothing_is_known() -> None:
    hardest = paper_puzzle("hardest")
    failed = nf.solve(hardest.puzzle, by="backtrack", limit=nf.Limit(nodes=10))
    assert is_not_solved(hardest, failed) == ("unknown: the limit of 10 nodes is used up", True)
    assert is_solved(hardest, failed)[1] is False
    assert is_not_solved(hardest, nf.solve(hardest.puzzle))[1] is False
    assert just_tell(hardest, failed) == (told(failed), None)


def test_a_method_that_is_not_here_is_told_and_nothing_held_against_the_paper(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nf.MethodInfo, "missing", property(lambda _: ("highspy",)))
    row = run(Trial("small", "backtrack", "solved", is_solved), 1.0)
    assert (row.found, row.holds, row.seconds) == ("needs highspy, which is not installed", None, None)


def test_a_trial_names_its_method_as_the_command_line_does() -> None:
    trial = Trial("small", "propagate", "solved", is_solved, {"tries": "first"})
    assert trial.method == "propagate tries=first"
    assert run(trial, 5.0).found == "unique"


def test_the_brute_force_of_gira_is_really_run_and_his_counts_are_held_against_ours() -> None:
    rows = {row.claim: row for row in find_paper("gira").run(10.0) if row.method.startswith("enumerate")}
    assert [rows[claim].holds for claim in rows] == [True, True, True, True, False, False, False]
    assert rows["doku: 4,294,967,295 possibilities"].found == "887,444,442,696,174,796,800 possibilities"
    assert rows["brutus: solved in 19 s"].found == "unique, possibilities: 1,048,576"
    for row in find_paper("gira").run(1e-9):  # nothing is told in no time, and nothing held against the paper
        assert "unknown" in row.found
