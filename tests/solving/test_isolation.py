"""A method in a process of its own: killed at its deadline, and no harm to anyone."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from pathlib import Path

import pytest
from misbehaving import Chatterer, Crasher, Failing, Hog, Sleeper, Yielding, heedless

import ninefold as nf

PUZZLE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


@pytest.mark.parametrize("by", ["lanes", "search", "propagate", "backtrack"])
def test_an_isolated_method_answers_and_traces_as_at_home(by: str) -> None:
    home_events: list[object] = []
    away_events: list[object] = []
    home = nf.solve(PUZZLE, by=by, trace=home_events)
    away = nf.solve(PUZZLE, by=by, trace=away_events, isolate=True)
    assert (home.solutions, home.status, home.stats) == (away.solutions, away.status, away.stats)
    assert home_events == away_events


@pytest.mark.parametrize("method", [Sleeper(), Hog()], ids=["sleeper", "hog"])
def test_a_method_that_does_not_heed_is_killed_at_its_deadline(method: nf.Method) -> None:
    result = nf.solve(PUZZLE, by=method, limit=nf.Limit(seconds=0.3), isolate=True)
    assert result.status is nf.Status.UNKNOWN
    assert result.why == "the limit of 0.3 seconds is used up"


def test_a_card_that_does_not_promise_to_heed_is_enough_to_be_isolated() -> None:
    assert nf.solve(PUZZLE, by=heedless, limit=nf.Limit(seconds=0.2)).why == "the limit of 0.2 seconds is used up"


def test_a_hog_can_be_cancelled() -> None:
    flag = threading.Event()
    timer = threading.Timer(0.3, flag.set)
    timer.start()
    assert nf.solve(PUZZLE, by=Hog(), cancel=flag, isolate=True).why == "cancelled"
    timer.join()


def test_other_threads_run_while_an_isolated_method_hogs_its_interpreter() -> None:
    beats: list[float] = []
    done = threading.Event()

    def beat() -> None:
        while not done.wait(0.01):
            beats.append(time.perf_counter())

    thread = threading.Thread(target=beat)
    thread.start()
    nf.solve(PUZZLE, by=Hog(), limit=nf.Limit(seconds=0.5), isolate=True)
    done.set()
    thread.join()
    assert len(beats) > 5


def test_a_crash_is_an_unknown_with_its_signal_and_the_next_question_works() -> None:
    crashed = nf.solve(PUZZLE, by=Crasher(), isolate=True)
    assert crashed.status is nf.Status.UNKNOWN
    assert crashed.why == f"its process died (signal {int(signal.SIGSEGV)})"
    assert nf.solve(PUZZLE, by="propagate", isolate=True).status is nf.Status.UNIQUE


def test_a_failure_in_the_child_is_a_fault_of_the_method() -> None:
    with pytest.raises(nf.MethodFault, match="failed in its process: ZeroDivisionError"):
        nf.solve(PUZZLE, by=Failing(), isolate=True)


def test_a_method_whose_module_the_child_cannot_find_is_refused_with_a_reason() -> None:
    with pytest.raises(nf.MethodFault, match="it cannot be loaded there"):
        nf.solve(PUZZLE, by=only_here, isolate=True)


def test_what_a_library_prints_does_not_garble_the_answer(capfd: pytest.CaptureFixture[str]) -> None:
    assert nf.solve(PUZZLE, by=Chatterer(), isolate=True).solution is not None
    out, err = capfd.readouterr()
    assert out == ""
    assert "solver banner from below" in err


def test_an_endless_enumeration_is_stopped_at_the_limit() -> None:
    assert len(nf.solve(nf.Grid.empty(9), by="search", limit=3000, isolate=True).solutions) == 3000


def test_the_counts_of_the_child_are_there_also_where_the_limit_stops_it() -> None:
    away, home = (nf.solve("." * 16, by="propagate", limit=1, isolate=isolate) for isolate in (True, False))
    assert away.stats == home.stats
    assert away.stats["steps"] > 0


def test_limits_hold_in_the_child_too() -> None:
    result = nf.solve(nf.Grid.empty(9), by="backtrack", limit=nf.Limit(None, nodes=40), isolate=True)
    assert result.stats["nodes"] == 40


def test_a_method_that_gives_up_in_the_child_has_not_ended() -> None:
    result = nf.solve(PUZZLE, by=Yielding((), why="tired"), isolate=True)
    assert (result.status, result.why) == (nf.Status.UNKNOWN, "tired")


def test_what_cannot_be_sent_is_refused_with_a_reason() -> None:
    with pytest.raises(nf.MethodError, match="a class or function at the top of a module"):
        nf.solve(PUZZLE, by=lambda puzzle, run: iter(()), isolate=True)


@pytest.mark.skipif(not sys.platform.startswith("linux"), reason="elsewhere the child ends at its next message")
def test_a_child_does_not_outlive_a_parent_that_was_killed(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text("import ninefold as nf, misbehaving\nnf.solve('.' * 81, by=misbehaving.Hog(), isolate=True)\n")
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    parent = subprocess.Popen([sys.executable, str(script)], env=environment)
    try:
        child = wait_for(lambda: children_of(parent.pid))[0]
        time.sleep(0.3)  # let it reach the hogging
    finally:
        parent.kill()
        parent.wait()
    wait_for(lambda: not is_alive(child))


def only_here(puzzle: nf.Grid, run: nf.Run) -> list[nf.Grid]:
    return []


only_here.__module__ = "a_module_of_this_process"
sys.modules["a_module_of_this_process"] = sys.modules[__name__]


def children_of(pid: int) -> list[int]:
    return [int(child) for child in Path(f"/proc/{pid}/task/{pid}/children").read_text().split()]


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(condition):  # type: ignore[no-untyped-def]
    for _ in range(1000):
        if found := condition():
            return found
        time.sleep(0.02)
    raise AssertionError("it did not come true in 20 seconds")
