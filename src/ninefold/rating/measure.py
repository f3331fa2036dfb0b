"""Minutes: how long a practised person takes for a 9×9 puzzle, from a model of how people look for the next step.

1. The puzzle is solved step by step, natively, as people do: the most visible single first
   (native/measure/scanner.hpp).
2. Every entry costs a fixed time, and a time to find it: the empty cells divided by the visibility of all singles there
   are. Each step beyond singles costs a fixed time by its class.
3. The sum is corrected for the number of hidden singles in rows and columns at the start.

The constants were fitted to the average times of players (docs/rating.md). Symmetric copies have equal
minutes, because the solving starts from the canonical form.
"""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache, cached_property
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import NinefoldError
from ninefold.core.reading import CELLS
from ninefold.core.values import counted, short_repr
from ninefold.logic.techniques import find_techniques
from ninefold.rating.explainer import TECHNIQUES
from ninefold.solving.solvers.native import NativeMonitor, native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STAGES = 160
LISTED = ("counts", "stages", "guesses")
SECONDS = {"entries": 2.90, "search": 3.32, "locked": 10.6, "subsets": 35.1, "hard": 58.3}  # rule 2
SCALE, POWER, LINES_POWER = 2.094, 0.922, -0.133  # rule 3
SPREAD = 0.23  # the averages of two puzzles in three are within a factor of exp(±SPREAD)
HARD_SPREAD = 0.5  # beyond subsets there are few data
# The techniques that the model uses, by number, in the order in which it tries them.
COUNTED = (1, 2, 6, 8, 9, 10, 12, 13, 15, 11, 14, 20, 22, 21, 16, 17, 25, 26, 27, 28, 29)


@dataclass(frozen=True)
class Measure:
    """The time a practised person takes for a puzzle, and what makes it long.

    Args:
        minutes: the time that is typical.
        low: two puzzles in three take at least this long …
        high: … and at most this long, for the average player.
        techniques: how often each technique is needed, easiest first.
        openings: how many singles there are to choose from at each stage; 0 where another technique is needed.
        empty: how many cells are empty at each stage.
        guesses: how often no technique of the model helps.
    """

    minutes: float
    low: float
    high: float
    techniques: dict[str, int]
    openings: tuple[int, ...]
    empty: tuple[int, ...]
    guesses: int

    @cached_property
    def bottlenecks(self) -> tuple[int, ...]:
        """The stages, not near the end, with at most one single to find."""
        found = [k for k, ways in enumerate(self.openings) if ways <= 1 and self.empty[k] > 9]
        return tuple(k for k in found if k - 1 not in found)

    def __str__(self) -> str:
        """A sentence that explains the minutes."""
        if not self.bottlenecks:
            fewest = min((ways for ways, left in zip(self.openings, self.empty, strict=True) if left > 9), default=0)
            return f"no bottlenecks; until nine cells are left, there are at least {counted(fewest, 'single')} to find"
        first = self.bottlenecks[0]
        what = "leaves a single step to find" if self.openings[first] else "leaves no single to find"
        if len(self.bottlenecks) == 1:
            return f"one bottleneck: with {self.empty[first]} empty cells, it {what}{self._hardest}"
        many = f"{len(self.bottlenecks)} bottlenecks; the first, with {self.empty[first]} empty cells"
        return f"{many}, {what}{self._hardest}"

    @property
    def _hardest(self) -> str:
        if self.guesses:
            return ", and in the end no technique of the model helps"
        name = next(reversed(self.techniques), "")
        return "" if "Single" in name or "Last" in name else f"; the hardest step is {name}"


@cache
def counted_as(name: str) -> tuple[str, ...]:
    """The names under which ratings count a technique; one that they never count is an error.

    >>> counted_as("hidden single"), counted_as("x-chain")
    (('Hidden Single',), ('X-Cycle', 'Forcing X-Chain'))
    """
    wanted = set(find_techniques(name))
    names = [TECHNIQUES[number] for number in COUNTED]
    found = tuple(one for one in names if wanted.intersection(find_techniques(one)))
    if not found:
        raise NinefoldError(f"ratings do not count {short_repr(name)} (choose from {', '.join(names)})")
    return found


def measure_rows(
    digits: NDArray[np.uint8], solutions: NDArray[np.uint8], threads: int, monitor: NativeMonitor
) -> list[Measure] | None:
    """The measure of each puzzle of a column of digits, with their solutions; None if time was up."""
    import numpy as np

    found = features_of(digits, solutions, threads, monitor)
    if found is None:
        return None
    spread = np.where(found["hard"] > 0, HARD_SPREAD, SPREAD)
    minutes = seconds_of(found) / 60
    columns = (minutes, minutes * np.exp(-spread), minutes * np.exp(spread), *(found[name] for name in LISTED))
    texts = found["openings"].tobytes(), found["empty"].tobytes()
    rows = enumerate(zip(*(column.tolist() for column in columns), strict=True))
    return [_measure(row, values, *texts) for row, values in rows]


def features_of(
    digits: NDArray[np.uint8],
    solutions: NDArray[np.uint8],
    threads: int,
    monitor: NativeMonitor,
    *,
    brief: bool = False,
) -> Any:
    """What the model counts, as a structured array (`Measured` in native/rating/version.hpp); None if time was up.

    If brief, it counts only as far as levels need: beyond sets of three, it counts one technique of the hardest kind.
    """
    import numpy as np

    kind = np.dtype(
        [(name, "f4") for name in (*SECONDS, "lines")]
        + [("counts", "u1", 48), ("openings", "u1", STAGES), ("empty", "u1", STAGES)]
        + [("stages", "u1"), ("guesses", "u1"), ("unused", "u1", 2)]
    )
    found = np.zeros(len(digits) // CELLS, kind)
    measured = found.view(np.uint8)
    done = native().measure_many(digits, solutions, threads, measured, monitor.seconds, monitor.poll, brief=brief)
    return found if done else None


def seconds_of(found: Any) -> NDArray[np.float64]:
    """The predicted seconds of each row of features (rules 2 and 3)."""
    raw = sum(found[name].astype(float) * cost for name, cost in SECONDS.items())
    result: NDArray[np.float64] = SCALE * raw**POWER * (1 + found["lines"].astype(float)) ** LINES_POWER
    return result


def _measure(row: int, values: tuple[Any, ...], openings: bytes, empty: bytes) -> Measure:
    minutes, low, high, counts, stages, guesses = values
    at = slice(row * STAGES, row * STAGES + stages)
    return Measure(
        minutes=round(minutes, 2),
        low=round(low, 2),
        high=round(high, 2),
        techniques={TECHNIQUES[k]: counts[k] for k in COUNTED if counts[k]},
        openings=tuple(openings[at]),
        empty=tuple(empty[at]),
        guesses=guesses,
    )
