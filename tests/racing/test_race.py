"""Tests of races: equal conditions, separate processes, verified answers."""

from __future__ import annotations

import os
import re
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from types import ModuleType

import pytest
from misbehaving import Crasher, Hog, Yielding
from racers import Absent, CallCounter, Liar

import ninefold as nf
from ninefold.racing import racer
from ninefold.racing.outcome import Outcome, Standing
from ninefold.records import StandingRecord
from ninefold.solving.methods.enumerate import Enumerate

PROPER = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
SMALL = nf.Grid("..4.1......3.1..")
TWO = nf.Grid("...1..2..3..4...")
CLASH = nf.Grid("11" + "." * 14)


@pytest.fixture(autouse=True)
def _short_warm_up(monkeypatch: pytest.MonkeyPatch) -> None:
    """Wait only briefly for methods that do not stop on time."""
    monkeypatch.setattr(racer, "WARM_UP_TIMEOUT", 1.0)


def standing(run: nf.Race, method: str) -> Standing:
    (found,) = (standing for standing in run.standings if standing.method == method)
    return found


# --- equal conditions ----------------------------------------------------------------------------


def test_every_puzzle_starts_with_another_method() -> None:
    run = nf.race([SMALL, TWO], by="search, propagate, backtrack", rounds=2)
    runs = [(outcome.round, outcome.puzzle) for outcome in run.outcomes]
    assert runs == [(0, 0)] * 3 + [(0, 1)] * 3 + [(1, 0)] * 3 + [(1, 1)] * 3
    methods = [outcome.method for outcome in run.outcomes]
    orders = [tuple(methods[at : at + 3]) for at in range(0, 12, 3)]
    assert orders[0] == ("search", "propagate", "backtrack")
    assert orders[1] == ("propagate", "backtrack", "search")
    assert orders[2] == ("backtrack", "search", "propagate")
    assert orders[3] == orders[0]


def test_each_method_keeps_one_process_for_the_whole_race() -> None:
    run = nf.race([SMALL, TWO, PROPER], by=[CallCounter(1), CallCounter(2)])
    pids = {method: {o.result.stats["pid"] for o in run.outcomes if o.method == method} for method in run.methods}
    assert all(len(found) == 1 for found in pids.values())
    assert len(set.union({os.getpid()}, *pids.values())) == 3


def test_process_is_warmed_up_for_each_layout() -> None:
    run = nf.race([SMALL, TWO, PROPER], by=CallCounter())
    assert [outcome.result.stats["calls"] for outcome in run.outcomes] == [2, 3, 5]


def test_methods_of_one_kind_are_named_by_their_options() -> None:
    assert nf.race(SMALL, by=[CallCounter(1), CallCounter(2), CallCounter(2)]).methods == (
        *("CallCounter", "CallCounter:number=2", "CallCounter:number=2′"),
    )
    orders = [Enumerate(order="counter"), Enumerate(), Enumerate(order="odometer", cut=True)]
    names = ("enumerate:order=counter", "enumerate", "enumerate:order=odometer:cut=true")
    assert nf.race(SMALL, by=orders).methods == names


def test_options_follow_the_name() -> None:
    run = nf.race(SMALL, by="enumerate:order=counter, enumerate : cut=true, search")
    assert run.methods == ("enumerate:order=counter", "enumerate:cut=true", "search")
    first = next(outcome for outcome in run.outcomes if outcome.method == run.methods[0])
    assert first.result.stats["possibilities"] == 4 ** len(SMALL.empty_cells)
    for by, words in (
        ("enumerate:order=random", "option order"),
        ("enumerate:order", "write options as NAME=VALUE"),
        ("enumerate:cut=true:cut=no", "is set twice"),
        ("serach:a=b", "did you mean search"),
    ):
        with pytest.raises(nf.MethodError, match=words):
            nf.race(SMALL, by=by)
    with pytest.raises(nf.MethodError, match="at least one method"):
        nf.race(SMALL, by=[])


