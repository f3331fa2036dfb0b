"""Grids: N×N cells, each a digit or empty; immutable and hashable."""

from __future__ import annotations

from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Set
from functools import cache, cached_property
from itertools import repeat
from math import isqrt
from typing import TYPE_CHECKING, Any, TypeGuard, cast

from ninefold.core.alphabet import default_alphabet, symbols_of
from ninefold.core.drawing import draw, svg
from ninefold.core.errors import Fault, GridError
from ninefold.core.geometry import MAX_SIZE, has_standard_boxes
from ninefold.core.layout import Layout
from ninefold.core.text import read_cell, read_grid
from ninefold.core.values import as_python, counted, first_values, short_repr, whole_or_float

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

GridLike = Any  # text, nested lists, a flat sequence, a NumPy array, a Grid, or a Puzzle (its clues)

_set = object.__setattr__  # Grid.__setattr__ always raises
_VALID_BYTES = [bytes(range(size + 1)) for size in range(MAX_SIZE + 1)]  # by board size


class Grid:
    """A grid of digits and empty cells on a layout.

    >>> grid = Grid("..4. 1... ...3 .1..")
    >>> print(grid)
    +-----+-----+
    | . . | 4 . |
    | 1 . | . . |
    +-----+-----+
    | . . | . 3 |
    | . 1 | . . |
    +-----+-----+
    >>> grid
    Grid('..4.1......3.1..')
    >>> grid == Grid([[0, 0, 4, 0], [1, 0, 0, 0], [0, 0, 0, 3], [0, 1, 0, 0]])
    True
    >>> grid[2], grid["r1c3"], grid.layout.name(2)
    (4, 4, 'r1c3')

    Args:
        source: text in any form `ninefold.core.text` reads, nested lists, a flat sequence of N²
            cells, a NumPy array of either shape, or a grid. A cell is a whole number, 0 or None for
            empty, or the text of one; 5.0 is a whole number too.
        layout: the board (default: the standard board of the source's size).
        alphabet: for text on boards with N > 9, the characters of the digits, such as `"1-9A-G"`.
    """

    __slots__ = ("__dict__", "_digits", "_layout")
    _digits: bytes
    _layout: Layout

    def __init__(self, source: GridLike, *, layout: Layout | None = None, alphabet: str | None = None) -> None:
        """Read the source; an error lists every fault in it."""
        if layout is not None and not isinstance(layout, Layout):
            raise GridError(f"layout must be a Layout such as Layout(9), not {short_repr(layout)}")
        source = as_python(source)
        if alphabet is not None and not (isinstance(source, str) or _are_lines(source)):
            raise GridError(
                f"alphabet={short_repr(alphabet)} works only with a grid given as text, not {type(source).__name__}"
            )
        if isinstance(clues := getattr(source, "clues", None), Grid):  # a Puzzle
            source = clues
        if isinstance(source, Grid):
            digits, layout = _of_grid(source, layout)
        elif isinstance(source, str):
            digits, layout = read_grid(source, layout, alphabet)
        elif _are_lines(source):
            digits, layout = read_grid("\n".join(source), layout, alphabet)
        else:
            digits, layout = _of_cells(source, layout)
        object.__setattr__(self, "_digits", digits)
        object.__setattr__(self, "_layout", layout)

    @classmethod
    def empty(cls, layout: Layout | int = 9) -> Grid:
        """The empty grid on a layout, or on the standard board of a size."""
        layout = layout if isinstance(layout, Layout) else Layout.of_size(layout)
        return cls.from_digits(bytes(layout.size**2), layout)

    @classmethod
    def from_digits(cls, digits: bytes, layout: Layout) -> Grid:
        """Build a grid from N² bytes (0 = empty), without parsing."""
        if (type(digits) is not bytes and not isinstance(digits, bytes | bytearray)) or not isinstance(layout, Layout):
            raise GridError(
                f"from_digits takes N² bytes and a layout; read {short_repr(digits)} and {short_repr(layout)}"
            )
        if len(digits) != layout.size**2 or digits.translate(None, _VALID_BYTES[layout.size]):
            raise _wrong_digits(digits, layout)
        grid = object.__new__(cls)
        _set(grid, "_digits", bytes(digits))
        _set(grid, "_layout", layout)
        return grid

    @classmethod
    def all_of_digits(cls, digits: bytes, layout: Layout) -> list[Grid]:
        """Build many grids from their concatenated bytes, N² each: faster than one at a time."""
        cells = layout.size**2
        rows = [digits[start : start + cells] for start in range(0, len(digits), cells)]
        if len(digits) % cells or digits.translate(None, _VALID_BYTES[layout.size]):
            return [cls.from_digits(row, layout) for row in rows]  # raises for the first invalid grid
        grids = [object.__new__(cls) for _ in rows]
        slots = vars(Grid)  # mapping the slots' own setters takes half the time of a loop
        deque(map(slots["_digits"].__set__, grids, rows), maxlen=0)
        deque(map(slots["_layout"].__set__, grids, repeat(layout)), maxlen=0)
        return grids

    def __setattr__(self, name: str, value: object) -> None:
        """Always raise: grids are immutable."""
        raise AttributeError(
            f"Grid is immutable; get a changed copy with .with_digits({{cell: digit}}) instead of .{name} ="
        )

    def __delattr__(self, name: str) -> None:
        """Always raise: grids are immutable."""
        raise AttributeError("Grid is immutable")

    # --- cells and digits -------------------------------------------------------------------

    @property
    def layout(self) -> Layout:
        """The board of the grid."""
        return self._layout

    @property
    def size(self) -> int:
        """The number of digits N."""
        return self._layout.size

    @property
    def digits(self) -> bytes:
        """The N² digits row by row, 0 for empty."""
        return self._digits

    def __getitem__(self, cell: int | str) -> int:
        """The digit in a cell, 0 for empty; the cell is a number or a name such as `r4c7`."""
        return self._digits[self._layout.cell(cell)]

    def __iter__(self) -> Iterator[int]:
        """The digits row by row, 0 for empty."""
        return iter(self._digits)

    def __len__(self) -> int:
        """The number of cells, N²."""
        return len(self._digits)

    @property
    def rows(self) -> tuple[tuple[int, ...], ...]:
        """The digits as N rows of N."""
        n = self.size
        return tuple(tuple(self._digits[i : i + n]) for i in range(0, n * n, n))

    @cached_property
    def filled_cells(self) -> tuple[int, ...]:
        """The cells with a digit; in a puzzle, the clues."""
        return tuple(cell for cell, digit in enumerate(self._digits) if digit)

    @cached_property
    def empty_cells(self) -> tuple[int, ...]:
        """The cells without a digit."""
        return tuple(cell for cell, digit in enumerate(self._digits) if not digit)

    @property
    def is_full(self) -> bool:
        """Whether every cell has a digit, right or wrong."""
        return 0 not in self._digits

    def with_digits(self, changes: Mapping[int, int] | Mapping[str, int] | Mapping[int | str, int]) -> Grid:
        """A copy with some cells changed, by number or by name; 0 empties a cell.

        >>> Grid("..4. 1... ...3 .1..").with_digits({0: 2}).line
        '2.4.1......3.1..'
        """
        if not isinstance(changes, Mapping):
            raise GridError(
                f"changes must be a mapping of cells to digits, such as {{0: 5}}; read {short_repr(changes)}"
            )
        digits = bytearray(self._digits)
        faults = []
        for name, value in cast("Mapping[int | str, int]", changes).items():
            cell, digit = self._layout.cell(name), whole_or_float(value)
            if digit is None or not 0 <= digit <= self.size:
                faults.append(Fault(self._layout.name(cell), short_repr(value), f"0 to {self.size}"))
            else:
                digits[cell] = digit
        if faults:
            raise GridError(f"invalid digits for size {self.size}", faults)
        return Grid.from_digits(bytes(digits), self._layout)

    # --- comparison, pickling, NumPy --------------------------------------------------------

    def __eq__(self, other: object) -> bool:
        """Equal digits on equal layouts."""
        if not isinstance(other, Grid):
            return NotImplemented
        return self._digits == other._digits and self._layout == other._layout

    def __hash__(self) -> int:
        """Hash of the digits."""
        return hash(self._digits)

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle as digits and layout."""
        return Grid.from_digits, (self._digits, self._layout)

    def __array__(self, dtype: Any = None, copy: bool | None = None) -> NDArray[np.generic]:
        """The digits as an N×N NumPy array of uint8."""
        import numpy as np

        if copy is False:
            raise ValueError("Grid is immutable, so its array is always a copy; omit copy=False")
        shaped = np.frombuffer(self._digits, dtype=np.uint8).reshape(self.size, self.size)
        return cast("NDArray[np.generic]", shaped.astype(dtype or np.uint8, copy=True))

    # --- text and pictures ------------------------------------------------------------------

    @property
    def line(self) -> str:
        """The grid in one line: one character per cell, `.` for empty (for N > 61, numbers between spaces)."""
        alphabet = default_alphabet(self.size)
        if not alphabet:
            return " ".join(str(digit or ".") for digit in self._digits)
        symbols = "." + symbols_of(alphabet, self.size)
        return "".join(map(symbols.__getitem__, self._digits))

    def __str__(self) -> str:
        """The board with lines between boxes; it reads back as the same grid."""
        return draw(self._digits, self._layout)

    def __repr__(self) -> str:
        """The grid as Python code."""
        parts = [repr(self.line)]
        if self._layout != _standard_layout(self.size):
            parts.append(f"layout={self._layout!r}")
        if self.size > 9 and default_alphabet(self.size):
            parts.append(f"alphabet={default_alphabet(self.size)!r}")
        return f"Grid({', '.join(parts)})"

    def _repr_svg_(self) -> str:
        """The picture shown in notebooks."""
        return svg(self._digits, self._layout)


def _standard_layout(size: int) -> Layout | None:
    return Layout.of_size(size) if has_standard_boxes(size) else None


def _of_grid(source: Grid, layout: Layout | None) -> tuple[bytes, Layout]:
    if layout is not None and layout.size != source.size:
        raise GridError(f"read a grid of size {source.size}, expected size {layout.size}")
    return source.digits, layout or source.layout


def _of_cells(source: object, layout: Layout | None) -> tuple[bytes, Layout]:
    """The digits of nested lists, a flat sequence or an array."""
    cells = _flat(source, layout.size if layout else None)
    if layout is None:
        standard = _standard_layout(isqrt(len(cells))) if isqrt(len(cells)) ** 2 == len(cells) else None
        if standard is None:
            raise GridError(f"read {counted(len(cells), 'cell')}, expected N² such as 81 for size 9")
        layout = standard
    if len(cells) != layout.size**2:
        raise GridError(f"read {counted(len(cells), 'cell')}, expected {layout.size**2} for size {layout.size}")
    digits, faults = bytearray(), []
    for cell, value in enumerate(cells):
        digit = read_cell(value, layout.size)
        if digit is None:
            expected = f"1 to {layout.size}, or 0 or None for empty"
            faults.append(Fault(layout.name(cell), short_repr(value), expected))
        digits.append(digit or 0)
    if faults:
        raise GridError(f"invalid cells for a grid of size {layout.size}", faults)
    return bytes(digits), layout


def _flat(source: object, size: int | None) -> list[object]:
    """The cells of N rows or of one flat sequence; an error lists every row of the wrong length."""
    if not _is_row(source):
        raise GridError(f"a grid must be text, rows of cells or an array, not {type(source).__name__}")
    most = MAX_SIZE**2
    parts = [first_values(part, most) if _is_row(part) else part for part in map(as_python, first_values(source, most))]
    if len(parts) == 1 and isinstance(parts[0], list):  # one row of N² cells
        return parts[0]
    rows = [part for part in parts if isinstance(part, list)]
    if not rows:
        return parts
    expected = size or len(parts)
    faults = [
        Fault(
            f"row {number}",
            counted(len(part), "cell") if isinstance(part, list) else short_repr(part),
            f"{expected} cells",
        )
        for number, part in enumerate(parts, 1)
        if not isinstance(part, list) or len(part) != expected
    ]
    if len(parts) != expected or faults:
        raise GridError(f"read {counted(len(parts), 'row')}, expected {expected} rows of {expected} cells", faults)
    return [cell for row in rows for cell in row]


def _are_lines(source: object) -> bool:
    """Whether a list holds the rows of a grid as text; a list of one- and two-character texts holds cells."""
    rows = isinstance(source, list | tuple) and all(isinstance(row, str) for row in source)
    return rows and any(len(row) > 2 for row in cast("list[str]", source))


def _is_row(value: object) -> TypeGuard[Iterable[object]]:
    """Whether a value holds cells in order, unlike a dict, a set or raw bytes."""
    return isinstance(value, Iterable) and not isinstance(value, str | bytes | bytearray | Mapping | Set)


def _wrong_digits(digits: bytes, layout: Layout) -> GridError:
    if len(digits) != layout.size**2:
        return GridError(f"read {counted(len(digits), 'cell')}, expected {layout.size**2} for size {layout.size}")
    return GridError(
        f"invalid digits for size {layout.size}",
        [
            Fault(layout.name(cell), str(digit), f"0 to {layout.size}")
            for cell, digit in enumerate(digits)
            if digit > layout.size
        ],
    )


def read_line(line: str, layout: Layout) -> Grid:
    """A grid from the one line that `Grid.line` writes."""
    table = _digit_table(layout.size)
    if table and len(line) == layout.size**2 and line.isascii():  # in our own alphabet: translate all bytes at once
        digits = line.encode().translate(table)
        if 0xFF not in digits:
            return Grid.from_digits(digits, layout)
    return Grid(line, layout=layout, alphabet=default_alphabet(layout.size) or None)


@cache
def _digit_table(size: int) -> bytes:
    """The digit of each byte of a line, 255 for bytes we never write; empty if the size has no alphabet."""
    alphabet = default_alphabet(size)
    symbols = "." + symbols_of(alphabet, size) if alphabet else ""
    digits = {ord(symbol): digit for digit, symbol in enumerate(symbols)}
    return bytes(digits.get(code, 0xFF) for code in range(256)) if digits else b""
