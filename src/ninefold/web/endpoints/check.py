"""`POST /api/check` and `/api/candidates`: errors in a grid, and what its digits leave open."""

from __future__ import annotations

from dataclasses import dataclass

from ninefold import records
from ninefold.core import checking
from ninefold.core.checking import Verdict
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.models.incidence import candidates as open_candidates
from ninefold.processes.child import Context
from ninefold.solving.result import Status
from ninefold.solving.solve import solve
from ninefold.web.endpoints.endpoint import Body, GridText, LayoutText, Seconds, layout_of, router, runs_in


@dataclass(frozen=True, kw_only=True)
class CheckRequest(Body):
    """A grid, and the puzzle it started from."""

    grid: GridText
    clues: GridText | None = None
    layout: LayoutText | None = None
    seconds: Seconds = 2.0


@dataclass(frozen=True, kw_only=True)
class CheckAnswer(records.CheckRecord):
    """Errors in a grid; with clues, also the digits that are not in their solution."""

    complete: bool
    wrong_cells: list[str]
    proper: bool | None
    message: str


@router.post("/api/check")
@runs_in("quick", solves=2)
def check(request: CheckRequest, context: Context) -> CheckAnswer:
    """Check a grid for errors."""
    grid = Grid(request.grid, layout=layout_of(request.layout))
    clues = None if request.clues is None else Grid(request.clues, layout=grid.layout)
    report = checking.check(grid, puzzle=clues)
    wrong, proper = _compare(grid, clues, request.seconds, context)
    possible: bool | None = False
    if not (report.clashes or report.changed or wrong):
        possible = solve(grid, limit=Limit(1, seconds=request.seconds), cancel=context.cancel).status.is_possible
    shared = records.CheckRecord.of(report, possible)
    return records.extend(
        CheckAnswer,
        shared,
        correct=shared.correct and not wrong,
        complete=report.verdict is Verdict.COMPLETE,
        wrong_cells=records.names(grid.layout, wrong),
        proper=proper,
        message=_message(report),
    )


def _compare(grid: Grid, clues: Grid | None, seconds: float, context: Context) -> tuple[list[int], bool | None]:
    """The cells that differ from the only solution of the clues, and whether there is just one."""
    if clues is None:
        return [], None
    result = solve(clues, limit=Limit(seconds=seconds), cancel=context.cancel)
    if result.status is not Status.UNIQUE or result.solution is None:
        return [], None if result.status in (Status.UNKNOWN, Status.SOLVED) else False
    digits = result.solution.digits
    return [cell for cell in grid.filled_cells if grid.digits[cell] != digits[cell]], True


def _message(report: checking.Check) -> str:
    """The words of Marinescu's program, which the Papers page shows."""
    if report.verdict is Verdict.INCORRECT:
        return "Solution is incorrect"
    if report.verdict is Verdict.COMPLETE:
        return "Solution is correct"
    return f"Partial Solution is Correct!, Empty Cells: {report.empty}"


@dataclass(frozen=True, kw_only=True)
class CandidatesRequest(Body):
    """A grid."""

    grid: GridText
    layout: LayoutText | None = None


@dataclass(frozen=True, kw_only=True)
class Candidates:
    """The candidates of every cell, row by row; none for a filled cell."""

    candidates: list[list[int]]


@router.post("/api/candidates")
@runs_in("quick", seconds=5)
def candidates(request: CandidatesRequest, context: Context) -> Candidates:  # noqa: ARG001 - it is fast
    """The candidates of each empty cell."""
    grid = Grid(request.grid, layout=layout_of(request.layout))
    flags = open_candidates(grid).tolist()
    return Candidates(
        candidates=[
            [] if grid.digits[cell] else [digit for digit, is_open in enumerate(row, 1) if is_open]
            for cell, row in enumerate(flags)
        ]
    )
