"""A linear program by CVXPY and any solver it finds, as the papers used CVX."""

from __future__ import annotations

import warnings
from typing import Any

import numpy as np

from ninefold.core.errors import MethodError
from ninefold.models.rows import EQUAL, LESS, MORE, Rows
from ninefold.solving.highs import Outcome, Vector
from ninefold.solving.run import Run

OUTCOMES = {
    "optimal": Outcome.OPTIMAL,
    "optimal_inaccurate": Outcome.OPTIMAL,  # whether it is integral, and right, is judged anyway
    "infeasible": Outcome.INFEASIBLE,
    "unbounded": Outcome.UNBOUNDED,
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

    def solve(self, run: Run) -> Outcome:
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
                run.pause()
                return Outcome.UNKNOWN
        return OUTCOMES.get(self._problem.status, Outcome.UNKNOWN)

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
