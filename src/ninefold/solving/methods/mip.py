"""Mixed-integer programming with HiGHS: the binary model, and the integer model as the slow alternative.

The binary model:

1. x[i,j,k] is 0 or 1; each cell has one digit, each digit is once in each unit (`ninefold.models.binary.binary`).
2. There is nothing to minimise: the first integral point is a solution.
3. A no-good cut excludes it: of the n candidates that were 1, at most n − 4 may be so again. That excludes no
   other solution, because two of them differ in at least two rows, and in at least two cells of each.
4. When the program is infeasible there are no more. With many solutions the puzzle is split in between
   (`ninefold.solving.solvers.nogoods`).

The integer model, with rules 2 and 4 as above:

1. y[i,j] is a whole number from 1 to N. For two peers a and b, z is 1 if y[a] < y[b] and 0 if y[a] > y[b],
   each stated by a row that the other value of z disables: "big M" (`ninefold.models.integer.integer`).
3. The order variables of a solution give its digits: a cell's digit is one more than the number of
   smaller ones in its row. A no-good cut excludes their values: at least 4 of them must change, because two
   solutions differ in two rows and two columns at least, and in each of these in the order of some pair.

With every z at ½ nearly every row holds, so the relaxation says next to nothing, and HiGHS must branch when the
binary model needs no branching at all.

A node is a program solved; the note `branches` counts how often HiGHS branched.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ninefold.core.grid import Grid
from ninefold.solving.run import Run

if TYPE_CHECKING:
    from ninefold.solving.solvers.highs import Vector
    from ninefold.solving.solvers.nogoods import Cut, Part


@dataclass(frozen=True)
class MIP:
    """Solve the binary model as an integer program; the stats are `branches` and `cuts`."""

    presolve: bool = field(
        default=True,
        metadata={"about": "leave out what follows from the clues; if false, keep all N³ variables"},
    )
    sums: bool = field(default=False, metadata={"about": "add the papers' sum rows, which are implied by the others"})

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, always in the same order."""
        from ninefold.solving.solvers.nogoods import solutions

        run.stats.update(branches=0, cuts=0)
        return solutions(puzzle, lambda part: self._load(part, run))

    def _load(self, puzzle: Grid, run: Run) -> Part:
        from ninefold.models.binary import binary
        from ninefold.solving.solvers.nogoods import Part

        return Part(binary(puzzle, presolve=self.presolve, sums=self.sums), _cut, run)


def _cut(point: Vector) -> Cut:
    """Rule 3: minus the sum of those that are 1 is at least 4 − n."""
    from ninefold.solving.solvers.nogoods import APART

    ones = point.nonzero()[0]
    return ones, -point[ones], APART - len(ones)


@dataclass(frozen=True)
class MIPInteger:
    """Solve the integer model as an integer program; the stats are `branches` and `cuts`."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, always in the same order."""
        from ninefold.solving.solvers.nogoods import solutions

        run.stats.update(branches=0, cuts=0)
        return solutions(puzzle, lambda part: _load(part, run))


def _load(puzzle: Grid, run: Run) -> Part:
    import numpy as np

    from ninefold.models.integer import integer
    from ninefold.solving.solvers.nogoods import APART, Part

    model = integer(puzzle)

    def cut(point: Vector) -> Cut:
        """Rule 3: Σ (1 − z) over those that are 1, plus Σ z over those that are 0, is at least 4."""
        columns = np.arange(len(model.cells), len(point))
        ones = point[columns] > 0.5
        return columns, np.where(ones, -1.0, 1.0), APART - int(ones.sum())

    return Part(model, cut, run)
