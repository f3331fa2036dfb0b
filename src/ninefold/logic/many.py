"""Paths of many puzzles at once, in native code on several threads and without the GIL."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING, overload

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import read_threads
from ninefold.core.position import Position
from ninefold.logic.engine import has_one_solution, read_order, read_position, reasoner
from ninefold.logic.explain import LEFT_OUT, Path
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
        note = "" if unique else LEFT_OUT
        return Path(grid, self.order, unique, note, Position.of(grid), tuple(split(words)))

    def __iter__(self) -> Iterator[Path]:
        """The paths in order."""
        return (self[index] for index in range(len(self)))

    def __repr__(self) -> str:
        """The number of puzzles."""
        return f"<Paths: {len(self):,} puzzles, {self.order} order>"


def explain_many(
    puzzles: Puzzles, *, order: str = "human", layout: Layout | int | None = None, threads: int | None = None
) -> Paths:
    """Solve many puzzles of one board by reasoning; return a path for each.

    >>> paths = explain_many(["53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"])
    >>> paths
    <Paths: 1 puzzles, human order>
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
                paths.keep(index, words[2 * before : 2 * end], unique=chosen)
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
