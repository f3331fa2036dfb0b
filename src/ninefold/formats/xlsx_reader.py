"""The .xlsx reader: a zip of XML in which nothing is trusted, unpacked only as far as it is read.

1. No tree is built: only the texts of cells are kept, so a workbook at every limit is read in about a second.
2. Rows, cells, elements and characters are counted over all parts that are read; reading ends at the first one too
   many.
3. Formulas are errors that name the cell; nothing is evaluated.
"""

from __future__ import annotations

import io
import re
import zipfile
import zlib
from collections.abc import Iterable, Iterator
from functools import lru_cache
from posixpath import normpath
from xml.parsers.expat import XMLParserType

from ninefold.core.errors import ParseError
from ninefold.core.values import short_repr
from ninefold.formats.documents import Node, Xml, bare, read_tree
from ninefold.formats.format import InputFile

SHEET = "Games"
MAX_FILE, MAX_UNPACKED, MAX_FOLDED = 5 << 20, 50 << 20, 100
# The lists of sheets and of links are read into memory as trees.
MAX_TREE, MAX_IN_TREE = 4 << 20, 50_000
_DAMAGE = (
    *(zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, EOFError, zlib.error, ValueError),
    UnicodeDecodeError,
)


class Workbook:
    """The parts of a zip whose declared sizes are small."""

    def __init__(self, data: bytes) -> None:
        if len(data) > MAX_FILE:
            raise ParseError(f"the workbook has more than {MAX_FILE >> 20} MB")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGE as error:
            raise ParseError(f"the workbook is not a readable zip file: {error}") from None
        infos = self._zip.infolist()
        unpacked = sum(info.file_size for info in infos)
        if unpacked > MAX_UNPACKED:
            raise ParseError(f"the workbook unpacks to {unpacked:,} bytes, more than {MAX_UNPACKED >> 20} MB")
        if unpacked > MAX_FOLDED * max(1, len(data)) or len(infos) > 1000:
            raise ParseError(f"the workbook unpacks to {unpacked:,} bytes from {len(data):,}: not a real workbook")

    def has(self, name: str) -> bool:
        """Whether there is a part with this name."""
        return name in self._zip.NameToInfo

    def pieces(self, name: str) -> Iterator[bytes]:
        """The bytes of a part, unpacked as they are read."""
        if not self.has(name):
            raise ParseError(f"the workbook has no {name}")
        info = self._zip.getinfo(name)
        left = info.file_size
        try:
            with self._zip.open(info) as file:
                while piece := file.read(1 << 18):
                    left -= len(piece)
                    if left < 0:
                        raise ParseError(f"{name} in the workbook is larger than it says")
                    yield piece
        except ParseError:
            raise
        except _DAMAGE as error:
            raise ParseError(f"{name} in the workbook cannot be unpacked: {error}") from None

    def tree(self, name: str) -> Node:
        """A small part as a tree."""
        if self.has(name) and self._zip.getinfo(name).file_size > MAX_TREE:
            raise ParseError(f"{name} in the workbook has more than {MAX_TREE >> 20} MB")
        return read_tree(b"".join(self.pieces(name)), within(name), MAX_IN_TREE)

    def games(self, source: InputFile) -> tuple[str, str]:
        """The name and the part of the sheet with the games."""
        sheets = list(self.tree("xl/workbook.xml").all("sheet"))
        names = [node.attributes.get("name", "") for node in sheets]
        chosen = next((node for node in sheets if node.attributes.get("name") == SHEET), None)
        if chosen is None and len(sheets) == 1:
            chosen = sheets[0]
            source.note(f"the workbook has no sheet {SHEET}; its only sheet {short_repr(names[0])} was read")
        if chosen is None:
            raise ParseError(f"the workbook has no sheet {SHEET}; it has {', '.join(map(short_repr, names[:10]))}")
        links = self.tree("xl/_rels/workbook.xml.rels").all("Relationship")
        targets = {link.attributes.get("Id"): link.attributes.get("Target", "") for link in links}
        key = next((value for name, value in chosen.attributes.items() if name.rpartition(":")[2] == "id"), "")
        target = targets.get(key, "")
        name = chosen.attributes.get("name", "")
        return name, target[1:] if target.startswith("/") else normpath(f"xl/{target}")


def within(name: str) -> str:
    """The start of a message about a part."""
    return f"{name} in the workbook: "


# By row and column, both from 1.
Cells = dict[int, dict[int, str]]
MAX_ROWS, MAX_COLUMNS, MAX_CELLS = 50_000, 16_384, 150_000
MAX_ELEMENTS, MAX_CHARACTERS = 500_000, 5_000_000
_LETTERS = re.compile(r"[A-Z]{1,3}", re.ASCII)
_WHOLE = re.compile(r"([0-9]+)\.0+", re.ASCII)
_ROW = re.compile(r"[0-9]{1,7}", re.ASCII)


