"""JSON: all there is in a model, for programs of your own. The keys are documented and stay."""

from __future__ import annotations

import json
from typing import Any

import numpy as np

from ninefold.models.binary import BinaryModel
from ninefold.models.clauses import ClauseModel
from ninefold.models.colouring import ColouringModel
from ninefold.models.integer import IntegerModel
from ninefold.models.lifted import LiftedModel
from ninefold.models.rows import Rows

AnyModel = BinaryModel | IntegerModel | ClauseModel | ColouringModel | LiftedModel


def write(model: AnyModel) -> str:
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
    return body | {"sums": model.sums}


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
