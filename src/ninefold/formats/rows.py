"""Puzzles of any file as rows of digits, fast: what bulk work reads instead of a `Puzzle` for each row.

1. A file is cut into spans of rows, each of which can be read separately, in any order and by any process.
2. Lines and CSV files are cut by their bytes; NPY, NPZ and Parquet files by rows. In any other format, a span is found
   by reading the file from its start.
3. A row that cannot be read is reported with its place, and takes a number like any other.
4. Rows are of one board: 9×9, unless another is named.
"""

from __future__ import annotations

import io
import os
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from itertools import islice
from typing import TYPE_CHECKING, NamedTuple, Protocol

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.reading import BlockReader, RawPuzzle
from ninefold.formats import PLAIN, detect, tables
from ninefold.formats.decoding import is_encoded
from ninefold.formats.files import PuzzleFile
from ninefold.formats.format import InputFile

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]

CHUNK = 1 << 16  # rows read together
PIECE = 1 << 24  # bytes of a text read together
CSV_FORMS = (tables.KAGGLE, tables.EXTREME, tables.CSV)


class Span(NamedTuple):
    """Some consecutive rows of a file: the number of the first, how many, and their bytes if it is a text."""

    first: int
    rows: int
    offset: int = 0
    length: int = 0


class RowFault(NamedTuple):
    """A row that cannot be read, and why."""

    number: int
    why: str


class RowChunk(NamedTuple):
    """Rows that were read: their numbers in the file from 0, the puzzles, the solutions given (zeros: none), faults."""

    numbers: NDArray[np.int64]
    puzzles: Digits
    solutions: Digits | None
    faults: Sequence[RowFault] = ()


class RowFile(Protocol):
    """A file of puzzles, cut into spans (rule 1)."""

    def spans(self, rows: int) -> Iterator[Span]:
        """The whole file in spans of at most this many rows."""

    def read(self, span: Span) -> Iterator[RowChunk]:
        """The rows of a span, chunk by chunk."""


def open_rows(path: str, layout: Layout | None = None) -> RowFile:
    """A file, or a folder in the layout of HRM, as rows."""
    from ninefold.formats import row_arrays

    board = layout or Layout.of_size(9)
    if (os.path.isdir(path) and row_arrays.is_hrm(path)) or path.endswith((".npy", ".npz")):
        return row_arrays.ArrayRows(path, board)
    with open(path, "rb") as file:
        source = InputFile(file, layout)
        head = source.head
        if head.startswith(b"PAR1"):
            return row_arrays.ParquetRows(path, board)
        try:
            form = detect(source)
        except ParseError as error:
            raise ParseError(f"{path}: {error.message}") from None
    with open(path, "rb") as file:
        packed = is_encoded(file.read(1 << 16)) or b"\r" in head.replace(b"\r\n", b"")
    if form in CSV_FORMS and not packed:
        return TextRows(path, board, head)
    if form in PLAIN and not packed and _is_list(head, board):
        return TextRows(path, board)
    return OtherRows(path, board)


def read_rows(path: str, layout: Layout | None = None) -> Iterator[RowChunk]:
    """All rows of a file."""
    file = open_rows(path, layout)
    for span in file.spans(CHUNK):
        yield from file.read(span)


def all_puzzles(path: str) -> Digits:
    """The puzzles of a file of 9×9 puzzles in any format; a row that cannot be read is an error."""
    import numpy as np

    found = []
    for chunk in read_rows(path):
        if chunk.faults:
            raise ParseError(f"{path}, puzzle {chunk.faults[0].number + 1}: {chunk.faults[0].why}")
        found.append(chunk.puzzles)
    return np.concatenate(found) if found else np.zeros((0, 81), np.uint8)


def _is_list(head: bytes, board: Layout) -> bool:
    """Whether every line of a text is a puzzle, so that it can be cut anywhere."""
    lines = [line for line in head.split(b"\n")[:50] if line.strip() and not line.lstrip().startswith(b"#")]
    cells = board.size**2
    return all(len(line.split()[0].split(b",")[0].split(b";")[0]) >= cells for line in lines)


