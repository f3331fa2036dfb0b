"""Jobs: what takes long, told as it goes on."""

from __future__ import annotations

from ninefold.web import schema as s
from ninefold.web.api.endpoint import Endpoint
from ninefold.web.api.making import MAKE_FIELDS
from ninefold.web.api.solving import LIMIT, SOLVE_FIELDS
from ninefold.web.shapes import ERROR, FREE, GRID, LAYOUT, LIMITS, METHOD, SETTINGS, TEXT, WHOLE, list_of, seconds

SECONDS = seconds(LIMITS.job_seconds, 30)

KINDS = {
    "solve": s.record(
        SOLVE_FIELDS
        | {
            "kind": s.one_of("solve"),
            "seconds": SECONDS,
            "trace": s.flag("tell the trace"),
            "beliefs": s.whole(1, 100_000, "tell each k-th belief only, and the last"),
        },
        needs=("kind", "puzzle"),
    ),
    "race": s.record(
        {
            "kind": s.one_of("race"),
            "puzzles": s.some(GRID, least=1, most=200),
            "layout": LAYOUT,
            "by": s.some(METHOD, least=1, most=40),
            "seconds": seconds(60, 10),
            "limit": LIMIT,
            "rounds": s.whole(1, 20),
        },
        needs=("kind", "puzzles", "by"),
    ),
    "seeds": s.record(
        {
            "kind": s.one_of("seeds"),
            "puzzle": GRID,
            "layout": LAYOUT,
            "by": METHOD,
            "settings": SETTINGS,
            "seeds": s.some(s.whole(0, 2**53), least=1, most=1000),
            "seconds": seconds(60, 5),
        },
        needs=("kind", "puzzle", "by", "seeds"),
    ),
    "generate": s.record(
        {name: part for name, part in MAKE_FIELDS.items() if name not in ("kind", "from")}
        | {"kind": s.one_of("generate"), "count": s.whole(1, 200)},
        needs=("kind", "count"),
    ),
}

# Which ask of a worker each kind is, and its seconds where none are named.
ASKS = {"solve": "trace", "race": "race", "seeds": "seeds", "generate": "generate-many"}
USUAL_SECONDS = {"solve": 30.0, "race": 10.0, "seeds": 5.0, "generate": 20.0}

JOB_FIELDS = {
    "id": TEXT,
    "kind": s.one_of(*KINDS),
    "state": s.one_of("queued", "running", "done", "failed", "cancelled"),
    "place": WHOLE,
    "request": {"type": "object"},
}
WHOLE_JOB = s.answer(**JOB_FIELDS, result=FREE, error=s.or_null(ERROR))

START_JOB = Endpoint(
    method="POST",
    path="/api/jobs",
    about="start a job: a traced solve, a race, many seeds, or many puzzles",
    body={"anyOf": list(KINDS.values())},
    kinds=KINDS,
    status=202,
    answer=s.answer(**JOB_FIELDS),
)

LIST_JOBS = Endpoint(
    method="GET",
    path="/api/jobs",
    about="the jobs that are remembered",
    answer=s.answer(jobs=list_of(s.answer(**JOB_FIELDS))),
)

SHOW_JOB = Endpoint(
    method="GET", path="/api/jobs/{id}", about="a job, and its result when it is over", answer=WHOLE_JOB
)

FOLLOW_JOB = Endpoint(
    method="GET",
    path="/api/jobs/{id}/events",
    about="what a job tells, as server-sent events; goes on after Last-Event-ID",
    type="text/event-stream",
)

CANCEL_JOB = Endpoint(
    method="DELETE", path="/api/jobs/{id}", about="cancel a job", status=202, answer=s.answer(**JOB_FIELDS)
)
