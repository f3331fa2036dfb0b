"""A linear program by whichever library is there: HiGHS' own package, or else SciPy; CVXPY if asked for.

A linear program by SciPy, where HiGHS' own package is not installed: the same face, no warm start.

A linear program by CVXPY and any solver it finds, as the papers used CVX.
"""

from __future__ import annotations

import warnings
from functools import cache, cached_property
from importlib.util import find_spec
from math import isfinite
from typing import Any, Protocol, cast

import numpy as np

from ninefold.core.errors import Fault, MethodError
from ninefold.models.rows import EQUAL, LESS, MORE, Rows
from ninefold.solving.run import Run
from ninefold.solving.solvers.highs import LATER, NAMES, Program, Solver, SolveStatus, Vector

CVXPY = "cvxpy:"


class LinearProgram(Protocol):
    """What can be asked of a program, whoever solves it."""

    def solve(self, run: Run) -> SolveStatus:
        """Solve, as a node of the run."""

    @property
    def values(self) -> Vector:
        """The x of the last solve."""

    @property
    def objective(self) -> float:
        """The objective's value in the last solve."""

    @property
    def iterations(self) -> int:
        """How many iterations the last solve took."""

    @property
    def status(self) -> str:
        """What the library calls the outcome, for messages."""


class DualProgram(LinearProgram, Protocol):
    """One that gives duals too."""

    @property
    def duals(self) -> Vector:
        """The y of the last solve, one for each row."""


@cache
def has_highspy() -> bool:
    """Whether HiGHS' own package is installed; looked for once."""
    return find_spec("highspy") is not None


def program_for(rows: Rows, *, costs: Vector, solver: str = "highs-ds") -> DualProgram:
    """A program over x ≥ 0 in HiGHS, or in SciPy where HiGHS' own package is missing."""
    if has_highspy():
        return Program(rows, costs=costs, solver=cast("Solver", solver))

    if solver == "highs-pdlp":
        raise MethodError("solver highs-pdlp needs highspy, which is not installed: pip install 'ninefold[lp]'")
    return Linprog(rows, costs=costs, solver=solver)


def check_solver(solver: str) -> None:
    """Refuse a solver that nobody knows; whether it is installed is found when it is asked."""
    if solver not in NAMES and not (solver.startswith(CVXPY) and solver != CVXPY):
        known = ", ".join(NAMES)
        raise MethodError("LP cannot be set so", [Fault("option solver", repr(solver), f"{known} or cvxpy:NAME")])


LINPROG_STATUS = {0: SolveStatus.OPTIMAL, 2: SolveStatus.INFEASIBLE, 3: SolveStatus.UNBOUNDED}


class Linprog:
    """A program `Ax = b` (or ≤, ≥) over x ≥ 0 with costs, solved by `scipy.optimize.linprog`."""

    def __init__(self, rows: Rows, *, costs: Vector | None = None, solver: str = "highs-ds") -> None:
        self._rows = rows
        self._costs = np.zeros(rows.width) if costs is None else costs
        self._solver = solver
        self._found: Any = None

    def set_costs(self, costs: Vector) -> None:
        """New costs of all variables."""
        self._costs = costs

    def forget(self) -> None:
        """Nothing: every solve starts from scratch."""

    def solve(self, run: Run) -> SolveStatus:
        """Solve, as a node of the run; SciPy keeps the time limit and asks nobody else."""
        import scipy.optimize

        linprog: Any = scipy.optimize.linprog
        run.tick()
        options = {"time_limit": run.seconds_left + LATER} if isfinite(run.seconds_left) else {}
        self._found = linprog(self._costs, method=self._solver, bounds=(0, None), options=options, **self._matrices)
        outcome = LINPROG_STATUS.get(self._found.status, SolveStatus.UNKNOWN)
        if outcome is SolveStatus.UNKNOWN:
            run.check_limits()
        return outcome

    @cached_property
    def _matrices(self) -> dict[str, Any]:
        """Equalities and inequalities apart, as SciPy wants them; a `≥` is turned round."""
        rows, matrix = self._rows, self._rows.matrix()
        equal = rows.senses == EQUAL
        signs = np.where(rows.senses[~equal] == LESS, 1.0, -1.0)
        found: dict[str, Any] = {"A_eq": matrix[equal], "b_eq": rows.right[equal]}
        if len(signs):
            found |= {"A_ub": matrix[~equal].multiply(signs[:, None]).tocsr(), "b_ub": rows.right[~equal] * signs}
        return found

    @property
    def values(self) -> Vector:
        """The x of the last solve."""
        return np.asarray(self._found.x, np.float64)

    @property
    def duals(self) -> Vector:
        """The y of the last solve, one for each row."""
        rows = self._rows
        equal = rows.senses == EQUAL
        found = np.zeros(len(rows))
        found[equal] = self._found.eqlin.marginals
        found[~equal] = np.where(rows.senses[~equal] == LESS, 1.0, -1.0) * self._found.ineqlin.marginals
        return found

    @property
    def objective(self) -> float:
        """The objective's value in the last solve."""
        return float(self._found.fun)

    @property
    def iterations(self) -> int:
        """How many iterations the last solve took."""
        return int(self._found.nit)

    @property
    def status(self) -> str:
        """What SciPy says of the outcome, for messages."""
        return str(self._found.message)


