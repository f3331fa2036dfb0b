"""Levels: how far a person gets with the simplest techniques.

1. easy: singles are enough. A single is the only candidate of a cell, or the only place of a digit in a unit.
2. medium: locked candidates are needed too. Where all places of a digit in one unit lie in another, it goes from the
   rest of the other.
3. hard: more than that is needed.

Ratings will make these finer; their names and `level_of` will stay.
"""

from __future__ import annotations

from collections.abc import Sequence
from functools import lru_cache
from typing import TYPE_CHECKING, NamedTuple

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Flags = NDArray[np.bool_]
    Weights = NDArray[np.float32]

LEVELS = ("easy", "medium", "hard")
AT_ONCE = 1 << 21  # candidates that are looked at together


def level_of(puzzle: GridLike) -> str:
    """The level of a proper puzzle: easy, medium or hard.

    >>> level_of("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    'easy'
    """
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    return levels_of([grid])[0]


def read_level(level: object) -> str | None:
    """A level, checked; None for any."""
    if level is not None and level not in LEVELS:
        raise NinefoldError(f"a level is {', '.join(LEVELS)}, or None for any; not {short_repr(level)}")
    return None if level is None else str(level)


def levels_of(puzzles: Sequence[Grid]) -> list[str]:
    """The levels of puzzles of one layout, many looked at together."""
    import numpy as np

    if not puzzles:
        return []
    layout, found = puzzles[0].layout, []
    step = max(1, AT_ONCE // layout.size**3)
    for start in range(0, len(puzzles), step):
        digits = np.array([list(puzzle.digits) for puzzle in puzzles[start : start + step]], dtype=np.uint8)
        found += _levels(digits, _tables(layout))
    return found


class _Tables(NamedTuple):
    """The units of a layout as sums over cells."""

    peers: Weights  # [cell, peer]
    units: NDArray[np.intp]  # cells of the units that hold every digit
    apart: Weights  # [cell, pair]: the cells of a pair's first unit that are not in its second
    rest: Weights  # [pair, cell]: the cells of its second unit that are not in its first


@lru_cache(maxsize=16)
def _tables(layout: Layout) -> _Tables:
    import numpy as np

    cells = layout.size**2
    peers = np.zeros((cells, cells), dtype=np.float32)
    for cell, others in enumerate(layout.peers):
        peers[cell, list(others)] = 1
    whole = [unit.cells for unit in layout.units if len(unit.cells) == layout.size]
    pairs = [(a, b.cells) for a in whole for b in layout.units if 1 < len(set(a) & set(b.cells)) < len(b.cells)]
    apart = np.zeros((cells, len(pairs)), dtype=np.float32)
    rest = np.zeros((len(pairs), cells), dtype=np.float32)
    for pair, (a, b) in enumerate(pairs):
        apart[list(set(a) - set(b)), pair] = 1
        rest[pair, list(set(b) - set(a))] = 1
    return _Tables(peers, np.array(whole), apart, rest)


def _levels(digits: NDArray[np.uint8], tables: _Tables) -> list[str]:
    import numpy as np

    size = tables.units.shape[1]
    open_ = (digits[:, None, :] == 0) | (digits[:, None, :] == np.arange(1, size + 1)[None, :, None])
    open_ = _settle(open_, tables, locked=False)
    is_easy = _is_solved(open_)
    hard = ~is_easy
    if hard.any():
        open_[hard] = _settle(open_[hard], tables, locked=True)
    is_solved = _is_solved(open_)
    return [
        LEVELS[0] if easy else LEVELS[1] if done else LEVELS[2] for easy, done in zip(is_easy, is_solved, strict=True)
    ]


def _settle(open_: Flags, tables: _Tables, locked: bool) -> Flags:
    """Drop candidates until nothing more follows; flags are [puzzle, digit, cell]."""
    while True:
        before = int(open_.sum())
        open_ = _singles(open_, tables)
        if locked and int(open_.sum()) == before:
            open_ = _locked(open_, tables)
        if int(open_.sum()) == before:
            return open_


def _singles(open_: Flags, tables: _Tables) -> Flags:
    """Rule 1, once."""
    import numpy as np

    placed = open_ & (open_.sum(axis=1, keepdims=True) == 1)
    in_units = open_[:, :, tables.units]  # [puzzle, digit, unit, place]
    alone = in_units & (in_units.sum(axis=3, keepdims=True) == 1)
    puzzle, digit, unit, place = np.nonzero(alone)
    placed[puzzle, digit, tables.units[unit, place]] = True
    beside = placed.astype(np.float32) @ tables.peers > 0
    others = placed.any(axis=1, keepdims=True) & ~placed
    result: Flags = open_ & ~beside & ~others
    return result


def _locked(open_: Flags, tables: _Tables) -> Flags:
    """Rule 2, once."""
    import numpy as np

    inside = ~(open_.astype(np.float32) @ tables.apart > 0)
    result: Flags = open_ & ~(inside.astype(np.float32) @ tables.rest > 0)
    return result


def _is_solved(open_: Flags) -> Flags:
    result: Flags = (open_.sum(axis=1) == 1).all(axis=1)
    return result
