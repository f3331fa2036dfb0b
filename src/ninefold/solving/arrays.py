"""Rows of digits on any board: what the calls over arrays share, and canonical forms, IDs and automorphisms in bulk.

1. An array has a row per grid, n×N² or n×N×N digits, 0 for an empty cell. Its width gives the standard board, unless
   `layout` names another.
2. A list or a file of 9×9 puzzles is read as by `solve_many`. With `layout`, each item is read on that board.
3. Rows are handed to native code some thousand at a time, without the GIL, so that Ctrl-C works between them.
"""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from functools import lru_cache
from hashlib import blake2b
from math import isqrt
from typing import TYPE_CHECKING, Any

from ninefold.core.alphabet import default_alphabet, symbols_of
from ninefold.core.canonical import canonical_form, canonical_rows, first_turn, has_least, require_canonical
from ninefold.core.errors import SHOWN_FAULTS, Fault, GridError, LayoutError, NinefoldError
from ninefold.core.geometry import cell_name
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import read_threads
from ninefold.core.stabiliser_chain import chain_of, compose, crossings
from ninefold.core.symmetry import move_count
from ninefold.core.values import is_iterable, short_repr
from ninefold.solving.many import Puzzles, as_array
from ninefold.solving.solvers.native import native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]

CHUNK = 1 << 14  # rows per native call (rule 3)
MAX_NATIVE = 32  # digits of a board that native code supports
_NINE = Layout.of_size(9)
MAX_MOVES = 20_000  # moves of a board that native code goes through for each row


def rows_of(puzzles: Puzzles, layout: Layout | int | None = None) -> tuple[Digits, Layout]:
    """The puzzles as a contiguous array of n×N² digits, and their board (rules 1 and 2)."""
    import numpy as np

    board = layout if layout is None or isinstance(layout, Layout) else Layout.of_size(layout)
    if isinstance(puzzles, np.ndarray) and puzzles.dtype.kind in "iufb":
        return _checked(puzzles, board)
    if board is None or board == _NINE:
        return _checked(as_array(puzzles), _NINE)
    if isinstance(puzzles, str | Grid) or not is_iterable(puzzles):
        raise NinefoldError(f"puzzles must be an array, or a list of lines or grids, not {short_repr(puzzles)}")
    digits = b"".join(_read(item, number, board) for number, item in enumerate(puzzles))
    return np.frombuffer(digits, np.uint8).reshape(-1, board.size**2), board


def _read(item: object, number: int, board: Layout) -> bytes:
    try:
        grid = item if isinstance(item, Grid) else Grid(item, layout=board)
        if grid.layout != board:
            raise GridError(f"its layout is {grid.layout}, expected {board}")
        return grid.digits
    except NinefoldError as error:
        raise type(error)(f"puzzle {number}: {error.message}", error.faults) from error


def _checked(array: NDArray[Any], board: Layout | None) -> tuple[Digits, Layout]:
    import numpy as np

    if array.ndim == 3 and array.shape[1] == array.shape[2]:
        array = array.reshape(len(array), array.shape[1] ** 2)
    if array.ndim != 2 or array.shape[1] < 1 or isqrt(array.shape[1]) ** 2 != array.shape[1]:
        raise GridError(f"read an array of shape {array.shape}, expected (n, N²) or (n, N, N), such as (1000, 81)")
    board = board or Layout.of_size(isqrt(array.shape[1]))
    if array.shape[1] != board.size**2:
        raise GridError(f"read rows of {array.shape[1]} digits, expected {board.size**2} for layout {board}")
    wrong = (array < 0) | (array > board.size) | (array % 1 != 0) if array.dtype != np.uint8 else array > board.size
    if wrong.any():
        places = np.argwhere(wrong)[:SHOWN_FAULTS].tolist()
        faults = [
            Fault(f"puzzle {row}, {cell_name(cell, board.size)}", str(array[row, cell]), f"0 to {board.size}")
            for row, cell in places
        ]
        raise GridError("the array contains invalid digits", faults)
    return np.ascontiguousarray(array, dtype=np.uint8), board


def chunks(rows: int) -> Iterator[slice]:
    """The rows of an array, some thousand at a time (rule 3)."""
    return (slice(start, min(rows, start + CHUNK)) for start in range(0, rows, CHUNK))


@lru_cache(maxsize=16)
def native_board(layout: Layout) -> Any:
    """A board as native code wants it; a `LayoutError` if it is too large."""
    if layout.size > MAX_NATIVE:
        raise LayoutError(f"layout {layout} is too large: arrays are supported up to {MAX_NATIVE} digits")
    return native().RowBoard(layout.size, [list(unit.cells) for unit in layout.units])


# Python keeps the cache until after nanobind looks for objects that are still alive, and prints them as leaks.
atexit.register(native_board.cache_clear)