CVXPY_STATUS = {
    "optimal": SolveStatus.OPTIMAL,
    "optimal_inaccurate": SolveStatus.OPTIMAL,  # whether it is integral, and right, is judged anyway
    "infeasible": SolveStatus.INFEASIBLE,
    "unbounded": SolveStatus.UNBOUNDED,
}


class Cvx:
    """A program `Ax = b` (or ≤, ≥), solved by CVXPY.

    With costs it is minimised over x ≥ 0. Without, what is minimised is the 1-norm of an x that may have
    any sign, as "Sudoku Solving with Linear Optimization" writes it.
    """

    def __init__(self, rows: Rows, solver: str, *, costs: Vector | None) -> None:
        self._rows = rows
        self._solver = checked_solver(solver)
        self._costs = costs
        self._problem: Any = None
        self._x: Any = None

    def solve(self, run: Run) -> SolveStatus:
        """Solve, as a node of the run; the solvers behind CVXPY ask nobody whether to go on."""
        import cvxpy

        run.tick()
        self._x = cvxpy.Variable(self._rows.width, nonneg=self._costs is not None)
        aim = cvxpy.norm1(self._x) if self._costs is None else self._costs @ self._x
        self._problem = cvxpy.Problem(cvxpy.Minimize(aim), self._constraints())
        with warnings.catch_warnings(action="ignore"):  # what it warns of is in the status
            try:
                self._problem.solve(solver=self._solver)
            except cvxpy.error.SolverError:
                run.check_limits()
                return SolveStatus.UNKNOWN
        return CVXPY_STATUS.get(self._problem.status, SolveStatus.UNKNOWN)

    def _constraints(self) -> list[Any]:
        rows, matrix = self._rows, self._rows.matrix()
        equal, less, more = (rows.senses == sense for sense in (EQUAL, LESS, MORE))
        found = [matrix[equal] @ self._x == rows.right[equal]] if equal.any() else []
        found += [matrix[less] @ self._x <= rows.right[less]] if less.any() else []
        return found + ([matrix[more] @ self._x >= rows.right[more]] if more.any() else [])

    @property
    def values(self) -> Vector:
        """The x of the last solve."""
        return np.asarray(self._x.value, np.float64)

    @property
    def objective(self) -> float:
        """The objective's value in the last solve."""
        return float(self._problem.value)

    @property
    def iterations(self) -> int:
        """How many iterations the last solve took, 0 where the solver does not say."""
        return int(self._problem.solver_stats.num_iters or 0)

    @property
    def status(self) -> str:
        """What CVXPY calls the outcome, for messages."""
        return str(self._problem.status)


def checked_solver(name: str) -> str:
    """The solver's name as CVXPY writes it; refused with those that are there if it is not one of them."""
    try:
        import cvxpy
    except ImportError as error:
        raise MethodError("solver cvxpy needs cvxpy, which is not installed: pip install 'ninefold[cvx]'") from error
    installed = cvxpy.installed_solvers()
    if name.upper() not in installed:
        raise MethodError(f"CVXPY has no solver {name!r} here; it has {', '.join(installed)}")
    return name.upper()
