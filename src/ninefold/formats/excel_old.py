"""Excel 97-2003 (.xls) and OpenDocument (.ods) workbooks, read with python-calamine in a worker process.

1. Games are laid out as in .xlsx files (see `xlsx`). These formats are read, not written: .xlsx is.
2. calamine has panicked on damaged files. So it runs in a separate process, with limited memory and time; whatever
   happens to that process is an error message here.
3. calamine returns the last computed value of a formula and does not say so. The worker looks for formulas itself, in
   the XML of .ods and in the records of .xls, and the first one is an error, as in .xlsx. If the records of an .xls
   file cannot be followed, a note says that digits may be results of formulas.
"""

from __future__ import annotations

import io
import struct
import zipfile
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from importlib.util import find_spec
from typing import TYPE_CHECKING
from xml.parsers import expat

from ninefold.core.errors import ParseError
from ninefold.core.values import short_repr
from ninefold.formats.format import Format, InputFile, Item
from ninefold.formats.xlsx import games
from ninefold.formats.xlsx_reader import MAX_CELLS, MAX_ROWS, SHEET, Cells, cell_name

if TYPE_CHECKING:
    from ninefold.processes.child import Context

SECONDS = 20.0
MEMORY = 2 << 30  # bytes; calamine holds a sheet as one dense array
MAX_FILE, MAX_XML = 20 << 20, 100 << 20
OLE_MAGIC = b"\xd0\xcf\x11\xe0\xa1\xb1\x1a\xe1"
ODS_MAGIC = b"mimetypeapplication/vnd.oasis.opendocument.spreadsheet"


@dataclass(frozen=True)
class SheetCells:
    """What the worker found: the texts of a sheet, and its first formula.

    Args:
        name: the name of the sheet that was read.
        names: the names of all sheets.
        cells: texts by row and column, from 1.
        last: the last row.
        formula: the cell of the first formula, empty if there is none.
        is_checked: whether formulas could be looked for.
        error: why nothing could be read.
    """

    name: str = ""
    names: tuple[str, ...] = ()
    cells: Cells | None = None
    last: int = 0
    formula: str = ""
    is_checked: bool = True
    error: str = ""


def read(source: InputFile) -> Iterator[Item]:
    """A puzzle for each label of the sheet `Games`."""
    found = _in_worker(source.data)
    if found.error or found.cells is None:
        raise ParseError(found.error)
    if found.formula:
        raise ParseError(
            f"cell {found.formula}: read a formula, expected a digit or a text; formulas are never evaluated"
        )
    if not found.is_checked:
        source.note("formulas could not be looked for; digits may be results of formulas")
    if found.name != SHEET:
        source.note(f"the workbook has no sheet {SHEET}; its only sheet {short_repr(found.name)} was read")
    has_games = False
    for item in games(found.cells, found.last, source):
        has_games = True
        yield item
    if not has_games:
        raise ParseError(f"the sheet {found.name} has no label, such as S1, with a grid below it")


def _in_worker(data: bytes) -> SheetCells:
    """Rule 2."""
    from ninefold.processes.child import Setup
    from ninefold.processes.errors import TimedOut, WorkerError
    from ninefold.processes.worker import Worker

    if find_spec("python_calamine") is None:
        raise ParseError("reading .xls and .ods files needs python-calamine: pip install 'ninefold[excel]'")
    if len(data) > MAX_FILE:
        raise ParseError(f"the workbook has more than {MAX_FILE >> 20} MB")
    worker = Worker(Setup(needs=("python_calamine",), memory=MEMORY))
    try:
        (found,) = worker.stream("ninefold.formats.excel_old:load", file=data, seconds=SECONDS)
    except TimedOut:
        raise ParseError(f"the workbook was not read within {SECONDS:g} seconds") from None
    except WorkerError as error:
        raise ParseError(f"the workbook is damaged, or too large: {error}") from None
    finally:
        worker.kill()
    assert isinstance(found, SheetCells)
    return found


# --- in the worker --------------------------------------------------------------------------------


def load(context: Context) -> SheetCells:
    """What a workbook holds."""
    from python_calamine import CalamineError, CalamineWorkbook, PasswordError

    try:
        book = CalamineWorkbook.from_filelike(io.BytesIO(context.file))
        names = tuple(book.sheet_names)
        if SHEET not in names and len(names) != 1:
            return SheetCells(error=f"the workbook has no sheet {SHEET}; it has {_listed(names)}")
        place = names.index(SHEET) if SHEET in names else 0
        rows = book.get_sheet_by_index(place).to_python(skip_empty_area=False, nrows=MAX_ROWS + 1)
        return _sheet(context.file, names, place, rows)
    except PasswordError:
        return SheetCells(error="the workbook is encrypted; save it without a password")
    except (CalamineError, OSError, ValueError, zipfile.BadZipFile) as error:
        return SheetCells(error=f"the workbook cannot be read: {error}")


def _listed(names: tuple[str, ...]) -> str:
    return ", ".join(map(short_repr, names[:10])) or "none"


def _sheet(data: bytes, names: tuple[str, ...], place: int, rows: Sequence[Sequence[object]]) -> SheetCells:
    cells: Cells = {}
    for row, values in enumerate(rows, 1):
        texts = {column: text for column, value in enumerate(values, 1) if (text := _text(value))}
        if texts:
            cells[row] = texts
    if len(rows) > MAX_ROWS or sum(map(len, cells.values())) > MAX_CELLS:
        return SheetCells(error=f"the sheet has more than {MAX_ROWS:,} rows or {MAX_CELLS:,} cells")
    is_xls = data.startswith(OLE_MAGIC)
    try:
        formula, is_checked = (_xls_formula(data, place) if is_xls else _ods_formula(data, names[place])), True
    except (struct.error, IndexError, ValueError):  # damaged, or of a kind that calamine knows and we do not
        formula, is_checked = "", False
    return SheetCells(names[place], names, cells, max(cells, default=0), formula, is_checked)


