"""A race: the same for all, each on its own, and nobody is believed."""

from __future__ import annotations

import os
import threading
from pathlib import Path

import pytest
from misbehaving import Crasher, Hog, Yielding
from racers import Absent, Liar, Teller

import ninefold as nf
from ninefold.racing import racer as runner
from ninefold.racing.outcome import Outcome, Standing
from ninefold.solving.methods.enumerate import Enumerate

PROPER = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SMALL = nf.Grid("..4.1......3.1..")
TWO = nf.Grid("...1..2..3..4...")
CLASH = nf.Grid("11" + "." * 14)


@pytest.fixture(autouse=True)
def _short_warm_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever does not heed is not waited for."""
    monkeypatch.setattr(runner, "TO_WARM_UP", 1.0)


def standing(run: nf.Race, method: str) -> Standing:
    (found,) = (standing for standing in run.standings if standing.method == method)
    return found


# --- the same for all ----------------------------------------------------------------------------


def test_every_method_is_asked_every_puzzle_in_heats_that_begin_with_another_each_time() -> None:
    run = nf.race([SMALL, TWO], by="search, propagate, backtrack", rounds=2)
    asked = [(outcome.heat, outcome.puzzle, outcome.method) for outcome in run.outcomes]
    assert [(heat, puzzle) for heat, puzzle, _ in asked] == [(h, h % 2) for h in range(4) for _ in range(3)]
    orders = [tuple(method for heat, _, method in asked if heat == h) for h in range(4)]
    assert orders[0] == ("search", "propagate", "backtrack")
    assert orders[1] == ("propagate", "backtrack", "search")
    assert orders[2] == ("backtrack", "search", "propagate")
    assert orders[3] == orders[0]


def test_each_method_has_one_process_of_its_own_for_the_whole_race() -> None:
    run = nf.race([SMALL, TWO, PROPER], by=[Teller(1), Teller(2)])
    pids = {method: {o.result.stats["pid"] for o in run.outcomes if o.method == method} for method in run.methods}
    assert all(len(found) == 1 for found in pids.values())
    assert len(set.union({os.getpid()}, *pids.values())) == 3


def test_a_process_is_warm_before_its_first_question_on_a_layout() -> None:
    run = nf.race([SMALL, TWO, PROPER], by=Teller())
    assert [outcome.result.stats["calls"] for outcome in run.outcomes] == [2, 3, 5]


def test_methods_of_one_kind_are_told_apart_by_their_options() -> None:
    assert nf.race(SMALL, by=[Teller(1), Teller(2), Teller(2)]).methods == (
        *("Teller", "Teller:number=2", "Teller:number=2′"),
    )
    orders = [Enumerate(order="counter"), Enumerate(), Enumerate(order="odometer", cut=True)]
    names = ("enumerate:order=counter", "enumerate", "enumerate:order=odometer:cut=true")
    assert nf.race(SMALL, by=orders).methods == names


def test_options_stand_behind_the_name() -> None:
    run = nf.race(SMALL, by="enumerate:order=counter, enumerate : cut=true, search")
    assert run.methods == ("enumerate:order=counter", "enumerate:cut=true", "search")
    first = next(outcome for outcome in run.outcomes if outcome.method == run.methods[0])
    assert first.result.stats["possibilities"] == 4 ** len(SMALL.empty_cells)
    for by, words in (
        ("enumerate:order=random", "option order"),
        ("enumerate:order", "write options as NAME=VALUE"),
        ("enumerate:cut=true:cut=no", "is set twice"),
        ("serach:a=b", "did you mean 'search'"),
    ):
        with pytest.raises(nf.MethodError, match=words):
            nf.race(SMALL, by=by)
    with pytest.raises(nf.MethodError, match="none is named"):
        nf.race(SMALL, by=[])


def test_limits_hold_for_all_alike() -> None:
    run = nf.race(nf.Grid.empty(4), by="search, backtrack", limit=3)
    assert [len(outcome.result.solutions) for outcome in run.outcomes] == [3, 3]
    run = nf.race(PROPER, by="propagate, backtrack", limit=nf.Limit(nodes=1))
    assert {outcome.result.why for outcome in run.outcomes} == {"the limit of 1 nodes is used up"}
    assert not any(outcome.timed_out for outcome in run.outcomes)


def test_the_clock_is_told_apart_from_what_a_method_counts() -> None:
    (outcome,) = nf.race(PROPER, by="backtrack").outcomes
    assert set(outcome.result.stats) == {"nodes"}
    assert outcome.cpu_seconds is not None
    assert 0 < outcome.seconds <= outcome.result.seconds


# --- nobody spoils another, nobody is believed ---------------------------------------------------


def test_who_does_not_heed_is_killed_and_asked_again_and_the_others_do_not_mind() -> None:
    run = nf.race([SMALL, TWO], by=[Hog(), "search"], limit=nf.Limit(seconds=0.1))
    assert [o.timed_out for o in run.outcomes if o.method == "Hog"] == [True, True]
    assert [str(o.status) for o in run.outcomes if o.method == "search"] == ["unique", "multiple"]
    assert standing(run, "Hog").times == []


def test_who_dies_fails_only_its_own_questions() -> None:
    run = nf.race([SMALL, TWO], by=[Crasher(), "search"])
    assert {o.result.why for o in run.outcomes if o.method == "Crasher"} == {"its process died (SIGSEGV)"}
    assert len(standing(run, "search").answered) == 2
    assert [o.fault for o in standing(run, "Crasher").faults] == [
        "method 'Crasher' failed: its process died (SIGSEGV)"
    ] * 2
    assert not run.is_sound


def test_a_wrong_grid_is_a_fault_that_is_told_and_no_answer() -> None:
    run = nf.race([SMALL, TWO], by=[Yielding((SMALL,)), "search"])
    (first, second) = standing(run, "Yielding").faults
    assert "Yielding" in first.fault
    assert (first.status, standing(run, "Yielding").answered) == (nf.Status.UNKNOWN, ())
    assert not run.is_sound
    assert len(standing(run, "search").answered) == 2
    assert second.puzzle == 1


@pytest.mark.parametrize(("told", "puzzle", "claim"), [(0, SMALL, "impossible"), (1, TWO, "unique")])
def test_a_claim_is_proved_wrong_by_a_solution_that_another_found(told: int, puzzle: nf.Grid, claim: str) -> None:
    run = nf.race([puzzle], by=["search", Liar(told), "backtrack"])
    (dispute,) = run.disputes
    liar = run.methods[1]
    assert (dispute.wrong.method, str(dispute.wrong.status)) == (liar, claim)
    assert dispute.by in ("search", "backtrack")
    assert nf.check(dispute.witness).verdict is nf.Verdict.COMPLETE
    assert dispute.witness not in dispute.wrong.result.solutions
    assert f"{liar} says {claim}, but {dispute.by} found {dispute.witness.line}" in str(dispute)
    assert (run.is_sound, standing(run, liar).answered) == (False, ())
    assert [s.method for s in run.standings][-1] == liar


def test_different_solutions_of_a_puzzle_with_two_are_no_dispute() -> None:
    first, second = nf.solve(TWO).solutions
    run = nf.race(TWO, by=[Yielding((first,), "enough"), Yielding((second,), "enough"), "search"])
    assert run.is_sound
    assert [str(outcome.status) for outcome in run.outcomes] == ["solved", "solved", "multiple"]


def test_a_solution_missed_by_all_but_one_who_was_stopped_still_proves_them_wrong() -> None:
    (first, second) = nf.solve(TWO).solutions
    run = nf.race(TWO, by=[Yielding((first,)), Yielding((second,), "enough")])
    (dispute,) = run.disputes
    assert (dispute.wrong.method, dispute.witness) == ("Yielding", second)


# --- who runs ------------------------------------------------------------------------------------


def test_a_method_is_left_out_where_it_does_not_serve_the_layout() -> None:
    run = nf.race([SMALL, PROPER], by="lanes, search")
    (out,) = run.left_out
    assert (out.method, out.puzzles) == ("lanes", (0,))
    assert str(out) == "lanes is left out of 1 puzzle: it supports size 9 only; this board is size 4"
    assert [outcome.puzzle for outcome in run.outcomes if outcome.method == "lanes"] == [1]


def test_a_method_that_is_not_installed_is_left_out_with_the_remedy() -> None:
    run = nf.race(SMALL, by=[Absent(), "search"])
    assert run.methods == ("search",)
    assert "pip install 'ninefold[nothing]'" in str(run.left_out[0])
    assert standing(run, "absent").record()["left_out"] == run.left_out[0].why


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ("serach", "did you mean 'search'"),
        ("search,,sat", "unknown method ''"),
        ("search, search", "named twice"),
        ([Absent()], "no method can be asked any of the puzzles"),
        ("lanes", "it supports size 9"),
        (5, "a method must be a name or a callable"),
        ([Teller], "did you mean Teller()"),
        (Yielding((threading.Lock(),)), "cannot be sent to its own process"),
    ],
)
def test_who_cannot_run_is_told_before_anybody_does(by: object, words: str) -> None:
    told: list[Outcome] = []
    with pytest.raises(nf.MethodError) as error:
        nf.race(SMALL, by=by, progress=told.append)  # type: ignore[arg-type]
    assert words in str(error.value)
    assert told == []


@pytest.mark.parametrize(
    "limits",
    [{"limit": 0}, {"limit": "2"}, {"rounds": 0}, {"rounds": 1.5}, {"cancel": 1}, {"progress": 1}],
    ids=str,
)
def test_limits_that_mean_nothing_are_refused(limits: dict[str, object]) -> None:
    (name,) = limits
    with pytest.raises(nf.NinefoldError, match=name):
        nf.race(SMALL, by="search", **limits)  # type: ignore[arg-type]


def test_puzzles_come_from_a_file_a_list_or_alone(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{SMALL.line}\n{TWO.line}\n")
    assert nf.race(file, by="search").puzzles == nf.race([SMALL.line, TWO], by="search").puzzles == (SMALL, TWO)
    assert nf.race(SMALL.line, by="search").puzzles == (SMALL,)
    for nothing in ([], 7):
        with pytest.raises(nf.NinefoldError, match="puzzle"):
            nf.race(nothing, by="search")


# --- stopping ------------------------------------------------------------------------------------


def test_an_interrupt_keeps_what_is_done() -> None:
    told: list[Outcome] = []

    def progress(outcome: Outcome) -> None:
        told.append(outcome)
        if len(told) == 3:
            raise KeyboardInterrupt

    run = nf.race([SMALL, TWO], by="search, backtrack", progress=progress)
    assert (run.why, run.outcomes) == ("interrupted", tuple(told))
    assert [len(standing.outcomes) for standing in run.standings] == [2, 1]


def test_a_cancel_keeps_what_is_done_and_drops_what_is_half_asked() -> None:
    flag = threading.Event()

    def progress(outcome: Outcome) -> None:
        threading.Timer(0.2, flag.set).start()

    run = nf.race(nf.Grid.empty(25), by=["search", Hog()], limit=1, cancel=flag, progress=progress)
    assert (run.why, [outcome.method for outcome in run.outcomes]) == ("cancelled", ["search"])


# --- standings -----------------------------------------------------------------------------------


def test_the_standings_add_up() -> None:
    run = nf.race([SMALL, TWO, CLASH], by="search, rewrite, backtrack")
    for found in run.standings:
        record = found.record()
        assert sum(record[str(status)] for status in nf.Status) == record["asked"] == 3
        assert record["answered"] == record["asked"] - record["unknown"]
        assert record["median_seconds"] <= record["worst_seconds"] <= record["total_seconds"]
    assert {outcome.result.why.partition(":")[0] for outcome in run.outcomes if outcome.puzzle == 2} == {
        "the clues clash"
    }
    assert [standing.rank for standing in run.standings] == sorted(standing.rank for standing in run.standings)


def test_who_is_stopped_by_the_clock_still_tells_how_far_it_came() -> None:
    hard = nf.Grid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    run = nf.race(hard, by="anneal", limit=nf.Limit(seconds=0.2), rounds=5)
    assert all(outcome.timed_out for outcome in run.outcomes)
    assert any(outcome.result.stats["nodes"] > 0 for outcome in run.outcomes)  # where the machine let it speak in time
