"""Which rows a linear program has and where its solver stops: options to look closer at the papers' program.

1. Families of rows can be left out, and cuts added. The point is then one of another program, and may be integral
   without being a solution: such a point is told, and not yielded.
2. What is proved is proved over the rules themselves, never over chosen rows, for a cut may not be valid.
3. Without crossover the interior point method stops in the middle of the best points instead of at a vertex, if
   the solver's own presolve, which would pick one of them, is left out too.

The papers' linear program: the rules of Sudoku as rows of Ax = b, over numbers instead of digits.

1. Every candidate is a number x[i,j,k] ≥ 0, and the rules are rows: of each cell, and of each digit in each unit,
   the x add up to 1. Clues are 1. (The papers add that the digits of a unit sum to 1 + … + N; that follows.)
2. An objective is minimised. The papers' is the 1-norm, Σ|x|; it is the same, N², at every point, and so
   chooses nothing: any other objective is as good.
3. If the optimum is integral, every x close to 0 or 1 (`within`), it is a solution, and is read off.
4. If not, the papers read the largest x of each cell ("argmax"), or the last one above 0 ("positive"). Both are
   guesses: what they read is yielded only if it is a solution, else told in a note. By default nothing is read.
5. The solution x* is the only one if the least x*·x over the same rows is still the number of empty cells; the
   dual of that second program, in whole numbers, is a certificate, and is checked before anything is said.
6. If the program is infeasible there is no solution, and a certificate of that is looked for and checked likewise.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, fields
from typing import Literal

import numpy as np

from ninefold.core.checking import Verdict, check
from ninefold.core.errors import Fault, GridError, MethodError, NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.limits import Stopped
from ninefold.models.binary import BinaryModel, binary
from ninefold.models.cuts import read_cuts, rows_with
from ninefold.models.incidence import FAMILIES, read_families
from ninefold.models.rows import EQUAL, Rows, stacked
from ninefold.solving.method import check_choices
from ninefold.solving.run import Run
from ninefold.solving.solvers.duals import prove_impossible, prove_unique
from ninefold.solving.solvers.highs import Program, SolveStatus, Vector
from ninefold.solving.solvers.linear import CVXPY, DualProgram, LinearProgram, check_solver, has_highspy, program_for

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


@dataclass(frozen=True)
class LP(ChosenRows):
    """Solve the linear relaxation once; a node is a linear program.

    The result's stats tell `fractional` (cells), `objective`, `iterations`, `proved` (whether the programs also
    proved the answer), and with `certificate` that proof. A reading that is a guess tells `guess` and `read`.
    """

    objective: Literal["ones", "zero", "random", "given"] = field(
        default="ones", metadata={"about": "what is minimised: Σx (the 1-norm), nothing, a random sum, or Σ weights·x"}
    )
    weights: str | tuple[float, ...] = field(
        default="", metadata={"about": "for objective=given: N³ numbers, cell by cell, with blanks or commas between"}
    )
    sums: bool = field(default=False, metadata={"about": "add the papers' rows that the digits of a unit sum to 45"})
    presolve: Literal["candidates", "whole"] = field(
        default="candidates", metadata={"about": "which variables: those that the clues leave open, or all N³"}
    )
    solver: str = field(
        default="highs-ds",
        metadata={"about": "highs-ds (simplex), highs-ipm (interior point), highs-pdlp (first order), or cvxpy:NAME"},
    )
    reading: Literal["exact", "argmax", "positive"] = field(
        default="exact", metadata={"about": "how a fractional optimum is read: not at all, or by the papers' guesses"}
    )
    within: float = field(default=1e-4, metadata={"about": "how close to 0 or 1 a number is taken for it"})
    seed: int = field(default=0, metadata={"about": "for objective=random"})
    certificate: bool = field(default=False, metadata={"about": "put the proof into the stats, for ninefold verify"})

    def __post_init__(self) -> None:
        """Refuse what no option means."""
        check_choices(self)
        check_solver(self.solver)
        _read_weights(self.weights)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The solution if the optimum is one; ends only where the programs proved that there is no other."""
        model = self.model_of(puzzle, sums=self.sums, presolve=self.presolve == "candidates")  # rule 1
        program = self._program(model)
        outcome = program.solve(run)
        run.note("iterations", program.iterations)
        if outcome is SolveStatus.INFEASIBLE:
            return prove_impossible(_plain(model), run, keep=self.certificate)  # rule 6
        if outcome is not SolveStatus.OPTIMAL:
            raise Stopped(f"the solver stops without an optimum: {program.status}")
        grid = self._read(model, program, run)
        yield grid
        prove_unique(_plain(model), grid, run, keep=self.certificate)  # rule 5

    def _program(self, model: BinaryModel) -> LinearProgram:
        """Rule 2."""
        costs = self._costs(model)
        if not self.solver.startswith(CVXPY):
            return self.program_of(model.rows, costs, self.solver)
        from ninefold.solving.solvers.linear import Cvx

        rows = model.rows if model.presolve else stacked([model.rows, _clue_zeros(model)])
        return Cvx(rows, self.solver.removeprefix(CVXPY), costs=None if self.objective == "ones" else costs)

    def _costs(self, model: BinaryModel) -> Vector:
        count = len(model.cells)
        if self.objective == "random":
            return np.random.default_rng(self.seed).random(count)
        if self.objective == "given":
            weights, size = _read_weights(self.weights), model.layout.size
            if len(weights) != size**3:
                fault = Fault("option weights", f"{len(weights)} numbers", f"{size**3}, one a cell and digit")
                raise MethodError("LP cannot be asked so", [fault])
            return np.array([weights[number] for number in (model.cells * size + model.digits - 1).tolist()])
        return np.full(count, 1.0 if self.objective == "ones" else 0.0)

    # --- reading ----------------------------------------------------------------------------

    def _read(self, model: BinaryModel, program: LinearProgram, run: Run) -> Grid:
        """Rules 3 and 4: the grid of the optimum, or `Stopped`."""
        values = program.values
        beliefs = model.beliefs(values)
        fractional = model.fractional_cells(values, within=self.within)
        run.note("objective", program.objective)
        run.note("fractional", len(fractional))
        run.belief(np.clip(beliefs, 0, 1))
        if not fractional:
            return model.grid(values, within=self.within)
        if self.reading == "exact":
            raise Stopped(f"the optimum is fractional in {len(fractional)} of {len(beliefs)} cells")
        return self._guessed(model.puzzle, beliefs, run)

    def _guessed(self, puzzle: Grid, beliefs: Vector, run: Run) -> Grid:
        """Rule 4: what the papers would read, if it is a solution."""
        digits = beliefs.argmax(axis=1) + 1 if self.reading == "argmax" else _last_above(beliefs, self.within)
        grid = Grid.from_digits(bytes(digits.astype(np.uint8)), puzzle.layout)
        run.note("guess", self.reading)
        run.note("read", grid.line)
        report = check(grid, puzzle=puzzle)
        if report.verdict is not Verdict.COMPLETE:
            count, wrong = run.stats["fractional"], _summary(report.clashing_cells, report.empty)
            raise Stopped(
                f"the optimum is fractional in {count} of {len(beliefs)} cells,"
                f" and what {self.reading} reads there, a guess, is no solution ({wrong})"
            )
        return grid


