"""Hints: what a player may do next, told in three strengths.

1. Where to look: a unit.
2. Which technique.
3. The whole deduction: cells, digits, candidates and the reason.

Mistakes are told first, since every hint after one would lead astray. Where no technique gets further, strength 3 looks
one digit up in the solution, if there is one solution, and says so.

Looking up: where no technique gets further, one digit of the solution, and plainly said to be that.
"""

from __future__ import annotations

from dataclasses import dataclass

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Unit
from ninefold.core.limits import Limit
from ninefold.core.values import LabelledEnum, short_repr, whole_number
from ninefold.logic.mistakes import SECONDS, find_mistake
from ninefold.logic.notes import Marks, Notes, read_marks
from ninefold.logic.step import Candidates, Pairs, Step, listed
from ninefold.logic.techniques import first_step
from ninefold.solving.result import Status
from ninefold.solving.solve import solve


class HintKind(LabelledEnum):
    """What a hint is about."""

    STEP = "step"
    MISTAKE = "mistake"
    DONE = "done"
    STUCK = "stuck"


@dataclass(frozen=True)
class Hint:
    """What is told of a step, as strongly as asked for.

    Args:
        kind: a step, a mistake, or that the grid is done or no technique gets further.
        strength: 1, 2 or 3.
        step: all of it; None where the grid is done. Where no technique gets further, with strength 3 a digit that was
            looked up in the solution, else None.
    """

    kind: HintKind
    strength: int
    step: Step | None = None

    @property
    def technique(self) -> str:
        """The name of the technique, from strength 2."""
        return self.step.technique if self.step and self.strength > 1 else ""

    @property
    def units(self) -> tuple[Unit, ...]:
        """Where to look: one unit, with strength 3 all that matter."""
        return () if self.step is None else self.step.units if self.strength > 2 else self.step.units[:1]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that it is about: with strength 3, those of a mistake from strength 2."""
        is_told = self.strength > (1 if self.kind is HintKind.MISTAKE else 2)
        return self.step.cells if self.step and is_told else ()

    @property
    def places(self) -> Candidates:
        """The digits to place, with strength 3."""
        return self.step.places if self.step and self.strength > 2 else ()

    @property
    def drops(self) -> Candidates:
        """The candidates to rule out, with strength 3."""
        return self.step.drops if self.step and self.strength > 2 else ()

    @property
    def because(self) -> Candidates:
        """The candidates that it follows from, with strength 3."""
        return self.step.because if self.step and self.strength > 2 else ()

    @property
    def seen(self) -> tuple[int, ...]:
        """The cells whose digits it follows from, with strength 3."""
        return self.step.seen if self.step and self.strength > 2 else ()

    @property
    def arrows(self) -> Pairs:
        """From which cell to which a digit is ruled out, with strength 3."""
        return self.step.arrows if self.step and self.strength > 2 else ()

    @property
    def ties(self) -> Pairs:
        """Two cells each that are taken together, with strength 3."""
        return self.step.ties if self.step and self.strength > 2 else ()

    @property
    def message(self) -> str:
        """The hint in words."""
        if self.step is None:
            return _ENDS[self.kind]
        where = listed(unit.name for unit in self.step.units[:1]) if self.step.units else "the grid"
        if self.kind is HintKind.STUCK:
            return f"{_ENDS[self.kind]} {self.step.reason}"
        if self.kind is HintKind.MISTAKE:
            return _of_mistake(self.step, self.strength, where)
        if self.strength == 1:
            return f"Look at {where}."
        if self.strength == 2:
            return f"Look at {where}: there is a {self.step.technique}."
        return f"{self.step.technique.capitalize()}. {self.step.reason}"

    def __str__(self) -> str:
        """The hint in words."""
        return self.message


_ENDS = {
    HintKind.DONE: "The grid is complete and correct.",
    HintKind.STUCK: "Singles, locked candidates and subsets get no further here.",
}


def _of_mistake(step: Step, strength: int, where: str) -> str:
    what = "mark is missing" if step.technique == "missing mark" else "digit is wrong"
    if strength == 1 or not step.cells:
        return f"There is a mistake in {where}." if strength < 3 else step.reason
    if strength == 2:
        size = step.size
        names = listed(f"r{cell // size + 1}c{cell % size + 1}" for cell in step.cells)
        return f"There is a mistake: a {what} in {names}."
    return step.reason


def hint(grid: GridLike, *, clues: GridLike | None = None, marks: Marks | None = None, strength: int = 1) -> Hint:
    """What to do next in a grid, from its digits and the player's own marks.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(hint(puzzle))
    Look at box 2.
    >>> print(hint(puzzle, strength=3))
    Hidden single. In box 2 the digit 8 fits only r1c6: the other empty cells see the 8 in r3c3 and r5c4.
    >>> hint(puzzle, strength=3).places
    ((5, 8),)

    Args:
        grid: the digits as they stand, or anything a grid is made from.
        clues: the puzzle; with it, digits that the player placed can be told from clues.
        marks: for some cells, the candidates that the player has left there. A cell without marks has all
            that the digits leave.
        strength: 1 where to look, 2 which technique, 3 the whole deduction; where no technique gets further, 3 tells
            one digit of the solution.
    """
    number = whole_number(strength)
    if number not in (1, 2, 3):
        raise NinefoldError(
            f"a strength is 1 (where), 2 (which technique) or 3 (all of it), not {short_repr(strength)}"
        )
    grid = grid if isinstance(grid, Grid) else Grid(grid)
    given = None if clues is None else Grid(clues, layout=grid.layout)
    noted = read_marks(grid, marks)
    if mistake := find_mistake(grid, given, noted):
        return Hint(HintKind.MISTAKE, number, mistake)
    if grid.is_full:
        return Hint(HintKind.DONE, number)
    notes = Notes.of(grid, marks)
    if step := first_step(notes):
        return Hint(HintKind.STEP, number, step)
    return Hint(HintKind.STUCK, number, reveal(notes) if number == 3 else None)


def reveal(notes: Notes) -> Step | None:
    """The digit of a cell with the fewest candidates; None where the grid has not one solution, or it is not known."""
    grid = notes.grid
    result = solve(grid, limit=Limit(2, seconds=SECONDS))
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
