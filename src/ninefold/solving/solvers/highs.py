"""HiGHS driver: a linear program is loaded once, changed, and solved again from its last basis.

    program = HighsProgram(rows)               # Ax = b (or ≤, ≥) over x ≥ 0, costs 0
    program.set_costs(costs)                   # all costs, or those of some columns
    program.set_bounds(columns, lower, upper)  # of some columns
    program.solve(run)                         # a SolveStatus; raises Stopped at a deadline or cancel
    program.values, program.duals, program.objective, program.ray()

A second `solve` starts from the basis of the one before (simplex), which is what makes a thousand
small changes cheap. Nothing is printed: what HiGHS logs goes to the run. HiGHS calls back between
iterations (simplex, interior point, branch and bound), and the run can stop it there. Its first-order solver has no
callback and keeps the time limit only, so a method that uses it must be isolated.

`program_for` makes a program in HiGHS or, if that is not installed, in SciPy (`ninefold.solving.solvers.linear`).
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from enum import Enum
from functools import cache
from importlib.util import find_spec
from math import isfinite
from time import perf_counter
from typing import TYPE_CHECKING, Any, Literal, NamedTuple, Protocol, cast

import numpy as np
from numpy.typing import NDArray

from ninefold.core.errors import Fault, MethodError
from ninefold.core.limits import Stopped
from ninefold.core.values import short_repr
from ninefold.models.rows import Rows
from ninefold.solving.run import Run
from ninefold.solving.solvers.highs_parameters import set_parameters

if TYPE_CHECKING:
    import highspy

Vector = NDArray[np.float64]
Solver = Literal["highs-ds", "highs-ipm", "highs-pdlp"]

# What HiGHS calls its solvers: dual simplex, interior point (with crossover to a vertex), first order.
NAMES = {"highs-ds": "simplex", "highs-ipm": "ipm", "highs-pdlp": "pdlp"}
# One thread: more don't help at this size.
QUIET = {"output_flag": False, "log_to_console": False, "threads": 1, "parallel": "off"}
# How the name of a solver of CVXPY starts.
CVXPY = "cvxpy:"
# Our own tableau, which traces every pivot, by its rule.
PIVOT_RULES = {"simplex-bland": "bland", "simplex-dantzig": "dantzig"}
MAX_LENGTH = 1e20
# Extra seconds on the clock of HiGHS, so that the run notices the deadline first and gives the reason.
LATER = 0.001
# The callbacks of HiGHS, by their numbers, and the seconds between two reports of progress.
LOGGING, SIMPLEX_INTERRUPT, IPM_INTERRUPT, MIP_INTERRUPT = 0, 1, 2, 6
PROGRESS_SECONDS = 0.02


class SolveStatus(Enum):
    """How a solve ended; a solve that was stopped raises instead."""

    OPTIMAL = "optimal"
    INFEASIBLE = "infeasible"
    UNBOUNDED = "unbounded"
    CUT = "cut"  # the objective cannot be better than the bound that was set
    UNKNOWN = "unknown"

    def __repr__(self) -> str:
        """The status as the code that makes it."""
        return f"SolveStatus.{self.name}"


class LinearProgram(Protocol):
    """A linear program, whichever library solves it."""

    def solve(self, run: Run) -> SolveStatus:
        """Solve, counted as a node of the run."""

    @property
    def values(self) -> Vector:
        """The x of the last solve."""

    @property
    def objective(self) -> float:
        """The objective value of the last solve."""

    @property
    def duals(self) -> Vector:
        """The y of the last solve, one per row."""

    @property
    def iterations(self) -> int | None:
        """The iterations of the last solve; None if the library does not say."""

    @property
    def basic(self) -> NDArray[np.bool_] | None:
        """For each variable, then for each row, whether it is basic; None if the library has no basis."""

    @property
    def status(self) -> str:
        """The library's own name for the status, for messages."""


class _Interrupt:
    """The callback that HiGHS makes between iterations.

    It has no reference to the program: HiGHS keeps its callbacks alive, and the cycle would never be freed.
    """

    def __init__(self) -> None:
        self.run: Run | None = None
        self.stop: BaseException | None = None
        self.progress: Progress | None = None  # the last one reported
        self.next_report = 0.0

    def check(self, kind: Any, message: str, out: Any, answer: Any, _data: Any) -> None:
        """Interrupt HiGHS if the run must stop; exceptions cannot pass through HiGHS, so `solve` raises it later."""
        if answer is not None:
            answer.user_interrupt = False  # HiGHS keeps the last answer, even from one solve to the next
        if self.run is None or self.stop is not None:
            return
        try:
            self._report(self.run, int(kind), message, out)
        except BaseException as stop:  # a limit, or the caller's sink failed
            self.stop = stop
        if self.stop is not None and answer is not None:
            answer.user_interrupt = True

    def _report(self, run: Run, kind: int, message: str, out: Any) -> None:
        if kind == LOGGING:
            return run.log(message)
        run.check_limits()
        if kind == MIP_INTERRUPT and perf_counter() >= self.next_report:
            self.next_report = perf_counter() + PROGRESS_SECONDS
            self.advance(run, Progress(out.mip_node_count, out.mip_dual_bound, out.mip_primal_bound, out.mip_gap))
        return None

    def advance(self, run: Run, now: Progress) -> None:
        """Report what has changed; the root of the tree was counted when the solve began."""
        before, self.progress = self.progress, now
        if now != before:
            nodes = max(0, now.nodes - 1) - max(0, before.nodes - 1 if before else 0)
            run.progress(nodes=max(0, nodes), bound=now.bound, incumbent=now.incumbent, gap=now.gap)


