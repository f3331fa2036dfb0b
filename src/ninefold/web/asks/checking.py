"""Asks about a grid in play: check it, its candidates, a hint."""

from __future__ import annotations

from typing import Any

from ninefold.core.checking import Check, Verdict, check
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.logic.hints import hint
from ninefold.models.incidence import candidates
from ninefold.solving.result import Status
from ninefold.solving.solve import solve
from ninefold.web.asks.common import Asked, Desk, Record, clashes_of, grid_of, unit_of


def checked(asked: Asked, desk: Desk) -> Record:
    """What is wrong with a grid and what is left; with the clues, also which digits are not in their solution."""
    grid = grid_of(asked, "grid")
    clues = Grid(asked["clues"], layout=grid.layout) if asked.get("clues") is not None else None
    report = check(grid, puzzle=clues)
    wrong, proper = _against(grid, clues, asked["seconds"], desk)
    possible: bool | None = False
    if not (report.clashes or report.changed or wrong):
        possible = solve(grid, limit=Limit(1, seconds=asked["seconds"]), cancel=desk.cancel).status.is_possible
    return {
        "verdict": str(report.verdict),
        "correct": report.verdict is not Verdict.INCORRECT and not wrong,
        "complete": report.verdict is Verdict.COMPLETE,
        "empty": report.empty,
        "row_errors": report.row_errors,
        "column_errors": report.column_errors,
        "box_errors": report.box_errors,
        "extra_errors": report.extra_errors,
        "clashes": clashes_of(report),
        "clashing_cells": list(report.clashing_cells),
        "changed_clues": list(report.changed),
        "wrong_cells": wrong,
        "completable": possible,
        "proper": proper,
        "message": _message(report),
    }


def _against(grid: Grid, clues: Grid | None, seconds: float, desk: Desk) -> tuple[list[int], bool | None]:
    """The cells that differ from the one solution of the clues, and whether there is just one."""
    if clues is None:
        return [], None
    result = solve(clues, limit=Limit(2, seconds=seconds), cancel=desk.cancel)
    if result.status is not Status.UNIQUE or result.solution is None:
        return [], None if result.status in (Status.UNKNOWN, Status.SOLVED) else False
    answer = result.solution.digits
    return [cell for cell in grid.filled_cells if grid.digits[cell] != answer[cell]], True


def _message(report: Check) -> str:
    """What the second paper's program says to Verify."""
    if report.verdict is Verdict.INCORRECT:
        return "Solution is incorrect"
    if report.verdict is Verdict.COMPLETE:
        return "Solution is correct"
    return f"Partial Solution is Correct!, Empty Cells: {report.empty}"


def candidates_of(asked: Asked, desk: Desk) -> Record:  # noqa: ARG001 - quick
    """What the digits leave open in each empty cell."""
    grid = grid_of(asked, "grid")
    flags = candidates(grid).tolist()
    return {
        "candidates": [
            [] if grid.digits[cell] else [digit for digit, is_open in enumerate(row, 1) if is_open]
            for cell, row in enumerate(flags)
        ]
    }


def hinted(asked: Asked, desk: Desk) -> Record:  # noqa: ARG001 - quick
    """The next step, as strongly as asked for."""
    grid = grid_of(asked, "grid")
    clues = Grid(asked["clues"], layout=grid.layout) if asked.get("clues") is not None else None
    found = hint(grid, clues=clues, marks=_marks(asked.get("marks")), strength=asked.get("strength", 1))
    return {
        "kind": str(found.kind),
        "strength": found.strength,
        "technique": found.technique,
        "message": found.message,
        "cells": list(found.cells),
        "units": [unit_of(unit) for unit in found.units],
        "seen": list(found.seen),
        "arrows": [list(pair) for pair in found.arrows],
        "ties": [list(pair) for pair in found.links],
        "places": _pairs(found.places),
        "drops": _pairs(found.drops),
        "marks": [
            pair | {"role": role}
            for role, pairs in (("place", found.places), ("drop", found.drops), ("because", found.because))
            for pair in _pairs(pairs)
        ],
    }


def _pairs(candidates: Any) -> list[Record]:
    return [{"cell": cell, "digit": digit} for cell, digit in candidates]


def _marks(sent: Any) -> dict[int, list[int]] | None:
    """Marks by cell, sent as an object or as a list for all cells."""
    if sent is None:
        return None
    pairs = enumerate(sent) if isinstance(sent, list) else ((int(cell), digits) for cell, digits in sent.items())
    return {cell: digits for cell, digits in pairs if digits}
