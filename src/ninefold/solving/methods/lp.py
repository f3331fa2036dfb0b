"""The papers' linear program: the rules of Sudoku as rows of Ax = b, over numbers instead of digits.

The rows can be chosen, to study the program (`ChosenRows`):

1. Families of rows can be removed, and cuts added. A point of that other program may be integral without being a
   solution: it is reported, but not yielded.
2. Proofs use the rules themselves, never chosen rows, because a cut may be invalid. If the rules have no proof that
   there is no solution, it is the cuts that leave no feasible point: that is reported, with the rows that contradict
   each other.
3. Without crossover the interior point method stops in the middle of the optimal points instead of at a vertex,
   provided that the solver's presolve, which would pick one of them, is off too.

The program (`LP`):

1. Every candidate is a number x[i,j,k] ≥ 0, and the rules are rows: of each cell, and of each digit in each unit,
   the x add up to 1. Clues are 1. (The papers add that the digits of a unit sum to 1 + … + N; that follows.)
2. An objective is minimised. The papers' is the 1-norm, Σ|x|; it has the same value, N², at every point, so
   it selects nothing: any other objective is as good.
3. If the optimum is integral, every x close to 0 or 1 (`within`), it is a solution, and is read off.
4. If not, the papers read the largest x of each cell ("argmax"), or the last one above 0 ("positive"). Both are
   guesses: what they read is yielded only if it is a solution; otherwise a note reports it. By default nothing is read.
5. The solution x* is the only one if the least x*·x over the same rows is still the number of empty cells; the
   dual of that second program, in whole numbers, is a certificate, and is checked before anything is claimed.
6. If the program is infeasible there is no solution, and a certificate of that is found and checked in the same way.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, field, fields
from math import nan
from typing import Literal

import numpy as np

from ninefold.core.checking import Verdict, check
from ninefold.core.errors import Fault, GridError, MethodError
from ninefold.core.grid import Grid
from ninefold.core.limits import Stopped
from ninefold.core.values import counted, short_repr
from ninefold.models.binary import BinaryModel, binary
from ninefold.models.cuts import MAX_WEIGHT, read_cuts
from ninefold.models.incidence import FAMILIES, read_families
from ninefold.models.rows import EQUAL, Rows, stacked
from ninefold.solving.linear_relaxation import check_crossover, why_infeasible
from ninefold.solving.method import check_options, option
from ninefold.solving.parameters import Parameters, Value, parameters_option, read_parameters
from ninefold.solving.run import Run
from ninefold.solving.solvers.duals import impossibility, prove_impossible, prove_unique
from ninefold.solving.solvers.highs import (
    CVXPY,
    PIVOT_RULES,
    HighsProgram,
    LinearProgram,
    SolveStatus,
    Vector,
    check_solver,
    has_highspy,
    program_for,
)

ALL = "all"


class ChosenModel(BinaryModel):
    """A binary model with other rows than the rules."""

    def grid(self, values: Iterable[float], *, within: float = 1e-6) -> Grid:
        """Rule 1: the grid of a point; `Stopped` if it is not a solution."""
        try:
            grid = self.unchecked_grid(values, within=within)
        except GridError as error:
            wrong = len(error.faults)
            raise Stopped(
                f"the optimum satisfies the chosen rows, but does not have one digit in {counted(wrong, 'cell')}"
            ) from None
        if check(grid, puzzle=self.puzzle).verdict is not Verdict.COMPLETE:
            raise Stopped("the optimum satisfies the chosen rows and is integral, but is not a solution")
        return grid


@dataclass(frozen=True, kw_only=True)
class ChosenRows:
    """The options that choose rows."""

    families: str = option(
        ALL,
        "rows to include: all, or some of cells,rows,columns,boxes,extras,clues",
        check=lambda text: _read_families(text),
        scope="anywhere",
    )
    cuts: str = option(
        "",
        "rows to add, separated by ; such as x_r1c1_5 + x_r2c2_5 <= 1 for digit 5",
        check=read_cuts,
        scope="anywhere",
    )
    crossover: bool = field(
        default=True,
        metadata={"about": "for highs-ipm: continue to a vertex; if false, stop between the optimal points"},
    )

    def model_of(self, puzzle: Grid, *, sums: bool, presolve: bool) -> BinaryModel:
        """The model with the rows that were chosen."""
        if self.families == ALL and not self.cuts:
            return binary(puzzle, sums=sums, presolve=presolve)
        try:
            families, cuts = _read_families(self.families), read_cuts(self.cuts)
            model = binary(puzzle, families=families, sums=sums, cuts=cuts, presolve=presolve)
            if families == FAMILIES and not cuts:
                return model
            return ChosenModel(**{part.name: getattr(model, part.name) for part in fields(model)})
        except GridError as error:
            raise MethodError(f"invalid options for LP: {error}") from None

    def program_of(self, rows: Rows, costs: Vector, solver: str, parameters: Parameters = ()) -> LinearProgram:
        """The program; rule 3."""
        if self.crossover or solver != "highs-ipm":
            return program_for(rows, costs=costs, solver=solver, options=dict(parameters))
        if not has_highspy():
            raise MethodError("crossover=false needs highspy, which is not installed: pip install 'ninefold[lp]'")
        options = {"run_crossover": "off"} | dict(parameters)
        return HighsProgram(rows, costs=costs, solver="highs-ipm", presolve=False, options=options)


def _read_families(text: str) -> tuple[str, ...]:
    words = [word.strip() for word in text.split(",") if word.strip()]
    if words == [ALL]:
        return FAMILIES
    unknown = [word for word in words if word not in FAMILIES]
    if unknown or not words:
        read = short_repr(unknown[0]) if unknown else "nothing"
        fault = Fault("option families", read, f"{ALL}, or some of {','.join(FAMILIES)}")
        raise MethodError("invalid options for LP", [fault])
    return read_families(words)


def rules_of(model: BinaryModel) -> BinaryModel:
    """Rule 2: the model without chosen rows, and without rows and variables that follow from others."""
    is_plain = model.presolve and not model.sums and not isinstance(model, ChosenModel)
    return model if is_plain else binary(model.puzzle)


@dataclass(frozen=True)
class LP(ChosenRows):
    """Solve the linear relaxation once; a node is a linear program.

    The stats are `fractional` (cells), `objective` (clues included), `iterations` (if the solver says), `proved`
    (whether the programs also proved the answer), and with `certificate` that proof. A reading that is a guess adds
    `guess` and `read`.
    """

    objective: Literal["ones", "zero", "random", "given"] = field(
        default="ones",
        metadata={"about": "objective to minimise: Σx (the 1-norm), 0, a random sum, or Σ weights·x"},
    )
    weights: str | tuple[float, ...] = option(
        "",
        "for objective=given: N³ numbers, cell by cell, separated by spaces or commas",
        check=lambda weights: _read_weights(weights),
        scope="anywhere",
    )
    sums: bool = field(default=False, metadata={"about": "add the papers' rows that the digits of a unit sum to 45"})
    presolve: Literal["candidates", "whole"] = field(
        default="candidates", metadata={"about": "variables: those that the clues leave open, or all N³"}
    )
    solver: str = option(
        "highs-ds",
        "highs-ds (simplex), highs-ipm (interior point), highs-pdlp (first order), simplex-bland or simplex-dantzig"
        " (pivot by pivot, up to 6×6), or cvxpy:NAME",
        check=check_solver,
        scope="anywhere",
    )
    reading: Literal["exact", "argmax", "positive"] = field(
        default="exact", metadata={"about": "reading of a fractional optimum: none, or one of the papers' guesses"}
    )
    within: float = option(1e-4, "distance from 0 or 1 at which a number counts as 0 or 1", least=0.0, most=0.1)
    seed: int = option(0, "random seed, for objective=random", least=0)
    certificate: bool = field(default=False, metadata={"about": "add the proof to the stats, for ninefold verify"})
    parameters: str | Mapping[str, Value] = parameters_option("the solver", "primal_feasibility_tolerance=1e-9")

    def __post_init__(self) -> None:
        """Validate the options, and refuse those that would have no effect."""
        check_options(self)
        check_crossover(self.crossover, self.solver)
        if self.weights and self.objective != "given":
            fault = Fault(
                "option weights", short_repr(self.weights), f"none, because the objective is {self.objective}"
            )
            raise MethodError("invalid options for LP: weights are for objective=given", [fault])

    @property
    def needs(self) -> tuple[str, ...]:
        """The modules that these options need beside those of the method."""
        return ("cvxpy",) if self.solver.startswith(CVXPY) else ()

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The solution if the optimum is one; returns only if it is proved that there is no other."""
        model = self.model_of(puzzle, sums=self.sums, presolve=self.presolve == "candidates")  # rule 1
        program = self._program(model)
        outcome = program.solve(run)
        if program.iterations is not None:
            run.note("iterations", program.iterations)
        if outcome is SolveStatus.INFEASIBLE:
            return self._prove_impossible(model, run)
        if outcome is not SolveStatus.OPTIMAL:
            raise Stopped(f"the solver stopped without an optimum: {program.status}")
        grid = self._read(model, program, run)
        yield grid
        prove_unique(rules_of(model), grid, run, keep=self.certificate)  # rule 5

    def _prove_impossible(self, model: BinaryModel, run: Run) -> None:
        """Rule 6; with cuts also rule 2 of the chosen rows."""
        if not model.cuts or impossibility(binary(model.puzzle), run) is not None:
            return prove_impossible(rules_of(model), run, keep=self.certificate)
        run.note("proved", False)
        raise Stopped(
            "the rows and cuts together have no feasible point, which says nothing about the puzzle:"
            f" {why_infeasible(model.rows, run)}"
        )

    def _program(self, model: BinaryModel) -> LinearProgram:
        """Rule 2."""
        costs = self._costs(model)
        if self.solver in PIVOT_RULES:
            from ninefold.solving.solvers.tableau import TableauProgram

            return TableauProgram(model, costs=costs, solver=self.solver)
        if not self.solver.startswith(CVXPY):
            return self.program_of(model.rows, costs, self.solver, read_parameters(self.parameters))
        from ninefold.solving.solvers.linear import Cvx

        rows = model.rows if model.presolve else stacked([model.rows, _clue_zeros(model)])
        parameters = read_parameters(self.parameters)
        name = self.solver.removeprefix(CVXPY)
        return Cvx(rows, name, costs=None if self.objective == "ones" else costs, parameters=parameters)

    def _costs(self, model: BinaryModel) -> Vector:
        count = len(model.cells)
        if self.objective == "random":
            return np.random.default_rng(self.seed).random(count)
        if self.objective == "given":
            weights, size = _read_weights(self.weights), model.layout.size
            if len(weights) != size**3:
                fault = Fault("option weights", counted(len(weights), "number"), f"{size**3}, one per cell and digit")
                raise MethodError("invalid options for LP", [fault])
            return np.array([weights[number] for number in (model.cells * size + model.digits - 1).tolist()])
        return np.full(count, 1.0 if self.objective == "ones" else 0.0)

    def _constant(self, model: BinaryModel) -> float:
        """What the clues add to the objective: they are part of the program, though not of a presolved model."""
        if self.objective == "given":
            return sum(
                number for number, is_clue in zip(_read_weights(self.weights), model.fixed.flat, strict=True) if is_clue
            )
        return float(model.fixed.sum()) if self.objective == "ones" else 0.0

    # --- reading ----------------------------------------------------------------------------

    def _read(self, model: BinaryModel, program: LinearProgram, run: Run) -> Grid:
        """Rules 3 and 4: the grid of the optimum, or `Stopped`."""
        values = program.values
        beliefs = model.beliefs(values)
        fractional = model.fractional_cells(values, within=self.within)
        run.note("objective", program.objective + self._constant(model))
        run.note("fractional", len(fractional))
        run.belief(np.clip(beliefs, 0, 1))
        if not fractional:
            return _rounded(model, values, self.within)
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


def _rounded(model: BinaryModel, values: Vector, within: float) -> Grid:
    """Rule 3; a large `within` may leave a cell with no 1 at all, or a solver a point that is far from the rows."""
    try:
        return model.grid(values, within=within)
    except GridError as error:
        raise Stopped(f"the optimum does not give each cell one digit (wrong in {len(error.faults)})") from None


def _last_above(beliefs: Vector, noise: float) -> Vector:
    """The last digit of each cell with a value above 0 (the paper's 0 reads noise too); 0 if there is none."""
    above = beliefs > noise
    return np.asarray(np.where(above.any(axis=1), above.shape[1] - above[:, ::-1].argmax(axis=1), 0))


def _clue_zeros(model: BinaryModel) -> Rows:
    """Rows x = 0 for the other digits of a clue's cell: they are implied, but the paper's program has them."""
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
        numbers = tuple(map(float, parts))
    except (OverflowError, TypeError, ValueError):
        numbers = (nan,)
    if not all(abs(number) <= MAX_WEIGHT for number in numbers):
        fault = Fault("option weights", short_repr(weights), f"numbers up to {MAX_WEIGHT:g}")
        raise MethodError("invalid options for LP", [fault])
    return numbers
