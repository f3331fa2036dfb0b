"""Outcomes of a race: one per method and puzzle, disputes between methods, and the standing of each method."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import groupby
from statistics import median
from typing import TYPE_CHECKING, Any

from ninefold.core.grid import Grid
from ninefold.core.values import counted
from ninefold.racing.racer import CLOCK
from ninefold.solving.result import Result, Status

if TYPE_CHECKING:
    from ninefold.draw.charts import Runs

# Statistics that measure how much work a method did, the most informative first; every method has the last.
WORK = ("tries", "conflicts", "branches", "lps", "iterations", "steps", "generation", "tried", "nodes")
# How `Result.why` ends after a timeout.
LATE = ("second was reached", "seconds was reached")
# How `Result.why` starts after the process of a method died; that counts as a fault.
DIED = "its process died"


@dataclass(frozen=True, kw_only=True)
class Outcome:
    """One method on one puzzle, once.

    Args:
        round: the number of the round, from 0; in each round, all methods solve all puzzles.
        puzzle: the number of the puzzle, from 0.
        method: the name of the method in this race.
        result: the result of the method.
        seconds: the wall time, without communication between processes if that could be measured separately.
        cpu_seconds: the processor time of all threads; None if the process was killed.
        timed_out: whether it reached the time limit without an answer or a proof.
        fault: how it broke its contract; "" if it did not.
    """

    round: int
    puzzle: int
    method: str
    result: Result
    seconds: float
    cpu_seconds: float | None = None
    timed_out: bool = False
    fault: str = ""

    @classmethod
    def of(cls, round_number: int, puzzle: int, result: Result, seconds: float | None, *, limit: int | None) -> Outcome:
        """The outcome of a result that was computed with these limits."""
        stats = dict(result.stats)
        clock = stats.pop(CLOCK, None)
        late = not result.ended and len(result.solutions) != limit and seconds is not None
        late &= result.why.endswith(LATE) or result.seconds >= (seconds or 0.0)
        is_timed = clock is not None and not late  # a clock read before the deadline misses the time after it
        return cls(
            round=round_number,
            puzzle=puzzle,
            method=result.method,
            result=replace(result, stats=stats),
            seconds=clock[0] if is_timed else result.seconds,
            cpu_seconds=clock[1] if is_timed else None,
            timed_out=late,
            fault=f"method {result.method!r} failed: {result.why}" if result.why.startswith(DIED) else "",
        )

    @property
    def status(self) -> Status:
        """The status of the result."""
        return self.result.status

    @property
    def work(self) -> tuple[str, float]:
        """The work it did, such as `("conflicts", 12)`."""
        return work_of(self.result.stats)


def work_of(stats: Mapping[str, Any]) -> tuple[str, float]:
    """The statistic that measures the work of a run best, and its value."""
    return next(((name, stats[name]) for name in WORK if isinstance(stats.get(name), int | float)), ("nodes", 0))


@dataclass(frozen=True)
class Excluded:
    """A method that skips some or all of the puzzles, and the reason."""

    method: str
    why: str
    puzzles: tuple[int, ...]

    def __str__(self) -> str:
        return f"{self.method} skips {len(self.puzzles)} puzzle{'s' * (len(self.puzzles) != 1)}: {self.why}"


@dataclass(frozen=True)
class Dispute:
    """A method that claimed to have found all solutions, and another method that found one more.

    All solutions were verified, so the claim is certainly wrong.
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
    """Every outcome that another one proves wrong, with the first one that does."""
    for _, group in groupby(sorted(outcomes, key=_puzzle_of), key=_puzzle_of):
        rivals = list(group)
        found = {grid: outcome.method for outcome in reversed(rivals) for grid in outcome.result.solutions}
        for outcome in rivals:
            missed = [grid for grid in found if grid not in outcome.result.solutions]
            if outcome.result.ended and missed:
                yield Dispute(outcome.puzzle, outcome, found[missed[-1]], missed[-1])


def _puzzle_of(outcome: Outcome) -> int:
    return outcome.puzzle


@dataclass(frozen=True, kw_only=True)
class Standing:
    """The results of one method over the whole race.

    Args:
        method: its name.
        outcomes: all its outcomes.
        wrong: the outcomes that another method proves wrong.
        excluded: why it skipped some or all puzzles; "" if it did not.
    """

    method: str
    outcomes: tuple[Outcome, ...]
    wrong: tuple[Outcome, ...] = ()
    excluded: str = ""

    @property
    def answered(self) -> tuple[Outcome, ...]:
        """The outcomes with a valid answer: any status except unknown, and not proved wrong."""
        return tuple(o for o in self.outcomes if o.status is not Status.UNKNOWN and o not in self.wrong)

    @property
    def faults(self) -> tuple[Outcome, ...]:
        """The outcomes at which it broke its contract: a wrong grid, a repeated one, or a crash."""
        return tuple(outcome for outcome in self.outcomes if outcome.fault)

    @property
    def timed_out(self) -> int:
        """How many puzzles reached the time limit."""
        return sum(outcome.timed_out for outcome in self.outcomes)

    @property
    def statuses(self) -> dict[Status, int]:
        """How often each status occurred."""
        given = [outcome.status for outcome in self.outcomes]
        return {status: given.count(status) for status in Status}

    @property
    def times(self) -> list[float]:
        """The seconds of the answered puzzles, in ascending order."""
        return sorted(outcome.seconds for outcome in self.answered)

    @property
    def median_seconds(self) -> float | None:
        """The median of these times; None if no puzzle was answered."""
        return median(self.times) if self.answered else None

    @property
    def total(self) -> float:
        """The seconds of all puzzles, answered or not."""
        return sum(outcome.seconds for outcome in self.outcomes)

    @property
    def startup_seconds(self) -> float:
        """The seconds to start its processes and load its libraries, which no other time includes."""
        return sum(outcome.result.startup_seconds for outcome in self.outcomes)

    @property
    def work(self) -> tuple[str, float]:
        """The statistic that measures its work, and the median over the puzzles where it is known."""
        works = [outcome.work for outcome in self.outcomes]
        # If the process was killed, or the clues clash so that the method did not run, only nodes are known.
        name = min((name for name, _ in works), key=WORK.index, default=WORK[-1])
        amounts = [amount for other, amount in works if other == name]
        return name, median(amounts) if amounts else 0

    @property
    def runs(self) -> Runs:
        """What the charts show of it."""
        from ninefold.draw.charts import Runs

        answered = tuple(((outcome.round, outcome.puzzle), outcome.seconds) for outcome in self.answered)
        trouble = [counted(len(self.faults), "fault")] if self.faults else []
        trouble += [f"{len(self.wrong)} wrong"] if self.wrong else []
        return Runs(self.method, len(self.outcomes), answered, ", ".join(trouble), self.sizes)

    @property
    def sizes(self) -> tuple[tuple[int, float], ...]:
        """For each size of board, the median seconds of the answered puzzles."""
        found: dict[int, list[float]] = {}
        for outcome in self.answered:
            found.setdefault(outcome.result.puzzle.size, []).append(outcome.seconds)
        return tuple((size, median(times)) for size, times in sorted(found.items()))

    @property
    def rank(self) -> tuple[int, float]:
        """The sort key of standings: most answers first, then least total time."""
        return -len(self.answered), self.total