def _text(value: object) -> str:
    """A cell as the text it shows; whole numbers are stored as fractions."""
    return str(int(value)) if isinstance(value, float) and value.is_integer() else str(value).strip()


_TABLE = "urn:oasis:names:tc:opendocument:xmlns:table:1.0 "


class _Formulas:
    """Looks for the first formula of one table of an .ods file; rows and cells may be repeated by a count."""

    def __init__(self, name: str) -> None:
        self.name, self.found = name, ""
        self._in_table, self._row, self._column, self._rows = False, 0, 0, 1

    def start(self, tag: str, attributes: dict[str, str]) -> None:
        name = tag.removeprefix(_TABLE)
        if name == "table":
            self._in_table = attributes.get(_TABLE + "name") == self.name
            self._row, self._rows = 0, 1
        elif not self._in_table or self.found:
            return
        elif name == "table-row":
            self._row, self._column = self._row + self._rows, 0
            self._rows = int(attributes.get(_TABLE + "number-rows-repeated", 1))
        elif name in ("table-cell", "covered-table-cell"):
            if _TABLE + "formula" in attributes:
                self.found = cell_name(self._row, self._column + 1)
            self._column += int(attributes.get(_TABLE + "number-columns-repeated", 1))


def _ods_formula(data: bytes, name: str) -> str:
    """The first cell of a table with a formula, empty if there is none."""
    with zipfile.ZipFile(io.BytesIO(data)) as archive, archive.open("content.xml") as file:
        text = file.read(MAX_XML + 1)
    if len(text) > MAX_XML:
        raise ValueError("content.xml is too large")
    formulas, parser = _Formulas(name), expat.ParserCreate(namespace_separator=" ")
    parser.StartElementHandler = formulas.start
    parser.Parse(text, True)
    return formulas.found


def _xls_formula(data: bytes, place: int) -> str:
    """The first cell of a sheet with a formula, empty if there is none."""
    stream = _workbook_stream(data)
    starts = [struct.unpack_from("<I", stream, at)[0] for kind, at, _ in _records(stream, 0) if kind == BOUND_SHEET]
    for kind, at, _ in _records(stream, starts[place]):
        if kind == FORMULA:
            row, column = struct.unpack_from("<HH", stream, at)
            return cell_name(row + 1, column + 1)
    return ""


# Kinds of records of a BIFF stream: each has its kind, its length and that many bytes.
FORMULA, END, BOUND_SHEET, BEGIN = 0x0006, 0x000A, 0x0085, 0x0809


def _records(stream: bytes, at: int) -> Iterator[tuple[int, int, int]]:
    """The records of one part of a stream: kind, place and length; charts are parts inside parts."""
    depth = 0
    while True:
        kind, length = struct.unpack_from("<HH", stream, at)
        depth += (kind == BEGIN) - (kind == END)
        yield kind, at + 4, length
        if depth <= 0:
            return
        at += 4 + length


def _workbook_stream(data: bytes) -> bytes:
    """The stream `Workbook` of a compound file (MS-CFB): sectors in chains, listed in tables of sectors."""
    sector = 1 << struct.unpack_from("<H", data, 30)[0]
    mini_sector = 1 << struct.unpack_from("<H", data, 32)[0]
    if not 64 <= mini_sector <= sector <= 4096:
        raise ValueError("the sizes of sectors are wrong")
    first_directory, _, cutoff, first_mini = struct.unpack_from("<4I", data, 48)
    sectors = [data[at : at + sector] for at in range(sector, len(data), sector)]
    table_sectors = [number for number in struct.unpack_from("<109I", data, 76) if number < len(sectors)]
    table = _numbers(b"".join(sectors[number] for number in table_sectors))
    directory = _chain(sectors, table, first_directory)
    entries = [directory[at : at + 128] for at in range(0, len(directory) - 127, 128)]
    for entry in entries:
        name = entry[: struct.unpack_from("<H", entry, 64)[0]].decode("utf-16-le", "replace").rstrip("\0")
        if name in ("Workbook", "Book"):
            start, size = struct.unpack_from("<II", entry, 116)
            if size >= cutoff:
                return _chain(sectors, table, start)[:size]
            small = _chain(sectors, table, struct.unpack_from("<I", entries[0], 116)[0])
            minis = [small[at : at + mini_sector] for at in range(0, len(small), mini_sector)]
            return _chain(minis, _numbers(_chain(sectors, table, first_mini)), start)[:size]
    raise ValueError("there is no workbook")


def _numbers(data: bytes) -> tuple[int, ...]:
    return struct.unpack(f"<{len(data) // 4}I", data[: len(data) // 4 * 4])


def _chain(sectors: list[bytes], table: tuple[int, ...], start: int) -> bytes:
    """The bytes of a chain of sectors; one that runs in a circle ends with an error."""
    found, at = [], start
    while at < len(sectors):
        found.append(sectors[at])
        if len(found) > len(sectors):
            raise ValueError("a chain of sectors has no end")
        at = table[at]
    return b"".join(found)


XLS = Format(
    name="xls",
    about="Excel 97-2003: games laid out as in xlsx (read-only)",
    sniff=lambda source: source.head.startswith(OLE_MAGIC),
    read=read,
    meta=frozenset({"name"}),
)
ODS = Format(
    name="ods",
    about="OpenDocument spreadsheet: games laid out as in xlsx (read-only)",
    sniff=lambda source: ODS_MAGIC in source.head[:128],
    read=read,
    meta=frozenset({"name"}),
)
