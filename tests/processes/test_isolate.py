"""A method in its own process: killed at its deadline, and harmless to everything else."""

from __future__ import annotations

import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from misbehaving import Chatterer, Crasher, Failing, Hog, Sleeper, Yielding, heedless
from process_state import ENVIRONMENT

import ninefold as nf

PUZZLE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


@pytest.mark.parametrize("by", ["lanes", "search", "propagate", "backtrack"])
def test_an_isolated_method_solves_and_traces_as_in_this_process(by: str) -> None:
    local_events: list[object] = []
    isolated_events: list[object] = []
    local = nf.solve(PUZZLE, by=by, trace=local_events)
    isolated = nf.solve(PUZZLE, by=by, trace=isolated_events, isolate=True)
    assert (local.solutions, local.status, local.stats) == (isolated.solutions, isolated.status, isolated.stats)
    assert local_events == isolated_events


@pytest.mark.parametrize("method", [Sleeper(), Hog()], ids=["sleeper", "hog"])
def test_a_method_that_ignores_its_deadline_is_killed(method: nf.Method) -> None:
    result = nf.solve(PUZZLE, by=method, limit=nf.Limit(seconds=0.3), isolate=True)
    assert result.status is nf.Status.UNKNOWN
    assert result.why.endswith("the limit of 0.3 seconds was reached")


def test_a_method_is_isolated_unless_its_card_says_it_is_cooperative() -> None:
    why = nf.solve(PUZZLE, by=heedless, limit=nf.Limit(seconds=0.2)).why
    assert why.endswith("the limit of 0.2 seconds was reached")


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


def test_a_crash_is_an_unknown_with_its_signal_and_the_next_call_works() -> None:
    crashed = nf.solve(PUZZLE, by=Crasher(), isolate=True)
    assert crashed.status is nf.Status.UNKNOWN
    assert crashed.why == "its process died (SIGSEGV)"
    assert nf.solve(PUZZLE, by="propagate", isolate=True).status is nf.Status.UNIQUE


def test_an_exception_in_the_worker_is_a_fault_of_the_method() -> None:
    with pytest.raises(nf.MethodFault, match="failed in its process: ZeroDivisionError"):
        nf.solve(PUZZLE, by=Failing(), isolate=True)


def test_a_method_whose_module_the_worker_cannot_find_is_sent_by_value() -> None:
    assert nf.solve(PUZZLE, by=only_here, isolate=True).status is nf.Status.IMPOSSIBLE  # it claims no solution


def test_what_a_library_prints_does_not_disturb_the_result(capfd: pytest.CaptureFixture[str]) -> None:
    assert nf.solve(PUZZLE, by=Chatterer(), isolate=True).solution is not None
    out, err = capfd.readouterr()
    assert out == ""
    assert "solver banner from below" in err


def test_an_endless_enumeration_is_stopped_at_the_limit() -> None:
    assert len(nf.solve(nf.Grid.empty(9), by="search", limit=3000, isolate=True).solutions) == 3000


def test_the_counts_are_there_also_if_the_limit_stops_the_method() -> None:
    isolated, local = (nf.solve("." * 16, by="propagate", limit=1, isolate=isolate) for isolate in (True, False))
    assert isolated.stats == local.stats
    assert isolated.stats["steps"] > 0


def test_limits_hold_in_the_worker_too() -> None:
    result = nf.solve(nf.Grid.empty(9), by="backtrack", limit=nf.Limit(None, nodes=40), isolate=True)
    assert result.stats["nodes"] == 40


def test_a_method_that_gives_up_in_the_worker_did_not_end() -> None:
    result = nf.solve(PUZZLE, by=Yielding((), why="tired"), isolate=True)
    assert (result.status, result.why) == (nf.Status.UNKNOWN, "tired")


def test_a_method_that_cannot_be_pickled_is_refused_with_a_reason() -> None:
    with pytest.raises(nf.MethodError, match=r"cannot be sent to its own process .*lock"):
        nf.solve(PUZZLE, by=Yielding((threading.Lock(),)), isolate=True)


def test_a_function_inside_a_function_can_be_isolated() -> None:
    def method(puzzle: nf.Grid, run: nf.Run, /) -> Iterator[nf.Grid]:
        run.note("pid", os.getpid())
        yield from nf.solve(puzzle).solutions

    result = nf.solve(PUZZLE, by=method, isolate=True)
    assert result.solution is not None
    assert result.stats["pid"] != os.getpid()


MAIN = """
import os
from dataclasses import dataclass
import ninefold as nf
from ninefold.solving.trace import Event

print("main")

class Note(Event):
    kind = "mine"

@dataclass(frozen=True)
class Mine:
    info = nf.MethodInfo(cooperative=False, process_group="mine")

    def __call__(self, puzzle, run, /):
        run.emit(Note())
        run.note("pid", os.getpid())
        yield from helper(puzzle)

def helper(puzzle):
    return nf.solve(puzzle).solutions

def function(puzzle, run, /):
    return iter(helper(puzzle))

events = []
first, second = (nf.solve("." * 81, by=Mine(), limit=1, trace=events) for _ in range(2))
assert first.stats["pid"] == second.stats["pid"] != os.getpid()
assert [type(event) for event in events].count(Note) == 2, events
assert nf.solve("." * 81, by=function, limit=1, isolate=True).solution
print("done")
"""


@pytest.mark.parametrize("how", ["script", "-c", "stdin", "module"])
def test_a_method_of_the_main_module_can_be_isolated_and_main_does_not_run_again(tmp_path: Path, how: str) -> None:
    script = tmp_path / "a_program.py"
    script.write_text(MAIN)
    arguments = {"script": [str(script)], "-c": ["-c", MAIN], "stdin": ["-"], "module": ["-m", "a_program"]}[how]
    done = subprocess.run(
        [sys.executable, *arguments],
        input=MAIN if how == "stdin" else "",
        cwd=tmp_path,
        env=ENVIRONMENT,
        capture_output=True,
        text=True,
    )
    assert (done.stdout, done.stderr) == ("main\ndone\n", "")


def test_a_random_py_in_the_current_folder_does_not_reach_an_isolated_method(tmp_path: Path) -> None:
    for name in ("random", "numpy", "highspy"):
        (tmp_path / f"{name}.py").write_text("raise SystemExit('hijacked')\n")
    script = "import ninefold as nf; print(nf.solve('.' * 16, by='lp', limit=1, isolate=True).status)"
    done = subprocess.run([sys.executable, "-P", "-c", script], cwd=tmp_path, capture_output=True, text=True)
    assert (done.stdout, done.stderr) == ("solved\n", "")


def only_here(puzzle: nf.Grid, run: nf.Run) -> list[nf.Grid]:
    return []


only_here.__module__ = "a_module_of_this_process"
sys.modules["a_module_of_this_process"] = sys.modules[__name__]
