"""Rows of digits in files of columns: NPY, NPZ, the folders of HRM and TRM, and Parquet."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from functools import cached_property
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.formats.parquet import PUZZLE, SOLUTION, library
from ninefold.formats.rows import CHUNK, RowChunk, RowFault, Span
from ninefold.solving.arrays import rows_of

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]

INPUTS, LABELS = "all__inputs.npy", "all__labels.npy"
NAMES = ((*PUZZLE, "puzzles", "inputs", "arr_0"), (*SOLUTION, "labels", "arr_1"))


def is_hrm(path: str) -> bool:
    """Whether a folder is one part (train or test) of a set in HRM's layout."""
    return os.path.exists(os.path.join(path, INPUTS))


@dataclass
class ArrayRows:
    """A NumPy file of n×N² or n×N×N digits, an NPZ file with several, or a folder in HRM's layout (digit + 1)."""

    path: str
    board: Layout

    def spans(self, rows: int) -> Iterator[Span]:
        """Cuts the array."""
        count = len(self._arrays[0])
        return (Span(first, min(rows, count - first)) for first in range(0, count, rows))

    def read(self, span: Span) -> Iterator[RowChunk]:
        """The rows themselves; a digit that is too large is an error of its row."""
        import numpy as np

        for first in range(span.first, span.first + span.rows, CHUNK):
            stop = min(first + CHUNK, span.first + span.rows)
            puzzles, solutions = (None if a is None else self._digits(a[first:stop]) for a in self._arrays)
            assert puzzles is not None  # the first of the arrays
            fits = (puzzles <= self.board.size).all(axis=1)
            if solutions is not None:
                fits &= (solutions <= self.board.size).all(axis=1)
                solutions = solutions[fits]
            wrong = np.flatnonzero(~fits) + first
            faults = [RowFault(number, f"a digit is not 0 to {self.board.size}") for number in wrong.tolist()]
            yield RowChunk(np.flatnonzero(fits) + first, puzzles[fits], solutions, faults)

    @cached_property
    def _arrays(self) -> tuple[Any, Any]:
        import numpy as np

        try:
            if os.path.isdir(self.path):
                found = [np.load(os.path.join(self.path, name), mmap_mode="r") for name in (INPUTS, LABELS)]
            elif self.path.endswith(".npz"):
                with np.load(self.path, allow_pickle=False) as file:
                    found = [
                        file[next((n for n in names if n in file), "")] for names in NAMES if set(names) & set(file)
                    ]
            else:
                found = [np.load(self.path, mmap_mode="r", allow_pickle=False)]
        except Exception as error:  # a damaged file fails in many ways
            if isinstance(error, OSError) and error.errno:
                raise
            raise ParseError(f"{self.path} cannot be read as NumPy arrays: {str(error)[:200]}") from None
        cells = self.board.size**2
        for array in found[:1] or [np.zeros(0)]:
            if array.dtype.kind not in "iu" or array.shape[1:] not in ((cells,), (self.board.size,) * 2):
                shape = f"{array.dtype} of shape {array.shape}"
                raise ParseError(f"{self.path}: read {shape}, expected whole numbers of shape (n, {cells})")
        return found[0], found[1] if len(found) > 1 and found[1].shape == found[0].shape else None

    def _digits(self, array: Any) -> Digits:
        """The digits of some rows; what no byte can hold becomes 255."""
        import numpy as np

        flat = np.asarray(array).reshape(len(array), self.board.size**2)
        if os.path.isdir(self.path):
            flat = flat.astype(np.int16) - 1
        return np.where((flat >= 0) & (flat < 255), flat, 255).astype(np.uint8)


@dataclass
class ParquetRows:
    """A Parquet file with a column of puzzles."""

    path: str
    board: Layout

    def spans(self, rows: int) -> Iterator[Span]:
        """Cuts the rows of the file."""
        count = self._file.metadata.num_rows
        return (Span(first, min(rows, count - first)) for first in range(0, count, rows))

    def read(self, span: Span) -> Iterator[RowChunk]:
        """Reads the row groups that have rows of the span."""
        import numpy as np

        names = self._file.schema_arrow.names
        puzzle, solution = (next((name for name in known if name in names), None) for known in (PUZZLE, SOLUTION))
        if puzzle is None:
            raise ParseError(f"{self.path}: no column is named {', '.join(PUZZLE)}; there are {', '.join(names[:20])}")
        wanted = [puzzle] + ([solution] if solution else [])
        at, stop = 0, span.first + span.rows
        for group in range(self._file.metadata.num_row_groups):
            size = self._file.metadata.row_group(group).num_rows
            low, high = max(span.first, at), min(stop, at + size)
            if low < high:
                table = self._file.read_row_group(group, columns=wanted, use_threads=False).slice(low - at, high - low)
                clues, good, faults = grids_of(table.column(puzzle), self.board, low)
                given = None
                if solution:
                    given = np.zeros_like(clues)
                    answers, has, _ = grids_of(table.column(solution), self.board, low)
                    keep = np.isin(good, has)
                    given[keep] = answers[np.isin(has, good)]
                yield RowChunk(good + low, clues, given, faults)
            at += size

    @cached_property
    def _file(self) -> Any:
        arrow, parquet = library()
        try:
            return parquet.ParquetFile(self.path, pre_buffer=False)
        except (arrow.ArrowException, OSError) as error:
            if isinstance(error, OSError) and error.errno:
                raise
            raise ParseError(f"{self.path}: the Parquet file cannot be read: {str(error)[:200]}") from None


def grids_of(column: Any, board: Layout, first: int = 0) -> tuple[Digits, NDArray[np.int64], list[RowFault]]:
    """A column of lines as digits, the rows that could be read, and faults; equal lengths are read at once."""
    import numpy as np

    lines, cells = column.to_pylist(), board.size**2
    if board.size <= 9 and all(isinstance(line, str) and len(line) == cells for line in lines):
        text = np.frombuffer("".join(lines).encode("latin-1", "replace"), np.uint8).reshape(-1, cells)
        digits = np.where(text == ord("."), 0, text - np.uint8(ord("0")))
        if (digits <= board.size).all():
            return digits.astype(np.uint8), np.arange(len(lines)), []
    good, found, faults = [], bytearray(), []
    for row, line in enumerate(lines):
        try:
            found += rows_of([Grid(line, layout=board)], board)[0].tobytes()
            good.append(row)
        except NinefoldError as error:
            faults.append(RowFault(first + row, str(error)))
    return np.frombuffer(found, np.uint8).reshape(-1, cells), np.array(good, np.int64), faults