def test_limits_apply_to_all_methods() -> None:
    run = nf.race(nf.Grid.empty(4), by="search, backtrack", limit=3)
    assert [len(outcome.result.solutions) for outcome in run.outcomes] == [3, 3]
    run = nf.race(PROPER, by="propagate, backtrack", limit=nf.Limit(nodes=1))
    assert {outcome.result.why for outcome in run.outcomes} == {"the limit of 1 node was reached"}
    assert not any(outcome.timed_out for outcome in run.outcomes)


def test_start_up_is_reported_once_per_process_and_apart_from_the_times() -> None:
    run = nf.race([SMALL, TWO], by="search, sat", limit=nf.Limit(seconds=10))
    for method in run.methods:
        first, second = (outcome.result for outcome in run.outcomes if outcome.method == method)
        assert first.startup_seconds > 0 == second.startup_seconds
        assert standing(run, method).startup_seconds == first.startup_seconds
    assert "startup_seconds" in run.csv().splitlines()[0].split(",")
    killed = nf.race([SMALL, TWO], by=Hog(), limit=nf.Limit(seconds=0.1))
    assert all(outcome.result.startup_seconds > 0 for outcome in killed.outcomes)


def test_clock_is_removed_from_the_stats() -> None:
    (outcome,) = nf.race(PROPER, by="backtrack").outcomes
    assert set(outcome.result.stats) == {"nodes", "failures"}
    assert outcome.cpu_seconds is not None
    assert 0 < outcome.seconds <= outcome.result.seconds


# --- isolation and verification ------------------------------------------------------------------


def test_method_that_ignores_its_deadline_is_killed_and_restarted() -> None:
    run = nf.race([SMALL, TWO], by=[Hog(), "search"], limit=nf.Limit(seconds=0.1))
    assert [o.timed_out for o in run.outcomes if o.method == "Hog"] == [True, True]
    assert [str(o.status) for o in run.outcomes if o.method == "search"] == ["unique", "multiple"]
    assert standing(run, "Hog").times == []


def test_crash_affects_only_the_method_itself() -> None:
    run = nf.race([SMALL, TWO], by=[Crasher(), "search"])
    assert {o.result.why for o in run.outcomes if o.method == "Crasher"} == {"its process died (SIGSEGV)"}
    assert len(standing(run, "search").answered) == 2
    assert [o.fault for o in standing(run, "Crasher").faults] == [
        "method 'Crasher' failed: its process died (SIGSEGV)"
    ] * 2
    assert not run.is_sound


def test_wrong_grid_is_a_fault_and_no_answer() -> None:
    run = nf.race([SMALL, TWO], by=[Yielding((SMALL,)), "search"])
    (first, second) = standing(run, "Yielding").faults
    assert "Yielding" in first.fault
    assert (first.status, standing(run, "Yielding").answered) == (nf.Status.UNKNOWN, ())
    assert not run.is_sound
    assert len(standing(run, "search").answered) == 2
    assert second.puzzle == 1


@pytest.mark.parametrize(("shown", "puzzle", "claim"), [(0, SMALL, "impossible"), (1, TWO, "unique")])
def test_claim_is_disproved_by_a_solution_of_another_method(shown: int, puzzle: nf.Grid, claim: str) -> None:
    run = nf.race([puzzle], by=["search", Liar(shown), "backtrack"])
    (dispute,) = run.disputes
    liar = run.methods[1]
    assert (dispute.wrong.method, str(dispute.wrong.status)) == (liar, claim)
    assert dispute.by in ("search", "backtrack")
    assert nf.check(dispute.witness).verdict is nf.Verdict.COMPLETE
    assert dispute.witness not in dispute.wrong.result.solutions
    assert f"{liar} says {claim}, but {dispute.by} found {dispute.witness.line}" in str(dispute)
    assert (run.is_sound, standing(run, liar).answered) == (False, ())
    assert [s.method for s in run.standings][-1] == liar


