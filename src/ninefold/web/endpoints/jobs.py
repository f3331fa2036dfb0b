"""`/api/jobs`: start, list, follow and cancel jobs."""

from __future__ import annotations

from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal

from pydantic import Field

from ninefold.web.backend import Backend, Client
from ninefold.web.endpoints.endpoint import Id, router, runs_in
from ninefold.web.endpoints.generate import GenerateJob, generate_many
from ninefold.web.endpoints.lab import RaceJob, SeedsJob, SolveJob, process_group, race, seeds, trace, unfinished
from ninefold.web.errors import ErrorRecord
from ninefold.web.jobs import Work

# Seconds for loading the libraries of a method, which are not part of its time.
LOADING = 3.0
JobRequest = Annotated[SolveJob | RaceJob | SeedsJob | GenerateJob, Field(discriminator="kind")]


@dataclass(frozen=True, kw_only=True)
class JobRecord:
    """A job; `place` is the number of jobs ahead of it in the queue."""

    id: str
    kind: Literal["solve", "race", "seeds", "generate"]
    state: Literal["queued", "running", "done", "failed", "cancelled"]
    place: int
    request: dict[str, object]


@dataclass(frozen=True, kw_only=True)
class WholeJob(JobRecord):
    """A job with its result or error."""

    result: object
    error: ErrorRecord | None


@dataclass(frozen=True)
class JobList:
    """Jobs, newest first."""

    jobs: list[JobRecord]


@router.post("/api/jobs", status=202)
@runs_in("at once")
def start_job(request: JobRequest, backend: Backend) -> JobRecord:
    """Start a job: a traced solve, a race, many seeds, or many puzzles."""
    jobs = backend.jobs
    return JobRecord(**jobs.fields(jobs.start(request.kind, request, _work(request, backend))))


def _work(request: SolveJob | RaceJob | SeedsJob | GenerateJob, backend: Backend) -> Work:
    """What a worker does for a job."""
    limits = backend.limits
    if isinstance(request, SolveJob):
        # The method runs in the worker itself, which is killed if the method does not stop on time.
        args, seconds = (request, limits.events, limits.event_bytes), request.seconds + LOADING
        return Work(trace, args, seconds, process_group(request), partial(unfinished, request))
    if isinstance(request, RaceJob):
        return Work(race, (request,), limits.job_seconds)
    if isinstance(request, SeedsJob):
        return Work(seeds, (request,), limits.job_seconds)
    return Work(generate_many, (request,), limits.job_seconds)


@router.get("/api/jobs")
@runs_in("at once")
def list_jobs(backend: Backend) -> JobList:
    """The jobs that are remembered, newest first."""
    return JobList([JobRecord(**backend.jobs.fields(job)) for job in backend.jobs.all()])


@router.get("/api/jobs/{id}")
@runs_in("at once")
def show_job(id: Id, backend: Backend) -> WholeJob:
    """A job, and its result when it is done."""
    job = backend.jobs.find(id)
    return WholeJob(**backend.jobs.fields(job), result=job.result, error=job.error)


@router.get(
    "/api/jobs/{id}/events", media_type="text/event-stream", also=((204, "the job has ended, no events are left"),)
)
@runs_in("at once")
async def follow_job(id: Id, backend: Backend, client: Client) -> AsyncIterator[bytes] | None:
    """The events of a job as server-sent events; continues after Last-Event-ID."""
    job = backend.jobs.find(id)
    after = _last_event(client.headers.get("last-event-id", ""))
    if client.method == "HEAD":  # it could not see the end of a stream
        return _no_events()
    return None if job.is_over and after >= len(job.messages) else backend.jobs.stream(job, after)


async def _no_events() -> AsyncIterator[bytes]:
    for event in list[bytes]():
        yield event


def _last_event(text: str) -> int:
    return int(text) if text.isascii() and text.isdigit() and len(text) < 12 else 0


@router.delete("/api/jobs/{id}", status=202, also=((200, "the job had ended already"),))
@runs_in("at once")
def cancel_job(id: Id, backend: Backend, client: Client) -> JobRecord:
    """Cancel a job."""
    job = backend.jobs.find(id)
    if job.is_over:
        client.status = 200
    job.cancelled.set()
    return JobRecord(**backend.jobs.fields(job))
