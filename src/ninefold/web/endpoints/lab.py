"""The jobs of the Lab: a solve with its trace, one method with many seeds, and a race."""

from __future__ import annotations

import shlex
from collections.abc import Callable
from dataclasses import dataclass, field
from time import perf_counter
from typing import Annotated, Literal

from pydantic import Field

from ninefold import records
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.processes.child import Context
from ninefold.racing.outcome import Outcome
from ninefold.racing.race import race as run_race
from ninefold.racing.sweep import wilson
from ninefold.solving.isolate import modules_of
from ninefold.solving.registry import find, method_text, parse_method
from ninefold.solving.result import Result
from ninefold.solving.run import time_limit_reached
from ninefold.solving.solve import solve
from ninefold.solving.trace import Belief, Event, Log
from ninefold.web.endpoints.endpoint import (
    Body,
    Flag,
    GridText,
    JobSeconds,
    LayoutText,
    LimitField,
    MethodName,
    Seconds,
    Seed,
    Settings,
    layout_of,
    runs_in,
)
from ninefold.web.endpoints.solve import Code, Solved, SolveFields, board_words, python_grid, solved

# A batch of events is sent after so many seconds, events or bytes, whichever comes first.
BATCH_SECONDS, BATCH_EVENTS, BATCH_BYTES = 0.05, 500, 1 << 18


# --- a solve with its trace ----------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class SolveJob(SolveFields):
    """A puzzle to solve while the trace is watched."""

    kind: Literal["solve"]
    seconds: JobSeconds = 30.0
    trace: Flag = True
    log: Flag = False
    beliefs: Annotated[
        int, Field(strict=True, ge=1, le=100_000, description="send only each k-th belief, and the last")
    ] = 1


@dataclass(frozen=True, kw_only=True)
class Traced(Solved):
    """A result; `trace_cut` says whether there was more trace than is kept."""

    trace_cut: bool


def process_group(job: SolveJob) -> str:
    """The process group of the job's method; methods whose libraries cannot share a process differ in it."""
    name, _ = parse_method(job.by)
    return "" if name == "auto" else find(name).process_group


def needs_of(job: SolveJob) -> tuple[str, ...]:
    """The modules of the job's method, which are loaded before its time begins."""
    name, _ = parse_method(job.by)
    return () if name == "auto" else (find(name).module, *find(name).needs, *modules_of(find(name).process_group))


@runs_in("job", seconds=30)
def trace(job: SolveJob, events: int, event_bytes: int, context: Context) -> Traced:
    """Solve a puzzle and send its trace in batches, as long as there is room for it.

    A trace that is cut ends the run, which is then repeated without one for the result. The method runs in this very
    process, even if it cannot stop on time: the server kills the worker then, and answers with `unfinished`.
    """
    start = perf_counter()
    batches = Batches(context.emit, events, event_bytes, job.beliefs)
    is_cut = False
    try:
        result = _solve(job, job.seconds, context, batches)
    except Full:
        is_cut = True
        result = _solve(job, max(0.05, job.seconds - (perf_counter() - start)), context, None)
    finally:
        batches.flush()
    return _traced(job, result, is_cut)


def unfinished(job: SolveJob) -> Traced:
    """The result of a solve whose worker had to be killed at its deadline."""
    puzzle = Grid(job.puzzle, layout=layout_of(job.layout))
    why = time_limit_reached(job.seconds)
    return _traced(
        job, Result(puzzle=puzzle, solutions=(), ended=False, why=why, method=job.by, seconds=job.seconds), is_cut=False
    )


def _solve(job: SolveJob, seconds: float, context: Context, batches: Batches | None) -> Result:
    return solve(
        Grid(job.puzzle, layout=layout_of(job.layout)),
        by=job.method,
        limit=job.limits(seconds),
        cancel=context.cancel,
        trace=batches if job.trace else None,
        log=(lambda line: batches(Log(line))) if job.log and batches is not None else None,
        isolate=False,
    )


def _traced(job: SolveJob, result: Result, is_cut: bool) -> Traced:
    return records.extend(Traced, solved(result, Code(job, job.seconds, traced=True)), trace_cut=is_cut)


class Full(Exception):
    """More trace than is kept."""


