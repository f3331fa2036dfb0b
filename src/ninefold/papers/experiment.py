"""Experiments on the papers: their puzzles, their claims, and what Ninefold finds.

A trial is one puzzle, one method and one claim. A finding is a short text and whether the claim holds: True, False, or
None if there is no claim to test.
"""

from __future__ import annotations

import tomllib
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache
from importlib.resources import files
from typing import Any

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.core.values import short_repr
from ninefold.solving.registry import find, method_text
from ninefold.solving.result import Result, Status
from ninefold.solving.solve import solve


@dataclass(frozen=True)
class PaperPuzzle:
    """A puzzle from a paper."""

    name: str
    paper: str  # the name of the paper, such as "gira"
    where: str  # where the paper prints it
    puzzle: Grid
    solutions: int  # the exact number of solutions
    note: str = ""
    solution: Grid | None = None
    printed: str = ""  # the grid that the paper prints as the solution, right or wrong

    def __str__(self) -> str:
        return self.name


@cache
def paper_puzzles() -> tuple[PaperPuzzle, ...]:
    """All puzzles, ordered by paper.

    >>> [entry.name for entry in paper_puzzles() if entry.paper == "marinescu"]
    ['S4', 'Shidoku']
    """
    text = files("ninefold.papers").joinpath("puzzles.toml").read_text(encoding="utf-8")
    return tuple(_read(entry) for entry in tomllib.loads(text)["puzzle"])


def _read(entry: dict[str, Any]) -> PaperPuzzle:
    grids: dict[str, Any] = {key: Grid(entry[key]) for key in ("puzzle", "solution") if key in entry}
    return PaperPuzzle(**(entry | grids))


def paper_puzzle(name: str) -> PaperPuzzle:
    """The puzzle with a name."""
    for entry in paper_puzzles():
        if entry.name == name:
            return entry
    known = ", ".join(map(str, paper_puzzles()))
    raise NinefoldError(f"unknown puzzle {short_repr(name)} (choose from {known})")


Finding = tuple[str, bool | None]


@dataclass(frozen=True)
class Trial:
    """One puzzle solved by one method, the paper's claim about it, and a function that tests the claim."""

    puzzle: str
    by: str
    claim: str
    read: Callable[[PaperPuzzle, Result], Finding]
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def method(self) -> str:
        """The method with its options."""
        return " ".join([self.by, *(f"{name}={value}" for name, value in self.settings.items())])


@dataclass(frozen=True)
class TrialRow:
    """The outcome of a trial."""

    puzzle: str
    method: str
    claim: str
    found: str
    holds: bool | None
    seconds: float | None


@dataclass(frozen=True)
class Paper:
    """A paper and the experiments on its claims."""

    name: str
    author: str
    title: str
    year: str
    trials: tuple[Trial, ...]

    def run(self, seconds: float) -> Iterator[TrialRow]:
        """Run each trial, with a time limit for each."""
        for trial in self.trials:
            yield run(trial, seconds)


def run(trial: Trial, seconds: float) -> TrialRow:
    """Solve the puzzle by the method, and test the claim."""
    entry, info = paper_puzzle(trial.puzzle), find(trial.by)
    if info.unavailable_reason:
        return TrialRow(trial.puzzle, trial.method, trial.claim, info.unavailable_reason, None, None)
    result = solve(entry.puzzle, by=method_text(trial.by, trial.settings), limit=Limit(seconds=seconds))
    found, holds = trial.read(entry, result)
    return TrialRow(trial.puzzle, trial.method, trial.claim, found, holds, result.seconds)


# --- tests of a claim -------------------------------------------------------------------------------


def is_solved(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim: the method finds the printed grid or, if none is printed, the solution."""
    if result.solution is None:
        return describe(result), False
    wanted = Grid(entry.printed) if entry.printed else entry.solution
    return describe(result), result.solution == wanted


def is_unique(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim: the method finds the only solution and proves that it is the only one."""
    return describe(result), result.status is Status.UNIQUE and result.solution == entry.solution


def is_not_solved(_: PaperPuzzle, result: Result) -> Finding:
    """The claim: the method fails."""
    return describe(result), result.status is Status.UNKNOWN


def no_claim(_: PaperPuzzle, result: Result) -> Finding:
    """The paper makes no claim: only report the result."""
    return describe(result), None


def describe(result: Result) -> str:
    """The status, with the reason if it is unknown."""
    return f"{result.status}: {result.why}" if result.status is Status.UNKNOWN else str(result.status)
