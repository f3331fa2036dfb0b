"""Exporting models to file formats: the table of formats, and JSON.

| format | what it is | kinds it can hold |
|---|---|---|
| lp | CPLEX LP, the readable linear format | binary, integer, lifted |
| mps | free MPS, the linear format every solver reads | binary, integer, lifted |
| cnf | DIMACS clauses | clauses |
| opb | pseudo-Boolean | binary |
| mzn | MiniZinc | integer, binary |
| lpl | LPL, Hürlimann's modelling language | binary, integer |
| col | DIMACS graph | colouring |
| json | everything, for your own programs | all of them |

The JSON contains everything in a model; its keys are documented and stable.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from importlib import import_module
from textwrap import wrap
from typing import Any

import numpy as np

from ninefold.core.errors import NinefoldError
from ninefold.core.values import short_repr
from ninefold.models.binary import BinaryModel
from ninefold.models.clauses import ClauseModel
from ninefold.models.colouring import ColouringModel
from ninefold.models.integer import IntegerModel
from ninefold.models.lifted import LiftedModel
from ninefold.models.rows import Model, Rows

# Each format with the function that writes it and the kinds of model it supports, the default first.
FORMATS: dict[str, tuple[str, tuple[str, ...]]] = {
    "lp": ("linear.write_lp", ("binary", "integer", "lifted")),
    "mps": ("linear.write_mps", ("binary", "integer", "lifted")),
    "cnf": ("dimacs.write_cnf", ("clauses",)),
    "opb": ("dimacs.write_opb", ("binary",)),
    "mzn": ("languages.write_minizinc", ("integer", "binary")),
    "lpl": ("languages.write_lpl", ("binary", "integer")),
    "col": ("dimacs.write_col", ("colouring",)),
    "json": ("write_json", ("binary", "integer", "clauses", "colouring", "lifted")),
}
RELAXABLE = ("lp", "mps")


def text(model: Model, form: str, *, relaxed: bool = False) -> str:
    """The model as the text of a file.

    Args:
        model: the model.
        form: the format: lp, mps, cnf, opb, mzn, lpl, col or json.
        relaxed: for lp and mps, omit the constraint that variables are whole numbers.
    """
    name, kinds = FORMATS[read_format(form)]
    if model.kind not in kinds:
        raise NinefoldError(f"the format {form} supports {' and '.join(kinds)} models, not {model.kind} ones")
    if relaxed and form not in RELAXABLE:
        raise NinefoldError(f"only the formats {' and '.join(RELAXABLE)} can be relaxed, not {form}")
    write = _writer(name)
    return write(model, relaxed=True) if relaxed else write(model)


def _writer(name: str) -> Callable[..., str]:
    """The function that writes a format; its module is imported on first use."""
    if "." not in name:
        return write_json
    module, function = name.split(".")
    write: Callable[..., str] = getattr(import_module(f"ninefold.models.export.{module}"), function)
    return write


def read_format(form: Any) -> str:
    """Validate the name of a format."""
    if form not in FORMATS:
        raise NinefoldError(f"unknown format {short_repr(form)} (choose from {', '.join(FORMATS)})")
    return str(form)


def default_kind(form: str) -> str:
    """The kind of model that a format contains by default."""
    return FORMATS[read_format(form)][1][0]


WIDTH = 100


def heading(model: Model, *more: str) -> list[str]:
    """The comment at the top of a file: kind of model, layout, puzzle, and further sentences, wrapped."""
    about = f"The {model.kind} model of a Sudoku puzzle, written by Ninefold."
    lines = [about, f"layout {model.puzzle.layout}", f"puzzle {model.puzzle.line}", *more]
    return [part for line in lines for part in wrap(line, WIDTH, break_on_hyphens=False)]


def commented(mark: str, lines: list[str]) -> list[str]:
    """The lines as comments."""
    return [f"{mark} {line}" for line in lines]


def number(value: float) -> str:
    """A number in its shortest form: whole numbers without a point."""
    return str(int(value)) if value == int(value) else repr(value)


AnyModel = BinaryModel | IntegerModel | ClauseModel | ColouringModel | LiftedModel


def write_json(model: AnyModel) -> str:
    """The model as JSON, on one line."""
    puzzle = model.puzzle
    record = {
        "kind": model.kind,
        "puzzle": puzzle.line,
        "layout": str(puzzle.layout),
        "size": puzzle.size,
        "families": list(model.families),
        "presolve": model.presolve,
    }
    return json.dumps(record | _body(model)) + "\n"


def _body(model: AnyModel) -> dict[str, Any]:
    if isinstance(model, ClauseModel):
        return {"encoding": model.encoding, "variables": model.variables, "clauses": model.clauses}
    if isinstance(model, ColouringModel):
        return {"colours": model.layout.size, "vertices": model.names, "edges": model.edges.tolist()}
    body = {
        "variables": model.names,
        "lower": model.lower.tolist(),
        "upper": model.upper.tolist(),
        "rows": _rows(model.rows),
    }
    if isinstance(model, IntegerModel):
        different = [[model.layout.name(cell) for cell in unit.cells] for unit in model.groups]
        return body | {"different": different, "domains": _domains(model)}
    if isinstance(model, LiftedModel):
        return body | {"products": np.stack(model.pairs, axis=1).tolist()}
    return body | {"sums": model.sums, "objective": model.costs.tolist(), "constant": model.constant}


def _rows(rows: Rows) -> dict[str, Any]:
    return {
        "names": rows.names,
        "indptr": rows.indptr.tolist(),
        "indices": rows.indices.tolist(),
        "values": rows.values.tolist(),
        "senses": rows.senses.tolist(),
        "right": rows.right.tolist(),
    }


def _domains(model: IntegerModel) -> dict[str, list[int]]:
    digits = range(1, model.layout.size + 1)
    pairs = enumerate(model.open.tolist())
    return {
        model.layout.name(cell): [d for d, is_open in zip(digits, flags, strict=True) if is_open]
        for cell, flags in pairs
    }