class Batches:
    """A trace sink that sends events in batches: each k-th belief only, and no more than fit."""

    def __init__(self, emit: Callable[[tuple[str, str]], object], events: int, size: int, beliefs: int) -> None:
        self._emit, self._events, self._size, self._beliefs = emit, events, size, beliefs
        self._start = self._last = perf_counter()
        self._batch: list[str] = []
        self._bytes = self._seen = 0
        self._held: tuple[float, Belief] | None = None  # a belief that is only sent if it is the last

    def __call__(self, event: Event) -> None:
        """Take one event."""
        now = perf_counter()
        if isinstance(event, Belief):
            self._seen += 1
            if (self._seen - 1) % self._beliefs:
                self._held = now, event
                return
            self._held = None
        text = self._text(now, event)
        self._events -= 1
        self._size -= len(text)
        if self._events < 0 or self._size < 0:
            raise Full
        self._batch.append(text)
        self._bytes += len(text)
        if now - self._last > BATCH_SECONDS or len(self._batch) >= BATCH_EVENTS or self._bytes >= BATCH_BYTES:
            self._send()

    def flush(self) -> None:
        """Send what is left, with the last belief."""
        if self._held is not None:
            self._batch.append(self._text(*self._held))
        self._send()

    def _text(self, now: float, event: Event) -> str:
        return event.text(now - self._start)

    def _send(self) -> None:
        if self._batch:
            self._emit(("trace", f"[{','.join(self._batch)}]"))
        self._batch, self._bytes, self._last = [], 0, perf_counter()


# --- many seeds ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class SeedsJob(Body):
    """One method on one puzzle, with many seeds."""

    kind: Literal["seeds"]
    puzzle: GridText
    layout: LayoutText | None = None
    by: MethodName
    settings: Settings = field(default_factory=dict)
    seeds: Annotated[list[Seed], Field(min_length=1, max_length=1000, fail_fast=True)]
    seconds: Seconds = 5.0


@dataclass(frozen=True, kw_only=True)
class SeedRun:
    """The run of one seed."""

    seed: int
    status: str
    seconds: float
    stats: dict[str, object]


@dataclass(frozen=True, kw_only=True)
class SeedRuns:
    """The runs of all seeds, the 95 % confidence interval of the success rate, and how to repeat them."""

    runs: list[SeedRun]
    solved: int
    total: int
    low: float
    high: float
    command: str
    python: str


@runs_in("job", seconds=5)
def seeds(job: SeedsJob, context: Context) -> SeedRuns:
    """Run one method again and again, each time with another seed."""
    puzzle = Grid(job.puzzle, layout=layout_of(job.layout))
    runs: list[SeedRun] = []
    for seed in job.seeds:
        by = method_text(job.by, job.settings | {"seed": str(seed)})
        result = solve(puzzle, by=by, limit=Limit(1, seconds=job.seconds), cancel=context.cancel)
        run = SeedRun(seed=seed, status=str(result.status), seconds=result.seconds, stats=dict(result.stats))
        runs.append(run)
        context.emit(("progress", records.as_json(records.as_dict(run) | {"done": len(runs), "total": len(job.seeds)})))
    solved = sum(run.status in ("unique", "solved", "multiple") for run in runs)
    low, high = wilson(solved, len(runs))
    return SeedRuns(
        runs=runs,
        solved=solved,
        total=len(runs),
        low=round(low, 6),
        high=round(high, 6),
        command=_seeds_command(job, puzzle),
        python=_seeds_python(job, puzzle),
    )


def _seeds_command(job: SeedsJob, puzzle: Grid) -> str:
    """A shell loop over the seeds."""
    once = SolveFields(puzzle=job.puzzle, by=job.by, settings=job.settings, limit=1)
    method = shlex.quote(once.method)
    command = Code(once, job.seconds).command(puzzle).replace(f"--by {method}", f'--by {method}:seed="$seed"')
    return f"for seed in {' '.join(map(str, job.seeds))}; do {command} --json; done"


