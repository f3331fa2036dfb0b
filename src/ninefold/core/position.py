"""A grid in play: its digits, and the candidates of every empty cell as bits.

Bit d − 1 of `candidates[cell]` is set while digit d may still go into the cell; a filled cell has no bits. A whole
cell is tested or reduced with one integer operation, and a Python integer is wide enough for 64 digits. This is the
structure for one position that changes step by step; models use `ninefold.models.incidence`, and batches of puzzles
`ninefold.solving.relaxing.boards`.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from functools import lru_cache

from ninefold.core.errors import Fault, GridError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout, Unit
from ninefold.core.limits import CheckLimits
from ninefold.core.values import first_values, is_iterable, short_repr, whole_number

Marks = Mapping[int, Iterable[int]]


class Position:
    """The digits of a grid and the candidates of its empty cells; both change as steps are applied.

    >>> position = Position.of(Grid("1... .... ..2. ...."))
    >>> digits_of(position.candidates[1])
    [2, 3, 4]
    >>> position.place(1, 2)
    >>> digits_of(position.candidates[2])
    [3, 4]

    Attributes:
        layout: the board.
        digits: one byte per cell, 0 for an empty one.
        candidates: one integer per cell; bit d − 1 is set while digit d is possible.
    """

    __slots__ = ("candidates", "digits", "layout")

    def __init__(self, layout: Layout, digits: bytearray, candidates: list[int]) -> None:
        self.layout, self.digits, self.candidates = layout, digits, candidates

    @classmethod
    def of(cls, grid: Grid, marks: Marks | None = None) -> Position:
        """The position of a grid: candidates are what the digits leave, restricted to the player's marks if any."""
        peers, seen = grid.layout.peers, [0] * len(grid)
        for cell in grid.filled_cells:
            bit = 1 << grid.digits[cell] - 1
            for peer in peers[cell]:
                seen[peer] |= bit
        every = (1 << grid.size) - 1
        noted = read_marks(grid, marks)
        candidates = [0] * len(grid)
        for cell in grid.empty_cells:
            candidates[cell] = every & ~seen[cell] & noted.get(cell, every)
        return cls(grid.layout, bytearray(grid.digits), candidates)

    # --- reading --------------------------------------------------------------------------

    @property
    def size(self) -> int:
        """The number of digits."""
        return self.layout.size

    @property
    def grid(self) -> Grid:
        """The digits as a grid."""
        return Grid.from_digits(bytes(self.digits), self.layout)

    @property
    def is_full(self) -> bool:
        """Whether every cell has a digit."""
        return 0 not in self.digits

    @property
    def empty_cells(self) -> list[int]:
        """The cells without a digit, in order."""
        return [cell for cell, digit in enumerate(self.digits) if not digit]

    def pairs(self) -> Iterator[tuple[int, int]]:
        """Every candidate as a pair of cell and digit, in order."""
        return ((cell, digit) for cell, bits in enumerate(self.candidates) for digit in digits_of(bits))

    def places(self, unit: Unit, digit: int) -> list[int]:
        """The cells of a unit in which a digit may go."""
        bit = 1 << digit - 1
        return [cell for cell in unit.cells if self.candidates[cell] & bit]

    def missing(self, unit: Unit) -> list[int]:
        """The digits that a unit of N cells does not have yet."""
        present = {self.digits[cell] for cell in unit.cells}
        return [digit for digit in range(1, self.size + 1) if digit not in present]

    # --- singles --------------------------------------------------------------------------

    def naked_singles(self) -> Iterator[tuple[int, int]]:
        """Every cell with one candidate, and that digit."""
        for cell, bits in enumerate(self.candidates):
            if bits and not bits & bits - 1:
                yield cell, bits.bit_length()

    def hidden_singles(self, unit: Unit) -> Iterator[tuple[int, int]]:
        """Every digit with one place in a unit of N cells, as pairs of cell and digit in the order of the digits."""
        once = more = 0
        candidates = self.candidates
        for cell in unit.cells:
            bits = candidates[cell]
            more |= once & bits
            once |= bits
        if not (alone := once & ~more):
            return
        for digit in digits_of(alone):
            # Looked up now: in a contradictory position the caller may have placed another digit there meanwhile.
            yield from ((cell, digit) for cell in self.places(unit, digit))

    def place_singles(self, check_limits: CheckLimits = lambda: None) -> None:
        """Place naked and hidden singles until none is left; `check_limits` is called before each round and may raise.

        In a contradictory position two digits may be the only ones for one cell; the first is placed, and the grid
        never becomes full, because the second one then has no place in its unit.
        """
        before = len(self.digits) + 1
        while 0 < (empty := self.digits.count(0)) < before:
            before = empty
            check_limits()
            for cell, digit in self.naked_singles():
                self.place(cell, digit)
            for unit in whole_units(self.layout):
                for cell, digit in self.hidden_singles(unit):
                    self.place(cell, digit)

    # --- changing -------------------------------------------------------------------------

    def place(self, cell: int, digit: int) -> None:
        """Put a digit into a cell and remove it from the candidates of the cell's peers."""
        self.digits[cell] = digit
        candidates, keep = self.candidates, ~(1 << digit - 1)
        candidates[cell] = 0
        for peer in self.layout.peers[cell]:
            candidates[peer] &= keep


@lru_cache(maxsize=32)
def whole_units(layout: Layout) -> tuple[Unit, ...]:
    """The units of N cells, which hold every digit once; smaller ones only forbid repeats."""
    return tuple(unit for unit in layout.units if len(unit.cells) == layout.size)


def digits_of(bits: int) -> list[int]:
    """The digits of a set of bits.

    >>> digits_of(0b1011)
    [1, 2, 4]
    """
    return [place + 1 for place in range(bits.bit_length()) if bits >> place & 1]


def read_marks(grid: Grid, marks: Marks | None) -> dict[int, int]:
    """The player's marks as bits, for the empty cells that have any; reports every invalid mark at once."""
    if marks is None:
        return {}
    if not isinstance(marks, Mapping):
        raise GridError(f"marks must map cells to digits, such as {{0: [1, 4]}}; got {short_repr(marks)}")
    noted, faults = {}, []
    for name, digits in marks.items():
        cell = grid.layout.cell(name)
        listed = first_values(digits, grid.size) if is_iterable(digits) else digits
        numbers = [whole_number(digit) for digit in listed] if isinstance(listed, list) else [None]
        if any(number is None or not 1 <= number <= grid.size for number in numbers):
            faults.append(Fault(grid.layout.name(cell), short_repr(listed), f"digits 1 to {grid.size}"))
        elif numbers and not grid.digits[cell]:
            noted[cell] = sum(1 << number - 1 for number in {n for n in numbers if n})
    if faults:
        raise GridError("the marks do not fit the grid", faults)
    return noted
