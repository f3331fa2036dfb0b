"""Fitting: attempts at standard 9×9 puzzles, side by side, brought closer to the demands of a recipe.

1. A puzzle that is too hard gets clues back, in the reverse of the order in which they were removed: as few as it
   takes, found by halving. So that not all are as hard as the demands allow, some get up to `EASIER` more.
2. If that rarely succeeds, an attempt climbs: some clues move to other cells of the same full grid, and of the
   puzzles that still have one solution the one nearest to the demands replaces the last, for `ROUNDS` rounds.
3. What becomes of an attempt depends on its seed alone, not on those beside it.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.make.clues import needs_every_clue
from ninefold.make.measuring import Fit, judge_rows
from ninefold.make.native_bulk import Batch
from ninefold.make.recipe import Recipe
from ninefold.make.splitmix import SplitMix
from ninefold.solving.many import solve_many
from ninefold.solving.result import Status
from ninefold.solving.solvers.native import NativeMonitor

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]
    Numbers = NDArray[np.int64]

EASIER = 6
ROUNDS = 24
NEIGHBOURS = 40  # puzzles tried per round; one in ten or so has one solution
RATED = 4  # of those with one solution, how many are judged


@dataclass
class Fitter:
    """Judges attempts and improves them."""

    recipe: Recipe
    threads: int
    monitor: NativeMonitor

    def fit(
        self, batch: Batch, afters: list[int | None], rngs: list[SplitMix], climbs: bool
    ) -> list[tuple[Grid, Fit] | None]:
        """The puzzle of each attempt after so many removed groups, improved, with its verdict; None for None."""
        import numpy as np

        rows = [row for row, after in enumerate(afters) if after is not None]
        found = batch.rows(rows)
        after = np.array([afters[row] for row in rows], np.int64)
        puzzles = found.puzzles(after)
        verdicts = self._judge(puzzles, found.solutions)
        own = [rngs[row] for row in rows]
        if self.recipe.may_add_clues:
            self._ease(found, after, puzzles, verdicts, own)
        if climbs:
            self._climb(puzzles, found.solutions, verdicts, own)
        grids = Grid.all_of_digits(puzzles.tobytes(), Layout.of_size(9))
        done = dict(zip(rows, zip(grids, verdicts, strict=True), strict=True))
        return [done.get(row) for row in range(len(afters))]

    def _judge(self, puzzles: Digits, solutions: Digits) -> list[Fit]:
        return judge_rows(puzzles, solutions, self.recipe.demands, self.threads, self.monitor)

    # --- adding clues (rule 1) ----------------------------------------------------------------

    def _ease(self, batch: Batch, after: Numbers, puzzles: Digits, verdicts: list[Fit], rngs: list[SplitMix]) -> None:
        import numpy as np

        hard = np.array([row for row, verdict in enumerate(verdicts) if verdict.side > 0], np.int64)
        low, high = np.zeros(len(after), np.int64), after.copy()
        while len(rows := hard[low[hard] < high[hard]]):
            middle = (low[rows] + high[rows] + 1) // 2
            for row, at, verdict in zip(rows, middle, self._judged_at(batch, rows, middle), strict=True):
                if verdict[1].side > 0:
                    high[row] = at - 1
                else:
                    low[row] = at
                    puzzles[row], verdicts[row] = verdict
        self._vary(batch, low, puzzles, verdicts, [(row, rngs[row].below(EASIER + 1)) for row in hard.tolist()])

    def _vary(
        self, batch: Batch, low: Numbers, puzzles: Digits, verdicts: list[Fit], more: list[tuple[int, int]]
    ) -> None:
        import numpy as np

        rows = np.array([row for row, groups in more if groups and verdicts[row].fits], np.int64)
        groups = dict(more)
        after = np.array([max(0, int(low[row]) - groups[row]) for row in rows.tolist()], np.int64)
        for row, judged in zip(rows, self._judged_at(batch, rows, after), strict=True):
            if judged[1].fits:
                puzzles[row], verdicts[row] = judged

    def _judged_at(self, batch: Batch, rows: Numbers, after: Numbers) -> list[tuple[Digits, Fit]]:
        some = batch.rows(rows)
        puzzles = some.puzzles(after)
        return list(zip(puzzles, self._judge(puzzles, some.solutions), strict=True))

    # --- moving clues (rule 2) ----------------------------------------------------------------

    def _climb(self, puzzles: Digits, solutions: Digits, verdicts: list[Fit], rngs: list[SplitMix]) -> None:
        for _ in range(ROUNDS):
            open_rows = [row for row, verdict in enumerate(verdicts) if not verdict.fits]
            if not open_rows:
                return
            self.monitor.run.check_limits()
            self._climb_once(open_rows, puzzles, solutions, verdicts, rngs)

    def _climb_once(
        self, rows: list[int], puzzles: Digits, solutions: Digits, verdicts: list[Fit], rngs: list[SplitMix]
    ) -> None:
        import numpy as np

        tried = np.concatenate([self._neighbours(puzzles[row], solutions[row], rngs[row]) for row in rows])
        owner = np.repeat(np.array(rows), NEIGHBOURS)
        proper = solve_many(tried, threads=self.threads or None).status == Status.UNIQUE.code
        kept = [at for row in rows for at in np.flatnonzero(proper & (owner == row))[:RATED].tolist()]
        judged = self._judge(tried[kept], solutions[owner[kept]]) if kept else []
        for at, verdict in zip(kept, judged, strict=True):
            row = int(owner[at])
            if verdict.distance <= verdicts[row].distance and self._may_replace(tried[at], solutions[row]):
                puzzles[row], verdicts[row] = tried[at], verdict

    def _may_replace(self, puzzle: Digits, solution: Digits) -> bool:
        layout = Layout.of_size(9)
        if not self.recipe.has_count(int((puzzle > 0).sum())):
            return False
        grid, full = (Grid.from_digits(digits.tobytes(), layout) for digits in (puzzle, solution))
        return not self.recipe.minimal or needs_every_clue(grid, full, self.monitor.run.check_limits)

    def _neighbours(self, puzzle: Digits, solution: Digits, rng: SplitMix) -> Digits:
        """Puzzles in which one or two groups of clues are in other cells."""
        import numpy as np

        groups = self.recipe.groups
        filled = [group for group in groups if puzzle[group[0]]]
        empty = [group for group in groups if not puzzle[group[0]]]
        found = np.repeat(puzzle[None], NEIGHBOURS, axis=0)
        for digits in found:
            count = min(1 + rng.below(2), len(filled), len(empty))
            for group in rng.shuffled(filled)[:count]:
                digits[list(group)] = 0
            for group in rng.shuffled(empty)[:count]:
                digits[list(group)] = solution[list(group)]
        return found
