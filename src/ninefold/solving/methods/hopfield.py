"""A Hopfield network with noise, in the manner of Yue and Lee's Q'trons (2006).

1. A candidate is a neuron that is on or off. A group is a cell, or a digit in a unit.
2. The energy counts what is wrong: Σ over the groups of (neurons on − 1)². A solution has energy 0. In a unit
   shorter than N a digit may be missing, and only pairs count.
3. A neuron's input is half of what the energy would fall if it were on: ½ for each of its groups, less 1 for each
   other neuron that is on there. Without noise it turns on if the input is above 0, and off if below: the energy
   falls to a local minimum, which is seldom a solution.
4. At a solution every input has a margin of half the neuron's number of groups: 2 on the standard board. Noise below
   that disturbs the network elsewhere, and leaves a solution alone.
5. In a step each neuron wakes with a small probability, and those awake update at once, with random noise.
6. Clues are on and what they rule out is off; neither ever wakes.
7. When every cell has one neuron on, the grid is read and checked.
"""

from __future__ import annotations

from dataclasses import dataclass

import numpy as np
from numpy.typing import NDArray

from ninefold.solving.method import option
from ninefold.solving.relaxing.boards import Beliefs, Digits
from ninefold.solving.relaxing.relaxation import ColumnState, Relaxation, StartColumns
from ninefold.solving.run import Run


@dataclass(frozen=True, kw_only=True)
class Hopfield(Relaxation):
    """Let neurons inhibit each other, with noise too weak to disturb a solution.

    The note `energy` is that of rule 2.
    """

    noise: float = option(0.75, "noise as a share of what a solution withstands, rule 4", least=0.0, most=1.0)
    wakes: float = option(0.3, "probability that a neuron wakes in a step", least=0.001, most=1.0)
    steps: int = option(3000, "steps per start", least=1)
    starts: int = option(4, "number of starts before giving up", least=1)

    @property
    def length(self) -> int:
        """The steps of one start."""
        return self.steps

    def begin(self, start: StartColumns) -> ColumnState:
        """Neurons that are all off except the clues."""
        return _Neurons(start, self)


class _Neurons(ColumnState):
    """Which neurons are on (1) or off (0), and which may wake."""

    def __init__(self, start: StartColumns, method: Hopfield) -> None:
        self.board, self.method, self.rng, self.kind = start.board, method, start.rng, start.kind
        fixed = start.open & (start.open.sum(axis=0) == 1)
        self.wakes = start.open & ~fixed
        self.on = fixed.astype(start.kind)
        full = start.board.member[start.board.full].sum(axis=0)[:, None]
        self.eager = ((1 + full) / 2 * np.ones(start.open.shape[2])).astype(start.kind)  # ½ for each group

    def hears(self) -> Beliefs:
        """Rule 3: the input of each neuron."""
        return np.asarray(self.eager - self.board.others(self.on) - (self.on.sum(axis=0) - self.on))

    def step(self) -> None:
        """Rules 3 and 5."""
        shape = self.on.shape
        noise = (2 * self.rng.random(shape, dtype=self.kind) - 1) * self.eager * self.kind(self.method.noise)
        woken = self.wakes & (self.rng.random(shape, dtype=self.kind) < self.method.wakes)
        np.copyto(self.on, self.hears() + noise > 0, where=woken)

    def ready(self) -> NDArray[np.bool_]:
        """Which columns have one neuron on in each cell, rule 7."""
        return np.asarray((self.on.sum(axis=0) == 1).all(axis=0))

    def digits(self) -> Digits:
        """The neurons that are on."""
        return np.asarray(self.on.argmax(axis=0) + 1)

    def beliefs(self) -> Beliefs:
        """1 for what is on."""
        return np.asarray(self.on)

    def report(self, run: Run, column: int) -> None:
        """Rule 2."""
        on = self.on[..., column : column + 1]
        in_cells = (on.sum(axis=0) - 1) ** 2
        often = self.board.sums(on)
        full = self.board.full[:, None]
        in_units = np.where(full, (often - 1) ** 2, often * (often - 1))
        run.note("energy", int(in_cells.sum() + in_units.sum()))
