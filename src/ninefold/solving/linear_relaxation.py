"""The linear relaxation of a puzzle, solved and opened: point, duals, basis, and the shape of its polytope.

The program is that of the method `lp`: minimise the objective over Ax = b (for cuts also ≤ and ≥) and x ≥ 0.

1. The support of a point is its x above 0. With the columns of the support, and the rows that hold with equality, the
   smallest face of the polytope around the point has the dimension |support| − rank. It is 0 at a vertex.
2. A vertex is degenerate if more constraints hold with equality than its dimension needs: some basic variable is 0.
3. The dimension of the polytope is that of the smallest face around a point whose support contains all others. One
   linear program finds such a point: with x = z + w, 0 ≤ z ≤ 1 and w ≥ 0, maximise Σz over Ax = tb, t ≥ 1. Its optimum
   has z = 1 for every x that is positive somewhere, and 0 for the x that are 0 everywhere. Cuts get a slack variable.
4. Ranks are exact (see `rank`). What counts as 0 in a floating-point solution is a tolerance, 1e-6.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property
from threading import Event
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninefold.core.checking import Verdict, check
from ninefold.core.drawing import beliefs_svg
from ninefold.core.errors import Fault, GridError, Infeasible, MethodError, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.limits import Limit, Stopped, read_limit
from ninefold.core.values import check_flag, short_repr
from ninefold.models.binary import BinaryModel, binary
from ninefold.models.cuts import CutsLike, ObjectiveLike
from ninefold.models.incidence import FAMILIES
from ninefold.models.rank import rank_of
from ninefold.models.rows import EQUAL, LESS, Rows
from ninefold.solving.run import Run
from ninefold.solving.solvers.duals import contradiction
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

WITHIN = 1e-6
Flags = NDArray[np.bool_]


class Entries(NamedTuple):
    """A program as SciPy and NumPy hold it: minimise c·x + constant subject to A·x (senses) b and x ≥ 0."""

    A: Any  # a scipy.sparse.csr_array
    b: Vector
    c: Vector
    constant: float
    senses: NDArray[np.str_]
    row_names: list[str]
    names: list[str]

    def __repr__(self) -> str:
        """The size: the arrays themselves fill pages."""
        return f"<Entries: {len(self.row_names)} rows, {len(self.names)} variables, {self.A.nnz} entries>"


@dataclass(frozen=True, eq=False, repr=False)
class LinearRelaxation:
    """An optimum of a puzzle's linear relaxation.

    Attributes:
        model: the model, with its rows, cuts and objective.
        solver: the solver that found it.
        x: the value of each variable, in the order of `model.names`.
        y: the dual of each row: how much the objective grows per unit of the right side.
        iterations: of the solver; None if it does not say.
        basic: for each variable, then for each row, whether it is basic; None if the solver has no basis. A basic row
            means that its slack is basic.
    """

    model: BinaryModel
    solver: str
    x: Vector
    y: Vector
    iterations: int | None
    basic: Flags | None

    def __repr__(self) -> str:
        """The puzzle, the objective, and how many cells are fractional."""
        fractional = len(self.fractional_cells)
        return f"<relaxation of {self.model.puzzle!r}: objective {self.objective:g}, {fractional} fractional cells>"

    def __getitem__(self, candidate: tuple[str | int, int]) -> float:
        """The value of a candidate, such as `["r1c2", 3]`; 1 for a clue, 0 for what the clues rule out."""
        cell, digit = self.model.candidate(candidate)
        return float(self.beliefs[cell, digit - 1])

    @cached_property
    def beliefs(self) -> Vector:
        """The values as an array [cell, digit − 1], with the clues as 1."""
        return self.model.beliefs(self.x)

    @cached_property
    def values(self) -> dict[str, float]:
        """The value of each variable, by its name."""
        return dict(zip(self.model.names, self.x.tolist(), strict=True))

    @property
    def fractional_cells(self) -> tuple[int, ...]:
        """The cells without a digit of value 1."""
        return self.model.fractional_cells(self.x, within=WITHIN)

    @property
    def objective(self) -> float:
        """The objective of the program with all N³ candidates: the clues count too, presolved or not."""
        return float(self.model.costs @ self.x) + self.model.constant

    @property
    def grid(self) -> Grid:
        """The solution, if the optimum is one; raises GridError otherwise, also if it satisfies chosen rows only."""
        grid = self.model.grid(self.x, within=1e-4)
        if (report := check(grid, puzzle=self.model.puzzle)).verdict is not Verdict.COMPLETE:
            raise GridError(f"the point satisfies the chosen rows, but is not a solution: {report}")
        return grid

    @property
    def solution(self) -> Grid | None:
        """The same, or None if the optimum is not a solution."""
        try:
            return self.grid
        except GridError:
            return None

    # --- duals and basis ---------------------------------------------------------------------

    @cached_property
    def duals(self) -> dict[str, float]:
        """The dual of each row, by its name."""
        return dict(zip(self.model.rows.names, self.y.tolist(), strict=True))

    @property
    def z(self) -> Vector:
        """The reduced cost of each variable: c − yA. At an optimum, x > 0 only where it is 0."""
        rows = self.model.rows
        entries = np.repeat(self.y, np.diff(rows.indptr)) * rows.values
        return self.model.costs - np.bincount(rows.indices, weights=entries, minlength=rows.width)

    @cached_property
    def reduced_costs(self) -> dict[str, float]:
        """The reduced cost of each variable, by its name."""
        return dict(zip(self.model.names, self.z.tolist(), strict=True))

    @property
    def basis(self) -> tuple[str, ...] | None:
        """The names of the basic variables, and of the rows whose slack is basic; None if the solver has no basis."""
        if self.basic is None:
            return None
        names = [*self.model.names, *self.model.rows.names]
        return tuple(names[place] for place in np.flatnonzero(self.basic).tolist())

    def entries(self) -> Entries:
        """The program as SciPy and NumPy hold it, with the names of rows and variables; needs SciPy."""
        model, rows = self.model, self.model.rows
        return Entries(model.matrix(), rows.right, model.costs, model.constant, rows.senses, rows.names, model.names)

    # --- the face around the point -----------------------------------------------------------

    @property
    def support(self) -> Flags:
        """Which variables are above 0."""
        return np.asarray(self.x > WITHIN)

    @cached_property
    def rank(self) -> int:
        """The rank of the columns of the support, in the rows that hold with equality (rule 1)."""
        return rank_of(self.model.rows, kept=self._tight, columns=self.support)

    @property
    def face_dimension(self) -> int:
        """The dimension of the smallest face of the polytope that contains the point."""
        return int(self.support.sum()) - self.rank

    @property
    def is_vertex(self) -> bool:
        """Whether the point is a vertex of the polytope."""
        return self.face_dimension == 0

    @cached_property
    def is_degenerate(self) -> bool:
        """Whether the point is a degenerate vertex (rule 2)."""
        equal = self.model.rows.senses == EQUAL
        needed = rank_of(self.model.rows, kept=equal) + int((self._tight & ~equal).sum())
        return self.is_vertex and int(self.support.sum()) < needed

    @property
    def _tight(self) -> Flags:
        rows = self.model.rows
        return np.asarray((rows.senses == EQUAL) | (np.abs(rows.activity(self.x) - rows.right) <= WITHIN))

    # --- the polytope ------------------------------------------------------------------------

    @cached_property
    def _inner(self) -> Vector:
        """A point of the polytope whose support contains all others (rule 3), then the slacks of the cuts."""
        return _inner_point(self.model)

    def dimension(self) -> int:
        """The dimension of the polytope: 0 if it is a single point, which the program then finds in any case."""
        rows, inner = self.model.rows, self._inner
        tight = rows.senses == EQUAL
        tight[~tight] = inner[rows.width :] <= WITHIN
        support = inner[: rows.width] > WITHIN
        return int(support.sum()) - rank_of(rows, kept=tight, columns=support)

    def forced(self) -> dict[str, int]:
        """The variables with the same value, 0 or 1, at every point of the polytope, by name.

        For the proof of a 0 see `nf.why_not`.
        """
        inner = self._inner[: self.model.rows.width]
        fixed = {0: inner <= WITHIN, 1: (inner >= 1 - WITHIN) & self.model.rows.at_most_one}
        names = self.model.names
        places = sorted((place, value) for value in (0, 1) for place in np.flatnonzero(fixed[value]).tolist())
        return {names[place]: value for place, value in places}

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the digits of each cell, as large as their values."""
        return beliefs_svg(self.beliefs.tolist(), self.model.layout, self.model.puzzle.digits, repr(self)[1:-1])


