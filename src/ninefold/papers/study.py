"""Studies of the linear methods: the share of a set of puzzles that each one solves, and how long it takes.

A puzzle is *proved* if the method proves that its solution is the only one, and *found* if the method has a solution
without that proof. Neither is ever wrong, because every solution is verified.
"""

from __future__ import annotations

import random
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from statistics import fmean, median

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit
from ninefold.core.values import read_seed, short_repr
from ninefold.draw.charts import Bar, bar_chart
from ninefold.draw.scene import Scene
from ninefold.records import StudyRecord
from ninefold.solving.result import Result, Status
from ninefold.solving.solve import solve

LINEAR_METHODS = ("lp", "lp-reweighted", "lp-probe", "lp-lift")


@dataclass(frozen=True)
class StudyRow:
    """The results of one method on one set of puzzles."""

    puzzles: str  # the name of the set
    method: str
    runs: int  # the number of puzzles
    proved: int
    found: int
    programs: float  # mean number of linear programs per puzzle
    seconds: tuple[float, ...]  # of each puzzle, in order

    @property
    def share(self) -> float:
        """The share of puzzles solved, with or without a proof of uniqueness."""
        return (self.proved + self.found) / self.runs if self.runs else 0.0

    def record(self) -> StudyRecord:
        """The object that --json prints."""
        times = self.seconds or (0.0,)
        return StudyRecord(
            puzzles=self.puzzles,
            method=self.method,
            runs=self.runs,
            proved=self.proved,
            found=self.found,
            programs=round(self.programs, 2),
            median_seconds=round(median(times), 6),
            mean_seconds=round(fmean(times), 6),
            longest_seconds=round(max(times), 6),
        )


def sample(puzzles: Sequence[Grid], size: int | None, seed: int) -> list[Grid]:
    """A random sample of the puzzles, the same for the same seed; all of them if there are not more."""
    if size is not None and size < 1:
        raise NinefoldError(f"a sample needs at least one puzzle; read {short_repr(size)}")
    if size is None or size >= len(puzzles):
        return list(puzzles)
    return random.Random(read_seed(seed)).sample(list(puzzles), size)  # noqa: S311 (a sample, not a secret)


def measure(
    name: str,
    puzzles: Sequence[Grid],
    method: str,
    *,
    seconds: float | None = None,
    step: Callable[[], None] = lambda: None,
) -> StudyRow:
    """Solve every puzzle by the method; calls `step` after each."""
    results: list[Result] = []
    for puzzle in puzzles:
        results.append(solve(puzzle, by=method, limit=Limit(seconds=seconds)))
        step()
    return StudyRow(
        puzzles=name,
        method=method,
        runs=len(results),
        proved=sum(result.status is Status.UNIQUE for result in results),
        found=sum(result.status is Status.SOLVED for result in results),
        programs=fmean([float(result.stats.get("lps", result.stats["nodes"])) for result in results] or [0.0]),
        seconds=tuple(result.seconds for result in results),
    )


def chart(rows: Sequence[StudyRow]) -> Scene:
    """The shares as bars, one group per set of puzzles."""
    return bar_chart([_bar(row) for row in rows], "Shares of puzzles solved, by method")


def _bar(row: StudyRow) -> Bar:
    about = f"{row.method} on {row.puzzles}: {row.proved} proved unique, {row.found} only found, of {row.runs}"
    return Bar(row.puzzles, row.method, row.proved / row.runs if row.runs else 0.0, row.share, about)
