"""MiniZinc: the integer model with `alldifferent`, or the binary one as sums."""

from __future__ import annotations

import numpy as np

from ninefold.models.binary import BinaryModel
from ninefold.models.integer import IntegerModel
from ninefold.models.writing.heading import commented, heading, number


def write(model: BinaryModel | IntegerModel) -> str:
    """The model as MiniZinc."""
    lines = _integer(model) if isinstance(model, IntegerModel) else _binary(model)
    return "\n".join([*commented("%", heading(model)), *lines, "solve satisfy;", ""])


def _integer(model: IntegerModel) -> list[str]:
    """One variable a cell; clues and candidates bound it, and each unit is all different."""
    size = model.layout.size
    lines = ['include "alldifferent.mzn";', f"array[1..{size}, 1..{size}] of var 1..{size}: y;"]
    for cell in np.flatnonzero(~model.open.all(axis=1)).tolist():
        digits = (np.flatnonzero(model.open[cell]) + 1).tolist()
        allowed = f"= {digits[0]}" if len(digits) == 1 else f"in {{{', '.join(map(str, digits))}}}"
        lines.append(
            f"constraint {_cell(cell, size)} {allowed};" if digits else f"constraint false;  % {_cell(cell, size)}"
        )
    for unit in model.groups:
        cells = ", ".join(_cell(cell, size) for cell in unit.cells)
        lines.append(f"constraint alldifferent([{cells}]);  % {unit.name}")
    return lines


def _cell(cell: int, size: int) -> str:
    return f"y[{cell // size + 1},{cell % size + 1}]"


def _binary(model: BinaryModel) -> list[str]:
    """A variable a candidate, and each row as a sum."""
    rows = model.rows
    lines = [f"var 0..1: {name};" for name in model.names]
    for row, (name, sense, right) in enumerate(zip(rows.names, rows.senses.tolist(), rows.right.tolist(), strict=True)):
        indices, factors = rows.row(row)
        terms = [
            model.names[index] if factor == 1 else f"{number(factor)}*{model.names[index]}"
            for index, factor in zip(indices.tolist(), factors.tolist(), strict=True)
        ]
        said = f"{' + '.join(terms)} {sense} {number(right)}" if terms else "false"
        lines.append(f"constraint {said};  % {name}")
    return lines
