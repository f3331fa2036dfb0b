"""The games of a sheet: labels, and the grids below them; every fault is told with its cell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ninefold.core.errors import Fault, NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.text import read_cell
from ninefold.core.values import shown
from ninefold.library.formats.format import Item, layout_of_word, unread
from ninefold.library.formats.xlsx_cells import Cells, cell_name
from ninefold.library.sheet import Sheet
from ninefold.library.source import Source

_DIGITS = re.compile(r"[0-9]{1,2}|\.", re.ASCII)


def games(cells: Cells, last: int, source: Source) -> Iterator[Item]:
    """The games in order; between them may be empty rows and nothing else."""
    row = 1
    while row <= last:
        if not cells.get(row):
            row += 1
        elif label := _label(cells, row):
            layout = Layout.of_size(9)
            try:
                layout = source.layout or _layout(cells[row]) or layout
                yield Sheet(_grid(cells, row, layout, last), meta={"name": label})
            except NinefoldError as error:
                yield unread(f"cell A{row}, {shown(label)}: {error.message}", error.faults, label)
            row += layout.size + 1
        else:
            column = min(cells[row])
            name, text = cell_name(row, column), cells[row][column]
            raise ParseError(f"cell {name}: read {shown(text)}, expected a label in column A, as S1, above each grid")


def _label(cells: Cells, row: int) -> str:
    """The label of a row, empty where it has none."""
    text = cells.get(row, {}).get(1, "")
    return "" if _DIGITS.fullmatch(text) else text


def _layout(row: dict[int, str]) -> Layout | None:
    """The layout beside a label, if one stands there."""
    text = row.get(2)
    return layout_of_word(text) if text else None


def _grid(cells: Cells, label: int, layout: Layout, last: int) -> Grid:
    size = layout.size
    if last < label + size - 1:  # one empty row at the end may be meant; several are missing
        raise ParseError(
            f"the sheet ends at row {last}, expected {size} rows, up to cell {cell_name(label + size, size)}"
        )
    digits, faults = bytearray(size * size), []
    for row in range(label + 1, label + size + 1):
        if len(text := _label(cells, row)) > 1:
            place = f"row {row - label} of {size} of the grid"
            raise ParseError(f"cell {cell_name(row, 1)}: read {shown(text)}, expected {place}")
        for column, text in sorted(cells.get(row, {}).items()):
            digit = read_cell(text, size)
            if column <= size and digit is not None:
                digits[size * (row - label - 1) + column - 1] = digit
                continue
            expected = f"a digit 1 to {size}, or nothing" if column <= size else f"nothing beside {size} columns"
            faults.append(Fault(f"cell {cell_name(row, column)}", shown(text), expected))
    if faults:
        raise ParseError("the cells do not make a grid", faults)
    return Grid.of_digits(bytes(digits), layout)
