"""Every puzzle of the papers, as printed and as repaired, with what is known of it.

An experiment of a paper: a puzzle, a method, what the paper says of it, and what we find.
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
    """A puzzle of a paper: where it is printed, and what is known of it."""

    name: str
    seed: int  # the number of the document
    where: str
    puzzle: Grid
    solutions: int  # 0, 1, or an exact count
    note: str = ""
    solution: Grid | None = None
    printed: str = ""  # the grid the document prints as its solution, right or wrong

    def __str__(self) -> str:
        return self.name


@cache
def paper_puzzles() -> tuple[PaperPuzzle, ...]:
    """All of them, in the order of the documents.

    >>> [entry.name for entry in paper_puzzles() if entry.seed == 2]
    ['S4', 'Shidoku']
    """
    text = files("ninefold.papers").joinpath("puzzles.toml").read_text(encoding="utf-8")
    return tuple(_read(entry) for entry in tomllib.loads(text)["puzzle"])


def _read(entry: dict[str, Any]) -> PaperPuzzle:
    grids: dict[str, Any] = {key: Grid(entry[key]) for key in ("puzzle", "solution") if key in entry}
    return PaperPuzzle(**(entry | grids))


def paper_puzzle(name: str) -> PaperPuzzle:
    """The puzzle of a name."""
    for entry in paper_puzzles():
        if entry.name == name:
            return entry
    raise NinefoldError(f"no puzzle {short_repr(name)} in the papers; there are {', '.join(map(str, paper_puzzles()))}")


# What a finding says of a claim: it holds, it does not, or there is nothing to hold it against.
Finding = tuple[str, bool | None]


@dataclass(frozen=True)
class Trial:
    """One puzzle put to one method, the paper's words on it, and how our answer is read."""

    puzzle: str
    by: str
    claim: str
    read: Callable[[PaperPuzzle, Result], Finding]
    settings: Mapping[str, str] = field(default_factory=dict)

    @property
    def method(self) -> str:
        """The method with its options, as on the command line."""
        return " ".join([self.by, *(f"{name}={value}" for name, value in self.settings.items())])


@dataclass(frozen=True)
class Row:
    """What came of a trial."""

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
    seed: int
    author: str
    title: str
    year: str
    trials: tuple[Trial, ...]

    def run(self, seconds: float) -> Iterator[Row]:
        """Each trial in turn, with so many seconds for each."""
        for trial in self.trials:
            yield run(trial, seconds)


def run(trial: Trial, seconds: float) -> Row:
    """Put the puzzle to the method, and hold the answer against the claim."""
    entry, info = paper_puzzle(trial.puzzle), find(trial.by)
    if info.unavailable_reason:
        return Row(trial.puzzle, trial.method, trial.claim, info.unavailable_reason, None, None)
    result = solve(entry.puzzle, by=method_text(trial.by, trial.settings), limit=Limit(seconds=seconds))
    found, holds = trial.read(entry, result)
    return Row(trial.puzzle, trial.method, trial.claim, found, holds, result.seconds)


# --- readings of an answer --------------------------------------------------------------------------


def is_solved(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim is that the printed grid is found, or, where none is printed, the solution."""
    if result.solution is None:
        return told(result), False
    wanted = Grid(entry.printed) if entry.printed else entry.solution
    return told(result), result.solution == wanted


def is_unique(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim is that the one solution is found and proved."""
    return told(result), result.status is Status.UNIQUE and result.solution == entry.solution


def is_not_solved(_: PaperPuzzle, result: Result) -> Finding:
    """The claim is that the method fails."""
    return told(result), result.status is Status.UNKNOWN


def just_tell(_: PaperPuzzle, result: Result) -> Finding:
    """There is no claim, only a question."""
    return told(result), None


def told(result: Result) -> str:
    """The status, and why where it is not known."""
    return f"{result.status}: {result.why}" if result.status is Status.UNKNOWN else str(result.status)