def relaxation(
    puzzle: GridLike,
    *,
    objective: ObjectiveLike = "ones",
    families: Iterable[str] = FAMILIES,
    cuts: CutsLike = (),
    sums: bool = False,
    solver: str = "highs-ds",
    crossover: bool = True,
    presolve: bool = True,
    limit: Limit = Limit(),
) -> LinearRelaxation:
    """Solve the linear relaxation of a puzzle, and keep everything that the solver knows about the optimum.

    >>> found = relaxation("...1 ..2. .3.. 4...")
    >>> found.objective, found.is_vertex, found.dimension(), found["r1c1", 2] + found["r1c1", 3]
    (16.0, True, 1, 1.0)

    Args:
        puzzle: the clues, on any layout.
        objective: what to minimise: ones (the 1-norm), zero, random, random:SEED, terms such as
            `"x_r1c1_5 - 2 x_r2c2_5"`, a full grid, or a number for each of the N³ candidates.
        families: the families of rows to include: any of cells, rows, columns, boxes, extras, clues; a list, or text.
        cuts: rows to add: text such as `"x_r1c1_5 + x_r2c2_5 <= 1"`, or a list such as `model.odd_cycle` returns.
        sums: include the sum rows of the papers.
        solver: highs-ds (simplex), highs-ipm (interior point), highs-pdlp (first order), simplex-bland or
            simplex-dantzig (our own tableau, up to 6×6), or cvxpy:NAME.
        crossover: for highs-ipm: continue to a vertex; if false, stop in the middle of the optimal points.
        presolve: keep only the variables that the clues leave open, instead of all N³.
        limit: when to stop, in seconds.

    Raises:
        Infeasible: there is no feasible point; the message says which rows contradict each other.
        Stopped: the seconds are over.
        NinefoldError: the solver stopped without an optimum.
    """
    check_solver(solver)
    check_crossover(crossover, solver)
    limit = read_limit(limit, Limit(), unused=("solutions", "nodes"))
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    # With a cancel HiGHS calls back, and Ctrl-C is noticed. A board up to 9×9 is solved before anybody could press it.
    run = Run(grid.layout, limit, cancel=Event() if grid.size > 9 else None)
    model = binary(grid, families=families, sums=sums, cuts=cuts, objective=objective, presolve=presolve)
    program = _program(model, solver, crossover)
    try:
        outcome = program.solve(run)
    except Stopped as stop:
        raise Stopped(f"the relaxation was not solved: {stop.why}") from None
    if outcome is SolveStatus.INFEASIBLE:
        raise Infeasible(f"the program has no feasible point: {why_infeasible(model.rows, run)}")
    if outcome is not SolveStatus.OPTIMAL:
        raise NinefoldError(f"the solver stopped without an optimum: {program.status}")
    return LinearRelaxation(model, solver, program.values, program.duals, program.iterations, program.basic)


