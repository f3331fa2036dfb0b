"""The integer model: one variable per cell, y[i,j] in 1…N, and all variables of a unit different.

"All different" can be passed to a solver that supports it (`groups`), or be written as rows (`rows`):

1. For two peers a and b an order variable z is 1 if y[a] < y[b] and 0 if y[a] > y[b].
2. y[a] − y[b] + M·z ≤ M − 1 and y[b] − y[a] − M′·z ≤ −1, with the least M and M′ that the bounds allow, or N
   without presolve.

With presolve, the bounds of a cell are its least and greatest candidate, clues are not variables, and a pair whose
bounds do not overlap has no rows. Hürlimann's paper calls this model sudokuInt and explains why it is the worse one:
the relaxation of rule 2 allows nearly everything.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, partial
from typing import ClassVar

import numpy as np
from numpy.typing import NDArray

from ninefold.core.errors import Fault, GridError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Unit
from ninefold.core.values import counted
from ninefold.models.incidence import FAMILIES, Flags, Ints, clue_flags, incidence_of, read_families, without_clues
from ninefold.models.rows import LESS, Floats, Model, Rows, as_point, checked


@dataclass(frozen=True, eq=False, repr=False)
class IntegerModel(Model):
    """The integer model of a puzzle.

    Attributes:
        puzzle: the clues.
        families: the families of units it has.
        presolve: whether it was presolved.
        open: the candidates [cell, digit − 1] of every cell, including clues.
        cells: the cell of each variable y.
        pairs: the two cells that each variable z orders.
        clashes: with presolve, the pairs of clues that clash and make the model infeasible.
    """

    kind: ClassVar[str] = "integer"
    puzzle: Grid
    families: tuple[str, ...]
    presolve: bool
    open: Flags
    cells: Ints
    pairs: Ints
    clashes: Ints

    @cached_property
    def groups(self) -> tuple[Unit, ...]:
        """The units whose cells must all differ, for solvers that have such a constraint."""
        return tuple(
            unit for family in self.families if family not in ("cells", "clues") for unit in _units(self, family)
        )

    @cached_property
    def names(self) -> list[str]:
        """The names: `y_r1c2` for each cell, then `z_r1c2_r1c3`, which is 1 if r1c2 has the smaller digit."""
        name = self.layout.name
        cells = [f"y_{name(cell)}" for cell in self.cells.tolist()]
        return cells + [f"z_{name(a)}_{name(b)}" for a, b in self.pairs.tolist()]

    @property
    def lower(self) -> Floats:
        """The least value of each variable."""
        return np.concatenate([self.bounds[0][self.cells], np.zeros(len(self.pairs))])

    @property
    def upper(self) -> Floats:
        """The greatest value of each variable."""
        return np.concatenate([self.bounds[1][self.cells], np.ones(len(self.pairs))])

    @cached_property
    def bounds(self) -> tuple[Floats, Floats]:
        """The least and the greatest candidate of every cell; 1 and N without any."""
        return _bounds(self.open)

    @property
    def infeasible(self) -> bool:
        """Whether two clues clash or a cell has no candidate."""
        return bool(len(self.clashes) or self.stuck)

    @cached_property
    def stuck(self) -> tuple[int, ...]:
        """The cells without a candidate."""
        return tuple(np.flatnonzero(~self.open.any(axis=1)).tolist())

    @cached_property
    def rows(self) -> Rows:
        """Rule 2 as rows, two for each order variable, and an infeasible one for each clash and each stuck cell."""
        return _big_m(self)

    def grid(self, values: Iterable[float], *, within: float = 1e-6) -> Grid:
        """The grid of a point, with or without its order variables, checked against all rules if the model has them.

        Raises:
            GridError: the point is fractional, or is not a solution.
        """
        values = self._read(values)[: len(self.cells)]
        digits = np.array(bytearray(self.puzzle.digits))
        rounded = np.rint(values)
        off = ~((np.abs(values - rounded) <= within) & (rounded >= 1) & (rounded <= self.layout.size))
        if off.any():
            faults = zip(self.cells[off].tolist(), values[off].tolist(), strict=True)
            wanted = f"a whole number from 1 to {self.layout.size}"
            raise GridError(
                f"the point has no digit in {counted(int(off.sum()), 'cell')}",
                [Fault(self.layout.name(cell), f"{value:g}", wanted) for cell, value in faults],
            )
        digits[self.cells] = rounded.astype(np.uint8)
        return checked(self, Grid.from_digits(digits.tobytes(), self.layout))

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the entries of the rows by family."""
        return self.rows._repr_svg_()

    def vector(self, solution: GridLike) -> Floats:
        """The point of a full grid, order variables included."""
        digits = np.array(bytearray(Grid(solution, layout=self.layout).digits), np.float64)
        return np.concatenate([digits[self.cells], digits[self.pairs[:, 0]] < digits[self.pairs[:, 1]]])

    def _read(self, values: Iterable[float]) -> Floats:
        array = as_point(values)
        if array.ndim != 1 or len(array) not in (len(self.cells), len(self.names)):
            expected = f"{len(self.cells)} values, or {len(self.names)} with the order variables"
            raise GridError(f"read an array of shape {array.shape}, expected {expected}")
        return array


