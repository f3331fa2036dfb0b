"""What all models have in common: a puzzle, a kind, and a text in some file format."""

from __future__ import annotations

from typing import ClassVar, Protocol

import numpy as np
from numpy.typing import NDArray

from ninefold.core.grid import Grid
from ninefold.models.rows import Rows

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
        from ninefold.models.writing import text

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
