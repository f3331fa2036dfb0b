"""Selection: which puzzle of one attempt meets the recipe, and why attempts are rejected."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from typing import NamedTuple

from ninefold.core.grid import Grid
from ninefold.core.limits import CheckLimits
from ninefold.make.clues import Removal, needs_every_clue
from ninefold.make.measuring import Fit, shown
from ninefold.make.recipe import Recipe
from ninefold.make.splitmix import SplitMix

Judge = Callable[[Grid], Fit]


class Draft(NamedTuple):
    """A grid that meets the recipe and is still to be proved; its level and ER if they had to be computed."""

    grid: Grid
    level: str = ""
    er: float | None = None


class Rejections:
    """Why attempts were rejected, counted for the message if none is accepted."""

    def __init__(self) -> None:
        self.tries = 0
        self.clues: Counter[int] = Counter()
        self.other: Counter[str] = Counter()
        self.nearest: tuple[Grid, Fit] | None = None

    def __str__(self) -> str:
        """The counts in words, and the puzzle that came nearest."""
        words = [f"{count:,} {what}" for what, count in self.other.most_common()]
        if self.clues:
            low, high = min(self.clues), max(self.clues)
            words.append(f"{self.clues.total():,} had another number of clues ({low} to {high})")
        if self.nearest is not None:
            words.append(f"the nearest was {shown(*self.nearest)}")
        return "; ".join(words)

    def judge(self, grid: Grid, verdict: Fit, tries: int = 1) -> Draft | None:
        """A puzzle that meets the demands; None, once counted as so many tries, if it does not."""
        if verdict.fits:
            return Draft(grid, verdict.level, verdict.er)
        words = "were too hard" if verdict.side > 0 else "were too easy" if verdict.side < 0 else "did not fit"
        self.other[words] += tries
        if self.nearest is None or verdict.place < self.nearest[1].place:
            self.nearest = grid, verdict
        return None


def select(
    removal: Removal,
    recipe: Recipe,
    rng: SplitMix,
    rejections: Rejections,
    judge: Judge,
    check_limits: CheckLimits = lambda: None,
) -> Draft | None:
    """A puzzle of a full grid that meets the recipe; None, once counted, if there is none."""
    after = clues_kept(removal, recipe, rng, rejections, check_limits)
    if after is None:
        return None
    puzzle = removal.puzzle(after)
    if not recipe.demands:
        return Draft(puzzle)
    verdict = judge(puzzle)
    if verdict.side > 0 and recipe.may_add_clues:
        puzzle, verdict = _eased(removal, after, judge)
    return rejections.judge(puzzle, verdict)


def clues_kept(
    removal: Removal, recipe: Recipe, rng: SplitMix, rejections: Rejections, check_limits: CheckLimits
) -> int | None:
    """After how many removed groups the clues are as the recipe says; None, once counted, if they never are."""
    after = _after(removal, recipe, rng)
    if after is None:
        rejections.clues[len(removal.puzzle(removal.last).filled_cells)] += 1
    elif recipe.minimal and not needs_every_clue(removal.puzzle(after), removal.solution, check_limits):
        rejections.other["were not minimal"] += 1
        return None
    return after


def _after(removal: Removal, recipe: Recipe, rng: SplitMix) -> int | None:
    last = removal.last
    if recipe.minimal is False and recipe.clues is None:
        return max(0, last - 1 - rng.below(removal.solution.size))
    if recipe.clues is None or recipe.minimal:
        return last if recipe.has_count(len(removal.puzzle(last).filled_cells)) else None
    sizes = Counter(time for time in removal.removed_at if 0 < time <= last)
    count = len(removal.puzzle(last).filled_cells)
    fitting = [last] if recipe.has_count(count) and recipe.minimal is None else []
    for after in range(last - 1, -1, -1):
        count += sizes[after + 1]
        if recipe.has_count(count):
            fitting.append(after)
    return rng.choice(fitting) if fitting else None


def _eased(removal: Removal, high: int, judge: Judge) -> tuple[Grid, Fit]:
    """The puzzle with the fewest clues added back that is not too hard."""
    low, found = 0, judge(removal.puzzle(0))
    while low < high:
        middle = (low + high + 1) // 2
        verdict = judge(removal.puzzle(middle))
        if verdict.side > 0:
            high = middle - 1
        else:
            low, found = middle, verdict
    return removal.puzzle(low), found
