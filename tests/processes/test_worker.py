"""One worker: what comes out of it, how it is stopped, and how it ends."""

from __future__ import annotations

import os
import signal
import subprocess
import sys
import threading
import time
from collections.abc import Iterator
from pathlib import Path
from textwrap import dedent

import pytest
import worker_tasks as tasks
from process_state import ENVIRONMENT, children_of, is_alive, linux, open_files, wait_for, wait_for_end_of

from ninefold import GridError
from ninefold.processes.child import Context, Setup
from ninefold.processes.errors import Cancelled, Crashed, TaskFailed, TimedOut, Unsendable
from ninefold.processes.worker import State, Worker


@pytest.fixture
def worker() -> Iterator[Worker]:
    worker = Worker()
    worker.wait_ready()
    yield worker
    worker.kill()


def result(worker: Worker, task: object, *args: object, **options: object) -> object:
    """The only value a task gives."""
    [value] = worker.stream(task, *args, **options)  # type: ignore[arg-type]
    return value


# --- what comes out -------------------------------------------------------------------------------


def test_a_task_runs_in_another_process_and_its_result_comes_back(worker: Worker) -> None:
    assert result(worker, tasks.pid) == worker.process.pid != os.getpid()
    assert result(worker, tasks.echo, {"a": [1, 2]}) == {"a": [1, 2]}


def test_a_task_can_be_named_by_module_and_function(worker: Worker) -> None:
    assert result(worker, "worker_tasks:echo", 5) == 5


def test_a_generator_streams_its_items_and_then_its_return_value(worker: Worker) -> None:
    assert list(worker.stream(tasks.count_up, 3)) == [0, 1, 2, "the end"]


def test_a_result_of_none_is_not_an_item(worker: Worker) -> None:
    assert list(worker.stream(tasks.echo, None)) == []


@pytest.mark.parametrize("wanted", [1, 2, 4])
def test_no_item_is_computed_before_it_is_pulled_except_those_wanted(worker: Worker, wanted: int) -> None:
    events: list[object] = []
    stream = worker.stream(tasks.count_and_report, 10, wanted=wanted, on_event=events.append)
    assert [next(stream) for _ in range(wanted)] == list(range(wanted))
    time.sleep(0.2)
    worker.reset()
    assert events == [f"at {number}" for number in range(wanted)]


def test_events_arrive_in_order_and_before_the_result(worker: Worker) -> None:
    events: list[object] = []
    assert list(worker.stream(tasks.count_and_report, 3, on_event=events.append)) == [0, 1, 2]
    assert events == ["at 0", "at 1", "at 2"]


def test_a_task_may_emit_from_many_threads(worker: Worker) -> None:
    events: list[tuple[int, int]] = []
    assert result(worker, tasks.many_threads, on_event=events.append) == 4
    assert sorted(events) == [(name, number) for name in range(4) for number in range(200)]


def test_a_file_goes_along(worker: Worker) -> None:
    assert result(worker, tasks.file_of, file=b"\0\xff") == b"\0\xff"


def test_the_task_knows_how_much_time_is_left(worker: Worker) -> None:
    assert 90 < float(str(result(worker, tasks.seconds_left, seconds=100))) < 100
    assert result(worker, tasks.seconds_left) == float("inf")


def test_messages_of_a_hundred_megabytes_pass_both_ways(worker: Worker) -> None:
    size = 100_000_000
    events: list[bytes] = []
    assert result(worker, tasks.huge, size, on_event=events.append) == events[0] == bytes(size)
    assert result(worker, tasks.file_of, file=bytes(size)) == bytes(size)


def test_what_a_task_prints_goes_to_standard_error(capfd: pytest.CaptureFixture[str]) -> None:
    worker = Worker()
    assert result(worker, tasks.noise) == "answer"
    worker.kill()
    out, err = capfd.readouterr()
    assert out == ""
    assert "printed" in err
    assert "written below Python" in err


def test_a_context_can_be_made_without_a_worker() -> None:
    events: list[object] = []
    context = Context(seconds=5, emit=events.append, file=b"x")
    assert list(tasks.count_and_report(2, context)) == [0, 1]
    assert events == ["at 0", "at 1"]
    assert not context.cancel.is_set()
    assert 0 < context.seconds_left <= 5


# --- what goes wrong ------------------------------------------------------------------------------


def test_an_exception_of_the_task_comes_back_and_the_worker_stays(worker: Worker) -> None:
    with pytest.raises(TaskFailed, match="GridError: this is not a grid") as caught:
        result(worker, tasks.fail)
    assert isinstance(caught.value.error, GridError)
    assert "in fail" in caught.value.traceback
    assert worker.reset()
    assert result(worker, tasks.echo, 1) == 1


