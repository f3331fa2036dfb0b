"""Columns: many starts of many puzzles side by side, and the state of a method that works on them."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninefold.solving.relaxing.board import Beliefs, Board, Digits, Open
from ninefold.solving.run import Run


class Start(NamedTuple):
    """What a method starts from: a column for each start, and each column's number among its puzzle's starts."""

    board: Board
    clues: Digits
    open: Open
    number: NDArray[np.int64]
    lots: np.random.Generator
    kind: Any  # np.float32 or np.float64
    pause: Callable[[], None] = lambda: None  # to be called within a step that may take long: it heeds the limits


class State(ABC):
    """The columns of a method at work. Every array it has, or list of arrays, has the columns as its last axis."""

    @abstractmethod
    def step(self) -> None:
        """One step of all columns."""

    @property
    def is_over(self) -> bool:
        """Whether further steps would lead nowhere."""
        return False

    @abstractmethod
    def ready(self) -> NDArray[np.bool_]:
        """Which columns are ready to be read."""

    @abstractmethod
    def digits(self) -> Digits:
        """The digits believed in most."""

    @abstractmethod
    def beliefs(self) -> Beliefs:
        """The beliefs as numbers from 0 to 1."""

    @abstractmethod
    def tell(self, run: Run, column: int) -> None:
        """Notes on one column."""

    def keep(self, columns: NDArray[np.bool_]) -> None:
        """Go on with these columns only."""
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(self, name, np.ascontiguousarray(value[..., columns]))
            elif isinstance(value, list):
                setattr(self, name, [np.ascontiguousarray(part[..., columns]) for part in value])


class Found(NamedTuple):
    """A puzzle, by its number, that settled: its digits, in which of its starts, and after how many steps."""

    puzzle: int
    digits: NDArray[np.int64]
    start: int
    step: int


class Columns:
    """The columns at work: for each the number of its puzzle, the number of its start, and its clues."""

    def __init__(self, puzzles: NDArray[np.int64], numbers: NDArray[np.int64], clues: Digits) -> None:
        self.puzzle, self.number = np.repeat(puzzles, len(numbers)), np.tile(numbers, len(puzzles))
        self.clues = clues[:, self.puzzle]

    def first_of_each(self, right: NDArray[np.bool_]) -> list[int]:
        """The columns that are right, but one for each puzzle."""
        found = np.flatnonzero(right)
        return sorted(found[np.unique(self.puzzle[found], return_index=True)[1]].tolist())

    def keep(self, kept: NDArray[np.bool_]) -> None:
        """Go on with these only."""
        self.puzzle, self.number, self.clues = self.puzzle[kept], self.number[kept], self.clues[:, kept]
