"""Kept processes: the next question goes to the same one, and whoever misbehaves is not asked again."""

from __future__ import annotations

import multiprocessing
import os
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path

import pytest
from lodgers import Bungler, Clinger, Lodger, Neighbour, Prompt, Slowcoach, Stone, Suicide, Tidy

import ninefold as nf
from ninefold.solving import child, rooms

PUZZLE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
EMPTY = nf.Grid.empty(9)

linux = pytest.mark.skipif(not sys.platform.startswith("linux"), reason="looks into /proc")


@pytest.fixture(autouse=True)
def _empty_rooms() -> Iterator[None]:
    """Every story begins and ends without a kept process."""
    rooms._kept.clear()
    yield
    rooms._kept.clear()


@pytest.fixture
def patient(monkeypatch: pytest.MonkeyPatch) -> None:
    """Whoever is told to leave its question has the time to, however busy the machine is."""
    monkeypatch.setattr(child, "TO_LEAVE", 20.0)


def pid(by: nf.Method | None = None, puzzle: nf.Grid = PUZZLE, **limits: object) -> int:
    return nf.solve(puzzle, by=by or Lodger(), **limits).stats["pid"]  # type: ignore[arg-type]


# --- who is kept ---------------------------------------------------------------------------------


@pytest.mark.usefixtures("patient")
def test_the_second_question_is_answered_by_the_same_process() -> None:
    first = pid()
    assert first != os.getpid()
    assert pid(puzzle=nf.Grid.empty(4)) == first


def test_what_the_second_question_is_told_is_its_own() -> None:
    assert nf.solve(EMPTY, by=Lodger(), limit=3).status is nf.Status.MULTIPLE
    again = nf.solve(PUZZLE, by=Lodger())
    assert (again.status, len(again.solutions)) == (nf.Status.UNIQUE, 1)
    events: list[object] = []
    nf.solve(PUZZLE, by=Lodger(), trace=events)
    assert len(events) == 4  # start, the note of the process, the solution, end


@pytest.mark.usefixtures("patient")
def test_a_process_is_kept_where_the_limit_leaves_solutions_unsought() -> None:
    assert pid(puzzle=EMPTY, limit=1) == pid(puzzle=EMPTY, limit=5) == pid()


@pytest.mark.usefixtures("patient")
@pytest.mark.parametrize("limit", [1, 2, 3, None])
def test_a_process_that_says_all_at_once_is_at_rest_whatever_was_wanted(limit: int | None) -> None:
    for puzzle, count in ((PUZZLE, 1), (nf.Grid("...1 ..2. .3.. 4..."), 2), (nf.Grid("12.. ..3. ...4 ...."), 0)):
        found = nf.solve(puzzle, by=Prompt(), limit=limit)
        asked_for_more = limit is None or limit > count
        assert (len(found.solutions), found.ended) == (count if asked_for_more else limit, asked_for_more)
    assert len(rooms._kept.at_rest) == 1
    assert pid(Prompt()) == pid()


def test_two_rooms_have_two_processes() -> None:
    assert pid() != pid(Neighbour())


def test_a_method_without_a_room_has_a_new_process_each_time() -> None:
    nf.solve(PUZZLE, by="search", isolate=True)
    assert rooms._kept.at_rest == []


def test_other_modules_to_be_found_or_another_folder_mean_another_process(
    monkeypatch: pytest.MonkeyPatch, tmp_path: Path
) -> None:
    first = pid()
    monkeypatch.syspath_prepend(str(tmp_path))
    second = pid()
    monkeypatch.undo()
    monkeypatch.chdir(tmp_path)
    assert len({first, second, pid()}) == 3


@pytest.mark.usefixtures("patient")
def test_two_askers_at_once_have_two_processes_and_neither_waits() -> None:
    found: list[int] = []
    askers = [threading.Thread(target=lambda: found.append(pid(Slowcoach()))) for _ in range(2)]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert len(set(found)) == 2
    assert {pid(), pid()} <= set(found)


def test_many_askers_get_their_own_answers() -> None:
    puzzles = [EMPTY.with_digits({0: digit, 40: 10 - digit}) for digit in range(1, 10) if digit != 5]
    wrong: list[nf.Grid] = []

    def ask(puzzle: nf.Grid) -> None:
        for limit in (1, 2, 3):
            result = nf.solve(puzzle, by=Lodger(), limit=limit)
            if len(result.solutions) != limit or result.solutions[0][40] != puzzle[40]:
                wrong.append(puzzle)

    askers = [threading.Thread(target=ask, args=(puzzle,)) for puzzle in puzzles]
    for asker in askers:
        asker.start()
    for asker in askers:
        asker.join()
    assert wrong == []
    assert len(rooms._kept.at_rest) <= rooms.MAX_COUNT


def test_a_process_at_rest_for_too_long_is_replaced(monkeypatch: pytest.MonkeyPatch) -> None:
    first = pid()
    monkeypatch.setattr(child, "IDLE", 0.0)
    assert pid() != first
    wait_for_end_of(first)


# --- who is not ----------------------------------------------------------------------------------


def test_a_process_killed_at_its_deadline_is_replaced() -> None:
    first = pid()
    assert nf.solve(PUZZLE, by=Stone(), limit=nf.Limit(seconds=0.2)).why == "the limit of 0.2 seconds is used up"
    wait_for_end_of(first)
    assert pid() != first


@pytest.mark.usefixtures("patient")
def test_a_process_that_heeds_its_deadline_stays() -> None:
    first = pid()
    assert nf.solve(PUZZLE, by=Tidy(), limit=nf.Limit(seconds=0.2)).why == "the limit of 0.2 seconds is used up"
    assert pid() == first


