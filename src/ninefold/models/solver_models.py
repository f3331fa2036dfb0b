"""Models in the objects of other libraries, to be extended there: CVXPY, CP-SAT, HiGHS and PySAT.

The variables are found by candidate: `built.x["r1c1", 5]`. A candidate that the clues decide is the number 0 or 1 (in
PySAT a literal that a clause fixes), so sums and products with it work too.

HiGHS 1.15 and OR-Tools 9.15 cannot be loaded into one process: use `highs` and `cpsat` in separate programs.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import TYPE_CHECKING, Any

import numpy as np

from ninefold.core.errors import NinefoldError
from ninefold.models.incidence import read_candidate
from ninefold.models.rows import EQUAL, LESS, MORE

if TYPE_CHECKING:
    from ninefold.models.binary import BinaryModel
    from ninefold.models.clauses import ClauseModel


class CandidateVariables:
    """The variables of a library by candidate: `x["r1c1", 5]`, or `x[0, 5]` by the number of the cell."""

    def __init__(self, model: BinaryModel, variables: Any) -> None:
        self._model, self._variables = model, variables

    def __repr__(self) -> str:
        """What it maps."""
        return f"<variables of {self._model!r} by candidate>"

    def __getitem__(self, candidate: tuple[str | int, int]) -> Any:
        """The variable; the number 0 or 1 if the clues decide the candidate."""
        cell, digit = self._model.candidate(candidate)
        number = int(self._model.index[cell, digit - 1])
        return int(self._model.fixed[cell, digit - 1]) if number < 0 else self._variables[number]

    def digit(self, cell: str | int) -> Any:
        """The digit of a cell, as the sum of k·x over its digits k."""
        return sum(digit * self[cell, digit] for digit in range(1, self._model.layout.size + 1))


@dataclass(frozen=True, eq=False, repr=False)
class SolverModel:
    """A model in a library's own object.

    Attributes:
        solver: a list of CVXPY constraints, an `ortools` CpModel, a `highspy` Highs, or a `pysat` CNF.
        variables: the library's variables, in the order of `model.names`; for CVXPY one vector.
        x: the same by candidate: `x["r1c1", 5]`.
        objective: for CVXPY, the expression to minimise; the other libraries hold it themselves.
    """

    solver: Any
    variables: Any
    x: Any
    objective: Any = None

    def __repr__(self) -> str:
        """The library and the size: its own objects fill pages."""
        library = "cvxpy" if isinstance(self.solver, list) else type(self.solver).__module__.partition(".")[0]
        count = self.variables.size if library == "cvxpy" else len(self.variables)
        return f"<SolverModel in {library}: {count} variables>"


def cvxpy_model(model: BinaryModel, *, relaxed: bool = False) -> SolverModel:
    """The constraints as CVXPY has them, over a vector of 0/1 variables, or of numbers ≥ 0."""
    cvxpy = _library("cvxpy", "cvx")
    x = cvxpy.Variable(len(model.names), **({"nonneg": True} if relaxed else {"boolean": True}))
    rows, matrix = model.rows, model.rows.matrix()
    relations: Mapping[str, Callable[[Any, Any], Any]] = {
        EQUAL: lambda left, right: left == right,
        LESS: lambda left, right: left <= right,
        MORE: lambda left, right: left >= right,
    }
    parts = [(rows.senses == sense, relation) for sense, relation in relations.items()]
    constraints = [relation(matrix[kept] @ x, rows.right[kept]) for kept, relation in parts if kept.any()]
    return SolverModel(constraints, x, CandidateVariables(model, x), model.costs @ x + model.constant)


def cpsat_model(model: BinaryModel) -> SolverModel:
    """The model as CP-SAT has it: a Boolean per variable, and exactly one true in each rule."""
    built = _library("ortools.sat.python.cp_model", "cp").CpModel()
    x = [built.new_bool_var(name) for name in model.names]
    rows = model.rows
    if not all((array == np.rint(array)).all() for array in (rows.values, rows.right, model.costs)):
        raise NinefoldError("CP-SAT takes whole numbers only: multiply cuts and objective by a common denominator")
    for number, (sense, right) in enumerate(zip(rows.senses.tolist(), rows.right.tolist(), strict=True)):
        columns, factors = rows.row(number)
        terms = [int(factor) * x[column] for column, factor in zip(columns.tolist(), factors.tolist(), strict=True)]
        if sense == EQUAL and right == 1 and (factors == 1).all():
            built.add_exactly_one(x[column] for column in columns.tolist())
        elif terms:
            left = sum(terms)
            built.add({EQUAL: left == int(right), LESS: left <= int(right), MORE: left >= int(right)}[sense])
        elif number in rows.broken:
            built.add_bool_or([])
    if model.weights.any():
        built.minimize(sum(int(cost) * one for cost, one in zip(model.costs.tolist(), x, strict=True)))
    return SolverModel(built, x, CandidateVariables(model, x))


def highs_model(model: BinaryModel, *, relaxed: bool = False) -> SolverModel:
    """The model as HiGHS has it, silent, with the names of rows and variables."""
    highspy = _library("highspy", "lp")
    built, rows, count = highspy.Highs(), model.rows, len(model.names)
    built.silent()
    upper, none = np.where(rows.at_most_one & relaxed, np.inf, 1.0), np.zeros(0, np.int32)
    built.addCols(count, model.costs, np.zeros(count), upper, 0, none, none, np.zeros(0))
    built.addRows(len(rows), rows.lower, rows.upper, len(rows.values), rows.indptr, rows.indices, rows.values)
    built.changeObjectiveOffset(model.constant)
    if not relaxed:
        built.changeColsIntegrality(count, np.arange(count, dtype=np.int32), np.ones(count, np.uint8))
    for number, name in enumerate(model.names):
        built.passColName(number, name)
    for number, name in enumerate(rows.names):
        built.passRowName(number, name)
    x = [import_module("highspy.highs").highs_var(number, built) for number in range(count)]
    return SolverModel(built, x, CandidateVariables(model, x))


class CandidateLiterals:
    """The literals of a clause model by candidate."""

    def __init__(self, model: ClauseModel) -> None:
        self._model = model

    def __repr__(self) -> str:
        """What it maps."""
        return f"<literals of {self._model!r} by candidate>"

    def __getitem__(self, candidate: tuple[str | int, int]) -> int:
        """The literal that a cell holds a digit."""
        cell, digit = read_candidate(candidate, self._model.layout)
        return cell * self._model.layout.size + digit


def pysat_model(model: ClauseModel) -> SolverModel:
    """The clauses as a PySAT formula; what a presolved model omits is fixed by clauses of one literal."""
    from ninefold.models.incidence import clue_flags, incidence_of, without_clues

    formula = _library("pysat.formula", "sat").CNF(from_clauses=model.clauses)
    if model.presolve and "clues" in model.families:
        clues = clue_flags(model.puzzle)
        false = incidence_of(model.layout, without_clues(model.families)).conflicting(clues) & ~clues
        formula.extend([[literal + 1] for literal in np.flatnonzero(clues).tolist()])
        formula.extend([[-literal - 1] for literal in np.flatnonzero(false).tolist()])
    formula.nv = max(formula.nv, model.variables)
    return SolverModel(formula, list(range(1, model.variables + 1)), CandidateLiterals(model))


def _library(module: str, extra: str) -> Any:
    try:
        return import_module(module)
    except ImportError as error:
        name = module.partition(".")[0]
        raise NinefoldError(f"{name} is not installed: pip install 'ninefold[{extra}]'") from error
