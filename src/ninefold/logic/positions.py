"""Positions to learn from: generated puzzles part of the way through, each with a step of one technique.

They are in `positions.json`, written by tools/technique_positions.py. A random symmetry turns one into a position that
looks new and has the same steps, so there is always another one to practise on.
"""

from __future__ import annotations

import json
from dataclasses import dataclass, replace
from functools import cache
from importlib.resources import files

from ninefold.core.grid import Grid
from ninefold.core.position import Position, digits_of
from ninefold.core.symmetry import Symmetry
from ninefold.logic.engine import EVERY, find, read_position
from ninefold.logic.step import Step
from ninefold.logic.techniques import Technique

FEW = 50  # steps of a technique in one position: a search for all of them may take long


@dataclass(frozen=True)
class Exercise:
    """A position with a step of a technique in it.

    Attributes:
        technique: the technique to find.
        clues: the puzzle.
        grid: its clues and the digits placed so far.
        marks: the candidates that are left, by cell.
        removed: the candidates that were removed before, such as `2r2c7 5r3c7`.
        answer: the step, in notation; empty, like `removed`, if the position was turned by a symmetry.
        is_next: whether nothing easier is left to do here.
    """

    technique: Technique
    clues: Grid
    grid: Grid
    marks: dict[int, list[int]]
    removed: str
    answer: str
    is_next: bool

    def step(self) -> Step:
        """The step of the answer."""
        return self.steps()[0]

    def steps(self) -> list[Step]:
        """Some steps of the technique here; the one of the answer comes first."""
        found = self._find(FEW)
        if self.answer and all(step.notation != self.answer for step in found):
            found = self._find(EVERY)
        return sorted(found, key=lambda step: step.notation != self.answer)[:FEW]

    def _find(self, limit: int) -> list[Step]:
        position = read_position(self.grid, self.marks)
        return list(find(position, self.clues, [self.technique], unique=True, limit=limit))

    def turned(self, seed: int) -> Exercise:
        """The position under a random symmetry of the board."""
        layout = self.grid.layout
        turn = Symmetry.random(layout, seed)
        if self.technique.slug == "gurth":  # it needs the symmetry of the clues, which only new digits leave alone
            turn = replace(turn, cells=Symmetry.identity(layout).cells)
        marks = {
            to: sorted(turn.digits[digit] for digit in self.marks[cell])
            for to, cell in enumerate(turn.cells)
            if cell in self.marks
        }
        return replace(self, clues=turn(self.clues), grid=turn(self.grid), marks=marks, removed="", answer="")


def exercises(technique: Technique) -> tuple[Exercise, ...]:
    """The positions of a technique, the one of its picture first; empty if none is known."""
    return tuple(_exercise(technique, record) for record in _records().get(technique.slug, ()))


def exercise_count(technique: Technique) -> int:
    """The number of positions of a technique."""
    return len(_records().get(technique.slug, ()))


@cache
def _records() -> dict[str, list[dict[str, str]]]:
    text = files("ninefold.logic").joinpath("positions.json").read_text(encoding="utf-8")
    found: dict[str, list[dict[str, str]]] = json.loads(text)
    return found


def _exercise(technique: Technique, record: dict[str, str]) -> Exercise:
    grid = Grid(record["grid"])
    every = Position.of(grid).candidates
    marks = {cell: digits_of(every[cell]) for cell in grid.empty_cells}
    for word in record["removed"].split():
        digit, _, name = word.partition("r")
        marks[grid.layout.cell(f"r{name}")].remove(int(digit))
    clues, is_next = Grid(record["puzzle"]), bool(record.get("next"))
    return Exercise(technique, clues, grid, marks, record["removed"], record["answer"], is_next)
