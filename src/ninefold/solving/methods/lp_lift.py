"""One lifted linear program, without branching or guessing: products of pairs, and a proof in whole numbers.

1. Place the singles, and lift what is left: one variable per candidate, and one for each two that can both be true
   (`models/lifted.py`). If that leaves a rule without candidates, the puzzle is impossible; if it leaves nothing
   open, it is solved.
2. Approach a point of the lift by projections (`Projections`), and check it every few steps.
3. If the likeliest candidate of each cell makes a solution, add up what the dual weights prove of the other
   candidates (`models/lift_bound.py`). If in every point of the lift these add up to less than a half, then each
   point rounds to this grid, and no other grid is a solution: it is yielded, and the method returns.
4. If the dual weights prove that the lift has no point, the puzzle is impossible.
5. If a point is found, up to `tolerance`, before anything is proved: if each x is `within` of 0 or 1 and rounding
   gives a solution, that is yielded, and the steps continue towards the other candidates, so that rule 3 may prove
   that none of them is possible. If another point is found, nothing is proved. If the first point is fractional,
   the method cannot decide.

What rules 3 and 4 prove rests on whole numbers only, not on how well the steps converged.

The projections are Douglas and Rachford's method on two sets that are easy to project on.

W is the symmetric matrix of 1, the x and the Y, as in `models/lift_bound.py`. The lift is the intersection of two sets:

A. W = B·Z·Bᵀ with W[0,0] = 1, where the columns of B are an orthonormal basis of all w with w[rule] − w[0] = 0:
   every row and, W being symmetric, every column obeys every rule. The nearest such W to a matrix V is B·(Bᵀ·V·B)·Bᵀ,
   corrected at [0,0]: four products of small matrices instead of a linear system of thousands of rows.
C. W ≥ 0, W[i,j] = 0 where i and j are not compatible, W[i,i] = W[0,i]. The nearest such W is found entry by entry.

One step reflects the state Z in A, projects that on C, and moves the state by the difference of both points. When
they agree, they are a point of the lift. The state then differs from that point by a direction that is orthogonal to A
and has no negative entry where W may be positive: a dual solution, and the weights of rows that produce it are a
proof. If the sets do not meet, the state diverges along the proof of that.

A point may be found before there is a proof. Then the state can be pulled towards other points: the method
continues to the point of the lift that maximises a given sum.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from fractions import Fraction

import numpy as np
from numpy.typing import NDArray

from ninefold.core.grid import Grid
from ninefold.core.limits import Stopped
from ninefold.core.values import counted
from ninefold.models.incidence import Flags, candidates
from ninefold.models.lift_rows import upper_bound
from ninefold.models.lifted import LiftedModel, lifted
from ninefold.models.rows import Floats
from ninefold.solving.method import check_options, option
from ninefold.solving.run import Run

# Steps between two checks of the point; checks between two tests of whether there is a point at all.
LOOK, DOUBT = 10, 5
HALF = Fraction(1, 2)


@dataclass(frozen=True)
class LPLift:
    """The first level of Sherali and Adams as one linear program.

    The stats are its size (`candidates`, `products`, `rows`), the `iterations`, the `residual` of the
    point, its `distance` from the grid that was read, and the proved `bound` on that of every point.
    """

    presolve: bool = option(True, "first place singles and remove products that must be 0")
    within: float = option(1e-3, "distance from 0 or 1 at which an x is rounded unproved", least=0.0, below=0.5)
    tolerance: float = option(1e-5, "residual at which a point counts as found", above=0.0, below=1.0)
    iterations: int = option(20_000, "maximum number of steps", least=1)
    largest: int = option(2_500, "maximum number of candidates to lift", least=1)

    def __post_init__(self) -> None:
        """Validate the options."""
        check_options(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The solution if the lift shows it; returns only if it is proved."""
        run.tick()
        self._check_size(puzzle)
        model = lifted(puzzle, presolve=self.presolve)
        _report_size(model, run)
        if model.infeasible:  # rule 1
            return
        if model.width:
            yield from self._iterate(model, run)
        else:
            grid = model.grid(np.zeros(0, np.bool_))
            assert grid is not None
            yield grid

    def _check_size(self, puzzle: Grid) -> None:
        left = candidates(puzzle, propagated=self.presolve)
        count = int(left[left.sum(axis=1) > 1].sum())
        if count > self.largest:
            raise Stopped(f"{count:,} candidates are open; at most {self.largest:,} can be lifted")

    def _iterate(self, model: LiftedModel, run: Run) -> Iterator[Grid]:
        """Rules 2 to 5."""
        state, rounded = Projections(model), None
        for step in range(1, self.iterations + 1):
            run.tick()
            state.step()
            if step % LOOK:
                continue
            _report_point(model, state, step, run)
            proof = LiftProof(model, state)
            if (grid := proof.only_grid(run)) is not None:
                yield from [grid] if rounded is None else []
                return
            if step % (LOOK * DOUBT) == 0 and proof.none():
                return
            if state.residual < self.tolerance:
                if rounded is not None:
                    raise Stopped("this grid is a point of the lift; other points are not ruled out")
                yield (rounded := self._rounded(model, state.x))
                state.pull(state.x < 0.5)
        raise Stopped(f"{self.iterations:,} iterations were not enough")

    def _rounded(self, model: LiftedModel, x: Floats) -> Grid:
        """Rule 5: the solution that a point rounds to."""
        off = np.abs(x - np.rint(x)) > self.within
        if off.any() or (grid := model.grid(x > 0.5)) is None:
            fractional = len(np.unique(model.cells[off[: len(model.cells)]]))
            raise Stopped(f"the lift's point is fractional in {counted(fractional, 'cell')}")
        return grid


