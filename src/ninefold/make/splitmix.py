"""SplitMix: random numbers that are the same for the same seed on every machine and in every version.

1. Numbers of 64 bits come from splitmix64 (Steele, Lea and Flood 2014), as in `native/make.hpp`.
2. A number below n is the upper half of (the upper half of a number, times n).
3. Each attempt at each puzzle has its own seed, so no puzzle depends on what is generated beside it.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, TypeVar

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

MASK = 2**64 - 1
T = TypeVar("T")


class SplitMix:
    """Random numbers from a seed.

    >>> rng = SplitMix(7)
    >>> [rng.below(6) + 1 for _ in range(5)]
    [3, 1, 6, 4, 3]
    """

    def __init__(self, seed: int) -> None:
        self._state = seed & MASK

    def number(self) -> int:
        """A number of 64 bits (rule 1)."""
        self._state = self._state + 0x9E3779B97F4A7C15 & MASK
        mixed = (self._state ^ self._state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
        return mixed ^ mixed >> 31

    def below(self, n: int) -> int:
        """A whole number from 0 to n - 1 (rule 2)."""
        return (self.number() >> 32) * n >> 32

    def choice(self, values: Sequence[T]) -> T:
        """One of the values."""
        return values[self.below(len(values))]

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """The values in a random order, by Fisher and Yates."""
        order = list(values)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def seed_of(seed: int, puzzle: int, attempt: int) -> int:
    """The seed of one attempt at one puzzle of a run (rule 3)."""
    return SplitMix(SplitMix(SplitMix(seed).number() + puzzle).number() + attempt).number()


def seeds_of(
    seed: int, puzzles: Sequence[int] | NDArray[np.uint64], attempts: Sequence[int] | int
) -> NDArray[np.uint64]:
    """The seeds of many attempts: what `seed_of` gives for each puzzle and attempt, all at once."""
    import numpy as np

    states = numbers_of(np.array(puzzles, np.uint64) + np.uint64(SplitMix(seed).number()))
    return numbers_of(states + np.array(attempts, np.uint64))


def numbers_of(states: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Rule 1 for many states; NumPy's uint64 wraps around, which is the masking of `number`."""
    import numpy as np

    mixed = states + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
