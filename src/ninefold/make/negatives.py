"""Improper puzzles made from proper ones: for models that must see when a puzzle has no solution, or several.

multiple    one clue removed, so that there are several solutions
impossible  one clue changed so that no unit has a digit twice, yet there is no solution
wrong       one clue changed at random: no solution, or several

Row k of a seed depends on nothing but its puzzle, the seed and its number. A row for which no change works (a puzzle
with clues to spare may stay proper without any one of them) is skipped.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, NamedTuple

from ninefold.core.errors import NinefoldError
from ninefold.core.layout import Layout
from ninefold.core.values import read_seed, short_repr
from ninefold.make.full_grids import read_first
from ninefold.make.splitmix import SplitMix, seed_of
from ninefold.solving.arrays import rows_of
from ninefold.solving.many import Puzzles, solve_many
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]

WANTED = {
    "multiple": (Status.MULTIPLE,),
    "impossible": (Status.IMPOSSIBLE,),
    "wrong": (Status.MULTIPLE, Status.IMPOSSIBLE),
}
KINDS = tuple(WANTED)
TRIES = 12  # changes that are tried for a row


class Negatives(NamedTuple):
    """Improper puzzles: the row each was made from, the puzzle, the cell that was changed, and its status code."""

    rows: NDArray[np.int64]
    puzzles: Digits
    cells: NDArray[np.int64]
    status: NDArray[np.uint8]


def negatives(
    puzzles: Puzzles, kind: str, *, seed: int, first: int = 0, layout: Layout | int | None = None
) -> Negatives:
    """Improper puzzles of a kind (`multiple`, `impossible` or `wrong`), one from each proper puzzle if possible.

    >>> found = negatives(["..4.1......3.1.."], "multiple", seed=1, layout=4)
    >>> found.rows.tolist(), int((found.puzzles > 0).sum())
    ([0], 3)

    Args:
        puzzles: proper puzzles, as for `canonical_many`.
        kind: what to make.
        seed: a whole number from 0.
        first: the number of the first puzzle: row k is changed as number first + k of the seed.
        layout: the board (default: the standard board that fits the array; 9×9 for anything else).
    """
    import numpy as np

    if kind not in KINDS:
        raise NinefoldError(f"unknown kind {short_repr(kind)} (choose from {', '.join(KINDS)})")
    given, board = rows_of(puzzles, layout)
    number, start = read_seed(seed), read_first(first)
    plans = [
        _plan(row, kind, SplitMix(seed_of(number, start + at, KINDS.index(kind))), board)
        for at, row in enumerate(given.tolist())
    ]
    made, cells, status = given.copy(), np.full(len(given), -1), np.full(len(given), Status.UNIQUE.code, np.uint8)
    open_ = np.arange(len(given))
    for attempt in range(TRIES):
        open_ = np.array([at for at in open_.tolist() if attempt < len(plans[at])], np.int64)
        if not len(open_):
            break
        tried = given[open_]
        changes = [plans[at][attempt] for at in open_.tolist()]
        tried[np.arange(len(open_)), [cell for cell, _ in changes]] = [digit for _, digit in changes]
        codes = _status(tried, board)
        fits = np.isin(codes, [status.code for status in WANTED[kind]])
        done = open_[fits]
        made[done], status[done] = tried[fits], codes[fits]
        cells[done] = np.array([cell for cell, _ in changes])[fits]
        open_ = open_[~fits]
    kept = np.flatnonzero(cells >= 0)
    return Negatives(kept, made[kept], cells[kept], status[kept])


def _plan(row: list[int], kind: str, rng: SplitMix, board: Layout) -> list[tuple[int, int]]:
    """Changes to try in order: a cell and its new digit."""
    changes = []
    for cell in rng.shuffled([cell for cell, digit in enumerate(row) if digit])[:TRIES]:
        taken = {row[peer] for peer in board.peers[cell]} if kind == "impossible" else set()
        free = [digit for digit in range(1, board.size + 1) if digit != row[cell] and digit not in taken]
        if kind == "multiple":
            changes.append((cell, 0))
        elif free:
            changes.append((cell, rng.choice(free)))
    return changes


def _status(rows: Digits, board: Layout) -> NDArray[np.uint8]:
    import numpy as np

    from ninefold.core.grid import Grid

    if board == Layout.of_size(9):
        return solve_many(rows).status
    grids = Grid.all_of_digits(rows.tobytes(), board)
    return np.array([solve(grid).status.code for grid in grids], np.uint8)
