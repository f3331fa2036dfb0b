"""Sheet: a puzzle as it lies before a player, with clues, placed digits and candidates kept apart.

clues       the digits that the puzzle gives
placed      the digits that the player has put in
candidates  the digits noted in the middle of a cell: what is still possible there
corners     the digits noted in the corners of a cell: where in a box they may go
solution    the full grid, where it is known
meta        what is told about the puzzle: name, author, source, level, rating …
play        what belongs to a game in play: seconds, history, colours (JSON values)
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field, fields, replace
from functools import cache
from typing import Any

from ninefold.core.alphabet import default_alphabet, symbols_of
from ninefold.core.errors import Fault, GridError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr, whole_number

Marks = dict[int, tuple[int, ...]]

# What may be told about a puzzle, in the order in which it is shown; a format may add words of its own, with a dot.
META = (
    *("name", "author", "source", "level", "rating", "description", "comment", "rules", "created", "url", "id"),
    *("technique", "tags"),
)
PARTS = ("placed", "candidates", "corners", "solution", "play")


@dataclass(frozen=True, repr=False)
class Sheet:
    """A puzzle with what is placed and noted on it, and what is known of it.

    >>> sheet = Sheet(Grid("..4.1......3.1.."), placed={0: 2}, candidates={1: (4, 3)}, meta={"name": "small"})
    >>> sheet
    Sheet(Grid('..4.1......3.1..'), placed={0: 2}, candidates={1: (3, 4)}, meta={'name': 'small'})
    >>> sheet.grid.line
    '2.4.1......3.1..'

    Args:
        clues: the puzzle.
        placed: for cells without a clue, the digit placed there.
        candidates: for some cells, the digits noted as possible.
        corners: for some cells, the digits noted in its corners.
        solution: the full grid, true to the clues.
        meta: texts by name.
        play: JSON values by name.
    """

    clues: Grid
    placed: Mapping[int, int] = field(default_factory=dict, kw_only=True)
    candidates: Mapping[int, Iterable[int]] = field(default_factory=dict, kw_only=True)
    corners: Mapping[int, Iterable[int]] = field(default_factory=dict, kw_only=True)
    solution: Grid | None = field(default=None, kw_only=True)
    meta: Mapping[str, str] = field(default_factory=dict, kw_only=True)
    play: Mapping[str, Any] = field(default_factory=dict, kw_only=True)

    def __post_init__(self) -> None:
        """Check every part and bring it to its one normal form."""
        if not isinstance(self.clues, Grid):
            raise GridError(f"a sheet is made from a grid of clues, not from {short_repr(self.clues)}")
        faults: list[Fault] = []
        if self.placed:
            self._set("placed", self._read_placed(faults))
        if self.candidates:
            self._set("candidates", self._read_marks(self.candidates, faults))
        if self.corners:
            self._set("corners", self._read_marks(self.corners, faults))
        if self.solution is not None:
            self._check_solution(self.solution, faults)
        if faults:
            raise GridError("the parts of the sheet do not fit its clues", faults)
        if self.meta:
            self._set("meta", {name: _sound(text) for name, text in sorted(self.meta.items(), key=_meta_key) if text})

    def _set(self, name: str, value: object) -> None:
        object.__setattr__(self, name, value)

    def _read_placed(self, faults: list[Fault]) -> dict[int, int]:
        placed = {}
        for cell, digit in sorted(self.placed.items()):
            name, number = self.layout.name(cell), whole_number(digit)
            if number is None or not 0 < number <= self.clues.size:
                faults.append(Fault(name, short_repr(digit), f"a digit 1 to {self.clues.size}"))
            elif self.clues.digits[cell]:
                faults.append(Fault(name, f"{number} placed", f"its clue {self.clues.digits[cell]} and nothing else"))
            else:
                placed[cell] = number
        return placed

    def _read_marks(self, marks: Mapping[int, Iterable[int]], faults: list[Fault]) -> Marks:
        read = {}
        for cell, digits in sorted(marks.items()):
            name = self.layout.name(cell)
            numbers = [whole_number(digit) for digit in digits]
            if bad := [digit for digit in numbers if digit is None or not 0 < digit <= self.clues.size]:
                faults.append(Fault(name, short_repr(bad[0]), f"candidates 1 to {self.clues.size}"))
            elif numbers:
                read[cell] = tuple(sorted({digit for digit in numbers if digit}))
        return read

    def _check_solution(self, solution: Grid, faults: list[Fault]) -> None:
        if solution.layout != self.layout or not solution.is_full:
            faults.append(Fault("solution", short_repr(solution.line), f"a full grid of {self.layout}"))
            return
        if _agree(self.clues.digits, solution.digits):
            return
        for cell in self.clues.filled_cells:
            if solution.digits[cell] != self.clues.digits[cell]:
                expected = f"the clue {self.clues.digits[cell]}"
                faults.append(Fault(f"solution {self.layout.name(cell)}", str(solution.digits[cell]), expected))

    @property
    def layout(self) -> Layout:
        """The board."""
        return self.clues.layout

    @property
    def grid(self) -> Grid:
        """Clues and placed digits together: the puzzle as it stands."""
        return self.clues.with_digits(self.placed) if self.placed else self.clues

    def with_digits(self, **changes: Any) -> Sheet:
        """The same sheet with other parts."""
        if changes.keys() == {"meta"} and changes["meta"] == self.meta:  # often asked for nothing, and checked again
            return self
        return replace(self, **changes)

    def only(self, parts: Iterable[str], meta: Iterable[str]) -> Sheet:
        """The clues with some parts and some of what is told."""
        kept, words = set(parts), set(meta)
        if words.issuperset(self.meta) and not any(getattr(self, name) for name in PARTS if name not in kept):
            return self
        told = {name: text for name, text in self.meta.items() if name in words}
        return Sheet(self.clues, meta=told, **{name: getattr(self, name) for name in kept})

    def __hash__(self) -> int:
        """Agrees with equality."""
        return hash(self.clues)

    def __repr__(self) -> str:
        """The sheet as the code that makes it."""
        values = [(f.name, getattr(self, f.name)) for f in fields(self)[1:]]
        return f"Sheet({', '.join([repr(self.clues), *(f'{name}={value!r}' for name, value in values if value)])})"


_MASK = b"\0" + b"\xff" * 255


def _agree(clues: bytes, solution: bytes) -> bool:
    """Whether a full grid has every clue: all cells at once, each a byte of a large number."""
    mask = int.from_bytes(clues.translate(_MASK), "big")
    return int.from_bytes(solution, "big") & mask == int.from_bytes(clues, "big")


def _sound(text: str) -> str:
    """A text that can be written anywhere: JSON may hold halves of characters, which no file can."""
    return str(text).encode("utf-8", "replace").decode()


def _meta_key(item: tuple[str, str]) -> tuple[int, str]:
    return (META.index(item[0]) if item[0] in META else len(META), item[0])


def read_line(line: str, layout: Layout) -> Grid:
    """A grid as it is kept, in one line."""
    table = _digit_table(layout.size)
    if table and len(line) == layout.size**2 and line.isascii():  # as we write it: no need to look at each character
        digits = line.encode().translate(table)
        if 0xFF not in digits:
            return Grid.from_digits(digits, layout)
    return Grid(line, layout=layout, alphabet=default_alphabet(layout.size) or None)


@cache
def _digit_table(size: int) -> bytes:
    """For each byte of a line its digit, 255 for what we do not write; empty where a line has no such alphabet."""
    alphabet = default_alphabet(size)
    symbols = "." + symbols_of(alphabet, size) if alphabet else ""
    digits = {ord(symbol): digit for digit, symbol in enumerate(symbols)}
    return bytes(digits.get(code, 0xFF) for code in range(256)) if digits else b""