class Progress(NamedTuple):
    """How far branch and cut has come."""

    nodes: int
    bound: float
    incumbent: float
    gap: float


class HighsProgram:
    """A linear program, or with `integer` a mixed one, in HiGHS.

    Args:
        rows: the rows from `ninefold.models`.
        costs: one per variable (default: all 0), to be minimised.
        lower, upper: bounds of the variables (default: 0 and none).
        integer: all variables, or those marked True, are whole numbers.
        solver: for linear programs; mixed ones use branch and cut.
        presolve: let HiGHS simplify a program that it solves from scratch.
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
        self._columns, self._is_mixed = rows.width, bool(np.any(integer))
        choice = {"solver": "choose" if self._is_mixed else NAMES[solver], "presolve": "choose" if presolve else "off"}
        for name, value in (QUIET | choice).items():
            self._highs.setOptionValue(name, value)
        set_parameters(self._highs, options or {}, is_mixed=self._is_mixed)
        self._load(rows, costs, lower, upper, integer)
        self._interrupt, self._is_listening = _Interrupt(), False
        self._highs.setCallback(self._interrupt.check, None)

    def _load(
        self,
        rows: Rows,
        costs: Vector | None,
        lower: Vector | None,
        upper: Vector | None,
        integer: bool | NDArray[np.bool_],
    ) -> None:
        n, entries = self._columns, np.ascontiguousarray(rows.values, np.float64)
        none = np.zeros(0, np.int32)
        # Not `passModel`, which always states what is a whole number, and HiGHS warns if nothing is.
        self._highs.addCols(
            n,
            np.zeros(n) if costs is None else np.ascontiguousarray(costs, np.float64),
            np.zeros(n) if lower is None else np.ascontiguousarray(lower, np.float64),
            np.full(n, np.inf) if upper is None else np.ascontiguousarray(upper, np.float64),
            0, none, none, np.zeros(0),
        )  # fmt: skip
        self._highs.addRows(
            len(rows), rows.lower, rows.upper, len(entries),
            np.ascontiguousarray(rows.indptr, np.int32), np.ascontiguousarray(rows.indices, np.int32), entries,
        )  # fmt: skip
        if self._is_mixed:
            kinds = np.zeros(n, np.uint8)
            kinds[:] = integer
            self._highs.changeColsIntegrality(n, np.arange(n, dtype=np.int32), kinds)

    # --- changing ---------------------------------------------------------------------------

    def set_costs(self, costs: Vector, columns: NDArray[Any] | Sequence[int] | None = None) -> None:
        """Set the costs of all variables, or of some."""
        where = np.arange(self._columns, dtype=np.int32) if columns is None else np.asarray(columns, np.int32)
        self._highs.changeColsCost(len(where), where, np.ascontiguousarray(costs, np.float64))

    def set_bounds(self, columns: NDArray[Any] | Sequence[int], lower: Any, upper: Any) -> None:
        """Set the bounds of some variables: one number for all of them, or one each."""
        where = np.asarray(columns, np.int32)
        low, high = (np.ascontiguousarray(np.broadcast_to(bound, where.shape), np.float64) for bound in (lower, upper))
        self._highs.changeColsBounds(len(where), where, low, high)

    def add_row(self, columns: Sequence[int] | NDArray[Any], entries: Any, lower: float, upper: float) -> None:
        """Add a row: `lower ≤ Σ entries · x[columns] ≤ upper`."""
        where = np.asarray(columns, np.int32)
        row = np.ascontiguousarray(np.broadcast_to(entries, where.shape), np.float64)
        self._highs.addRow(lower, upper, len(where), where, row)

    # --- solving ----------------------------------------------------------------------------

    def solve(self, run: Run) -> SolveStatus:
        """Solve, counted as a node of the run; raises `Stopped` if the run stops it."""
        run.tick()
        self._listen(run.is_watched)
        self._interrupt.run, self._interrupt.stop, self._interrupt.progress = run, None, None
        self._highs.setOptionValue("output_flag", run.is_logged)
        # HiGHS counts the time of all its runs together.
        self._highs.setOptionValue("time_limit", min(MAX_LENGTH, self._highs.getRunTime() + run.seconds_left + LATER))
        try:
            self._highs.run()
        finally:
            self._interrupt.run = None
        if self._is_mixed:
            self._report_tree(run)
        if self._interrupt.stop is not None:
            raise self._interrupt.stop
        outcome = _outcome(self._highs.getModelStatus().name)
        if outcome is SolveStatus.UNKNOWN:
            run.check_limits()
        return outcome

    def _report_tree(self, run: Run) -> None:
        """The final figures of branch and cut, also if it was stopped."""
        info = self._highs.getInfo()
        now = Progress(
            int(info.mip_node_count), info.mip_dual_bound, float(info.objective_function_value), info.mip_gap
        )
        try:
            self._interrupt.advance(run, now)
        except Stopped as stop:
            self._interrupt.stop = self._interrupt.stop or stop

    def _listen(self, wanted: bool) -> None:
        """Have HiGHS call back between iterations, which takes time, or not."""
        if wanted == self._is_listening:
            return
        from highspy import cb

        self._is_listening = wanted
        for number in (LOGGING, SIMPLEX_INTERRUPT, IPM_INTERRUPT, MIP_INTERRUPT):
            (self._highs.startCallback if wanted else self._highs.stopCallback)(cb.HighsCallbackType(number))

    # --- what was found ---------------------------------------------------------------------

    @property
    def values(self) -> Vector:
        """The x of the last solve."""
        return np.array(self._highs.getSolution().col_value)

    @property
    def duals(self) -> Vector:
        """The y of the last solve, one per row: how much the objective grows per unit of the right-hand side."""
        return np.array(self._highs.getSolution().row_dual)

    @property
    def basic(self) -> NDArray[np.bool_] | None:
        """For each variable, then for each row, whether it is basic; None without a basis, as after interior point."""
        if not self._columns:
            return np.ones(self._highs.getNumRow(), np.bool_)
        if not self._highs.getInfo().basis_validity:
            return None
        places = np.asarray(self._highs.getBasicVariables()[1])  # a row is −1 less its number
        found = np.zeros(self._columns + self._highs.getNumRow(), np.bool_)
        found[np.where(places < 0, self._columns - 1 - places, places)] = True
        return found

    @property
    def objective(self) -> float:
        """The objective value of the last solve."""
        return float(self._highs.getInfo().objective_function_value)

    @property
    def iterations(self) -> int:
        """The iterations of the last solve, in the units of its solver."""
        info = self._highs.getInfo()
        counts = (info.simplex_iteration_count, info.ipm_iteration_count, info.pdlp_iteration_count)
        return sum(max(0, int(count)) for count in counts)

    def ray(self) -> Vector | None:
        """After INFEASIBLE: the y that proves it (Farkas); None if HiGHS has none, as after interior point."""
        _, has_ray, ray = self._highs.getDualRay()
        return np.array(ray) if has_ray else None

    @property
    def status(self) -> str:
        """HiGHS's own name for the status, for messages; its "unknown" says only that it rejects its own point."""
        status, info = self._highs.getModelStatus(), self._highs.getInfo()
        if status.name == "kUnknown" and isfinite(miss := info.max_primal_infeasibility) and miss > 0:
            return f"its last point violates a row or bound by {miss:.1g}, more than HiGHS accepts"
        return str(self._highs.modelStatusToString(status)).lower()

    @property
    def highs(self) -> highspy.Highs:
        """HiGHS itself, for rare needs."""
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