def check_crossover(crossover: bool, solver: str) -> None:
    """Refuse to skip the crossover of a solver without one."""
    check_flag("crossover", crossover)
    if not crossover and solver != "highs-ipm":
        fault = Fault("option crossover", "false", f"true, because the solver is {short_repr(solver)}")
        raise MethodError("crossover=false is for solver highs-ipm only", [fault])


def why_infeasible(rows: Rows, run: Run) -> str:
    """The rows that contradict each other, with weights: their sum says that nothing is above 0."""
    weights = contradiction(rows, run)
    if weights is None:
        return "its rows contradict each other, though no short proof of it holds in whole numbers"
    parts = [f"{weight:+d}·{name}" for name, weight in weights]
    shown = " ".join(parts[:12]) + (f" … ({len(parts)} rows)" if len(parts) > 12 else "")
    return f"the sum {shown} has no negative factor on the left, and a negative number on the right"


def _program(model: BinaryModel, solver: str, crossover: bool) -> LinearProgram:
    costs = model.costs
    if solver in PIVOT_RULES:
        from ninefold.solving.solvers.tableau import TableauProgram

        return TableauProgram(model, costs=costs, solver=solver)
    if solver.startswith(CVXPY):
        from ninefold.solving.solvers.linear import Cvx

        return Cvx(model.rows, solver.removeprefix(CVXPY), costs=costs)
    if crossover:
        return program_for(model.rows, costs=costs, solver=solver)
    if not has_highspy():
        raise MethodError("crossover=false needs highspy, which is not installed: pip install 'ninefold[lp]'")
    return HighsProgram(model.rows, costs=costs, solver="highs-ipm", presolve=False, options={"run_crossover": "off"})


def _inner_point(model: BinaryModel) -> Vector:
    """Rule 3."""
    if not has_highspy():
        raise MethodError("the shape of a polytope needs highspy, which is not installed: pip install 'ninefold[lp]'")
    rows, loose = model.rows, np.flatnonzero(model.rows.senses != EQUAL)
    row_of = np.repeat(np.arange(len(rows)), np.diff(rows.indptr))
    count = rows.width + len(loose)  # columns: z of each x and slack | w of each | t
    into = np.concatenate([row_of, loose])
    columns = np.concatenate([rows.indices, rows.width + np.arange(len(loose))])
    values = np.concatenate([rows.values, np.where(rows.senses[loose] == LESS, 1.0, -1.0)])
    sided = np.flatnonzero(rows.right)
    into, columns, values = (
        np.concatenate([into, into, sided]),
        np.concatenate([columns, columns + count, np.full(len(sided), 2 * count)]),
        np.concatenate([values, values, -rows.right[sided]]),
    )
    order = np.lexsort((columns, into))
    lifted = Rows(
        2 * count + 1,
        np.concatenate([[0], np.cumsum(np.bincount(into, minlength=len(rows)))]).astype(np.int32),
        columns[order].astype(np.int32),
        values[order],
        np.zeros(len(rows)),
        np.full(len(rows), EQUAL, dtype="<U2"),
    )
    lower, upper = np.zeros(lifted.width), np.full(lifted.width, np.inf)
    lower[-1], upper[:count] = 1.0, 1.0
    costs = np.concatenate([-np.ones(count), np.zeros(count + 1)])
    program = HighsProgram(lifted, costs=costs, lower=lower, upper=upper)
    if program.solve(Run(model.layout, cancel=Event())) is not SolveStatus.OPTIMAL:
        raise GridError(f"no inner point of the polytope was found: {program.status}")
    found = program.values
    return np.asarray((found[:count] + found[count:-1]) / found[-1])
