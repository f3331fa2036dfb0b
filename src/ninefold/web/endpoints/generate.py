"""`POST /api/generate` and the job `generate`: new puzzles, or puzzles from the library."""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Annotated, Literal

from pydantic import Field

from ninefold import records
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit, Stopped
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import counted
from ninefold.make.generate import generate as make_puzzle
from ninefold.make.generate import read_seed
from ninefold.make.recipe import Recipe
from ninefold.processes.child import Context
from ninefold.rating.levels import level_of
from ninefold.solving.solve import solve
from ninefold.web.backend import Backend, Client
from ninefold.web.endpoints.endpoint import (
    Body,
    Flag,
    LayoutText,
    Seconds,
    Seed,
    Word,
    layout_of,
    router,
    runs_in,
)
from ninefold.web.endpoints.library import Filters, pick_random
from ninefold.web.errors import ApiError

MAX_CLUES = 625
_Clues = Annotated[int, Field(strict=True, ge=0, le=MAX_CLUES)]
_Span = Annotated[list[Annotated[float, Field(ge=0, le=1000)]], Field(min_length=2, max_length=2)]
_Often = Annotated[list[Annotated[int, Field(strict=True, ge=0, le=1000)]], Field(min_length=2, max_length=2)]


@dataclass(frozen=True, kw_only=True)
class Wanted(Body):
    """What a puzzle should be like."""

    size: Annotated[int, Field(strict=True, ge=2, le=25)] | None = None
    layout: LayoutText | None = None
    level: Annotated[Word, Field(description="one of the levels that /api/about lists")] = "any"
    symmetry: Annotated[Word, Field(description="one of the symmetries that /api/about lists")] = "none"
    minimal: Annotated[Flag, Field(description="every clue is needed")] = False
    clues: Annotated[
        _Clues | Annotated[list[_Clues], Field(min_length=2, max_length=2)] | None,
        Field(description="how many clues, or the fewest and the most"),
    ] = None
    er: Annotated[_Span | None, Field(description="the least and the most ER of Sudoku Explainer")] = None
    minutes: Annotated[_Span | None, Field(description="the least and the most minutes")] = None
    technique: Annotated[
        Annotated[dict[Word, _Often], Field(max_length=20)] | None,
        Field(description="techniques that are needed: the fewest and the most times each"),
    ] = None
    hardest: Annotated[Word | None, Field(description="the hardest technique that may be needed")] = None
    uniqueness: Annotated[
        Flag | None, Field(description="false: no technique is needed that assumes a unique solution")
    ] = None
    marks: Annotated[Flag | None, Field(description="false: solvable without pencil marks")] = None
    seed: Seed | None = None
    seconds: Seconds = 20.0


@dataclass(frozen=True, kw_only=True)
class GenerateRequest(Wanted):
    """A puzzle to generate or to take from the library."""

    kind: Annotated[
        Literal["puzzle", "shidoku"],
        Field(description="a puzzle with one solution, or four digits on a 4×4 board as in Wu's lecture"),
    ] = "puzzle"
    source: Annotated[Literal["fresh", "library"], Field(alias="from")] = "fresh"


@dataclass(frozen=True, kw_only=True)
class GenerateJob(Wanted):
    """Several puzzles to generate."""

    kind: Literal["generate"]
    count: Annotated[int, Field(strict=True, ge=1, le=200)]


@dataclass(frozen=True, kw_only=True)
class GeneratedPuzzle(records.Generated):
    """A puzzle, generated or from the library."""

    puzzle: records.Board
    solution: records.Board | None
    symmetry: str
    minimal: bool | None
    source: Literal["fresh", "library"]
    id: str | None


@dataclass(frozen=True, kw_only=True)
class GeneratedPuzzles:
    """The puzzles of a job."""

    puzzles: list[GeneratedPuzzle]


