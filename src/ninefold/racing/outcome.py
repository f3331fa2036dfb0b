"""What comes of a race: an outcome for every question, who was left out, and who is proved wrong by whom."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from ninefold.core.grid import Grid
from ninefold.racing.clock import CLOCK
from ninefold.solving.result import Result, Status

# What tells how much work a method did, the most telling first; every method has the last.
WORK = ("tries", "conflicts", "branches", "lps", "iterations", "steps", "generation", "tried", "nodes")
# How a run that met its deadline says so.
LATE = "seconds is used up"
# How one whose process ended under it says so: that is no way to answer.
DIED = "its process died"


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """One method on one puzzle, once.

    Args:
        heat: which question it was, from 0: the same for all methods that were asked it one after the other.
        puzzle: the number of the puzzle, from 0.
        method: the name of the method in this race.
        result: what it answered.
        seconds: the time it took, without the pipe to its process where that can be told apart.
        cpu_seconds: the time that processors were busy for it, all threads together; None where it was killed.
        timed_out: whether it had no answer, or no proof, by its deadline.
        fault: how it broke its promise; else empty.
    """

    heat: int
    puzzle: int
    method: str
    result: Result
    seconds: float
    cpu_seconds: float | None = None
    timed_out: bool = False
    fault: str = ""

    @classmethod
    def of(cls, heat: int, puzzle: int, result: Result, seconds: float | None, *, limit: int | None) -> Outcome:
        """The outcome that a result makes, asked with these limits."""
        stats = dict(result.stats)
        clock = stats.pop(CLOCK, None)
        late = not result.ended and len(result.solutions) != limit and seconds is not None
        late &= result.why.endswith(LATE) or result.seconds >= (seconds or 0.0)
        told = clock is not None and not late  # a clock told before the deadline says nothing about the time after it
        return cls(
            heat=heat,
            puzzle=puzzle,
            method=result.method,
            result=replace(result, stats=stats),
            seconds=clock[0] if told else result.seconds,
            cpu_seconds=clock[1] if told else None,
            timed_out=late,
            fault=f"method {result.method!r} failed: {result.why}" if result.why.startswith(DIED) else "",
        )

    @property
    def status(self) -> Status:
        """The status of the answer."""
        return self.result.status

    @property
    def work(self) -> tuple[str, float]:
        """What it counted, as `("conflicts", 12)`."""
        stats: Mapping[str, Any] = self.result.stats
        return next(((name, stats[name]) for name in WORK if isinstance(stats.get(name), int | float)), ("nodes", 0))


@dataclass(frozen=True)
class LeftOut:
    """A method that was not asked some of the puzzles, or none, and why."""

    method: str
    why: str
    puzzles: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.method} is left out of {len(self.puzzles)} puzzle{'s' * (len(self.puzzles) != 1)}: {self.why}"


@dataclass(frozen=True)
class Dispute:
    """A method that said "these are all the solutions", and another that has one more.

    Both grids passed the judge, so there is no doubt who is wrong.
    """

    puzzle: int
    wrong: Outcome
    by: str
    witness: Grid

    def __str__(self) -> str:
        claim = self.wrong.status
        return (
            f"puzzle {self.puzzle + 1}, {self.wrong.result.puzzle.line}: {self.wrong.method} says {claim},"
            f" but {self.by} found {self.witness.line}"
        )


def disputes(outcomes: Sequence[Outcome]) -> Iterator[Dispute]:
    """Every outcome that another one proves wrong, with the first that does."""
    for _, group in groupby(sorted(outcomes, key=_puzzle_of), key=_puzzle_of):
        asked = list(group)
        found = {grid: outcome.method for outcome in reversed(asked) for grid in outcome.result.solutions}
        for outcome in asked:
            missed = [grid for grid in found if grid not in outcome.result.solutions]
            if outcome.result.ended and missed:
                yield Dispute(outcome.puzzle, outcome, found[missed[-1]], missed[-1])


def _puzzle_of(outcome: Outcome) -> int:
    return outcome.puzzle
