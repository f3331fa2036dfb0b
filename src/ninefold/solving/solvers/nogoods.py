"""All solutions of an integer program, one after another, by cuts that exclude those found.

1. A solution is found, and a cut excludes it: a row that only it violates. Then the next one is found.
2. When the program is infeasible there are no more.
3. Cuts make a program harder. After a second solution the puzzle is split: a cell in which the two
   differ gets each of its digits in turn. Each part is a smaller puzzle, and needs only its own cuts.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ninefold.core.grid import Grid
from ninefold.core.limits import Stopped
from ninefold.models.binary import BinaryModel
from ninefold.models.incidence import candidates
from ninefold.models.integer import IntegerModel
from ninefold.solving.run import Run
from ninefold.solving.solvers.highs import HighsProgram, SolveStatus, Vector

# Two solutions differ in at least this many cells: in two rows, and in two cells of each.
APART = 4
# The number of solutions at which a puzzle is split.
SPLIT_AT = 2
# HiGHS accepts integers within 1e-6.
WITHIN = 1e-5

# A cut: the columns, the factors and the least value of the row that excludes a point.
Cut = tuple[NDArray[Any], NDArray[Any], float]


class Part:
    """The program of a puzzle, or of a part of it."""

    def __init__(self, model: BinaryModel | IntegerModel, cut: Callable[[Vector], Cut], run: Run) -> None:
        self.model, self.cut, self.run = model, cut, run
        self.is_empty = model.infeasible
        self.program: HighsProgram | None = None
        if len(model.cells) and not self.is_empty:  # otherwise the clues fill the grid
            self.program = HighsProgram(model.rows, lower=model.lower, upper=model.upper, integer=True)

    def next(self) -> Grid | None:
        """A solution that is not excluded; None if there is none."""
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
    """Every solution of a puzzle except those found before."""
    part, known = load(puzzle), list(found)
    for grid in known:
        part.exclude(grid)
    while (found_now := part.next()) is not None:
        yield found_now
        known.append(found_now)
        if len(known) >= SPLIT_AT:
            yield from _split(puzzle, load, known)
            return
        part.exclude(found_now)


def _split(puzzle: Grid, load: Callable[[Grid], Part], known: list[Grid]) -> Iterator[Grid]:
    """Rule 3, with the first of the cells in which the most digits were seen."""
    cell = max(puzzle.empty_cells, key=lambda cell: len({grid[cell] for grid in known}))
    for digit in (np.flatnonzero(candidates(puzzle)[cell]) + 1).tolist():
        yield from solutions(puzzle.with_digits({cell: digit}), load, [grid for grid in known if grid[cell] == digit])
