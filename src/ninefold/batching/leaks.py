"""nf.leaks: rows of a training set that are symmetric copies of rows of a test set, in any two sets of puzzles.

Two rows are in one puzzle class if a symmetry makes one puzzle the other, and in one solution class if it does so for
their solutions. The first implies the second; the second alone is a leak too: the model has seen the answer.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from glob import escape, glob
from typing import TYPE_CHECKING, NamedTuple

from ninefold.batching.columns import keys_of, solve_rows
from ninefold.core.errors import ParseError
from ninefold.core.layout import Layout
from ninefold.core.values import counted
from ninefold.formats.row_arrays import is_hrm
from ninefold.formats.rows import read_rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class RowPlace(NamedTuple):
    """A row of a file, counted from 1 (in a CSV file, without the heading)."""

    file: str
    row: int

    def __str__(self) -> str:
        """The file and the row."""
        return f"{self.file}, row {self.row}"


class Leak(NamedTuple):
    """A row of the training set in the class of a row of the test set; `kind` is puzzle or solution."""

    kind: str
    train: RowPlace
    test: RowPlace


@dataclass(frozen=True)
class Leaks:
    """What two sets share.

    Args:
        found: every leaking row of the training set, with the first row of the test set in its class.
        train: how many rows the training set has.
        test: how many rows the test set has.
        unread: how many rows of both could not be read.
        why: the first of those, and why.
    """

    found: tuple[Leak, ...]
    train: int
    test: int
    unread: int
    why: str = ""

    def __len__(self) -> int:
        """The number of leaking rows of the training set."""
        return len(self.found)

    def __str__(self) -> str:
        """A summary in one line."""
        puzzles = sum(leak.kind == "puzzle" for leak in self.found)
        copies = "is a copy" if 1 in (puzzles, self.train) else "are copies"
        text = (
            f"{puzzles:,} of {counted(self.train, 'training row')} {copies} of"
            f" a test puzzle, {len(self) - puzzles:,} more of a test solution ({counted(self.test, 'test row')})"
        )
        return f"{text}; {_unread(self.unread, self.why)}" if self.unread else text


class _Keys(NamedTuple):
    """Classes of some rows: of puzzles and solutions, and where the rows are."""

    puzzle: NDArray[np.bytes_]
    grid: NDArray[np.bytes_]
    file: str
    rows: NDArray[np.int64]
    unread: int
    why: str


def leaks(
    train: str | os.PathLike[str],
    test: str | os.PathLike[str],
    *,
    layout: Layout | int | str | None = None,
    threads: int | None = None,
) -> Leaks:
    """Find the rows of a training set that are symmetric copies of rows of a test set.

    Args:
        train: a file of puzzles in any format, a folder of Parquet files or in HRM's layout, or a pattern.
        test: the same; its classes are kept in memory, 20 bytes for each row.
        layout: the board (default: 9×9).
        threads: number of threads (default: one per core).
    """
    import numpy as np

    board = layout if isinstance(layout, Layout) else Layout.parse(str(layout or 9))
    held = list(_keys(os.fspath(test), board, threads))
    columns = {
        "puzzle": np.concatenate([keys.puzzle for keys in held] or [np.zeros(0, "S20")]),
        "solution": np.concatenate([keys.grid for keys in held] or [np.zeros(0, "S20")]),
    }
    places = [(keys, row) for keys in held for row in range(len(keys.rows))]
    known = {kind: np.unique(column, return_index=True) for kind, column in columns.items()}
    found: list[Leak] = []
    rows, unread, why = 0, 0, ""
    for keys in _keys(os.fspath(train), board, threads):
        rows, unread, why = rows + len(keys.rows), unread + keys.unread, why or keys.why
        matches = {
            kind: _matches(*known[kind], column) for kind, column in (("puzzle", keys.puzzle), ("solution", keys.grid))
        }
        for row in np.flatnonzero((matches["puzzle"] >= 0) | (matches["solution"] >= 0)).tolist():
            kind = "puzzle" if matches["puzzle"][row] >= 0 else "solution"
            other, at = places[int(matches[kind][row])]
            found.append(
                Leak(kind, RowPlace(keys.file, int(keys.rows[row]) + 1), RowPlace(other.file, int(other.rows[at]) + 1))
            )
    unread_held, why_held = sum(keys.unread for keys in held), next((keys.why for keys in held if keys.why), "")
    for where, count, faulty, first in ((train, rows, unread, why), (test, len(places), unread_held, why_held)):
        if not count:
            also = f"; {_unread(faulty, first)}" if faulty else ""
            raise ParseError(f"{os.fspath(where)}: no puzzle of layout {board} found{also}")
    return Leaks(tuple(found), rows, len(places), unread + unread_held, why or why_held)


def _unread(count: int, why: str) -> str:
    return f"{counted(count, 'row')} could not be read (the first: {' '.join(why.split())})"


def _matches(classes: NDArray[np.bytes_], firsts: NDArray[np.intp], column: NDArray[np.bytes_]) -> NDArray[np.intp]:
    """For each class, the first row of the test set that has it; -1 for none."""
    import numpy as np

    if not len(classes):
        return np.full(len(column), -1)
    at = np.minimum(np.searchsorted(classes, column), len(classes) - 1)
    return np.where((classes[at] == column) & (column != b""), firsts[at], -1)


def _keys(where: str, board: Layout, threads: int | None) -> Iterator[_Keys]:
    import numpy as np

    for path in _files(where):
        for chunk in read_rows(path, None if board == Layout.of_size(9) else board):
            solved = solve_rows(chunk.puzzles, board, 2, threads)  # faster than checking given solutions
            keys = keys_of(chunk.puzzles, solved, board, threads)
            why = chunk.faults[0].why if chunk.faults else ""
            yield _Keys(_text(keys.puzzle), _text(keys.grid), path, np.asarray(chunk.numbers), len(chunk.faults), why)


def _text(digests: NDArray[np.uint8]) -> NDArray[np.bytes_]:
    """Digests as text, which NumPy sorts; empty for a puzzle without a class."""
    import numpy as np

    digits = np.frombuffer(b"0123456789abcdef", np.uint8)
    text = np.stack([digits[digests >> 4], digits[digests & 15]], axis=2).reshape(-1, 20)
    text[~digests.any(axis=1)] = 0
    return np.ascontiguousarray(text).view("S20").reshape(-1)


def _files(where: str) -> list[str]:
    """The files of a set."""
    if os.path.isdir(where) and not is_hrm(where):
        found = sorted(glob(os.path.join(escape(where), "**", "*.parquet"), recursive=True))
    else:
        found = [where] if os.path.exists(where) else sorted(glob(where, recursive=True))
    if not found:
        raise ParseError(f"no file matches {where!r}")
    return found
