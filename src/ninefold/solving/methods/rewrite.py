"""Rules only, no guessing: a grid of candidates is rewritten until no rule applies.

After "Solving Sudoku Puzzles with Rewriting Rules" (Santos-García and Palomino, 2007), without their
what-if. A term is the candidates of all cells; each rule rewrites it to one with fewer:

1. A cell with one candidate has that digit: its peers lose it.
2. A digit with one place in a unit has that place: the cell loses its other candidates.
3. If the places of a digit in a unit all lie in a second unit, the rest of the second loses it.
4. If k cells of a unit have k candidates between them, the rest of the unit loses those.
5. If k digits have k places between them in a unit, those places lose all other candidates.

Rules 2, 3 and 5 speak of units of N cells, which must hold every digit. The first rule that applies
is used, and then the first again. Every rule keeps all solutions. So if each cell ends with one
digit, that is the only solution; if a cell or a unit is left without, there is none; and a term that
no rule rewrites any more, its normal form, leaves the answer open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import combinations
from typing import TypeVar

from ninefold.core.geometry import MAX_SIZE
from ninefold.core.grid import Grid
from ninefold.core.layout import Unit
from ninefold.core.limits import Stopped
from ninefold.core.values import counted
from ninefold.solving.method import check_options, option
from ninefold.solving.run import Run

T = TypeVar("T")


class _NoSolution(Exception):
    """A cell without a candidate, or a unit without a place for a digit."""


@dataclass(frozen=True)
class Rewrite:
    """Apply rules until none applies; the stats count how often each did."""

    largest: int = option(4, "the largest k of rules 4 and 5; 1 turns both off", least=1, most=MAX_SIZE)

    def __post_init__(self) -> None:
        """Validate the options."""
        check_options(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The only solution, or nothing if there is none; raises `Stopped` at a normal form."""
        term = _Term(puzzle, run)
        rules = (term.single_candidate, term.single_place, term.confined, term.cells_alone, term.digits_alone)
        try:
            while term.done < len(term.masks):
                run.check_limits()
                if not any(rule(self.largest) for rule in rules):
                    left = len(term.masks) - term.done
                    raise Stopped(f"no rule applies any more, with {counted(left, 'cell')} open")
        except _NoSolution:
            return
        yield term.grid


class _Term:
    """The candidates of every cell, as bits 1 << digit."""

    def __init__(self, puzzle: Grid, run: Run) -> None:
        self.layout, self.run, self.size = puzzle.layout, run, puzzle.size
        full = (2 << puzzle.size) - 2
        self.masks = [1 << digit if digit else full for digit in puzzle.digits]
        self.is_clue = [bool(digit) for digit in puzzle.digits]
        self.is_done = [False] * len(self.masks)  # rule 1 has been used on it
        self.done = 0
        self.fresh = list(puzzle.filled_cells)  # cells with one candidate, for rule 1
        self.whole = [unit for unit in self.layout.units if len(unit.cells) == puzzle.size]
        run.stats.update(dict.fromkeys(("candidates", "places", "confined", "cells", "digits"), 0))

    @property
    def grid(self) -> Grid:
        return Grid.from_digits(bytes(mask.bit_length() - 1 for mask in self.masks), self.layout)

    def single_candidate(self, _largest: int) -> bool:
        """Rule 1, for the next cell that has one candidate."""
        while self.fresh:
            cell = self.fresh.pop()
            if not self.is_done[cell]:
                self.is_done[cell] = True
                self.done += 1
                digit = self.masks[cell].bit_length() - 1
                if not self.is_clue[cell]:
                    self.run.place(cell, digit, "one candidate")
                    self._count("candidates")
                self._drop(self.layout.peers[cell], 1 << digit, "")
                return True
        return False

    def single_place(self, _largest: int) -> bool:
        """Rule 2."""
        for unit in self.whole:
            for digit, places in self._places(unit):
                if not places:
                    raise _NoSolution
                if len(places) == 1 and self._drop(places, ~(1 << digit), f"{digit} has no other place in {unit.name}"):
                    self._count("places")
                    return True
        return False

    def confined(self, _largest: int) -> bool:
        """Rule 3."""
        for unit in self.whole:
            for digit, places in self._places(unit):
                for number in set.intersection(*(set(self.layout.units_of[cell]) for cell in places)):
                    second = self.layout.units[number]
                    rest = [cell for cell in second.cells if cell not in places]
                    if second is not unit and self._drop(rest, 1 << digit, f"{digit} of {unit.name} is there"):
                        self._count("confined")
                        return True
        return False

    def cells_alone(self, largest: int) -> bool:
        """Rule 4."""
        for k in range(2, min(largest, self.size) + 1):
            for unit in self.layout.units:
                few = [cell for cell in unit.cells if 2 <= self.masks[cell].bit_count() <= k]
                for cells in self._sets(few, k):
                    between = _union(self.masks[cell] for cell in cells)
                    rest = [cell for cell in unit.cells if cell not in cells]
                    names = self.layout.names(cells) if self.run.is_traced else ""
                    if between.bit_count() <= k and self._drop(
                        rest, between, f"only {names} can have it in {unit.name}"
                    ):
                        self._count("cells")
                        return True
        return False

    def digits_alone(self, largest: int) -> bool:
        """Rule 5."""
        for k in range(2, min(largest, self.size) + 1):
            for unit in self.whole:
                few = [(digit, places) for digit, places in self._places(unit) if 2 <= len(places) <= k]
                for pairs in self._sets(few, k):
                    cells = {cell for _, places in pairs for cell in places}
                    digits = _union(1 << digit for digit, _ in pairs)
                    if len(cells) <= k and self._drop(
                        sorted(cells), ~digits, f"other digits of {unit.name} must be there"
                    ):
                        self._count("digits")
                        return True
        return False

    def _places(self, unit: Unit) -> Iterator[tuple[int, list[int]]]:
        """Each digit of a unit with the cells that may still hold it."""
        self.run.check_limits()
        for digit in range(1, self.size + 1):
            yield digit, [cell for cell in unit.cells if self.masks[cell] >> digit & 1]

    def _sets(self, few: list[T], k: int) -> Iterator[tuple[T, ...]]:
        """Every set of k, checking the limits now and then: of 40 there are 91,390 sets of four."""
        for number, some in enumerate(combinations(few, k)):
            if not number % 1_000:
                self.run.check_limits()
            yield some

    def _drop(self, cells: list[int] | tuple[int, ...], digits: int, why: str) -> bool:
        """Eliminate candidates from cells; returns whether there were any."""
        changed = False
        for cell in cells:
            gone = self.masks[cell] & digits
            if gone:
                changed = True
                self.masks[cell] ^= gone
                if not self.masks[cell]:
                    raise _NoSolution
                if self.masks[cell].bit_count() == 1:
                    self.fresh.append(cell)
                self._report(cell, gone, why)
        return changed

    def _report(self, cell: int, gone: int, why: str) -> None:
        if why and self.run.is_traced:
            for digit in range(1, self.size + 1):
                if gone >> digit & 1:
                    self.run.drop(cell, digit, why)

    def _count(self, rule: str) -> None:
        self.run.tick()
        self.run.note(rule, self.run.stats[rule] + 1)


def _union(masks: Iterator[int]) -> int:
    found = 0
    for mask in masks:
        found |= mask
    return found
