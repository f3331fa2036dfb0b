"""Grids whose boxes are right: each holds every digit once, and what is wrong is wrong in the other units.

Swapping two digits within a box keeps that. This is how Lewis anneals, Mantere and Koljonen breed, and
Jones, Roach and Perkins climb; a jigsaw's regions are boxes too.

    fault   a digit that a row, column or further unit has once too often; a solution has none
    swap    two open cells of a box, with the units that only the first and only the second stands in
"""

from __future__ import annotations

from itertools import combinations
from random import Random
from typing import NamedTuple

from ninefold.core.grid import Grid


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

    def filled(self, lots: Random) -> list[int]:
        """A grid with every box filled by lot."""
        digits = list(self.puzzle.digits)
        for cells, missing in zip(self.open, self.missing, strict=True):
            for cell, digit in zip(cells, lots.sample(missing, len(missing)), strict=True):
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

    def __init__(self, boxes: Boxes, lots: Random) -> None:
        self.digits = boxes.filled(lots)
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
