"""Looking up: where no technique gets further, one digit of the solution, and plainly said to be that."""

from __future__ import annotations

from ninefold.logic.mistakes import SECONDS
from ninefold.logic.notes import Notes
from ninefold.logic.step import Step
from ninefold.solving.ask import solve
from ninefold.solving.result import Status


def looked_up(notes: Notes) -> Step | None:
    """The digit of a cell with the fewest candidates; None where the grid has not one solution, or it is not known."""
    grid = notes.grid
    result = solve(grid, limit=2, seconds=SECONDS)
    if result.status is not Status.UNIQUE or result.solution is None:
        return None
    cell = min(grid.empty_cells, key=lambda one: notes.open[one].bit_count())
    digit = result.solution.digits[cell]
    return Step(
        technique="looked up",
        reason=f"Looked up in the solution, not deduced: {digit} in {grid.layout.name(cell)}.",
        size=grid.size,
        cells=(cell,),
        places=((cell, digit),),
    )
