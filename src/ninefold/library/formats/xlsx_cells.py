"""The cells of a sheet as its XML is read: what is too much ends the reading at the cell where it is found.

1. No tree is built: a row, a cell and its text are looked at once and only texts are kept, so that a workbook at every
   limit is read in about a second.
2. Rows, cells, elements and characters are counted over all parts of a workbook that are read.
3. Formulas are refused and named; nothing is evaluated.
"""

from __future__ import annotations

import re
from collections.abc import Iterable
from functools import lru_cache
from xml.parsers.expat import XMLParserType

from ninefold.core.errors import ParseError
from ninefold.core.values import shown
from ninefold.library.formats.tree import Xml, bare

# By row and column, both from 1.
Cells = dict[int, dict[int, str]]
MOST_ROWS, MOST_COLUMNS, MOST_CELLS = 50_000, 16_384, 150_000
MOST_ELEMENTS, MOST_CHARACTERS = 500_000, 5_000_000
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
        self._elements, self._characters = MOST_ELEMENTS, MOST_CHARACTERS  # left
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
            raise ParseError(f"{self._place}the workbook has more than {MOST_CHARACTERS:,} characters of text")

    def _too_many(self) -> ParseError:
        return ParseError(f"{self._place}the workbook has more than {MOST_ELEMENTS:,} elements of XML")

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
                raise ParseError(f"cell {self._cell_name}: it stands twice in the sheet")
            if text := self._value().strip():
                self._row_cells[self._column] = text
        elif name == "row":
            self._in_row = False

    def _open_row(self, attributes: dict[str, str]) -> None:
        number = attributes.get("r", "")
        self._row, self._column = int(number) if _ROW.fullmatch(number) else self._row + 1, 0
        if self._row > MOST_ROWS:
            raise ParseError(f"row {self._row} of the sheet: more than {MOST_ROWS:,} rows are refused")
        self.last = max(self.last, self._row)
        self._row_cells = self.cells.setdefault(self._row, {})
        self._in_row = True

    def _open_cell(self, attributes: dict[str, str]) -> None:
        name = attributes.get("r")
        self._column = self._column + 1 if name is None else self._named_column(name)
        self._count += 1
        if self._count > MOST_CELLS:
            raise ParseError(f"cell {self._cell_name}: more than {MOST_CELLS:,} cells are refused")
        if self._column > MOST_COLUMNS:
            raise ParseError(f"cell {self._cell_name}: more than {MOST_COLUMNS:,} columns are refused")
        self._kind = attributes.get("t", "n")
        self._leaf = "t" if self._kind == "inlineStr" else "v"
        self._texts = []

    def _named_column(self, name: str) -> int:
        letters = name.rstrip("0123456789")
        column = _column(letters)
        if not column or name[len(letters) :] != str(self._row):
            raise ParseError(f"row {self._row} of the sheet: read a cell {shown(name)}")
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
                raise ParseError(f"cell {self._cell_name}: read text number {shown(text)}, {expected}")
            return self._strings[text]
        if kind not in ("n", "str"):
            expected = "expected a digit or a text"
            raise ParseError(f"cell {self._cell_name}: read {shown(text)} of type {shown(kind)}, {expected}")
        return number[1] if (number := _WHOLE.fullmatch(text)) else text


@lru_cache(maxsize=1000)
def _column(letters: str) -> int:
    """The number of a column, 0 where there is none of that name."""
    number = 0
    if not _LETTERS.fullmatch(letters):
        return 0
    for letter in letters:
        number = 26 * number + ord(letter) - 64
    return number


def cell_name(row: int, column: int) -> str:
    """A cell as spreadsheets call it: B12."""
    letters = ""
    while column:
        column, rest = divmod(column - 1, 26)
        letters = chr(65 + rest) + letters
    return f"{letters}{row}"
