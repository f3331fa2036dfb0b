"""JSON forms of results: solutions, counts, checks and hints."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ninefold.records.parts import Board, CellDigit, ClashRecord, UnitRecord, candidates_of, clashes_of, names

if TYPE_CHECKING:
    from ninefold.core import checking
    from ninefold.core.grid import Grid
    from ninefold.logic import hints
    from ninefold.solving import counting, result


@dataclass(frozen=True, kw_only=True)
class ResultRecord:
    """The answer of a method. Solutions are lines of text on the command line and boards in the API.

    `seconds` is the time of the method alone, `startup_seconds` that of loading it and its libraries.
    """

    status: str
    solutions: Sequence[str | Board]
    method: str
    seconds: float
    startup_seconds: float
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
            startup_seconds=round(found.startup_seconds, 6),
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
