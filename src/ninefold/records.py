"""The JSON forms of results, each written once: `--json` on the command line and the API share them.

Every form is a frozen dataclass whose fields are the documented keys, in order. In JSON a cell is its name, such as
r4c7. On the command line each object starts with the puzzle and its layout (`with_puzzle`), so that the output of one
command can be the input of another; the API sends a grid as a `Board`.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, fields, is_dataclass
from typing import TYPE_CHECKING, Any, Literal, TypeVar, get_args, get_origin

from ninefold.core.values import for_json

if TYPE_CHECKING:  # a command that prints JSON loads no more of the package for it
    from ninefold.core import checking
    from ninefold.core import layout as layouts
    from ninefold.core.grid import Grid
    from ninefold.library.store import Entry
    from ninefold.logic import hints
    from ninefold.racing import outcome
    from ninefold.rating.rate import Difficulty
    from ninefold.solving import counting, method, result

T = TypeVar("T")


def as_json(value: object) -> str:
    """JSON text of a value made of records and plain values."""
    return json.dumps(value, default=_encode)


def _encode(value: object) -> object:
    return as_dict(value) if is_dataclass(value) else for_json(value)


def as_dict(record: object) -> dict[str, Any]:
    """The fields of a record as a dictionary; records inside stay as they are."""
    return {field.name: getattr(record, field.name) for field in fields(record)}  # type: ignore[arg-type]


def extend(kind: type[T], record: object, **more: object) -> T:
    """A record of a larger kind: the fields of a smaller one, and further ones."""
    return kind(**as_dict(record) | more)


def with_puzzle(grid: Grid, record: object, **more: object) -> dict[str, Any]:
    """A record as the command line writes it: after the puzzle and its layout, before further keys."""
    return {"puzzle": grid.line, "layout": str(grid.layout)} | as_dict(record) | more


# --- parts ---------------------------------------------------------------------------------------


@dataclass(frozen=True)
class Board:
    """A grid."""

    line: str
    layout: str
    size: int
    digits: list[int]

    @classmethod
    def of(cls, grid: Grid) -> Board:
        """The record of a grid."""
        return cls(grid.line, str(grid.layout), grid.size, list(grid.digits))


@dataclass(frozen=True)
class UnitRecord:
    """A row, column, box or other unit, with its cells."""

    kind: str
    number: int
    name: str
    cells: list[str]

    @classmethod
    def of(cls, unit: layouts.Unit, layout: layouts.Layout) -> UnitRecord:
        """The record of a unit."""
        return cls(unit.kind, unit.number, unit.name, names(layout, unit.cells))


@dataclass(frozen=True)
class CellDigit:
    """A digit in a cell."""

    cell: str
    digit: int


@dataclass(frozen=True)
class ClashRecord:
    """A digit that appears more than once in a unit."""

    unit: str
    kind: str
    number: int
    digit: int
    cells: list[str]


def names(layout: layouts.Layout, cells: Iterable[int]) -> list[str]:
    """The names of cells."""
    return [layout.name(cell) for cell in cells]


def candidates_of(layout: layouts.Layout, pairs: Iterable[tuple[int, int]]) -> list[CellDigit]:
    """The records of candidates."""
    return [CellDigit(layout.name(cell), digit) for cell, digit in pairs]


def clashes_of(report: checking.Check) -> list[ClashRecord]:
    """The records of the clashes in a report."""
    layout = report.grid.layout
    return [
        ClashRecord(clash.unit.name, clash.unit.kind, clash.unit.number, clash.digit, names(layout, clash.cells))
        for clash in report.clashes
    ]


# --- results -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ResultRecord:
    """The answer of a method. Solutions are lines of text on the command line and boards in the API."""

    status: str
    solutions: Sequence[str | Board]
    method: str
    seconds: float
    why: str
    stats: dict[str, object]

    @classmethod
    def of(cls, found: result.Result) -> ResultRecord:
        """The record of a result, with solutions as text."""
        return cls(
            status=str(found.status),
            solutions=[solution.line for solution in found.solutions],
            method=found.method,
            seconds=round(found.seconds, 6),
            why=found.why,
            stats=dict(found.stats),
        )


@dataclass(frozen=True, kw_only=True)
class CountRecord:
    """A number of solutions; `ended` says whether these are all."""

    count: int
    ended: bool
    seconds: float
    why: str

    @classmethod
    def of(cls, found: counting.Count, seconds: float) -> CountRecord:
        """The record of a count and the time it took."""
        return cls(count=int(found), ended=found.ended, seconds=round(seconds, 6), why=found.why)


@dataclass(frozen=True, kw_only=True)
class ExplainerRecord:
    """The numbers of Sudoku Explainer 1.2.1, and the technique behind ER."""

    er: float
    ep: float
    ed: float
    technique: str


@dataclass(frozen=True, kw_only=True)
class HodokuRecord:
    """The level and score of HoDoKu 2.2.0."""

    level: str
    score: int


@dataclass(frozen=True, kw_only=True)
class RatingRecord:
    """How hard a puzzle is; without a rating, `why` says why."""

    explainer: ExplainerRecord | None
    hodoku: HodokuRecord | None
    minutes: float | None
    range: list[float]
    level: str
    techniques: dict[str, int]
    openings: list[int]
    backdoor: int | None
    guesses: int | None
    about: str
    why: str

    @classmethod
    def of(cls, found: Difficulty) -> RatingRecord:
        """The record of a rating."""
        scale, hodoku, measure = found.explainer, found.hodoku, found.measure
        return cls(
            explainer=None
            if scale is None
            else ExplainerRecord(er=scale.er, ep=scale.ep, ed=scale.ed, technique=scale.hardest),
            hodoku=None if hodoku is None else HodokuRecord(level=hodoku.level, score=hodoku.score),
            minutes=found.minutes,
            range=[measure.low, measure.high] if measure else [],
            level=found.level,
            techniques=found.techniques,
            openings=list(found.openings),
            backdoor=found.backdoor,
            guesses=found.guesses,
            about=str(measure) if measure else "",
            why=found.why,
        )


@dataclass(frozen=True, kw_only=True)
class CheckRecord:
    """Errors in a grid; `completable` is None if that was not decided in time."""

    verdict: str
    correct: bool
    empty: int
    row_errors: int
    column_errors: int
    box_errors: int
    extra_errors: int
    clashing_cells: list[str]
    clashes: list[ClashRecord]
    changed_clues: list[str]
    completable: bool | None

    @classmethod
    def of(cls, report: checking.Check, completable: bool | None) -> CheckRecord:
        """The record of a report."""
        layout = report.grid.layout
        return cls(
            verdict=str(report.verdict),
            correct=report.correct,
            empty=report.empty,
            row_errors=report.row_errors,
            column_errors=report.column_errors,
            box_errors=report.box_errors,
            extra_errors=report.extra_errors,
            clashing_cells=names(layout, report.clashing_cells),
            clashes=clashes_of(report),
            changed_clues=names(layout, report.changed),
            completable=completable,
        )


@dataclass(frozen=True, kw_only=True)
class HintRecord:
    """The next step. What is shown depends on the strength: `step`, the step with its evidence, from strength 3 on."""

    kind: str
    strength: int
    technique: str
    message: str
    units: list[UnitRecord]
    cells: list[str]
    places: list[CellDigit]
    drops: list[CellDigit]
    because: list[CellDigit]
    step: dict[str, Any] | None

    @classmethod
    def of(cls, grid: Grid, found: hints.Hint) -> HintRecord:
        """The record of a hint for a grid."""
        from ninefold.logic.step_json import step_record

        layout = grid.layout
        return cls(
            kind=str(found.kind),
            strength=found.strength,
            technique=found.technique,
            message=found.message,
            units=[UnitRecord.of(unit, layout) for unit in found.units],
            cells=names(layout, found.cells),
            places=candidates_of(layout, found.places),
            drops=candidates_of(layout, found.removes),
            because=candidates_of(layout, found.because),
            step=step_record(found.step) if found.step and found.strength > 2 else None,
        )


@dataclass(frozen=True, kw_only=True)
class Generated:
    """A generated puzzle: the number of its clues, its level, its ER if one was wanted, and its seed."""

    clues: int
    level: str
    er: float | None = None
    seed: int | None


@dataclass(frozen=True, kw_only=True)
class CanonicalRecord:
    """The canonical form of a grid, its ID, and the number of symmetries of the grid."""

    canonical: str
    id: str
    automorphisms: int

    @classmethod
    def of(cls, grid: Grid) -> CanonicalRecord:
        """Compute the canonical form of a grid."""
        from ninefold.core.canonical import canonical_form, id_of

        form = canonical_form(grid)
        return cls(canonical=form.grid.line, id=id_of(form.grid), automorphisms=form.automorphisms)


@dataclass(frozen=True, kw_only=True)
class Shown:
    """A grid as `ninefold show` prints it."""

    puzzle: str
    size: int
    layout: str
    clues: int
    empty: int
    rows: list[list[int]]

    @classmethod
    def of(cls, grid: Grid, clues: Grid | None = None) -> Shown:
        """The record of a grid, and of the clues in it if some of its digits are not clues."""
        return cls(
            puzzle=grid.line,
            size=grid.size,
            layout=str(grid.layout),
            clues=len((clues or grid).filled_cells),
            empty=len(grid.empty_cells),
            rows=[list(row) for row in grid.rows],
        )


@dataclass(frozen=True, kw_only=True)
class LibraryEntry:
    """A puzzle of the library as `ninefold library` prints it."""

    number: int
    id: str
    puzzle: str
    layout: str
    clues: int
    status: str
    solution: str | None
    meta: dict[str, str]
    tags: list[str]
    added: str
    level: str
    rating: dict[str, Any] | None

    @classmethod
    def of(cls, entry: Entry) -> LibraryEntry:
        """The record of an entry."""
        puzzle = entry.puzzle
        return cls(
            number=entry.number,
            id=entry.id,
            puzzle=puzzle.clues.line,
            layout=str(puzzle.layout),
            clues=len(puzzle.clues.filled_cells),
            status=str(entry.status),
            solution=puzzle.solution.line if puzzle.solution else None,
            meta=dict(puzzle.meta),
            tags=list(entry.tags),
            added=entry.added,
            level=entry.level,
            rating=None if entry.rating is None else as_dict(entry.rating),
        )


@dataclass(frozen=True, kw_only=True)
class StandingRecord:
    """The results of one method in a race: how often each status came, and its times in seconds."""

    method: str
    runs: int
    answered: int
    unique: int
    solved: int
    multiple: int
    impossible: int
    unknown: int
    timed_out: int
    faults: int
    wrong: int
    median_seconds: float | None
    worst_seconds: float | None
    total_seconds: float
    cpu_seconds: float
    work: str
    median_work: float
    excluded: str

    @classmethod
    def of(cls, standing: outcome.Standing) -> StandingRecord:
        """The record of a standing."""
        times, middle, (work, amount) = standing.times, standing.median_seconds, standing.work
        return cls(
            method=standing.method,
            runs=len(standing.outcomes),
            answered=len(standing.answered),
            **{str(status): count for status, count in standing.statuses.items()},
            timed_out=standing.timed_out,
            faults=len(standing.faults),
            wrong=len(standing.wrong),
            median_seconds=None if middle is None else round(middle, 6),
            worst_seconds=round(times[-1], 6) if times else None,
            total_seconds=round(standing.total, 6),
            cpu_seconds=round(sum(run.cpu_seconds or 0.0 for run in standing.outcomes), 6),
            work=work,
            median_work=amount,
            excluded=standing.excluded,
        )


@dataclass(frozen=True, kw_only=True)
class StudyRecord:
    """The results of one method on one set of puzzles; `programs` is the mean number of linear programs."""

    puzzles: str
    method: str
    runs: int
    proved: int
    found: int
    programs: float
    median_seconds: float
    mean_seconds: float
    longest_seconds: float


# --- methods -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class OptionRecord:
    """An option of a method; `values` lists the choices if there are only a few."""

    name: str
    values: list[str] | None
    takes: str
    default: str | int | float | bool | None
    about: str

    @classmethod
    def of(cls, option: method.Option) -> OptionRecord:
        """The record of an option."""
        from ninefold.solving.method import REQUIRED

        values = [str(value) for value in get_args(option.type)] if get_origin(option.type) is Literal else None
        default = None if option.default is REQUIRED else option.default
        return cls(
            name=option.name,
            values=["true", "false"] if option.type is bool else values,
            takes=option.values,
            default=default if isinstance(default, str | int | float | bool | None) else str(for_json(default)),
            about=option.about,
        )


@dataclass(frozen=True, kw_only=True)
class MethodRecord:
    """A solving method; `why_not` says what is missing if it is not available."""

    name: str
    available: bool
    about: str
    why_not: str
    complete: bool
    cooperative: bool
    sizes: list[int]
    slow_above: int
    variants: bool
    traces: list[str]
    options: list[OptionRecord]

    @classmethod
    def of(cls, info: method.MethodInfo, scopes: tuple[str, ...] = ("anywhere", "local")) -> MethodRecord:
        """The record of a method."""
        from ninefold.solving.method import options_of

        options = options_of(info) if info.available else ()
        return cls(
            name=info.name,
            available=info.available,
            about=info.about,
            why_not=info.unavailable_reason,
            complete=info.complete,
            cooperative=info.cooperative,
            sizes=list(info.sizes),
            slow_above=info.slow_above,
            variants=info.variants,
            traces=list(info.traces),
            options=[OptionRecord.of(option) for option in options if option.scope in scopes],
        )
