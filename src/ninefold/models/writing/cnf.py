"""DIMACS CNF: the clauses, as every SAT solver reads them."""

from __future__ import annotations

from ninefold.models.clauses import ClauseModel
from ninefold.models.writing.heading import commented, heading

NUMBERING = "Variable (row - 1)*N^2 + (column - 1)*N + digit says that the cell holds the digit."


def write(model: ClauseModel) -> str:
    """The model as DIMACS CNF."""
    long = [" ".join(map(str, [*clause, 0])) for clause in model.clauses[: len(model) - len(model.pairs)]]
    pairs = [f"-{a} -{b} 0" for a, b in model.pairs.tolist()]
    lines = [*commented("c", heading(model, NUMBERING)), f"p cnf {model.variables} {len(model)}"]
    return "\n".join([*lines, *long, *pairs, ""])
