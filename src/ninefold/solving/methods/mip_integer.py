"""Mixed-integer programming: the integer model by HiGHS, which is the slow way round.

1. y[i,j] is a whole number from 1 to N. For two peers a and b, z is 1 if y[a] < y[b] and 0 if y[a] > y[b],
   each said by a row that the other value of z makes void: "big M" (`ninefold.models.integer`).
2. There is nothing to minimise: the first point that is whole is a solution.
3. The order variables of a solution give its digits: a cell's digit is one more than the number of
   smaller ones in its row. A no-good cut excludes their values: at least 4 of them must change, for two
   solutions differ in two rows and two columns at least, and in each of these in the order of some pair.
4. When the program is infeasible there are no more. With many solutions the puzzle is split in between
   (`ninefold.solving.nogoods`).

Half of each z satisfies nearly every row at once, so that the relaxation says next to nothing and
HiGHS must branch where the binary model needs no branching at all.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninefold.core.grid import Grid
from ninefold.solving.run import Run

if TYPE_CHECKING:
    from ninefold.solving.nogoods import Cut, Part, Vector


@dataclass(frozen=True)
class MIPInteger:
    """Solve the integer model as an integer program; the stats tell `branches` and `cuts`."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in an order that is the same each time."""
        from ninefold.solving.nogoods import solutions

        run.stats.update(branches=0, cuts=0)
        return solutions(puzzle, lambda part: _load(part, run))


def _load(puzzle: Grid, run: Run) -> Part:
    import numpy as np

    from ninefold.models.integer import integer
    from ninefold.solving.nogoods import APART, Part

    model = integer(puzzle)

    def cut(point: Vector) -> Cut:
        """Rule 3: Σ (1 − z) over those that are 1, plus Σ z over those that are 0, is at least 4."""
        columns = np.arange(len(model.cells), len(point))
        ones = point[columns] > 0.5
        return columns, np.where(ones, -1.0, 1.0), APART - int(ones.sum())

    return Part(model, cut, run)
