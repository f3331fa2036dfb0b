"""What all models have in common: a puzzle, a kind, and a text in some file format.

Rows: the constraints of a linear model as one sparse matrix by rows, with their sides and names.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import dataclass, field
from functools import cached_property, partial
from typing import Any, ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from ninefold.core.grid import Grid

Floats = NDArray[np.float64]


class Model:
    """A model of a puzzle; which kind it is says its class."""

    kind: ClassVar[str]
    puzzle: Grid

    def text(self, form: str, *, relaxed: bool = False) -> str:
        """The model as a file of a format: lp, mps, cnf, opb, mzn, lpl, col or json.

        Args:
            form: the format.
            relaxed: in lp and mps, leave out that the variables are whole numbers.
        """
        from ninefold.models.export import text

        return text(self, form, relaxed=relaxed)


class Program(Protocol):
    """A linear program in whole numbers: what .lp and .mps files are written from, and solvers loaded with."""

    @property
    def names(self) -> list[str]:
        """The name of each variable."""

    @property
    def lower(self) -> Floats:
        """The least value of each variable."""

    @property
    def upper(self) -> Floats:
        """The greatest value of each variable."""

    @property
    def rows(self) -> Rows:
        """The constraints."""


EQUAL, LESS, MORE = "=", "<=", ">="


@dataclass(frozen=True, eq=False, repr=False)
class Rows:
    """Rows a·x = b, a·x ≤ b or a·x ≥ b in compressed form (CSR).

    Row i has the variables `indices[indptr[i]:indptr[i + 1]]` with the factors at the same places of
    `values`; on its right stands `right[i]`, between them `senses[i]`, which is "=", "<=" or ">=".
    A row without variables is kept where it cannot hold: it says that the model is infeasible.

    Args:
        width: the number of variables.
        indptr, indices, values: the matrix.
        right: the right sides.
        senses: the signs between left and right.
        naming: makes the names when they are asked for, for that takes longer than all the rest.
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
        """What there is of it."""
        return f"<{len(self)} rows, {self.width} variables, {len(self.indices)} entries>"

    @cached_property
    def names(self) -> list[str]:
        """A name for each row, legal in every file format we write."""
        return [f"row{number}" for number in range(1, len(self) + 1)] if self.naming is None else self.naming()

    @cached_property
    def lower(self) -> NDArray[np.float64]:
        """The least value of each row, −inf where there is none."""
        return np.where(self.senses == LESS, -np.inf, self.right)

    @cached_property
    def upper(self) -> NDArray[np.float64]:
        """The greatest value of each row, inf where there is none."""
        return np.where(self.senses == MORE, np.inf, self.right)

    @cached_property
    def broken(self) -> NDArray[np.intp]:
        """The rows without variables that cannot hold: 0 = 1, or 0 ≤ −1."""
        empty = np.diff(self.indptr) == 0
        return np.flatnonzero(empty & ((self.lower > 0) | (self.upper < 0)))

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
        """By how much a point misses the row that it misses most; 0 where all rows hold."""
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
