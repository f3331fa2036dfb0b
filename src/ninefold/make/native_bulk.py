"""Standard 9×9 puzzles in bulk: many attempts side by side in native code, with arrays as results."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.reading import CELLS
from ninefold.make.clues import EXCLUDED, Removal
from ninefold.make.recipe import Recipe
from ninefold.solving.solvers.native import NativeMonitor, native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Bytes = NDArray[np.uint8]
    Seeds = NDArray[np.uint64]
    Numbers = NDArray[np.int64]

NEVER = 255  # how native code marks a cell that never holds a clue
STEPS = 4000  # steps of the search for few clues from one start


class Batch:
    """The attempts of some seeds, one row each: solutions, when each clue was removed, and which rows are proper."""

    def __init__(self, solutions: Bytes, removed_at: Bytes, proper: Bytes) -> None:
        self.solutions, self.removed_at, self.proper = solutions, removed_at, proper

    def removal(self, row: int) -> Removal | None:
        """One attempt; None if it failed."""
        if not self.proper[row]:
            return None
        times = tuple(EXCLUDED if time == NEVER else time for time in self.removed_at[row].tolist())
        return Removal(Grid.from_digits(self.solutions[row].tobytes(), Layout.of_size(9)), times)

    def rows(self, rows: list[int] | Numbers) -> Batch:
        """Some of the attempts."""
        return Batch(self.solutions[rows], self.removed_at[rows], self.proper[rows])

    def puzzles(self, after: Numbers) -> Bytes:
        """The puzzle of each attempt after so many removed groups."""
        there = ((self.removed_at == 0) | (self.removed_at > after[:, None])) & (self.removed_at != NEVER)
        puzzles: Bytes = self.solutions * there
        return puzzles

    @property
    def minimal(self) -> Bytes:
        """The puzzles without every clue that could go; zeros in rows that failed."""
        left: Bytes = self.solutions * (self.removed_at == 0)  # ten times as fast as numpy.where
        return left


def remove_many(
    seeds: Seeds, recipe: Recipe, threads: int, monitor: NativeMonitor, solution: Grid | None = None
) -> Batch:
    """One attempt per seed; those unfinished when time is up are not proper."""
    import numpy as np

    rows = len(seeds)
    solutions, removed_at = np.zeros((rows, CELLS), np.uint8), np.zeros((rows, CELLS), np.uint8)
    proper = np.zeros(rows, np.uint8)
    native().make_many(
        seeds,
        _group_numbers(recipe),
        solution.digits if solution else b"",
        threads,
        solutions.reshape(-1),
        removed_at.reshape(-1),
        proper,
        monitor.seconds,
        monitor.poll,
    )
    return Batch(solutions, removed_at, proper)


def _group_numbers(recipe: Recipe) -> bytes:
    """The number of each cell's group, 0 for a clue that always stays, `NEVER` for an excluded cell."""
    numbers = bytearray(CELLS)
    for number, group in enumerate(recipe.groups, 1):
        for cell in group:
            numbers[cell] = number
    for cell in recipe.excluded:
        numbers[cell] = NEVER
    return bytes(numbers)


def search_few(seeds: Seeds, clues: int, threads: int, monitor: NativeMonitor) -> Bytes:
    """Puzzles with few clues, one per seed; zeros in rows unfinished when time is up."""
    import numpy as np

    puzzles, clue_counts = np.zeros((len(seeds), CELLS), np.uint8), np.zeros(len(seeds), np.uint8)
    native().make_few_clues(
        seeds,
        clues,
        STEPS,
        threads,
        puzzles.reshape(-1),
        clue_counts,
        monitor.seconds,
        monitor.poll,
    )
    return puzzles
