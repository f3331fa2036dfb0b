"""`POST /api/explain` and `/api/steps`: a whole path to the solution, and every step in a position."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from ninefold import records
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit, Stopped
from ninefold.core.position import Position, digits_of, read_marks
from ninefold.core.values import counted
from ninefold.logic.engine import find, in_order, next_step, read_position, require_layout, status_of, walk
from ninefold.logic.explain import NOTES, Path
from ninefold.logic.mistakes import Mistake, find_mistake
from ninefold.logic.step import Step
from ninefold.logic.techniques import find_techniques, techniques
from ninefold.logic.wire import split
from ninefold.processes.child import Context
from ninefold.solving.result import Status
from ninefold.solving.run import Run
from ninefold.web.endpoints.drawn import DrawnStep
from ninefold.web.endpoints.endpoint import Flag, Seconds, Tag, router, runs_in
from ninefold.web.endpoints.hint import PositionRequest

MAX_STEPS = 1000  # of one technique in a response

Unique = Annotated[
    Flag | None,
    Field(description="whether to use techniques that assume one solution (default: only if the puzzle has one)"),
]


@dataclass(frozen=True, kw_only=True)
class ReasoningRequest(PositionRequest):
    """A grid in play, and how to reason about it."""

    unique: Unique = None
    seconds: Seconds = 30.0

    def run(self, layout: Layout, context: Context) -> Run:
        """The time limit, and whether the client has left."""
        return Run(layout, Limit(seconds=self.seconds), cancel=context.cancel)


# --- a path --------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ExplainRequest(ReasoningRequest):
    """A grid in play, and which steps come first.

    A path on a large board may take long: with `limit`, the response has only its first steps, and the next request
    starts from there, with `check` false.
    """

    order: Literal["human", "hodoku", "explainer"] = "human"
    check: Annotated[Flag, Field(description="whether to look for mistakes first")] = True
    limit: Annotated[int, Field(strict=True, ge=1, le=MAX_STEPS, description="the most steps of the path")] | None = (
        None
    )


@dataclass(frozen=True)
class MistakeRecord:
    """What is wrong with a grid; nothing can be deduced from it."""

    message: str
    cells: list[str]


@dataclass(frozen=True)
class UsedTechnique:
    """A technique of a path, how often it is used, and its place in the order."""

    technique: str
    name: str
    count: int
    rank: int


@dataclass(frozen=True, kw_only=True)
class PathAnswer:
    """A path: its steps, and the candidates it starts from. With a mistake there are no steps.

    `more` says that the limit cut it off.
    """

    solved: bool
    more: bool
    unique: bool
    summary: str
    note: str
    mistake: MistakeRecord | None
    candidates: list[list[int]]
    techniques: list[UsedTechnique]
    steps: list[DrawnStep]


@router.post("/api/explain")
@runs_in("worker", seconds=30)
def explain_path(request: ExplainRequest, context: Context) -> PathAnswer:
    """Solve a puzzle by reasoning: every step with its reason."""
    grid, clues, marks = request.read()
    run = request.run(grid.layout, context)
    if request.check and (mistake := find_mistake(grid, clues, read_marks(grid, marks))):
        return _refused(grid, marks, mistake)
    require_layout(grid.layout, ())
    start, given = read_position(grid, marks), clues or grid
    unique = status_of(given) is Status.UNIQUE if request.unique is None else request.unique
    if request.limit is None:
        path = walk(start, given, request.order, unique=unique, run=run)
        steps = list(Path(grid, request.order, unique, "", start, tuple(split(path))))
    else:
        steps = list(_first_steps(request, start, given, unique, run))
    return _path(request, given, start, steps, unique)


def _first_steps(request: ExplainRequest, position: Position, given: Grid, unique: bool, run: Run) -> Iterator[Step]:
    """The steps of a path up to the limit, or as many as the time allows, but at least one."""
    for number in range(request.limit or 0):
        try:
            step = None if position.is_full else next_step(position, given, request.order, unique=unique, run=run)
        except Stopped:
            if number:
                return
            raise
        if step is None:
            return
        yield step
        if run.seconds_left < request.seconds / 2:
            return
        position = step.apply(position)


def _path(request: ExplainRequest, given: Grid, start: Position, found: list[Step], unique: bool) -> PathAnswer:
    last = found[-1].apply(found[-1].position or start) if found else start
    more = request.limit is not None and bool(found) and not last.is_full
    order = {technique: rank for rank, technique in enumerate(in_order(request.order))}
    counts = Counter(step.technique for step in found)
    return PathAnswer(
        solved=last.is_full,
        more=more,
        unique=unique,
        summary="" if more else _summary(last, len(found)),
        note="" if last.is_full or more else _note(given, unique),
        mistake=None,
        candidates=_candidates(start),
        techniques=[
            UsedTechnique(one.slug, one.title, counts[one], order[one]) for one in sorted(counts, key=order.__getitem__)
        ],
        steps=[DrawnStep.of(step) for step in found],
    )


def _summary(last: Position, count: int) -> str:
    """How far a path gets, in a sentence."""
    if last.is_full:
        return f"Solved in {counted(count, 'step')}." if count else "The grid is complete."
    return (
        f"No technique finds a next step; {counted(len(last.empty_cells), 'cell')} left after {counted(count, 'step')}."
    )


def _refused(grid: Grid, marks: dict[int, list[int]] | None, mistake: Mistake) -> PathAnswer:
    found = MistakeRecord(mistake.reason, records.names(grid.layout, mistake.cells))
    return PathAnswer(
        solved=False,
        more=False,
        unique=False,
        summary="",
        note="",
        mistake=found,
        candidates=_candidates(Position.of(grid, marks)),
        techniques=[],
        steps=[],
    )


def _note(given: Grid, unique: bool) -> str:
    """Why a path may not reach the end."""
    status = Status.UNIQUE if unique else status_of(given)
    if status is Status.MULTIPLE:
        return "The puzzle has several solutions. Reasoning goes only as far as all of them agree."
    return NOTES[status]


def _candidates(position: Position) -> list[list[int]]:
    return [digits_of(bits) for bits in position.candidates]


# --- every step ----------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class StepsRequest(ReasoningRequest):
    """A grid in play, and what to look for there."""

    technique: Annotated[
        list[Tag] | None,
        Field(max_length=200, description="techniques by name, family or code (default: all)"),
    ] = None
    limit: Annotated[int, Field(strict=True, ge=1, le=MAX_STEPS, description="the most steps per technique")] = 50


@dataclass(frozen=True, kw_only=True)
class StepsAnswer:
    """The steps, technique by technique; `more` names the techniques that have further ones."""

    unique: bool
    steps: list[DrawnStep]
    more: list[str]


@router.post("/api/steps")
@runs_in("worker", seconds=30)
def find_steps(request: StepsRequest, context: Context) -> StepsAnswer:
    """Every step in a position, or those of some techniques."""
    grid, clues, marks = request.read()
    run = request.run(grid.layout, context)
    wanted = techniques() if request.technique is None else find_techniques(request.technique)
    require_layout(grid.layout, () if request.technique is None else wanted)
    position = read_position(grid, marks)
    unique = status_of(clues or grid) is Status.UNIQUE if request.unique is None else request.unique
    found, more = [], []
    for technique in wanted:
        if unique or not technique.assumes_unique:
            limit = request.limit + 1
            some = list(find(position, clues or grid, [technique], unique=unique, limit=limit, run=run))
            found += [DrawnStep.of(step) for step in some[: request.limit]]
            more += [technique.slug] if len(some) > request.limit else []
    return StepsAnswer(unique=unique, steps=found, more=more)
