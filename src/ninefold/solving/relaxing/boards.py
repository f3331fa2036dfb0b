"""Dense boards: the units of a layout as arrays, for many puzzles at once.

Candidates and singles:

1. A clue drops its digit from its peers.
2. A cell with one candidate gets it: a naked single.
3. A digit with one cell left in a unit that holds every digit goes there: a hidden single.
4. Again, until nothing changes.

Groups are sets of cells without peers, for methods that update one set after another. The cells of a digit in a full
grid are such a set, and there are N of them, the fewest possible.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
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

# Up to this size one matrix product with the members of all units is faster than sums family by family. The product
# grows with cells times units, the sums only with the cells.
SMALL = 12


@dataclass(frozen=True, eq=False)
class Family:
    """Units of one length without common cells, such as the rows: they can be processed at once.

    `cells` has one row per unit; `covers` says whether they cover the board.
    """

    cells: NDArray[np.intp]
    board_cells: int

    @cached_property
    def covers(self) -> bool:
        """Whether every cell is in one of the units."""
        return self.cells.size == self.board_cells

    @cached_property
    def flat(self) -> NDArray[np.intp]:
        """The cells, unit after unit."""
        return self.cells.ravel()

    @cached_property
    def unit_of(self) -> NDArray[np.intp]:
        """The index of each cell's unit; for a cell outside, the number of units."""
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
        """Spread a number per digit and unit to the cells of the unit; cells outside get 1."""
        if not self.covers:
            by_unit = np.concatenate([by_unit, np.ones_like(by_unit[:, :1])], axis=1)
        return by_unit.take(self.unit_of, axis=1)

    def spread(self, by_unit: Beliefs) -> Beliefs:
        """The inverse of `gather`; cells outside the units get 0."""
        flat = by_unit.reshape(len(by_unit), self.cells.size, -1)
        if self._in_order:
            return flat
        if self.covers:
            return flat.take(self._back, axis=1)
        x = np.zeros((len(flat), self.board_cells, flat.shape[2]), flat.dtype)
        x[:, self.flat] = flat
        return x


class Board:
    """The arrays of one layout; `Board.of` caches them."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.size, self.cells = layout.size, layout.size**2
        self.families = tuple(Family(np.array(cells), self.cells) for cells in _families(layout))
        self.member = np.zeros((len(layout.units), self.cells), np.float32)  # 1 if a cell is in a unit
        for number, unit in enumerate(layout.units):
            self.member[number, unit.cells] = 1
        self.full = self.member.sum(axis=1) == self.size  # units that hold every digit
        self._kept: dict[np.dtype[Any], tuple[Beliefs, Beliefs, Beliefs]] = {}

    @staticmethod
    def of(layout: Layout) -> Board:
        """The arrays of a layout, built once."""
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
        """For each digit in each cell the sum over the units of the cell."""
        if self.size <= SMALL:
            return np.asarray(self._tables(by_unit.dtype)[1] @ by_unit)
        found = np.zeros((len(by_unit), self.cells, by_unit.shape[2]), by_unit.dtype)
        for numbers, family in zip(self._numbers, self.families, strict=True):
            inside = slice(None) if family.covers else family.unit_of < len(family.cells)
            found[:, inside] += by_unit[:, numbers].take(family.unit_of[inside], axis=1)
        return found

    @cached_property
    def _numbers(self) -> list[list[int]]:
        """For each family the indices of its units in the layout."""
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
        """The membership matrix in a number type, its transpose, and the number of units of each cell."""
        if kind not in self._kept:
            member = self.member.astype(kind)
            self._kept[kind] = (member, np.ascontiguousarray(member.T), member.sum(axis=0)[:, None])
        return self._kept[kind]

    def digits_of(self, puzzles: Iterable[Grid]) -> Digits:
        """The clues of puzzles on this board, one column each."""
        return np.array([list(puzzle.digits) for puzzle in puzzles], np.int64).reshape(-1, self.cells).T

    def one_hot(self, digits: Digits) -> Open:
        """True for each digit in its cell."""
        found: Open = digits == np.arange(1, self.size + 1)[:, None, None]
        return found

    def errors(self, digits: Digits, clues: Digits) -> NDArray[np.int64]:
        """Three rows: wrong rows and columns; cells that contradict the clues; other wrong units.

        A unit is wrong if it has a digit twice. This is how the lecture checks its network.
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
    """Rows, columns, boxes, and the extra units in few families, found greedily."""
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


