"""Models of a puzzle for other programs, and the solutions those programs find."""

from __future__ import annotations

from collections.abc import Iterable
from importlib import import_module
from os import PathLike
from typing import TYPE_CHECKING, Any, Literal, overload

from ninefold.core.checking import check
from ninefold.core.errors import GridError, MethodFault, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.values import check_flag, short_repr
from ninefold.solving.judge import judge

if TYPE_CHECKING:
    from ninefold.models.binary import BinaryModel
    from ninefold.models.clauses import ClauseModel
    from ninefold.models.colouring import ColouringModel
    from ninefold.models.cuts import CutsLike, ObjectiveLike
    from ninefold.models.integer import IntegerModel
    from ninefold.models.lifted import LiftedModel

KINDS = ("binary", "integer", "clauses", "colouring", "lifted")


@overload
def model(
    puzzle: GridLike,
    *,
    kind: Literal["binary"] = "binary",
    families: Iterable[str] | None = None,
    sums: bool = False,
    cuts: CutsLike = (),
    objective: ObjectiveLike = "zero",
    presolve: bool = True,
) -> BinaryModel: ...
@overload
def model(
    puzzle: GridLike, *, kind: Literal["integer"], families: Iterable[str] | None = None, presolve: bool = True
) -> IntegerModel: ...
@overload
def model(
    puzzle: GridLike,
    *,
    kind: Literal["clauses"],
    families: Iterable[str] | None = None,
    encoding: str | None = None,
    presolve: bool = True,
) -> ClauseModel: ...
@overload
def model(
    puzzle: GridLike, *, kind: Literal["colouring"], families: Iterable[str] | None = None, presolve: bool = True
) -> ColouringModel: ...
@overload
def model(
    puzzle: GridLike, *, kind: Literal["lifted"], families: Iterable[str] | None = None, presolve: bool = True
) -> LiftedModel: ...
def model(
    puzzle: GridLike,
    *,
    kind: str = "binary",
    families: Iterable[str] | None = None,
    sums: bool = False,
    cuts: CutsLike = (),
    objective: ObjectiveLike = "zero",
    encoding: str | None = None,
    presolve: bool = True,
) -> BinaryModel | IntegerModel | ClauseModel | ColouringModel | LiftedModel:
    """A model of a puzzle, independent of any solver.

    >>> found = model("..4. 1... ...3 .1..")
    >>> len(found.names), len(found.rows)
    (24, 48)
    >>> print(model("..4. 1... ...3 .1..", kind="clauses").text("cnf").splitlines()[4])
    p cnf 64 100

    Args:
        puzzle: the clues, on any layout.
        kind: binary (one variable per candidate), integer (one variable per cell), clauses, colouring, or lifted
            (also one variable for every two candidates that can both be true).
        families: the families of rules to include, some of cells, rows, columns, boxes, extras, clues (default: all).
        sums: binary only: include the sum rows of the papers.
        cuts: binary only: rows to add, such as `"x_r1c1_5 + x_r2c2_5 <= 1"`, or a list of them.
        objective: binary only: what to minimise: zero, ones, random, random:SEED, terms such as
            `"x_r1c1_5 - 2 x_r2c2_5"`, a full grid, or a number for each of the N³ candidates.
        encoding: clauses only: extended, minimal, pairwise, sequential, ladder, bitwise or totalizer.
        presolve: omit what follows from the clues; if false, the model is complete.
    """
    from ninefold.models.cuts import as_cuts
    from ninefold.models.incidence import FAMILIES

    if not isinstance(kind, str) or kind not in KINDS:
        raise NinefoldError(f"unknown kind of model {short_repr(kind)} (choose from {', '.join(KINDS)})")
    check_flag("sums", sums)
    check_flag("presolve", presolve)
    _refuse("sums", sums, kind, "binary")
    cuts = cuts if isinstance(cuts, str) else as_cuts(cuts)
    _refuse("cuts", cuts, kind, "binary")
    _refuse("objective", not (isinstance(objective, str) and objective == "zero"), kind, "binary")
    _refuse("encoding", encoding, kind, "clauses")
    options: dict[str, Any] = {"families": FAMILIES if families is None else families, "presolve": presolve}
    options |= {"sums": sums, "cuts": cuts, "objective": objective} if kind == "binary" else {}
    options |= {"encoding": encoding} if encoding else {}
    made: BinaryModel | IntegerModel | ClauseModel | ColouringModel | LiftedModel
    made = getattr(import_module(f"ninefold.models.{kind}"), kind)(puzzle, **options)
    return made


def _refuse(option: str, value: object, kind: str, only: str) -> None:
    if value and kind != only:
        raise NinefoldError(f"{option} applies to {only} models only, not to {kind} ones")


def read_solution(puzzle: GridLike, source: str | PathLike[str]) -> Grid:
    """The solution that another program found for one of our models, parsed and judged.

    >>> print(read_solution("..4. 1... ...3 .1..", "y = [2,3,4,1, 1,4,3,2, 4,2,1,3, 3,1,2,4];").line)
    2341143242133124

    Args:
        puzzle: the clues, on the layout of the model.
        source: the output as text, or a path to it: a HiGHS, SCIP, CBC, GLPK or Gurobi solution file, lines of names
            and values, `v` lines of a SAT or pseudo-Boolean solver, MiniZinc's output, or JSON.

    Raises:
        ParseError: if it cannot be parsed; the message names the lines and what was expected.
        GridError: if it is not a solution: fractional, incomplete, wrong, or "infeasible".
    """
    from ninefold.models.solution_files import content_of, parse_solution

    puzzle = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    answer = parse_solution(content_of(source), puzzle)
    try:
        return judge(puzzle, answer, "answer")
    except MethodFault:
        raise GridError(f"the answer is not a solution: {check(answer, puzzle=puzzle)}") from None
