"""`POST /api/hint`: the next step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from ninefold import records
from ninefold.core.grid import Grid
from ninefold.logic import hints
from ninefold.processes.child import Context
from ninefold.web.endpoints.drawn import Drawing
from ninefold.web.endpoints.endpoint import (
    CELLS,
    Body,
    CellName,
    Digits,
    GridText,
    LayoutText,
    layout_of,
    router,
    runs_in,
)

Marks = Annotated[
    Annotated[dict[CellName, Digits], Field(max_length=CELLS)]
    | Annotated[list[Digits], Field(max_length=CELLS, fail_fast=True)],
    Field(description="the candidates the player noted: by the name of the cell, or a list for all cells"),
]


@dataclass(frozen=True, kw_only=True)
class HintRequest(Body):
    """A grid in play."""

    grid: GridText
    clues: GridText | None = None
    layout: LayoutText | None = None
    marks: Marks | None = None
    strength: Annotated[
        int,
        Field(strict=True, ge=1, le=3, description="1 where to look, 2 which technique, 3 the whole deduction"),
    ] = 1


@dataclass(frozen=True)
class Mark(records.CellDigit):
    """A candidate and its part in a hint."""

    role: Literal["place", "drop", "because"]


@dataclass(frozen=True, kw_only=True)
class DrawnHint(records.HintRecord):
    """A hint, and what a board draws of it; `drawing` has the evidence of a whole step."""

    seen: list[str]
    arrows: list[list[str]]
    links: list[list[str]]
    marks: list[Mark]
    drawing: Drawing | None


@router.post("/api/hint")
@runs_in("quick", seconds=5)
def hint(request: HintRequest, context: Context) -> DrawnHint:  # noqa: ARG001 - it is fast
    """The next step."""
    grid = Grid(request.grid, layout=layout_of(request.layout))
    clues = None if request.clues is None else Grid(request.clues, layout=grid.layout)
    found = hints.hint(grid, clues=clues, marks=cell_marks(grid, request.marks), strength=request.strength)
    layout, shared = grid.layout, records.HintRecord.of(grid, found)
    return records.extend(
        DrawnHint,
        shared,
        seen=records.names(layout, found.seen),
        arrows=[records.names(layout, pair) for pair in found.arrows],
        links=[records.names(layout, pair) for pair in found.lines],
        marks=[
            *(Mark(one.cell, one.digit, "place") for one in shared.places),
            *(Mark(one.cell, one.digit, "drop") for one in shared.drops),
            *(Mark(one.cell, one.digit, "because") for one in shared.because),
        ],
        drawing=Drawing.of(found.step) if found.step and found.strength > 2 else None,
    )


def cell_marks(grid: Grid, marks: Marks | None) -> dict[int, list[int]] | None:
    """The marks of a request, by the number of the cell."""
    if marks is None:
        return None
    pairs = enumerate(marks) if isinstance(marks, list) else marks.items()
    return {grid.layout.cell(cell): digits for cell, digits in pairs if digits}
