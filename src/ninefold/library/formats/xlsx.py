"""Excel, as Marinescu et al. (2011) keep their games: a sheet `Games`, labels S1, S2 …, below each a 9×9 block.

        A   B   C …
    35  S4
    36  6   9
    37      3   2

1. A label is a text in column A with no digits beside it; the next N rows of columns A to N are its grid. In the cell
   right of the label may stand the layout, where it is not the usual 9×9 board.
2. An .xlsx file is a zip of XML. It is read here without another library, so that nothing in it is trusted: sizes are
   checked before anything is unpacked, formulas are refused and named, nothing is evaluated.
3. Everything is written as text cells: no text can become a formula, and MATLAB's xlsread gives it to the paper's
   program as it wants it.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterator, Sequence
from posixpath import normpath

from ninefold.core.errors import ParseError
from ninefold.core.layout import Layout
from ninefold.core.values import shown
from ninefold.library.formats.format import Format, Item, one_line
from ninefold.library.formats.tree import Node, read_tree
from ninefold.library.formats.xlsx_games import Cells, games, rows_of
from ninefold.library.formats.xlsx_writing import pack
from ninefold.library.sheet import Sheet
from ninefold.library.source import Source

SHEET = "Games"
LARGEST_FILE, LARGEST_UNPACKED, MOST_FOLDED = 5 << 20, 50 << 20, 100
MOST_ROWS, MOST_CELLS = 20_000, 500_000


def read(source: Source) -> Iterator[Item]:
    """A sheet for each label of the sheet `Games`."""
    book = _Book(source.data)
    name, part = book.games(source)
    cells, last = _cells(book.tree(part), book.strings())
    found = False
    for item in games(cells, last, source):
        found = True
        yield item
    if not found:
        raise ParseError(f"the sheet {name} has no label with a grid below it, as S1")


class _Book:
    """The parts of a zip, each unpacked only when its size is known to be small (rule 2)."""

    def __init__(self, data: bytes) -> None:
        if len(data) > LARGEST_FILE:
            raise ParseError(f"the workbook has more than {LARGEST_FILE >> 20} MB")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except (zipfile.BadZipFile, ValueError, OSError, NotImplementedError, UnicodeDecodeError) as error:
            raise ParseError(f"the workbook is no readable zip: {error}") from None
        infos = self._zip.infolist()
        unpacked = sum(info.file_size for info in infos)
        if unpacked > LARGEST_UNPACKED:
            raise ParseError(f"the workbook unpacks to {unpacked:,} bytes, more than {LARGEST_UNPACKED >> 20} MB")
        if unpacked > MOST_FOLDED * max(1, len(data)) or len(infos) > 1000:
            raise ParseError(f"the workbook unpacks to {unpacked:,} bytes from {len(data):,}: that is no real one")

    def part(self, name: str) -> bytes | None:
        """The bytes of a part, None where there is none."""
        try:
            info = self._zip.getinfo(name)
            with self._zip.open(info) as file:
                data = file.read(info.file_size + 1)
        except KeyError:
            return None
        except (
            zipfile.BadZipFile,
            RuntimeError,
            NotImplementedError,
            OSError,
            EOFError,
            zlib.error,
            ValueError,
        ) as error:
            raise ParseError(f"{name} in the workbook cannot be unpacked: {error}") from None
        if len(data) > info.file_size:
            raise ParseError(f"{name} in the workbook is larger than it says")
        return data

    def tree(self, name: str) -> Node:
        """A part as XML."""
        data = self.part(name)
        if data is None:
            raise ParseError(f"the workbook has no {name}")
        try:
            return read_tree(data)
        except ParseError as error:
            raise ParseError(f"{name} in the workbook: {error.message}") from None

    def games(self, source: Source) -> tuple[str, str]:
        """The name and the part of the sheet with the games."""
        sheets = list(self.tree("xl/workbook.xml").all("sheet"))
        names = [node.attributes.get("name", "") for node in sheets]
        chosen = next((node for node in sheets if node.attributes.get("name") == SHEET), None)
        if chosen is None and len(sheets) == 1:
            chosen = sheets[0]
            source.note(f"the workbook has no sheet {SHEET}; its only sheet {shown(names[0])} was read")
        if chosen is None:
            raise ParseError(f"the workbook has no sheet {SHEET}; it has {', '.join(map(shown, names[:10]))}")
        links = self.tree("xl/_rels/workbook.xml.rels").all("Relationship")
        targets = {link.attributes.get("Id"): link.attributes.get("Target", "") for link in links}
        key = next((value for name, value in chosen.attributes.items() if name.rpartition(":")[2] == "id"), "")
        target = targets.get(key, "")
        name = chosen.attributes.get("name", "")
        return name, target[1:] if target.startswith("/") else normpath(f"xl/{target}")

    def strings(self) -> list[str]:
        """The texts that cells refer to by number."""
        if self.part("xl/sharedStrings.xml") is None:
            return []
        return [_text(node) for node in self.tree("xl/sharedStrings.xml").all("si")]


def _text(node: Node) -> str:
    return "".join(part.text for part in node.all("t"))


def _cells(root: Node, strings: list[str]) -> tuple[Cells, int]:
    """The text of every cell that has one, by row and column from 1, and the last row; formulas are refused."""
    cells: Cells = {}
    last = 0
    for row, column, node in rows_of(root, MOST_ROWS):
        if len(cells) > MOST_CELLS:
            raise ParseError(f"the sheet has more than {MOST_CELLS:,} cells")
        last = max(last, row)
        if node is not None and (text := _value(node, strings).strip()):
            cells[row, column] = text
    return cells, last


def _value(node: Node, strings: list[str]) -> str:
    name, kind = node.attributes.get("r", "?"), node.attributes.get("t", "n")
    if node.first("f") is not None:
        raise ParseError(f"cell {name}: read a formula, expected a digit or a text; formulas are never evaluated")
    if kind == "inlineStr":
        return _text(node)
    value = node.first("v")
    text = value.text.strip() if value else ""
    if kind == "s":
        if not re.fullmatch(r"[0-9]{1,7}", text, re.ASCII) or int(text) >= len(strings):
            raise ParseError(f"cell {name}: read text number {shown(text)}, expected 0 to {len(strings) - 1}")
        return strings[int(text)]
    if kind not in ("n", "str"):
        raise ParseError(f"cell {name}: read {shown(text)} of type {shown(kind)}, expected a digit or a text")
    return re.sub(r"\.0+$", "", text)


def write(sheets: Sequence[Sheet]) -> bytes:
    """A workbook with the sheet `Games`, all cells of it texts (rule 3)."""
    rows: list[list[str]] = []
    for sheet in sheets:
        is_nine = sheet.layout == Layout(9)
        rows.append([sheet.meta["name"]] if is_nine else [sheet.meta["name"], str(sheet.layout)])
        rows += [[str(digit) if digit else "" for digit in row] for row in sheet.clues.rows]
        rows.append([])
    return pack(SHEET, rows)


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
