"""Notes: a grid in play with what is still open in each cell, as bits.

open[cell]   bit d−1 is set while digit d is a candidate there; 0 in a filled cell
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass

from ninefold.core.errors import Fault, GridError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout, Unit
from ninefold.core.values import short_repr, whole_number

Marks = Mapping[int, Iterable[int]]


@dataclass(frozen=True)
class Notes:
    """What a player sees: the digits, and for each empty cell its candidates."""

    grid: Grid
    open: tuple[int, ...]

    @classmethod
    def of(cls, grid: Grid, marks: Marks | None = None) -> Notes:
        """The candidates that the digits leave, and of these the ones the player noted where there are notes."""
        taken = [0] * len(grid)
        for cell in grid.filled_cells:
            for peer in grid.layout.peers[cell]:
                taken[peer] |= 1 << grid.digits[cell] - 1
        every = (1 << grid.size) - 1
        noted = read_marks(grid, marks)
        return cls(
            grid,
            tuple(
                0 if digit else every & ~taken[cell] & noted.get(cell, every) for cell, digit in enumerate(grid.digits)
            ),
        )

    @property
    def layout(self) -> Layout:
        """The board."""
        return self.grid.layout

    def places(self, unit: Unit, digit: int) -> list[int]:
        """The cells of a unit where a digit may go."""
        bit = 1 << digit - 1
        return [cell for cell in unit.cells if self.open[cell] & bit]

    def missing(self, unit: Unit) -> Iterator[int]:
        """The digits that a unit of N cells still lacks."""
        there = {self.grid.digits[cell] for cell in unit.cells}
        return (digit for digit in range(1, self.grid.size + 1) if digit not in there)

    def whole_units(self, *kinds: str) -> list[Unit]:
        """The units that hold every digit once, of some kinds or of all."""
        n = self.grid.size
        return [unit for unit in self.layout.units if len(unit.cells) == n and (not kinds or unit.kind in kinds)]


def digits_of(bits: int) -> list[int]:
    """The digits of a set of bits."""
    return [place + 1 for place in range(bits.bit_length()) if bits >> place & 1]


def read_marks(grid: Grid, marks: Marks | None) -> dict[int, int]:
    """The player's marks as bits, for empty cells with any; every fault is told."""
    if marks is None:
        return {}
    if not isinstance(marks, Mapping):
        raise GridError(f"marks are a mapping of cells to digits, as {{0: [1, 4]}}; read {short_repr(marks)}")
    noted, faults = {}, []
    for name, digits in marks.items():
        cell = grid.layout.cell(name)
        numbers = [whole_number(digit) for digit in digits]
        if any(number is None or not 1 <= number <= grid.size for number in numbers):
            faults.append(Fault(grid.layout.name(cell), short_repr(list(digits)), f"digits 1 to {grid.size}"))
        elif numbers and not grid.digits[cell]:
            noted[cell] = sum(1 << number - 1 for number in {n for n in numbers if n})
    if faults:
        raise GridError("the marks do not fit the grid", faults)
    return noted
