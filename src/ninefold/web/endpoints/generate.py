"""`POST /api/generate` and the job `generate`: new puzzles, or puzzles from the library."""

from __future__ import annotations

from dataclasses import dataclass, fields
from functools import partial
from random import Random
from time import monotonic
from typing import Annotated, Literal

from pydantic import Field

from ninefold import records
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit, Stopped
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import counted, short_repr
from ninefold.make.generate import make, read_seed
from ninefold.make.maker import Maker
from ninefold.make.recipe import Recipe
from ninefold.processes.child import Context
from ninefold.processes.errors import Cancelled, TimedOut
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
REPORT_SECONDS = 0.5  # between two reports of a job that has no new puzzle
_Clues = Annotated[int, Field(strict=True, ge=0, le=MAX_CLUES)]
_Span = Annotated[list[Annotated[float, Field(strict=True, ge=0, le=1000)]], Field(min_length=2, max_length=2)]
# What a request may say beside these words; anything else would be ignored.
FOR_LIBRARY = frozenset({"source", "size", "layout", "level", "clues", "er", "minutes", "seconds"})
FOR_SHIDOKU = frozenset({"source", "kind", "seed", "seconds"})
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
    """A puzzle to generate or to take from the library.

    From the library it can have a size or layout, a level, clues, ER and minutes; for `shidoku` there is only the seed.
    """

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
        _refuse_others(request, FOR_LIBRARY, "a puzzle of the library")
        if request.layout is not None:
            _board(request)
        found = await backend.in_library(pick_random, _filters(request), request.layout)
        shared = {name: getattr(found, name) for name in ("puzzle", "solution", "level", "clues", "id")}
        return GeneratedPuzzle(**shared, symmetry="none", seed=None, minimal=None, source="library")
    if request.kind == "shidoku":
        _refuse_others(request, FOR_SHIDOKU, "shidoku")
    try:
        puzzle: GeneratedPuzzle = await backend.requests.run(
            generate_one, request, seconds=request.seconds, gone=client.gone
        )
        return puzzle
    except (TimedOut, Cancelled):
        raise ApiError("cannot", f"no such puzzle was found in {counted(request.seconds, 'second')}") from None


def _refuse_others(request: GenerateRequest, known: frozenset[str], what: str) -> None:
    """Refuse what would be ignored."""
    for field in fields(request):
        if field.name not in known and (value := getattr(request, field.name)) != field.default:
            message = f"{field.name}: read {short_repr(value)}, expected none for {what}"
            raise ApiError("unreadable", message, field.name)


def _filters(request: GenerateRequest) -> Filters:
    """What a request says about the puzzle, as filters of the library."""
    clues = (request.clues, request.clues) if isinstance(request.clues, int) else request.clues or (None, None)
    er, minutes = request.er or (None, None), request.minutes or (None, None)
    return Filters(
        size=request.size,
        level=request.level,
        clues_from=clues[0],
        clues_to=clues[1],
        er_from=er[0],
        er_to=er[1],
        minutes_from=minutes[0],
        minutes_to=minutes[1],
    )


@runs_in("worker", seconds=20)
def generate_one(request: GenerateRequest, context: Context) -> GeneratedPuzzle:
    """One new puzzle."""
    seed = read_seed(request.seed)
    return _record(shidoku(seed), request, seed) if request.kind == "shidoku" else _generate(request, context, seed)


@runs_in("job", seconds=20)
def generate_many(job: GenerateJob, context: Context) -> GeneratedPuzzles:
    """Several new puzzles, each sent as soon as it is there; each has its own seed."""
    puzzles: list[GeneratedPuzzle] = []
    first, report = read_seed(job.seed), Report(job.count, context)
    for number in range(job.count):
        puzzles.append(_generate(job, context, first + number, report))
        report.puzzle(puzzles[-1])
    return GeneratedPuzzles(puzzles=puzzles)


class Report:
    """The progress of a job: each puzzle, and while one takes long the attempts and the nearest so far."""

    def __init__(self, total: int, context: Context) -> None:
        self._total, self._context = total, context
        self._done = self._attempts = 0
        self._start = self._last = monotonic()

    def puzzle(self, puzzle: GeneratedPuzzle) -> None:
        """Send a puzzle."""
        self._done += 1
        self._send(puzzle=puzzle, attempts=self._attempts, best=None)

    def attempts(self, maker: Maker, before: int) -> None:
        """Send the attempts so far, `before` of them at earlier puzzles, and what came nearest; not too often."""
        self._attempts = before + maker.tally.tries
        if monotonic() - self._last > REPORT_SECONDS:
            one = maker.nearest
            best = None if one is None else {"puzzle": one.clues.line, "level": one.level, "er": _er(one)}
            self._send(puzzle=None, attempts=self._attempts, best=best)

    @property
    def so_far(self) -> int:
        """The attempts of all puzzles."""
        return self._attempts

    def _send(self, **parts: object) -> None:
        self._last = monotonic()
        left = (self._last - self._start) / self._done * (self._total - self._done) if self._done else None
        state = {"done": self._done, "total": self._total, "seconds_left": None if left is None else round(left, 1)}
        self._context.emit(("progress", records.as_json(parts | state)))


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


def _generate(wanted: Wanted, context: Context, seed: int, report: Report | None = None) -> GeneratedPuzzle:
    limit = Limit(seconds=wanted.seconds)
    maker = make(recipe_of(wanted), seed, threads=1, limit=limit, levels=True, cancel=context.cancel)
    if report is not None:
        maker.watch = partial(report.attempts, maker, report.so_far)
    try:
        (puzzle,) = maker.puzzles(1)
    except Stopped as stop:
        why = maker.explained(stop.why)
        is_whole = why.startswith("no such puzzle")
        raise ApiError("cannot", why if is_whole else f"no such puzzle was found: {why}") from None
    return _record(puzzle, wanted, seed)


def _er(puzzle: Puzzle) -> float | None:
    return None if puzzle.rating is None else puzzle.rating.value


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
        er=_er(puzzle),
        seed=seed,
        puzzle=records.Board.of(puzzle.clues),
        solution=None if puzzle.solution is None else records.Board.of(puzzle.solution),
        symmetry=wanted.symmetry,
        minimal=True if wanted.minimal else None,
        source="fresh",
        id=None,
    )
