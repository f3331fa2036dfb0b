"""What the mending methods have in common: two options, their bounds, and how they answer."""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from random import Random

from ninefold.core.checking import check
from ninefold.core.grid import Grid
from ninefold.solving.options import check_options, option
from ninefold.solving.relaxing.board import Board
from ninefold.solving.relaxing.singles import place_singles
from ninefold.solving.run import Run, Stopped


@dataclass(frozen=True, kw_only=True)
class Mending(ABC):
    """A method that fills the grid by lot and mends it; it never knows whether there is a second solution."""

    singles: bool = option(False, "place all singles first, so that less is left to mend")
    seed: int = option(0, "the lots drawn: the same seed, the same run", least=0)

    def __post_init__(self) -> None:
        """Refuse what means nothing."""
        check_options(self)

    @abstractmethod
    def mend(self, puzzle: Grid, run: Run, lots: Random) -> bytes | str:
        """The digits of a solution, or why it gave up."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The first solution found; whether there are others cannot be told."""
        known = _with_singles(puzzle, run) if self.singles else puzzle
        if check(known).clashes:
            return  # what follows from the clues contradicts itself: there is no solution
        found = self.mend(known, run, Random(self.seed))  # noqa: S311 (lots, not secrets)
        if isinstance(found, str):
            raise Stopped(found)
        for cell in puzzle.empty_cells:
            run.place(cell, found[cell])
        yield Grid.of_digits(found, puzzle.layout)
        raise Stopped("one solution was found, a second one is not ruled out")


def show(run: Run, digits: Sequence[int], size: int) -> None:
    """Tell a filled grid, right or wrong, as beliefs that have no doubt."""
    if run.is_heard:
        run.belief([[float(digit == held) for digit in range(1, size + 1)] for held in digits])


def _with_singles(puzzle: Grid, run: Run) -> Grid:
    board = Board.of(puzzle.layout)
    digits = place_singles(board, board.digits_of([puzzle]))[:, 0]
    run.note("singles", int((digits != 0).sum()) - len(puzzle.filled_cells))
    return Grid.of_digits(bytes(digits.tolist()), puzzle.layout)
