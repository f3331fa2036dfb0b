"""Linear formats: CPLEX LP, which people can read, and free MPS, which every solver reads."""

from __future__ import annotations

import numpy as np

from ninefold.models.binary import BinaryModel
from ninefold.models.export import commented, heading, number
from ninefold.models.integer import IntegerModel
from ninefold.models.lifted import LiftedModel

TERMS, WIDTH = 8, 200  # maximum terms and characters per line: some readers stop at 255 characters
NONE = "none"  # a variable fixed at 0 for empty rows, which the format does not have

Linear = BinaryModel | IntegerModel | LiftedModel


def write_lp(model: Linear, *, relaxed: bool = False) -> str:
    """The model as CPLEX LP."""
    needs_none = bool(len(model.rows.broken)) or not model.names
    lines = [*commented("\\", heading(model, *_constant(model))), "Minimize"]
    lines.append(f" obj: {_objective(model) or f'0 {NONE if needs_none else model.names[0]}'}")
    lines += ["Subject To", *_rows(model)] if len(model.rows) else ["Subject To", f" nothing: 0 {_any(model)} = 0"]
    lines += ["Bounds", *_lp_bounds(model, relaxed), *[f" {NONE} = 0"] * needs_none]
    if not relaxed:
        lines += _kinds(model)
    return "\n".join([*lines, "End", ""])


def costs_of(model: Linear) -> list[float]:
    """The objective, a number for each variable."""
    return model.costs.tolist() if isinstance(model, BinaryModel) else [0.0] * len(model.names)


def _constant(model: Linear) -> list[str]:
    """A comment: the constant is not part of the LP format that every reader knows."""
    constant = model.constant if isinstance(model, BinaryModel) else 0.0
    return [f"The clues add {number(constant)} to the objective."] if constant else []


def _objective(model: Linear) -> str:
    """The objective with all variables, even those of cost 0, because readers keep their order; empty if it is 0."""
    costs = costs_of(model)
    return _folded(list(map(_term, costs, model.names))) if any(costs) else ""


def _any(model: Linear) -> str:
    return model.names[0] if model.names else NONE


def _rows(model: Linear) -> list[str]:
    rows, names = model.rows, model.names
    pointers, indices, factors = rows.indptr.tolist(), rows.indices.tolist(), rows.values.tolist()
    found = []
    for row, (name, sense, right) in enumerate(zip(rows.names, rows.senses.tolist(), rows.right.tolist(), strict=True)):
        span = range(pointers[row], pointers[row + 1])
        terms = [_term(factors[entry], names[indices[entry]]) for entry in span] or [f"+ {NONE}"]
        found.append(f" {name}: {_folded(terms)} {sense} {number(right)}")
    return found


def _term(factor: float, name: str) -> str:
    sign = "-" if factor < 0 else "+"
    return f"{sign} {name}" if abs(factor) == 1 else f"{sign} {number(abs(factor))} {name}"


def _folded(terms: list[str]) -> str:
    """The sum, broken into lines, without a leading plus."""
    most = min(TERMS, max(1, WIDTH // (max(map(len, terms)) + 1)))
    lines = [" ".join(terms[start : start + most]) for start in range(0, len(terms), most)]
    return "\n  ".join(lines).removeprefix("+ ")


def _lp_bounds(model: Linear, relaxed: bool) -> list[str]:
    """The bounds of all variables that are not binary; relaxed, of all that the rows do not keep at 1 or below."""
    bounds = zip(model.names, model.lower.tolist(), model.upper.tolist(), _bounded(model, relaxed), strict=True)
    return [
        f" {number(low)} <= {name} <= {number(high)}"
        for name, low, high, is_bounded in bounds
        if not is_bounded and (relaxed or (low, high) != (0, 1))
    ]


def _bounded(model: Linear, relaxed: bool) -> list[bool]:
    """The variables of a relaxed binary model whose bounds are not written.

    x ≥ 0 is the default of the formats, and x ≤ 1 follows. Bounds that say it again would only change which of several
    optima a solver finds first.
    """
    is_binary = relaxed and isinstance(model, BinaryModel)
    return model.rows.at_most_one.tolist() if is_binary else [False] * len(model.names)


def _kinds(model: Linear) -> list[str]:
    is_binary = (model.lower == 0) & (model.upper == 1)
    lines = []
    for word, chosen in (("General", ~is_binary), ("Binary", is_binary)):
        names = [f" {model.names[place]}" for place in np.flatnonzero(chosen).tolist()]
        lines += [word, *names] if names else []
    return lines


LETTERS = {"=": "E", "<=": "L", ">=": "G"}
MARKER = " MARKER 'MARKER' '{}'"


def write_mps(model: Linear, *, relaxed: bool = False) -> str:
    """The model as MPS."""
    rows = model.rows
    kinds = zip(rows.names, rows.senses.tolist(), strict=True)
    sides = zip(rows.names, rows.right.tolist(), strict=True)
    columns = _columns(model)
    lines = [
        *commented("*", heading(model, *_constant(model))),
        "NAME ninefold",
        *("ROWS", " N obj", *(f" {LETTERS[sense]} {name}" for name, sense in kinds)),
        *("COLUMNS", *(columns if relaxed else [MARKER.format("INTORG"), *columns, MARKER.format("INTEND")])),
        *("RHS", *(f" RHS {name} {number(right)}" for name, right in sides if right)),
        *("BOUNDS", *_mps_bounds(model, relaxed)),
        "ENDATA",
    ]
    return "\n".join([*lines, ""])


def _columns(model: Linear) -> list[str]:
    """A line for each entry, column by column, its cost first; a variable that is in no row gets a line too."""
    rows = model.rows
    order = np.argsort(rows.indices, kind="stable")
    row_of = np.repeat(np.arange(len(rows)), np.diff(rows.indptr))[order].tolist()
    factors = rows.values[order].tolist()
    ends = np.cumsum(np.bincount(rows.indices, minlength=rows.width)).tolist()
    lines, start = [], 0
    for name, end, cost in zip(model.names, ends, costs_of(model), strict=True):
        lines += [f" {name} obj {number(cost)}"] if cost or start == end else []
        lines += [f" {name} {rows.names[row_of[entry]]} {number(factors[entry])}" for entry in range(start, end)]
        start = end
    return lines


def _mps_bounds(model: Linear, relaxed: bool) -> list[str]:
    lines = []
    bounds = zip(model.names, model.lower.tolist(), model.upper.tolist(), _bounded(model, relaxed), strict=True)
    for name, low, high, is_bounded in bounds:
        if (low, high) == (0, 1) and not relaxed:
            lines.append(f" BV BND {name}")
        elif not is_bounded:
            lines += [f" LO BND {name} {number(low)}", f" UP BND {name} {number(high)}"]
    return lines
