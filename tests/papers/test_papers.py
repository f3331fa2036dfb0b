"""The papers' puzzles, and their claims: every verdict follows from the numbers."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import replace
from typing import Any

import pytest

import ninefold as nf
from ninefold.papers import PAPERS, experiment, find_paper, marinescu
from ninefold.papers.experiment import (
    CannotTry,
    Claim,
    ClaimRow,
    ClaimVerdict,
    PaperPuzzle,
    paper_puzzle,
    paper_puzzles,
    try_claim,
)

CLAIMS = {(paper.name, claim.name): claim for paper in PAPERS for claim in paper.claims}
HOLDS, IN_PART, FAILS = "holds", "holds in part", "does not hold"

# For each claim the verdict that our measurements give, and changed numbers with the verdict they would give.
EXPECTED: dict[tuple[str, str], tuple[str, Mapping[str, Any], str]] = {
    ("ptasiewicz", "brute force"): (FAILS, {"fewest combinations": 2e25}, HOLDS),
    ("ptasiewicz", "4×4"): (HOLDS, {"printed grid found": 0}, FAILS),
    ("ptasiewicz", "intermediate"): (HOLDS, {"printed grid found": 1}, IN_PART),
    ("ptasiewicz", "evil"): (HOLDS, {"printed grid found": 0}, FAILS),
    ("ptasiewicz", "half a second"): ("", {"slowest of three, ms": 501.0, "fastest of three, ms": 3.0}, FAILS),
    ("ptasiewicz", "hardest"): (HOLDS, {"fractional cells": 0}, FAILS),
    ("ptasiewicz", "the wrong grid"): (HOLDS, {"cells as printed": 80}, IN_PART),
    ("ptasiewicz", "the 0-norm"): (FAILS, {"fractional cells, 0-norm": 57, "correct cells, 0-norm": 44}, HOLDS),
    ("ptasiewicz", "backtracking"): (IN_PART, {"status": "unknown"}, FAILS),
    ("ptasiewicz", "an integer solver"): (HOLDS, {"solved and proved unique": False}, FAILS),
    ("ptasiewicz", "a larger puzzle"): ("a question, not a claim", {}, ""),
    ("gira", "micro-seconds"): ("", {"4×4, ms": 262.0, "9×9, ms": 262.0}, FAILS),
    ("gira", "simple cases"): (HOLDS, {"solved": 2}, IN_PART),
    ("gira", "not deterministic"): (IN_PART, {"grids of the empty 4×4": 1}, FAILS),
    ("gira", "may fail"): (IN_PART, {"status": "unique"}, FAILS),
    ("gira", "brutus"): (HOLDS, {"s, warm": 20.0}, IN_PART),
    ("gira", "128 bits"): (HOLDS, {"possibilities": 2**128 - 1}, FAILS),
    ("gira", "big brother"): (HOLDS, {"solved": False}, FAILS),
    ("gira", "10^40 years"): (FAILS, {"years at the paper's speed": 2e40}, HOLDS),
    ("gira", "doku"): ("", {"possibilities": 2}, FAILS),
    ("gira", "2^32 possibilities"): (FAILS, {"possibilities": 2**32 - 1}, HOLDS),
    ("gira", "12 hours"): (FAILS, {"years at 2^32 in 12 h": 0.001}, HOLDS),
    ("gira", "the quickest"): ("", {"lp, ms": 1e9}, FAILS),
    ("marinescu", "steps"): (FAILS, {"most steps": 9, "solved": 99}, IN_PART),
    ("marinescu", "relatively easy puzzles"): (IN_PART, {"solved": 10}, FAILS),
    ("marinescu", "S4"): (IN_PART, {"its steps": 3}, HOLDS),
    ("marinescu", "the whole database"): ("cannot be tried here", {"games": 20, "solved": 20}, HOLDS),
    ("marinescu", "no predictor"): (HOLDS, {"correlation of empty cells and seconds": -0.9}, FAILS),
    ("marinescu", "Shidoku"): (IN_PART, {"solutions": 1}, HOLDS),
    ("marinescu", "the check"): (IN_PART, {"missed": 9}, FAILS),
    ("wu", "29 pairs"): (HOLDS, {"clues": 30, "status": "multiple"}, FAILS),
    ("wu", "the log"): (HOLDS, {"worst difference of converge": 0.001}, IN_PART),
    ("wu", "no errors"): (HOLDS, {"block": 1, "printed grid found": False}, FAILS),
    ("huerlimann", "easy"): (HOLDS, {"as in Figure 2": False}, FAILS),
    ("huerlimann", "0/1 or integer"): ("", {"0/1 model, ms": 9.0, "integer model, ms": 8.0}, FAILS),
    ("huerlimann", "number 40"): (HOLDS, {"solved and proved unique": 1}, IN_PART),
    ("huerlimann", "Figure 3"): (FAILS, {"as in Figure 4": True}, HOLDS),
    ("huerlimann", "larger games"): (HOLDS, {"solved as in Figure 4": 1}, IN_PART),
    ("huerlimann", "the number of grids"): (HOLDS, {"product": "1", "last factor is prime": False}, FAILS),
    ("huerlimann", "four short of a full grid"): (HOLDS, {"solutions": 1}, FAILS),
}


@pytest.fixture(scope="module")
def measured() -> dict[tuple[str, str], ClaimRow]:
    """Every claim, measured once."""
    pytest.importorskip("highspy")
    pytest.importorskip("cvxpy")
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(experiment, "RUNS", 1)  # the verdicts on times are not tested here
        patch.setattr(marinescu, "GAMES", 4)
        return {key: try_claim(claim, 60.0) for key, claim in CLAIMS.items()}


def test_every_claim_is_listed_here() -> None:
    assert list(EXPECTED) == list(CLAIMS)


@pytest.mark.parametrize("key", EXPECTED, ids=" ".join)
def test_verdict_follows_from_the_numbers(key: tuple[str, str], measured: dict[tuple[str, str], ClaimRow]) -> None:
    """A verdict about times alone depends on the machine, so only the inverted numbers have a fixed one."""
    verdict, inverted, other = EXPECTED[key]
    row = measured[key]
    assert verdict in ("", row.verdict), row.measured
    if other:
        changed = {**row.measured, **inverted}
        assert str(CLAIMS[key].judge(changed)) == other != verdict


@pytest.mark.parametrize("claim", CLAIMS.values(), ids=lambda claim: claim.name)
def test_every_claim_gives_its_place_its_measure_and_its_rule(claim: Claim) -> None:
    assert claim.quote
    assert claim.where
    assert claim.how
    assert claim.rule.startswith(("holds if", "holds within", "the paper asks"))


def test_a_claim_that_cannot_be_tried_says_why() -> None:
    def missing(_: float) -> dict[str, int]:
        raise CannotTry("no such program")

    row = try_claim(replace(CLAIMS["wu", "29 pairs"], measure=missing), 1.0)
    assert (row.verdict, row.why, row.measured) == (str(ClaimVerdict.UNTRIED), "no such program", {})


def test_a_missing_method_makes_a_claim_untried(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(nf.MethodInfo, "missing", property(lambda _: ("highspy",)))
    row = try_claim(CLAIMS["ptasiewicz", "4×4"], 1.0)
    assert row.verdict == "cannot be tried here"
    assert row.why.startswith("lp needs highspy, which is not installed")


def test_the_programs_print_what_the_paper_prints() -> None:
    details = CLAIMS["gira", "brutus"].details
    assert details is not None
    lines = details(10.0)
    assert lines[:4] == ["Running Brutus on a 4x4 Grid", "num_to_solve: 10", "max_value: 1048575", "5% Complete"]
    assert lines[-7:-1] == ["70% Complete", "21|34", "34|21", "-----", "43|12", "12|43"]


def test_big_brother_prints_the_indices_of_the_paper_s_loop() -> None:
    """Its loop, transcribed: the index grows and is printed before the next combination is made and checked."""
    printed, last, step = [], 4**10 - 1, 0
    for index in range(1, 524_288):  # the solution is combination 524,288 of those that start with all ones
        percent = index / last * 100
        if percent // 5 > step:
            step = int(percent // 5)
            printed.append(f"{percent:.0f}% Complete Index: {index}")
    details = CLAIMS["gira", "big brother"].details
    assert details is not None
    assert [line for line in details(10.0) if "Index" in line] == printed


@pytest.mark.parametrize("entry", paper_puzzles(), ids=str)
def test_solutions_of_each_puzzle_are_correct(entry: PaperPuzzle) -> None:
    count = nf.count(entry.puzzle, limit=1000)
    assert (count, count.ended) == (entry.solutions, True)
    if entry.solution:
        assert nf.solve(entry.puzzle).solution == entry.solution


def test_unknown_puzzle_error_lists_the_puzzles() -> None:
    with pytest.raises(nf.NinefoldError, match=r"unknown puzzle 'easy' \(choose from small, .*hardest"):
        paper_puzzle("easy")


def test_paper_is_found_by_author_or_number() -> None:
    assert find_paper("gira") is find_paper("Gira") is find_paper("1") is find_paper("001")
    assert find_paper("hürlimann") is find_paper("huerlimann")
    with pytest.raises(nf.NinefoldError, match=r"unknown paper 'knuth' \(choose from ptasiewicz, gira, "):
        find_paper("knuth")
