"""Hints: what a player can do next, in three strengths.

1. Where to look: a unit.
2. Which technique.
3. The whole deduction: cells, digits, candidates and the reason.

Mistakes come first, because every later hint would build on them. The step is the first of the `human` order, from the
player's own marks. If marks that were removed too early leave no step, all candidates that the digits allow are tried.
If no technique finds a step, strength 3 reveals one digit of the solution, provided that there is only one solution,
and says so.
"""

from __future__ import annotations

import re
from dataclasses import dataclass, field

from ninefold.core.drawing import AREA, BAD, svg
from ninefold.core.errors import NinefoldError
from ninefold.core.geometry import cell_name
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout, Unit
from ninefold.core.limits import Cancel, Limit
from ninefold.core.position import Marks, Position, read_marks
from ninefold.core.values import LabelledEnum, short_repr, whole_number
from ninefold.logic.arrows import Pairs, step_arrows, step_lines, step_seen
from ninefold.logic.engine import MAX_SIZE, next_step, run_of, status_of
from ninefold.logic.mistakes import SECONDS, Mistake, find_mistake
from ninefold.logic.step import Candidates, Step, join_words
from ninefold.solving.result import Status
from ninefold.solving.run import Run
from ninefold.solving.solve import solve


@dataclass(frozen=True)
class Revealed:
    """A digit of the solution, if no technique finds a step."""

    layout: Layout
    cell: int
    digit: int

    @property
    def reason(self) -> str:
        """Where it comes from."""
        return f"Taken from the solution, not deduced: {self.layout.name(self.cell)} is {self.digit}."


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
        step: the whole step, if it is one.
        mistake: the mistake, if it is one.
        revealed: a digit of the solution, at strength 3 if no technique applies.
        grid: the grid it is for.
        several: whether the puzzle has several solutions, if no step applies.
    """

    kind: HintKind
    strength: int
    step: Step | None = None
    mistake: Mistake | None = None
    revealed: Revealed | None = None
    grid: Grid | None = field(default=None, compare=False, repr=False)
    several: bool = False

    @property
    def technique(self) -> str:
        """The name of the technique, from strength 2 on."""
        if self.strength < 2:
            return ""
        if self.mistake is not None:
            return self.mistake.kind
        return "looked up" if self.revealed else self.step.technique.label if self.step else ""

    @property
    def units(self) -> tuple[Unit, ...]:
        """Where to look: one unit; at strength 3, every unit that the step uses."""
        source = self.step or self.mistake
        return () if source is None else source.units if self.strength > 2 else source.units[:1]

    @property
    def cells(self) -> tuple[int, ...]:
        """The cells that it is about, at strength 3; those of a mistake from strength 2 on."""
        if self.mistake is not None:
            return self.mistake.cells if self.strength > 1 else ()
        if self.revealed is not None:
            return (self.revealed.cell,)
        return self.step.cells if self.step and self.strength > 2 else ()

    @property
    def places(self) -> Candidates:
        """The digits to place, at strength 3."""
        if self.revealed is not None:
            return ((self.revealed.cell, self.revealed.digit),)
        return self.step.places if self.step and self.strength > 2 else ()

    @property
    def removes(self) -> Candidates:
        """The candidates to rule out, or the wrong digits, at strength 3."""
        source = self.step or self.mistake
        return source.removes if source and self.strength > 2 else ()

    @property
    def because(self) -> Candidates:
        """The candidates that it follows from, at strength 3."""
        source = self.step or self.mistake
        return source.because if source and self.strength > 2 else ()

    @property
    def seen(self) -> tuple[int, ...]:
        """The filled cells that it follows from, at strength 3."""
        return step_seen(self.step) if self.step and self.strength > 2 else ()

    @property
    def arrows(self) -> Pairs:
        """Arrows from cells to those they rule a digit out of, at strength 3."""
        return step_arrows(self.step) if self.step and self.strength > 2 else ()

    @property
    def lines(self) -> Pairs:
        """Pairs of cells that belong together, at strength 3."""
        if self.strength < 3:
            return ()
        return self.mistake.lines if self.mistake else step_lines(self.step) if self.step else ()

    @property
    def message(self) -> str:
        """The hint in words."""
        if self.mistake is not None:
            return _of_mistake(self.mistake, self.strength)
        if self.revealed is not None:
            return f"{_ENDS[self.kind]} {self.revealed.reason}"
        if self.step is None:
            return f"{_ENDS[self.kind]}{' The puzzle has several solutions.' * self.several}"
        where = _where(self.step)
        if self.strength == 1:
            return f"Look at {where}."
        if self.strength == 2:
            return f"Look at {where}: there is {_noun(self.step)}."
        return str(self.step)

    def __str__(self) -> str:
        """The hint in words."""
        return self.message

    def _repr_svg_(self) -> str | None:
        """The picture that notebooks show: as much of the step as the strength allows, and the hint in words."""
        if self.step is not None and self.strength > 2:
            return None  # the step shows itself, with its reason
        if self.grid is None:
            return None
        tints = dict.fromkeys((cell for unit in self.units for cell in unit.cells), AREA)
        tints |= dict.fromkeys(self.cells, BAD)
        shown = self.grid.with_digits(dict(self.places)) if self.places else self.grid
        return svg(shown.digits, shown.layout, clues=self.grid.digits, tints=tints, caption=self.message)

    def _repr_html_(self) -> str | None:
        """What notebooks show of the whole step."""
        return self.step._repr_html_() if self.step is not None and self.strength > 2 else None


# Techniques whose name is not a noun that fits into "there is a …".
_NOUNS = {
    "pointing": "a locked candidate (pointing)",
    "claiming": "a locked candidate (claiming)",
    "fireworks": "a fireworks pattern",
    "multi-sector-locked-sets": "a pattern of multi-sector locked sets",
    "sk-loop": "an SK loop",
    "gurth": "a symmetry of the clues (Gurth's symmetrical placement)",
    "simple-colours-trap": "a simple colouring (trap)",
    "simple-colours-wrap": "a simple colouring (wrap)",
    "multi-colours-1": "a multi-colouring (type 1)",
    "multi-colours-2": "a multi-colouring (type 2)",
    "three-strong-links": "a chain of three strong links",
    "four-strong-links": "a chain of four strong links",
    "five-strong-links": "a chain of five strong links",
    "six-strong-links": "a chain of six strong links",
}

_ENDS = {
    HintKind.DONE: "The grid is complete and correct.",
    HintKind.STUCK: "No technique finds a next step here.",
}


def _noun(step: Step) -> str:
    name = step.technique.label
    vowel = name[0] in "aeio" or re.split("[- ]", name)[0] in ("X", "XY", "XYZ", "ALS")
    return _NOUNS.get(step.technique.slug, f"{'an' if vowel else 'a'} {name}")


def _where(step: Step) -> str:
    """A unit to look at: one that the step uses, else the box of its first cell."""
    if step.units:
        return step.layout.unit_name(step.units[0])
    layout = step.layout
    return layout.unit_name(layout.boxes[layout.box_of[step.cells[0]]])


def _of_mistake(mistake: Mistake, strength: int) -> str:
    if strength == 1 or not mistake.cells:
        return f"There is a mistake in {mistake.where}." if strength < 3 else mistake.reason
    if strength == 2:
        names = join_words(cell_name(cell, mistake.size) for cell in mistake.cells)
        if mistake.kind == "missing mark":
            return f"A mark is missing in {names}."
        return f"There {'are wrong digits' if len(mistake.cells) > 1 else 'is a wrong digit'} in {names}."
    return mistake.reason


def hint(
    grid: GridLike,
    *,
    clues: GridLike | None = None,
    marks: Marks | None = None,
    strength: int = 1,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
) -> Hint:
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
        limit: only its `seconds` apply; `Stopped` is raised when they are over.
        cancel: a `threading.Event`; set it from another thread to stop.
    """
    number = whole_number(strength)
    if number not in (1, 2, 3):
        raise NinefoldError(
            f"invalid strength {short_repr(strength)} (choose 1 for where, 2 for which technique, 3 for everything)"
        )
    grid = grid if isinstance(grid, Grid) else Grid(grid)
    given = None if clues is None else Grid(clues, layout=grid.layout)
    run = run_of(grid.layout, limit, cancel)
    noted = read_marks(grid, marks)
    if mistake := find_mistake(grid, given, noted):
        return Hint(HintKind.MISTAKE, number, mistake=mistake, grid=grid)
    if grid.is_full:
        return Hint(HintKind.DONE, number, grid=grid)
    status = status_of(given or grid)
    if step := _first_step(grid, given or grid, marks, status is Status.UNIQUE, run):
        return Hint(HintKind.STEP, number, step, grid=grid)
    revealed = reveal(Position.of(grid, marks)) if number == 3 else None
    return Hint(HintKind.STUCK, number, revealed=revealed, grid=grid, several=status is Status.MULTIPLE)


def _first_step(grid: Grid, given: Grid, marks: Marks | None, unique: bool, run: Run) -> Step | None:
    """The first step from the player's marks, or from all candidates if the marks leave none."""
    if grid.layout.size > MAX_SIZE:
        return None
    for noted in (marks, None) if marks else (None,):
        position = Position.of(grid, noted)
        if all(position.candidates[cell] for cell in grid.empty_cells) and (
            step := next_step(position, given, "human", unique=unique, run=run)
        ):
            return step
    return None


def reveal(position: Position) -> Revealed | None:
    """The solution's digit for a cell with the fewest candidates; None unless the grid has exactly one solution."""
    grid = position.grid
    result = solve(grid, limit=Limit(seconds=SECONDS))
    if result.status is not Status.UNIQUE or result.solution is None:
        return None
    cell = min(grid.empty_cells, key=lambda one: position.candidates[one].bit_count())
    return Revealed(grid.layout, cell, result.solution.digits[cell])
