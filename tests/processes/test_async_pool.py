"""The asyncio face of the workers: a queue of bounded length, cancels, deadlines and crashes."""

from __future__ import annotations

import asyncio
import os
import signal
import threading
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
import worker_tasks as tasks
from process_state import is_alive, linux, open_files, run_apart, wait_for_end_of

from ninefold import GridError
from ninefold.processes.async_pool import AsyncPool, Busy
from ninefold.processes.errors import Cancelled, Crashed, TaskFailed, TimedOut


@asynccontextmanager
async def pool_of(workers: int = 1, queue: int = 4, **options: object) -> AsyncIterator[AsyncPool]:
    pool = AsyncPool(workers, queue, **options)  # type: ignore[arg-type]
    try:
        yield pool
    finally:
        await pool.close()


def test_a_task_runs_in_a_worker_which_is_kept_for_the_next() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            await pool.warm()
            [pid] = pool.pids
            assert [await pool.run(tasks.pid, seconds=20) for _ in range(3)] == [pid] * 3
            assert pid != os.getpid()
            assert await pool.run("worker_tasks:echo", [1], seconds=20) == [1]
            assert await pool.run(tasks.echo, None, seconds=20) is None
            assert await pool.run(tasks.file_of, seconds=20, file=b"abc") == b"abc"

    run_apart(story())


def test_events_arrive_in_the_event_loop_in_order_and_before_the_result() -> None:
    async def story() -> None:
        events: list[object] = []
        thread = threading.current_thread()

        def on_event(event: object) -> None:
            assert threading.current_thread() is thread
            events.append(event)

        async with pool_of() as pool:
            started: list[bool] = []
            await pool.run(
                tasks.count_and_report, 50, seconds=20, on_event=on_event, on_start=lambda: started.append(True)
            )
            assert events == [f"at {number}" for number in range(50)]
            assert started == [True]

    run_apart(story())


def test_tasks_wait_in_turn_and_one_too_many_is_refused() -> None:
    async def story() -> None:
        async with pool_of(workers=1, queue=2) as pool:
            cancel, order = asyncio.Event(), []
            first = asyncio.create_task(pool.run(tasks.until_cancelled, seconds=60, cancel=cancel))
            await asyncio.sleep(0)
            waiting = [
                asyncio.create_task(pool.run(tasks.echo, n, seconds=20, on_start=lambda n=n: order.append(n)))
                for n in range(2)
            ]
            await asyncio.sleep(0)
            assert pool.waiting == 2
            with pytest.raises(Busy, match="2 tasks are waiting"):
                await pool.run(tasks.echo, 3, seconds=20)
            cancel.set()
            assert await first == "as far as it got"
            assert await asyncio.gather(*waiting) == [0, 1]
            assert order == [0, 1]
            assert pool.waiting == 0
            pool.check_room()

    run_apart(story())


def test_two_workers_run_two_tasks_at_the_same_time() -> None:
    async def story() -> None:
        async with pool_of(workers=2) as pool:
            pids: list[int] = []
            cancel = asyncio.Event()

            def on_event(pid: int) -> None:
                pids.append(pid)
                if len(pids) == 2:
                    cancel.set()

            runs = [pool.run(tasks.until_cancelled, seconds=60, cancel=cancel, on_event=on_event) for _ in range(2)]
            assert await asyncio.gather(*runs) == ["as far as it got"] * 2
            assert len(set(pids)) == 2

    run_apart(story())


def test_a_task_in_the_queue_can_be_cancelled_and_its_place_is_free_again() -> None:
    async def story() -> None:
        async with pool_of(workers=1, queue=1) as pool:
            first_cancel, cancel = asyncio.Event(), threading.Event()
            first = asyncio.create_task(pool.run(tasks.until_cancelled, seconds=60, cancel=first_cancel))
            await asyncio.sleep(0)
            waiting = asyncio.create_task(pool.run(tasks.pid, seconds=60, cancel=cancel))
            await asyncio.sleep(0.1)
            cancel.set()
            with pytest.raises(Cancelled):
                await waiting
            pool.check_room()
            leaving = asyncio.create_task(pool.run(tasks.pid, seconds=60))
            await asyncio.sleep(0)
            leaving.cancel()
            with pytest.raises(asyncio.CancelledError):
                await leaving
            assert pool.waiting == 0
            first_cancel.set()
            await first
            assert await pool.run(tasks.echo, 1, seconds=20) == 1

    run_apart(story())


@linux
@pytest.mark.parametrize("task", [tasks.ignores_cancel, tasks.stuck_in_c])
def test_a_worker_that_ignores_a_cancel_is_killed_and_replaced(task: object) -> None:
    async def story() -> None:
        async with pool_of(grace=0.2) as pool:
            cancel, pids = asyncio.Event(), []

            def on_event(pid: int) -> None:
                pids.append(pid)
                cancel.set()

            with pytest.raises(Cancelled):
                await pool.run(task, seconds=60, cancel=cancel, on_event=on_event)  # type: ignore[arg-type]
            assert await pool.run(tasks.pid, seconds=20) != pids[0]
            wait_for_end_of(pids[0])

    run_apart(story())


