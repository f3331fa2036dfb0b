"""Standings: how a method did over the whole race."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from ninefold.racing.outcome import WORK, Outcome
from ninefold.solving.result import Status


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
