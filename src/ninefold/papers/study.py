"""The study of the rungs: what share of a set of puzzles each linear method settles, and at what price.

A puzzle is *settled* where the method proves its solution the only one, and *found* where it has a solution
without that proof. Neither is ever wrong: every grid passes the judge.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median
from typing import Any

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.core.values import short_repr
from ninefold.solving.result import Result, Status
from ninefold.solving.solve import solve

RUNGS = ("lp", "lp-reweighted", "lp-probe", "lp-lift")


@dataclass(frozen=True)
class Rung:
    """One method on one set of puzzles."""

    puzzles: str
    method: str
    asked: int
    settled: int
    found: int
    programs: float  # linear programs a puzzle, in the mean
    seconds: tuple[float, ...]  # for each puzzle, in its order

    @property
    def share(self) -> float:
        """The share of puzzles with a solution, proved the only one or not."""
        return (self.settled + self.found) / self.asked if self.asked else 0.0

    def record(self) -> dict[str, Any]:
        """The rung as the object that --json writes; the keys are documented and stay."""
        times = self.seconds or (0.0,)
        return {
            "puzzles": self.puzzles,
            "method": self.method,
            "asked": self.asked,
            "settled": self.settled,
            "found": self.found,
            "programs": round(self.programs, 2),
            "median_seconds": round(median(times), 6),
            "mean_seconds": round(fmean(times), 6),
            "longest_seconds": round(max(times), 6),
        }


def sample(puzzles: Sequence[Grid], size: int | None, seed: int) -> list[Grid]:
    """So many of the puzzles by lot, the same ones for the same seed; all of them where there are no more."""
    if size is not None and size < 1:
        raise NinefoldError(f"a sample has at least one puzzle; read {short_repr(size)}")
    if size is None or size >= len(puzzles):
        return list(puzzles)
    return random.Random(seed).sample(list(puzzles), size)  # noqa: S311 (a sample, not a secret)


def climb(
    name: str,
    puzzles: Sequence[Grid],
    method: str,
    *,
    seconds: float | None = None,
    step: Callable[[], None] = lambda: None,
) -> Rung:
    """Put every puzzle to the method; `step` is called after each."""
    results: list[Result] = []
    for puzzle in puzzles:
        results.append(solve(puzzle, by=method, limit=Limit(seconds=seconds)))
        step()
    return Rung(
        puzzles=name,
        method=method,
        asked=len(results),
        settled=sum(result.status is Status.UNIQUE for result in results),
        found=sum(result.status is Status.SOLVED for result in results),
        programs=fmean([float(result.stats.get("lps", result.stats["nodes"])) for result in results] or [0.0]),
        seconds=tuple(result.seconds for result in results),
    )
