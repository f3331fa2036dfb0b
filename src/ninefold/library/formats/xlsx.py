"""Excel, as Marinescu et al. (2011) keep their games: a sheet `Games`, labels S1, S2 …, below each a 9×9 block.

        A   B   C …
    35  S4
    36  6   9
    37      3   2

1. A label is a text in column A with no digits beside it; the next N rows of columns A to N are its grid. In the cell
   right of the label may stand the layout, where it is not the usual 9×9 board.
2. An .xlsx file is a zip of XML. It is read here without another library, so that nothing in it is trusted: sizes are
   checked before anything is unpacked, rows and cells as they are read, formulas are refused and named, nothing is
   evaluated. What would not be read is not written.
3. Everything is written as text cells: no text can become a formula, and MATLAB's xlsread gives it to the paper's
   program as it wants it.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ninefold.core.errors import ParseError
from ninefold.core.layout import Layout
from ninefold.library.formats.format import Format, Item, one_line
from ninefold.library.formats.xlsx_book import SHEET, Book, within
from ninefold.library.formats.xlsx_cells import MOST_CELLS, MOST_ROWS, CellReader
from ninefold.library.formats.xlsx_games import games
from ninefold.library.formats.xlsx_writing import pack
from ninefold.library.sheet import Sheet
from ninefold.library.source import Source

_STRINGS = "xl/sharedStrings.xml"


def read(source: Source) -> Iterator[Item]:
    """A sheet for each label of the sheet `Games`."""
    book, reader = Book(source.data), CellReader()
    name, part = book.games(source)
    if book.has(_STRINGS):
        reader.read_strings(book.pieces(_STRINGS), within(_STRINGS))
    reader.read_cells(book.pieces(part), within(part))
    found = False
    for item in games(reader.cells, reader.last, source):
        found = True
        yield item
    if not found:
        raise ParseError(f"the sheet {name} has no label with a grid below it, as S1")


def write(sheets: Sequence[Sheet]) -> bytes:
    """A workbook with the sheet `Games`, all cells of it texts (rule 3)."""
    rows: list[list[str]] = []
    for sheet in sheets:
        is_nine = sheet.layout == Layout(9)
        rows.append([sheet.meta["name"]] if is_nine else [sheet.meta["name"], str(sheet.layout)])
        rows += [[str(digit) if digit else "" for digit in row] for row in sheet.clues.rows]
        rows.append([])
    _check_room(rows)
    data = pack(SHEET, rows)
    Book(data)  # refuses what it would not read
    return data


def _check_room(rows: list[list[str]]) -> None:
    """What is written can be read: the limits are the same."""
    cells = sum(1 for row in rows for text in row if text)
    for count, most, what in ((len(rows), MOST_ROWS, "rows"), (cells, MOST_CELLS, "cells")):
        if count > most:
            taken = f"and these puzzles take {count:,}"
            raise ParseError(f"a workbook has room for {most:,} {what}, {taken}; write fewer of them, or a .csv")


def _normal(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Each has a name, S1, S2 … where it has none that can be a label."""
    done = []
    for number, sheet in enumerate(sheets, 1):
        name = one_line("".join(char for char in sheet.meta.get("name", "") if char.isprintable() or char.isspace()))
        is_label = name and not re.fullmatch(r"[0-9.]*", name, re.ASCII) and len(name) < 1000
        done.append(sheet.having(meta={"name": name if is_label else f"S{number}"}))
    return done


FORMAT = Format(
    name="xlsx",
    about="Excel: a sheet Games, labels S1, S2 … and below each its grid",
    endings=(".xlsx",),
    sniff=lambda source: source.head.startswith(b"PK\x03\x04"),
    read=read,
    write=write,
    meta=frozenset({"name"}),
    normal=_normal,
)
