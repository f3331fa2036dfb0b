"""The rows of the lifted model, its presolve, and exact bounds over it.

The rows are built all at once from the flags of the model:

rules       Σ x[j] = 1                  one for each rule
products    −x[i] + Σ Y[i,j] = 0        for each x, one for each rule that does not contain it
singles     x[i] = 1                    one for each candidate that the presolve placed
broken      0 = 1                       one for each rule without a candidate

The presolve finds what the rows force to be 0, without solving. Singles have been placed. Assume candidate i: only the
candidates compatible with i remain possible.

1. A rule with none of them left gives x[i] = 0.
2. A rule with one left, j, gives Y[i,j] = x[i], and Y[i,k] = 0 for every k that shares a rule with j.
3. A rule whose remaining candidates all lie in another rule gives Y[i,k] = 0 for the other candidates k of that one.
4. Y[i,j] = Y[j,i]: if j is impossible under i, i is impossible under j.

Each of these follows from rows of the lift, so its feasible set stays the same. All candidates are processed together,
as products of 0/1 matrices; single precision is exact for counts up to 2²⁴.

The bounds are in whole numbers and hold for any weights of the rows, wherever they come from. Write W for the symmetric
matrix of 1, the x and the Y, with the constant at index 0: W[0,0] = 1, W[0,i] = W[i,i] = x[i]. Every row of the lift
says that a rule minus 1, times 1 or times some x, is 0. So for any weights L of the rows and any gains c of the x,

    c·x = Σ R[i,j]·W[i,j]   with   R = C + L·H + (L·H)ᵀ,   H = [−1 | rules],

for every point of the lift. The right side is bounded cell by cell:

5. In each cell exactly one candidate is true, so Σ over its candidates of r[i]·x[i] is at most the greatest r[i].
6. Under i the same holds for Y[i,·] in every other cell, over the candidates that are compatible with i.
7. A spare is true or false: it adds the greater of r and 0.

Weights are first rounded to whole multiples of 1/scale, and all sums are of whole numbers small enough to be exact: the
bound is exact for the rounded weights, and any weights give a valid bound.
"""

from __future__ import annotations

from fractions import Fraction
from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ninefold.models.incidence import Flags
from ninefold.models.rows import EQUAL, Floats, Rows, stacked

if TYPE_CHECKING:
    from ninefold.models.lifted import LiftedModel


def rows_of(model: LiftedModel) -> Rows:
    """All rows of a lift, over the x, the spares, the Y and the singles."""
    blocks = [_of_rules(model), _of_singles(model), _of_broken(model)]
    return stacked([block for block in blocks if len(block)] or blocks[:1])


def _width(model: LiftedModel) -> int:
    return model.width + len(model.pairs[0]) + len(model.singles)


def _of_rules(model: LiftedModel) -> Rows:
    """The rows of the rules and of the products."""
    width, (first, second) = model.width, model.pairs
    product = np.full((width, width), -1, np.int32)
    product[first, second] = product[second, first] = width + np.arange(len(first), dtype=np.int32)
    of, member = np.nonzero(model.rules)
    outside = ~model.rules.T
    has = model.compatible[:, member] & outside[:, of]
    i, entry = np.nonzero(has)
    lengths = _lengths(outside, i, of[entry])
    indptr = np.concatenate([[0], np.cumsum(np.concatenate([model.rules.sum(axis=1), lengths + 1]))])
    indices = np.empty(indptr[-1], np.int32)
    values = np.ones(indptr[-1])
    heads = indptr[len(model.rules) : -1]
    body = np.ones(len(indices), np.bool_)
    body[heads] = False
    indices[heads] = np.nonzero(outside)[0]
    values[heads] = -1
    indices[body] = np.concatenate([member, product[i, member[entry]]])
    right = np.concatenate([np.ones(len(model.rules)), np.zeros(len(lengths))])
    senses = np.full(len(right), EQUAL, dtype="<U2")
    return Rows(_width(model), indptr.astype(np.int32), indices, values, right, senses, partial(_rule_names, model))


def _lengths(outside: Flags, i: NDArray[np.intp], rule: NDArray[np.intp]) -> NDArray[np.intp]:
    """How many products each product row has."""
    counts = np.bincount(i * outside.shape[1] + rule, minlength=outside.size)
    return np.asarray(counts[outside.ravel()])


def _rule_names(model: LiftedModel) -> list[str]:
    names, factors = model.rule_names, model.short_names
    places = zip(*(part.tolist() for part in np.nonzero(~model.rules.T)), strict=True)
    return [*names, *(f"{names[rule]}_if_{factors[i]}" for i, rule in places)]


def _of_singles(model: LiftedModel) -> Rows:
    count, width = len(model.singles), _width(model)
    places = np.arange(width - count, width, dtype=np.int32)
    cells = model.singles // model.layout.size
    names = [f"single_{model.layout.name(cell)}" for cell in cells.tolist()]
    return _ones(width, np.arange(count + 1, dtype=np.int32), places, names)


