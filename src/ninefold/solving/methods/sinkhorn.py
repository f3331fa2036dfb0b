"""Sinkhorn balancing: beliefs are scaled unit by unit until all sums are 1.

After Moon, Gunther and Kupin, "Sinkhorn solves Sudoku" (2009).

1. All candidates that the clues leave to a cell have the same belief; in further starts beliefs are random.
2. A sweep: in each row each digit's beliefs are scaled to sum to 1, then the same in each column, in each box and in
   each extra unit, then each cell's. In a unit shorter than N a digit is only scaled down to 1.
3. Sweeps change beliefs less and less. If only one balanced table is possible, they converge to it, and it is
   the solution; if there are many, they converge to the one that decides the least.
4. So after the first sweeps the beliefs are sharpened before each sweep: raised to a power just above 1. The paper
   does not do that and leaves cells undecided; a power of 1 is the paper's method.
5. The strongest belief of each cell is read now and then, and checked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ninefold.solving.method import option
from ninefold.solving.relaxing.boards import Beliefs, DenseBoard, Digits, Family
from ninefold.solving.relaxing.relaxation import ColumnState, Relaxation, StartColumns
from ninefold.solving.run import Run


@dataclass(frozen=True, kw_only=True)
class Sinkhorn(Relaxation):
    """Scale beliefs unit by unit until they balance, and sharpen them.

    The notes are `entropy`, the mean entropy of a cell in bits, and `imbalance`, the largest distance of a unit's sum
    from 1.
    """

    power: float = option(
        1.05, "power that sharpens beliefs before a sweep; 1 for the paper's method", least=1.0, most=100.0
    )
    plain: int = option(20, "sweeps before the first sharpening", least=0)
    steps: int = option(300, "sweeps per start", least=1)
    noise: float = option(0.3, "spread of the random beliefs in further starts, rule 1", least=0.0, most=5.0)

    @property
    def length(self) -> int:
        """The sweeps of one start."""
        return self.steps

    def begin(self, start: StartColumns) -> ColumnState:
        """Rule 1."""
        return _Tables(start, self)


class _Tables(ColumnState):
    """The beliefs, and how many sweeps they have had."""

    def __init__(self, start: StartColumns, method: Sinkhorn) -> None:
        self.board, self.method = start.board, method
        rng = start.rng.standard_normal(start.open.shape, dtype=start.kind)
        weight = np.exp(method.noise * rng * (start.number > 0)).astype(start.kind)
        self.x = start.open * weight
        self.swept = 0

    def step(self) -> None:
        """Rules 2 and 4."""
        self.swept += 1
        if self.swept > self.method.plain and self.method.power > 1:
            self.x **= self.x.dtype.type(self.method.power)
        self.x = balance(self.board, self.x, sweeps=1)

    def ready(self) -> NDArray[np.bool_]:
        """All of them, rule 5."""
        return np.ones(self.x.shape[-1], np.bool_)

    def digits(self) -> Digits:
        """Rule 5."""
        return np.asarray(self.x.argmax(axis=0) + 1)

    def beliefs(self) -> Beliefs:
        """The beliefs themselves."""
        return np.asarray(self.x)

    def report(self, run: Run, column: int) -> None:
        """How much is undecided, and how well the sums balance."""
        x = self.x[..., column : column + 1]
        bits = -(x * np.log2(np.where(x > 0, x, 1))).sum() / self.board.cells
        off = max(float(abs(family.gather(x).sum(axis=2) - 1).max()) for family in self.board.families[:3])
        run.note("entropy", round(float(bits), 6))
        run.note("imbalance", round(off, 6))


# A sum below this counts as zero: the digit has no candidate left there.
NOTHING = 1e-30


def balance(board: DenseBoard, x: Beliefs, *, sweeps: int) -> Beliefs:
    """Scale every unit, then every cell, so many times; the cells come last."""
    for _ in range(sweeps):
        for family in board.families:
            x = x * family.to_cells(_scale(board, family, x))
        x /= np.maximum(x.sum(axis=0), NOTHING)
    return x


def _scale(board: DenseBoard, family: Family, x: Beliefs) -> Beliefs:
    """The factor that brings each digit to 1 in each unit; in a short unit, which may lack it, at most 1."""
    sums: Beliefs = family.gather(x).sum(axis=2)
    least = NOTHING if family.cells.shape[1] == board.size else 1.0
    return 1 / np.maximum(sums, x.dtype.type(least))
