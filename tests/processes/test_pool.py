"""Kept workers: the next puzzle goes to the same process, and a misbehaving one is not used again."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path

import pytest
from kept_workers import (
    AllAtOnce,
    Cooperative,
    DiesAfterFirst,
    Failing,
    OtherGroup,
    Slow,
    SlowToLoad,
    Solver,
    StuckAtClose,
    StuckInC,
)
from process_state import ENVIRONMENT, is_alive, linux, memory, open_files, wait_for_end_of

import ninefold as nf
from ninefold.processes import worker as workers
from ninefold.processes.pool import MAX_IDLE, shared

PUZZLE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
EMPTY = nf.Grid.empty(9)


@pytest.fixture(autouse=True)
def _empty_pool() -> Iterator[None]:
    """Each test begins and ends without a kept worker."""
    shared.clear()
    yield
    shared.clear()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """A cancelled worker has time to leave its task, however busy the machine is."""
    monkeypatch.setattr(workers, "EXIT_TIMEOUT", 20.0)


def pid(by: nf.Method | None = None, puzzle: nf.Grid = PUZZLE, **limits: object) -> int:
    return nf.solve(puzzle, by=by or Solver(), **limits).stats["pid"]  # type: ignore[arg-type]


# --- which workers are kept ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("patient")
def test_the_second_puzzle_is_solved_by_the_same_process() -> None:
    first = pid()
    assert first != os.getpid()
    assert pid(puzzle=nf.Grid.empty(4)) == first


def test_the_second_puzzle_gets_its_own_answer_and_trace() -> None:
    assert nf.solve(EMPTY, by=Solver(), limit=3).status is nf.Status.MULTIPLE
    again = nf.solve(PUZZLE, by=Solver())
    assert (again.status, len(again.solutions)) == (nf.Status.UNIQUE, 1)
    events: list[object] = []
    nf.solve(PUZZLE, by=Solver(), trace=events)
    assert len(events) == 4  # start, the note of the process, the solution, end


@pytest.mark.usefixtures("patient")
def test_a_process_is_kept_if_the_limit_leaves_solutions_unsought() -> None:
    assert pid(puzzle=EMPTY, limit=1) == pid(puzzle=EMPTY, limit=5) == pid()


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("limit", [1, 2, 3, None])
def test_a_process_that_has_all_solutions_at_once_is_kept_whatever_was_wanted(limit: int | None) -> None:
    for puzzle, count in ((PUZZLE, 1), (nf.Grid("...1 ..2. .3.. 4..."), 2), (nf.Grid("12.. ..3. ...4 ...."), 0)):
        found = nf.solve(puzzle, by=AllAtOnce(), limit=limit)
        wants_more = limit is None or limit > count
        assert (len(found.solutions), found.ended) == (count if wants_more else limit, wants_more)
    assert len(shared.idle) == 1
    assert pid(AllAtOnce()) == pid()


def test_two_process_groups_have_two_processes() -> None:
    assert pid() != pid(OtherGroup())


def test_a_method_without_a_process_group_has_a_new_process_each_time() -> None:
    nf.solve(PUZZLE, by="search", isolate=True)
    assert shared.idle == []


def test_another_module_path_or_folder_means_another_process(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    first = pid()
    monkeypatch.syspath_prepend(str(tmp_path))
    second = pid()
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert len({first, second, pid()}) == 3


@pytest.mark.usefixtures("patient")
def test_two_callers_at_once_have_two_processes_and_neither_waits() -> None:
    found: list[int] = []
    callers = [threading.Thread(target=lambda: found.append(pid(Slow()))) for _ in range(2)]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert len(set(found)) == 2
    assert {pid(), pid()} <= set(found)


def test_many_callers_get_their_own_answers() -> None:
    puzzles = [EMPTY.with_digits({0: digit, 40: 10 - digit}) for digit in range(1, 10) if digit != 5]
    wrong: list[nf.Grid] = []

    def call(puzzle: nf.Grid) -> None:
        for limit in (1, 2, 3):
            result = nf.solve(puzzle, by=Solver(), limit=limit)
            if len(result.solutions) != limit or result.solutions[0][40] != puzzle[40]:
                wrong.append(puzzle)

    callers = [threading.Thread(target=call, args=(puzzle,)) for puzzle in puzzles]
    for caller in callers:
        caller.start()
    for caller in callers:
        caller.join()
    assert wrong == []
    assert len(shared.idle) <= MAX_IDLE


def test_a_process_idle_for_too_long_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    first = pid()
    monkeypatch.setattr(workers, "IDLE_MARGIN", 1000.0)
    assert pid() != first
    wait_for_end_of(first)


# --- which are not ----------------------------------------------------------------------------------


def test_a_process_killed_at_its_deadline_is_replaced() -> None:
    first = pid()
    assert nf.solve(PUZZLE, by=StuckInC(), limit=nf.Limit(seconds=0.2)).why == "the limit of 0.2 seconds was reached"
    wait_for_end_of(first)
    assert pid() != first


@pytest.mark.usefixtures("patient")
def test_a_process_that_stops_at_its_deadline_is_kept() -> None:
    first = pid()
    assert nf.solve(PUZZLE, by=Cooperative(), limit=nf.Limit(seconds=0.2)).why == "the limit of 0.2 seconds was reached"
    assert pid() == first


class SecondLook:
    """A cancel that is set from the second look on: the first is before there is a process, the next as it starts."""

    looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks > 1


@pytest.mark.usefixtures("patient")
def test_a_call_that_ends_while_its_process_starts_lets_it_start_all_the_same() -> None:
    assert nf.solve(PUZZLE, by=Solver(), cancel=SecondLook()).why == "cancelled"
    ((_, starting),) = shared.idle
    assert pid() == starting.process.pid


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("is_new", [True, False])
def test_a_call_that_ends_while_its_library_loads_lets_it_load_all_the_same(is_new: bool) -> None:
    first = None if is_new else pid()
    result = nf.solve(PUZZLE, by=SlowToLoad(), limit=nf.Limit(seconds=0.2))
    assert result.why == "its process was still loading its library when the limit of 0.2 seconds was reached"
    ((_, loading),) = shared.idle
    assert loading.process.pid == (first or loading.process.pid)
    again = nf.solve(PUZZLE, by=SlowToLoad())
    assert (again.stats["pid"], again.stats["is loaded"]) == (loading.process.pid, True)
    assert len(shared.idle) == 1


def test_a_library_that_is_cancelled_while_it_loads_is_kept_too() -> None:
    first = pid()
    flag = threading.Event()
    timer = threading.Timer(0.1, flag.set)
    timer.start()
    assert nf.solve(PUZZLE, by=SlowToLoad(), cancel=flag).why == "cancelled"
    timer.join()
    assert pid() == first


def test_a_library_that_never_ends_loading_is_not_kept_for_ever(monkeypatch: pytest.MonkeyPatch) -> None:
    first = pid()
    monkeypatch.setattr(workers, "START_TIMEOUT", 0.0)
    assert "loading" in nf.solve(PUZZLE, by=SlowToLoad(), limit=nf.Limit(seconds=0.2)).why
    wait_for_end_of(first)


def test_a_method_stuck_in_a_c_library_is_cancelled() -> None:
    first = pid()
    flag = threading.Event()
    timer = threading.Timer(0.1, flag.set)
    timer.start()
    assert nf.solve(PUZZLE, by=StuckInC(), cancel=flag).why == "cancelled"
    timer.join()
    wait_for_end_of(first)


def test_a_method_that_hangs_when_it_is_closed_is_killed() -> None:
    result = nf.solve(EMPTY, by=StuckAtClose(), limit=1)
    assert len(result.solutions) == 1
    wait_for_end_of(result.stats["pid"])


def test_a_process_that_dies_fails_only_its_own_puzzle() -> None:
    first = pid()
    result = nf.solve(EMPTY, by=DiesAfterFirst(), limit=None)
    assert (len(result.solutions), result.why) == (1, "its process died (SIGKILL)")
    assert pid() != first


def test_a_process_that_died_while_idle_fails_nothing() -> None:
    first = pid()
    os.kill(first, 9)
    wait_for_end_of(first)
    assert pid() != first


def test_the_process_of_a_method_that_failed_is_not_used_again() -> None:
    first = pid()
    with pytest.raises(nf.MethodFault, match="failed in its process: ZeroDivisionError"):
        nf.solve(PUZZLE, by=Failing())
    wait_for_end_of(first)
    assert pid() != first


def test_a_sink_that_fails_ends_the_call_and_does_no_harm_to_the_next() -> None:
    def sink(event: object) -> None:
        if "pid" in str(event):
            raise OSError("no space left")

    for _ in range(3):
        with pytest.raises(OSError, match="no space left"):
            nf.solve(EMPTY, by=Solver(), limit=None, trace=sink)
        assert nf.solve(PUZZLE, by=Solver()).status is nf.Status.UNIQUE


# --- what it costs, and who ends with whom ---------------------------------------------------------


@linux
@pytest.mark.usefixtures("patient")
def test_two_hundred_puzzles_do_not_make_a_process_grow() -> None:
    worker = pid()
    for _ in range(50):
        pid(puzzle=EMPTY, limit=3)
    before = memory(worker), memory(os.getpid())
    for _ in range(200):
        assert pid(puzzle=EMPTY, limit=3) == worker
    assert memory(worker) - before[0] < 2_000
    assert memory(os.getpid()) - before[1] < 4_000


@linux
def test_replacements_leave_nothing_open() -> None:
    pid()
    before = open_files(), threading.active_count()
    for _ in range(5):
        nf.solve(EMPTY, by=DiesAfterFirst(), limit=None)
        pid()
    assert (open_files(), threading.active_count()) == before


SCRIPT = """
import os, sys, threading, time
import ninefold as nf, kept_workers
puzzle = nf.Grid.empty(9)
print(nf.solve(puzzle, by=kept_workers.Solver(), limit=1).stats["pid"], flush=True)
if sys.argv[1] == "ends":
    sys.exit()
