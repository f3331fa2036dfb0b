"""Grids whose boxes are right: each holds every digit once, and what is wrong is wrong in the other units.

Swapping two digits within a box keeps that. This is how Lewis anneals, Mantere and Koljonen breed, and
Jones, Roach and Perkins climb; a jigsaw's regions are boxes too.

    fault   a digit that a row, column or further unit has once too often; a solution has none
    swap    two open cells of a box, with the units that only the first and only the second stands in

What the mending methods have in common: two options, their bounds, and how they answer.
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
from ninefold.solving.relaxing.boards import Board, place_singles
from ninefold.solving.run import Run


class Swap(NamedTuple):
    """Two cells of one box; each unit is given as the place of its first count, see `Filling`."""

    one: int
    other: int
    units_of_one: tuple[int, ...]
    units_of_other: tuple[int, ...]


class Boxes:
    """What the clues leave open in each box."""

    def __init__(self, puzzle: Grid) -> None:
        self.puzzle, self.size, layout = puzzle, puzzle.size, puzzle.layout
        digits = puzzle.digits
        boxes = [unit.cells for unit in layout.boxes]
        self.open = [[cell for cell in cells if not digits[cell]] for cells in boxes]
        every = range(1, self.size + 1)
        self.missing = [sorted({*every}.difference(digits[cell] for cell in cells)) for cells in boxes]
        self.units = [unit.cells for unit in layout.units if unit.kind != "box"]

    def filled(self, rng: Random) -> list[int]:
        """A grid with every box filled by lot."""
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
    """A filled grid, how often each unit has each digit, and its faults, kept up to date swap by swap."""

    def __init__(self, boxes: Boxes, rng: Random) -> None:
        self.digits = boxes.filled(rng)
        self.counts = [0] * (len(boxes.units) * (boxes.size + 1))  # by unit and digit
        for number, cells in enumerate(boxes.units):
            for cell in cells:
                self.counts[number * (boxes.size + 1) + self.digits[cell]] += 1
        self.faults = sum(count - 1 for count in self.counts if count > 1)

    def change(self, swap: Swap) -> int:
        """How many faults more a swap would make."""
        one, other, units_of_one, units_of_other = swap
        counts, first, second = self.counts, self.digits[one], self.digits[other]
        more = 0
        for unit in units_of_one:
            more += (counts[unit + second] > 0) - (counts[unit + first] > 1)
        for unit in units_of_other:
            more += (counts[unit + first] > 0) - (counts[unit + second] > 1)
        return more

    def make(self, swap: Swap, change: int) -> None:
        """Swap two digits; `change` is what that does to the faults."""
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
    """A method that fills the grid by lot and mends it; it never knows whether there is a second solution."""

    singles: bool = option(False, "place all singles first, so that less is left to mend")
    seed: int = option(0, "the lots drawn: the same seed, the same run", least=0)

    def __post_init__(self) -> None:
        """Refuse what means nothing."""
        check_options(self)

    @abstractmethod
    def mend(self, puzzle: Grid, run: Run, rng: Random) -> bytes | str:
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
        yield Grid.from_digits(found, puzzle.layout)
        raise Stopped("one solution was found, a second one is not ruled out")


def show(run: Run, digits: Sequence[int], size: int) -> None:
    """Tell a filled grid, right or wrong, as beliefs that have no doubt."""
    if run.is_traced:
        run.belief([[float(digit == held) for digit in range(1, size + 1)] for held in digits])


def _with_singles(puzzle: Grid, run: Run) -> Grid:
    board = Board.of(puzzle.layout)
    digits = place_singles(board, board.digits_of([puzzle]))[:, 0]
    run.note("singles", int((digits != 0).sum()) - len(puzzle.filled_cells))
    return Grid.from_digits(bytes(digits.tolist()), puzzle.layout)