def _plain(model: BinaryModel) -> BinaryModel:
    """The model without the rows and variables that follow from others: what a proof speaks of."""
    return rules_of(model)


def _last_above(beliefs: Vector, noise: float) -> Vector:
    """The last digit of each cell with a value above 0 (the paper's own 0 reads noise too); 0 where there is none."""
    above = beliefs > noise
    return np.asarray(np.where(above.any(axis=1), above.shape[1] - above[:, ::-1].argmax(axis=1), 0))


def _clue_zeros(model: BinaryModel) -> Rows:
    """Rows x = 0 for the other digits of a clue's cell: they follow, but the paper's program has them."""
    clues = np.frombuffer(model.puzzle.digits, np.uint8)[model.cells]
    zeros = np.flatnonzero((clues > 0) & (clues != model.digits)).astype(np.int32)
    count = len(zeros)
    pointers = np.arange(count + 1, dtype=np.int32)
    return Rows(model.rows.width, pointers, zeros, np.ones(count), np.zeros(count), np.full(count, EQUAL, dtype="<U2"))


def _summary(clashing: tuple[int, ...], empty: int) -> str:
    return f"{len(clashing)} cells clash" + (f", {empty} stay empty" if empty else "")


def _read_weights(weights: str | tuple[float, ...]) -> tuple[float, ...]:
    parts = weights.replace(",", " ").split() if isinstance(weights, str) else weights
    try:
        return tuple(map(float, parts))
    except (TypeError, ValueError) as error:
        raise MethodError("LP cannot be set so", [Fault("option weights", repr(weights)[:40], "numbers")]) from error
