"""All methods on the adversarial list, with little time: nothing hangs, lies or crashes."""

from __future__ import annotations

import pytest
from known import hostile

import ninefold as nf

# What may be said of a puzzle whose status is known, besides that it is not known.
TRUE = {"unique": {"unique", "solved"}, "multiple": {"multiple", "solved"}, "impossible": {"impossible"}}


@pytest.fixture(scope="module")
def race() -> nf.Race:
    return nf.race([entry.puzzle for entry in hostile()], by="all", limit=nf.Limit(seconds=0.05))


def test_everybody_who_can_runs_and_is_asked_everything(race: nf.Race) -> None:
    able = {info.name for info in nf.methods() if info.available}
    assert set(race.methods) == able
    for standing in race.standings:
        left_out = sum(len(out.puzzles) for out in race.left_out if out.method == standing.method)
        assert len(standing.outcomes) + left_out == len(race.puzzles)


def test_nobody_crashes_and_nobody_is_proved_wrong(race: nf.Race) -> None:
    assert [outcome.fault for outcome in race.outcomes if outcome.fault] == []
    assert [outcome.result.why for outcome in race.outcomes if "died" in outcome.result.why] == []
    assert [str(dispute) for dispute in race.disputes] == []


def test_nobody_says_what_is_not_true(race: nf.Race) -> None:
    known = [entry.status for entry in hostile()]
    for outcome in race.outcomes:
        assert str(outcome.status) in {"unknown", *TRUE[known[outcome.puzzle]]}, (outcome.method, outcome.puzzle)


def test_whoever_has_no_answer_says_why(race: nf.Race) -> None:
    assert all(outcome.result.why for outcome in race.outcomes if outcome.status is nf.Status.UNKNOWN)
    assert any(outcome.timed_out for outcome in race.outcomes)
