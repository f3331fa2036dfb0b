"""Selection: which puzzle of one attempt meets the recipe, and why attempts are rejected."""

from __future__ import annotations

from collections import Counter
from typing import NamedTuple

from ninefold.core.grid import Grid
from ninefold.core.limits import CheckLimits
from ninefold.make.clues import Removal, needs_every_clue
from ninefold.make.recipe import Recipe
from ninefold.make.splitmix import SplitMix
from ninefold.rating.levels import LEVELS, level_until


class Draft(NamedTuple):
    """A grid that meets the recipe and is still to be proved; its level if that had to be computed."""

    grid: Grid
    level: str = ""


class Rejections:
    """Why attempts were rejected, counted for the message if none is accepted."""

    def __init__(self) -> None:
        self.tries = 0
        self.clues: Counter[int] = Counter()
        self.other: Counter[str] = Counter()

    def __str__(self) -> str:
        """The counts in words."""
        words = [f"{count:,} {what}" for what, count in self.other.most_common()]
        if self.clues:
            low, high = min(self.clues), max(self.clues)
            words.append(f"{self.clues.total():,} had another number of clues ({low} to {high})")
        return "; ".join(words)


def select(
    removal: Removal, recipe: Recipe, rng: SplitMix, rejections: Rejections, check_limits: CheckLimits = lambda: None
) -> Draft | None:
    """A puzzle of a full grid that meets the recipe; None, once counted, if there is none."""
    after = _clues_kept(removal, recipe, rng)
    if after is None:
        rejections.clues[len(removal.puzzle(removal.last).filled_cells)] += 1
        return None
    puzzle = removal.puzzle(after)
    if recipe.minimal and not needs_every_clue(puzzle, removal.solution, check_limits):
        rejections.other["were not minimal"] += 1
        return None
    if recipe.level is None:
        return Draft(puzzle)
    level = level_until(puzzle, check_limits)
    if level != recipe.level and recipe.clues is None and recipe.minimal is None:
        puzzle, level = _eased(removal, LEVELS.index(recipe.level), {after: level}, check_limits)
    if level != recipe.level:
        rejections.other[f"were {level}"] += 1
        return None
    return Draft(puzzle, level)


def _clues_kept(removal: Removal, recipe: Recipe, rng: SplitMix) -> int | None:
    """After how many removed groups the number of clues is right; None if it never is."""
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


def _eased(removal: Removal, level: int, known: dict[int, str], check_limits: CheckLimits) -> tuple[Grid, str]:
    """The puzzle with the fewest clues added back that is no harder than a level, and its level.

    `known` has the levels computed already, by the number of removed groups.
    """
    low, high = 0, removal.last  # after `low` removed groups it is no harder
    while low < high:
        middle = (low + high + 1) // 2
        known[middle] = known.get(middle) or level_until(removal.puzzle(middle), check_limits)
        if LEVELS.index(known[middle]) <= level:
            low = middle
        else:
            high = middle - 1
    puzzle = removal.puzzle(low)
    return puzzle, known.get(low) or level_until(puzzle, check_limits)
