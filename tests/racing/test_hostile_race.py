"""Tests of all methods on the adversarial puzzles with little time: none hangs, crashes or is wrong."""

from __future__ import annotations

import pytest
from known import hostile

import ninefold as nf

# The correct answers for each status, besides unknown.
TRUE = {"unique": {"unique", "solved"}, "multiple": {"multiple", "solved"}, "impossible": {"impossible"}}


@pytest.fixture(scope="module")
def race() -> nf.Race:
    return nf.race([entry.puzzle for entry in hostile()], by="all", limit=nf.Limit(seconds=0.05))


def test_every_available_method_runs_on_every_supported_puzzle(race: nf.Race) -> None:
    available = {info.name for info in nf.methods() if info.available}
    assert set(race.methods) == available
    for standing in race.standings:
        skipped = sum(len(out.puzzles) for out in race.excluded if out.method == standing.method)
        assert len(standing.outcomes) + skipped == len(race.puzzles)


def test_no_method_crashes_or_is_disproved(race: nf.Race) -> None:
    assert [outcome.fault for outcome in race.outcomes if outcome.fault] == []
    assert [outcome.result.why for outcome in race.outcomes if "died" in outcome.result.why] == []
    assert [str(dispute) for dispute in race.disputes] == []


def test_every_answer_is_correct(race: nf.Race) -> None:
    known = [entry.status for entry in hostile()]
    for outcome in race.outcomes:
        assert str(outcome.status) in {"unknown", *TRUE[known[outcome.puzzle]]}, (outcome.method, outcome.puzzle)


def test_unknown_results_give_a_reason(race: nf.Race) -> None:
    assert all(outcome.result.why for outcome in race.outcomes if outcome.status is nf.Status.UNKNOWN)
    assert any(outcome.timed_out for outcome in race.outcomes)
