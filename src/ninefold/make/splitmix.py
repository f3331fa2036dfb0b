"""Chance: numbers by lot that are the same for the same key on every machine and in every version.

1. Numbers of 64 bits come from splitmix64 (Steele, Lea and Flood 2014), as in `native/make.hpp`.
2. A lot below n is the upper half of (the number's upper half times n).
3. Each try at each puzzle has a key of its own, so that no puzzle depends on what is made beside it.
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
    """Draws from a key.

    >>> chance = SplitMix(7)
    >>> [chance.below(6) + 1 for _ in range(5)]
    [3, 1, 6, 4, 3]
    """

    def __init__(self, key: int) -> None:
        self._state = key & MASK

    def number(self) -> int:
        """A number of 64 bits (rule 1)."""
        self._state = self._state + 0x9E3779B97F4A7C15 & MASK
        mixed = (self._state ^ self._state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
        return mixed ^ mixed >> 31

    def below(self, n: int) -> int:
        """A whole number from 0, below n (rule 2)."""
        return (self.number() >> 32) * n >> 32

    def one_of(self, values: Sequence[T]) -> T:
        """One of some values."""
        return values[self.below(len(values))]

    def shuffled(self, values: Sequence[T]) -> list[T]:
        """The values in a random order, by Fisher and Yates."""
        order = list(values)
        for last in range(len(order) - 1, 0, -1):
            other = self.below(last + 1)
            order[last], order[other] = order[other], order[last]
        return order


def seed_of(seed: int, puzzle: int, attempt: int) -> int:
    """The key of one try at one puzzle of a seed (rule 3)."""
    return SplitMix(SplitMix(SplitMix(seed).number() + puzzle).number() + attempt).number()


def seeds_of(seed: int, puzzles: Sequence[int], attempts: Sequence[int] | int) -> NDArray[np.uint64]:
    """The keys of many tries, of each the puzzle and the attempt: the same as `seed_of` gives, all at once."""
    import numpy as np

    states = _numbers(np.array(puzzles, np.uint64) + np.uint64(SplitMix(seed).number()))
    return _numbers(states + np.array(attempts, np.uint64))


def _numbers(states: NDArray[np.uint64]) -> NDArray[np.uint64]:
    """Rule 1 for many states; whole numbers of 64 bits wrap around by themselves."""
    import numpy as np

    mixed = states + np.uint64(0x9E3779B97F4A7C15)
    mixed = (mixed ^ (mixed >> np.uint64(30))) * np.uint64(0xBF58476D1CE4E5B9)
    mixed = (mixed ^ (mixed >> np.uint64(27))) * np.uint64(0x94D049BB133111EB)
    return mixed ^ (mixed >> np.uint64(31))
