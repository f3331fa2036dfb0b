"""From a full grid with the story of its taking to the puzzle that is wished for, if it has one."""

from __future__ import annotations

from collections import Counter

from ninefold.core.grid import Grid
from ninefold.make.chance import Chance
from ninefold.make.levels import LEVELS, level_of
from ninefold.make.taking import Taken
from ninefold.make.wishes import Wishes
from ninefold.solving.minimal import is_minimal


class Tally:
    """What came of the tries that did not do, for the reason that is given in the end."""

    def __init__(self) -> None:
        self.tries = 0
        self.clues: Counter[int] = Counter()
        self.other: Counter[str] = Counter()

    def __str__(self) -> str:
        """The tally in words."""
        words = [f"{count:,} {what}" for what, count in self.other.most_common()]
        if self.clues:
            low, high = min(self.clues), max(self.clues)
            words.append(f"{self.clues.total():,} had another number of clues ({low} to {high})")
        return "; ".join(words)


def choose(taken: Taken, wishes: Wishes, chance: Chance, tally: Tally) -> Grid | None:
    """A puzzle of a full grid that is as wished; None where it has none, which is tallied."""
    after = _after(taken, wishes, chance)
    if after is None:
        tally.clues[len(taken.puzzle(taken.last).filled_cells)] += 1
        return None
    puzzle = taken.puzzle(after)
    if wishes.minimal and not is_minimal(puzzle):
        tally.other["were not minimal"] += 1
        return None
    if wishes.level is None:
        return puzzle
    level = level_of(puzzle)
    if level != wishes.level and wishes.clues is None and wishes.minimal is None:
        puzzle, level = _eased(taken, LEVELS.index(wishes.level))
    if level != wishes.level:
        tally.other[f"were {level}"] += 1
        return None
    return puzzle


def _after(taken: Taken, wishes: Wishes, chance: Chance) -> int | None:
    """After how many parts taken there are as many clues as wished."""
    last = taken.last
    if wishes.minimal is False and wishes.clues is None:
        return max(0, last - 1 - chance.below(taken.solution.size))
    if wishes.clues is None or wishes.minimal:
        return last if wishes.has_count(len(taken.puzzle(last).filled_cells)) else None
    sizes = Counter(time for time in taken.times if 0 < time <= last)
    count = len(taken.puzzle(last).filled_cells)
    fitting = [last] if wishes.has_count(count) and wishes.minimal is None else []
    for after in range(last - 1, -1, -1):
        count += sizes[after + 1]
        if wishes.has_count(count):
            fitting.append(after)
    return chance.one_of(fitting) if fitting else None


def _eased(taken: Taken, level: int) -> tuple[Grid, str]:
    """The puzzle with the fewest clues put back that is no harder than a level."""
    low, high = 0, taken.last  # after `low` parts taken it is no harder
    while low < high:
        middle = (low + high + 1) // 2
        if LEVELS.index(level_of(taken.puzzle(middle))) <= level:
            low = middle
        else:
            high = middle - 1
    puzzle = taken.puzzle(low)
    return puzzle, level_of(puzzle)
