"""Bounds over the lift, in whole numbers: what weights of its rows prove, whoever found them.

Write W for the symmetric matrix of 1, the x and the Y, the constant at place 0: W[0,0] = 1, W[0,i] = W[i,i] = x[i].
Every row of the lift says that a rule, less 1, times 1 or times some x is 0. So for any weights L of the rows, and
any gains c of the x,

    c·x = Σ R[i,j]·W[i,j]   with   R = C + L·H + (L·H)ᵀ,   H = [−1 | rules],

for every point of the lift. The right side is bounded cell by cell:

1. In each cell exactly one candidate is true, so Σ over its candidates of r[i]·x[i] is at most the greatest r[i].
2. Under i the same holds of Y[i,·] in each other cell, over the candidates that are compatible with i.
3. A spare is true or not: it adds the greater of r and 0.

Weights are rounded to whole multiples of 1/scale before anything is added up, and all sums are of whole numbers
that fit: the bound is exact for the rounded weights, and any weights give a valid bound.
"""

from __future__ import annotations

from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ninefold.models.base import Floats
from ninefold.models.lifted import LiftedModel
from ninefold.models.structure import Flags

Whole = NDArray[np.int64]

# Sums of so large whole numbers are exact, as doubles and as 64-bit integers, for every board there is.
ROOM = 2.0**45
# Less than any entry there can be: what is not compatible is never the greatest.
NEVER = -(2**47)


def upper_bound(model: LiftedModel, weights: Floats, gains: Flags) -> Fraction:
    """At most so many of the x in `gains` add up to in any point of the lift; below 0 there is none.

    >>> from ninefold.models.lifted import lifted
    >>> model = lifted("12.. .... .... ....")
    >>> nothing = np.zeros((1 + model.width, len(model.rules)))
    >>> upper_bound(model, nothing, model.digits == 1)     # one for each cell that has the candidate 1
    Fraction(8, 1)

    Args:
        model: the lift.
        weights: of the rows, as an array [1 + variable, rule]; first those of the rules themselves.
        gains: which of the x count.
    """
    whole, scale = _rounded(weights)
    table = _table(model, whole)
    linear = 2 * table[0, 1:] + table.diagonal()[1:]
    linear[: len(gains)] += np.where(gains, np.int64(scale), 0)
    pairs = np.where(model.compatible, table[1:, 1:], NEVER)
    np.fill_diagonal(pairs, 0)
    best = linear + _greatest(model, pairs).sum(axis=1)  # rule 2
    return Fraction(int(table[0, 0]) + sum(_greatest(model, best[None])[0].tolist()), scale)


def _rounded(weights: Floats) -> tuple[Floats, int]:
    """The weights as whole numbers, times a power of two; none at all where they are too large for that."""
    most = float(np.abs(weights).max(initial=1.0)) * (weights.shape[1] + 1)
    if not most < ROOM:  # nor where some are no numbers
        return np.zeros_like(weights), 1
    scale = 1 << int(np.log2(ROOM / most))
    return np.rint(weights * scale), scale


def _table(model: LiftedModel, weights: Floats) -> Whole:
    """L·H + (L·H)ᵀ; doubles that are whole numbers below 2⁵³ add up exactly, in any order."""
    rules = np.hstack([np.full((len(model.rules), 1), -1.0), model.rules])
    half = (weights @ rules).astype(np.int64)
    return np.asarray(half + half.T)


def _greatest(model: LiftedModel, values: Whole) -> Whole:
    """Rules 1 and 3: the greatest value in each cell, and of each spare that or 0."""
    count = len(model.cells)
    starts = np.flatnonzero(np.diff(model.cells, prepend=-1))
    cells = np.maximum.reduceat(values[:, :count], starts, axis=1)
    return np.hstack([cells, np.maximum(values[:, count:], 0)])
