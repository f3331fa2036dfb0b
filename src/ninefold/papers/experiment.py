"""An experiment of a paper: a puzzle, a method, what the paper says of it, and what we find."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field

from ninefold.core.grid import Grid
from ninefold.papers.puzzles import PaperPuzzle, paper_puzzle
from ninefold.solving.ask import solve
from ninefold.solving.methods import find
from ninefold.solving.result import Result, Status

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
    if info.hindrance:
        return Row(trial.puzzle, trial.method, trial.claim, info.hindrance, None, None)
    result = solve(entry.puzzle, by=trial.by, settings=trial.settings, seconds=seconds)
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
