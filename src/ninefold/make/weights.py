"""Weights that correct for how clues are removed: what a random minimal puzzle is like, from the puzzles we make.

Removing clues in random order reaches puzzles with few clues far more often than their number justifies: those made
have 24.4 clues on average, all minimal puzzles about 26.6.

1. Let a puzzle be reached by removing m clues, and let r of them have been removable before each removal: the order is
   random, so this removal had probability 1/r. The whole path had the product of these.
2. Every set of clues that contains a proper puzzle is proper. So each minimal puzzle is reached by all m! orders, and
   weighting each path by (product of r) / m! counts every minimal puzzle of the full grid alike.
3. What was removed later was removable. A clue that is left was removable up to some removal and never after it, which
   is found by bisection: some 6 puzzles to solve for each clue.

This is the controlled bias of Berthier ("Unbiased statistics of a CSP", 2009), without his many discarded attempts.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ninefold.core.errors import NinefoldError
from ninefold.make.native_bulk import Batch
from ninefold.make.recipe import Recipe
from ninefold.solving.many import solve_many
from ninefold.solving.result import Status

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

PLAIN = Recipe()


def require_weights(recipe: Recipe) -> None:
    """Refuse a recipe whose puzzles have no weight."""
    if recipe not in (PLAIN, Recipe(minimal=True)):
        raise NinefoldError("weights are for minimal 9×9 puzzles only: pass no recipe")


def weights_of(made: Batch, threads: int) -> NDArray[np.float64]:
    """The weight of each puzzle of a batch, in proportion to which puzzles of all kinds are represented (rule 2)."""
    import numpy as np

    steps = (made.removed_at > 0).sum(axis=1)
    row, cell = np.nonzero(made.removed_at == 0)
    last = _last_removable(made, row, cell, steps[row], threads)
    left = np.zeros((len(steps), made.removed_at.shape[1] + 1), np.int64)
    np.add.at(left, (row, last), 1)
    left = left[:, ::-1].cumsum(axis=1)[:, ::-1]  # clues of the puzzle that were removable after k removals
    later = steps[:, None] - np.arange(left.shape[1])  # what was removed after the first k
    ratio = np.where(later > 0, left / np.maximum(later, 1) + 1, 1.0)  # r over the factor of m!
    weights: NDArray[np.float64] = ratio.prod(axis=1)
    return weights


def _last_removable(
    made: Batch, row: NDArray[np.intp], cell: NDArray[np.intp], steps: NDArray[np.intp], threads: int
) -> NDArray[np.intp]:
    """After how many removals each clue that is left could last have been removed (rule 3)."""
    import numpy as np

    low, high = np.zeros_like(steps), steps.copy()
    while len(open_ := np.flatnonzero(high - low > 1)):
        middle, rows = (low[open_] + high[open_]) // 2, row[open_]
        times = made.removed_at[rows]
        puzzles = made.solutions[rows] * ((times == 0) | (times > middle[:, None]))
        puzzles[np.arange(len(open_)), cell[open_]] = 0
        proper = solve_many(puzzles, threads=threads or None).status == Status.UNIQUE.code
        low[open_], high[open_] = np.where(proper, middle, low[open_]), np.where(proper, high[open_], middle)
    return low
