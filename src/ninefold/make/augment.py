"""nf.augment: each row of an array turned by its own random symmetry, which can be undone.

Row k gets symmetry number first + k of the seed, which depends on nothing else. On boards with boxes and nothing else,
every symmetry is equally likely, and so it is on other boards whose moves can be listed.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import TYPE_CHECKING

from ninefold.core.errors import NinefoldError
from ninefold.core.layout import Layout
from ninefold.core.limits import read_threads
from ninefold.core.stabiliser_chain import chain_of, moved_cells
from ninefold.core.symmetry import Symmetry
from ninefold.core.values import counted, read_seed
from ninefold.make.full_grids import read_first
from ninefold.make.splitmix import SplitMix, seeds_of
from ninefold.solving.arrays import chunks, native_board, rows_of
from ninefold.solving.many import Puzzles
from ninefold.solving.solvers.native import native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]


@dataclass(frozen=True, eq=False, repr=False)
class Augmented:
    """Rows turned by random symmetries, with the symmetries.

    Args:
        rows: the turned grids, n×N² digits.
        layout: the board.
        lines: for each of the N rows and N columns of a turned grid, the line it comes from; from N on, a column.
        names: for 0 and each digit, its new name.
    """

    rows: Digits
    layout: Layout
    lines: Digits
    names: Digits

    def __len__(self) -> int:
        """The number of rows."""
        return len(self.rows)

    def apply(self, grids: Puzzles) -> Digits:
        """The same symmetries applied to as many other grids, such as the solutions."""
        return self._moved(rows_of(grids, self.layout)[0], undo=False)

    def undo(self, grids: Puzzles) -> Digits:
        """The grids before these symmetries, such as the answers to the turned puzzles turned back."""
        return self._moved(rows_of(grids, self.layout)[0], undo=True)

    def symmetry(self, row: int) -> Symmetry:
        """The symmetry of one row."""
        return Symmetry(self.layout, moved_cells(self.lines[row].tolist()), tuple(self.names[row].tolist()))

    def _moved(self, rows: Digits, undo: bool, threads: int = 0) -> Digits:
        import numpy as np

        if len(rows) != len(self.lines):
            raise NinefoldError(f"there are {len(self.lines):,} symmetries and {len(rows):,} grids")
        moved = np.empty_like(rows)
        for part in chunks(len(rows)):
            given = (array[part].reshape(-1) for array in (rows, self.lines, self.names))
            native().apply_symmetries(self.layout.size, *given, undo, threads, moved[part].reshape(-1))
        return moved

    def __repr__(self) -> str:
        """The number of rows."""
        return f"<Augmented: {counted(len(self), 'row')} of layout {self.layout}>"


def augment(
    puzzles: Puzzles, *, seed: int, first: int = 0, layout: Layout | int | None = None, threads: int | None = None
) -> Augmented:
    """Turn each of many grids by its own random symmetry.

    >>> turned = augment(["..4.1......3.1.."], seed=1, layout=4)
    >>> turned.undo(turned.rows).tolist()[0]
    [0, 0, 4, 0, 1, 0, 0, 0, 0, 0, 0, 3, 0, 1, 0, 0]

    Args:
        puzzles: the grids, as for `canonical_many`.
        seed: a whole number from 0; the same seed always gives the same symmetries.
        first: the number of the first symmetry: a seed has symmetries 0, 1, 2 …, each independent of the others.
        layout: the board (default: the standard board that fits the array; 9×9 for anything else).
        threads: number of threads (default: one per core).
    """
    import numpy as np

    number, start, count = read_seed(seed), read_first(first), read_threads(threads)
    rows, board = rows_of(puzzles, layout)
    native_board(board)  # refuses boards that are too large
    lines = np.empty((len(rows), 2 * board.size), np.uint8)
    names = np.empty((len(rows), board.size + 1), np.uint8)
    for part in chunks(len(rows)):
        seeds = seeds_of(number, np.arange(start + part.start, start + part.stop, dtype=np.uint64), 0)
        if board.plain:
            _draw(board, seeds, count, lines[part], names[part])
        else:
            _draw_listed(board, seeds, lines[part], names[part])
    found = Augmented(rows, board, lines, names)
    return Augmented(found._moved(rows, undo=False, threads=count), board, lines, names)


def _draw(board: Layout, seeds: NDArray[np.uint64], threads: int, lines: Digits, names: Digits) -> None:
    assert board.box is not None  # plain boards have one
    native().draw_symmetries(*board.box, seeds, threads, lines.reshape(-1), names.reshape(-1))


def _draw_listed(board: Layout, seeds: NDArray[np.uint64], lines: Digits, names: Digits) -> None:
    chain = chain_of(board)
    for row, seed in enumerate(seeds.tolist()):
        lines[row] = chain.random(Random(seed))  # noqa: S311 (not used for secrets)
        names[row] = (0, *SplitMix(seed).shuffled(range(1, board.size + 1)))
