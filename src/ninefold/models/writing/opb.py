"""OPB: the binary model as pseudo-Boolean constraints, for solvers of the competitions."""

from __future__ import annotations

from ninefold.models.binary import BinaryModel
from ninefold.models.writing.cnf import NUMBERING
from ninefold.models.writing.heading import commented, heading, number

NEVER = "+1 x1 >= 2 ;"  # what a row without variables becomes: the format has no empty rows


def write(model: BinaryModel) -> str:
    """The model as OPB; its variables are named by their numbers, for the format knows no others."""
    size = model.layout.size
    first = f"* #variable= {size**3} #constraint= {len(model.rows)}"
    return "\n".join([first, *commented("*", heading(model, NUMBERING)), *_rows(model), ""])


def _rows(model: BinaryModel) -> list[str]:
    rows = model.rows
    names = (model.cells * model.layout.size + model.digits).tolist()
    found = []
    for row, (sense, right) in enumerate(zip(rows.senses.tolist(), rows.right.tolist(), strict=True)):
        sign = -1 if sense == "<=" else 1  # the format has = and >= only
        indices, factors = rows.row(row)
        terms = [
            f"{sign * int(factor):+d} x{names[index]}"
            for index, factor in zip(indices.tolist(), factors.tolist(), strict=True)
        ]
        relation = "=" if sense == "=" else ">="
        found.append(f"{' '.join(terms)} {relation} {number(sign * right)} ;" if terms else NEVER)
    return found
