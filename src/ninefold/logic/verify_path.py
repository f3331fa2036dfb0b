"""Checking a whole path: every step in the position that the steps before it lead to."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from typing import Any, TypeGuard

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.position import Position
from ninefold.core.values import counted, short_repr
from ninefold.logic.engine import read_position, reasoner
from ninefold.logic.step import Step
from ninefold.logic.step_json import read_step
from ninefold.logic.wire import encode


@dataclass(frozen=True)
class StepCheck:
    """What checking a step found out.

    Attributes:
        step: the step.
        fault: which rule failed and where; empty if the step is proved.
    """

    step: Step
    fault: str = ""

    @property
    def verdict(self) -> str:
        """`proved`, `proved if the puzzle has one solution`, or `not proved`."""
        return _verdict(self.fault, self.step.assumes_unique)

    def __bool__(self) -> bool:
        """Whether the step is proved."""
        return not self.fault

    def __str__(self) -> str:
        """The verdict and the step in its notation."""
        return f"{self.verdict}: {self.step.notation}{f' ({self.fault})' if self.fault else ''}"


@dataclass(frozen=True)
class PathCheck:
    """What checking a path found out.

    Attributes:
        puzzle: the grid it starts from.
        steps: the number of its steps; of those before the fault if there is one.
        end: the grid after these steps.
        assumes_unique: whether a step is valid only if the puzzle has one solution.
        fault: which step is not proved, and why; empty if all are.
    """

    puzzle: Grid
    steps: int
    end: Grid
    assumes_unique: bool
    fault: str = ""

    @property
    def verdict(self) -> str:
        """`proved`, `proved if the puzzle has one solution`, or `not proved`."""
        return _verdict(self.fault, self.assumes_unique)

    @property
    def claim(self) -> str:
        """Where the steps lead."""
        left = len(self.end.empty_cells)
        result = f"leave {counted(left, 'cell')} open" if left else "lead to the solution"
        return f"{counted(self.steps, 'step')} {result}"

    def __bool__(self) -> bool:
        """Whether every step is proved."""
        return not self.fault

    def __str__(self) -> str:
        """The verdict, where the steps lead, and the fault."""
        return f"{self.verdict}: {self.fault or self.claim} ({self.puzzle.line})"


def _verdict(fault: str, assumes_unique: bool) -> str:
    if fault:
        return "not proved"
    return "proved if the puzzle has one solution" if assumes_unique else "proved"


def fault_of(step: Step, position: Position, clues: Grid) -> str:
    """Why the evidence of a step does not prove it in a position; empty if it does."""
    try:
        record = encode(step)
    except (OverflowError, ValueError, TypeError) as error:
        return f"the evidence is malformed: {error}"
    return reasoner(step.layout).verify(bytes(position.digits), position.candidates, clues.digits, record)


def check_path(steps: Iterable[Step], start: Position) -> PathCheck:
    """Check steps one after another; the first that is not proved ends it."""
    position, puzzle, done, assumes_unique = start, start.grid, 0, False
    for step in steps:
        if fault := fault_of(step, position, puzzle):
            fault = f"step {done + 1}, {step.technique.name}: {fault}"
            return PathCheck(puzzle, done, position.grid, assumes_unique, fault)
        position, done, assumes_unique = step.apply(position), done + 1, assumes_unique or step.assumes_unique
    return PathCheck(puzzle, done, position.grid, assumes_unique)


def is_path(record: object) -> TypeGuard[Mapping[str, Any]]:
    """Whether a JSON value is a path, as `Path.json` writes it, and not a certificate."""
    return isinstance(record, Mapping) and "steps" in record and "certificate" not in record


def read_path(record: Mapping[str, Any]) -> tuple[Position, list[Step]]:
    """The first position of a saved path, and its steps.

    Raises:
        NinefoldError: something is missing, or is not what it should be.
    """
    puzzle, layout, steps, marks = (record.get(key) for key in ("puzzle", "layout", "steps", "marks"))
    if not isinstance(puzzle, str) or not isinstance(layout, str) or not isinstance(steps, list):
        raise NinefoldError("a path needs a puzzle, a layout and a list of steps")
    if not isinstance(marks, Mapping | None):
        raise NinefoldError(f"the marks of a path: read {short_repr(marks)}, expected digits by cell")
    board = Layout.parse(layout)
    position = read_position(Grid(puzzle, layout=board), marks)
    return position, [read_step(step, board) for step in steps]