@router.post("/api/generate")
@runs_in("at once")
async def generate(request: GenerateRequest, backend: Backend, client: Client) -> GeneratedPuzzle:
    """Generate a puzzle, or pick one from the library."""
    if request.source == "library":
        if request.layout is not None:
            _board(request)
        filters = Filters(size=request.size, level=request.level)
        found = await backend.in_library(pick_random, filters, request.layout)
        shared = {name: getattr(found, name) for name in ("puzzle", "solution", "level", "clues", "id")}
        return GeneratedPuzzle(**shared, symmetry="none", seed=None, minimal=None, source="library")
    try:
        return await backend.in_worker(generate_one, request, client=client, seconds=request.seconds)
    except ApiError as error:
        if error.kind != "time":
            raise
        raise ApiError("cannot", f"no such puzzle was found in {counted(request.seconds, 'second')}") from None


@runs_in("worker", seconds=20)
def generate_one(request: GenerateRequest, context: Context) -> GeneratedPuzzle:
    """One new puzzle."""
    seed = read_seed(request.seed)
    return _record(shidoku(seed), request, seed) if request.kind == "shidoku" else _generate(request, context, seed)


@runs_in("job", seconds=20)
def generate_many(job: GenerateJob, context: Context) -> GeneratedPuzzles:
    """Several new puzzles, each sent as soon as it is there; each has its own seed."""
    puzzles: list[GeneratedPuzzle] = []
    first = read_seed(job.seed)
    for number in range(job.count):
        puzzles.append(_generate(job, context, first + number))
        progress = {"puzzle": puzzles[-1], "done": number + 1, "total": job.count}
        context.emit(("progress", records.as_json(progress)))
    return GeneratedPuzzles(puzzles=puzzles)


def _board(wanted: Wanted) -> Layout:
    """The layout of a request; a size that contradicts it is refused."""
    layout = layout_of(wanted.layout) or Layout.of_size(wanted.size or 9)
    if wanted.size not in (None, layout.size):
        message = f"size: read {wanted.size}, expected {layout.size}, which is the size of the layout {layout}"
        raise ApiError("unreadable", message, "size")
    return layout


def recipe_of(wanted: Wanted) -> Recipe:
    """The recipe of a request; an error if it contradicts itself."""
    return Recipe(
        _board(wanted),
        clues=(wanted.clues[0], wanted.clues[1]) if isinstance(wanted.clues, list) else wanted.clues,
        minimal=wanted.minimal or None,
        symmetry=wanted.symmetry,
        level=None if wanted.level == "any" else wanted.level,
        er=None if wanted.er is None else (wanted.er[0], wanted.er[1]),
        minutes=None if wanted.minutes is None else (wanted.minutes[0], wanted.minutes[1]),
        technique=None if wanted.technique is None else {name: (a, b) for name, (a, b) in wanted.technique.items()},
        hardest=wanted.hardest,
        uniqueness=wanted.uniqueness,
        marks=wanted.marks,
    )


def _generate(wanted: Wanted, context: Context, seed: int) -> GeneratedPuzzle:
    try:
        limit = Limit(seconds=wanted.seconds)
        puzzle = make_puzzle(recipe_of(wanted), seed=seed, threads=1, limit=limit, levels=True, cancel=context.cancel)
    except Stopped as stop:
        is_whole = stop.why.startswith("no such puzzle")
        raise ApiError("cannot", stop.why if is_whole else f"no such puzzle was found: {stop.why}") from None
    return _record(puzzle, wanted, seed)


def shidoku(seed: int) -> Puzzle:
    """Wu's start on 4×4: one digit in each row and column, all different; often with several solutions."""
    rng = Random(seed)  # noqa: S311 - a game
    columns, digits = rng.sample(range(4), 4), rng.sample(range(1, 5), 4)
    grid = Grid.empty(4).with_digits({4 * row + columns[row]: digits[row] for row in range(4)})
    return Puzzle(grid, solution=solve(grid, limit=1).solution, level=level_of(grid))


def _record(puzzle: Puzzle, wanted: Wanted, seed: int) -> GeneratedPuzzle:
    return GeneratedPuzzle(
        clues=len(puzzle.clues.filled_cells),
        level=puzzle.level,
        er=None if puzzle.rating is None else puzzle.rating.value,
        seed=seed,
        puzzle=records.Board.of(puzzle.clues),
        solution=None if puzzle.solution is None else records.Board.of(puzzle.solution),
        symmetry=wanted.symmetry,
        minimal=True if wanted.minimal else None,
        source="fresh",
        id=None,
    )
