"""A linear program by whichever library is there: HiGHS' own package, or else SciPy; CVXPY if asked for."""

from __future__ import annotations

from functools import cache
from importlib.util import find_spec
from typing import Protocol, cast

from ninefold.core.errors import Fault, MethodError
from ninefold.models.rows import Rows
from ninefold.solving.highs import NAMES, Outcome, Program, Solver, Vector
from ninefold.solving.run import Run

CVXPY = "cvxpy:"


class LinearProgram(Protocol):
    """What can be asked of a program, whoever solves it."""

    def solve(self, run: Run) -> Outcome:
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
    from ninefold.solving.linprog import Linprog

    if solver == "highs-pdlp":
        raise MethodError("solver highs-pdlp needs highspy, which is not installed: pip install 'ninefold[lp]'")
    return Linprog(rows, costs=costs, solver=solver)


def check_solver(solver: str) -> None:
    """Refuse a solver that nobody knows; whether it is installed is found when it is asked."""
    if solver not in NAMES and not (solver.startswith(CVXPY) and solver != CVXPY):
        known = ", ".join(NAMES)
        raise MethodError("LP cannot be set so", [Fault("option solver", repr(solver), f"{known} or cvxpy:NAME")])