def candidates(board: Board, digits: Digits) -> Open:
    """Rule 1: the candidates that the clues leave."""
    everything = np.ones((board.size, *digits.shape), np.bool_)
    return _placed(board, everything, board.one_hot(digits))


def place_singles(board: Board, digits: Digits, report: Callable[[Digits], None] = lambda _: None) -> Digits:
    """The digits with all singles placed; `report` is called after each pass."""
    left = candidates(board, digits)
    while True:
        single = left & ((left.sum(axis=0) == 1) | _hidden(board, left))  # rules 2 and 3
        agreed = (
            single.sum(axis=0) == 1
        )  # otherwise two digits claim one cell: there is no solution, and neither is placed
        found = np.where(agreed & (digits == 0), single.argmax(axis=0) + 1, 0)
        if not found.any():
            return digits
        digits = digits + found
        report(found)
        left = _placed(board, left, board.one_hot(found))


def _hidden(board: Board, left: Open) -> Open:
    once = (board.sums(left.astype(np.float32)) == 1) & board.full[:, None]
    found: Open = board.at_cells(once.astype(np.float32)) > 0
    return found


def _placed(board: Board, left: Open, placed: Open) -> Open:
    """The candidates without those at a placed digit's peers, and without the others in its own cell."""
    near = board.others(placed.astype(np.float32)) > 0
    found: Open = np.where(placed.any(axis=0), placed, left & ~near)
    return found


class Groups:
    """The groups of a board: an order of the cells in which each group is contiguous, and the range of each.

    `shared` counts the units that two cells share, in that order; 0 for a cell and itself. It has N² × N² numbers, too
    many for large boards; up to 16×16 a product with part of it is the fastest way to sum.
    """

    def __init__(self, board: Board, kind: Any) -> None:
        sets = apart(board.layout)
        self.order = np.concatenate(sets)
        self.back = np.argsort(self.order)
        ends = np.cumsum([len(cells) for cells in sets]).tolist()
        self.parts = tuple(slice(end - len(cells), end) for cells, end in zip(sets, ends, strict=True))
        self.largest = max(map(len, sets))
        member = board.member[:, self.order]
        self.shared = (member.T @ member).astype(kind)
        np.fill_diagonal(self.shared, 0)


@lru_cache(maxsize=16)
def apart(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Every cell in one set, with no peers in any set."""
    if layout.box and not layout.extras:
        return _digits_of_the_shifted_grid(layout)
    return _first_fit(layout)


def _digits_of_the_shifted_grid(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """The cells of each digit in the full grid whose rows are shifts of one row."""
    assert layout.box
    n, (rows, columns) = layout.size, layout.box
    sets: list[list[int]] = [[] for _ in range(n)]
    for cell in range(n * n):
        row, column = divmod(cell, n)
        sets[(columns * (row % rows) + row // rows + column) % n].append(cell)
    return tuple(map(tuple, sets))


def _first_fit(layout: Layout) -> tuple[tuple[int, ...], ...]:
    """Each cell in the first set without a peer of it; on irregular boards a few more sets than N."""
    sets: list[list[int]] = []
    near: list[set[int]] = []  # the peers of each set's cells
    for cell in range(layout.size**2):
        number = next((number for number, taken in enumerate(near) if cell not in taken), len(sets))
        if number == len(sets):
            sets.append([])
            near.append(set())
        sets[number].append(cell)
        near[number].update(layout.peers[cell])
    return tuple(map(tuple, sets))
