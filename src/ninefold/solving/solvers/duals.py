"""Proofs by linear programming: duals, rounded to whole numbers and checked exactly, as certificates.

1. A dual vector is a floating-point one. It is multiplied by a small whole number, rounded, and checked
   with whole numbers against the model's rows; only then is anything claimed.
2. A puzzle whose solution is x* is unique, even among fractional points, if and only if the least value of x*·x
   over the relaxation is the number of empty cells. The dual of that program is the certificate.
3. A candidate v is false in every solution if there are weights y of rules with yA ≥ 0 and (yA)[v] > yb; a puzzle
   has no solution if yA ≥ 0 and yb < 0. Of all such y we look for the one with the least sum of |y|.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.limits import Stopped
from ninefold.core.values import short_repr, whole_number
from ninefold.models.binary import BinaryModel, binary
from ninefold.models.certificates import Elimination, Impossibility, Uniqueness, Weights
from ninefold.models.rows import EQUAL, LESS, MORE, Rows
from ninefold.solving.run import Run
from ninefold.solving.solvers.highs import SolveStatus, Vector, program_for

Whole = NDArray[np.int64]

# The whole numbers a dual is multiplied by before rounding: all denominators met so far, and some more.
SCALES = (1, 2, 3, 4, 5, 6, 7, 8, 10, 12, 20, 24, 60, 120)
# Cuts have up to nine decimals.
MOST_DENOMINATOR = 10**9


def prove_unique(model: BinaryModel, solution: Grid, run: Run, *, keep: bool) -> None:
    """Prove that a solution is the only one (rule 2), or raise `Stopped`: the last act of a method that found one."""
    is_single, proof = uniqueness(model, solution, run)
    run.note("proved", proof is not None)
    if proof is None and is_single:
        raise Stopped("no second solution within tolerance, but the proof does not hold in whole numbers")
    if proof is None:
        raise Stopped("the relaxation has other points, so a second solution is not ruled out")
    if keep:
        run.note("certificate", proof.certificate.as_json())


def prove_impossible(model: BinaryModel, run: Run, *, keep: bool) -> None:
    """Prove that there is no solution (rule 3), or raise `Stopped`: the last act if a program is infeasible."""
    proof = impossibility(model, run)
    run.note("proved", proof is not None)
    if proof is None:
        raise Stopped("infeasible within tolerance, but no proof of it holds in whole numbers")
    if keep:
        run.note("certificate", proof.as_json())


@dataclass(frozen=True, eq=False)
class Proof:
    """Weights that prove a solution unique. Naming the rules takes time, so that waits for the certificate."""

    model: BinaryModel
    solution: Grid
    scale: int
    weights: Whole

    @property
    def certificate(self) -> Uniqueness:
        """The proof as a certificate."""
        weights = named(self.model.rows, self.weights)
        return Uniqueness(puzzle=self.model.puzzle, solution=self.solution, scale=self.scale, weights=weights)


def uniqueness(model: BinaryModel, solution: Grid, run: Run) -> tuple[bool, Proof | None]:
    """Rule 2: whether the relaxation is a single point, and if so the proof, None if it does not check."""
    ones = model.vector(solution)
    program = program_for(model.rows, costs=ones)
    outcome = program.solve(run)
    if outcome is not SolveStatus.OPTIMAL or program.objective < ones.sum() - 1e-6:
        return False, None
    for scale, weights in rounded(program.duals):
        if _proves_uniqueness(model.rows, ones, scale, weights):
            return True, Proof(model, solution, scale, weights)
    return True, None


def why_not(puzzle: GridLike, cell: int, digit: int, run: Run | None = None) -> Elimination | None:
    """Rule 3: the shortest proof that a candidate is false; None if the relaxation does not prove it.

    >>> print(why_not(Grid("12.. .... .... ...."), 6, 3))
    r2c3 is not 3: the 3 of row 1 lies within the 3 of box 2
    """
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    cell, value = grid.layout.cell(cell), whole_number(digit)
    if value is None or not 1 <= value <= grid.size:
        raise NinefoldError(f"digit must be 1 to {grid.size}, not {short_repr(digit)}")
    model = binary(grid)
    variable = int(model.index[cell, value - 1])
    weights = _shortest(model.rows, variable, run or Run(grid.layout)) if variable >= 0 else None
    if weights is None:
        return None
    return Elimination(puzzle=grid, cell=cell, digit=value, weights=named(model.rows, weights))


def impossibility(model: BinaryModel, run: Run) -> Impossibility | None:
    """Rule 3: the shortest proof that there is no solution; None if the relaxation does not prove it."""
    weights = _shortest(model.rows, None, run)
    return None if weights is None else Impossibility(puzzle=model.puzzle, weights=named(model.rows, weights))


def contradiction(rows: Rows, run: Run) -> Weights | None:
    """Rule 3 for any rows, such as cuts: whole weights whose sum cannot hold; None if none are found.

    A row "≥" has a weight up to 0, "≤" one from 0, "=" any; the sum has no negative factor, and a negative right side.
    Decimals are exact here: cuts have up to nine of them.
    """
    signs = np.where(rows.senses == MORE, -1.0, 1.0)
    turned = Rows(
        rows.width,
        rows.indptr,
        rows.indices,
        rows.values * np.repeat(signs, np.diff(rows.indptr)),
        rows.right * signs,
        np.where(rows.senses == MORE, LESS, rows.senses),
    )
    duals = _least(turned, None, run, np.arange(len(rows)))
    if duals is None:
        return None
    found = next((weights for _, weights in rounded(duals) if _contradicts(turned, weights)), None)
    weights = from_ray(duals, lambda weights: _contradicts(turned, weights)) if found is None else found
    return None if weights is None else named(rows, (weights * signs).astype(np.int64))


def _contradicts(rows: Rows, weights: Whole) -> bool:
    """Whether weighted rows "≤" and "=" add up to a sum that cannot hold, in fractions."""
    if (weights[rows.senses != EQUAL] < 0).any():
        return False
    left: dict[int, Fraction] = {}
    right = Fraction(0)
    for row in np.flatnonzero(weights).tolist():
        weight = int(weights[row])
        right += weight * _fraction(float(rows.right[row]))
        for column, factor in zip(*(part.tolist() for part in rows.row(row)), strict=True):
            left[column] = left.get(column, Fraction(0)) + weight * _fraction(factor)
    return right < 0 and all(factor >= 0 for factor in left.values())


def _fraction(number: float) -> Fraction:
    return Fraction(number).limit_denominator(MOST_DENOMINATOR)


def rounded(duals: Vector) -> Iterator[tuple[int, Whole]]:
    """Rule 1: whole numbers close to a multiple of the duals, each with the factor."""
    for scale in SCALES:
        multiple = duals * scale
        whole = np.rint(multiple)
        if np.abs(multiple - whole).max(initial=0) < 1e-6 * scale:
            yield scale, whole.astype(np.int64)


def from_ray(ray: Vector, proves: Callable[[Whole], bool]) -> Whole | None:
    """Rule 1 for a ray, which has no size and perhaps the other sign; None if no whole numbers prove."""
    sizes = np.abs(ray)
    unit = sizes[sizes > 1e-7 * sizes.max(initial=0)].min(initial=np.inf)
    for sign in (-1.0, 1.0):
        for _, weights in rounded(sign / unit * ray):
            if proves(weights):
                return weights
    return None


def loads(rows: Rows, weights: Whole) -> Whole:
    """What each variable bears: yA, in whole numbers."""
    entries = np.repeat(weights, np.diff(rows.indptr)) * rows.values
    return np.bincount(rows.indices, weights=entries, minlength=rows.width).astype(np.int64)


def eliminates(rows: Rows, weights: Whole, candidate: int | None, left: NDArray[np.bool_] | None = None) -> bool:
    """Whether whole weights prove a candidate false, or with None that there is no solution, over what is left."""
    if (weights[rows.senses != EQUAL] < 0).any():
        return False
    if not ((rows.values == np.rint(rows.values)).all() and (rows.right == np.rint(rows.right)).all()):
        return False  # rounding would be part of the proof
    load, total = loads(rows, weights), int(weights @ rows.right.astype(np.int64))
    least = load.min(initial=0) if left is None else load[left].min(initial=0)
    return bool(least >= 0) and total < (0 if candidate is None else int(load[candidate]))


def named(rows: Rows, weights: Whole) -> Weights:
    """Weights other than 0 with the names of their rules."""
    return tuple((rows.names[row], int(weights[row])) for row in np.flatnonzero(weights).tolist())


def _proves_uniqueness(rows: Rows, ones: Vector, scale: int, weights: Whole) -> bool:
    if (weights[rows.senses != EQUAL] > 0).any():
        return False
    total = int(weights @ rows.right.astype(np.int64))
    return total == scale * int(ones.sum()) and bool((loads(rows, weights) <= scale * ones).all())


def _shortest(rows: Rows, candidate: int | None, run: Run) -> Whole | None:
    """The weights y with the least Σ|y| that prove a candidate false, or that there is no solution.

    A rule that two clues satisfy reads 0 = −1 in the model. Certificates are about rules that no clue satisfies, so it
    gets no weight; that those two clues leave too few cells for the other digits proves the same.
    """
    duals = _least(rows, candidate, run, np.flatnonzero((rows.right > 0) | (np.diff(rows.indptr) > 0)))
    if duals is not None:
        for _, weights in rounded(duals):
            if eliminates(rows, weights, candidate):
                return weights
    return None


def _least(rows: Rows, candidate: int | None, run: Run, kept: NDArray[np.intp]) -> Vector | None:
    """The same weights before they are rounded; only the rows that are kept may have one, and the others are empty."""
    some = Rows(  # the omitted rows are empty, so the entries stay as they are
        rows.width,
        np.concatenate([[0], np.cumsum(np.diff(rows.indptr)[kept])]).astype(np.int32),
        rows.indices,
        rows.values,
        rows.right[kept],
        rows.senses[kept],
    )
    dual = _dual_rows(some, candidate)
    program = program_for(dual, costs=np.ones(dual.width))
    if program.solve(run) is not SolveStatus.OPTIMAL:
        return None
    duals = np.zeros(len(rows))
    duals[kept] = program.values[: len(kept)]
    duals[kept[some.senses == EQUAL]] -= program.values[len(kept) :]
    return duals


def _dual_rows(rows: Rows, candidate: int | None) -> Rows:
    """The rows yA ≥ 0, one for each variable, and at last (yA)[candidate] − yb ≥ 1, over y = y⁺ − y⁻.

    A rule that says "at most one" has no y⁻.

        columns   y⁺ of each rule | y⁻ of each rule that says "exactly one"
    """
    rules = np.repeat(np.arange(len(rows)), np.diff(rows.indptr))
    last = (
        -rows.right
        if candidate is None
        else -rows.right + np.bincount(rules[rows.indices == candidate], minlength=len(rows))
    )
    into = np.concatenate([rows.indices, np.full(len(rows), rows.width)])
    columns = np.concatenate([rules, np.arange(len(rows))])
    values = np.concatenate([rows.values, last])
    exact = rows.senses == EQUAL
    minus = exact[columns]
    into = np.concatenate([into, into[minus]])
    columns = np.concatenate([columns, (np.cumsum(exact) - 1 + len(rows))[columns[minus]]])
    values = np.concatenate([values, -values[minus]])
    order = np.lexsort((columns, into))
    order = order[values[order] != 0]
    return Rows(
        len(rows) + int(exact.sum()),
        np.concatenate([[0], np.cumsum(np.bincount(into[order], minlength=rows.width + 1))]).astype(np.int32),
        columns[order].astype(np.int32),
        values[order],
        np.concatenate([np.zeros(rows.width), [1.0]]),
        np.full(rows.width + 1, MORE),
    )