@dataclass
class TextRows:
    """A file with a puzzle in each line, plain or CSV (with the heading)."""

    path: str
    board: Layout
    heading: bytes = b""  # the start of a CSV file

    def spans(self, rows: int) -> Iterator[Span]:
        """Cuts the file at line ends."""
        import numpy as np

        start = self._data_start
        first, offset, lines, at, is_cut = 0, start, 0, start, False
        with open(self.path, "rb") as file:
            file.seek(start)
            while piece := file.read(PIECE):
                ends = np.flatnonzero(np.frombuffer(piece, np.uint8) == ord("\n"))
                used = rows - lines - 1
                while used < len(ends):
                    end = at + int(ends[used]) + 1
                    yield Span(first, rows, offset, end - offset)
                    first, offset, lines, used = first + rows, end, 0, used + rows
                lines = len(ends) - (used - rows + 1)
                at += len(piece)
                is_cut = not piece.endswith(b"\n")
        if at > offset:
            yield Span(first, lines + is_cut, offset, at - offset)

    def read(self, span: Span) -> Iterator[RowChunk]:
        """Reads the bytes of a span."""
        with open(self.path, "rb") as file:
            file.seek(span.offset)
            data = file.read(span.length)
        if not self.heading:
            yield from self._plain(data, span.first)
            return
        found = fast_csv(self._first_line, data, self.board)
        if found is not None:
            import numpy as np

            yield RowChunk(np.arange(span.first, span.first + len(found[0])), *found)
        else:
            yield from _of_items(self._items(data), self.board, span.first)

    @property
    def _first_line(self) -> bytes:
        """The heading; Excel may write another line before it."""
        return self.heading[: self._data_start]

    @property
    def _data_start(self) -> int:
        start = 3 if self.heading.startswith(b"\xef\xbb\xbf") else 0
        if not self.heading:
            return start
        for _ in range(2 if self.heading[start:].lower().startswith(b"sep=") else 1):
            start = self.heading.find(b"\n", start) + 1 or len(self.heading)
        return start

    def _items(self, data: bytes) -> Iterator[object]:
        source = InputFile.of(self._first_line + data, None if self.board == Layout.of_size(9) else self.board)
        yield from PuzzleFile(self.path, source, tables.CSV).items()

    def _plain(self, data: bytes, first: int) -> Iterator[RowChunk]:
        import numpy as np

        source = io.BytesIO(data)
        for block in BlockReader(source.read, self.board.size).blocks():
            digits, numbers, faults = bytearray(), [], []
            for part in block.parts:
                if isinstance(part, range):
                    digits += block.plain[part.start * 81 : part.stop * 81]
                    numbers.append(np.arange(first, first + len(part)))
                    first += len(part)
                else:
                    found = _digits(part, self.board)
                    digits += found if isinstance(found, bytes) else b""
                    numbers.append(np.arange(first, first + isinstance(found, bytes)))
                    faults += [] if isinstance(found, bytes) else [RowFault(first, found)]
                    first += 1
            rows = np.frombuffer(bytes(digits), np.uint8).reshape(-1, self.board.size**2)
            yield RowChunk(np.concatenate(numbers), rows, None, faults)


def _digits(written: RawPuzzle, board: Layout) -> bytes | str:
    try:
        return written.grid(board).digits
    except NinefoldError as error:
        return str(error)


@dataclass
class OtherRows:
    """A file in any other format."""

    path: str
    board: Layout

    def spans(self, rows: int) -> Iterator[Span]:
        """Counts the puzzles."""
        count = sum(1 for _ in self._items())
        return (Span(first, min(rows, count - first)) for first in range(0, count, rows))

    def read(self, span: Span) -> Iterator[RowChunk]:
        """Reads the file from its start up to the end of the span."""
        items = islice(self._items(), span.first, span.first + span.rows)
        return _of_items(items, self.board, span.first)

    def _items(self) -> Iterator[object]:
        with open(self.path, "rb") as file:
            source = InputFile(file, None if self.board == Layout.of_size(9) else self.board)
            yield from PuzzleFile(self.path, source, detect(source)).items()


def _of_items(items: Iterator[object], board: Layout, first: int) -> Iterator[RowChunk]:
    """Puzzles and errors as rows."""
    import numpy as np

    cells = board.size**2
    while some := list(islice(items, CHUNK)):
        numbers, clues, solutions, faults = [], bytearray(), bytearray(), []
        for number, item in enumerate(some, first):
            found: object = getattr(item, "clues", item)
            if not isinstance(found, Grid) or found.layout != board:
                why = f"board {found.layout}, expected {board}" if isinstance(found, Grid) else str(item)
                faults.append(RowFault(number, why))
                continue
            numbers.append(number)
            clues += found.digits
            solution = getattr(item, "solution", None)
            solutions += solution.digits if solution else bytes(cells)
        first += len(some)
        given = np.frombuffer(solutions, np.uint8).reshape(-1, cells)
        puzzles = np.frombuffer(clues, np.uint8).reshape(-1, cells)
        yield RowChunk(np.array(numbers, np.int64), puzzles, given if given.any() else None, faults)


def fast_csv(heading: bytes, data: bytes, board: Layout) -> tuple[Digits, Digits | None] | None:
    """The puzzles and solutions of CSV rows of which each has the same plain form; None if any row has another."""
    import numpy as np

    names = heading.decode("utf-8", "replace").strip().splitlines()[-1].lower().split(",")
    puzzle = next((at for at, name in enumerate(names) if name in tables.PUZZLE), None)
    if puzzle is None or b'"' in data or tables.LAYOUT in names or board.size > 9:
        return None
    text = np.frombuffer(data.replace(b"\r\n", b"\n").rstrip(b"\n") + b"\n", np.uint8)
    every = np.flatnonzero((text == ord(",")) | (text == ord("\n")))
    if len(every) % len(names):
        return None
    ends = every.reshape(-1, len(names))
    if (text[ends[:, -1]] != ord("\n")).any() or (text[ends[:, :-1]] == ord("\n")).any():
        return None
    solution = next((at for at, name in enumerate(names) if name in tables.SOLUTION), None)
    clues = _column(text, ends, puzzle, board)
    given = None if solution is None else _column(text, ends, solution, board)
    if clues is None or (solution is not None and given is None):
        return None
    return clues, given


def _column(text: NDArray[np.uint8], ends: NDArray[np.intp], column: int, board: Layout) -> Digits | None:
    """A column of grids as digits; None if any is longer or shorter, or has another character."""
    import numpy as np

    cells = board.size**2
    stop = ends[:, column]
    before = ends[:, column - 1] if column else np.concatenate([[-1], ends[:-1, -1]])
    if (stop - before != cells + 1).any():
        return None
    windows = np.lib.stride_tricks.sliding_window_view(text, cells)
    characters = windows[before + 1]
    digits = np.where((characters == ord(".")), 0, characters - np.uint8(ord("0"))).astype(np.uint8, copy=False)
    return None if (digits > board.size).any() else digits
