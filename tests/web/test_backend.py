"""Tasks in workers, as the backend runs them: every way to fail is an error of the API."""

import signal

import pytest
import worker_tasks as tasks
from process_state import run_apart

from ninefold import Grid, GridError
from ninefold.processes.async_pool import AsyncPool
from ninefold.web.backend import run_task
from ninefold.web.endpoints.lab import SolveJob, process_group, unfinished
from ninefold.web.errors import ApiError

SMALL = "..4.1......3.1.."


def run(task, *args, seconds=20.0, **options):
    """The result of a task in a new pool of one worker."""

    async def story():
        pool = AsyncPool(1, 0, grace=0.1)
        try:
            return await run_task(pool, task, args, seconds, **options)
        finally:
            await pool.close()

    return run_apart(story())


@pytest.mark.parametrize(
    ("task", "args", "kind"),
    [
        (tasks.crash, (signal.SIGKILL,), "failed"),
        (tasks.ignores_cancel, (), "time"),
        (tasks.fail_awkwardly, (), "failed"),
        (tasks.want_to_exit, (), "failed"),
    ],
    ids=["crash", "time", "exception", "exit"],
)
def test_failed_task_is_an_api_error(task, args, kind):
    with pytest.raises(ApiError) as failed:
        run(task, *args, seconds=0.3 if kind == "time" else 20)
    assert failed.value.kind == kind


def test_errors_of_the_library_are_kept():
    with pytest.raises(GridError, match="not a grid"):
        run(tasks.fail)


def test_killed_solve_has_an_unknown_result():
    job = SolveJob(kind="solve", puzzle=SMALL, by="sat", seconds=0.3)
    found = run(tasks.stuck_in_c, seconds=job.seconds, group=process_group(job), unfinished=lambda: unfinished(job))
    assert (found.status, found.method, found.why) == ("unknown", "sat", "the limit of 0.3 seconds was reached")
    assert found.puzzle.line == Grid(SMALL).line


@pytest.mark.parametrize(("by", "group"), [("auto", ""), ("cp", "ortools"), ("cp:seed=1", "ortools")])
def test_a_job_runs_in_the_process_group_of_its_method(by, group):
    assert process_group(SolveJob(kind="solve", puzzle=SMALL, by=by)) == group