def test_a_task_past_its_time_is_killed_after_the_grace_period() -> None:
    async def story() -> None:
        async with pool_of(grace=0.2) as pool:
            await pool.warm()
            start = time.monotonic()
            with pytest.raises(TimedOut, match=r"within 0\.3 seconds"):
                await pool.run(tasks.stuck_in_c, seconds=0.3)
            assert time.monotonic() - start >= 0.5
            assert await pool.run(tasks.echo, 1, seconds=20) == 1

    run_apart(story())


def test_when_the_caller_goes_away_the_task_is_cancelled_and_the_worker_kept() -> None:
    async def story() -> None:
        async with pool_of(grace=20) as pool:
            began = asyncio.Event()
            caller = asyncio.create_task(pool.run(tasks.until_cancelled, seconds=60, on_event=lambda _: began.set()))
            await began.wait()
            [pid] = pool.pids
            caller.cancel()
            with pytest.raises(asyncio.CancelledError):
                await caller
            assert await pool.run(tasks.pid, seconds=20) == pid

    run_apart(story())


def test_the_event_loop_is_free_while_a_task_runs() -> None:
    async def story() -> None:
        async with pool_of(grace=0) as pool:
            run = asyncio.create_task(pool.run(tasks.stuck_in_c, seconds=0.5))
            ticks = 0
            while not run.done():
                await asyncio.sleep(0.01)
                ticks += 1
            assert isinstance(run.exception(), TimedOut)
            assert ticks > 5

    run_apart(story())


def test_a_crash_fails_its_own_task_only() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            with pytest.raises(Crashed, match="SIGSEGV"):
                await pool.run(tasks.crash, 11, seconds=20)
            assert await pool.run(tasks.echo, 1, seconds=20) == 1
            [pid] = pool.pids
            os.kill(pid, 9)  # while it is idle
            wait_for_end_of(pid)
            assert await pool.run(tasks.echo, 1, seconds=20) == 1

    run_apart(story())


def test_an_exception_of_the_task_is_raised_as_it_is() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            await pool.warm()
            [pid] = pool.pids
            with pytest.raises(GridError, match="this is not a grid"):
                await pool.run(tasks.fail, seconds=20)
            with pytest.raises(TaskFailed, match="Awkward: 1 and 2"):
                await pool.run(tasks.fail_awkwardly, seconds=20)
            with pytest.raises(TaskFailed, match="SystemExit"):
                await pool.run(tasks.want_to_exit, seconds=20)
            assert pool.pids == [pid]

    run_apart(story())


def test_an_exception_of_on_event_does_not_stop_the_task() -> None:
    async def story() -> None:
        reported: list[object] = []
        asyncio.get_running_loop().set_exception_handler(lambda loop, context: reported.append(context["exception"]))

        def on_event(event: object) -> None:
            raise OSError("no space left")

        async with pool_of() as pool:
            assert await pool.run(tasks.count_up, 2, seconds=20, on_event=on_event) == "the end"
            await pool.run(tasks.count_and_report, 1, seconds=20, on_event=on_event)
        assert [str(error) for error in reported] == ["no space left"]

    run_apart(story())


def test_niceness_and_memory_are_as_configured() -> None:
    async def story() -> None:
        async with pool_of(niceness=5, memory=4 << 30, needs=("json", "no_such_module")) as pool:
            assert await pool.run(tasks.niceness, seconds=20) == os.nice(0) + 5
            with pytest.raises(MemoryError):
                await pool.run(tasks.too_much_memory, seconds=20)
            assert await pool.run(tasks.echo, 1, seconds=20) == 1

    run_apart(story())


@linux
def test_closing_ends_every_worker_and_every_task() -> None:
    async def story() -> tuple[list[int], list[object]]:
        pool = AsyncPool(2, 4)
        await pool.warm()
        pids = pool.pids
        began: asyncio.Queue[int] = asyncio.Queue()
        running, busy = (
            asyncio.create_task(pool.run(task, seconds=600, on_event=began.put_nowait))
            for task in (tasks.stuck_in_c, tasks.ignores_cancel)
        )
        assert sorted([await began.get(), await began.get()]) == sorted(pids)
        waiting = asyncio.create_task(pool.run(tasks.pid, seconds=600))
        await asyncio.sleep(0)
        await pool.close()
        ends = await asyncio.gather(running, busy, waiting, return_exceptions=True)
        with pytest.raises(Busy):
            await pool.run(tasks.pid, seconds=1)
        return pids, ends

    before = open_files(), threading.active_count()
    pids, (running, busy, waiting) = run_apart(story())
    assert isinstance(running, Crashed)
    assert isinstance(busy, Crashed)
    assert isinstance(waiting, Cancelled)
    assert not any(map(is_alive, pids))
    assert (open_files(), threading.active_count()) == before


