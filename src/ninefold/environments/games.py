"""Many games of Sudoku played side by side on arrays: the rules behind both environments.

1. With N digits, action N·cell + digit - 1 places a digit; with marks, the next N³ actions turn a pencil mark on or
   off, and the last N² clear a cell of its digit.
2. The mask allows placing a digit in an empty cell if no peer has it, marking in an empty cell, and clearing what the
   player placed. Actions outside the mask change nothing and cost `wrong`.
3. Placing earns `progress` if the digit is right, and costs `wrong` otherwise. A right digit earns `forced` as well if
   logic forces it: no other digit fits the cell, or the digit fits no other cell of a unit. A cell earns both only
   once, so that clearing and placing again earns nothing. The full correct grid earns `solved`.
4. A game ends when the grid is solved, or when nothing can be done; the caller may end it earlier. A game that goes on
   after it was solved earns that once.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import isfinite
from typing import TYPE_CHECKING

from ninefold.core.errors import NinefoldError
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr
from ninefold.solving.arrays import native_board
from ninefold.solving.solvers.native import native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]


@dataclass(frozen=True)
class Rewards:
    """What actions earn (rules 2 and 3)."""

    progress: float = 0.0
    forced: float = 0.0
    solved: float = 1.0
    wrong: float = 0.0

    def __post_init__(self) -> None:
        for name, value in vars(self).items():
            if isinstance(value, bool) or not isinstance(value, int | float) or not isfinite(value):
                raise NinefoldError(f"{name} is a finite number, not {short_repr(value)}")


class SudokuGames:
    """As many games as there are rows."""

    def __init__(self, layout: Layout, count: int, rewards: Rewards, marks: bool) -> None:
        import numpy as np

        self.layout, self.rewards, self.has_marks = layout, rewards, marks
        size = self.size = layout.size
        cells = self.cells = size * size
        self.clues = np.zeros((count, cells), np.uint8)
        self.solutions = np.zeros((count, cells), np.uint8)
        self.grids = np.zeros((count, cells), np.uint8)
        self.marks = np.zeros((count, cells * size) if marks else (0, 0), np.uint8)
        self._has_earned = np.zeros((count, cells) if marks else (0, 0), np.bool_)
        self.left = np.zeros(count, np.int64)  # cells that are empty or wrong
        self.actions = cells * size * (2 if marks else 1) + (cells if marks else 0)
        self.mask = np.zeros((count, self.actions), np.int8)
        self._legal = self.mask[:, : cells * size]
        self._rows = np.arange(count)
        peers, units = layout.peers, layout.units
        most = max(map(len, peers))
        # Cells with fewer peers than others repeat one of them.
        self._peers = np.array([[*each, *[each[0]] * (most - len(each))] for each in peers]) * size
        width = max(map(len, layout.units_of))
        whole = [[unit for unit in each if len(units[unit].cells) == size] for each in layout.units_of]
        self._units = np.array([[units[unit].cells for unit in (each * width)[:width]] for each in whole]) * size
        self._board = native_board(layout)

    def start(self, rows: NDArray[np.intp], clues: Digits, solutions: Digits) -> None:
        """Start new games in some rows."""
        self.clues[rows], self.solutions[rows], self.grids[rows] = clues, solutions, clues
        self.left[rows] = (clues == 0).sum(axis=1)
        if self.has_marks:
            self.marks[rows], self._has_earned[rows] = 0, False
        self._update_mask(rows)

    def _update_mask(self, rows: NDArray[np.intp]) -> None:
        """The mask of some rows, from the grids."""
        import numpy as np

        if not len(rows):
            return
        legal = np.empty((len(rows), self.cells * self.size), np.uint8)
        grids = np.ascontiguousarray(self.grids[rows])
        native().legal(self._board, grids.reshape(-1), 1, legal.reshape(-1))
        self._legal[rows] = legal
        if self.has_marks:
            start = self.cells * self.size
            self.mask[rows, start : 2 * start] = np.repeat(grids == 0, self.size, axis=1)
            self.mask[rows, 2 * start :] = (grids > 0) & (self.clues[rows] == 0)

    def step(self, actions: NDArray[np.int64]) -> tuple[NDArray[np.float64], NDArray[np.bool_]]:
        """One action in each game: the rewards, and which games have ended."""
        import numpy as np

        allowed = (actions >= 0) & (actions < self.actions)
        actions = np.where(allowed, actions, 0)
        allowed = np.logical_and(allowed, self.mask[self._rows, actions])
        rewards = np.where(allowed, 0.0, self.rewards.wrong)
        unsolved = self.left > 0
        if not self.has_marks:
            self._place(self._rows if allowed.all() else np.flatnonzero(allowed), actions, rewards)
        else:
            third = actions // (self.cells * self.size)
            self._place(np.flatnonzero(allowed & (third == 0)), actions, rewards)
            self._mark(np.flatnonzero(allowed & (third == 1)), actions)
            self._clear(np.flatnonzero(allowed & (third == 2)), actions)
        solved = np.equal(self.left, 0)
        rewards[solved & unsolved] += self.rewards.solved
        ended: NDArray[np.bool_] = np.logical_or(solved, ~self._can_continue)
        return rewards, ended

    @property
    def _can_continue(self) -> NDArray[np.bool_]:
        import numpy as np

        return np.asarray(self.mask.view(np.bool_).any(axis=1))

    def _place(self, rows: NDArray[np.intp], actions: NDArray[np.int64], rewards: NDArray[np.float64]) -> None:
        """Rules 1 and 3."""
        import numpy as np

        cell, digit = np.divmod(actions[rows], self.size)
        right = self.solutions[rows, cell] == digit + 1
        earning = right
        if self.has_marks:
            earning = right & ~self._has_earned[rows, cell]
            self._has_earned[rows, cell] |= right
        rewards[rows] += np.where(right, earning * self.rewards.progress, self.rewards.wrong)
        if self.rewards.forced:
            rewards[rows] += self.rewards.forced * (earning & self._forced(rows, cell, digit))
        self.grids[rows, cell] = digit + 1
        self.left[rows] -= right
        if self.has_marks:
            self._update_mask(rows)
            return
        # No peer may have the digit now, and the cell is full: far less than looking at the whole grid.
        flat, width = self.mask.reshape(-1), self.actions
        start = rows * width
        flat[start[:, None] + self._peers[cell] + digit[:, None]] = 0
        flat[(start + cell * self.size)[:, None] + np.arange(self.size)] = 0

    def _forced(self, rows: NDArray[np.intp], cell: NDArray[np.int64], digit: NDArray[np.int64]) -> NDArray[np.bool_]:
        """Whether a digit is the only one for its cell, or the cell the only one for it in a unit."""
        import numpy as np

        flat, start = self.mask.reshape(-1), rows * self.actions
        alone = flat[(start + cell * self.size)[:, None] + np.arange(self.size)].sum(axis=1) == 1
        places = flat[start[:, None, None] + self._units[cell] + digit[:, None, None]].sum(axis=2)
        found: NDArray[np.bool_] = alone | (places == 1).any(axis=1)
        return found

    def _mark(self, rows: NDArray[np.intp], actions: NDArray[np.int64]) -> None:
        self.marks[rows, actions[rows] - self.cells * self.size] ^= 1

    def _clear(self, rows: NDArray[np.intp], actions: NDArray[np.int64]) -> None:
        cell = actions[rows] - 2 * self.cells * self.size
        self.left[rows] += self.grids[rows, cell] == self.solutions[rows, cell]
        self.grids[rows, cell] = 0
        self._update_mask(rows)
