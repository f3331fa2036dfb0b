"""The rank of a matrix in whole numbers, by elimination modulo a prime.

1. The rank of A is that of A·Aᵀ and of Aᵀ·A; the smaller of the two is used. A 25×25 board has 15,625 variables, but
   only 2,500 rules.
2. Elimination works on residues modulo a prime, so nothing is ever rounded. The rank modulo a prime is never above the
   true one, and below it only if the prime divides certain determinants, which for one near 2²³ is most unlikely.
3. Columns are eliminated in blocks: a basis of the rows of a block is found, the other rows are written in terms of it,
   and the rest of the matrix is updated by one product of matrices, which is where the speed comes from.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ninefold.models.rows import Floats, Rows

PRIME = 8_388_593  # the largest below 2²³: a sum of BLOCK products of residues is below 2⁵³, so floats hold it exactly
BLOCK = 32
SCALE = 10**9  # cuts have up to nine decimals

Flags = NDArray[np.bool_]


def rank_of(rows: Rows, *, kept: Flags | None = None, columns: Flags | None = None) -> int:
    """The rank of the matrix of some rows; of all of them, or those `kept`, and of all columns or some.

    >>> from ninefold.models.binary import binary
    >>> rank_of(binary("." * 81).rows)
    249
    """
    row_of = np.repeat(np.arange(len(rows)), np.diff(rows.indptr))
    chosen = np.ones(len(row_of), np.bool_) if kept is None else kept[row_of]
    if columns is not None:
        chosen &= columns[rows.indices]
    _, row_of = np.unique(row_of[chosen], return_inverse=True)
    _, column_of = np.unique(rows.indices[chosen], return_inverse=True)
    values = _whole(rows.values[chosen])
    if row_of.max(initial=-1) > column_of.max(initial=-1):
        row_of, column_of = column_of, row_of
    return _rank(_product(row_of, column_of, values))


def _whole(values: Floats) -> NDArray[np.int64]:
    """The entries as residues; decimals are scaled up, all of them alike, which leaves the rank as it is."""
    scale = 1 if (values == np.rint(values)).all() else SCALE
    return np.rint(values * scale).astype(np.int64) % PRIME


def _product(row_of: NDArray[np.intp], column_of: NDArray[np.intp], values: NDArray[np.int64]) -> Floats:
    """Rule 1: A·Aᵀ modulo the prime. A column has few entries, so each meets those after it in the same column."""
    order = np.argsort(column_of, kind="stable")
    row_of, column_of, values = row_of[order], column_of[order], values[order]
    size = int(row_of.max(initial=-1)) + 1
    found = np.zeros((size, size), np.int64)
    for shift in range(len(values)):
        same = np.flatnonzero(column_of[shift:] == column_of[: len(values) - shift])
        if not len(same):
            break
        products = values[same] * values[same + shift] % PRIME
        np.add.at(found, (row_of[same], row_of[same + shift]), products)
        if shift:
            np.add.at(found, (row_of[same + shift], row_of[same]), products)
    return (found % PRIME).astype(np.float64)


def _rank(left: Floats) -> int:
    """Rule 3."""
    rank = 0
    while left.size:
        pivots, places = _basis(left[:, :BLOCK])
        rest, others = left[:, BLOCK:], np.ones(len(left), np.bool_)
        others[pivots] = False
        if len(pivots):
            factors = _residues(left[others][:, places] @ _inverse(left[np.ix_(pivots, places)]))
            left = _residues(rest[others] - factors @ rest[pivots])
        else:
            left = rest
        rank += len(pivots)
    return rank


def _basis(block: Floats) -> tuple[list[int], list[int]]:
    """Rows of a block that span all of its rows, and a column for each of them."""
    work = block.copy()
    pivots: list[int] = []
    places: list[int] = []
    for place in range(work.shape[1]):
        candidates = np.flatnonzero(work[:, place])
        if not len(candidates):
            continue
        pivot = int(candidates[0])
        row = _residues(work[pivot] * pow(int(work[pivot, place]), -1, PRIME))
        work[candidates] = _residues(work[candidates] - work[candidates, place][:, None] * row)
        pivots.append(pivot)
        places.append(place)
    return pivots, places


def _inverse(square: Floats) -> Floats:
    """The inverse of a regular matrix modulo the prime (Gauss-Jordan)."""
    size = len(square)
    work = np.concatenate([square, np.eye(size)], axis=1)
    for at in range(size):
        pivot = at + int(np.flatnonzero(work[at:, at])[0])
        work[[at, pivot]] = work[[pivot, at]]
        work[at] = _residues(work[at] * pow(int(work[at, at]), -1, PRIME))
        factors = work[:, at].copy()
        factors[at] = 0
        work = _residues(work - factors[:, None] * work[at])
    return work[:, size:]


def _residues(values: Floats) -> Floats:
    """Residues above −PRIME and below PRIME, several times faster than those of `np.remainder`."""
    return np.asarray(values - PRIME * np.floor(values / PRIME))
