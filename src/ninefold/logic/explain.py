"""Paths: a whole solution by reasoning, step by step, as a value that prints, draws and saves."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field, replace
from functools import cached_property
from pathlib import Path as FilePath
from typing import overload

from ninefold.core.atomic_write import save
from ninefold.core.grid import Grid, GridLike
from ninefold.core.limits import Cancel, Limit
from ninefold.core.position import Marks, Position, digits_of
from ninefold.core.values import check_flag, counted
from ninefold.logic.engine import (
    SECONDS,
    in_order,
    read_order,
    read_position,
    require_layout,
    run_of,
    status_of,
    walk,
)
from ninefold.logic.step import Step, join_words
from ninefold.logic.techniques import Technique, techniques
from ninefold.logic.wire import decode, effect, split
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

NOTES = {
    Status.UNIQUE: "",
    Status.IMPOSSIBLE: "The puzzle has no solution, so its clues contradict each other.",
    Status.MULTIPLE: "The puzzle has several solutions, so techniques that assume one were skipped.",
    Status.SOLVED: "The search for a second solution ran out of time, so techniques that assume one were skipped.",
    Status.UNKNOWN: "The search for solutions ran out of time, so techniques that assume one were skipped.",
}


@dataclass(frozen=True, repr=False)
class Path(Sequence[Step]):
    """The steps from a puzzle to its solution, or as far as they get. A sequence of steps.

    Attributes:
        puzzle: the grid it starts from.
        order: the order in which techniques were tried.
        unique: whether techniques that assume one solution were used.
        note: what was skipped, and why; empty if nothing was.
        start: the position it starts from, with the candidates.
        records: the steps as they came from the engine; they are decoded when you look at them.
    """

    puzzle: Grid
    order: str
    unique: bool
    note: str
    start: Position = field(compare=False)
    records: tuple[bytes, ...] = field(compare=True)

    # --- the sequence -----------------------------------------------------------------------

    def __len__(self) -> int:
        """The number of steps."""
        return len(self.records)

    @overload
    def __getitem__(self, index: int) -> Step: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Step, ...]: ...
    def __getitem__(self, index: int | slice) -> Step | tuple[Step, ...]:
        """One step, or several, each with the position it was found in."""
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        return decode(self.records[index], self.puzzle.layout, self.positions[index])

    def __iter__(self) -> Iterator[Step]:
        """The steps in order."""
        return (self[index] for index in range(len(self)))

    @cached_property
    def positions(self) -> tuple[Position, ...]:
        """The position before each step, and the last one."""
        found, layout = [self.start], self.puzzle.layout
        for record in self.records:
            before = found[-1]
            after = Position(layout, bytearray(before.digits), list(before.candidates))
            _, places, removes = effect(record)
            for cell, digit in places:
                after.place(cell, digit)
            for cell, digit in removes:
                after.candidates[cell] &= ~(1 << digit - 1)
            found.append(after)
        return tuple(found)

    # --- facts ------------------------------------------------------------------------------

    @property
    def end(self) -> Grid:
        """The grid after the last step."""
        return self.positions[-1].grid

    @property
    def solved(self) -> bool:
        """Whether the steps fill the grid."""
        return self.positions[-1].is_full

    @cached_property
    def techniques(self) -> dict[Technique, int]:
        """The techniques used and how often, in the order of the path's order."""
        table = techniques()
        counts = Counter(table[effect(record)[0]] for record in self.records)
        rank = {technique: place for place, technique in enumerate(in_order(self.order))}
        return {one: counts[one] for one in sorted(counts, key=lambda one: (rank.get(one, len(rank)), one.number))}

    @property
    def hardest(self) -> Technique | None:
        """The technique that comes last in the order; None without steps."""
        return next(reversed(self.techniques), None)

    # --- output -----------------------------------------------------------------------------

    def __repr__(self) -> str:
        """The number of steps and how far they get."""
        end = "solved" if self.solved else f"{counted(len(self.end.empty_cells), 'cell')} left"
        return f"<Path: {counted(len(self), 'step')}, {end}, hardest {self.hardest or 'none'}>"

    def __str__(self) -> str:
        """Every step in a line or more, and what is left."""
        lines = [f"{number}. {step}" for number, step in enumerate(self, 1)]
        lines.append(self.summary)
        return "\n".join(lines + [self.note] * bool(self.note))

    @property
    def summary(self) -> str:
        """How far the path gets, in a sentence."""
        if self.solved:
            return f"Solved in {counted(len(self), 'step')}." if self.records else "The grid is complete."
        left = len(self.end.empty_cells)
        are_left = f"{counted(left, 'cell')} {'is' if left == 1 else 'are'} left"
        return f"No technique finds a next step; {are_left} after {counted(len(self), 'step')}."

    def html(self) -> str:
        """The path as a self-contained page: every step with its picture."""
        from ninefold.logic.page import path_html

        return path_html(self)

    def json(self) -> str:
        """The path as JSON: the puzzle, whether it is solved, and the steps with their evidence; `verify` checks it."""
        from ninefold.logic.step_json import step_record

        record = {
            "puzzle": self.puzzle.line,
            "layout": str(self.puzzle.layout),
            "marks": self._marks(),
            "solved": self.solved,
            "order": self.order,
            "note": self.note,
            "solution": self.end.line if self.solved else None,
            "hardest": self.hardest.slug if self.hardest else None,
            "techniques": {technique.slug: count for technique, count in self.techniques.items()},
            "steps": [step_record(step) for step in self],
        }
        return json.dumps(record, ensure_ascii=False)

    def _marks(self) -> dict[str, list[int]] | None:
        """The candidates it starts from, by cell; None if these are all that the digits allow."""
        if self.start.candidates == Position.of(self.puzzle).candidates:
            return None
        name = self.puzzle.layout.name
        return {name(cell): digits_of(self.start.candidates[cell]) for cell in self.puzzle.empty_cells}

    def save(self, file: str | FilePath) -> None:
        """Save the path: as a page if the name ends in .html, as text if in .txt, else as JSON."""
        suffix = FilePath(file).suffix.lower()
        text = self.html() if suffix in (".html", ".htm") else f"{self}\n" if suffix == ".txt" else f"{self.json()}\n"
        save(file, text.encode())

    def _repr_html_(self) -> str:
        from ninefold.logic.page import path_body

        return path_body(self)


