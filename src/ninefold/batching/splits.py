"""Splits: which part of a set a puzzle belongs to, by the class of its solution grid.

Equivalent puzzles have equivalent solutions, so no symmetric copy crosses from one split into another: not of a puzzle,
and not of a solution. The rule needs no other row, so it holds across shards, and as a set grows.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ninefold.batching.job import BatchJob

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

NAMES = ("train", "validation", "test")
PARTS = 1 << 16


def codes_of(digests: NDArray[np.uint8], job: BatchJob) -> NDArray[np.uint8]:
    """The split of each solution class, as a place in `NAMES`."""
    return codes_of_shares(digests, job.test, job.validation)


def codes_of_shares(digests: NDArray[np.uint8], test: float, validation: float) -> NDArray[np.uint8]:
    """The same for some shares, from the first 16 bits of each digest."""
    import numpy as np

    place = digests[:, 0].astype(np.int64) << 8 | digests[:, 1]
    first, second = round(test * PARTS), round(validation * PARTS)
    found = np.where(place < first, 2, np.where(place < first + second, 1, 0))
    return found.astype(np.uint8)