def test_different_solutions_without_a_claim_are_not_a_dispute() -> None:
    first, second = nf.solve(TWO).solutions
    run = nf.race(TWO, by=[Yielding((first,), "enough"), Yielding((second,), "enough"), "search"])
    assert run.is_sound
    assert [str(outcome.status) for outcome in run.outcomes] == ["solved", "solved", "multiple"]


def test_solution_of_a_stopped_method_disproves_a_claim() -> None:
    (first, second) = nf.solve(TWO).solutions
    run = nf.race(TWO, by=[Yielding((first,)), Yielding((second,), "enough")])
    (dispute,) = run.disputes
    assert (dispute.wrong.method, dispute.witness) == ("Yielding", second)


# --- entrants ------------------------------------------------------------------------------------


def test_method_skips_unsupported_layouts() -> None:
    run = nf.race([SMALL, PROPER], by="lanes, search")
    (out,) = run.excluded
    assert (out.method, out.puzzles) == ("lanes", (0,))
    assert str(out) == "lanes skips 1 puzzle: it supports size 9 only; this board is size 4"
    assert [outcome.puzzle for outcome in run.outcomes if outcome.method == "lanes"] == [1]


def test_missing_method_is_excluded_with_the_fix() -> None:
    run = nf.race(SMALL, by=[Absent(), "search"])
    assert run.methods == ("search",)
    assert "pip install 'ninefold[nothing]'" in str(run.excluded[0])
    assert standing(run, "absent").excluded == run.excluded[0].why


@pytest.mark.parametrize(
    ("by", "words"),
    [
        ("serach", "did you mean search"),
        ("search,,sat", "unknown method ''"),
        ("search, search", "listed twice"),
        ([Absent()], "none of the methods supports any of the puzzles"),
        ("lanes", "it supports size 9"),
        (5, "a method must be a name or a callable"),
        ([CallCounter], "did you mean CallCounter()"),
        (Yielding((threading.Lock(),)), "cannot be sent to its own process"),
    ],
)
def test_unavailable_method_fails_before_first_run(by: object, words: str) -> None:
    outcomes: list[Outcome] = []
    with pytest.raises(nf.MethodError) as error:
        nf.race(SMALL, by=by, progress=outcomes.append)  # type: ignore[arg-type]
    assert words in str(error.value)
    assert outcomes == []


@pytest.mark.parametrize(
    "limits",
    [{"limit": 0}, {"limit": "2"}, {"rounds": 0}, {"rounds": 1.5}, {"cancel": 1}, {"progress": 1}],
    ids=str,
)
def test_invalid_limits_are_rejected(limits: dict[str, object]) -> None:
    (name,) = limits
    with pytest.raises(nf.NinefoldError, match=name):
        nf.race(SMALL, by="search", **limits)  # type: ignore[arg-type]


