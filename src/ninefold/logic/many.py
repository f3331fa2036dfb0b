"""Paths of many puzzles at once, in native code on several threads and without the GIL."""

from __future__ import annotations

from bisect import bisect_right
from collections.abc import Iterator, Sequence
from pathlib import Path as FilePath
from typing import TYPE_CHECKING, overload

from ninefold.core.atomic_write import save
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import read_threads
from ninefold.core.position import Position
from ninefold.core.values import counted
from ninefold.logic.engine import has_one_solution, read_order, read_position, reasoner, status_of
from ninefold.logic.explain import NOTES, Path
from ninefold.logic.wire import split
from ninefold.solving.arrays import CHUNK, rows_of
from ninefold.solving.many import Puzzles, solve_many
from ninefold.solving.result import Status

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


class Paths(Sequence[Path]):
    """The paths of many puzzles, in their order. A `Path` is made when you look at it.

    Attributes:
        layout: the board.
        order: the order in which techniques were tried.
    """

    def __init__(self, rows: NDArray[np.uint8], layout: Layout, order: str) -> None:
        """For `explain_many`."""
        self.layout, self.order = layout, order
        self._rows = rows
        self._found: dict[int, tuple[bytes, bool]] = {}

    def keep(self, index: int, words: bytes, *, unique: bool) -> None:
        """Keep the steps of a puzzle."""
        self._found[index] = words, unique

    def __len__(self) -> int:
        """The number of puzzles."""
        return len(self._rows)

    @overload
    def __getitem__(self, index: int) -> Path: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Path, ...]: ...
    def __getitem__(self, index: int | slice) -> Path | tuple[Path, ...]:
        """One path, or several."""
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        at = range(len(self))[index]
        words, unique = self._found[at]
        grid = Grid.from_digits(self._rows[at].tobytes(), self.layout)
        note = "" if unique else NOTES[status_of(grid)]
        return Path(grid, self.order, unique, note, Position.of(grid), tuple(split(words)))

    def __iter__(self) -> Iterator[Path]:
        """The paths in order."""
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        """The number of puzzles."""
        return f"<Paths: {counted(len(self), 'puzzle')}, {self.order} order>"


class PathLines(Sequence[str]):
    """The paths of many puzzles as text, in their order: a line per step, in HoDoKu's notation."""

    def __init__(self) -> None:
        """For `explain_lines`."""
        self._starts: list[int] = []  # of the pieces: the number of their first puzzle
        self._pieces: list[tuple[memoryview, NDArray[np.uint64]]] = []
        self._length = 0

    def add(self, text: memoryview, ends: NDArray[np.uint64]) -> None:
        """Add the next puzzles: their text, and where each ends in it."""
        self._starts.append(self._length)
        self._pieces.append((text, ends))
        self._length += len(ends)

    def __len__(self) -> int:
        """The number of puzzles."""
        return self._length

    @overload
    def __getitem__(self, index: int) -> str: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[str, ...]: ...
    def __getitem__(self, index: int | slice) -> str | tuple[str, ...]:
        """The lines of one path, or of several."""
        if isinstance(index, slice):
            return tuple(self[at] for at in range(*index.indices(len(self))))
        at = range(len(self))[index]
        piece = bisect_right(self._starts, at) - 1
        text, ends = self._pieces[piece]
        inside = at - self._starts[piece]
        return str(text[int(ends[inside - 1]) if inside else 0 : int(ends[inside])], "utf-8")

    def __repr__(self) -> str:
        """The number of puzzles."""
        return f"<PathLines: {counted(len(self), 'puzzle')}>"

    def save(self, file: str | FilePath) -> None:
        """Save the lines of all paths, one after another."""
        save(file, b"".join(text for text, _ in self._pieces))


def explain_lines(
    puzzles: Puzzles, *, order: str = "human", layout: Layout | int | None = None, threads: int | None = None
) -> PathLines:
    """Solve many puzzles of one board by reasoning; return every step as a line of text, much faster than one by one.

    >>> lines = explain_lines(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    >>> print(lines[0][:43])
    Hidden Single: r1c6=8
    Hidden Single: r1c4=6

    Args:
        puzzles, order, layout, threads: as for `explain_many`, which raises the same errors.
    """
    import numpy as np

    order, threads = read_order(order), read_threads(threads)
    rows, board = rows_of(puzzles, layout)
    unique, lines = _unique(rows, board), PathLines()
    changes = np.flatnonzero(np.diff(unique)) + 1  # a call is for puzzles that all have one solution, or all do not
    for run in np.split(np.arange(len(rows)), changes):
        for start in range(0, len(run), CHUNK):
            some = run[start : start + CHUNK]
            digits = np.ascontiguousarray(rows[some[0] : some[-1] + 1]).ravel()
            ends, text = reasoner(board).lines(digits, order, bool(unique[some[0]]), threads)
            lines.add(text, np.frombuffer(ends, np.uint64))
    return lines


def explain_many(
    puzzles: Puzzles, *, order: str = "human", layout: Layout | int | None = None, threads: int | None = None
) -> Paths:
    """Solve many puzzles of one board by reasoning; return a path for each.

    >>> paths = explain_many(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    >>> paths
    <Paths: 1 puzzle, human order>
    >>> paths[0]
    <Path: 51 steps, solved, hardest hidden single in a line>

    Args:
        puzzles: an array of n×N² or n×N×N digits, 0 for empty; or as for `solve_many`.
        order: which steps come first, as for `explain`.
        layout: the board, if it is not the standard one of that size.
        threads: number of threads (default: one per core).

    Raises:
        GridError: a puzzle has a digit twice in a unit, or a cell without candidates.
    """
    import numpy as np

    order, threads = read_order(order), read_threads(threads)
    rows, board = rows_of(puzzles, layout)
    engine, paths = reasoner(board), Paths(rows, board, order)
    unique = _unique(rows, board)
    for chosen in (True, False):
        which = np.flatnonzero(unique == chosen)
        for start in range(0, len(which), CHUNK):
            some = which[start : start + CHUNK]
            ends, words = engine.paths(np.ascontiguousarray(rows[some]).ravel(), order, chosen, True, threads)
            before = 0
            for index, end in zip(some.tolist(), np.frombuffer(ends, np.uint64).tolist(), strict=True):
                paths.keep(index, words[2 * before : 2 * end].tobytes(), unique=chosen)
                before = end
    return paths


def _unique(rows: NDArray[np.uint8], board: Layout) -> NDArray[np.bool_]:
    """Which puzzles have one solution; one with a visible mistake is an error."""
    import numpy as np

    if board == Layout.of_size(9):
        unique: NDArray[np.bool_] = solve_many(rows, limit=2).has(Status.UNIQUE)
    else:
        unique = np.array([has_one_solution(Grid.from_digits(row.tobytes(), board)) for row in rows])
    for index in np.flatnonzero(~unique).tolist():
        read_position(Grid.from_digits(rows[index].tobytes(), board), None)
    return unique
