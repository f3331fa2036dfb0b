"""The one driver of HiGHS: a program is loaded once, changed, and solved again from where it stood.

    program = Program(rows)                    # Ax = b (or ≤, ≥) over x ≥ 0, costs 0
    program.set_costs(costs)                   # all costs, or those of some columns
    program.set_bounds(columns, lower, upper)  # of some columns
    program.solve(run)                         # an Outcome; raises Stopped at a deadline or cancel
    program.values, program.duals, program.objective, program.ray()

A second `solve` starts from the basis of the one before (simplex), which is what makes a thousand
small changes cheap; `forget()` makes the next one start afresh. Nothing is printed. HiGHS asks the
run between iterations (simplex, interior point, branch and bound) whether to go on; its first-order
solver asks nobody and keeps the time limit only, so a method that uses it is to be isolated.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from typing import TYPE_CHECKING, Any, Literal

import numpy as np
from numpy.typing import NDArray

from ninefold.core.limits import Stopped
from ninefold.models.rows import Rows
from ninefold.solving.run import Run

if TYPE_CHECKING:
    import highspy

Vector = NDArray[np.float64]
Solver = Literal["highs-ds", "highs-ipm", "highs-pdlp"]

# What HiGHS calls its solvers: dual simplex, interior point (with crossover to a vertex), first order.
NAMES = {"highs-ds": "simplex", "highs-ipm": "ipm", "highs-pdlp": "pdlp"}
# One thread: a second one would spin beside the first and help programs of this size nothing.
QUIET = {"output_flag": False, "log_to_console": False, "threads": 1, "parallel": "off"}
MAX_LENGTH = 1e20
# How much longer HiGHS may go on by its own clock, which is not the run's, so that it is the run that says why.
LATER = 0.001


class SolveStatus(Enum):
    """How a solve ended; one that was stopped raises instead."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    CUT = "cut"  # the objective cannot be better than the bound that was set
    UNKNOWN = "unknown"

    def __repr__(self) -> str:
        """As Python would write it."""
        return f"Outcome.{self.name}"


class _Ear:
    """What HiGHS asks between its iterations.

    It knows nothing of the program: HiGHS holds what it is to call, and would hold itself by way of it, for ever.
    """

    def __init__(self) -> None:
        self.asked: Run | None = None
        self.stop: Stopped | None = None

    def heed(self, _kind: Any, _message: str, _out: Any, answer: Any, _data: Any) -> None:
        """HiGHS' question; an exception cannot travel through it, so it is kept for `solve`."""
        answer.user_interrupt = False  # HiGHS keeps the answer it was given last, even from one solve to the next
        if self.asked is None:
            return
        try:
            self.asked.check_limits()
        except Stopped as stop:
            self.stop = stop
            answer.user_interrupt = True


