"""`/api/jobs`: start, list, follow and cancel jobs."""

from __future__ import annotations

import asyncio
import json
from collections.abc import AsyncIterator
from dataclasses import dataclass
from functools import partial
from typing import Annotated, Literal, cast

from pydantic import Field

from ninefold.core.grid import Grid
from ninefold.racing.race import check_entrants
from ninefold.records import extend
from ninefold.solving.registry import find, method_text, parse_method, require_support, resolve
from ninefold.web.backend import Backend, Client
from ninefold.web.endpoints.endpoint import Id, layout_of, router, runs_in
from ninefold.web.endpoints.generate import GenerateJob, generate_many, recipe_of
from ninefold.web.endpoints.lab import (
    RaceJob,
    SeedsJob,
    SolveJob,
    needs_of,
    process_group,
    race,
    seeds,
    trace,
    unfinished,
)
from ninefold.web.errors import ErrorRecord
from ninefold.web.jobs import Job, Work

# Seconds that a run takes beyond its own limit, and that a race takes to get a method ready.
OVERTIME, WARM_UP = 0.35, 10.0
Kind = Literal["solve", "race", "seeds", "generate"]
State = Literal["queued", "running", "done", "failed", "cancelled"]
AnyJob = SolveJob | RaceJob | SeedsJob | GenerateJob
JobRequest = Annotated[AnyJob, Field(discriminator="kind")]


@dataclass(frozen=True, kw_only=True)
class JobRecord:
    """A job; `place` is the number of jobs ahead of it in the queue."""

    id: str
    kind: Kind
    state: State
    place: int


@dataclass(frozen=True, kw_only=True)
class WholeJob(JobRecord):
    """A job with its request, as it was sent, and its result or error."""

    request: object
    result: object
    error: ErrorRecord | None


@dataclass(frozen=True)
class JobList:
    """Jobs, newest first."""

    jobs: list[JobRecord]


@router.post("/api/jobs", status=202, takes_key=True)
@runs_in("at once")
async def start_job(request: JobRequest, backend: Backend, client: Client) -> JobRecord:
    """Start a job: a traced solve, a race, many seeds, or many puzzles."""
    await asyncio.to_thread(_check, request)
    return _record(backend.jobs.start(request.kind, client.body, _work(request, backend)), backend)


def _check(request: AnyJob) -> None:
    """Refuse at once what no worker could do: unreadable puzzles, unsupported boards, contradictory recipes."""
    if isinstance(request, GenerateJob):
        recipe_of(request)
        return
    layout = layout_of(request.layout)
    if isinstance(request, RaceJob):
        check_entrants(request.by, [Grid(puzzle, layout=layout) for puzzle in request.puzzles])
        return
    puzzle, name = Grid(request.puzzle, layout=layout), parse_method(request.by)[0]
    if name == "auto":  # it chooses by the board, so its options can be checked only now
        seed = {"seed": "0"} if isinstance(request, SeedsJob) else {}
        resolve(method_text(request.by, {**request.settings, **seed}), puzzle.layout)
    else:
        require_support(find(name), puzzle.layout)


def _record(job: Job, backend: Backend) -> JobRecord:
    kind, state = cast("Kind", job.kind), cast("State", job.state)
    return JobRecord(id=job.id, kind=kind, state=state, place=backend.jobs.place(job))


def _work(request: AnyJob, backend: Backend) -> Work:
    """What a worker does for a job."""
    limits = backend.limits
    if isinstance(request, SolveJob):
        # The method runs in the worker itself, which is killed if the method does not stop on time.
        args, group = (request, limits.events, limits.event_bytes), process_group(request)
        return Work(trace, args, request.seconds, group, needs_of(request), partial(unfinished, request))
    run = request.seconds + OVERTIME
    if isinstance(request, RaceJob):
        seconds = len(request.by) * (WARM_UP + len(request.puzzles) * request.rounds * run)
        return Work(race, (request,), min(seconds, limits.job_seconds))
    if isinstance(request, SeedsJob):
        return Work(seeds, (request,), min(len(request.seeds) * run, limits.job_seconds))
    return Work(generate_many, (request,), min(request.count * run, limits.job_seconds))


@router.get("/api/jobs")
@runs_in("at once")
def list_jobs(backend: Backend) -> JobList:
    """The jobs that are remembered, newest first."""
    return JobList([_record(job, backend) for job in backend.jobs.all()])


@router.get("/api/jobs/{id}")
@runs_in("at once")
def show_job(id: Id, backend: Backend) -> WholeJob:
    """A job, and its result when it is done."""
    job = backend.jobs.find(id)
    shared = _record(job, backend)
    return extend(WholeJob, shared, request=json.loads(job.request), result=job.result, error=job.error)


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
    return _record(job, backend)
