"""The units of a layout as arrays, and what is wrong with digits on it."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from functools import cached_property, lru_cache
from typing import Any

import numpy as np
from numpy.typing import NDArray

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout, Unit

Beliefs = NDArray[np.floating[Any]]  # N digits × N² cells × columns
Open = NDArray[np.bool_]  # the same, True for a candidate
Digits = NDArray[np.int64]  # N² cells × columns, 0 for empty

# Up to so many digits a product with the members of all units is quicker than sums family by family; the product
# grows with the cells times the units, the sums with the cells.
SMALL = 12


@dataclass(frozen=True, eq=False)
class Family:
    """Units of one length that have no cell in common, as rows have none: they can be dealt with at once.

    `cells` has a row for each unit; `covers` tells whether they take in every cell of the board.
    """

    cells: NDArray[np.intp]
    board_cells: int

    @cached_property
    def covers(self) -> bool:
        """Whether every cell stands in one of the units."""
        return self.cells.size == self.board_cells

    @cached_property
    def flat(self) -> NDArray[np.intp]:
        """The cells, unit after unit."""
        return self.cells.ravel()

    @cached_property
    def unit_of(self) -> NDArray[np.intp]:
        """For each cell the number of its unit here; for a cell outside, one more than there are."""
        found = np.full(self.board_cells, len(self.cells))
        found[self.flat] = np.repeat(np.arange(len(self.cells)), self.cells.shape[1])
        return found

    @cached_property
    def _back(self) -> NDArray[np.intp]:
        return np.argsort(self.flat)

    @cached_property
    def _in_order(self) -> bool:
        return self.covers and bool((self.flat == np.arange(self.board_cells)).all())

    def gather(self, x: Beliefs) -> Beliefs:
        """Beliefs by unit: N digits × units × cells of a unit × columns."""
        taken = x if self._in_order else x.take(self.flat, axis=1)
        return taken.reshape(len(x), *self.cells.shape, -1)

    def to_cells(self, by_unit: Beliefs) -> Beliefs:
        """A number for each digit in each unit, handed to the cells of the unit; cells outside get 1."""
        if not self.covers:
            by_unit = np.concatenate([by_unit, np.ones_like(by_unit[:, :1])], axis=1)
        return by_unit.take(self.unit_of, axis=1)

    def spread(self, by_unit: Beliefs) -> Beliefs:
        """The way back; cells outside the units get 0."""
        flat = by_unit.reshape(len(by_unit), self.cells.size, -1)
        if self._in_order:
            return flat
        if self.covers:
            return flat.take(self._back, axis=1)
        x = np.zeros((len(flat), self.board_cells, flat.shape[2]), flat.dtype)
        x[:, self.flat] = flat
        return x


class Board:
    """The arrays of one layout; `Board.of` keeps them."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.size, self.cells = layout.size, layout.size**2
        self.families = tuple(Family(np.array(cells), self.cells) for cells in _families(layout))
        self.member = np.zeros((len(layout.units), self.cells), np.float32)  # 1 where a cell stands in a unit
        for number, unit in enumerate(layout.units):
            self.member[number, unit.cells] = 1
        self.full = self.member.sum(axis=1) == self.size  # units that hold every digit
        self._kept: dict[np.dtype[Any], tuple[Beliefs, Beliefs, Beliefs]] = {}

    @staticmethod
    def of(layout: Layout) -> Board:
        """The arrays of a layout, made once."""
        return _board(layout)

    def sums(self, x: Beliefs) -> Beliefs:
        """For each digit in each unit the sum of x over its cells, units as in the layout."""
        if self.size <= SMALL:
            return np.asarray(self._tables(x.dtype)[0] @ x)
        found = np.empty((len(x), len(self.member), x.shape[2]), x.dtype)
        for numbers, family in zip(self._numbers, self.families, strict=True):
            found[:, numbers] = family.gather(x).sum(axis=2)
        return found

    def at_cells(self, by_unit: Beliefs) -> Beliefs:
        """For each digit in each cell the sum of its number in the units of the cell."""
        if self.size <= SMALL:
            return np.asarray(self._tables(by_unit.dtype)[1] @ by_unit)
        found = np.zeros((len(by_unit), self.cells, by_unit.shape[2]), by_unit.dtype)
        for numbers, family in zip(self._numbers, self.families, strict=True):
            inside = slice(None) if family.covers else family.unit_of < len(family.cells)
            found[:, inside] += by_unit[:, numbers].take(family.unit_of[inside], axis=1)
        return found

    @cached_property
    def _numbers(self) -> list[list[int]]:
        """For each family the numbers of its units in the layout."""
        number_of = {unit.cells: number for number, unit in enumerate(self.layout.units)}
        return [[number_of[tuple(cells)] for cells in family.cells.tolist()] for family in self.families]

    def others(self, x: Beliefs) -> Beliefs:
        """For each candidate the sum of x for its digit in the other cells of its units.

        A cell that shares two units counts twice, as in the lecture's row, column and box sums.
        """
        found = self.at_cells(self.sums(x))
        found -= self._tables(x.dtype)[2] * x
        return found

    def _tables(self, kind: np.dtype[Any]) -> tuple[Beliefs, Beliefs, Beliefs]:
        """The members of units in a type of number, that turned round, and each cell's number of units."""
        if kind not in self._kept:
            member = self.member.astype(kind)
            self._kept[kind] = (member, np.ascontiguousarray(member.T), member.sum(axis=0)[:, None])
        return self._kept[kind]

    def digits_of(self, puzzles: Iterable[Grid]) -> Digits:
        """The clues of puzzles on this board, a column each."""
        return np.array([list(puzzle.digits) for puzzle in puzzles], np.int64).reshape(-1, self.cells).T

    def one_hot(self, digits: Digits) -> Open:
        """True for each digit in its cell."""
        found: Open = digits == np.arange(1, self.size + 1)[:, None, None]
        return found

    def errors(self, digits: Digits, clues: Digits) -> NDArray[np.int64]:
        """Three rows, a column each: wrong rows and columns; cells that are not as the clues; other wrong units.

        A unit is wrong where it has a digit twice. This is how the lecture checks its network.
        """
        often = self.sums(self.one_hot(digits).astype(np.float32))
        wrong: NDArray[np.bool_] = np.asarray((often > 1).any(axis=0))
        lines = 2 * self.size
        data = (clues != 0) & (clues != digits)
        return np.array([wrong[:lines].sum(axis=0), data.sum(axis=0), wrong[lines:].sum(axis=0)])


@lru_cache(maxsize=16)
def _board(layout: Layout) -> Board:
    return Board(layout)


def _families(layout: Layout) -> list[list[tuple[int, ...]]]:
    """Rows, columns, boxes, and the further units in as few families as come out one after another."""
    kinds: list[list[tuple[int, ...]]] = [_cells(kind) for kind in (layout.rows, layout.columns, layout.boxes)]
    further: list[list[tuple[int, ...]]] = []
    for cells in _cells(layout.extras):
        for family in further:
            if len(family[0]) == len(cells) and not any(set(cells) & set(other) for other in family):
                family.append(cells)
                break
        else:
            further.append([cells])
    return kinds + further


def _cells(units: tuple[Unit, ...]) -> list[tuple[int, ...]]:
    return [unit.cells for unit in units]