class CellReader:
    """Reads the shared texts of a workbook first, then the cells of a sheet."""

    def __init__(self) -> None:
        self.cells: Cells = {}
        self.last = 0  # row
        self._strings: dict[str, str] = {}  # by number, as cells have it
        self._row, self._column = 0, 0
        self._row_cells: dict[int, str] = {}
        self._count = 0
        self._elements, self._characters = MAX_ELEMENTS, MAX_CHARACTERS  # left
        self._parser: XMLParserType
        self._in_row = False
        self._leaf = ""  # the element that holds the text of the cell that is open
        self._kind = ""  # of that cell
        self._texts: list[str] = []

    def read_strings(self, pieces: Iterable[bytes], within: str) -> None:
        """Read the texts that cells refer to by number."""
        self._read(Xml(self._start_string, self._end_string, within), pieces)

    def read_cells(self, pieces: Iterable[bytes], within: str) -> None:
        """Read the text of every cell that has one, and the last row."""
        self._read(Xml(self._start_cell, self._end_cell, within), pieces)

    def _read(self, xml: Xml, pieces: Iterable[bytes]) -> None:
        self._parser = xml.parser
        xml.read(pieces)

    # --- texts ----------------------------------------------------------------------------------

    def _start_string(self, name: str, _attributes: dict[str, str]) -> None:
        self._elements -= 1
        if self._elements < 0:
            raise self._too_many()
        name = bare(name) if ":" in name else name
        if name == "si":
            self._texts = []
        elif name == "t":
            self._parser.CharacterDataHandler = self._text

    def _end_string(self, name: str) -> None:
        name = bare(name) if ":" in name else name
        if name == "t":
            self._parser.CharacterDataHandler = None
        elif name == "si":
            self._strings[str(len(self._strings))] = "".join(self._texts)

    def _text(self, text: str) -> None:
        self._texts.append(text)
        self._characters -= len(text)
        if self._characters < 0:
            raise ParseError(f"{self._place}the workbook has more than {MAX_CHARACTERS:,} characters of text")

    def _too_many(self) -> ParseError:
        return ParseError(f"{self._place}the workbook has more than {MAX_ELEMENTS:,} elements of XML")

    @property
    def _place(self) -> str:
        """The cell, or the row, that is being read."""
        if not self._row:
            return ""
        return f"cell {self._cell_name}: " if self._column else f"row {self._row} of the sheet: "

    @property
    def _cell_name(self) -> str:
        return cell_name(self._row, self._column)

    # --- cells ----------------------------------------------------------------------------------

    def _start_cell(self, name: str, attributes: dict[str, str]) -> None:
        self._elements -= 1
        if self._elements < 0:
            raise self._too_many()
        name = bare(name) if ":" in name else name
        if name == self._leaf:
            self._parser.CharacterDataHandler = self._text
        elif name == "c" and self._in_row:
            self._open_cell(attributes)
        elif name == "row":
            self._open_row(attributes)
        elif name == "f" and self._leaf:
            raise ParseError(
                f"cell {self._cell_name}: read a formula, expected a digit or a text; formulas are never evaluated"
            )

    def _end_cell(self, name: str) -> None:
        name = bare(name) if ":" in name else name
        if name == self._leaf:
            self._parser.CharacterDataHandler = None
        elif name == "c" and self._leaf:
            self._leaf = ""
            if self._column in self._row_cells:
                raise ParseError(f"duplicate cell {self._cell_name}")
            if text := self._value().strip():
                self._row_cells[self._column] = text
        elif name == "row":
            self._in_row = False

    def _open_row(self, attributes: dict[str, str]) -> None:
        number = attributes.get("r", "")
        self._row, self._column = int(number) if _ROW.fullmatch(number) else self._row + 1, 0
        if self._row > MAX_ROWS:
            raise ParseError(f"row {self._row} of the sheet: more than {MAX_ROWS:,} rows are not allowed")
        self.last = max(self.last, self._row)
        self._row_cells = self.cells.setdefault(self._row, {})
        self._in_row = True

    def _open_cell(self, attributes: dict[str, str]) -> None:
        name = attributes.get("r")
        self._column = self._column + 1 if name is None else self._named_column(name)
        self._count += 1
        if self._count > MAX_CELLS:
            raise ParseError(f"cell {self._cell_name}: more than {MAX_CELLS:,} cells are not allowed")
        if self._column > MAX_COLUMNS:
            raise ParseError(f"cell {self._cell_name}: more than {MAX_COLUMNS:,} columns are not allowed")
        self._kind = attributes.get("t", "n")
        self._leaf = "t" if self._kind == "inlineStr" else "v"
        self._texts = []

    def _named_column(self, name: str) -> int:
        letters = name.rstrip("0123456789")
        column = _column(letters)
        if not column or name[len(letters) :] != str(self._row):
            raise ParseError(f"row {self._row} of the sheet: read a cell {short_repr(name)}")
        return column

    def _value(self) -> str:
        """The text of the cell that ends."""
        text, kind = "".join(self._texts), self._kind
        if kind == "inlineStr":
            return text
        text = text.strip()
        if kind == "s":
            if text not in self._strings:
                expected = f"expected 0 to {len(self._strings) - 1}"
                raise ParseError(f"cell {self._cell_name}: read text number {short_repr(text)}, {expected}")
            return self._strings[text]
        if kind not in ("n", "str"):
            expected = "expected a digit or a text"
            raise ParseError(f"cell {self._cell_name}: read {short_repr(text)} of type {short_repr(kind)}, {expected}")
        return number[1] if (number := _WHOLE.fullmatch(text)) else text


@lru_cache(maxsize=1000)
def _column(letters: str) -> int:
    """The number of a column; 0 if there is none with that name."""
    number = 0
    if not _LETTERS.fullmatch(letters):
        return 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def cell_name(row: int, column: int) -> str:
    """The name of a cell, such as B12."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"