def _seeds_python(job: SeedsJob, puzzle: Grid) -> str:
    return (
        f"import ninefold as nf\n\npuzzle = {python_grid(puzzle)}\n"
        f"for seed in {_range(job.seeds)}:\n"
        f"    result = nf.solve(puzzle, by={method_text(job.by, job.settings)!r} + f':seed={{seed}}',"
        f" limit=nf.{Limit(1, seconds=job.seconds)!r})\n"
        "    print(seed, result.status, result.seconds)\n"
    )


def _range(numbers: list[int]) -> str:
    """Seeds in their shortest form."""
    row = list(range(numbers[0], numbers[0] + len(numbers)))
    return f"range({row[0]}, {row[-1] + 1})" if numbers == row else repr(numbers)


# --- a race --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class RaceJob(Body):
    """Several methods on the same puzzles."""

    kind: Literal["race"]
    puzzles: Annotated[list[GridText], Field(min_length=1, max_length=200, fail_fast=True)]
    layout: LayoutText | None = None
    by: Annotated[list[MethodName], Field(min_length=1, max_length=40, fail_fast=True)]
    seconds: Seconds = 10.0
    limit: LimitField = 2
    rounds: Annotated[int, Field(strict=True, ge=1, le=20)] = 1


@dataclass(frozen=True, kw_only=True)
class RaceRun:
    """One method on one puzzle."""

    round: int
    puzzle: int
    method: str
    status: str
    seconds: float
    cpu_seconds: float | None
    startup_seconds: float
    timed_out: bool
    nodes: int
    work: list[object]
    why: str
    fault: str


@dataclass(frozen=True, kw_only=True)
class Raced:
    """All runs, the standings, and how to repeat the race."""

    runs: list[RaceRun]
    standings: list[records.StandingRecord]
    excluded: list[str]
    disputes: int
    csv: str
    command: str
    python: str


@runs_in("job", seconds=10)
def race(job: RaceJob, context: Context) -> Raced:
    """Race several methods, and send each run as soon as it ends."""
    layout = layout_of(job.layout)
    grids = [Grid(puzzle, layout=layout) for puzzle in job.puzzles]
    runs: list[RaceRun] = []
    total = len(grids) * len(job.by) * job.rounds

    def progress(outcome: Outcome) -> None:
        runs.append(_run(outcome))
        context.emit(("progress", records.as_json({"run": runs[-1], "done": len(runs), "total": total})))

    found = run_race(
        grids,
        by=list(job.by),
        limit=Limit(job.limit, seconds=job.seconds),
        rounds=job.rounds,
        cancel=context.cancel,
        progress=progress,
    )
    return Raced(
        runs=runs,
        standings=[records.StandingRecord.of(standing) for standing in found.standings],
        excluded=[str(out) for out in found.excluded],
        disputes=len(found.disputes),
        csv=found.csv(),
        command=_race_command(job, grids),
        python=_race_python(job, grids),
    )


def _run(outcome: Outcome) -> RaceRun:
    return RaceRun(
        round=outcome.round,
        puzzle=outcome.puzzle,
        method=outcome.method,
        status=str(outcome.status),
        seconds=outcome.seconds,
        cpu_seconds=outcome.cpu_seconds,
        startup_seconds=outcome.result.startup_seconds,
        timed_out=outcome.timed_out,
        nodes=outcome.result.stats.get("nodes", 0),
        work=list(outcome.work),
        why=outcome.result.why,
        fault=outcome.fault,
    )


def _race_command(job: RaceJob, grids: list[Grid]) -> str:
    words = ["ninefold", "race", *board_words(grids), "--by", ",".join(job.by)]
    words += ["--seconds", f"{job.seconds:g}"]
    words += ["--rounds", str(job.rounds)] if job.rounds != 1 else []
    words += ["--limit", str(job.limit or "all")] if job.limit != 2 else []
    return shlex.join(words)


def _race_python(job: RaceJob, grids: list[Grid]) -> str:
    listed = "".join(f"    {python_grid(grid)},\n" for grid in grids)
    given = f", limit=nf.{Limit(job.limit, seconds=job.seconds)!r}"
    given += f", rounds={job.rounds}" if job.rounds != 1 else ""
    return (
        f"import ninefold as nf\n\npuzzles = [\n{listed}]\nrace = nf.race(puzzles, by={list(job.by)!r}{given})\n"
        "print(race.table())\n"
    )
