"""Local search on filled grids: what `anneal`, `hill-climb`, `genetic` and `harmony` share.

In a filled grid every box holds every digit once, so faults are in the other units only. Swapping two digits within
a box keeps it that way. This is how Lewis anneals, Mantere and Koljonen breed, and Jones, Roach and Perkins climb; the
regions of a jigsaw are boxes too.

    fault   a digit that a row, column or extra unit has once too often; a solution has none
    swap    two open cells of a box, with the units that contain only the first and only the second
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import combinations
from random import Random
from typing import NamedTuple

from ninefold.core.checking import check
from ninefold.core.grid import Grid
from ninefold.core.limits import Stopped
from ninefold.solving.method import check_options, option
from ninefold.solving.relaxing.boards import DenseBoard, place_singles
from ninefold.solving.run import Run


class Swap(NamedTuple):
    """Two cells of one box; a unit is given as the index of its first count, see `Filling`."""

    one: int
    other: int
    units_of_one: tuple[int, ...]
    units_of_other: tuple[int, ...]


class Boxes:
    """The open cells and missing digits of each box."""

    def __init__(self, puzzle: Grid) -> None:
        self.puzzle, self.size, layout = puzzle, puzzle.size, puzzle.layout
        digits = puzzle.digits
        boxes = [unit.cells for unit in layout.boxes]
        self.open = [[cell for cell in cells if not digits[cell]] for cells in boxes]
        every = range(1, self.size + 1)
        self.missing = [sorted({*every}.difference(digits[cell] for cell in cells)) for cells in boxes]
        self.units = [unit.cells for unit in layout.units if unit.kind != "box"]

    def filled(self, rng: Random) -> list[int]:
        """A grid with every box filled at random."""
        digits = list(self.puzzle.digits)
        for cells, missing in zip(self.open, self.missing, strict=True):
            for cell, digit in zip(cells, rng.sample(missing, len(missing)), strict=True):
                digits[cell] = digit
        return digits

    def swaps(self) -> list[Swap]:
        """Every pair of open cells in a box."""
        bases: list[set[int]] = [set() for _ in self.puzzle.digits]
        for number, cells in enumerate(self.units):
            for cell in cells:
                bases[cell].add(number * (self.size + 1))
        return [
            Swap(one, other, tuple(sorted(bases[one] - bases[other])), tuple(sorted(bases[other] - bases[one])))
            for cells in self.open
            for one, other in combinations(cells, 2)
        ]


class Filling:
    """A filled grid with the count of each digit in each unit and its faults, updated swap by swap."""

    def __init__(self, boxes: Boxes, rng: Random) -> None:
        self.digits = boxes.filled(rng)
        self.counts = [0] * (len(boxes.units) * (boxes.size + 1))  # by unit and digit
        for number, cells in enumerate(boxes.units):
            for cell in cells:
                self.counts[number * (boxes.size + 1) + self.digits[cell]] += 1
        self.faults = sum(count - 1 for count in self.counts if count > 1)

    def change(self, swap: Swap) -> int:
        """How many faults a swap would add."""
        one, other, units_of_one, units_of_other = swap
        counts, first, second = self.counts, self.digits[one], self.digits[other]
        more = 0
        for unit in units_of_one:
            more += (counts[unit + second] > 0) - (counts[unit + first] > 1)
        for unit in units_of_other:
            more += (counts[unit + first] > 0) - (counts[unit + second] > 1)
        return more

    def make(self, swap: Swap, change: int) -> None:
        """Swap two digits; `change` is what that adds to the faults."""
        one, other, units_of_one, units_of_other = swap
        counts, first, second = self.counts, self.digits[one], self.digits[other]
        for unit in units_of_one:
            counts[unit + first] -= 1
            counts[unit + second] += 1
        for unit in units_of_other:
            counts[unit + second] -= 1
            counts[unit + first] += 1
        self.digits[one], self.digits[other] = second, first
        self.faults += change


@dataclass(frozen=True, kw_only=True)
class LocalSearch(ABC):
    """A method that fills the grid at random and improves it; it cannot rule out a second solution."""

    singles: bool = option(False, "place all singles first, so that fewer cells are open")
    seed: int = option(0, "random seed: the same seed gives the same run", least=0)

    def __post_init__(self) -> None:
        """Validate the options."""
        check_options(self)

    @abstractmethod
    def improve(self, puzzle: Grid, run: Run, rng: Random) -> bytes | str:
        """The digits of a solution, or why it gave up."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The first solution found; it cannot tell whether there are others."""
        known = _with_singles(puzzle, run) if self.singles else puzzle
        if check(known).clashes:
            return  # the clues contradict each other: there is no solution
        found = self.improve(known, run, Random(self.seed))  # noqa: S311 (random, not secret)
        if isinstance(found, str):
            raise Stopped(found)
        for cell in puzzle.empty_cells:
            run.place(cell, found[cell])
        yield Grid.from_digits(found, puzzle.layout)
        raise Stopped("one solution was found; a second one is not ruled out")


def show(run: Run, digits: Sequence[int], size: int) -> None:
    """Trace a filled grid, right or wrong, as beliefs of 0 and 1."""
    if run.is_traced:
        run.belief([[float(digit == held) for digit in range(1, size + 1)] for held in digits])


def _with_singles(puzzle: Grid, run: Run) -> Grid:
    board = DenseBoard.of(puzzle.layout)
    digits = place_singles(board, board.digits_of([puzzle]))[:, 0]
    run.note("singles", int((digits != 0).sum()) - len(puzzle.filled_cells))
    return Grid.from_digits(bytes(digits.tolist()), puzzle.layout)
