"""Measuring: how far puzzles are from the demands of a recipe.

1. The measure (level, minutes) comes first, then the path (techniques), then Sudoku Explainer (ER), each only for
   the puzzles that meet what came before, because each takes longer than the one before it.
2. The distance of a puzzle adds up what is missing; 0 means that it fits. One unit is about one level, one point of
   ER, or one step of a technique; what was not computed counts 1.
3. Of puzzles at the same distance, the nearest has the hardest technique closest to one that is missing.
4. The side says in which direction a puzzle fails: positive if it is too hard, negative if it is too easy.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from dataclasses import dataclass, field
from math import log
from typing import TYPE_CHECKING

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import CheckLimits
from ninefold.core.position import Position
from ninefold.core.values import counted
from ninefold.logic.engine import find, in_order, reasoner
from ninefold.logic.techniques import Technique, techniques
from ninefold.logic.wire import split
from ninefold.make.demands import ORDER, SINGLES, Demands, Span, rank_of, ranks
from ninefold.rating.explainer import explain_rows
from ninefold.rating.levels import LEVELS, level_codes, level_until
from ninefold.rating.measure import features_of, seconds_of
from ninefold.solving.solvers.native import NativeMonitor

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]

TOGETHER = 16  # paths between two looks at the clock
UNKNOWN = 1.0  # the distance of what was not computed
# On boards other than 9×9 a path stops here: what comes after takes too long to look for.
LAST = "aic"


@dataclass
class Fit:
    """How far a puzzle is from the demands (rules 2 to 4), and in words what it is like."""

    distance: float = 0.0
    gap: int = 0
    side: int = 0
    level: str = ""
    er: float | None = None
    words: list[str] = field(default_factory=list)

    @property
    def fits(self) -> bool:
        """Whether nothing is missing."""
        return self.distance == 0

    @property
    def place(self) -> tuple[float, int]:
        """The lower, the nearer."""
        return self.distance, self.gap

    def add(self, distance: float, side: int) -> None:
        """Note a demand that is not met."""
        self.distance += distance
        self.side = max(self.side, side, key=lambda one: (one > 0, abs(one)))

    def __str__(self) -> str:
        """What the puzzle is like."""
        return ", ".join(self.words)


def judge_rows(puzzles: Digits, solutions: Digits, demands: Demands, threads: int, monitor: NativeMonitor) -> list[Fit]:
    """The verdicts on rows of 81 digits, each with its only solution."""
    verdicts = [Fit() for _ in puzzles]
    if demands.needs_minutes:
        _judge_minutes(puzzles, solutions, verdicts, demands, threads, monitor)
    if demands.needs_path:
        rows = _fitting(verdicts)
        for row, counts in zip(rows, _paths(puzzles[rows], threads, monitor), strict=True):
            judge_techniques(counts, verdicts[row], demands)
    if demands.er is not None:
        rows = _fitting(verdicts)
        found = explain_rows(puzzles[rows].reshape(-1), threads, monitor)
        monitor.run.check_limits()
        for row, rating in zip(rows, found, strict=True):
            verdicts[row].er = rating.er if rating else None
            verdicts[row].words.append(f"ER {rating.er if rating else 'unknown'}")
            _compare(rating.er if rating else 0.0, demands.er, verdicts[row])
    for verdict in verdicts:
        if not verdict.fits:
            verdict.distance += UNKNOWN * _skipped(verdict, demands)
    return verdicts


def _fitting(verdicts: list[Fit]) -> list[int]:
    return [row for row, verdict in enumerate(verdicts) if verdict.fits]


def _skipped(verdict: Fit, demands: Demands) -> int:
    """How many scales were not computed (rule 1); every scale that was has left its words."""
    wanted = demands.needs_minutes + demands.needs_path + (demands.er is not None)
    return max(0, wanted - len(verdict.words))


def _judge_minutes(
    puzzles: Digits, solutions: Digits, verdicts: list[Fit], demands: Demands, threads: int, monitor: NativeMonitor
) -> None:
    found = features_of(puzzles.reshape(-1), solutions.reshape(-1), threads, monitor)
    monitor.run.check_limits()
    if found is None:
        return
    for verdict, code, seconds in zip(verdicts, level_codes(found).tolist(), seconds_of(found).tolist(), strict=True):
        minutes = round(seconds / 60, 2)
        verdict.level = LEVELS[code]
        verdict.words.append(f"{LEVELS[code]}, {minutes:.1f} minutes")
        if demands.level is not None and (gap := code - LEVELS.index(demands.level)):
            verdict.add(abs(gap), gap)
        if demands.minutes is not None:
            low, high = (log(max(end, 0.01)) for end in demands.minutes)
            _compare(log(max(minutes, 0.01)), (low, high), verdict, 2.0)


def _compare(value: float, span: Span, verdict: Fit, weight: float = 1.0) -> None:
    low, high = span
    if value < low:
        verdict.add(weight * (low - value), -1)
    elif value > high:
        verdict.add(weight * (value - high), 1)


# --- techniques --------------------------------------------------------------------------------


def _paths(puzzles: Digits, threads: int, monitor: NativeMonitor) -> Iterator[Counter[int]]:
    """How often each technique is used on the path of each puzzle, by number."""
    import numpy as np

    for start in range(0, len(puzzles), TOGETHER):
        monitor.run.check_limits()
        some = np.ascontiguousarray(puzzles[start : start + TOGETHER])
        ends, words = reasoner(Layout.of_size(9)).paths(some.reshape(-1), ORDER, True, False, threads)
        before = 0
        for end in np.frombuffer(ends, np.uint64).tolist():
            yield Counter(record[4] | record[5] << 8 for record in split(words[2 * before : 2 * end].tobytes()))
            before = end


def path_until(grid: Grid, check_limits: CheckLimits) -> Counter[int] | None:
    """The same for any board, up to chains; None if more than that is needed."""
    position, counts = Position.of(grid), Counter[int]()
    wanted = [technique for technique in in_order(ORDER) if ranks()[technique.number] <= rank_of(LAST)]
    while not position.is_full:
        if not all(bits or digit for bits, digit in zip(position.candidates, position.digits, strict=True)):
            return None
        for technique in wanted:
            check_limits()
            step = next(find(position, grid, [technique], unique=True, limit=1), None)
            if step:
                break
        else:
            return None
        counts[step.technique.number] += 1
        for cell, digit in step.removes:
            position.candidates[cell] &= ~(1 << digit - 1)
        for cell, digit in step.places:
            position.place(cell, digit)
    return counts


def judge_techniques(counts: Counter[int], verdict: Fit, demands: Demands) -> None:
    """Compare the techniques of a path with those demanded."""
    table, rank = techniques(), ranks()
    used = sorted(counts, key=lambda number: rank.get(number, len(rank)))
    hardest = rank.get(used[-1], len(rank)) if used else 0
    beyond = [number for number in used if table[number].slug not in SINGLES]
    verdict.words.append(", ".join(f"{counts[n]} {table[n].name}" for n in beyond[-3:]) or "singles only")
    if demands.hardest is not None and hardest > rank_of(demands.hardest):
        over = [number for number in used if rank.get(number, len(rank)) > rank_of(demands.hardest)]
        verdict.add(1 + 0.1 * len(over), 1)
    for one in demands.technique:
        count = sum(counts[number] for number in one.numbers)
        if count > one.most:
            verdict.add(min(count - one.most, 3), 1)
        elif count < one.fewest:
            simplest = min(rank[number] for number in one.numbers)
            verdict.add(min(one.fewest - count, 3), 1 if hardest > simplest else -1)
            verdict.gap = max(verdict.gap, abs(simplest - hardest))
    _judge_kinds([table[number] for number in used], verdict, demands)


def _judge_kinds(used: list[Technique], verdict: Fit, demands: Demands) -> None:
    unique = sum(technique.assumes_unique for technique in used)
    if demands.uniqueness is not None and bool(unique) != demands.uniqueness:
        verdict.add(1, 1 if unique else -1)
    more = sum(technique.slug not in SINGLES for technique in used)
    if demands.marks is not None and bool(more) != demands.marks:
        verdict.add(min(more, 3) or 1, 1 if more else -1)


# --- one puzzle on any board -------------------------------------------------------------------


def judge_one(grid: Grid, demands: Demands, check_limits: CheckLimits) -> Fit:
    """The verdict on one puzzle on any board; ER and minutes are for 9×9 only, so they are not demanded here."""
    verdict = Fit()
    if demands.level is not None:
        verdict.level = level_until(grid, check_limits)
        verdict.words.append(verdict.level)
        if gap := LEVELS.index(verdict.level) - LEVELS.index(demands.level):
            verdict.add(abs(gap), gap)
    if demands.needs_path and verdict.fits:
        counts = path_until(grid, check_limits)
        if counts is None:
            verdict.words.append("more than chains")
            verdict.add(2, 1)
        else:
            judge_techniques(counts, verdict, demands)
    return verdict


def shown(grid: Grid, verdict: Fit) -> str:
    """A puzzle that does not fit, in words."""
    return f"{grid.line} ({counted(len(grid.filled_cells), 'clue')}, {verdict})"
