"""Mixed-integer programming: the binary model by HiGHS.

1. x[i,j,k] is 0 or 1; each cell has one digit, each digit stands once in each unit (`ninefold.models.binary`).
2. There is nothing to minimise: the first point that is whole is a solution.
3. A no-good cut excludes it: of the n candidates that were 1, at most n − 4 may be so again. That excludes no
   other solution, for two of them differ in at least two rows, and in at least two cells of each.
4. When the program is infeasible there are no more. With many solutions the puzzle is split in between
   (`ninefold.solving.nogoods`).

A node is a program solved; how often HiGHS branched is told as `branches`.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ninefold.core.grid import Grid
from ninefold.solving.run import Run

if TYPE_CHECKING:
    from ninefold.solving.nogoods import Cut, Part, Vector


@dataclass(frozen=True)
class MIP:
    """Solve the binary model as an integer program; the stats tell `branches` and `cuts`."""

    presolve: bool = field(
        default=True, metadata={"about": "leave out what the clues settle; if not, the program has all N³ variables"}
    )
    sums: bool = field(default=False, metadata={"about": "add the papers' sum rows, which follow from the others"})

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in an order that is the same each time."""
        from ninefold.solving.nogoods import solutions

        run.stats.update(branches=0, cuts=0)
        return solutions(puzzle, lambda part: self._load(part, run))

    def _load(self, puzzle: Grid, run: Run) -> Part:
        from ninefold.models.binary import binary
        from ninefold.solving.nogoods import Part

        return Part(binary(puzzle, presolve=self.presolve, sums=self.sums), _cut, run)


def _cut(point: Vector) -> Cut:
    """Rule 3: minus the sum of those that are 1 is at least 4 − n."""
    from ninefold.solving.nogoods import APART

    ones = point.nonzero()[0]
    return ones, -point[ones], APART - len(ones)
