"""Columns: many starts of many puzzles side by side, and the state of a method that works on them.

What the relaxing methods have in common: their options, one start after another, and the answer.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninefold.core.grid import Grid
from ninefold.core.limits import Stopped
from ninefold.solving.method import check_options, option
from ninefold.solving.relaxing.boards import Beliefs, Board, Digits, Open, candidates, place_singles
from ninefold.solving.run import Run


class StartPoint(NamedTuple):
    """What a method starts from: a column for each start, and each column's number among its puzzle's starts."""

    board: Board
    clues: Digits
    open: Open
    number: NDArray[np.int64]
    rng: np.random.Generator
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


class Solved(NamedTuple):
    """A puzzle, by its number, that settled: its digits, in which of its starts, and after how many steps."""

    puzzle: int
    digits: NDArray[np.int64]
    start: int
    step: int


class Trials:
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


# The numbers a step may work on, so that one step stays well below 50 ms.
MAX_NUMBERS = 400_000


@dataclass(frozen=True, kw_only=True)
class Relaxation(ABC):
    """A method that relaxes: it says how columns begin and how long they run; the rest is here."""

    singles: bool = option(False, "place all singles first, so that less is left to settle")
    starts: int = option(10, "how often to start before giving up", least=1)
    width: int = option(8, "how many starts are worked on at once", least=1)
    seed: int = option(0, "the lots drawn: the same seed, the same run", least=0)

    def __post_init__(self) -> None:
        """Refuse what means nothing."""
        check_options(self)

    @property
    @abstractmethod
    def length(self) -> int:
        """The steps of one start."""

    @property
    def look(self) -> int:
        """After how many steps the columns are read."""
        return 10

    @abstractmethod
    def begin(self, start: StartPoint) -> State:
        """Columns before their first step."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The first grid that settles; whether there are others cannot be told."""
        board = Board.of(puzzle.layout)
        clues = self.known(board, board.digits_of([puzzle]), run)
        for found in self.settle(board, clues, run, kind=np.float64):
            digits = found.digits
            run.note("start", found.start + 1)
            run.note("steps", found.step)
            for cell in np.flatnonzero(clues[:, 0] == 0).tolist():
                run.place(cell, int(digits[cell]), "settled")
            yield Grid.from_digits(bytes(digits.tolist()), puzzle.layout)
            raise Stopped("it settled on this one; a second one is not ruled out")
        raise Stopped(self._why_not(board, clues))

    def _why_not(self, board: Board, clues: Digits) -> str:
        bare = np.flatnonzero(~candidates(board, clues).any(axis=0))
        if len(bare):
            return f"{board.layout.name(int(bare[0]))} has no candidate left"
        return f"nothing settled in {self.starts} starts of up to {self.length:,} steps"

    def known(self, board: Board, clues: Digits, run: Run | None = None) -> Digits:
        """The clues, with the singles where those are wanted; told of the first puzzle where there is a run."""

        def tell(found: Digits) -> None:
            for cell in np.flatnonzero(found[:, 0]).tolist():
                if run is not None:
                    run.place(cell, int(found[cell, 0]), "single")

        return place_singles(board, clues, tell) if self.singles else clues

    def settle(self, board: Board, clues: Digits, run: Run, *, kind: Any, width: int = 0) -> Iterator[Solved]:
        """Start every puzzle until it settles or its starts are used up; tell of each that does.

        As long as there are more puzzles than the width has columns, they are taken in turn; where there
        are fewer, each is started several times at once.
        """
        width = max(1, min(width or self.width, MAX_NUMBERS // board.size**3))
        is_full = (clues != 0).all(axis=0)
        for puzzle in np.flatnonzero(is_full & (board.errors(clues, clues).sum(axis=0) == 0)).tolist():
            yield Solved(puzzle, clues[:, puzzle], 0, 0)  # singles, or clues, have done it all
        left, begun = np.flatnonzero(candidates(board, clues).any(axis=0).all(axis=0) & ~is_full), 0
        while len(left) and begun < self.starts:
            together = min(max(1, width // len(left)), self.starts - begun)
            numbers = np.arange(begun, begun + together)
            settled = []
            for first in range(0, len(left), width):
                for found in self._round(board, Trials(left[first : first + width], numbers, clues), run, kind):
                    settled.append(found.puzzle)
                    yield found
            left = left[~np.isin(left, settled)]
            begun += together

    def _round(self, board: Board, columns: Trials, run: Run, kind: Any) -> Iterator[Solved]:
        """Run columns until all have settled or their steps are used up."""
        rng = np.random.default_rng([self.seed, int(columns.number[0]), int(columns.puzzle[0])])
        left = candidates(board, columns.clues)
        state = self.begin(StartPoint(board, columns.clues, left, columns.number, rng, kind, run.check_limits))
        for step in range(1, self.length + 1):
            run.tick()
            state.step()
            if step % self.look == 0 or step == self.length or state.is_over:
                yield from self._look(board, columns, state, run, step)
                if not len(columns.puzzle) or state.is_over:
                    return

    def _look(self, board: Board, columns: Trials, state: State, run: Run, step: int) -> Iterator[Solved]:
        """Read the columns that are ready, tell of those that are right, and go on with the others."""
        is_last = step == self.length or state.is_over
        ready = state.ready() | is_last
        right = np.zeros(len(ready), np.bool_)
        if ready.any():
            digits = state.digits()
            errors = board.errors(digits, columns.clues)
            right = ready & (errors.sum(axis=0) == 0)
        shown = int(right.argmax())  # the first that is right, else the first
        state.tell(run, shown)
        if run.is_traced:
            run.belief(np.clip(state.beliefs()[..., shown].T, 0, 1).tolist())
        for column in columns.first_of_each(right):
            _tell_errors(errors[:, column], run)
            yield Solved(int(columns.puzzle[column]), digits[:, column], int(columns.number[column]), step)
        if right.any():
            left = ~np.isin(columns.puzzle, columns.puzzle[right])
            state.keep(left)
            columns.keep(left)
        elif is_last:
            _tell_errors(errors[:, 0], run)


def _tell_errors(errors: NDArray[np.int64], run: Run) -> None:
    for name, wrong in zip(("row_column_errors", "data_errors", "box_errors"), errors.tolist(), strict=True):
        run.note(name, wrong)
