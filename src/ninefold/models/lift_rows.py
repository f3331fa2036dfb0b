"""The rows of the lift, made all at once from its flags.

rules       Σ x[j] = 1                  one for each rule
products    −x[i] + Σ Y[i,j] = 0        for each x, one for each rule that it is not in
singles     x[i] = 1                    one for each candidate that the presolve placed
broken      0 = 1                       one for each rule without a candidate
"""

from __future__ import annotations

from functools import partial
from typing import TYPE_CHECKING

import numpy as np
from numpy.typing import NDArray

from ninefold.models.rows import EQUAL, Rows, stacked
from ninefold.models.structure import Flags

if TYPE_CHECKING:
    from ninefold.models.lifted import LiftedModel


def rows_of(model: LiftedModel) -> Rows:
    """All rows of a lift, over the x, the spares, the Y and the singles."""
    blocks = [_of_rules(model), _of_singles(model), _of_broken(model)]
    return stacked([block for block in blocks if len(block)] or blocks[:1])


def _width(model: LiftedModel) -> int:
    return model.width + len(model.pairs[0]) + len(model.singles)


def _of_rules(model: LiftedModel) -> Rows:
    """Rules 1 and 2, row after row."""
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
    """How many products each row of rule 2 has."""
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
    """Rows of ones that are equal to 1."""
    count = len(names)
    senses = np.full(count, EQUAL, dtype="<U2")
    return Rows(width, indptr, indices, np.ones(len(indices)), np.ones(count), senses, lambda: names)
