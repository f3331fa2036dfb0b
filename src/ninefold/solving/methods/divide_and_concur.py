"""Divide and concur: every rule has its own copy of the grid, and the copies are made to agree.

After Elser, Rankenburg and Thibault (2007), with the iteration that Elser later called RRR.

1. Beliefs are numbers for each candidate. Each rule has a copy of them: one digit in each cell; each digit once in
   each row; in each column; in each box; and one more copy for extra units that overlap.
2. Divide: in each copy, each group (a cell, or a digit in a unit) gives 1 to its largest number and 0 to the others,
   which is the nearest point at which its own rule holds. In a unit shorter than N a digit may be missing.
3. Concur: all copies become their mean, which is the nearest point at which they agree; clues are set to 1, and
   candidates that the clues rule out to 0.
4. With A for divide and B for concur, a step moves the copies by β·(B(2·A(x) − x) − A(x)).
5. When a step moves nothing, A(x) satisfies every rule in every copy, and is the solution. It can be read from the
   sum of the copies long before the numbers stop moving.
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ninefold.solving.method import option
from ninefold.solving.relaxing.boards import Beliefs, Digits
from ninefold.solving.relaxing.relaxation import ColumnState, Relaxation, StartColumns
from ninefold.solving.run import Run

NEVER = -9.0  # the number of a candidate that is ruled out: it is never the largest, and never moves


@dataclass(frozen=True, kw_only=True)
class DivideAndConcur(Relaxation):
    """Let each rule repair its own copy of the grid, and make the copies agree.

    The note `agreement` is the mean over the cells of the largest share of votes: 1 if all copies agree.
    """

    beta: float = option(0.9, "step size, rule 4", least=0.01, most=2.0)
    steps: int = option(5000, "steps per start", least=1)
    starts: int = option(40, "number of starts before giving up", least=1)

    @property
    def length(self) -> int:
        """The steps of one start."""
        return self.steps

    def begin(self, start: StartColumns) -> ColumnState:
        """Copies filled at random."""
        return _Copies(start, self.beta)


class _Copies(ColumnState):
    """Rule 1: the copies, the first for the cells, then one for each family of units, ordered by unit.

    cells   N digits × N² cells × columns
    units   for each family: N digits × its units × their cells × columns
    """

    def __init__(self, start: StartColumns, beta: float) -> None:
        board, kind, shape = start.board, start.kind, start.open.shape
        self.families, self.size = board.families, board.size
        self.beta = kind(beta)

        def at_random() -> Beliefs:
            return np.where(start.open, start.rng.random(shape, dtype=kind), kind(NEVER))

        self.cells = at_random()
        self.units = [family.gather(at_random()) for family in self.families]
        copies = 1 + np.sum([family.unit_of < len(family.cells) for family in self.families], axis=0)
        fixed = start.open & (start.open.sum(axis=0) == 1)
        self.clue = fixed.astype(kind)
        self.mean = ((start.open & ~fixed) / copies[:, None]).astype(kind)  # turns a sum into the mean of rule 3
        self.votes = self.clue

    def step(self) -> None:
        """Rules 2 to 4."""
        cells, units = _largest(self.cells, 0), [_divided(x, self.size) for x in self.units]
        self.votes = cells + self._sum(units)
        concur = (2 * self.votes - self.cells - self._sum(self.units)) * self.mean + self.clue
        self.cells += self.beta * (concur - cells)
        for family, x, divided in zip(self.families, self.units, units, strict=True):
            x += self.beta * (family.gather(concur) - divided)

    def _sum(self, by_unit: list[Beliefs]) -> Any:
        return sum(family.spread(x) for family, x in zip(self.families, by_unit, strict=True))

    def ready(self) -> NDArray[np.bool_]:
        """All of them, rule 5."""
        return np.ones(self.votes.shape[-1], np.bool_)

    def digits(self) -> Digits:
        """Rule 5: the digits with the most votes."""
        return np.asarray(self.votes.argmax(axis=0) + 1)

    def beliefs(self) -> Beliefs:
        """The share of a cell's votes that a candidate has."""
        return np.asarray(self.votes / self.votes.sum(axis=0))

    def report(self, run: Run, column: int) -> None:
        """How far the copies agree: the mean over the cells of the largest share of votes."""
        run.note("agreement", round(float(self.beliefs()[..., column].max(axis=0).mean()), 6))


def _largest(x: Beliefs, axis: int) -> Beliefs:
    found: Beliefs = (x == x.max(axis=axis, keepdims=True)).astype(x.dtype)
    return found


def _divided(x: Beliefs, size: int) -> Beliefs:
    """Rule 2 in a family: in a short unit a digit is missing if it is nowhere nearer to 1 than to 0."""
    if x.shape[2] == size:
        return _largest(x, 2)
    return _largest(x, 2) * (x > 0.5)
