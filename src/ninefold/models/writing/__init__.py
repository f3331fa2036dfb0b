"""Writing models: a small module for each file format, and the table that lists them.

| format | what it is | kinds it can hold |
|---|---|---|
| lp | CPLEX LP, the linear format for people | binary, integer, lifted |
| mps | MPS in free form, the linear format of every solver | binary, integer, lifted |
| cnf | DIMACS clauses | clauses |
| opb | pseudo-Boolean | binary |
| mzn | MiniZinc | integer, binary |
| lpl | LPL, the language of seed 004 | binary, integer |
| col | DIMACS graph | colouring |
| json | all there is, for programs of your own | all of them |
"""

from __future__ import annotations

from collections.abc import Callable
from importlib import import_module
from typing import Any

from ninefold.core.errors import NinefoldError
from ninefold.core.values import shown
from ninefold.models.base import Model

# Each format with its module and the kinds of model it can hold, the usual one first.
FORMATS: dict[str, tuple[str, tuple[str, ...]]] = {
    "lp": ("lp", ("binary", "integer", "lifted")),
    "mps": ("mps", ("binary", "integer", "lifted")),
    "cnf": ("cnf", ("clauses",)),
    "opb": ("opb", ("binary",)),
    "mzn": ("minizinc", ("integer", "binary")),
    "lpl": ("lpl", ("binary", "integer")),
    "col": ("col", ("colouring",)),
    "json": ("as_json", ("binary", "integer", "clauses", "colouring", "lifted")),
}
RELAXABLE = ("lp", "mps")


def text(model: Model, form: str, *, relaxed: bool = False) -> str:
    """The model as a file of a format.

    Args:
        model: the model.
        form: the format: lp, mps, cnf, opb, mzn, lpl, col or json.
        relaxed: in lp and mps, leave out that the variables are whole numbers.
    """
    module, kinds = FORMATS[read_format(form)]
    if model.kind not in kinds:
        raise NinefoldError(f"the format {form} holds {' and '.join(kinds)} models, not {model.kind} ones")
    if relaxed and form not in RELAXABLE:
        raise NinefoldError(f"only the formats {' and '.join(RELAXABLE)} can be relaxed, not {form}")
    write: Callable[..., str] = import_module(f"ninefold.models.writing.{module}").write
    return write(model, relaxed=True) if relaxed else write(model)


def read_format(form: Any) -> str:
    """The format, if it is one."""
    if form not in FORMATS:
        raise NinefoldError(f"read the format {shown(form)}, expected one of {', '.join(FORMATS)}")
    return str(form)


def usual_kind(form: str) -> str:
    """The kind of model that a format is mostly used for."""
    return FORMATS[read_format(form)][1][0]
