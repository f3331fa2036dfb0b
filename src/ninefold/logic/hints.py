"""Hints: what a player can do next, in three strengths.

1. Where to look: a unit.
2. Which technique.
3. The whole deduction: cells, digits, candidates and the reason.

Mistakes come first, because every later hint would build on them. If no technique finds a step, strength 3 reveals one
digit of the solution, provided that there is only one, and says so.
"""

from __future__ import annotations

from dataclasses import dataclass, field

from ninefold.core.drawing import AREA, BAD, GOOD, svg
from ninefold.core.errors import NinefoldError
from ninefold.core.geometry import cell_name
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Unit
from ninefold.core.limits import Limit
from ninefold.core.position import Marks, Position, read_marks
from ninefold.core.values import LabelledEnum, short_repr, whole_number
from ninefold.logic.mistakes import SECONDS, find_mistake
from ninefold.logic.step import Candidates, Pairs, Step, join_words
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
    """A step, shown as far as the strength allows.

    Args:
        kind: a step, a mistake, or that the grid is done or that no technique applies.
        strength: 1, 2 or 3.
        step: the whole step; None if the grid is done. If no technique applies, a digit revealed from the solution
            at strength 3, else None.
        grid: the grid it is for.
    """

    kind: HintKind
    strength: int
    step: Step | None = None
    grid: Grid | None = field(default=None, compare=False, repr=False)

    @property
    def technique(self) -> str:
        """The name of the technique, from strength 2 on."""
        return self.step.technique if self.step and self.strength > 1 else ""

    @property
    def units(self) -> tuple[Unit, ...]:
        """Where to look: one unit; at strength 3, every unit that the step uses."""
        return () if self.step is None else self.step.units if self.strength > 2 else self.step.units[:1]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that it is about, at strength 3; those of a mistake from strength 2 on."""
        is_shown = self.strength > (1 if self.kind is HintKind.MISTAKE else 2)
        return self.step.cells if self.step and is_shown else ()

    @property
    def places(self) -> Candidates:
        """The digits to place, at strength 3."""
        return self.step.places if self.step and self.strength > 2 else ()

    @property
    def drops(self) -> Candidates:
        """The candidates to rule out, at strength 3."""
        return self.step.drops if self.step and self.strength > 2 else ()

    @property
    def because(self) -> Candidates:
        """The candidates that it follows from, at strength 3."""
        return self.step.because if self.step and self.strength > 2 else ()

    @property
    def seen(self) -> tuple[int, ...]:
        """The filled cells that it follows from, at strength 3."""
        return self.step.seen if self.step and self.strength > 2 else ()

    @property
    def arrows(self) -> Pairs:
        """Arrows from cells to those they rule a digit out of, at strength 3."""
        return self.step.arrows if self.step and self.strength > 2 else ()

    @property
    def links(self) -> Pairs:
        """Pairs of cells that belong together, at strength 3."""
        return self.step.links if self.step and self.strength > 2 else ()

    @property
    def message(self) -> str:
        """The hint in words."""
        if self.step is None:
            return _ENDS[self.kind]
        where = join_words(unit.name for unit in self.step.units[:1]) if self.step.units else "the grid"
        if self.kind is HintKind.STUCK:
            return f"{_ENDS[self.kind]} {self.step.reason}"
        if self.kind is HintKind.MISTAKE:
            return _of_mistake(self.step, self.strength, where)
        if self.strength == 1:
            return f"Look at {where}."
        if self.strength == 2:
            return f"Look at {where}: there is a {_NOUNS.get(self.step.technique, self.step.technique)}."
        return f"{self.step.technique.capitalize()}. {self.step.reason}"

    def __str__(self) -> str:
        """The hint in words."""
        return self.message

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show: as much of the step as the strength allows, and the hint in words."""
        if self.grid is None:
            return None
        tints = dict.fromkeys((cell for unit in self.units for cell in unit.cells), AREA)
        tints |= dict.fromkeys(self.cells, BAD if self.kind is HintKind.MISTAKE else GOOD)
        shown = self.grid.with_digits(dict(self.places)) if self.places else self.grid
        return svg(shown.digits, shown.layout, clues=self.grid.digits, tints=tints, caption=self.message)


# Techniques whose name is not a noun that fits into "there is a …".
_NOUNS = {"pointing": "locked candidate (pointing)", "claiming": "locked candidate (claiming)"}

_ENDS = {
    HintKind.DONE: "The grid is complete and correct.",
    HintKind.STUCK: "Singles, locked candidates and subsets find nothing more here.",
}


def _of_mistake(step: Step, strength: int, where: str) -> str:
    if strength == 1 or not step.cells:
        return f"There is a mistake in {where}." if strength < 3 else step.reason
    if strength == 2:
        names = join_words(cell_name(cell, step.size) for cell in step.cells)
        if step.technique == "missing mark":
            return f"A mark is missing in {names}."
        return f"There {'are wrong digits' if len(step.cells) > 1 else 'is a wrong digit'} in {names}."
    return step.reason


def hint(grid: GridLike, *, clues: GridLike | None = None, marks: Marks | None = None, strength: int = 1) -> Hint:
    """The next step in a grid, from its digits and the player's own marks.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> print(hint(puzzle))
    Look at box 2.
    >>> print(hint(puzzle, strength=3))
    Hidden single. In box 2, only r1c6 can be 8: the other empty cells see the 8s in r3c3 and r5c4.
    >>> hint(puzzle, strength=3).places
    ((5, 8),)

    Args:
        grid: the current digits, or anything a grid is made from.
        clues: the puzzle; it distinguishes clues from digits that the player placed.
        marks: for some cells, the candidates that the player has left there. A cell without marks has all candidates
            that the digits allow.
        strength: 1 where to look, 2 which technique, 3 the whole deduction; if no technique applies, 3 reveals one
            digit of the solution.
    """
    number = whole_number(strength)
    if number not in (1, 2, 3):
        raise NinefoldError(
            f"invalid strength {short_repr(strength)} (choose 1 for where, 2 for which technique, 3 for everything)"
        )
    grid = grid if isinstance(grid, Grid) else Grid(grid)
    given = None if clues is None else Grid(clues, layout=grid.layout)
    noted = read_marks(grid, marks)
    if mistake := find_mistake(grid, given, noted):
        return Hint(HintKind.MISTAKE, number, mistake, grid)
    if grid.is_full:
        return Hint(HintKind.DONE, number, grid=grid)
    position = Position.of(grid, marks)
    if step := first_step(position):
        return Hint(HintKind.STEP, number, step, grid)
    return Hint(HintKind.STUCK, number, reveal(position) if number == 3 else None, grid)


def reveal(position: Position) -> Step | None:
    """The solution's digit for a cell with the fewest candidates; None unless the grid has exactly one solution."""
    grid = position.grid
    result = solve(grid, limit=Limit(seconds=SECONDS))
    if result.status is not Status.UNIQUE or result.solution is None:
        return None
    cell = min(grid.empty_cells, key=lambda one: position.candidates[one].bit_count())
    digit = result.solution.digits[cell]
    return Step(
        technique="looked up",
        reason=f"Taken from the solution, not deduced: {grid.layout.name(cell)} is {digit}.",
        size=grid.size,
        cells=(cell,),
        places=((cell, digit),),
    )
