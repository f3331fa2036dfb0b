"""MPS in free form: the linear format that every solver reads, column by column."""

from __future__ import annotations

import numpy as np

from ninefold.models.writing.heading import commented, heading, number
from ninefold.models.writing.lp import Linear

LETTERS = {"=": "E", "<=": "L", ">=": "G"}
MARKER = " MARKER 'MARKER' '{}'"


def write(model: Linear, *, relaxed: bool = False) -> str:
    """The model as MPS."""
    rows = model.rows
    kinds = zip(rows.names, rows.senses.tolist(), strict=True)
    sides = zip(rows.names, rows.right.tolist(), strict=True)
    columns = _columns(model)
    lines = [
        *commented("*", heading(model)),
        "NAME ninefold",
        *("ROWS", " N obj", *(f" {LETTERS[sense]} {name}" for name, sense in kinds)),
        *("COLUMNS", *(columns if relaxed else [MARKER.format("INTORG"), *columns, MARKER.format("INTEND")])),
        *("RHS", *(f" RHS {name} {number(right)}" for name, right in sides if right)),
        *("BOUNDS", *_bounds(model, relaxed)),
        "ENDATA",
    ]
    return "\n".join([*lines, ""])


def _columns(model: Linear) -> list[str]:
    """A line for each entry, column by column; a variable in no row is named too."""
    rows = model.rows
    order = np.argsort(rows.indices, kind="stable")
    row_of = np.repeat(np.arange(len(rows)), np.diff(rows.indptr))[order].tolist()
    factors = rows.values[order].tolist()
    ends = np.cumsum(np.bincount(rows.indices, minlength=rows.width)).tolist()
    lines, start = [], 0
    for name, end in zip(model.names, ends, strict=True):
        lines += [f" {name} {rows.names[row_of[entry]]} {number(factors[entry])}" for entry in range(start, end)]
        lines += [f" {name} obj 0"] if start == end else []
        start = end
    return lines


def _bounds(model: Linear, relaxed: bool) -> list[str]:
    lines = []
    for name, low, high in zip(model.names, model.lower.tolist(), model.upper.tolist(), strict=True):
        if (low, high) == (0, 1) and not relaxed:
            lines.append(f" BV BND {name}")
        else:
            lines += [f" LO BND {name} {number(low)}", f" UP BND {name} {number(high)}"]
    return lines