class LiftProof:
    """What the dual weights of a state prove."""

    def __init__(self, model: LiftedModel, state: Projections) -> None:
        self.model, self.state = model, state
        self._weights: Floats | None = None

    def only_grid(self, run: Run) -> Grid | None:
        """Rule 3: the grid that every point of the lift rounds to, if that is proved."""
        chosen = _likeliest(self.model, self.state.x)
        grid = self.model.grid(chosen)
        if grid is None:
            return None
        bound = self._bound(~chosen[: len(self.model.cells)])
        run.note("distance", float(np.abs(self.state.x - chosen).max()))
        run.note("bound", float(bound))
        if bound >= HALF:
            return None
        if run.is_traced:  # the point rounds to it, and is still far from it
            run.belief(self.model.beliefs(chosen))
        return grid

    def none(self) -> bool:
        """Rule 4: whether it is proved that the lift has no point."""
        return self._bound(np.zeros(len(self.model.cells), np.bool_)) < 0

    def _bound(self, gains: Flags) -> Fraction:
        if self._weights is None:
            self._weights = self.state.weights()
        return upper_bound(self.model, self._weights, gains)


def _likeliest(model: LiftedModel, x: Floats) -> Flags:
    """The candidate with the greatest x of each cell; a spare if no candidate of its rule was chosen."""
    count = len(model.cells)
    greatest = np.full(model.layout.size**2, -np.inf)
    np.maximum.at(greatest, model.cells, x[:count])
    chosen = np.zeros(model.width, np.bool_)
    chosen[:count] = x[:count] >= greatest[model.cells]
    missed = ~model.rules[:, chosen].any(axis=1)
    chosen[count:] = model.rules[missed, count:].any(axis=0)
    return chosen


def _report_size(model: LiftedModel, run: Run) -> None:
    run.note("candidates", len(model.cells))
    run.note("products", len(model.pairs[0]))
    run.note("rows", model.row_count)
    run.note("iterations", 0)
    run.note("lps", 1)


def _report_point(model: LiftedModel, state: Projections, step: int, run: Run) -> None:
    run.note("iterations", step)
    run.note("residual", state.residual)
    if run.is_traced:
        run.belief(np.clip(model.beliefs(state.x), 0, 1))


# Step sizes; 1 is the plain method, and below 2 it converges. On hard puzzles 1.8 needs half the steps to the only
# point; if there are many points, 1 needs half the steps.
FIRST_REACH, REACH = 1.8, 1.0
SWITCH = 300
# The strength of a pull, and the factor of the weights. With a pull the weights prove a bound on the sum of the false
# candidates, scaled by the pull; without one the proof has no scale, and large weights dominate that sum.
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
        """From now on move to the point that maximises the sum of the x in `gains`."""
        wanted = PULL / 3 * gains
        self._pull[0, 1:] = self._pull[1:, 0] = wanted
        np.fill_diagonal(self._pull, [0.0, *wanted])
        self._loudness = PULLED

    @property
    def residual(self) -> float:
        """The largest difference between the two points."""
        return float(max(self._gap.max(), -self._gap.min()))

    def weights(self) -> Floats:
        """The weights of the lift's rows that the state encodes, as an array [1 + variable, rule]."""
        dual = -(self._state + self._pull)
        dual[0, 0] -= (1.0 + self._lean @ dual @ self._lean) / self._lean[0] ** 2
        off = dual - self._basis @ (self._basis.T @ dual)  # the part orthogonal to the basis
        return np.asarray((dual - off / 2) @ self._inverse * self._loudness)


def _basis_and_inverse(rules: Floats) -> tuple[Floats, Floats]:
    """An orthonormal basis of what all rules make 0, and the pseudo-inverse of the rules."""
    values, vectors = np.linalg.eigh(rules.T @ rules)
    across = values > ZERO
    basis = np.ascontiguousarray(vectors[:, ~across])
    inverse = (vectors[:, across] / values[across]) @ (vectors[:, across].T @ rules.T)
    return basis, inverse


def _mask(model: LiftedModel) -> NDArray[np.float64]:
    """1 where W may be positive, 0 elsewhere."""
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
