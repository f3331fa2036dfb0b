"""Layouts: the cells, rows, columns, boxes and extra units of a board.

Terms, for a board with N digits:

    cell    an int 0…N²−1, row by row, printed as r4c7
    unit    cells that must all differ: a row, column, box, diagonal, window or extra set
    peers   of a cell: the other cells of all its units
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache, cached_property
from math import isqrt
from typing import NamedTuple, cast

from ninefold.core.errors import Fault, LayoutError
from ninefold.core.geometry import (
    MAX_SIZE,
    MIN_SIZE,
    box_map,
    box_of_map,
    cell_name,
    has_standard_boxes,
    read_regions,
    squarest_box,
    windows_of,
)
from ninefold.core.values import as_python, counted, first_values, is_iterable, short_repr, whole_number

# Labels of jigsaw regions in a written map: one per region of the largest board, without "+" and ":", which
# separate the parts of a layout's text.
LABELS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789-_"

CellSet = str | Iterable[int | str]


class Unit(NamedTuple):
    """Cells that must all differ, with the kind of unit and its number within that kind."""

    kind: str
    number: int
    cells: tuple[int, ...]

    @property
    def name(self) -> str:
        """The unit's name in data: `row 3`, `diagonal 1`; `Layout.unit_name` is the one for readers."""
        return f"{self.kind} {self.number}"