def canonical_many(
    puzzles: Puzzles, *, layout: Layout | int | None = None, threads: int | None = None
) -> NDArray[np.uint8]:
    """The canonical forms of many puzzles or full grids, as an array with a row for each.

    >>> canonical_many(["..4.1......3.1..", "..1.3......1.4.."], layout=4).tolist()[0]
    [0, 0, 0, 1, 0, 1, 0, 0, 0, 0, 2, 0, 3, 0, 0, 0]

    Args:
        puzzles: an array of n×N² or n×N×N digits, or a list of lines or grids, or a file of 9×9 puzzles.
        layout: the board (default: the standard board that fits the array; 9×9 for anything else).
        threads: threads for standard 9×9 (default: one per core).
    """
    return _forms(*rows_of(puzzles, layout), read_threads(threads))[0]


def automorphisms_many(
    puzzles: Puzzles, *, layout: Layout | int | None = None, threads: int | None = None
) -> NDArray[np.uint64]:
    """How many moves of cells leave each grid unchanged up to renaming its digits; arguments as for `canonical_many`.

    >>> automorphisms_many(["1234341221434321"], layout=4).tolist()
    [32]
    """
    return _forms(*rows_of(puzzles, layout), read_threads(threads))[1]


def ids_many(puzzles: Puzzles, *, layout: Layout | int | None = None, threads: int | None = None) -> NDArray[np.str_]:
    """What `puzzle_id` gives for each of many grids; arguments as for `canonical_many`.

    >>> ids_many(["..4.1......3.1..", "..1.3......1.4.."], layout=4).tolist()
    ['hkhmsfq7smyi5ntm', 'hkhmsfq7smyi5ntm']
    """
    return letters(digests_many(puzzles, layout=layout, threads=threads))


def digests_many(puzzles: Puzzles, *, layout: Layout | int | None = None, threads: int | None = None) -> Digits:
    """The IDs as ten bytes each; arguments as for `canonical_many`."""
    import numpy as np

    rows, board = rows_of(puzzles, layout)
    first, cells = first_turn(board)
    if first != board:
        _forms(rows[:1], board, 1)  # faults are those of the grid as the caller knows it
        rows, board = np.ascontiguousarray(rows[:, list(cells)]), first
    return digests_of(_forms(rows, board, read_threads(threads))[0], board)


def digests_of(forms: Digits, board: Layout) -> Digits:
    """The same of rows that already are canonical forms, on a board that is the first of its turns."""
    import numpy as np

    symbols = b"." + symbols_of(default_alphabet(board.size), board.size).encode()
    text, start, length = np.frombuffer(symbols, np.uint8)[forms].tobytes(), f"{board} ".encode(), board.size**2
    lines = (text[at : at + length] for at in range(0, len(text), length))
    digests = b"".join([blake2b(start + line, digest_size=10).digest() for line in lines])
    return np.frombuffer(digests, np.uint8).reshape(-1, 10)


def letters(digests: Digits) -> NDArray[np.str_]:
    """The 16 letters of each ID, from its ten bytes: base 32 like `base64.b32encode`, for many at once."""
    import numpy as np

    fives = np.zeros((len(digests) * 2, 8), np.uint8)
    fives[:, 3:] = digests.reshape(-1, 5)
    numbers = fives.view(">u8").astype(np.uint64)
    places = (numbers >> np.arange(35, -1, -5, dtype=np.uint64)) & np.uint64(31)
    text = np.frombuffer(b"abcdefghijklmnopqrstuvwxyz234567", np.uint8)[places]
    found: NDArray[np.str_] = text.reshape(-1).view("S16").astype("U16")
    return found


def _forms(rows: Digits, board: Layout, threads: int) -> tuple[Digits, NDArray[np.uint64]]:
    import numpy as np

    found, automorphisms = np.empty_like(rows), np.empty(len(rows), np.uint64)
    moves = None if board == _NINE else moves_of(board)
    if board == _NINE or moves is not None:
        for part in chunks(len(rows)):
            if moves is None:
                found[part], automorphisms[part] = canonical_rows(rows[part], threads)
            else:
                given, lines = rows[part].reshape(-1), found[part].reshape(-1)
                native().least_forms(native_board(board), moves, given, threads, lines, automorphisms[part])
        _refuse(np.flatnonzero(automorphisms == 0).tolist())
    else:
        for row, grid in enumerate(_grids(rows, board)):
            form = canonical_form(grid)
            found[row], automorphisms[row] = np.frombuffer(form.grid.digits, np.uint8), form.automorphisms
    return found, automorphisms


@lru_cache(maxsize=8)
def moves_of(board: Layout) -> NDArray[np.uint16] | None:
    """Every move of a board with few of them, one after the other, as the cells that the cells of a grid come from."""
    import numpy as np

    require_canonical(board)
    if not has_least(board) or move_count(board) > MAX_MOVES:
        return None
    chain, n = chain_of(board), board.size
    moves = chain.heads()
    for step in chain.steps[n + 1 :]:
        moves = compose(moves, step)
    cells = [crossings(moves[:, row], moves[:, n + column], n) for row in range(n) for column in range(n)]
    return np.ascontiguousarray(np.stack(cells, axis=1), np.uint16).reshape(-1)


def _refuse(rows: list[int]) -> None:
    if rows:
        faults = [Fault(f"puzzle {row}", "a digit twice in a unit", "no repeats") for row in rows]
        raise GridError("a grid with repeated digits has no canonical form", faults)


def _grids(rows: Digits, board: Layout) -> list[Grid]:
    return Grid.all_of_digits(rows.tobytes(), board)
