"""Constraint propagation as in "Solving Sudoku with MATLAB" (2011), made complete.

1. Find the possible values of the empty cells, going through them in order.
2. A cell with a single possible value gets it, at once, so that the cells after it know.
   Going through all cells once is a step.
3. If a step placed nothing, try a value in one cell.
4. If a cell has no possible value, or a solution was found and more are wanted, undo the last
   try and try the next value there. The paper does not do that, and fails after a wrong try.

The paper's words are kept here: a value is a digit, a possible value a candidate, a try a guess.

With `program=printed` it is the paper's program line by line, faults included: its check looks at the rows, the columns
and only the boxes on the diagonal; a try is never undone; a cell without values is passed over. It often ends with a
wrong grid or gets stuck; then it says so and finds nothing.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ninefold.core.checking import check
from ninefold.core.errors import Fault, MethodError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Stopped
from ninefold.solving.method import check_options
from ninefold.solving.run import Run


@dataclass(frozen=True)
class Propagate:
    """Place single values until none is left, then try one; undo a wrong try.

    The stats are `steps` (as the paper counts them), `singles`, `tries` and `taken_back`.
    """

    tries: Literal["fewest", "first"] = field(
        default="fewest",
        metadata={"about": "cell to try: the one with the fewest values or, as in the paper, the first"},
    )

    program: Literal["complete", "printed"] = field(
        default="complete",
        metadata={"about": "complete undoes wrong tries and checks every box; printed is the paper's program"},
    )

    def __post_init__(self) -> None:
        """Validate the options."""
        check_options(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, values tried from the smallest up."""
        if self.program == "printed":
            yield from _printed(_Board(puzzle, run, checked=printed_check(puzzle.layout)))
            return
        board = _Board(puzzle, run)
        continues = True
        while continues:
            if board.is_full:
                yield board.grid
                continues = board.try_next()
                continue
            run.tick()
            placed, fewest = board.step()
            if fewest is None:  # some cell has no possible value
                continues = board.try_next()
            elif not placed:  # rule 3
                board.try_in(fewest if self.tries == "fewest" else board.first_by_columns())


def printed_check(layout: Layout) -> frozenset[int]:
    """The numbers of the units that the paper's check looks at: rows, columns, and the boxes on the diagonal."""
    if layout.box is None or layout.box[0] != layout.box[1]:
        raise MethodError("program=printed needs square boxes", [Fault("layout", str(layout), "4, 9, 16, 25 …")])
    across = layout.size // layout.box[1]
    diagonal = {number * (across + 1) + 1 for number in range(across)}
    return frozenset(
        place
        for place, unit in enumerate(layout.units)
        if unit.kind in ("row", "column") or (unit.kind == "box" and unit.number in diagonal)
    )


def _printed(board: _Board) -> Iterator[Grid]:
    """The paper's `iSudokuALG`: steps of single values, and a try that is never undone where a step places nothing."""
    while not board.is_full:
        board.run.tick()
        if not board.place_singles() and not board.try_for_good():
            raise Stopped(f"the printed program is stuck with {board.digits.count(0)} empty cells")
    report = check(board.grid)
    board.run.note("read", board.grid.line)
    if report.clashes:
        raise Stopped(f"the printed program filled the grid, but it is {report}")
    yield board.grid
    raise Stopped("the printed program stops at the first grid that it fills")


class _Board:
    """The digits placed so far, the values used in each unit, and the open tries.

    `checked` are the units that count, by number; None for all.
    """

    def __init__(self, puzzle: Grid, run: Run, checked: frozenset[int] | None = None) -> None:
        self.layout = puzzle.layout
        self.units_of = [
            [unit for unit in units if checked is None or unit in checked] for units in puzzle.layout.units_of
        ]
        self.run = run
        self.digits = bytearray(puzzle.digits)
        self.empty = puzzle.empty_cells
        self.used = [0] * len(self.layout.units)  # bits 1 << value
        for cell in puzzle.filled_cells:
            self._use(cell, puzzle.digits[cell])
        self.open_tries: list[tuple[bytearray, list[int], int, list[int]]] = []  # digits, used, cell, values to try
        run.stats.update(steps=0, singles=0, tries=0, taken_back=0)

    @property
    def is_full(self) -> bool:
        return 0 not in self.digits

    @property
    def grid(self) -> Grid:
        return Grid.from_digits(bytes(self.digits), self.layout)

    def step(self) -> tuple[int, int | None]:
        """Rules 1 and 2: how many singles were placed, and the cell with the fewest values.

        That cell is None if some cell has no value at all; it is valid only if nothing was placed.
        """
        self._count("steps")
        placed, fewest, best = 0, -1, self.layout.size + 1
        for cell in self.empty:
            if self.digits[cell]:
                continue
            values = self._possible(cell)
            if not values:
                return placed, None
            if values.bit_count() == 1:
                self._place_single(cell, values.bit_length() - 1)
                placed += 1
            elif values.bit_count() < best:
                fewest, best = cell, values.bit_count()
        return placed, fewest

    def place_singles(self) -> int:
        """A step of the printed program, which passes over cells without values: how many singles it placed."""
        self._count("steps")
        placed = 0
        for cell in self.empty:
            if not self.digits[cell] and (values := self._possible(cell)).bit_count() == 1:
                self._place_single(cell, values.bit_length() - 1)
                placed += 1
        return placed

    def try_for_good(self) -> bool:
        """Put the smallest possible value into the first empty cell that has one; False if none has."""
        for cell in self._by_columns():
            if values := self._possible(cell):
                digit = (values & -values).bit_length() - 1
                self._use(cell, digit)
                self.digits[cell] = digit
                self._count("tries")
                self.run.guess(cell, digit)
                return True
        return False

    def first_by_columns(self) -> int:
        """The first empty cell going down the columns, as the paper's program looks for it."""
        return self._by_columns()[0]

    def _by_columns(self) -> list[int]:
        n = self.layout.size
        return sorted((cell for cell in self.empty if not self.digits[cell]), key=lambda cell: (cell % n, cell // n))

    def try_in(self, cell: int) -> None:
        """Rule 3: try the smallest possible value in a cell and remember the position before it."""
        mask = self._possible(cell)
        values = [digit for digit in range(1, self.layout.size + 1) if mask >> digit & 1]
        self.open_tries.append((self.digits[:], self.used[:], cell, values))
        self._try_value()

    def try_next(self) -> bool:
        """Rule 4: undo the last try and try the next value; False if none is left."""
        while self.open_tries:
            digits, used, _, values = self.open_tries[-1]
            self.digits, self.used = digits[:], used[:]
            self.run.undo()
            self._count("taken_back")
            if values:
                self._try_value()
                return True
            self.open_tries.pop()
        return False

    def _try_value(self) -> None:
        _, _, cell, values = self.open_tries[-1]
        digit = values.pop(0)
        self._use(cell, digit)
        self.digits[cell] = digit
        self._count("tries")
        self.run.guess(cell, digit)

    def _place_single(self, cell: int, digit: int) -> None:
        self._use(cell, digit)
        self.digits[cell] = digit
        self.run.stats["singles"] += 1
        self.run.place(cell, digit, "single")

    def _possible(self, cell: int) -> int:
        used = 0
        for unit in self.units_of[cell]:
            used |= self.used[unit]
        return ~used & (2 << self.layout.size) - 2

    def _use(self, cell: int, digit: int) -> None:
        for unit in self.units_of[cell]:
            self.used[unit] |= 1 << digit

    def _count(self, name: str) -> None:
        self.run.note(name, self.run.stats[name] + 1)
