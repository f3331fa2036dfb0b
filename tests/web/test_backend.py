"""Tasks in workers: every way to fail is an error of the API."""

import signal

import pytest
import worker_tasks as tasks
from process_state import run_apart

from ninefold import Grid
from ninefold.processes.async_pool import AsyncPool
from ninefold.web.endpoints.lab import SolveJob, process_group, unfinished
from ninefold.web.errors import api_error
from ninefold.web.jobs import Jobs, Work
from ninefold.web.settings import DEFAULTS

SMALL = "..4.1......3.1.."


def with_pool(story):
    """The result of a coroutine that has a new pool of one worker."""

    async def run():
        pool = AsyncPool(1, 0, grace=0.1)
        try:
            return await story(pool)
        finally:
            await pool.close()

    return run_apart(run())


@pytest.mark.parametrize(
    ("task", "args", "kind", "message"),
    [
        (tasks.crash, (signal.SIGKILL,), "failed", "the worker died; only this request is lost"),
        (tasks.ignores_cancel, (), "time", "no result: it did not end within 0.3 seconds"),
        (tasks.fail_awkwardly, (), "failed", "the server failed; see its log"),
        (tasks.want_to_exit, (), "failed", "the server failed; see its log"),
        (tasks.fail, (), "unreadable", "this is not a grid"),
    ],
    ids=["crash", "time", "exception", "exit", "error of the library"],
)
def test_failed_task_is_an_api_error(task, args, kind, message):
    with pytest.raises(Exception) as failed:
        with_pool(lambda pool: pool.run(task, *args, seconds=0.3 if kind == "time" else 20))
    error = api_error(failed.value)
    assert (error.kind, error.record.message) == (kind, message)


def ended(work):
    """A job that does this work, when it has ended."""

    async def story(pool):
        job = Jobs(pool, DEFAULTS).start("solve", b"", work)
        while not job.is_over:
            await job.wait()
        return job

    return with_pool(story)


def test_killed_solve_has_an_unknown_result():
    job = SolveJob(kind="solve", puzzle=SMALL, by="sat", seconds=0.3)
    found = ended(
        Work(tasks.stuck_in_c, (), job.seconds, process_group(job), unfinished=lambda: unfinished(job))
    ).result
    assert (found["status"], found["method"], found["why"]) == (
        "unknown",
        "sat",
        "the limit of 0.3 seconds was reached",
    )
    assert found["puzzle"]["line"] == Grid(SMALL).line


def test_job_fails_if_its_result_cannot_be_encoded():
    endless = []
    endless.append(endless)
    job = ended(Work(tasks.echo, (endless,), 20.0))
    assert (job.state, job.error.message) == ("failed", "the server failed; see its log")


@pytest.mark.parametrize(("by", "group"), [("auto", ""), ("cp", "ortools"), ("cp:seed=1", "ortools")])
def test_a_job_runs_in_the_process_group_of_its_method(by, group):
    assert process_group(SolveJob(kind="solve", puzzle=SMALL, by=by)) == group
