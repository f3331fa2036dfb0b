"""DIMACS graph: the colouring model, for programs that colour graphs."""

from __future__ import annotations

from ninefold.models.colouring import ColouringModel
from ninefold.models.writing.heading import commented, heading


def write(model: ColouringModel) -> str:
    """The model as a DIMACS graph; clues that clash become a vertex for which no colour is left."""
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
