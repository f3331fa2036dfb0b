"""The games of a sheet: labels, and the grids below them; every fault is told with its cell."""

from __future__ import annotations

import re
from collections.abc import Iterator

from ninefold.core.errors import Fault, NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.text import read_cell
from ninefold.core.values import shown
from ninefold.library.formats.format import Item
from ninefold.library.formats.tree import Node
from ninefold.library.sheet import Sheet
from ninefold.library.source import Source

Cells = dict[tuple[int, int], str]
_NAME = re.compile(r"([A-Z]{1,3})([0-9]{1,7})", re.ASCII)
_DIGITS = re.compile(r"[0-9]{1,2}|\.", re.ASCII)


def rows_of(root: Node, most: int) -> Iterator[tuple[int, int, Node | None]]:
    """Row, column and element of each cell, and each row itself as column 0; rows beyond the most are refused."""
    row = 0
    for line in root.all("row"):
        row, column = row + 1, 0
        if re.fullmatch(r"[0-9]{1,7}", line.attributes.get("r", ""), re.ASCII):
            row = int(line.attributes["r"])
        if row > most:
            raise ParseError(f"row {row} of the sheet: more than {most:,} rows are refused")
        yield row, 0, None
        for node in line.inside:
            if node.name == "c":
                column = _column(node, row, column + 1)
                yield row, column, node


def _column(node: Node, row: int, following: int) -> int:
    name = node.attributes.get("r")
    if name is None:
        return following
    match = _NAME.fullmatch(name)
    if match is None or int(match[2]) != row:
        raise ParseError(f"row {row} of the sheet: read a cell {shown(name)}")
    number = 0
    for letter in match[1]:
        number = 26 * number + ord(letter) - 64
    return number


def cell_name(row: int, column: int) -> str:
    """A cell as spreadsheets call it: B12."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"


def games(cells: Cells, last: int, source: Source) -> Iterator[Item]:
    """The games in order; between them may be empty rows and nothing else."""
    filled = {row for row, _ in cells}
    row = 1
    while row <= last:
        if row not in filled:
            row += 1
        elif _is_label(cells, row):
            label, layout = cells[row, 1], Layout.of_size(9)
            try:
                layout = source.layout or _layout(cells, row) or layout
                yield Sheet(_grid(cells, row, layout, last), meta={"name": label})
            except NinefoldError as error:
                yield ParseError(f"cell A{row}, {shown(label)}: {error.message}", error.faults)
            row += layout.size + 1
        else:
            column = min(c for r, c in cells if r == row)
            name, text = cell_name(row, column), cells[row, column]
            raise ParseError(f"cell {name}: read {shown(text)}, expected a label in column A, as S1, above each grid")


def _is_label(cells: Cells, row: int) -> bool:
    return (row, 1) in cells and not _DIGITS.fullmatch(cells[row, 1])


def _layout(cells: Cells, row: int) -> Layout | None:
    """The layout beside a label, if one stands there."""
    text = cells.get((row, 2))
    return Layout.parse(text) if text else None


def _grid(cells: Cells, label: int, layout: Layout, last: int) -> Grid:
    size = layout.size
    if last < label + size - 1:  # one empty row at the end may be meant; several are missing
        raise ParseError(
            f"the sheet ends at row {last}, expected {size} rows, up to cell {cell_name(label + size, size)}"
        )
    digits, faults = bytearray(), []
    for row in range(label + 1, label + size + 1):
        if _is_label(cells, row) and len(cells[row, 1]) > 1:
            name = cell_name(row, 1)
            raise ParseError(
                f"cell {name}: read {shown(cells[row, 1])}, expected row {row - label} of {size} of the grid"
            )
        for column in range(1, size + 1):
            text = cells.get((row, column), "")
            digit = read_cell(text, size)
            if digit is None:
                faults.append(Fault(f"cell {cell_name(row, column)}", shown(text), f"a digit 1 to {size}, or nothing"))
            digits.append(digit or 0)
    beside = [(r, c) for r, c in cells if label < r <= label + size < r + size and c > size]
    faults += [
        Fault(f"cell {cell_name(r, c)}", shown(cells[r, c]), f"nothing beside {size} columns") for r, c in beside
    ]
    if faults:
        raise ParseError("the cells do not make a grid", faults)
    return Grid.of_digits(bytes(digits), layout)