def integer(puzzle: GridLike, *, families: Iterable[str] = FAMILIES, presolve: bool = True) -> IntegerModel:
    """The integer model of a puzzle.

    >>> model = integer("..4. 1... ...3 .1..")
    >>> model.names[0], model.names[-1], len(model.cells), len(model.pairs), len(model.groups)
    ('y_r1c1', 'z_r4c3_r4c4', 12, 31, 12)

    Args:
        puzzle: the clues, on any layout.
        families: the units to include: any of rows, columns, boxes, extras; and clues. Cells are always included.
        presolve: bound the variables by their candidates and drop those of clues; otherwise bounds fix the clues.
    """
    puzzle = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    families = tuple(family for family in FAMILIES if family in {*read_families(families), "cells"})
    clues = clue_flags(puzzle if "clues" in families else Grid.empty(puzzle.layout)).reshape(-1, puzzle.size)
    is_clue = np.asarray(clues.any(axis=1))
    open_ = np.where(is_clue[:, None], clues, True)
    rules = incidence_of(puzzle.layout, without_clues(families))
    if presolve:
        open_ &= ~rules.conflicting(clues.ravel()).reshape(clues.shape) | clues
    pairs, clashes = _split(rules.pairs, open_, is_clue, presolve)
    cells = np.flatnonzero(~is_clue) if presolve else np.arange(puzzle.size**2)
    return IntegerModel(puzzle, families, presolve, open_, cells.astype(np.int32), pairs, clashes)


def _split(pairs: Ints, open_: Flags, is_clue: NDArray[np.bool_], presolve: bool) -> tuple[Ints, Ints]:
    """The pairs that need an order variable, and the pairs of clues that clash."""
    low, high = _bounds(open_)
    a, b = pairs.T
    clash = is_clue[a] & is_clue[b] & (low[a] == low[b])
    if not presolve:
        return pairs, pairs[:0]
    apart = (high[a] < low[b]) | (high[b] < low[a])
    return pairs[~apart & ~(is_clue[a] & is_clue[b])], pairs[clash]


def _bounds(open_: Flags) -> tuple[Floats, Floats]:
    return open_.argmax(axis=1) + 1.0, open_.shape[1] - open_[:, ::-1].argmax(axis=1).astype(np.float64)


def _big_m(model: IntegerModel) -> Rows:
    """Two rows for each pair; the digit of a clue without a variable moves to the right side."""
    low, high = model.bounds
    count, width = len(model.pairs), len(model.names)
    number = np.full(model.layout.size**2, -1, np.int32)
    number[model.cells] = np.arange(len(model.cells))
    a, b = model.pairs.T
    z = len(model.cells) + np.arange(count)
    if not model.presolve:
        low, high = np.ones_like(low), np.full_like(high, model.layout.size)
    first, second = high[a] - low[b] + 1, high[b] - low[a] + 1  # M and M′
    columns = np.stack([number[a], number[b], z, number[a], number[b], z], axis=1).reshape(2 * count, 3)
    one = np.ones(count)
    factors = np.stack([one, -one, first, -one, one, -second], axis=1).reshape(2 * count, 3)
    known = np.where(number < 0, model.bounds[0], 0)
    right = np.stack([first - 1 - known[a] + known[b], -1 + known[a] - known[b]], axis=1).ravel()
    kept = columns >= 0
    broken = -np.ones(len(model.clashes) + len(model.stuck))
    lengths = np.concatenate([kept.sum(axis=1), np.zeros(len(broken), np.int_)])
    return Rows(
        width,
        np.concatenate([[0], np.cumsum(lengths)]).astype(np.int32),
        columns[kept].astype(np.int32),
        factors[kept],
        np.concatenate([right, broken]),
        np.full(len(lengths), LESS),
        partial(_row_names, model),
    )


def _row_names(model: IntegerModel) -> list[str]:
    name = model.layout.name
    ordered = [f"{sign}_{name(a)}_{name(b)}" for a, b in model.pairs.tolist() for sign in ("less", "more")]
    clashes = [f"clash_{name(a)}_{name(b)}" for a, b in model.clashes.tolist()]
    return ordered + clashes + [f"stuck_{name(cell)}" for cell in model.stuck]


def _units(model: IntegerModel, family: str) -> tuple[Unit, ...]:
    units: tuple[Unit, ...] = getattr(model.layout, family)
    return units
