"""A point of the lift by projections: Douglas and Rachford's method on two sets that are easy to project on.

W is the symmetric matrix of 1, the x and the Y, as in `models/lift_bound.py`. The lift is where two sets meet:

A. W = B·Z·Bᵀ with W[0,0] = 1, where the columns of B are an orthonormal basis of all w with w[rule] − w[0] = 0:
   every row and, W being symmetric, every column obeys every rule. The nearest such W to a matrix V is B·(Bᵀ·V·B)·Bᵀ,
   set right at [0,0]: four products of small matrices, in place of a linear system of thousands of rows.
C. W ≥ 0, W[i,j] = 0 where i and j are not compatible, W[i,i] = W[0,i]. The nearest such W is had entry by entry.

One step reflects the state Z in A, projects that on C, and moves the state by the difference of both points. When
they agree, they are a point of the lift. The state then lies off that point along a direction that has no negative
entry where W may be positive and is orthogonal to A: a dual solution, and the weights of rows that make it are a
proof. If the sets do not meet, the state runs away along the proof of that.

A point may be found before there is a proof. Then the state can be pulled towards other points: the method
goes on to the point of the lift that has the most of what it is pulled to.
"""

from __future__ import annotations

import numpy as np
from numpy.typing import NDArray

from ninefold.models.base import Floats
from ninefold.models.lifted import LiftedModel
from ninefold.models.structure import Flags

# How far a step goes; 1 is the plain method, and below 2 it converges. On hard puzzles 1.8 needs half the steps to the
# one point there is; where there are many, 1 comes to rest in half the steps.
FIRST_REACH, REACH = 1.8, 1.0
SWITCH = 300
# How strongly a pull draws, and what weights are multiplied by. Pulled, they prove what each false candidate counts, 1
# times the pull; not pulled, they prove something that has no size, and large they outweigh those counts.
PULL = 0.05
PULLED, UNPULLED = 1 / PULL, 1000.0
# Eigenvalues of HᵀH are 0 up to rounding, or well above this.
ZERO = 1e-8


class Projections:
    """The state of the method on one lift."""

    def __init__(self, model: LiftedModel) -> None:
        rules = np.hstack([np.full((len(model.rules), 1), -1.0), model.rules])
        self._basis, self._inverse = _basis_and_inverse(rules)
        self._lean = self._basis @ self._basis[0]  # the first column of B·Bᵀ
        start = self._lean / self._lean[0]
        self._start = np.outer(start, start)  # the smallest matrix in set A
        self._mask = _mask(model)
        self._state = self._start * self._mask
        self._pull = np.zeros_like(self._state)
        self._loudness = UNPULLED
        self._gap = np.empty_like(self._state)
        self.steps = 0
        self.x: Floats = start[1:]

    def step(self) -> None:
        """One step; `x` is then the affine point's, and `residual` how far it is from the other."""
        basis, gap = self._basis, self._gap
        point = basis @ ((basis.T @ (self._state + self._pull)) @ basis) @ basis.T
        point += (1.0 - point[0, 0]) * self._start
        np.multiply(point, 2.0, out=gap)
        gap -= self._state
        _project_on_cone(gap, self._mask)
        gap -= point
        self._state += (FIRST_REACH if self.steps < SWITCH else REACH) * gap
        self.steps += 1
        self.x = point[0, 1:]

    def pull(self, gains: Flags) -> None:
        """From now on go to a point where the x in `gains` add up to the most."""
        wanted = PULL / 3 * gains
        self._pull[0, 1:] = self._pull[1:, 0] = wanted
        np.fill_diagonal(self._pull, [0.0, *wanted])
        self._loudness = PULLED

    @property
    def residual(self) -> float:
        """By how much the two points differ where they differ most."""
        return float(max(self._gap.max(), -self._gap.min()))

    def weights(self) -> Floats:
        """The weights of the lift's rows that the state stands for, as an array [1 + variable, rule]."""
        dual = -(self._state + self._pull)
        dual[0, 0] -= (1.0 + self._lean @ dual @ self._lean) / self._lean[0] ** 2
        off = dual - self._basis @ (self._basis.T @ dual)  # its part across the basis
        return np.asarray((dual - off / 2) @ self._inverse * self._loudness)


def _basis_and_inverse(rules: Floats) -> tuple[Floats, Floats]:
    """An orthonormal basis of what all rules make 0, and the pseudo-inverse of the rules."""
    values, vectors = np.linalg.eigh(rules.T @ rules)
    across = values > ZERO
    basis = np.ascontiguousarray(vectors[:, ~across])
    inverse = (vectors[:, across] / values[across]) @ (vectors[:, across].T @ rules.T)
    return basis, inverse


def _mask(model: LiftedModel) -> NDArray[np.float64]:
    """1 where W may be positive, 0 where it is 0."""
    mask = np.ones((1 + model.width, 1 + model.width))
    mask[1:, 1:] = model.compatible
    return mask


def _project_on_cone(matrix: Floats, mask: Floats) -> None:
    """The nearest matrix in set C, in place."""
    diagonal = np.einsum("ii->i", matrix)[1:]  # a view
    x = np.maximum((diagonal + matrix[0, 1:] + matrix[1:, 0]) / 3, 0)
    np.maximum(matrix, 0, out=matrix)
    matrix *= mask
    diagonal[:] = matrix[0, 1:] = matrix[1:, 0] = x
    matrix[0, 0] = 1
