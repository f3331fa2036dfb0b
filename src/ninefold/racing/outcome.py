"""What comes of a race: an outcome for every question, who was left out, and who is proved wrong by whom.

Standings: how a method did over the whole race.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from typing import Any

from ninefold.core.grid import Grid
from ninefold.racing.racer import CLOCK
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
class Excluded:
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


@dataclass(frozen=True, kw_only=True)
class Standing:
    """One method in the race.

    Args:
        method: its name.
        outcomes: what came of each of its questions.
        wrong: those of them that another method proves wrong.
        left_out: why it was not asked some puzzles, or all; else empty.
    """

    method: str
    outcomes: tuple[Outcome, ...]
    wrong: tuple[Outcome, ...] = ()
    left_out: str = ""

    @property
    def answered(self) -> tuple[Outcome, ...]:
        """The questions with an answer that stands: any status but unknown, and not proved wrong."""
        return tuple(o for o in self.outcomes if o.status is not Status.UNKNOWN and o not in self.wrong)

    @property
    def faults(self) -> tuple[Outcome, ...]:
        """The questions at which it broke its promise: a grid that is none, one twice, a failure of its own."""
        return tuple(outcome for outcome in self.outcomes if outcome.fault)

    @property
    def timed_out(self) -> int:
        """At how many questions it met its deadline."""
        return sum(outcome.timed_out for outcome in self.outcomes)

    @property
    def statuses(self) -> dict[Status, int]:
        """How often it gave each status."""
        given = [outcome.status for outcome in self.outcomes]
        return {status: given.count(status) for status in Status}

    @property
    def times(self) -> list[float]:
        """The seconds of the questions it answered, the shortest first."""
        return sorted(outcome.seconds for outcome in self.answered)

    @property
    def total(self) -> float:
        """The seconds of all questions, answered or not."""
        return sum(outcome.seconds for outcome in self.outcomes)

    @property
    def work(self) -> tuple[str, float]:
        """What it counted, and the median over the questions where it told that."""
        works = [outcome.work for outcome in self.outcomes]
        # Where it was killed, or clashing clues were found before it was asked, there is nothing but nodes.
        name = min((name for name, _ in works), key=WORK.index, default=WORK[-1])
        return name, median([amount for told, amount in works if told == name]) or 0

    @property
    def rank(self) -> tuple[int, float]:
        """What standings are ordered by: the most answers first, then the least time for all questions."""
        return -len(self.answered), self.total

    def record(self) -> dict[str, Any]:
        """The standing as the object that --json writes; the keys are documented and stay."""
        times = self.times
        work, amount = self.work
        cpu = [outcome.cpu_seconds for outcome in self.outcomes if outcome.cpu_seconds is not None]
        return {
            "method": self.method,
            "asked": len(self.outcomes),
            "answered": len(self.answered),
            **{str(status): count for status, count in self.statuses.items()},
            "timed_out": self.timed_out,
            "faults": len(self.faults),
            "wrong": len(self.wrong),
            "median_seconds": _rounded(median(times)),
            "worst_seconds": _rounded(times[-1] if times else None),
            "total_seconds": _rounded(self.total),
            "cpu_seconds": _rounded(sum(cpu)),
            "work": work,
            "median_work": amount,
            "left_out": self.left_out,
        }


def median(values: Sequence[float]) -> float | None:
    """The middle one, or the mean of the two in the middle; None of none."""
    ordered, middle = sorted(values), len(values) // 2
    if not ordered:
        return None
    return ordered[middle] if len(ordered) % 2 else (ordered[middle - 1] + ordered[middle]) / 2


def _rounded(seconds: float | None) -> float | None:
    return None if seconds is None else round(seconds, 6)