class SecondLook:
    """A cancel that says yes from its second look on: the first is before there is a process, the next as it starts."""

    looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks > 1


@pytest.mark.usefixtures("patient")
def test_a_question_that_ends_while_its_process_starts_lets_it_start_all_the_same() -> None:
    assert nf.solve(PUZZLE, by=Lodger(), cancel=SecondLook()).why == "cancelled"
    ((_, starting),) = rooms._kept.at_rest
    assert starting.state is child.State.STARTING
    assert pid() == starting.process.pid


def test_a_method_stuck_in_a_c_library_is_cancelled() -> None:
    first = pid()
    flag = threading.Event()
    timer = threading.Timer(0.1, flag.set)
    timer.start()
    assert nf.solve(PUZZLE, by=Stone(), cancel=flag).why == "cancelled"
    timer.join()
    wait_for_end_of(first)


def test_a_method_that_does_not_let_go_of_its_question_is_killed() -> None:
    result = nf.solve(EMPTY, by=Clinger(), limit=1)
    assert len(result.solutions) == 1
    wait_for_end_of(result.stats["pid"])


def test_a_process_that_dies_fails_only_the_question_it_had() -> None:
    first = pid()
    result = nf.solve(EMPTY, by=Suicide(), limit=None)
    assert (len(result.solutions), result.why) == (1, "its process died (signal 9)")
    assert pid() != first


def test_a_process_that_died_at_rest_fails_no_question() -> None:
    first = pid()
    os.kill(first, 9)
    wait_for_end_of(first)
    assert pid() != first


def test_a_method_that_failed_leaves_its_process_to_nobody() -> None:
    first = pid()
    with pytest.raises(nf.MethodFault, match="failed in its process: ZeroDivisionError"):
        nf.solve(PUZZLE, by=Bungler())
    wait_for_end_of(first)
    assert pid() != first


def test_a_sink_that_fails_ends_the_question_and_its_process() -> None:
    first = pid()

    def sink(event: object) -> None:
        if "pid" in str(event):
            raise OSError("no space left")

    with pytest.raises(OSError, match="no space left"):
        nf.solve(EMPTY, by=Lodger(), limit=None, trace=sink)
    wait_for_end_of(first)


# --- what it costs, and who goes with whom ---------------------------------------------------------


@linux
@pytest.mark.usefixtures("patient")
def test_two_hundred_questions_do_not_make_a_process_grow() -> None:
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
        nf.solve(EMPTY, by=Suicide(), limit=None)
        pid()
    assert (open_files(), threading.active_count()) == before


SCRIPT = """
import os, sys, threading, time
import ninefold as nf, lodgers
puzzle = nf.Grid.empty(9)
print(nf.solve(puzzle, by=lodgers.Lodger(), limit=1).stats["pid"], flush=True)
if sys.argv[1] == "ends":
    sys.exit()
if sys.argv[1] == "hogs":
    threading.Timer(0.3, lambda: print("hogging", flush=True)).start()
    nf.solve(puzzle, by=lodgers.Stone())
if sys.argv[1] == "forks":
    threading.Thread(target=lambda: nf.solve(puzzle, by=lodgers.Stone()), daemon=True).start()
    time.sleep(0.3)
    fork = os.fork()
    print(fork, flush=True) if fork else time.sleep(600)
print("resting", flush=True)
time.sleep(600)
"""


def start_parent(tmp_path: Path, what: str) -> tuple[subprocess.Popen[str], int]:
    script = tmp_path / "parent.py"
    script.write_text(SCRIPT)
    environment = os.environ | {"PYTHONPATH": os.pathsep.join(sys.path)}
    command = [sys.executable, str(script), what]
    parent = subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True)
    assert parent.stdout is not None
    return parent, int(parent.stdout.readline())


@linux
@pytest.mark.parametrize("what", ["rests", "hogs"])
def test_a_kept_process_does_not_outlive_a_parent_that_was_killed(tmp_path: Path, what: str) -> None:
    parent, worker = start_parent(tmp_path, what)
    assert parent.stdout is not None
    parent.stdout.readline()  # it rests, or hogs
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
@pytest.mark.filterwarnings("ignore::DeprecationWarning")  # that forking with threads is risky: so it is
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


def memory(pid: int) -> int:
    """What a process holds in memory, in kB."""
    status = Path(f"/proc/{pid}/status").read_text()
    return int(status.partition("VmRSS:")[2].split()[0])


def open_files() -> int:
    return len(os.listdir("/proc/self/fd"))


def is_alive(pid: int) -> bool:
    """Whether a process runs; one that only waits to be collected does not."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] != "Z"
    except FileNotFoundError:
        return False


def wait_for(condition, seconds=20.0):  # type: ignore[no-untyped-def]
    until = time.monotonic() + seconds
    while not condition():
        assert time.monotonic() < until, f"it did not come true in {seconds} seconds"
        time.sleep(0.02)


def wait_for_end_of(pid: int) -> None:
    """Who was killed is gone soon; how soon is for the machine to say."""
    wait_for(lambda: not is_alive(pid))


def test_whoever_asked_does_not_wait_for_the_end_of_one_that_was_killed(monkeypatch: pytest.MonkeyPatch) -> None:
    child._bury(60)
    monkeypatch.setattr(child, "TO_DIE", 0.0)
    ended = nf.solve(PUZZLE, by=Stone(), limit=nf.Limit(seconds=0.3))
    assert ended.why == "the limit of 0.3 seconds is used up"
    dying = list(child._dying)
    child._bury(60)
    assert [process.returncode for process in dying] == [-9] * len(dying)
    assert not child._dying
