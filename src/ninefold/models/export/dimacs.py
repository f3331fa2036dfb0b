"""DIMACS formats: CNF for SAT solvers, graphs for colouring programs, and OPB for pseudo-Boolean solvers."""

from __future__ import annotations

from ninefold.models.binary import BinaryModel
from ninefold.models.clauses import ClauseModel
from ninefold.models.colouring import ColouringModel
from ninefold.models.export import commented, heading, number

NUMBERING = "Variable (row - 1)*N^2 + (column - 1)*N + digit says that the cell holds the digit."


def write_cnf(model: ClauseModel) -> str:
    """The model as DIMACS CNF."""
    long = [" ".join(map(str, [*clause, 0])) for clause in model.clauses[: len(model) - len(model.pairs)]]
    pairs = [f"-{a} -{b} 0" for a, b in model.pairs.tolist()]
    lines = [*commented("c", heading(model, NUMBERING)), f"p cnf {model.variables} {len(model)}"]
    return "\n".join([*lines, *long, *pairs, ""])


def write_col(model: ColouringModel) -> str:
    """The model as a DIMACS graph; clashing clues become a vertex that no colour fits."""
    size, count = model.layout.size, model.vertices
    edges = [(a + 1, b + 1) for a, b in model.edges.tolist()]
    if model.infeasible and model.presolve:
        edges += [(digit, count + 1) for digit in range(count - size + 1, count + 1)]
        count += 1
    about = (
        f"Colour it with {size} colours: vertices 1 to {len(model.cells)} are the cells, the next {size} the digits."
    )
    lines = [*commented("c", heading(model, about)), f"p edge {count} {len(edges)}"]
    return "\n".join([*lines, *(f"e {a} {b}" for a, b in edges), ""])


NEVER = "+1 x1 >= 2 ;"  # an infeasible row, because the format has no empty rows


def write_opb(model: BinaryModel) -> str:
    """The model as OPB; variables are numbered, because the format has no names."""
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
