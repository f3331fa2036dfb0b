"""The usual 9×9 board in bulk: many tries side by side in native code, an array out."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.reading import CELLS
from ninefold.make.clues import BARRED, Removal
from ninefold.make.recipe import Wishes
from ninefold.solving.solvers.native import NativeMonitor, native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Keys = NDArray[np.uint64]

NEVER = 255  # as native code writes it: a cell that may not be a clue
STEPS = 4000  # of the search for few clues from one start


class Batch:
    """The tries of some keys: solutions, when each clue was taken away, and which of them came to something."""

    def __init__(self, solutions: Bytes, times: Bytes, proper: Bytes) -> None:
        self.solutions, self.times, self.proper = solutions, times, proper

    def taken(self, row: int) -> Removal | None:
        """One of them."""
        if not self.proper[row]:
            return None
        times = tuple(BARRED if time == NEVER else time for time in self.times[row].tolist())
        return Removal(Grid.from_digits(self.solutions[row].tobytes(), Layout.of_size(9)), times)

    @property
    def minimal(self) -> Bytes:
        """The puzzles with everything taken away that could go; zeros where there is none."""
        left: Bytes = self.solutions * (self.times == 0)  # a product goes ten times as quickly as a choice
        return left


def remove_many(
    keys: Keys, wishes: Wishes, threads: int, monitor: NativeMonitor, solution: Grid | None = None
) -> Batch:
    """Make a puzzle of each key; those not made when time is up are not proper."""
    import numpy as np

    rows = len(keys)
    solutions, times = np.zeros((rows, CELLS), np.uint8), np.zeros((rows, CELLS), np.uint8)
    proper = np.zeros(rows, np.uint8)
    native().make_many(
        keys,
        _parts(wishes),
        solution.digits if solution else b"",
        threads,
        solutions.reshape(-1),
        times.reshape(-1),
        proper,
        monitor.seconds,
        monitor.poll,
    )
    return Batch(solutions, times, proper)


def _parts(wishes: Wishes) -> bytes:
    """For each cell the number of its part, 0 for a clue in any case."""
    numbers = bytearray(CELLS)
    for number, part in enumerate(wishes.parts, 1):
        for cell in part:
            numbers[cell] = number
    for cell in wishes.barred:
        numbers[cell] = NEVER
    return bytes(numbers)


def search_few(keys: Keys, clues: int, threads: int, monitor: NativeMonitor) -> Bytes:
    """Puzzles with few clues, one of each key; zeros where time was up before there was one."""
    import numpy as np

    puzzles, reached = np.zeros((len(keys), CELLS), np.uint8), np.zeros(len(keys), np.uint8)
    native().make_few(
        keys,
        clues,
        STEPS,
        threads,
        puzzles.reshape(-1),
        reached,
        monitor.seconds,
        monitor.poll,
    )
    return puzzles
