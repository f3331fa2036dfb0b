"""Mixed-integer programming: the binary model by HiGHS.

1. x[i,j,k] is 0 or 1; each cell has one digit, each digit stands once in each unit (`ninefold.models.binary.binary`).
2. There is nothing to minimise: the first point that is whole is a solution.
3. A no-good cut excludes it: of the n candidates that were 1, at most n − 4 may be so again. That excludes no
   other solution, for two of them differ in at least two rows, and in at least two cells of each.
4. When the program is infeasible there are no more. With many solutions the puzzle is split in between
   (`ninefold.solving.methods.mip`).

A node is a program solved; how often HiGHS branched is told as `branches`.

Mixed-integer programming: the integer model by HiGHS, which is the slow way round.

1. y[i,j] is a whole number from 1 to N. For two peers a and b, z is 1 if y[a] < y[b] and 0 if y[a] > y[b],
   each said by a row that the other value of z makes void: "big M" (`ninefold.models.integer.integer`).
2. There is nothing to minimise: the first point that is whole is a solution.
3. The order variables of a solution give its digits: a cell's digit is one more than the number of
   smaller ones in its row. A no-good cut excludes their values: at least 4 of them must change, for two
   solutions differ in two rows and two columns at least, and in each of these in the order of some pair.
4. When the program is infeasible there are no more. With many solutions the puzzle is split in between
   (`ninefold.solving.methods.mip`).

Half of each z satisfies nearly every row at once, so that the relaxation says next to nothing and
HiGHS must branch where the binary model needs no branching at all.

All solutions of an integer program, one after the other, by cuts that exclude what was found.

1. A solution is found, and a cut excludes it: a row that only it breaks. Then the next is sought.
2. When the program is infeasible there are no more.
3. Cuts make a program harder. With a second solution the puzzle is split: a cell in which
   the two differ gets each of its digits in turn. Each part is a smaller puzzle, and of the cuts it needs
   only those of its own.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ninefold.core.grid import Grid
from ninefold.core.limits import Stopped
from ninefold.models.binary import BinaryModel
from ninefold.models.incidence import candidates
from ninefold.models.integer import IntegerModel
from ninefold.solving.run import Run
from ninefold.solving.solvers.highs import Program, SolveStatus, Vector


@dataclass(frozen=True)
class MIP:
    """Solve the binary model as an integer program; the stats tell `branches` and `cuts`."""

    presolve: bool = field(
        default=True, metadata={"about": "leave out what the clues settle; if not, the program has all N³ variables"}
    )
    sums: bool = field(default=False, metadata={"about": "add the papers' sum rows, which follow from the others"})

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in an order that is the same each time."""
        run.stats.update(branches=0, cuts=0)
        return solutions(puzzle, lambda part: self._load(part, run))

    def _load(self, puzzle: Grid, run: Run) -> Part:
        from ninefold.models.binary import binary

        return Part(binary(puzzle, presolve=self.presolve, sums=self.sums), _cut, run)


def _cut(point: Vector) -> Cut:
    """Rule 3: minus the sum of those that are 1 is at least 4 − n."""
    ones = point.nonzero()[0]
    return ones, -point[ones], APART - len(ones)


@dataclass(frozen=True)
class MIPInteger:
    """Solve the integer model as an integer program; the stats tell `branches` and `cuts`."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in an order that is the same each time."""
        run.stats.update(branches=0, cuts=0)
        return solutions(puzzle, lambda part: _load(part, run))


def _load(puzzle: Grid, run: Run) -> Part:
    import numpy as np

    from ninefold.models.integer import integer

    model = integer(puzzle)

    def cut(point: Vector) -> Cut:
        """Rule 3: Σ (1 − z) over those that are 1, plus Σ z over those that are 0, is at least 4."""
        columns = np.arange(len(model.cells), len(point))
        ones = point[columns] > 0.5
        return columns, np.where(ones, -1.0, 1.0), APART - int(ones.sum())

    return Part(model, cut, run)


# Two solutions differ in so many cells at least: in two rows, and in two cells of each.
APART = 4
# With so many solutions a puzzle is split.
MAX_COUNT = 2
# HiGHS lets a whole number be off by 1e-6.
WITHIN = 1e-5

__all__ = ["APART", "Cut", "Part", "Vector", "solutions"]

# The columns, the factors and the least value of the row that excludes a point.
Cut = tuple[NDArray[Any], NDArray[Any], float]


class Part:
    """The program of a puzzle, or of a part of it."""

    def __init__(self, model: BinaryModel | IntegerModel, cut: Callable[[Vector], Cut], run: Run) -> None:
        self.model, self.cut, self.run = model, cut, run
        self.is_empty = model.infeasible
        self.program: Program | None = None
        if len(model.cells) and not self.is_empty:  # else the clues are all there is
            self.program = Program(model.rows, lower=model.lower, upper=model.upper, integer=True)

    def next(self) -> Grid | None:
        """A solution that is not excluded; None where there is none."""
        if self.is_empty:
            return None
        if self.program is None:
            return self.model.puzzle
        outcome = self.program.solve(self.run)
        branches = max(0, int(self.program.highs.getInfo().mip_node_count))
        self.run.note("branches", self.run.stats["branches"] + branches)
        if outcome is SolveStatus.OPTIMAL:
            return self.model.grid(self.program.values, within=WITHIN)
        if outcome is SolveStatus.INFEASIBLE:
            return None
        raise Stopped(f"HiGHS ended as {self.program.status}")

    def exclude(self, grid: Grid) -> None:
        """Rule 1."""
        columns, factors, least = self.cut(self.model.vector(grid))
        if self.program is None or not len(columns):
            self.is_empty = True
        else:
            self.program.add_row(columns, factors, least, np.inf)
            self.run.note("cuts", self.run.stats["cuts"] + 1)


def solutions(puzzle: Grid, load: Callable[[Grid], Part], found: Sequence[Grid] = ()) -> Iterator[Grid]:
    """Every solution of a puzzle but those that were found already."""
    part, known = load(puzzle), list(found)
    for grid in known:
        part.exclude(grid)
    while (found_now := part.next()) is not None:
        yield found_now
        known.append(found_now)
        if len(known) >= MAX_COUNT:
            yield from _split(puzzle, load, known)
            return
        part.exclude(found_now)


def _split(puzzle: Grid, load: Callable[[Grid], Part], known: list[Grid]) -> Iterator[Grid]:
    """Rule 3, with the first of the cells in which most digits were seen."""
    cell = max(puzzle.empty_cells, key=lambda cell: len({grid[cell] for grid in known}))
    for digit in (np.flatnonzero(candidates(puzzle)[cell]) + 1).tolist():
        yield from solutions(puzzle.with_digits({cell: digit}), load, [grid for grid in known if grid[cell] == digit])
