"""Grid checking: repeated digits, units with errors, empty cells."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable
from dataclasses import dataclass
from functools import lru_cache
from operator import itemgetter

from ninefold.core.drawing import BAD, svg
from ninefold.core.errors import SHOWN_FAULTS
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout, Unit
from ninefold.core.values import LabelledEnum


class Verdict(LabelledEnum):
    """The outcome of a check."""

    COMPLETE = "complete and correct"
    PARTIAL = "partial but correct"
    INCORRECT = "incorrect"


@dataclass(frozen=True, slots=True)
class Clash:
    """A digit that appears more than once in a unit."""

    unit: Unit
    digit: int
    cells: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Check:
    """The errors of a grid and its empty cells.

    >>> report = check("1..1 .... .... ....")
    >>> report.verdict, report.row_errors, report.column_errors, report.box_errors, report.empty
    (<Verdict.INCORRECT>, 1, 0, 0, 14)
    >>> print(report)
    incorrect: 1 twice in row 1 (r1c1, r1c4)
    >>> print(check("1... .... .... ...."))
    partial but correct: 15 empty cells
    """

    grid: Grid
    clashes: tuple[Clash, ...]
    changed: tuple[int, ...]

    @property
    def verdict(self) -> Verdict:
        """Complete and correct, partial but correct, or incorrect."""
        if self.clashes or self.changed:
            return Verdict.INCORRECT
        return Verdict.PARTIAL if self.empty else Verdict.COMPLETE

    @property
    def correct(self) -> bool:
        """Whether nothing is wrong so far: no digit is repeated and no clue changed."""
        return self.verdict is not Verdict.INCORRECT

    @property
    def empty(self) -> int:
        """The number of empty cells."""
        return len(self.grid.empty_cells)

    @property
    def row_errors(self) -> int:
        """The number of rows with a repeated digit."""
        return self._errors("row")

    @property
    def column_errors(self) -> int:
        """The number of columns with a repeated digit."""
        return self._errors("column")

    @property
    def box_errors(self) -> int:
        """The number of boxes with a repeated digit."""
        return self._errors("box")

    @property
    def extra_errors(self) -> int:
        """The number of diagonals, windows and extra units with a repeated digit."""
        return len({clash.unit for clash in self.clashes}) - self.row_errors - self.column_errors - self.box_errors

    def _errors(self, kind: str) -> int:
        return len({clash.unit.number for clash in self.clashes if clash.unit.kind == kind})

    @property
    def clashing_cells(self) -> tuple[int, ...]:
        """Every cell of a clash, in order."""
        return tuple(sorted({cell for clash in self.clashes for cell in clash.cells}))

    def __str__(self) -> str:
        """The verdict with its reasons, in one line."""
        if self.verdict is Verdict.COMPLETE:
            return str(self.verdict)
        if self.verdict is Verdict.PARTIAL:
            return f"{self.verdict}: {self.empty} empty cell{'s' * (self.empty != 1)}"
        more = len(self.clashes) - SHOWN_FAULTS
        rest = [f"and {more} more clash{'es' * (more > 1)}"] if more > 0 else []
        return f"{self.verdict}: {'; '.join([*map(self._words, self.clashes[:SHOWN_FAULTS]), *rest, *self._changes()])}"

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the grid with its wrong cells marked, and the verdict."""
        tints = dict.fromkeys((*self.clashing_cells, *self.changed), BAD)
        return svg(self.grid.digits, self.grid.layout, tints=tints, caption=str(self))

    def _words(self, clash: Clash) -> str:
        times = {2: "twice"}.get(len(clash.cells), f"{len(clash.cells)} times")
        return (
            f"{clash.digit} {times} in {self.grid.layout.unit_name(clash.unit)} ({self.grid.layout.names(clash.cells)})"
        )

    def _changes(self) -> list[str]:
        return [f"clues changed ({self.grid.layout.names(self.changed)})"] if self.changed else []


def check(grid: GridLike, *, puzzle: GridLike | None = None) -> Check:
    """Check every unit of a grid; with a puzzle, also that its clues are unchanged.

    An empty cell is not an error; only repeated digits count. On a full grid this is the classical test: a row is
    wrong unless it holds N different digits.
    """
    grid = grid if isinstance(grid, Grid) else Grid(grid)
    clashes = [clash for unit in conflicting_units(grid) for clash in _clashes(grid.digits, unit)]
    return Check(grid, tuple(clashes), () if puzzle is None else _changed(grid, Grid(puzzle, layout=grid.layout)))


def conflicting_units(grid: Grid) -> list[Unit]:
    """The units with a repeated digit."""
    digits, found = grid.digits, []
    for unit, digits_in in _unit_getters(grid.layout):
        values = digits_in(digits)
        empty = values.count(0)
        if len(set(values)) != len(values) - empty + (empty > 0):
            found.append(unit)
    return found


@lru_cache(maxsize=64)
def _unit_getters(layout: Layout) -> list[tuple[Unit, Callable[[bytes], tuple[int, ...]]]]:
    """Each unit with a getter for its digits; cached per layout because checking runs very often."""
    return [(unit, itemgetter(*unit.cells)) for unit in layout.units]


def _clashes(digits: bytes, unit: Unit) -> list[Clash]:
    places: defaultdict[int, list[int]] = defaultdict(list)
    for cell in unit.cells:
        places[digits[cell]].append(cell)
    return [Clash(unit, digit, tuple(cells)) for digit, cells in sorted(places.items()) if digit and len(cells) > 1]


def _changed(grid: Grid, puzzle: Grid) -> tuple[int, ...]:
    return tuple(cell for cell in puzzle.filled_cells if grid.digits[cell] != puzzle.digits[cell])
