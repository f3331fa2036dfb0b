"""Mixed-integer programming with HiGHS: the binary model, and the integer model as the slow alternative.

The binary model:

1. x[i,j,k] is 0 or 1; each cell has one digit, each digit is once in each unit (`ninefold.models.binary.binary`).
2. There is nothing to minimise: the first integral point is a solution.
3. A no-good cut excludes it: of the n candidates that were 1, at most n − 4 may be so again. That excludes no
   other solution, because two of them differ in at least two rows, and in at least two cells of each.
4. When the program is infeasible there are no more.
5. Cuts make a program harder. After a second solution the puzzle is split: a cell in which the two differ gets each of
   its digits in turn. Each part is a smaller puzzle, and needs only its own cuts.

The integer model, with rules 2, 4 and 5 as above:

1. y[i,j] is a whole number from 1 to N. For two peers a and b, z is 1 if y[a] < y[b] and 0 if y[a] > y[b],
   each stated by a row that the other value of z disables: "big M" (`ninefold.models.integer.integer`).
3. The order variables of a solution give its digits: a cell's digit is one more than the number of
   smaller ones in its row. A no-good cut excludes their values: at least 4 of them must change, because two
   solutions differ in two rows and two columns at least, and in each of these in the order of some pair.

With every z at ½ nearly every row holds, so the relaxation says next to nothing, and HiGHS must branch when the
binary model needs no branching at all.

A node is a node of HiGHS's tree; the root of each program is one. The note `branches` counts the others. While HiGHS
runs, `bound`, `incumbent` and `gap` are traced.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import inf
from typing import TYPE_CHECKING, Any, TypeAlias

from ninefold.core.grid import Grid
from ninefold.core.limits import Stopped
from ninefold.core.position import Position, digits_of
from ninefold.solving.method import check_options
from ninefold.solving.parameters import Value, parameters_option, read_parameters
from ninefold.solving.run import Run

if TYPE_CHECKING:  # a process that only sends the puzzle to another one needs neither NumPy nor HiGHS
    from numpy.typing import NDArray

    from ninefold.models.binary import BinaryModel
    from ninefold.models.integer import IntegerModel
    from ninefold.solving.solvers.highs import HighsProgram, Vector

# Two solutions differ in at least this many cells: in two rows, and in two cells of each.
APART = 4
# The number of solutions at which a puzzle is split.
SPLIT_AT = 2
# HiGHS accepts integers within 1e-6.
WITHIN = 1e-5

# A cut: the columns, the factors and the least value of the row that excludes a point.
Cut: TypeAlias = "tuple[NDArray[Any], NDArray[Any], float]"


@dataclass(frozen=True)
class MIP:
    """Solve the binary model as an integer program; the stats are `branches` and `cuts`."""

    presolve: bool = field(
        default=True,
        metadata={"about": "omit what follows from the clues; if false, keep all N³ variables"},
    )
    sums: bool = field(default=False, metadata={"about": "add the papers' sum rows, which are implied by the others"})
    parameters: str | Mapping[str, Value] = parameters_option("HiGHS", "mip_heuristic_effort=0; presolve=off")

    def __post_init__(self) -> None:
        """Validate the options."""
        check_options(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, always in the same order."""
        run.stats.update(branches=0, cuts=0)
        return solutions(puzzle, lambda part: self._load(part, run))

    def _load(self, puzzle: Grid, run: Run) -> Part:
        from ninefold.models.binary import binary

        return Part(binary(puzzle, presolve=self.presolve, sums=self.sums), _cut, run, self.parameters)


def _cut(point: Vector) -> Cut:
    """Rule 3: minus the sum of those that are 1 is at least 4 − n."""
    ones = point.nonzero()[0]
    return ones, -point[ones], APART - len(ones)


@dataclass(frozen=True)
class MIPInteger:
    """Solve the integer model as an integer program; the stats are `branches` and `cuts`."""

    parameters: str | Mapping[str, Value] = parameters_option("HiGHS", "mip_heuristic_effort=0; presolve=off")

    def __post_init__(self) -> None:
        """Validate the options."""
        check_options(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, always in the same order."""
        run.stats.update(branches=0, cuts=0)
        return solutions(puzzle, lambda part: _load(part, run, self.parameters))


def _load(puzzle: Grid, run: Run, parameters: str | Mapping[str, Value]) -> Part:
    import numpy as np

    from ninefold.models.integer import integer

    model = integer(puzzle)

    def cut(point: Vector) -> Cut:
        """Rule 3: Σ (1 − z) over those that are 1, plus Σ z over those that are 0, is at least 4."""
        columns = np.arange(len(model.cells), len(point))
        ones = point[columns] > 0.5
        return columns, np.where(ones, -1.0, 1.0), APART - int(ones.sum())

    return Part(model, cut, run, parameters)


class Part:
    """The program of a puzzle, or of a part of it."""

    def __init__(
        self,
        model: BinaryModel | IntegerModel,
        cut: Callable[[Vector], Cut],
        run: Run,
        parameters: str | Mapping[str, Value] = "",
    ) -> None:
        from ninefold.solving.solvers.highs import HighsProgram

        self.model, self.cut, self.run = model, cut, run
        self.is_empty = model.infeasible
        self.program: HighsProgram | None = None
        if len(model.cells) and not self.is_empty:  # otherwise the clues fill the grid
            options = dict(read_parameters(parameters))
            self.program = HighsProgram(model.rows, lower=model.lower, upper=model.upper, integer=True, options=options)

    def next(self) -> Grid | None:
        """A solution that is not excluded; None if there is none."""
        from ninefold.solving.solvers.highs import SolveStatus

        if self.is_empty:
            return None
        if self.program is None:
            return self.model.puzzle
        try:
            outcome = self.program.solve(self.run)
        finally:
            self.run.note("branches", self.run.stats["branches"])
        if outcome is SolveStatus.OPTIMAL:
            return self.model.grid(self.program.values, within=WITHIN)
        if outcome is SolveStatus.INFEASIBLE:
            return None
        raise Stopped(f"HiGHS ended as {self.program.status}")

    def exclude(self, grid: Grid) -> None:
        """Exclude a solution by a cut (rule 3)."""
        columns, factors, least = self.cut(self.model.vector(grid))
        if self.program is None or not len(columns):
            self.is_empty = True
        else:
            self.program.add_row(columns, factors, least, inf)
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
    """Rule 5, with the first of the cells in which the most digits were seen."""
    cell = max(puzzle.empty_cells, key=lambda cell: len({grid[cell] for grid in known}))
    for digit in digits_of(Position.of(puzzle).candidates[cell]):
        yield from solutions(puzzle.with_digits({cell: digit}), load, [grid for grid in known if grid[cell] == digit])
