"""Excel, as Marinescu et al. (2011) lay out their games: a sheet `Games`, labels S1, S2 …, each above a 9×9 block.

        A   B   C …
    35  S4
    36  6   9
    37      3   2

1. A label is a text in column A without digits beside it; the next N rows of columns A to N are its grid. The cell
   right of the label may have the layout, if it is not the standard 9×9 board.
2. An .xlsx file is a zip of XML. It is read without another library, and nothing in it is trusted: sizes are checked
   before anything is unpacked, rows and cells as they are read, and formulas are errors. Nothing is written that would
   not be read.
3. All cells are written as texts: no text can become a formula, and MATLAB's xlsread gives it to the paper's program in
   the form it expects.
4. Each text is written once, in a separate part, and cells refer to it by number, as spreadsheet programs do.
"""

from __future__ import annotations

import io
import re
import zipfile
from collections.abc import Iterator, Mapping, Sequence
from html import escape

from ninefold.core.errors import Fault, NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.core.text import read_cell
from ninefold.core.values import short_repr
from ninefold.formats.format import Format, InputFile, Item, layout_of_word, one_line, puzzle_error
from ninefold.formats.xlsx_reader import MAX_CELLS, MAX_ROWS, SHEET, CellReader, Cells, Workbook, cell_name, within

_STRINGS = "xl/sharedStrings.xml"


def read(source: InputFile) -> Iterator[Item]:
    """A puzzle for each label of the sheet `Games`."""
    book, reader = Workbook(source.data), CellReader()
    name, part = book.games(source)
    if book.has(_STRINGS):
        reader.read_strings(book.pieces(_STRINGS), within(_STRINGS))
    reader.read_cells(book.pieces(part), within(part))
    found = False
    for item in games(reader.cells, reader.last, source):
        found = True
        yield item
    if not found:
        raise ParseError(f"the sheet {name} has no label, such as S1, with a grid below it")


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """A workbook with the sheet `Games`, all cells texts (rule 3)."""
    rows: list[list[str]] = []
    for puzzle in puzzles:
        is_nine = puzzle.layout == Layout(9)
        rows.append([puzzle.meta["name"]] if is_nine else [puzzle.meta["name"], str(puzzle.layout)])
        rows += [[str(digit) if digit else "" for digit in row] for row in puzzle.clues.rows]
        rows.append([])
    _check_size(rows)
    data = pack(SHEET, rows)
    Workbook(data)  # raises if it could not be read
    return data


def _check_size(rows: list[list[str]]) -> None:
    """Check the limits of reading."""
    cells = sum(1 for row in rows for text in row if text)
    for count, most, what in ((len(rows), MAX_ROWS, "rows"), (cells, MAX_CELLS, "cells")):
        if count > most:
            taken = f"and these puzzles take {count:,}"
            raise ParseError(f"a workbook holds {most:,} {what}, {taken}; write fewer of them, or a .csv")