def test_a_task_waits_for_a_worker_that_is_being_warmed() -> None:
    async def story() -> None:
        async with pool_of(workers=2) as pool:
            warming = asyncio.create_task(pool.warm())
            await asyncio.sleep(0)
            assert [await pool.run(tasks.echo, number, seconds=20) for number in range(3)] == [0, 1, 2]
            await warming

    run_apart(story())


def test_a_task_of_another_process_group_gets_a_new_worker() -> None:
    async def story() -> None:
        async with pool_of() as pool:
            groups = ("", "highs", "", "highs", "ortools")
            pids = [await pool.run(tasks.pid, seconds=20, group=group) for group in groups]
            assert len(set(pids[:4])) == 1
            assert pids[4] != pids[3]

    run_apart(story())


def test_long_tasks_cannot_take_the_place_of_short_ones() -> None:
    async def story() -> None:
        async with pool_of(workers=2, long=1, queue=1) as pool:
            cancel = asyncio.Event()
            runs = [asyncio.create_task(pool.run(tasks.until_cancelled, seconds=60, cancel=cancel)) for _ in range(2)]
            await asyncio.sleep(0)
            assert pool.waiting == 1  # the second long one, although a worker is free
            with pytest.raises(Busy):
                pool.check_room()
            pool.check_room(is_short=True)
            assert [await pool.run(tasks.echo, n, seconds=20, is_short=True) for n in range(3)] == [0, 1, 2]
            short = [asyncio.create_task(pool.run(tasks.echo, n, seconds=20, is_short=True)) for n in range(2)]
            await asyncio.sleep(0)
            assert pool.waiting == 2  # one of either kind
            assert await asyncio.gather(*short) == [0, 1]
            cancel.set()
            await asyncio.gather(*runs, return_exceptions=True)

    run_apart(story())


def test_a_task_waits_no_longer_than_allowed() -> None:
    async def story() -> None:
        async with pool_of(workers=1, wait=0.1) as pool:
            await pool.warm()
            cancel = asyncio.Event()
            first = asyncio.create_task(pool.run(tasks.until_cancelled, seconds=60, cancel=cancel))
            await asyncio.sleep(0)
            with pytest.raises(Busy, match=r"it waited 0\.1 seconds") as refused:
                await pool.run(tasks.echo, 1, seconds=20)
            assert refused.value.seconds > 0
            # By now the first has run for longer than one may wait, so waiting is useless.
            with pytest.raises(Busy, match="0 tasks are waiting"):
                pool.check_room()
            cancel.set()
            await first
            pool.check_room()

    run_apart(story())


def test_a_task_that_will_probably_wait_too_long_is_refused_at_once() -> None:
    async def story() -> None:
        async with pool_of(workers=1, queue=100, wait=60, grace=0) as pool:
            await pool.warm()
            runs = [asyncio.create_task(pool.run(tasks.ignores_cancel, seconds=1)) for _ in range(100)]
            await asyncio.sleep(0)
            pool.check_room()  # too early to judge
            await asyncio.wait(runs, return_when=asyncio.FIRST_COMPLETED)
            with pytest.raises(Busy, match="tasks are waiting") as refused:
                pool.check_room()
            assert refused.value.seconds > 60
            for run in runs:
                run.cancel()
            await asyncio.gather(*runs, return_exceptions=True)
            assert pool.waiting == 0

    run_apart(story())


def test_modules_are_loaded_before_the_time_of_a_task_begins() -> None:
    async def story() -> None:
        async with pool_of(grace=0) as pool:
            assert await pool.run(tasks.is_loaded, "slow_to_import", seconds=0.4, needs=("slow_to_import",))
            assert not await pool.run(tasks.is_loaded, "no_such_module", seconds=20, needs=("no_such_module",))

    run_apart(story())


@pytest.mark.parametrize("moment", ["idle", "working"])
def test_a_stopped_worker_ends_its_task_at_the_deadline(moment: str) -> None:
    async def story() -> None:
        async with pool_of(grace=0.1) as pool:
            await pool.warm()
            [pid] = pool.pids
            stop = lambda _=None: os.kill(pid, signal.SIGSTOP)  # noqa: E731
            if moment == "idle":
                stop()
            with pytest.raises(TimedOut, match=r"within 0\.3 seconds"):
                await pool.run(tasks.until_cancelled, seconds=0.3, on_event=stop)
            assert await pool.run(tasks.pid, seconds=20) != pid

    run_apart(story())


def test_a_worker_stopped_before_its_task_begins_is_replaced() -> None:
    async def story() -> None:
        async with pool_of(grace=0.1) as pool:
            pool.prestart()
            [starting] = pool.pids
            os.kill(starting, signal.SIGSTOP)
            ready = await pool.run(tasks.pid, seconds=20)
            assert ready != starting
            run = asyncio.ensure_future(pool.run(tasks.pid, seconds=20, needs=("slow_to_import",)))
            await asyncio.sleep(0.1)  # it imports that for longer
            os.kill(ready, signal.SIGSTOP)
            assert await run not in (starting, ready)

    run_apart(story())
