"""Our own simplex method, in fractions, as a solver of the linear program: every pivot is traced.

It is for small boards. After each pivot it traces the phase, the variable that entered and the one that left, the step,
the objective of the phase, and the point.
"""

from __future__ import annotations

from dataclasses import replace

import numpy as np
from numpy.typing import NDArray

from ninefold.core.errors import MethodError, NinefoldError
from ninefold.models.binary import BinaryModel
from ninefold.models.simplex import Tableau, check_size
from ninefold.solving.run import Run
from ninefold.solving.solvers.highs import PIVOT_RULES, SolveStatus, Vector


class TableauProgram:
    """The relaxation of a model, to be minimised over x ≥ 0."""

    def __init__(self, model: BinaryModel, *, costs: Vector, solver: str) -> None:
        try:
            check_size(model.layout.size)
        except NinefoldError as error:
            raise MethodError(str(error)) from None
        weights = np.zeros_like(model.weights)
        weights[model.cells, model.digits - 1] = costs
        self._model, self._rule = replace(model, weights=weights), PIVOT_RULES[solver]
        self._tableau = Tableau(self._model)
        self.iterations, self.status = 0, "not solved"

    def solve(self, run: Run) -> SolveStatus:
        """Solve, counted as a node of the run; raises `Stopped` if the run stops it."""
        run.tick()
        try:
            for pivot in self._tableau.run(self._rule):
                self.iterations += 1
                run.check_limits()
                for name in ("phase", "entering", "leaving"):
                    run.note(name, getattr(pivot, name))
                run.note("step", str(pivot.step))
                run.note("phase_objective", float(pivot.objective))
                run.belief(np.clip(self._model.beliefs(self.values), 0, 1))
        except NinefoldError as error:
            self.status = str(error)
            return SolveStatus.INFEASIBLE if "no feasible point" in self.status else SolveStatus.UNKNOWN
        self.status = "optimal"
        return SolveStatus.OPTIMAL

    @property
    def values(self) -> Vector:
        """The x of the last pivot."""
        return np.array([float(value) for value in self._tableau.values[: len(self._model.names)]])

    @property
    def duals(self) -> Vector:
        """The y of the last solve, one per row."""
        return np.array([float(value) for value in self._tableau.duals])

    @property
    def basic(self) -> NDArray[np.bool_]:
        """For each variable, then for each row, whether it is basic; a row that follows from others counts as basic."""
        tableau, count = self._tableau, len(self._model.names)
        found = np.zeros(count + len(self._model.rows), np.bool_)
        slacks = {count + place: count + row for place, row in enumerate(tableau.loose)}
        found[[slacks.get(column, column) for column in tableau.basis]] = True
        found[[count + row for row in tableau.redundant]] = True
        return found

    @property
    def objective(self) -> float:
        """The objective value of the last solve, without the clues."""
        return float(self._tableau.objective)