def test_puzzles_can_be_a_file_a_list_or_one_grid(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(f"{SMALL.line}\n{TWO.line}\n")
    assert nf.race(file, by="search").puzzles == nf.race([SMALL.line, TWO], by="search").puzzles == (SMALL, TWO)
    assert nf.race(SMALL.line, by="search").puzzles == (SMALL,)
    for nothing in ([], 7):
        with pytest.raises(nf.NinefoldError, match="puzzle"):
            nf.race(nothing, by="search")


# --- stopping ------------------------------------------------------------------------------------


def test_interrupt_keeps_the_outcomes_so_far() -> None:
    outcomes: list[Outcome] = []

    def progress(outcome: Outcome) -> None:
        outcomes.append(outcome)
        if len(outcomes) == 3:
            raise KeyboardInterrupt

    run = nf.race([SMALL, TWO], by="search, backtrack", progress=progress)
    assert (run.why, run.outcomes) == ("interrupted", tuple(outcomes))
    assert [len(standing.outcomes) for standing in run.standings] == [2, 1]


def test_cancel_keeps_the_outcomes_so_far_and_drops_the_current_one() -> None:
    flag = threading.Event()

    def progress(outcome: Outcome) -> None:
        threading.Timer(0.2, flag.set).start()

    run = nf.race(nf.Grid.empty(25), by=["search", Hog()], limit=1, cancel=flag, progress=progress)
    assert (run.why, [outcome.method for outcome in run.outcomes]) == ("cancelled", ["search"])


# --- standings -----------------------------------------------------------------------------------


def test_standings_add_up() -> None:
    run = nf.race([SMALL, TWO, CLASH], by="search, rewrite, backtrack")
    for found in run.standings:
        record = StandingRecord.of(found)
        assert sum(getattr(record, str(status)) for status in nf.Status) == record.runs == 3
        assert record.answered == record.runs - record.unknown
        assert (record.median_seconds or 0) <= (record.worst_seconds or 0) <= record.total_seconds
    assert {outcome.result.why.partition(":")[0] for outcome in run.outcomes if outcome.puzzle == 2} == {
        "the clues clash"
    }
    assert [standing.rank for standing in run.standings] == sorted(standing.rank for standing in run.standings)


def test_method_reports_its_work_after_a_timeout() -> None:
    hard = nf.Grid("8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..")
    run = nf.race(hard, by="anneal", limit=nf.Limit(seconds=0.2), rounds=5)
    assert all(outcome.timed_out for outcome in run.outcomes)
    assert any(outcome.result.stats["nodes"] > 0 for outcome in run.outcomes)  # at least once, even on a busy machine


# --- methods of a notebook or script -------------------------------------------------------------


def test_a_method_of_a_module_that_cannot_be_imported_is_sent_by_value(monkeypatch: pytest.MonkeyPatch) -> None:
    made = ModuleType("typed_in_a_notebook")
    exec("def mine(puzzle, run):\n    run.tick()\n    yield from LINES", vars(made))
    vars(made)["LINES"] = (nf.solve(SMALL).solution,)
    monkeypatch.setitem(sys.modules, made.__name__, made)
    run = nf.race(SMALL, by=[made.mine])
    assert [(outcome.status, outcome.fault) for outcome in run.outcomes] == [(nf.Status.UNIQUE, "")]


def test_a_method_that_cannot_be_sent_is_refused_before_the_start() -> None:
    lock = threading.Lock()

    def locked(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
        with lock:
            yield puzzle

    with pytest.raises(nf.MethodError, match=r"method 'locked' cannot race: .*cannot pickle '_thread\.lock'"):
        nf.race(SMALL, by=["search", locked])


@pytest.mark.parametrize(
    ("answer", "kind"), [(5, "an object of type int"), (None, "None"), (SMALL, "an object of type Grid")]
)
def test_a_method_that_returns_instead_of_yielding_is_named_with_the_fix(answer: object, kind: str) -> None:
    def returns(puzzle: nf.Grid, run: nf.Run) -> object:
        return answer

    (outcome,) = nf.race(SMALL, by=[returns]).outcomes  # type: ignore[list-item]  # that is the fault
    assert re.search(f"a method must yield its solutions, but this one returned {kind}; use yield", outcome.fault)


def test_faults_and_wrong_answers_are_shown_apart() -> None:
    run = nf.race(SMALL, by=["search", Crasher(), Liar()], limit=nf.Limit(seconds=5))
    counts = {standing.method: (len(standing.faults), len(standing.wrong)) for standing in run.standings}
    assert sorted(counts.values()) == [(0, 0), (0, 1), (1, 0)]
    assert "| faults | wrong |" in run.table()
    assert "\n\nfault on puzzle 1: method 'Crasher' failed" in run.table()
    assert "\n\nwrong answer on puzzle 1, " in run.table()
    assert "1 fault, 1 wrong>" in repr(run)
    assert ">1 fault</text>" in run.svg()
    assert ">1 wrong</text>" in run.svg()
