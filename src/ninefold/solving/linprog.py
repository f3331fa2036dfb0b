"""A linear program by SciPy, where HiGHS' own package is not installed: the same face, no warm start."""

from __future__ import annotations

from functools import cached_property
from math import isfinite
from typing import Any

import numpy as np

from ninefold.models.rows import EQUAL, LESS, Rows
from ninefold.solving.highs import LATER, Outcome, Vector
from ninefold.solving.run import Run

OUTCOMES = {0: Outcome.OPTIMAL, 2: Outcome.INFEASIBLE, 3: Outcome.UNBOUNDED}


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

    def solve(self, run: Run) -> Outcome:
        """Solve, as a node of the run; SciPy keeps the time limit and asks nobody else."""
        import scipy.optimize

        linprog: Any = scipy.optimize.linprog
        run.tick()
        options = {"time_limit": run.left + LATER} if isfinite(run.left) else {}
        self._found = linprog(self._costs, method=self._solver, bounds=(0, None), options=options, **self._matrices)
        outcome = OUTCOMES.get(self._found.status, Outcome.UNKNOWN)
        if outcome is Outcome.UNKNOWN:
            run.pause()
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
