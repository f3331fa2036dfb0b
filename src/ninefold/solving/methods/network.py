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
from typing import NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninefold.core.errors import Fault, MethodError
from ninefold.solving.method import option
from ninefold.solving.relaxing.boards import Beliefs, Digits, Groups
from ninefold.solving.relaxing.relaxation import ColumnState, Relaxation, StartColumns
from ninefold.solving.run import Run


class Cooling(NamedTuple):
    """The first β and the last, its growth factor, and the change of converge below which it grows."""

    first: float
    last: float
    growth: float
    still: float


# Fitted to the β that the lecture prints: all 35 agree to the last digit.
LECTURE = Cooling(0.100904565, 2.2, 1.010055219, 0.003)
# Of further starts: restrained neurons choose later.
RESTRAINED = Cooling(0.7, 15.0, 1.03, 0.001)
# The attraction of a clue in the lecture.
PULL = 1.15

# The bias of an output that does not exist: far below any other.
ABSENT = -1e6

# The most products of numbers that OpenBLAS computes in one thread.
ONE_THREAD = 1 << 18

# exp of less than minus this is 0 in single precision.
DEEP = 80.0


@dataclass(frozen=True, kw_only=True)
class Network(Relaxation):
    """Cool a network of Potts neurons, one per cell, until each has decided.

    The notes `beta` and `converge` are what the lecture's program prints, with `energy`, then `row_column_errors`,
    `data_errors` and `box_errors`, which it prints as the block check.
    """

    lecture: bool = option(True, "make the first start as in the lecture; if false, like the others, rule 7")
    pull: float = option(PULL, "attraction of a clue in the lecture's start, rule 2", least=0.0, most=1e6)
    beta: float | None = option(None, "first β of every start; none: 0.1009 and 0.7", least=0.001, most=1e6)
    last: float | None = option(None, "last β of every start; none: 2.2 and 15", least=0.001, most=1e6)
    growth: float | None = option(
        None, "growth factor of β in every start; none: 1.010055 and 1.03", least=1.000001, most=10.0
    )
    sweeps: int = option(10, "maximum sweeps at one β, rule 5", least=1)
    still: float | None = option(
        None, "change of converge below which β grows, rule 5; none: 0.003 and 0.001", least=0.0, most=1e6
    )
    converge: float = option(0.945, "value of converge at which the digits are read", least=0.0, most=1.0)
    restraint: float = option(1.6, "self-inhibition of an output in further starts", least=0.0, most=1e6)
    noise: float = option(0.05, "random bias in further starts", least=0.0, most=1e6)
    width: int = option(1, "how many starts run at once", least=1)

    def __post_init__(self) -> None:
        """Validate the options; further starts fix the clues, so that nothing attracts them (rule 7)."""
        super().__post_init__()
        if not self.lecture and self.pull != PULL:
            expected = "lecture=True, because the other starts fix the clues"
            raise MethodError("invalid options for Network", [Fault("option pull", repr(self.pull), expected)])

    def cooling(self, is_lecture: bool) -> Cooling:
        """The schedule of the lecture's start, or of a further one: what is not set is as fitted."""
        given = (self.beta, self.last, self.growth, self.still)
        fitted = LECTURE if is_lecture else RESTRAINED
        return Cooling(*(one if own is None else own for own, one in zip(given, fitted, strict=True)))

    @property
    def length(self) -> int:
        """The steps of one start at most: how often β grows."""
        kinds = {self.lecture} if self.starts == 1 else {self.lecture, False}
        return max(_times(self.cooling(kind)) for kind in kinds)

    @property
    def look(self) -> int:
        """After how many steps the columns are read."""
        return 1

    def begin(self, start: StartColumns) -> ColumnState:
        """Rule 1."""
        return _Neurons(start, self)


def _times(cooling: Cooling) -> int:
    return max(1, ceil(log(cooling.last / cooling.first) / log(cooling.growth)))


def _product(a: Beliefs, b: Beliefs, out: Beliefs) -> None:
    """A matrix product; that of one start in parts so small that the library does not share them among threads.

    Its threads wait for each other: on a busy machine the product for a group of a 36×36 board took 10 ms instead of 1.
    """
    rows = max(1, ONE_THREAD // b.size) if b.shape[1] <= len(a) else len(a)
    for row in range(0, len(a), rows):
        np.dot(a[row : row + rows], b, out=out[row : row + rows])


class _Neurons(ColumnState):
    """The outputs and the field on each, both as cells × N digits × columns, the cells ordered by group.

    The outputs are stored multiplied by β, in `hot`, which saves multiplying every u in a sweep. β and its schedule
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
        kinds = zip(network.cooling(True), network.cooling(False), strict=True)
        self.first, self.last, self.growth, self.still = (np.where(own, *kind) for kind in kinds)
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
            _product(self.groups.shared[cells], flat, u.reshape(len(s), -1))
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
        run.note("energy", float(f"{self.energy(column):.6f}"))

    def energy(self, column: int) -> float:
        """Half the sum of s[k] times what pushes it, less what attracts it: what rules 2 and 3 lower."""
        s = self.hot[:, :, column] / self.beta[column]
        push = self.groups.shared @ s + self.restraint[column] * s
        field = self.field[:, :, column]
        return float((s * push).sum() / 2 - (s * np.where(field > ABSENT / 2, field, 0)).sum())