def test_an_exception_that_cannot_be_rebuilt_comes_back_as_text(worker: Worker) -> None:
    with pytest.raises(TaskFailed, match="Awkward: 1 and 2") as caught:
        result(worker, tasks.fail_awkwardly)
    assert caught.value.error is None


def test_a_task_that_wants_to_exit_has_failed(worker: Worker) -> None:
    with pytest.raises(TaskFailed, match="SystemExit: goodbye"):
        result(worker, tasks.want_to_exit)
    assert result(worker, tasks.echo, 1) == 1


def test_a_task_that_cannot_be_found_has_failed(worker: Worker) -> None:
    with pytest.raises(TaskFailed, match=r"cannot be loaded in the worker .*no_such_module"):
        result(worker, "no_such_module:task")


def test_an_argument_that_cannot_be_pickled_is_refused(worker: Worker) -> None:
    with pytest.raises(Unsendable, match=r"cannot pickle '_thread\.lock' object"):
        result(worker, tasks.echo, threading.Lock())
    assert result(worker, tasks.echo, 1) == 1


def test_a_result_that_cannot_be_pickled_has_failed(worker: Worker) -> None:
    with pytest.raises(TaskFailed, match=r"its result cannot be sent .*lock"):
        result(worker, tasks.unsendable)
    assert result(worker, tasks.echo, 1) == 1


@pytest.mark.parametrize("number", tasks.SIGNALS)
def test_a_crash_is_reported_with_the_name_of_the_signal(worker: Worker, number: signal.Signals) -> None:
    with pytest.raises(Crashed, match=rf"its process died \({number.name}\)"):
        result(worker, tasks.crash, int(number))
    assert not worker.reset()
    with pytest.raises(Crashed, match="its process has ended"):
        result(worker, tasks.echo, 1)


def test_an_exit_is_reported_with_its_code(worker: Worker) -> None:
    with pytest.raises(Crashed, match=r"its process died \(exit code 7\)"):
        result(worker, tasks.leave, 7)


def test_memory_and_niceness_are_as_set_up() -> None:
    worker = Worker(Setup(memory=4 << 30, niceness=3))
    assert result(worker, tasks.niceness) == os.nice(0) + 3
    with pytest.raises(TaskFailed, match="MemoryError"):
        result(worker, tasks.too_much_memory)
    worker.kill()


# --- stopping a task ------------------------------------------------------------------------------


def test_a_task_that_looks_at_its_cancel_ends_within_the_grace_period_with_a_result(worker: Worker) -> None:
    cancel = threading.Event()
    assert result(worker, tasks.until_cancelled, cancel=cancel, grace=20, on_event=lambda _: cancel.set()) == (
        "as far as it got"
    )
    assert worker.state is State.IDLE


def test_a_task_that_looks_at_its_cancel_leaves_its_worker_to_the_next(worker: Worker) -> None:
    cancel = threading.Event()
    with pytest.raises(Cancelled):
        result(worker, tasks.until_cancelled, cancel=cancel, on_event=lambda _: cancel.set())
    assert worker.reset(20)
    assert result(worker, tasks.pid) == worker.process.pid


@pytest.mark.parametrize("task", [tasks.ignores_cancel, tasks.stuck_in_c])
def test_a_task_that_ignores_its_cancel_has_to_be_killed(worker: Worker, task: object) -> None:
    cancel = threading.Event()
    with pytest.raises(Cancelled):
        result(worker, task, cancel=cancel, grace=0.1, on_event=lambda _: cancel.set())
    assert not worker.reset()
    worker.kill()
    wait_for_end_of(worker.process.pid)


def test_a_deadline_ends_the_wait(worker: Worker) -> None:
    with pytest.raises(TimedOut, match=r"within 0\.2 seconds"):
        result(worker, tasks.stuck_in_c, seconds=0.2)
    assert not worker.reset()


@pytest.mark.parametrize("end", ["deadline", "cancel"])
def test_a_worker_stopped_in_the_middle_of_a_message_does_not_hold_up_its_parent(worker: Worker, end: str) -> None:
    cancel = threading.Event()
    with pytest.raises(TimedOut if end == "deadline" else Cancelled):
        result(
            *(worker, tasks.stops_in_the_middle_of_a_message),
            seconds=0.3 if end == "deadline" else 60,
            cancel=cancel,
            on_event=lambda _: end == "cancel" and cancel.set(),
        )
    assert not worker.reset()
    worker.kill()
    wait_for_end_of(worker.process.pid)