class Program:
    """A linear program, or with `integer` a mixed one, in HiGHS.

    Args:
        rows: the rows, as `ninefold.models` makes them.
        costs: one for each variable; left out, all are 0. They are minimised.
        lower, upper: bounds of the variables; left out, 0 and none.
        integer: all variables, or those marked True, are whole numbers.
        solver: for linear programs; mixed ones are solved by branch and cut.
        presolve: whether HiGHS simplifies a program that it solves from scratch.
        options: further options of HiGHS by their own names.
    """

    def __init__(
        self,
        rows: Rows,
        *,
        costs: Vector | None = None,
        lower: Vector | None = None,
        upper: Vector | None = None,
        integer: bool | NDArray[np.bool_] = False,
        solver: Solver = "highs-ds",
        presolve: bool = True,
        options: Mapping[str, object] | None = None,
    ) -> None:
        import highspy

        self._highs = highspy.Highs()
        self._columns = rows.width
        choice = {"solver": "choose" if np.any(integer) else NAMES[solver], "presolve": "choose" if presolve else "off"}
        for name, value in (QUIET | choice | dict(options or {})).items():
            self._highs.setOptionValue(name, value)
        self._load(rows, costs, lower, upper, integer)
        self._ear = _Ear()
        self._listen()

    def _load(
        self,
        rows: Rows,
        costs: Vector | None,
        lower: Vector | None,
        upper: Vector | None,
        integer: bool | NDArray[np.bool_],
    ) -> None:
        n = self._columns
        kinds = np.zeros(n, np.int32)
        kinds[:] = integer
        entries = np.ascontiguousarray(rows.values, np.float64)
        self._highs.passModel(
            n, len(rows), len(entries), 2, 1, 0.0,  # 2: by rows; 1: minimise; 0.0: nothing added to the objective
            np.zeros(n) if costs is None else np.ascontiguousarray(costs, np.float64),
            np.zeros(n) if lower is None else np.ascontiguousarray(lower, np.float64),
            np.full(n, np.inf) if upper is None else np.ascontiguousarray(upper, np.float64),
            rows.lower, rows.upper,
            np.ascontiguousarray(rows.indptr, np.int32), np.ascontiguousarray(rows.indices, np.int32), entries, kinds,
        )  # fmt: skip

    # --- changing ---------------------------------------------------------------------------

    def set_costs(self, costs: Vector, columns: NDArray[Any] | Sequence[int] | None = None) -> None:
        """New costs, of all variables or of some."""
        where = np.arange(self._columns, dtype=np.int32) if columns is None else np.asarray(columns, np.int32)
        self._highs.changeColsCost(len(where), where, np.ascontiguousarray(costs, np.float64))

    def set_bounds(self, columns: NDArray[Any] | Sequence[int], lower: Any, upper: Any) -> None:
        """New bounds of some variables: a number for all of them, or one for each."""
        where = np.asarray(columns, np.int32)
        low, high = (np.ascontiguousarray(np.broadcast_to(bound, where.shape), np.float64) for bound in (lower, upper))
        self._highs.changeColsBounds(len(where), where, low, high)

    def add_row(self, columns: Sequence[int] | NDArray[Any], entries: Any, lower: float, upper: float) -> None:
        """One more row: `lower ≤ Σ entries · x[columns] ≤ upper`."""
        where = np.asarray(columns, np.int32)
        row = np.ascontiguousarray(np.broadcast_to(entries, where.shape), np.float64)
        self._highs.addRow(lower, upper, len(where), where, row)

    def set_option(self, name: str, value: object) -> None:
        """An option of HiGHS by its own name."""
        self._highs.setOptionValue(name, value)

    def forget(self) -> None:
        """Start the next solve from scratch."""
        self._highs.clearSolver()

    # --- solving ----------------------------------------------------------------------------

    def solve(self, run: Run) -> SolveStatus:
        """Solve, as a node of the run; raises `Stopped` where the run says so before it is done."""
        run.tick()
        self._ear.asked, self._ear.stop = run, None
        # HiGHS counts the time of all its runs together.
        self._highs.setOptionValue("time_limit", min(MAX_LENGTH, self._highs.getRunTime() + run.seconds_left + LATER))
        try:
            self._highs.run()
        finally:
            self._ear.asked = None
        if self._ear.stop is not None:
            raise self._ear.stop
        outcome = _outcome(self._highs.getModelStatus().name)
        if outcome is SolveStatus.UNKNOWN:
            run.check_limits()
        return outcome

    def _listen(self) -> None:
        """Have HiGHS ask between its iterations whether to go on."""
        from highspy import cb

        self._highs.setCallback(self._ear.heed, None)
        kinds = cb.HighsCallbackType
        for kind in (kinds.kCallbackSimplexInterrupt, kinds.kCallbackIpmInterrupt, kinds.kCallbackMipInterrupt):
            self._highs.startCallback(kind)

    # --- what was found ---------------------------------------------------------------------

    @property
    def values(self) -> Vector:
        """The x of the last solve."""
        return np.array(self._highs.getSolution().col_value)

    @property
    def duals(self) -> Vector:
        """The y of the last solve, one for each row: what the objective gains by a unit more on its right side."""
        return np.array(self._highs.getSolution().row_dual)

    @property
    def objective(self) -> float:
        """The objective's value in the last solve."""
        return float(self._highs.getInfo().objective_function_value)

    @property
    def iterations(self) -> int:
        """How many iterations the last solve took, of whatever kind its solver makes."""
        info = self._highs.getInfo()
        counts = (info.simplex_iteration_count, info.ipm_iteration_count, info.pdlp_iteration_count)
        return sum(max(0, int(count)) for count in counts)

    def ray(self) -> Vector | None:
        """After INFEASIBLE: the y that proves it (Farkas); None where HiGHS has none, as after interior point."""
        _, has_ray, ray = self._highs.getDualRay()
        return np.array(ray) if has_ray else None

    @property
    def status(self) -> str:
        """What HiGHS calls the outcome, for messages."""
        return str(self._highs.modelStatusToString(self._highs.getModelStatus())).lower()

    @property
    def highs(self) -> highspy.Highs:
        """HiGHS itself, for what is asked of it once."""
        return self._highs


def _outcome(name: str) -> SolveStatus:
    outcomes = {
        "kOptimal": SolveStatus.OPTIMAL,
        "kInfeasible": SolveStatus.INFEASIBLE,
        "kUnbounded": SolveStatus.UNBOUNDED,
        "kObjectiveBound": SolveStatus.CUT,
        "kObjectiveTarget": SolveStatus.CUT,
        "kModelEmpty": SolveStatus.OPTIMAL,
    }
    return outcomes.get(name, SolveStatus.UNKNOWN)
