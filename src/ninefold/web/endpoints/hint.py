"""`POST /api/hint`: the next step."""

from __future__ import annotations

from dataclasses import dataclass
from typing import Annotated, Literal

from pydantic import Field

from ninefold import records
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
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

SECONDS = 5.0
Marks = Annotated[
    Annotated[dict[CellName, Digits], Field(max_length=CELLS)]
    | Annotated[list[Digits], Field(max_length=CELLS, fail_fast=True)],
    Field(description="the candidates the player noted: by the name of the cell, or a list for all cells"),
]


@dataclass(frozen=True, kw_only=True)
class PositionRequest(Body):
    """A grid in play: its digits, the puzzle it started from, and the player's marks."""

    grid: GridText
    clues: GridText | None = None
    layout: LayoutText | None = None
    marks: Marks | None = None

    def read(self) -> tuple[Grid, Grid | None, dict[int, list[int]] | None]:
        """The grid, the clues and the marks."""
        grid = Grid(self.grid, layout=layout_of(self.layout))
        clues = None if self.clues is None else Grid(self.clues, layout=grid.layout)
        return grid, clues, _cell_marks(grid, self.marks)


def _cell_marks(grid: Grid, marks: Marks | None) -> dict[int, list[int]] | None:
    """The marks of a request, by the number of the cell."""
    if marks is None:
        return None
    pairs = enumerate(marks) if isinstance(marks, list) else marks.items()
    return {grid.layout.cell(cell): digits for cell, digits in pairs if digits}


@dataclass(frozen=True, kw_only=True)
class HintRequest(PositionRequest):
    """A grid in play, and how much to say about the next step."""

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
    """A hint, and what a board draws of it; `drawing` has the evidence of a whole step.

    If no step applies, `several` says whether the puzzle has several solutions, so that no digit can be looked up.
    """

    seen: list[str]
    arrows: list[list[str]]
    links: list[list[str]]
    marks: list[Mark]
    drawing: Drawing | None
    several: bool


@router.post("/api/hint")
@runs_in("quick", seconds=SECONDS)
def hint(request: HintRequest, context: Context) -> DrawnHint:
    """The next step."""
    grid, clues, marks = request.read()
    limit, cancel = Limit(seconds=SECONDS), context.cancel
    return drawn(
        grid, hints.hint(grid, clues=clues, marks=marks, strength=request.strength, limit=limit, cancel=cancel)
    )


def drawn(grid: Grid, found: hints.Hint) -> DrawnHint:
    """A hint as the response has it."""
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
        several=found.several,
    )