def _of_broken(model: LiftedModel) -> Rows:
    pointers = np.zeros(len(model.broken) + 1, np.int32)
    return _ones(_width(model), pointers, np.zeros(0, np.int32), list(model.broken))


def _ones(width: int, indptr: NDArray[np.int32], indices: NDArray[np.int32], names: list[str]) -> Rows:
    """Rows that say: the sum of these variables is 1."""
    count = len(names)
    senses = np.full(count, EQUAL, dtype="<U2")
    return Rows(width, indptr, indices, np.ones(len(indices)), np.ones(count), senses, lambda: names)


Counts = NDArray[np.float32]


def pruned(rules: Flags, compatible: Flags) -> Flags:
    """The pairs that rules 1 to 4 leave; a variable that must be 0 is not even compatible with itself."""
    members = rules.astype(np.float32)
    clashes = (members.T @ members > 0).astype(np.float32)
    np.fill_diagonal(clashes, 0)
    base, inside, outside = _overlaps(members)
    while True:
        under = compatible.astype(np.float32)
        counts = under @ members.T
        forced = _hits(counts == 1, members) & compatible
        left = compatible & ~_hits(forced, clashes)  # rule 2
        left &= ~_hits(under @ inside.T == counts[:, base], outside)  # rule 3
        left[(counts == 0).any(axis=1)] = False  # rule 1
        left &= left.T  # rule 4
        if (left == compatible).all():
            return left
        compatible = left


def _overlaps(members: Counts) -> tuple[NDArray[np.intp], Counts, Counts]:
    """For rules that share at least two candidates: the one, what both share, and what only the other has."""
    shared = members @ members.T
    np.fill_diagonal(shared, 0)
    base, other = np.nonzero(shared > 1)
    inside = members[base] * members[other]
    return base, inside, members[other] - inside


def _hits(flags: Flags, members: Counts) -> Flags:
    """Where any of the flagged rows of `members` has a 1."""
    return np.asarray(flags.astype(np.float32) @ members > 0)


Whole = NDArray[np.int64]

# Sums of whole numbers up to this size are exact, as doubles and as 64-bit integers, on every supported board.
MAX_EXACT = 2.0**45
# Below any possible entry, so that an incompatible candidate is never the greatest.
NEVER = -(2**47)


def upper_bound(model: LiftedModel, weights: Floats, gains: Flags) -> Fraction:
    """An upper bound on the sum of the x in `gains` over all points of the lift; negative if the lift has no point.

    >>> from ninefold.models.lifted import lifted
    >>> model = lifted("12.. .... .... ....")
    >>> nothing = np.zeros((1 + model.width, len(model.rules)))
    >>> upper_bound(model, nothing, model.digits == 1)     # one for each cell that has the candidate 1
    Fraction(8, 1)

    Args:
        model: the lift.
        weights: weights of the rows, as an array [1 + variable, rule]; row 0 belongs to the rules themselves.
        gains: which of the x are summed.
    """
    whole, scale = _rounded(weights)
    table = _table(model, whole)
    linear = 2 * table[0, 1:] + table.diagonal()[1:]
    linear[: len(gains)] += np.where(gains, np.int64(scale), 0)
    pairs = np.where(model.compatible, table[1:, 1:], NEVER)
    np.fill_diagonal(pairs, 0)
    best = linear + _greatest(model, pairs).sum(axis=1)  # rule 6
    return Fraction(int(table[0, 0]) + sum(_greatest(model, best[None])[0].tolist()), scale)


def _rounded(weights: Floats) -> tuple[Floats, int]:
    """The weights as whole multiples of a power of two; all 0 if they are too large or not numbers."""
    most = float(np.abs(weights).max(initial=1.0)) * (weights.shape[1] + 1)
    if not most < MAX_EXACT:  # also false for NaN
        return np.zeros_like(weights), 1
    scale = 1 << int(np.log2(MAX_EXACT / most))
    return np.rint(weights * scale), scale


def _table(model: LiftedModel, weights: Floats) -> Whole:
    """L·H + (L·H)ᵀ; doubles that are whole numbers below 2⁵³ add up exactly, in any order."""
    rules = np.hstack([np.full((len(model.rules), 1), -1.0), model.rules])
    half = (weights @ rules).astype(np.int64)
    return np.asarray(half + half.T)


def _greatest(model: LiftedModel, values: Whole) -> Whole:
    """Rules 5 and 7: the greatest value in each cell, and for each spare its value or 0."""
    count = len(model.cells)
    starts = np.flatnonzero(np.diff(model.cells, prepend=-1))
    cells = np.maximum.reduceat(values[:, :count], starts, axis=1)
    return np.hstack([cells, np.maximum(values[:, count:], 0)])
