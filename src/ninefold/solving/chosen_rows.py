"""Which rows a linear program has and where its solver stops: options to look closer at the papers' program.

1. Families of rows can be left out, and cuts added. The point is then one of another program, and may be integral
   without being a solution: such a point is told, and not yielded.
2. What is proved is proved over the rules themselves, never over chosen rows, for a cut may not be valid.
3. Without crossover the interior point method stops in the middle of the best points instead of at a vertex, if
   the solver's own presolve, which would pick one of them, is left out too.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field, fields

from ninefold.core.checking import Verdict, check
from ninefold.core.errors import GridError, MethodError, NinefoldError
from ninefold.core.grid import Grid
from ninefold.models.binary import BinaryModel, binary
from ninefold.models.cuts import read_cuts, rows_with
from ninefold.models.rows import Rows
from ninefold.models.structure import FAMILIES, read_families
from ninefold.solving.highs import Program, Vector
from ninefold.solving.programs import DualProgram, has_highspy, program_for
from ninefold.solving.run import Stopped

ALL = "all"


class ChosenModel(BinaryModel):
    """A binary model with other rows than the rules."""

    def grid(self, values: Iterable[float], *, within: float = 1e-6) -> Grid:
        """Rule 1: the grid of a point, `Stopped` where it is no solution."""
        try:
            grid = super().grid(values, within=within)
        except GridError as error:
            wrong = len(error.faults)
            raise Stopped(f"the optimum keeps the chosen rows, and {wrong} cells have no digit or several") from None
        if check(grid, puzzle=self.puzzle).verdict is not Verdict.COMPLETE:
            raise Stopped("the optimum keeps the chosen rows, is integral, and is no solution")
        return grid


@dataclass(frozen=True, kw_only=True)
class ChosenRows:
    """The options."""

    families: str = field(
        default=ALL, metadata={"about": "which rows: all, or some of cells,rows,columns,boxes,extras,clues"}
    )
    cuts: str = field(
        default="", metadata={"about": "rows to add, with ; between: x_r1c1_5 + x_r2c2_5 <= 1 is one for digit 5"}
    )
    crossover: bool = field(
        default=True, metadata={"about": "for highs-ipm: go on to a vertex, or stop in the middle of the best points"}
    )

    def model_of(self, puzzle: Grid, *, sums: bool, presolve: bool) -> BinaryModel:
        """The model with the rows that were chosen."""
        try:
            families, cuts = self._families(), read_cuts(self.cuts)
            model = binary(puzzle, families=families, sums=sums, presolve=presolve)
            if families == FAMILIES and not cuts:
                return model
            parts = {part.name: getattr(model, part.name) for part in fields(model)}
            return ChosenModel(**parts | {"rows": rows_with(model, cuts) if cuts else model.rows})
        except GridError as error:
            raise MethodError(f"LP cannot be asked so: {error}") from None

    def _families(self) -> tuple[str, ...]:
        if self.families == ALL:
            return FAMILIES
        try:
            return read_families(word.strip() for word in self.families.split(",") if word.strip())
        except NinefoldError as error:
            raise MethodError(f"LP cannot be set so: {error}") from None

    def program_of(self, rows: Rows, costs: Vector, solver: str) -> DualProgram:
        """The program; rule 3."""
        if self.crossover or solver != "highs-ipm":
            return program_for(rows, costs=costs, solver=solver)
        if not has_highspy():
            raise MethodError("crossover=false needs highspy, which is not installed: pip install 'ninefold[lp]'")
        return Program(rows, costs=costs, solver="highs-ipm", presolve=False, options={"run_crossover": "off"})


def rules_of(model: BinaryModel) -> BinaryModel:
    """Rule 2: the model without chosen rows, and without rows and variables that follow from others."""
    is_plain = model.presolve and not model.sums and not isinstance(model, ChosenModel)
    return model if is_plain else binary(model.puzzle)
