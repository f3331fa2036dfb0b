"""Relaxation methods: what they share, from their options to running many starts side by side.

A column is one start of one puzzle. Columns are added while there are puzzles and starts left, and dropped when they
are solved or their steps are used up.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator
from dataclasses import dataclass
from typing import Any, NamedTuple

import numpy as np
from numpy.typing import NDArray

from ninefold.core.grid import Grid
from ninefold.core.limits import CheckLimits, Stopped
from ninefold.core.values import counted
from ninefold.solving.method import check_options, option
from ninefold.solving.relaxing.boards import Beliefs, DenseBoard, Digits, Open, candidates, place_singles
from ninefold.solving.run import Run


class StartColumns(NamedTuple):
    """What a method starts from: one column per start, and each column's number among its puzzle's starts."""

    board: DenseBoard
    clues: Digits
    open: Open
    number: NDArray[np.int64]
    rng: np.random.Generator
    kind: Any  # np.float32 or np.float64
    check_limits: CheckLimits = lambda: None  # call it within a long step


class ColumnState(ABC):
    """The columns of a running method. The last axis of every array, or list of arrays, is the columns."""

    @abstractmethod
    def step(self) -> None:
        """Make one step in all columns."""

    @property
    def is_over(self) -> bool:
        """Whether further steps are pointless."""
        return False

    @abstractmethod
    def ready(self) -> NDArray[np.bool_]:
        """Which columns are ready to be read."""

    @abstractmethod
    def digits(self) -> Digits:
        """The digits with the strongest belief."""

    @abstractmethod
    def beliefs(self) -> Beliefs:
        """The beliefs as numbers from 0 to 1."""

    @abstractmethod
    def report(self, run: Run, column: int) -> None:
        """Notes on one column."""

    def keep(self, columns: NDArray[np.bool_]) -> None:
        """Keep these columns only."""
        for name, value in vars(self).items():
            if isinstance(value, np.ndarray):
                setattr(self, name, np.ascontiguousarray(value[..., columns]))
            elif isinstance(value, list):
                setattr(self, name, [np.ascontiguousarray(part[..., columns]) for part in value])


class SolvedColumn(NamedTuple):
    """A solved puzzle, by its number: its digits, the start that found them, and the steps it took."""

    puzzle: int
    digits: NDArray[np.int64]
    start: int
    step: int


class Trials:
    """The running columns: for each the number of its puzzle, the number of its start, and its clues."""

    def __init__(self, puzzles: NDArray[np.int64], numbers: NDArray[np.int64], clues: Digits) -> None:
        self.puzzle, self.number = np.repeat(puzzles, len(numbers)), np.tile(numbers, len(puzzles))
        self.clues = clues[:, self.puzzle]

    def first_of_each(self, right: NDArray[np.bool_]) -> list[int]:
        """The columns that are solutions, at most one per puzzle."""
        found = np.flatnonzero(right)
        return sorted(found[np.unique(self.puzzle[found], return_index=True)[1]].tolist())

    def keep(self, kept: NDArray[np.bool_]) -> None:
        """Keep these only."""
        self.puzzle, self.number, self.clues = self.puzzle[kept], self.number[kept], self.clues[:, kept]


# The most numbers in one step, so that it stays well below 50 ms.
MAX_NUMBERS = 400_000


@dataclass(frozen=True, kw_only=True)
class Relaxation(ABC):
    """A relaxation method: it defines how columns begin and how long they run; the rest is shared."""

    singles: bool = option(False, "place all singles first, so that fewer cells are open")
    starts: int = option(10, "number of starts before giving up", least=1)
    width: int = option(8, "how many starts run at once", least=1)
    seed: int = option(0, "random seed: the same seed gives the same run", least=0)

    def __post_init__(self) -> None:
        """Validate the options."""
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
    def begin(self, start: StartColumns) -> ColumnState:
        """Columns before their first step."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The first solution found; it cannot tell whether there are others."""
        board = DenseBoard.of(puzzle.layout)
        clues = self.known(board, board.digits_of([puzzle]), run)
        for found in self.solve_columns(board, clues, run, kind=np.float64):
            digits = found.digits
            run.note("start", found.start + 1)
            run.note("steps", found.step)
            for cell in np.flatnonzero(clues[:, 0] == 0).tolist():
                run.place(cell, int(digits[cell]), "relaxed")
            yield Grid.from_digits(bytes(digits.tolist()), puzzle.layout)
            raise Stopped("one solution was found; a second one is not ruled out")
        raise Stopped(self._why_not(board, clues))

    def _why_not(self, board: DenseBoard, clues: Digits) -> str:
        bare = np.flatnonzero(~candidates(board, clues).any(axis=0))
        if len(bare):
            return f"{board.layout.name(int(bare[0]))} has no candidate left"
        return f"no solution was found in {counted(self.starts, 'start')} of up to {counted(self.length, 'step')}"

    def known(self, board: DenseBoard, clues: Digits, run: Run | None = None) -> Digits:
        """The clues, with the singles if the option is set; a run traces those of the first puzzle."""

        def report(found: Digits) -> None:
            for cell in np.flatnonzero(found[:, 0]).tolist():
                if run is not None:
                    run.place(cell, int(found[cell, 0]), "single")

        return place_singles(board, clues, report) if self.singles else clues

    def solve_columns(
        self, board: DenseBoard, clues: Digits, run: Run, *, kind: Any, width: int = 0
    ) -> Iterator[SolvedColumn]:
        """Start every puzzle until it is solved or its starts are used up; yields each solved one.

        As long as there are more puzzles than columns, each gets one column in turn; with fewer puzzles, each is
        started several times at once.
        """
        width = max(1, min(width or self.width, MAX_NUMBERS // board.size**3))
        is_full = (clues != 0).all(axis=0)
        for puzzle in np.flatnonzero(is_full & (board.errors(clues, clues).sum(axis=0) == 0)).tolist():
            yield SolvedColumn(puzzle, clues[:, puzzle], 0, 0)  # the singles, or the clues, fill the grid
        left, begun = np.flatnonzero(candidates(board, clues).any(axis=0).all(axis=0) & ~is_full), 0
        while len(left) and begun < self.starts:
            together = min(max(1, width // len(left)), self.starts - begun)
            numbers = np.arange(begun, begun + together)
            solved = []
            for first in range(0, len(left), width):
                for found in self._round(board, Trials(left[first : first + width], numbers, clues), run, kind):
                    solved.append(found.puzzle)
                    yield found
            left = left[~np.isin(left, solved)]
            begun += together

    def _round(self, board: DenseBoard, columns: Trials, run: Run, kind: Any) -> Iterator[SolvedColumn]:
        """Run columns until all are solved or their steps are used up."""
        rng = np.random.default_rng([self.seed, int(columns.number[0]), int(columns.puzzle[0])])
        left = candidates(board, columns.clues)
        state = self.begin(StartColumns(board, columns.clues, left, columns.number, rng, kind, run.check_limits))
        for step in range(1, self.length + 1):
            run.tick()
            state.step()
            if step % self.look == 0 or step == self.length or state.is_over:
                yield from self._look(board, columns, state, run, step)
                if not len(columns.puzzle) or state.is_over:
                    return

    def _look(
        self, board: DenseBoard, columns: Trials, state: ColumnState, run: Run, step: int
    ) -> Iterator[SolvedColumn]:
        """Read the columns that are ready, yield those that are solutions, and keep the others."""
        is_last = step == self.length or state.is_over
        ready = state.ready() | is_last
        right = np.zeros(len(ready), np.bool_)
        if ready.any():
            digits = state.digits()
            errors = board.errors(digits, columns.clues)
            right = ready & (errors.sum(axis=0) == 0)
        shown = int(right.argmax())  # the first solution, otherwise the first column
        state.report(run, shown)
        if run.is_traced or is_last or right.any():  # the result keeps the last ones
            run.belief(np.clip(state.beliefs()[..., shown].T, 0, 1).tolist())
        for column in columns.first_of_each(right):
            _report_errors(errors[:, column], run)
            yield SolvedColumn(int(columns.puzzle[column]), digits[:, column], int(columns.number[column]), step)
        if right.any():
            left = ~np.isin(columns.puzzle, columns.puzzle[right])
            state.keep(left)
            columns.keep(left)
        elif is_last:
            _report_errors(errors[:, 0], run)


def _report_errors(errors: NDArray[np.int64], run: Run) -> None:
    for name, wrong in zip(("row_column_errors", "data_errors", "box_errors"), errors.tolist(), strict=True):
        run.note(name, wrong)