@pytest.mark.parametrize("end", ["deadline", "cancel"])
def test_a_stopped_worker_that_does_not_read_its_task_does_not_hold_up_its_parent(worker: Worker, end: str) -> None:
    os.kill(worker.process.pid, signal.SIGSTOP)
    cancel = threading.Event()
    if end == "cancel":
        cancel.set()
    with pytest.raises(TimedOut if end == "deadline" else Cancelled):
        result(worker, tasks.file_of, seconds=0.3, cancel=cancel, file=bytes(10_000_000))
    wait_for_end_of(worker.process.pid)


def test_a_cancel_while_a_large_task_is_being_sent_reaches_the_task_after_it(worker: Worker) -> None:
    class LooksTwice:
        """Set from the second look on: first before the task is sent, then while the pipe is full."""

        looks = 0

        def is_set(self) -> bool:
            self.looks += 1
            return self.looks > 1

    found = result(worker, tasks.until_cancelled, cancel=LooksTwice(), grace=20, file=bytes(50_000_000))
    assert found == "as far as it got"
    assert result(worker, tasks.echo, 1) == 1


def test_a_worker_whose_items_are_not_all_taken_can_be_reset(worker: Worker) -> None:
    for _ in range(3):
        stream = worker.stream(tasks.count_up, 10**9)
        assert next(stream) == 0
        assert worker.reset(20)


def test_a_cancel_that_comes_too_late_does_not_hit_the_next_task(worker: Worker) -> None:
    for _ in range(20):
        stream = worker.stream(tasks.count_up, 3, wanted=None)
        next(stream)
        worker.cancel()  # the child has most probably ended its task by now
        assert worker.reset(20)
        assert list(worker.stream(tasks.count_up, 2)) == [0, 1, "the end"]


# --- its end --------------------------------------------------------------------------------------


def test_an_idle_worker_ends_after_a_while() -> None:
    worker = Worker(Setup(idle=0.2))
    worker.wait_ready()
    wait_for_end_of(worker.process.pid)
    assert not worker.is_alive
    worker.kill()


@linux
def test_a_killed_worker_leaves_no_file_open() -> None:
    Worker().kill()
    before = open_files()
    for _ in range(3):
        Worker().kill()
    assert open_files() == before


PARENT = """
    import sys, time, threading, worker_tasks as tasks
    from ninefold.processes.worker import Worker

    worker = Worker()
    if sys.argv[1] == "starting":
        print(worker.process.pid, flush=True)
        time.sleep(600)
    worker.wait_ready()
    if sys.argv[1] == "idle":
        print(worker.process.pid, flush=True)
        time.sleep(600)
    task = getattr(tasks, sys.argv[1])
    for item in worker.stream(task, on_event=lambda pid: print(pid, flush=True)):
        pass
"""


@linux
@pytest.mark.parametrize("what", ["starting", "idle", "ignores_cancel", "stuck_in_c", "until_cancelled"])
def test_a_worker_ends_with_a_parent_that_was_killed(tmp_path: Path, what: str) -> None:
    script = tmp_path / "parent.py"
    script.write_text(dedent(PARENT))
    command = [sys.executable, str(script), what]
    with subprocess.Popen(command, env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        assert children_of(parent.pid) == [worker]
        time.sleep(0.2)  # let it reach its sleep
        assert is_alive(worker)
        parent.kill()
    wait_for_end_of(worker)


@linux
def test_a_worker_ends_when_its_parent_is_killed_while_c_code_holds_the_parents_interpreter(tmp_path: Path) -> None:
    script = tmp_path / "parent.py"
    script.write_text(
        dedent("""
        import ctypes, worker_tasks as tasks
        from ninefold.processes.worker import Worker
        worker = Worker()
        stream = worker.stream(tasks.stuck_in_c, on_event=lambda pid: (print(pid, flush=True),
            ctypes.PyDLL(None).sleep(600)))
        next(stream)
        """)
    )
    with subprocess.Popen([sys.executable, str(script)], env=ENVIRONMENT, stdout=subprocess.PIPE, text=True) as parent:
        assert parent.stdout is not None
        worker = int(parent.stdout.readline())
        parent.kill()
    wait_for_end_of(worker)


def test_a_worker_starts_where_the_standard_streams_are_closed() -> None:
    script = dedent("""
        import os, sys
        os.closerange(0, 3)
        from ninefold.processes.worker import Worker
        [value] = Worker().stream("worker_tasks:echo", 5)
        os._exit(value)
        """)
    assert subprocess.run([sys.executable, "-c", script], env=ENVIRONMENT).returncode == 5


def test_waiting_for_a_start_can_be_cancelled_and_the_worker_starts_all_the_same() -> None:
    cancel = threading.Event()
    cancel.set()
    worker = Worker()
    with pytest.raises(Cancelled):
        worker.wait_ready(cancel=cancel)
    assert worker.reset()
    wait_for(lambda: result(worker, tasks.echo, 1) == 1)
    worker.kill()
