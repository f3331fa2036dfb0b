"""The scale of HoDoKu 2.2.0 with its default steps: level and score of 9×9 puzzles, computed natively as it does.

HoDoKu takes the first step of a fixed order, again and again, and adds up their scores. The level is that of the
hardest step, or a higher one if the score is above the limit of that level. Which of several steps it finds first
depends on the order in which it looks at cells, digits and units; these ratings follow it in that, so symmetric copies
may differ.
"""

from __future__ import annotations

from dataclasses import dataclass, field
from functools import cache
from typing import TYPE_CHECKING

from ninefold.core.reading import CELLS
from ninefold.solving.solvers.native import NativeMonitor, native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

LEVELS = ("Easy", "Medium", "Hard", "Unfair", "Extreme")
COUNTS = 64


@dataclass(frozen=True)
class HodokuRating:
    """The rating of a puzzle as HoDoKu 2.2.0 gives it.

    >>> str(HodokuRating("Medium", 492, {"Full House": 19, "Naked Single": 19, "Hidden Single": 20}))
    'Medium (492)'

    Args:
        level: Easy, Medium, Hard, Unfair or Extreme.
        score: the sum over all steps.
        steps: how often it uses each kind of step, in its order.
    """

    level: str
    score: int
    steps: dict[str, int] = field(default_factory=dict)

    def __str__(self) -> str:
        """As HoDoKu writes it: `Medium (492)`."""
        return f"{self.level} ({self.score})"


def score_rows(
    digits: NDArray[np.uint8], solutions: NDArray[np.uint8], threads: int, monitor: NativeMonitor
) -> list[tuple[HodokuRating, int]] | None:
    """The rating of each puzzle of a column of digits, with their solutions, and the size of its smallest backdoor.

    None if time was up.
    """
    import numpy as np

    kind = np.dtype(
        [
            ("done", "u1"),
            ("level", "u1"),
            ("backdoor", "u1"),
            ("unused", "u1"),
            ("score", "i4"),
            ("counts", "u1", COUNTS),
        ]
    )
    found = np.zeros(len(digits) // CELLS, kind)
    if not native().score_many(digits, solutions, threads, found.view(np.uint8), monitor.seconds, monitor.poll):
        return None
    columns = (found[name].tolist() for name in ("level", "score", "counts", "backdoor"))
    return [
        (HodokuRating(LEVELS[level], score, _named(counts)), size)
        for level, score, counts, size in zip(*columns, strict=True)
    ]


@cache
def _names() -> tuple[str, ...]:
    return tuple(native().hodoku_steps())


def _named(counts: list[int]) -> dict[str, int]:
    return {name: count for name, count in zip(_names(), counts, strict=False) if count}
