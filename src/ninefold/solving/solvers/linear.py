"""Linear programs in other libraries than HiGHS: SciPy if HiGHS is not installed, CVXPY on request.

SciPy has the same interface but no warm start. CVXPY runs any solver it finds, as the papers used CVX.
"""

from __future__ import annotations

import warnings
from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np

from ninefold.core.errors import MethodError
from ninefold.core.values import short_repr
from ninefold.models.rows import EQUAL, LESS, MORE, Rows
from ninefold.solving.parameters import Parameters
from ninefold.solving.run import Run
from ninefold.solving.solvers.highs import LATER, SolveStatus, Vector
from ninefold.solving.solvers.output import logged_output

LINPROG_STATUS = {0: SolveStatus.OPTIMAL, 2: SolveStatus.INFEASIBLE, 3: SolveStatus.UNBOUNDED}


class Linprog:
    """A program `Ax = b` (or ≤, ≥) over x ≥ 0 with costs, solved by `scipy.optimize.linprog`."""

    def __init__(self, rows: Rows, *, costs: Vector | None = None, solver: str = "highs-ds") -> None:
        self._rows = rows
        self._costs = np.zeros(rows.width) if costs is None else costs
        self._solver = solver
        self._found: Any = None

    def set_costs(self, costs: Vector) -> None:
        """Set the costs of all variables."""
        self._costs = costs

    def solve(self, run: Run) -> SolveStatus:
        """Solve, counted as a node of the run; SciPy keeps the time limit but cannot be cancelled."""
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
        """Equalities and inequalities apart, as SciPy expects them; a `≥` is negated."""
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
        """The y of the last solve, one per row."""
        rows = self._rows
        equal = rows.senses == EQUAL
        found = np.zeros(len(rows))
        found[equal] = self._found.eqlin.marginals
        found[~equal] = np.where(rows.senses[~equal] == LESS, 1.0, -1.0) * self._found.ineqlin.marginals
        return found

    @property
    def objective(self) -> float:
        """The objective value of the last solve."""
        return float(self._found.fun)

    @property
    def iterations(self) -> int:
        """The iterations of the last solve."""
        return int(self._found.nit)

    @property
    def basic(self) -> None:
        """SciPy reports no basis."""

    @property
    def status(self) -> str:
        """SciPy's message about the status."""
        return str(self._found.message)


# CVXPY 1.9 fails on the bounds of a variable for this solver, so that x ≥ 0 has to be a constraint.
WITHOUT_BOUNDS = "PDLP"
CVXPY_STATUS = {
    "optimal": SolveStatus.OPTIMAL,
    "optimal_inaccurate": SolveStatus.OPTIMAL,  # the judge checks the solution anyway
    "infeasible": SolveStatus.INFEASIBLE,
    "unbounded": SolveStatus.UNBOUNDED,
}


class Cvx:
    """A program `Ax = b` (or ≤, ≥), solved by CVXPY.

    With costs they are minimised over x ≥ 0. Without, the 1-norm of x is minimised, and x may have any
    sign, following "Sudoku Solving with Linear Optimization".
    """

    def __init__(self, rows: Rows, solver: str, *, costs: Vector | None, parameters: Parameters = ()) -> None:
        self._rows, self._parameters = rows, dict(parameters)
        self._solver = checked_solver(solver)
        self._costs = costs
        self._problem: Any = None
        self._x: Any = None

    def solve(self, run: Run) -> SolveStatus:
        """Solve, counted as a node of the run; the solvers of CVXPY cannot be interrupted."""
        import cvxpy

        run.tick()
        if not self._rows.width:  # its solvers refuse an empty program
            return SolveStatus.INFEASIBLE if len(self._rows.broken) else SolveStatus.OPTIMAL
        is_bounded = self._costs is not None
        self._x = cvxpy.Variable(self._rows.width, nonneg=is_bounded and self._solver != WITHOUT_BOUNDS)
        aim = cvxpy.norm1(self._x) if self._costs is None else self._costs @ self._x
        bounds = [self._x >= 0] if is_bounded and self._solver == WITHOUT_BOUNDS else []
        self._problem = cvxpy.Problem(cvxpy.Minimize(aim), self._constraints() + bounds)
        with warnings.catch_warnings(action="ignore"), logged_output(run):  # the status says the same as the warnings
            try:
                self._problem.solve(solver=self._solver, verbose=run.is_logged, **self._parameters)
            except (TypeError, ValueError, KeyError, AttributeError) as error:  # how its solvers refuse parameters
                if not self._parameters:
                    raise
                raise self._refused(error) from error
            except cvxpy.error.SolverError as error:
                run.check_limits()
                if self._parameters:
                    raise self._refused(error) from error
                return SolveStatus.UNKNOWN
        return CVXPY_STATUS.get(self._problem.status, SolveStatus.UNKNOWN)

    def _refused(self, why: object) -> MethodError:
        return MethodError(f"{self._solver} refuses the parameters {', '.join(self._parameters)}: {why}")

    def _constraints(self) -> list[Any]:
        rows, matrix = self._rows, self._rows.matrix()
        equal, less, more = (rows.senses == sense for sense in (EQUAL, LESS, MORE))
        found = [matrix[equal] @ self._x == rows.right[equal]] if equal.any() else []
        found += [matrix[less] @ self._x <= rows.right[less]] if less.any() else []
        return found + ([matrix[more] @ self._x >= rows.right[more]] if more.any() else [])

    @property
    def values(self) -> Vector:
        """The x of the last solve."""
        return np.zeros(0) if self._x is None else np.asarray(self._x.value, np.float64)

    @property
    def objective(self) -> float:
        """The objective value of the last solve."""
        return 0.0 if self._problem is None else float(self._problem.value)

    @property
    def duals(self) -> Vector:
        """The y of the last solve, one per row; CVXPY's have the other sign, except for ≥."""
        senses, found = self._rows.senses, np.zeros(len(self._rows))
        if self._problem is None:
            return found
        present = [sense for sense in (EQUAL, LESS, MORE) if (senses == sense).any()]
        for sense, constraint in zip(present, self._problem.constraints, strict=False):
            found[senses == sense] = constraint.dual_value * (1.0 if sense == MORE else -1.0)
        return found

    @property
    def iterations(self) -> int | None:
        """The iterations of the last solve; None if the solver does not say."""
        facts = None if self._problem is None else self._problem.solver_stats  # None too if the solver failed
        return None if facts is None else int(facts.num_iters or 0) or None

    @property
    def basic(self) -> None:
        """CVXPY reports no basis."""

    @property
    def status(self) -> str:
        """CVXPY's own name for the status, for messages."""
        return "empty" if self._problem is None else str(self._problem.status or "solver failed")


def checked_solver(name: str) -> str:
    """The solver's name as CVXPY writes it; an error lists the installed solvers."""
    try:
        import cvxpy
    except ImportError as error:
        raise MethodError("solver cvxpy needs cvxpy, which is not installed: pip install 'ninefold[cvx]'") from error
    installed = cvxpy.installed_solvers()
    if name.upper() not in installed:
        raise MethodError(f"CVXPY has no solver {short_repr(name)} here (choose from {', '.join(installed)})")
    return name.upper()
