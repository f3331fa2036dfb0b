"""The annealed neural network of Wu's lecture "Sudoku Puzzle": Potts neurons cooled until each cell has a digit.

1. A cell is a neuron with N outputs s[k] that add up to 1: its beliefs. At the start all are 1/N.
2. A digit is pushed away by itself in the other cells of the row, the column and the box (and of each extra unit),
   and attracted to its clue: u[k] = −(the sum of s[k] there) + 1.15 if k is the clue.
3. A neuron's outputs become s[k] = exp(β u[k]) / Σ exp(β u). A sweep updates all neurons, one group after another;
   the cells of a group are not peers, so they can be updated together.
4. `converge` is the mean over the cells of Σ s[k]²: 1/N if nothing is decided, 1 if everything is.
5. When a sweep no longer changes it by much, β grows by its factor. Warm neurons (small β) hedge, cold ones choose.
6. When it reaches 0.945 the strongest output of each cell is read, and checked: rows and columns, data, blocks.
7. Beyond the lecture, in further starts: clues are fixed (what they rule out has no output), and an output also
   inhibits itself, which keeps a neuron from deciding too early. From the second of these starts on, a small random
   bias on every output makes each start different.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import ceil, log

import numpy as np
from numpy.typing import NDArray

from ninefold.solving.method import option
from ninefold.solving.relaxing.boards import Beliefs, Digits, Groups
from ninefold.solving.relaxing.relaxation import ColumnState, Relaxation, StartColumns
from ninefold.solving.run import Run

# Fitted to the β that the lecture prints: all 35 agree to the last digit.
FIRST_BETA, GROWTH = 0.100904565, 1.010055219

# The same for further starts, and the β at which they end: restrained neurons choose later. Their β grows when a sweep
# changes converge by less than RESTRAINED_STILL.
RESTRAINED_BETA, RESTRAINED_GROWTH, RESTRAINED_LAST, RESTRAINED_STILL = 0.7, 1.03, 15.0, 0.001

# The bias of an output that does not exist: far below any other.
ABSENT = -1e6

# exp of less than minus this is 0 in single precision.
DEEP = 80.0


@dataclass(frozen=True, kw_only=True)
class Network(Relaxation):
    """Cool a network of Potts neurons, one per cell, until each has decided.

    The notes `beta` and `converge` are what the lecture's program prints, then `row_column_errors`,
    `data_errors` and `box_errors`, which it prints as the block check.
    """

    lecture: bool = option(True, "make the first start as in the lecture; if false, like the others, rule 7")
    pull: float = option(1.15, "attraction of a clue, rule 2", least=0.0, most=1e6)
    beta: float = option(FIRST_BETA, "the lecture's first β", least=0.001, most=1e6)
    last: float = option(2.2, "the lecture's last β", least=0.001, most=1e6)
    growth: float = option(GROWTH, "growth factor of the lecture's β", least=1.000001, most=10.0)
    sweeps: int = option(10, "maximum sweeps at one β, rule 5", least=1)
    still: float = option(0.003, "change of converge below which the lecture's β grows, rule 5", least=0.0, most=1e6)
    converge: float = option(0.945, "value of converge at which the digits are read", least=0.0, most=1.0)
    restraint: float = option(1.6, "self-inhibition of an output in further starts", least=0.0, most=1e6)
    noise: float = option(0.05, "random bias in further starts", least=0.0, most=1e6)
    width: int = option(1, "how many starts run at once", least=1)

    @property
    def length(self) -> int:
        """The steps of one start at most: how often β grows."""
        restrained = _times(RESTRAINED_BETA, RESTRAINED_LAST, RESTRAINED_GROWTH)
        if not self.lecture:
            return restrained
        own = _times(self.beta, self.last, self.growth)
        return own if self.starts == 1 else max(own, restrained)

    @property
    def look(self) -> int:
        """After how many steps the columns are read."""
        return 1

    def begin(self, start: StartColumns) -> ColumnState:
        """Rule 1."""
        return _Neurons(start, self)


def _times(first: float, last: float, growth: float) -> int:
    return max(1, ceil(log(last / first) / log(growth)))


class _Neurons(ColumnState):
    """The outputs and the field on each, both as cells × N digits × columns, the cells ordered by group.

    The outputs are stored multiplied by β, as `hot`, which saves multiplying every u in a sweep. β and its schedule
    have one number per column: the lecture's start may run beside other ones.
    """

    def __init__(self, start: StartColumns, network: Network) -> None:
        self.kind, self.network, self.check_limits = start.kind, network, start.check_limits
        self.groups = Groups(start.board, start.kind)
        own = (start.number == 0) & network.lecture
        there = start.open | own
        noise = network.noise * start.rng.standard_normal(there.shape, dtype=start.kind)
        noise *= start.number > network.lecture  # the first start of either kind has none
        self.field = self._in_groups(np.where(there, network.pull * start.board.one_hot(start.clues) + noise, ABSENT))
        self.first = np.where(own, network.beta, RESTRAINED_BETA)
        self.growth = np.where(own, network.growth, RESTRAINED_GROWTH)
        self.last = np.where(own, network.last, RESTRAINED_LAST)
        self.still = np.where(own, network.still, RESTRAINED_STILL)
        self.restraint = np.where(own, 0.0, network.restraint).astype(start.kind)
        self.converge = np.zeros(len(own))
        self.steps = 0
        self.hot = self._in_groups(there / there.sum(axis=0) * self.beta)  # rule 1
        # The most that rule 2 can inhibit; times β it shows whether exp may underflow to 0.
        self.reach = network.pull + max(map(len, start.board.layout.units_of)) * start.board.size + network.restraint

    def _in_groups(self, x: Beliefs) -> Beliefs:
        return np.ascontiguousarray(x.transpose(1, 0, 2)[self.groups.order], dtype=self.kind)

    @property
    def beta(self) -> Beliefs:
        """Rule 5."""
        return np.asarray(np.minimum(self.last, self.first * self.growth ** max(0, self.steps - 1)))

    @property
    def is_over(self) -> bool:
        """Whether every column has reached its last β."""
        return bool((self.first * self.growth**self.steps >= self.last).all())

    def step(self) -> None:
        """Rules 3 to 5 at one β; a column that hardly changes any more rests."""
        before = self.beta
        self.steps += 1
        beta = self.beta
        self.hot *= (beta / before).astype(self.kind)
        columns, hot, pull = np.arange(len(beta)), self.hot, self.field * beta.astype(self.kind)
        for _ in range(self.network.sweeps):
            self._sweep(hot, pull, beta[columns].astype(self.kind), self.restraint[columns])
            if hot is not self.hot:
                self.hot[:, :, columns] = hot
            converge = np.einsum("ckb,ckb->b", hot, hot) / beta[columns] ** 2 / len(hot)
            moved = np.abs(converge - self.converge[columns]) >= self.still[columns]
            self.converge[columns] = converge
            if not moved.any():
                return
            if not moved.all():
                columns, hot, pull = columns[moved], hot.compress(moved, axis=2), pull.compress(moved, axis=2)

    def _sweep(self, hot: Beliefs, pull: Beliefs, beta: Beliefs, restraint: Beliefs) -> None:
        """Rules 2 and 3."""
        is_restrained, is_deep = restraint.any(), beta.max() * self.reach > DEEP
        flat = hot.reshape(len(hot), -1)  # a view, so that a group sees the updates of the groups before it
        ones = np.ones((1, hot.shape[1]), self.kind)
        buffer = np.empty_like(hot[: self.groups.largest])  # for the u of one group
        for cells in self.groups.parts:
            self.check_limits()
            s = hot[cells]
            u = buffer[: len(s)]
            np.dot(self.groups.shared[cells], flat, out=u.reshape(len(s), -1))
            if is_restrained:
                u += restraint * s  # rule 7
            np.subtract(pull[cells], u, out=u)
            if is_deep:
                u -= u.max(axis=1, keepdims=True)
            np.exp(u, out=u)
            np.divide(u, (ones @ u) / beta, out=s)  # a matrix product sums over the digits faster than sum()

    def ready(self) -> NDArray[np.bool_]:
        """Rule 6."""
        return np.asarray(self.converge >= self.network.converge)

    def digits(self) -> Digits:
        """The strongest outputs."""
        return np.asarray(self.hot.argmax(axis=1)[self.groups.back] + 1)

    def beliefs(self) -> Beliefs:
        """The outputs."""
        return np.asarray(self.hot[self.groups.back].transpose(1, 0, 2) / self.beta)

    def report(self, run: Run, column: int) -> None:
        """The line of the lecture's program."""
        run.note("beta", float(f"{self.beta[column]:.6f}"))
        run.note("converge", float(f"{self.converge[column]:.6f}"))
