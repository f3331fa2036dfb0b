"""The base class of models, and the constraints of a linear model as one sparse matrix."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, ClassVar

import numpy as np
from numpy.typing import NDArray

from ninefold.core.checking import Verdict, check
from ninefold.core.errors import GridError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout

Floats = NDArray[np.float64]


class Model:
    """The base class of all kinds of models; `kind` is also the name of the function that makes it."""

    kind: ClassVar[str]
    puzzle: Grid
    families: tuple[str, ...]
    presolve: bool

    @property
    def layout(self) -> Layout:
        """The board."""
        return self.puzzle.layout

    def __repr__(self) -> str:
        """The model as the code that makes it."""
        from ninefold.models.incidence import FAMILIES

        parts = [repr(self.puzzle)]
        parts += [f"families={self.families}"] * (self.families != FAMILIES)
        parts += self._options() + ["presolve=False"] * (not self.presolve)
        return f"{self.kind}({', '.join(parts)})"

    def _options(self) -> list[str]:
        """The options that only this kind of model has, as code, if they differ from the default."""
        return []

    def text(self, form: str, *, relaxed: bool = False) -> str:
        """The model in a file format: lp, mps, cnf, opb, mzn, lpl, col or json.

        Args:
            form: the format.
            relaxed: for lp and mps, omit the constraint that variables are whole numbers.
        """
        from ninefold.models.export import text

        return text(self, form, relaxed=relaxed)


def checked(model: Model, grid: Grid) -> Grid:
    """The grid, if it is a solution; a model without some of the rules cannot say."""
    from ninefold.models.incidence import FAMILIES

    if model.families == FAMILIES and (report := check(grid, puzzle=model.puzzle)).verdict is not Verdict.COMPLETE:
        raise GridError(f"the point is not a solution: {report}")
    return grid


def as_point(values: Iterable[float] | None) -> Floats:
    """The values of a point as an array; an error if a library has none, because it found no solution."""
    if values is None:
        raise GridError("there is no point to read: the solver found no solution")
    return np.asarray(values, np.float64)


EQUAL, LESS, MORE = "=", "<=", ">="


@dataclass(frozen=True, eq=False, repr=False)
class Rows:
    """Rows a·x = b, a·x ≤ b or a·x ≥ b in compressed form (CSR).

    Row i has the variables `indices[indptr[i]:indptr[i + 1]]` with the factors at the same places of
    `values`; `senses[i]` is "=", "<=" or ">=", and `right[i]` the right side. An empty row is kept if it cannot hold,
    because it says that the model is infeasible.

    Args:
        width: the number of variables.
        indptr, indices, values: the matrix.
        right: the right sides.
        senses: the signs between left and right.
        naming: builds the names on first use, because that takes longer than everything else.
    """

    width: int
    indptr: NDArray[np.int32]
    indices: NDArray[np.int32]
    values: NDArray[np.float64]
    right: NDArray[np.float64]
    senses: NDArray[np.str_]
    naming: Callable[[], list[str]] | None = field(default=None)

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.right)

    def __repr__(self) -> str:
        """The number of rows, variables and entries."""
        return f"<{len(self)} rows, {self.width} variables, {len(self.indices)} entries>"

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the entries by family."""
        from ninefold.models.sparsity import sparsity_svg

        return sparsity_svg(self)

    @cached_property
    def names(self) -> list[str]:
        """A name for each row, valid in every file format we write."""
        return [f"row{number}" for number in range(1, len(self) + 1)] if self.naming is None else self.naming()

    @cached_property
    def lower(self) -> NDArray[np.float64]:
        """The least value of each row, −inf if there is none."""
        return np.where(self.senses == LESS, -np.inf, self.right)

    @cached_property
    def upper(self) -> NDArray[np.float64]:
        """The greatest value of each row, inf if there is none."""
        return np.where(self.senses == MORE, np.inf, self.right)

    @cached_property
    def broken(self) -> NDArray[np.intp]:
        """The empty rows that cannot hold: 0 = 1, or 0 ≤ −1."""
        empty = np.diff(self.indptr) == 0
        return np.flatnonzero(empty & ((self.lower > 0) | (self.upper < 0)))

    @cached_property
    def at_most_one(self) -> NDArray[np.bool_]:
        """The variables that some row keeps at 1 or below: it has no negative factor, and the right side is small."""
        row_of = np.repeat(np.arange(len(self)), np.diff(self.indptr))
        bounding = self.senses != MORE
        bounding[row_of[self.values < 0]] = False
        found = np.zeros(self.width, np.bool_)
        found[self.indices[bounding[row_of] & (self.values >= self.right[row_of])]] = True
        return found

    def row(self, number: int) -> tuple[NDArray[np.int32], NDArray[np.float64]]:
        """The variables of one row and their factors."""
        part = slice(self.indptr[number], self.indptr[number + 1])
        return self.indices[part], self.values[part]

    def matrix(self) -> Any:
        """The same as a `scipy.sparse.csr_array`; SciPy is needed only here."""
        from scipy.sparse import csr_array

        return csr_array((self.values, self.indices, self.indptr), shape=(len(self), self.width))

    def activity(self, x: NDArray[np.float64]) -> NDArray[np.float64]:
        """The left side of each row at a point."""
        places = np.repeat(np.arange(len(self)), np.diff(self.indptr))
        left = np.bincount(places, weights=self.values * x[self.indices], minlength=len(self))
        return np.asarray(left, np.float64)

    def violation(self, x: NDArray[np.float64]) -> float:
        """The largest amount by which a point violates a row; 0 if all rows hold."""
        left = self.activity(x)
        return float(np.maximum(np.maximum(self.lower - left, left - self.upper), 0).max(initial=0))


def stacked(blocks: list[Rows], naming: Callable[[], list[str]] | None = None) -> Rows:
    """The rows of several blocks over the same variables, one below the other."""
    steps = np.concatenate([[0], *(np.diff(block.indptr) for block in blocks)])
    return Rows(
        blocks[0].width,
        np.cumsum(steps).astype(np.int32),
        np.concatenate([block.indices for block in blocks]),
        np.concatenate([block.values for block in blocks]),
        np.concatenate([block.right for block in blocks]),
        np.concatenate([block.senses for block in blocks]),
        naming or partial(_names_of, blocks),
    )


def _names_of(blocks: list[Rows]) -> list[str]:
    return [name for block in blocks for name in block.names]