@cache
def has_highspy() -> bool:
    """Whether the package of HiGHS is installed; looked up once."""
    return find_spec("highspy") is not None


def program_for(
    rows: Rows, *, costs: Vector, solver: str = "highs-ds", options: Mapping[str, object] | None = None
) -> LinearProgram:
    """A program over x ≥ 0 in HiGHS, or in SciPy if the package of HiGHS is missing."""
    if has_highspy():
        return HighsProgram(rows, costs=costs, solver=cast("Solver", solver), options=options)
    from ninefold.solving.solvers.linear import Linprog

    if options:
        raise MethodError("parameters need highspy, which is not installed: pip install 'ninefold[lp]'")
    if solver == "highs-pdlp":
        raise MethodError("solver highs-pdlp needs highspy, which is not installed: pip install 'ninefold[lp]'")
    return Linprog(rows, costs=costs, solver=solver)


def check_solver(solver: object) -> None:
    """Refuse an unknown solver; whether it is installed shows when it runs."""
    known = (*NAMES, *PIVOT_RULES)
    if solver not in known and not (isinstance(solver, str) and solver.startswith(CVXPY) and solver != CVXPY):
        raise MethodError(
            "invalid options for LP", [Fault("option solver", short_repr(solver), f"{', '.join(known)} or cvxpy:NAME")]
        )