def explain(
    puzzle: GridLike,
    *,
    order: str = "human",
    marks: Marks | None = None,
    clues: GridLike | None = None,
    unique: bool | None = None,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
) -> Path:
    """Solve a puzzle by reasoning; return every step with its reason.

    >>> path = explain("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    >>> path.solved
    True
    >>> path[0]
    Step('hidden-single-box', 'r1c6=8')

    Args:
        puzzle: the puzzle, or anything a grid is made from.
        order: which steps come first: `human` (what a person notices), `hodoku` or `explainer` (as these programs).
        marks: for some cells, the candidates that are left there.
        clues: the original puzzle, if some digits are not clues; only avoidable rectangles need it.
        unique: whether to use techniques that assume one solution (default: only if the puzzle has one).
        limit: only its `seconds` apply; `Stopped` is raised when they are over.
        cancel: a `threading.Event`; set it from another thread to stop.

    Raises:
        GridError: the grid has a digit twice in a unit, or a cell without candidates.
    """
    grid, order = puzzle if isinstance(puzzle, Grid) else Grid(puzzle), read_order(order)
    require_layout(grid.layout, ())
    run = run_of(grid.layout, limit, cancel)
    position = read_position(grid, marks)
    given = grid if clues is None else Grid(clues, layout=grid.layout)
    note = ""
    if unique is None:
        status = Status.UNIQUE if grid.is_full else status_of(given)
        unique, note = status is Status.UNIQUE, NOTES[status]
    check_flag("unique", unique)
    unique = bool(unique)  # NumPy's too
    records = tuple(split(walk(position, given, order, unique=unique, run=run)))
    path = Path(grid, order, unique, note, position, records)
    if marks is None or note or path.solved or not (wrong := _ruled_out(position, given)):
        return path
    return replace(path, note=f"The marks leave out the right digit in {join_words(wrong)}.")


def _ruled_out(position: Position, given: Grid) -> list[str]:
    """The cells whose right digit is not among the candidates; a puzzle with several solutions has no right digits."""
    result = solve(given, limit=Limit(2, seconds=SECONDS))
    if result.status is not Status.UNIQUE or result.solution is None:
        return []
    right = result.solution.digits
    empty = (cell for cell, digit in enumerate(position.digits) if not digit)
    return [position.layout.name(cell) for cell in empty if not position.candidates[cell] >> right[cell] - 1 & 1]