def _normalise(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Give each puzzle a name: S1, S2 … unless its own can be a label."""
    done = []
    for number, puzzle in enumerate(puzzles, 1):
        name = one_line("".join(char for char in puzzle.meta.get("name", "") if char.isprintable() or char.isspace()))
        is_label = name and not re.fullmatch(r"[0-9.]*", name, re.ASCII) and len(name) < 1000
        done.append(puzzle.replace(meta={"name": name if is_label else f"S{number}"}))
    return done


FORMAT = Format(
    name="xlsx",
    about="Excel: a sheet Games, labels S1, S2 … and below each its grid",
    endings=(".xlsx",),
    sniff=lambda source: source.head.startswith(b"PK\x03\x04") and b".npy" not in source.head[30:64],
    read=read,
    write=write,
    meta=frozenset({"name"}),
    normalise=_normalise,
)


_DIGITS = re.compile(r"[0-9]{1,2}|\.", re.ASCII)


def games(cells: Cells, last: int, source: InputFile) -> Iterator[Item]:
    """The games in order; only empty rows may be between them."""
    row = 1
    while row <= last:
        if not cells.get(row):
            row += 1
        elif label := _label(cells, row):
            layout = Layout.of_size(9)
            try:
                layout = source.layout or _layout(cells[row]) or layout
                yield Puzzle.from_parts(_grid(cells, row, layout, last), meta={"name": label})
            except NinefoldError as error:
                yield puzzle_error(f"cell A{row}, {short_repr(label)}: {error.message}", error.faults, label)
            row += layout.size + 1
        else:
            column = min(cells[row])
            name, text = cell_name(row, column), cells[row][column]
            raise ParseError(
                f"cell {name}: read {short_repr(text)}, expected a label in column A, such as S1, above each grid"
            )


def _label(cells: Cells, row: int) -> str:
    """The label of a row; empty without one."""
    text = cells.get(row, {}).get(1, "")
    return "" if _DIGITS.fullmatch(text) else text


def _layout(row: dict[int, str]) -> Layout | None:
    """The layout beside a label, if there is one."""
    text = row.get(2)
    return layout_of_word(text) if text else None


def _grid(cells: Cells, label: int, layout: Layout, last: int) -> Grid:
    size = layout.size
    if last < label + size - 1:  # one empty row at the end may be intended; several are missing
        raise ParseError(
            f"the sheet ends at row {last}, expected {size} rows, up to cell {cell_name(label + size, size)}"
        )
    digits, faults = bytearray(size * size), []
    for row in range(label + 1, label + size + 1):
        if len(text := _label(cells, row)) > 1:
            place = f"row {row - label} of {size} of the grid"
            raise ParseError(f"cell {cell_name(row, 1)}: read {short_repr(text)}, expected {place}")
        for column, text in sorted(cells.get(row, {}).items()):
            digit = read_cell(text, size)
            if column <= size and digit is not None:
                digits[size * (row - label - 1) + column - 1] = digit
                continue
            expected = f"a digit 1 to {size}, or nothing" if column <= size else f"nothing beside {size} columns"
            faults.append(Fault(f"cell {cell_name(row, column)}", short_repr(text), expected))
    if faults:
        raise ParseError("the cells do not make a grid", faults)
    return Grid.from_digits(bytes(digits), layout)


_HEAD = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>\n'
_OFFICE = "http://schemas.openxmlformats.org/officeDocument/2006/relationships"
_PACKAGE = "http://schemas.openxmlformats.org/package/2006"
_MAIN = "http://schemas.openxmlformats.org/spreadsheetml/2006/main"
_KIND = "application/vnd.openxmlformats-officedocument.spreadsheetml"
# A zip stores dates; a constant one gives equal files for equal puzzles.
_DATE = (2000, 1, 1, 0, 0, 0)


def pack(name: str, rows: Sequence[Sequence[str]]) -> bytes:
    """The file of a workbook with one sheet."""
    numbers: dict[str, int] = {}
    cells = _rows(rows, numbers)
    parts = {
        "[Content_Types].xml": (
            f'<Types xmlns="{_PACKAGE}/content-types">'
            '<Default Extension="rels" ContentType="application/vnd.openxmlformats-package.relationships+xml"/>'
            '<Default Extension="xml" ContentType="application/xml"/>'
            f'<Override PartName="/xl/workbook.xml" ContentType="{_KIND}.sheet.main+xml"/>'
            f'<Override PartName="/xl/worksheets/sheet1.xml" ContentType="{_KIND}.worksheet+xml"/>'
            f'<Override PartName="/xl/sharedStrings.xml" ContentType="{_KIND}.sharedStrings+xml"/>'
            "</Types>"
        ),
        "_rels/.rels": _links({"officeDocument": "xl/workbook.xml"}),
        "xl/workbook.xml": (
            f'<workbook xmlns="{_MAIN}" xmlns:r="{_OFFICE}">'
            f'<sheets><sheet name="{escape(name)}" sheetId="1" r:id="rId1"/></sheets></workbook>'
        ),
        "xl/_rels/workbook.xml.rels": _links(
            {"worksheet": "worksheets/sheet1.xml", "sharedStrings": "sharedStrings.xml"}
        ),
        "xl/sharedStrings.xml": f'<sst xmlns="{_MAIN}">{"".join(map(_text, numbers))}</sst>',
        "xl/worksheets/sheet1.xml": f'<worksheet xmlns="{_MAIN}"><sheetData>{cells}</sheetData></worksheet>',
    }
    file = io.BytesIO()
    with zipfile.ZipFile(file, "w", zipfile.ZIP_DEFLATED) as book:
        for path, text in parts.items():
            info = zipfile.ZipInfo(path, _DATE)
            info.compress_type = zipfile.ZIP_DEFLATED
            book.writestr(info, _HEAD + text)
    return file.getvalue()


def _links(targets: Mapping[str, str]) -> str:
    links = (
        f'<Relationship Id="rId{number}" Type="{_OFFICE}/{kind}" Target="{target}"/>'
        for number, (kind, target) in enumerate(targets.items(), 1)
    )
    return f'<Relationships xmlns="{_PACKAGE}/relationships">{"".join(links)}</Relationships>'


def _rows(rows: Sequence[Sequence[str]], numbers: dict[str, int]) -> str:
    """The rows; each new text gets the next number."""
    found = []
    for number, row in enumerate(rows, 1):
        cells = (
            f'<c r="{cell_name(number, column)}" t="s"><v>{numbers.setdefault(text, len(numbers))}</v></c>'
            for column, text in enumerate(row, 1)
            if text
        )
        found.append(f'<row r="{number}">{"".join(cells)}</row>')
    return "".join(found)


def _text(text: str) -> str:
    """A text; xml:space keeps blanks at its ends."""
    return f'<si><t xml:space="preserve">{escape(text)}</t></si>'