if sys.argv[1] == "hangs":
    threading.Timer(0.3, lambda: print("hanging", flush=True)).start()
    nf.solve(puzzle, by=kept_workers.StuckInC())
if sys.argv[1] == "forks":
    threading.Thread(target=lambda: nf.solve(puzzle, by=kept_workers.StuckInC()), daemon=True).start()
    time.sleep(0.3)
    fork = os.fork()
    print(fork, flush=True) if fork else time.sleep(600)
print("idle", flush=True)
time.sleep(600)
"""


def start_parent(tmp_path: Path, what: str) -> tuple[subprocess.Popen[str], int]:
    script = tmp_path / "parent.py"
    script.write_text(SCRIPT)
    command = [sys.executable, str(script), what]
    parent = subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    return parent, int(parent.stdout.readline())


@linux
@pytest.mark.parametrize("what", ["idles", "hangs"])
def test_a_kept_process_does_not_outlive_a_parent_that_was_killed(tmp_path: Path, what: str) -> None:
    parent, worker = start_parent(tmp_path, what)
    assert parent.stdout is not None
    parent.stdout.readline()  # it is idle, or hangs
    assert is_alive(worker)
    parent.kill()
    parent.wait()
    parent.stdout.close()
    wait_for_end_of(worker)


@linux
def test_a_fork_that_lives_on_does_not_keep_the_processes_of_its_parent_alive(tmp_path: Path) -> None:
    parent, worker = start_parent(tmp_path, "forks")
    assert parent.stdout is not None
    fork = int(parent.stdout.readline())
    try:
        parent.kill()
        parent.wait()
        wait_for_end_of(worker)
    finally:
        os.kill(fork, 9)
        parent.stdout.close()


@linux
def test_kept_processes_end_with_the_program(tmp_path: Path) -> None:
    parent, worker = start_parent(tmp_path, "ends")
    assert parent.stdout is not None
    parent.stdout.close()
    assert parent.wait() == 0
    wait_for_end_of(worker)


def in_a_fork(first: int, out: multiprocessing.connection.Connection) -> None:
    out.send((pid(), pid()))


@linux
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # about forking with threads
@pytest.mark.usefixtures("patient")
def test_a_fork_leaves_the_processes_of_its_parent_alone() -> None:
    first = pid()
    ours, theirs = multiprocessing.Pipe()
    fork = multiprocessing.get_context("fork").Process(target=in_a_fork, args=(first, theirs))
    fork.start()
    theirs.close()
    once, again = ours.recv()
    fork.join()
    assert once == again != first
    assert pid() == first


def test_the_caller_does_not_wait_for_the_end_of_a_process_that_was_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    workers._reap(60)
    monkeypatch.setattr(workers, "KILL_TIMEOUT", 0.0)
    ended = nf.solve(PUZZLE, by=StuckInC(), limit=nf.Limit(seconds=0.3))
    assert ended.why.endswith("the limit of 0.3 seconds was reached")
    dying = list(workers._dying)
    workers._reap(60)
    assert [process.returncode for process in dying] == [-9] * len(dying)
    assert not workers._dying
