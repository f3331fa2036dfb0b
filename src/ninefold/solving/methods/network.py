"""The annealed neural network of Wu's lecture "Sudoku Puzzle": Potts neurons cooled until each cell has a digit.

1. A cell is a neuron with N outputs s[k] that add up to 1: its beliefs. At the start all are 1/N.
2. A digit is pushed away by itself in the other cells of the row, the column and the box (and of each further unit),
   and drawn to its clue: u[k] = −(the sum of s[k] there) + 1.15 where k is the clue.
3. The outputs move half of the way to s[k] = exp(β u[k]) / Σ exp(β u), in all cells at once.
4. After ten such moves β grows by its factor. Cold neurons (large β) choose, warm ones hedge.
5. `converge` is the mean over the cells of Σ s[k]²: 1/N where nothing is decided, 1 where everything is.
6. When it reaches 0.945 the strongest output of each cell is read, and checked: rows and columns, data, blocks.
7. Beyond the lecture: held clues (what they rule out has no output), balanced outputs (scaled until each digit adds
   up to 1 in each unit too), and further starts, each with a small random pull on every output.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ninefold.solving.relaxing.balance import balance
from ninefold.solving.relaxing.board import Beliefs, Digits
from ninefold.solving.relaxing.columns import Start, State
from ninefold.solving.relaxing.relaxation import Relaxation, option
from ninefold.solving.run import Run

# As fitted to the β that the lecture prints: all 35 of them come out to the last digit.
FIRST_BETA, GROWTH = 0.100904565, 1.010055219

# The pull on an output that is not there: far below any other.
ABSENT = -1e6


@dataclass(frozen=True, kw_only=True)
class Network(Relaxation):
    """Cool a network of Potts neurons, one for each cell, until it has chosen.

    The notes `beta` and `converge` are what the lecture's program prints, then `row_column_errors`,
    `data_errors` and `box_errors`, which it prints as the block check.
    """

    clues: Literal["drawn", "held"] = option("drawn", "clues only draw their digit, as in the lecture, or hold it")
    outputs: Literal["cells", "units"] = option("cells", "outputs add up to 1 in cells only, or in units too")
    pull: float = option(1.15, "how strongly a clue draws, rule 2", least=0.0)
    beta: float = option(FIRST_BETA, "the first β", least=0.001)
    last: float = option(2.2, "the β at which it is read even if it has not converged", least=0.001)
    growth: float = option(GROWTH, "what β is multiplied by", least=1.000001, most=10.0)
    moves: int = option(10, "moves before β grows", least=1)
    damping: float = option(0.5, "how much of the way a move goes", least=0.001, most=1.0)
    converge: float = option(0.945, "the converge at which it is read", least=0.0, most=1.0)
    sweeps: int = option(3, "how often outputs are balanced in a move, rule 7", least=1)
    width: int = option(1, "how many starts are worked on at once", least=1)
    noise: float = option(0.1, "the random pull from the second start on", least=0.0)

    @property
    def length(self) -> int:
        """The moves of one start."""
        return self.moves * max(1, ceil(log(self.last / self.beta) / log(self.growth)))

    @property
    def look(self) -> int:
        """After how many moves the columns are read: whenever β grows, or every ten moves."""
        return max(10, self.moves)

    def begin(self, start: Start) -> State:
        """Rule 1."""
        return _Neurons(start, self)


class _Neurons(State):
    """The outputs s and the field that pulls each; β is one for all columns."""

    def __init__(self, start: Start, network: Network) -> None:
        kind, self.board, self.network = start.kind, start.board, network
        clue = self.board.one_hot(start.clues)
        noise = start.lots.standard_normal(clue.shape, dtype=kind) * (start.number > 0)
        there = start.open if network.clues == "held" else np.ones_like(start.open)
        self.field = np.where(there, network.pull * clue + network.noise * noise, ABSENT).astype(kind)
        self.s = (there / there.sum(axis=0)).astype(kind)  # rule 1
        self.moved = 0

    @property
    def beta(self) -> float:
        """Rule 4."""
        return self.network.beta * self.network.growth ** (max(0, self.moved - 1) // self.network.moves)

    def step(self) -> None:
        """A move: rules 2 and 3."""
        self.moved += 1
        wanted = self.board.others(self.s)
        np.subtract(self.field, wanted, out=wanted)
        wanted *= self.s.dtype.type(self.beta)
        wanted -= wanted.max(axis=0)
        np.exp(wanted, out=wanted)
        wanted /= wanted.sum(axis=0)
        if self.network.outputs == "units":  # rule 7
            wanted = balance(self.board, wanted, sweeps=self.network.sweeps)
        wanted -= self.s
        wanted *= self.s.dtype.type(self.network.damping)
        self.s += wanted

    def read(self) -> tuple[Digits, NDArray[np.bool_]]:
        """Rules 5 and 6."""
        return self.s.argmax(axis=0) + 1, self._converge() >= self.network.converge

    def _converge(self) -> Beliefs:
        return np.asarray((self.s * self.s).sum(axis=0).mean(axis=0))

    def beliefs(self) -> Beliefs:
        """The outputs."""
        return np.asarray(self.s)

    def tell(self, run: Run, column: int) -> None:
        """The line of the lecture's program."""
        run.note("beta", float(f"{self.beta:.6f}"))
        run.note("converge", float(f"{self._converge()[column]:.6f}"))