@dataclass(frozen=True, init=False, repr=False)
class Layout:
    """A board: its size, its boxes or regions, and any extra units. Immutable and hashable.

    >>> Layout(9)
    Layout(9)
    >>> Layout(6).box                      # two rows by three columns
    (2, 3)
    >>> Layout(4, regions="AABB AABB CCDD CCDD") == Layout(4)
    True
    >>> Layout(9, diagonals=True).units[-1].name
    'diagonal 2'

    Args:
        size: the number of digits N, 2 to 64.
        box: rows and columns of a box; their product is N (default: the squarest box).
        regions: a jigsaw map instead of boxes, one label per cell, row by row: text or a sequence.
        diagonals: whether both diagonals are units too.
        windows: whether the windows of windoku are units too (square boxes only).
        extra: more sets of cells that must all differ, each as cells or as text such as `"r1c1 r2c2"`. Their order does
            not matter, and a set that is a unit already adds nothing.
    """

    size: int
    box: tuple[int, int] | None
    regions: tuple[int, ...] | None
    diagonals: bool
    windows: bool
    extra: tuple[tuple[int, ...], ...]

    def __init__(
        self,
        size: int,
        *,
        box: tuple[int, int] | None = None,
        regions: str | Iterable[object] | None = None,
        diagonals: bool = False,
        windows: bool = False,
        extra: Iterable[CellSet] = (),
    ) -> None:
        """Validate and normalise every argument, so that two descriptions of one board are equal."""
        if box is not None and regions is not None:
            raise LayoutError("pass box= or regions=, not both")
        size = _read_size(size)
        self._set(size=size)
        if regions is None:
            self._set(box=squarest_box(size) if box is None else self._read_box(box), regions=None)
        else:
            labels = read_regions(size, regions)
            self._set(box=box_of_map(labels, size))
            self._set(regions=labels if self.box is None else None)
        for name, flag in (("diagonals", diagonals), ("windows", windows)):
            if not isinstance(as_python(flag), bool):
                raise LayoutError(f"{name} must be True or False, not {short_repr(flag)}")
        if windows and not self._has_square_boxes:
            raise LayoutError(f"windows need square boxes; this board of size {size} does not have them")
        self._set(diagonals=bool(diagonals), windows=bool(windows), extra=())
        if more := set(self._read_extra(extra)):
            self._set(diagonals=self.diagonals or set(_diagonals(size)) <= more)
            self._set(windows=self.windows or (self._has_square_boxes and set(windows_of(size)) <= more))
            named = [*_diagonals(size)] * self.diagonals + [*windows_of(size)] * self.windows
            known = {unit.cells for unit in self.rows + self.columns + self.boxes}
            self._set(extra=tuple(sorted(more.difference(known, named))))

    def _set(self, **fields: object) -> None:
        for name, value in fields.items():
            object.__setattr__(self, name, value)

    def _read_box(self, box: object) -> tuple[int, int]:
        sides = [whole_number(side) for side in box] if isinstance(box, tuple | list) else []
        if len(sides) != 2 or None in sides:
            raise LayoutError(f"box must be (rows, columns), not {short_repr(box)}")
        rows, columns = cast("list[int]", sides)
        if rows < 1 or columns < 1 or rows * columns != self.size:
            raise LayoutError(
                f"a box of {short_repr(rows)} by {short_repr(columns)} has {short_repr(rows * columns)} cells;"
                f" size {self.size} needs {self.size}"
            )
        return rows, columns

    def _read_extra(self, extra: Iterable[CellSet]) -> tuple[tuple[int, ...], ...]:
        if isinstance(extra, str) or not is_iterable(extra):
            raise LayoutError(f"extra must be a list of cell sets such as ['r1c1 r2c2']; read {short_repr(extra)}")
        units, faults = [], []
        for number, cells in enumerate(extra, 1):
            unit = self.cells(cells)
            if len(set(unit)) != len(unit):
                faults.append(Fault(f"extra {number}", "a cell twice", "different cells"))
            elif not 2 <= len(unit) <= self.size:
                faults.append(Fault(f"extra {number}", counted(len(unit), "cell"), f"2 to {self.size}"))
            units.append(tuple(sorted(unit)))
        if faults:
            raise LayoutError(f"invalid extra units for size {self.size}", faults)
        return tuple(units)

    @property
    def _has_square_boxes(self) -> bool:
        return self.box is not None and self.box[0] == self.box[1]

    # --- geometry -------------------------------------------------------------------------

    @cached_property
    def rows(self) -> tuple[Unit, ...]:
        """The rows, from the top."""
        n = self.size
        return tuple(Unit("row", r + 1, tuple(range(r * n, r * n + n))) for r in range(n))

    @cached_property
    def columns(self) -> tuple[Unit, ...]:
        """The columns, from the left."""
        n = self.size
        return tuple(Unit("column", c + 1, tuple(range(c, n * n, n))) for c in range(n))

    @cached_property
    def box_of(self) -> tuple[int, ...]:
        """For each cell, the index of its box (or jigsaw region), 0…N−1."""
        if self.box is not None:
            return box_map(*self.box)
        return self.regions or ()

    @cached_property
    def boxes(self) -> tuple[Unit, ...]:
        """The boxes, or the regions of a jigsaw, ordered by their first cells."""
        members: list[list[int]] = [[] for _ in range(self.size)]
        for cell, box in enumerate(self.box_of):
            members[box].append(cell)
        return tuple(Unit("box", b + 1, tuple(cells)) for b, cells in enumerate(members))

    @cached_property
    def extras(self) -> tuple[Unit, ...]:
        """Every unit other than rows, columns and boxes."""
        n = self.size
        units = [Unit("diagonal", d, cells) for d, cells in enumerate(_diagonals(n), 1) if self.diagonals]
        if self.windows:
            units.extend(Unit("window", w, cells) for w, cells in enumerate(windows_of(n), 1))
        units.extend(Unit("extra", e, cells) for e, cells in enumerate(self.extra, 1))
        return tuple(units)

    @cached_property
    def units(self) -> tuple[Unit, ...]:
        """All units: rows, columns, boxes, then the extras."""
        return self.rows + self.columns + self.boxes + self.extras

    @cached_property
    def units_of(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the indices in `units` of its units."""
        found: list[list[int]] = [[] for _ in range(self.size**2)]
        for index, unit in enumerate(self.units):
            for cell in unit.cells:
                found[cell].append(index)
        return tuple(map(tuple, found))

    @cached_property
    def peers(self) -> tuple[tuple[int, ...], ...]:
        """For each cell, the cells that share a unit with it, in order."""
        units = [unit.cells for unit in self.units]
        return tuple(
            tuple(sorted({peer for u in of for peer in units[u]} - {cell})) for cell, of in enumerate(self.units_of)
        )

    @property
    def plain(self) -> bool:
        """Whether the board has rectangular boxes and no extra units."""
        return self.box is not None and not self.extras

    @cached_property
    def is_standard(self) -> bool:
        """Whether this is the default board of its size: plain, with the squarest boxes."""
        return self.plain and self._base_word() == str(self.size)

    # --- names ----------------------------------------------------------------------------

    def name(self, cell: int) -> str:
        """The printed name of a cell: `r4c7`."""
        return cell_name(self.cell(cell), self.size)

    def names(self, cells: Iterable[int]) -> str:
        """The printed names of cells: `r1c4, r2c5`."""
        return ", ".join(map(self.name, cells))

    def unit_name(self, unit: Unit) -> str:
        """The name by which a reader finds a unit: `row 3`, but for units without known numbers, by their cells.

        >>> Layout(9, diagonals=True).unit_name(Layout(9, diagonals=True).units[-1])
        'the diagonal from r1c9 to r9c1'
        """
        first, *between, last = map(self.name, unit.cells)
        if unit.kind == "box" and self.box is None:
            return f"the region of {first}"
        if unit.kind in ("row", "column", "box"):
            return unit.name
        kind = {"extra": "diagonal" if unit.cells in _diagonals(self.size) else "extra unit"}.get(unit.kind, unit.kind)
        alike = [cells for cells in self.extra if (cells[0], cells[-1]) == (unit.cells[0], unit.cells[-1])]
        if kind == "extra unit" and (len(between) < 3 or len(alike) > 1):
            return f"the extra unit of {', '.join([first, *between])} and {last}"
        return f"the {kind} from {first} to {last}"

    def cell(self, name: int | str) -> int:
        """The cell with a name such as `r4c7`; a cell number is validated and returned.

        >>> Layout(9).cell("r4c7")
        33
        """
        if isinstance(name, str):
            match = re.fullmatch(r"r([0-9]{1,2})c([0-9]{1,2})", name.strip(), re.ASCII | re.IGNORECASE)
            row, column = (int(part) - 1 for part in match.groups()) if match else (-1, -1)
            inside = 0 <= row < self.size and 0 <= column < self.size
            cell = row * self.size + column
        else:
            number = whole_number(name)
            cell = -1 if number is None else number
            inside = 0 <= cell < self.size**2
        if not inside:
            last = cell_name(self.size**2 - 1, self.size)
            raise LayoutError(f"unknown cell {short_repr(name)}: expected r1c1 to {last}, or 0 to {self.size**2 - 1}")
        return cell

    def cells(self, cells: CellSet) -> tuple[int, ...]:
        """Cells given as text such as `"r1c1 r2c2"` (separated by spaces or commas) or as a sequence."""
        if not is_iterable(cells) or isinstance(cells, bytes | bytearray):
            raise LayoutError(f"cells must be text such as 'r1c1 r2c2', or a sequence; read {short_repr(cells)}")
        parts = cells.replace(",", " ").split() if isinstance(cells, str) else cells
        return tuple(map(self.cell, first_values(parts, self.size**2)))

    # --- text form ------------------------------------------------------------------------

    def __str__(self) -> str:
        """The layout as text that `Layout.parse` reads: `9`, `3x2`, `9+diagonals+windows`."""
        words = [self._base_word()]
        words += ["diagonals"] * self.diagonals + ["windows"] * self.windows
        words += ["extra:" + self.names(unit.cells).replace(" ", "") for unit in self.extras if unit.kind == "extra"]
        return "+".join(words)

    def _base_word(self) -> str:
        if self.box is None:
            return "jigsaw:" + "".join(LABELS[box] for box in self.box_of)
        has_default = has_standard_boxes(self.size) and self.box == squarest_box(self.size)
        return str(self.size) if has_default else f"{self.box[0]}x{self.box[1]}"

    def __repr__(self) -> str:
        """The layout as Python code."""
        parts = [str(self.size)]
        base = self._base_word()
        if base.startswith("jigsaw:"):
            parts.append(f"regions={base.removeprefix('jigsaw:')!r}")
        elif "x" in base:
            parts.append(f"box={self.box}")
        parts += ["diagonals=True"] * self.diagonals + ["windows=True"] * self.windows
        if self.extra:
            parts.append(f"extra={self.extra}")
        return f"Layout({', '.join(parts)})"

    def __reduce__(self) -> tuple[object, ...]:
        """Pickle the text form: the derived tables are large, and are rebuilt on demand."""
        return Layout.parse, (str(self),)

    @classmethod
    def parse(cls, text: str) -> Layout:
        """Read a layout from its text form.

        A size (`9`), a box of rows by columns (`2x3`) or a map (`jigsaw:AAB…`), followed by any of
        `+diagonals`, `+windows` and `+extra:r1c1,r2c2,…`.

        >>> Layout.parse("9+diagonals+windows")
        Layout(9, diagonals=True, windows=True)
        """
        if not isinstance(text, str):
            raise LayoutError(f"a layout must be text such as '9+diagonals', not {short_repr(text)}")
        base, *words = text.strip().split("+")
        flags = {word for word in words if word in ("diagonals", "windows")}
        extra = [word.removeprefix("extra:") for word in words if word.startswith("extra:")]
        if len(flags) + len(extra) != len(words):
            raise LayoutError(
                f"layout {short_repr(text)}: expected +diagonals, +windows (once each) or +extra:CELLS after the size"
            )
        size, box, regions = _read_base(base.strip())
        return cls(
            size, box=box, regions=regions, diagonals="diagonals" in flags, windows="windows" in flags, extra=extra
        )

    @staticmethod
    def of_size(size: int) -> Layout:
        """The standard board of a size; cached, so that all its grids share one set of tables."""
        return _standard_board(_read_size(size))


def _diagonals(n: int) -> tuple[tuple[int, ...], tuple[int, ...]]:
    return tuple(i * n + i for i in range(n)), tuple(i * n + n - 1 - i for i in range(n))


@cache
def _standard_board(size: int) -> Layout:
    return Layout(size)


def check_layout(layout: object) -> None:
    """Refuse anything but a Layout."""
    if not isinstance(layout, Layout):
        raise LayoutError(f"layout must be a Layout such as Layout(9), not {short_repr(layout)}")


def _read_size(size: object) -> int:
    number = whole_number(size)
    if number is None:
        raise LayoutError(f"size must be a whole number, not {short_repr(size)}")
    if not MIN_SIZE <= number <= MAX_SIZE:
        raise LayoutError(f"size {short_repr(number)} is out of range: expected {MIN_SIZE} to {MAX_SIZE}")
    return number


def _read_base(base: str) -> tuple[int, tuple[int, int] | None, str | None]:
    if base.startswith("jigsaw:"):
        regions = "".join(base.removeprefix("jigsaw:").split())
        if isqrt(len(regions)) ** 2 != len(regions):
            raise LayoutError(
                f"layout {short_repr(base)}: read {len(regions)} labels, expected N² such as 81 for size 9"
            )
        return isqrt(len(regions)), None, regions
    if match := re.fullmatch(r"([0-9]{1,2})[xX]([0-9]{1,2})", base, re.ASCII):
        rows, columns = map(int, match.groups())
        return rows * columns, (rows, columns), None
    if re.fullmatch(r"[0-9]{1,2}", base, re.ASCII):
        return int(base), None, None
    raise LayoutError(f"layout {short_repr(base)}: expected a size (9), a box (2x3) or jigsaw:MAP")
