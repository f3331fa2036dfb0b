"""Canonical forms: of all grids that the symmetries make of one, the least line; and what follows from it.

The line is that of the cells row by row, compared cell by cell, an empty cell below every digit, after the digits are
renamed 1, 2, 3 … as they come. This is the true least line, which others call minlex; it is neither the form that looks
at the pattern of clues first, nor that of the solution's own form.

Where a board of boxes has too many moves to go through them (10×10 and more), another form takes its place, that of
`ninefold.core.refining`. With diagonals or further units such a board has no form at all, and that is said at once.

Two grids have the same canonical form exactly if some symmetry turns one into the other.
"""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Sequence
from functools import lru_cache
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from ninefold.core.checking import check
from ninefold.core.errors import GridError, LayoutError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.refining import refined
from ninefold.core.symmetry import MOST_MOVES, Symmetry, box_moves, line_moves, moves

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


# So many moves of a board are kept once they are known.
FEW = 10_000


class Canonical(NamedTuple):
    """A canonical form, one symmetry that makes it, and how many moves of cells make it."""

    grid: Grid
    by: Symmetry
    automorphisms: int


def canonical(grid: GridLike) -> Grid:
    """The canonical form of a puzzle or a full grid.

    >>> canonical("..4.1......3.1..").line
    '...1.1....2.3...'
    """
    return canonical_form(grid).grid


def canonical_form(grid: GridLike) -> Canonical:
    """The canonical form with a symmetry that makes it, and the number of automorphisms."""
    given = grid if isinstance(grid, Grid) else Grid(grid)
    report = check(given)
    if report.clashes:
        raise GridError(f"a grid with clashing digits has no canonical form: {str(report).partition(': ')[2]}")
    require_canonical(given.layout)
    if given.layout == Layout(9):
        return _native_form(given)
    return _least(given) if has_least(given.layout) else _refined(given)


def has_least(layout: Layout) -> bool:
    """Whether the canonical form on a board is the least line of all its moves."""
    return layout.box is None or box_moves(layout) <= MOST_MOVES


def has_canonical(layout: Layout) -> bool:
    """Whether there are canonical forms on a board.

    >>> [has_canonical(board) for board in (Layout(9), Layout(16), Layout(16, diagonals=True))]
    [True, True, False]
    """
    return has_least(layout) or layout.plain


def require_canonical(layout: Layout) -> None:
    """Refuse a board on which there are no canonical forms, before any work is done."""
    if not has_canonical(layout):
        raise LayoutError(
            f"there are no canonical forms on a board {layout}; there are on boards of boxes alone, on jigsaws, and on"
            f" those with diagonals or further units whose boxes have at most {MOST_MOVES:,} moves, as up to 9×9"
        )


def automorphism_count(grid: GridLike) -> int:
    """How many moves of cells leave a grid as it is, but for the names of its digits.

    >>> automorphism_count(Grid("1234341221434321"))
    32
    """
    return canonical_form(grid).automorphisms


def isomorphism(grid: GridLike, other: GridLike) -> Symmetry | None:
    """A symmetry that turns the first grid into the second; None where there is none.

    >>> turn = isomorphism("..4.1......3.1..", "..1.3......1.4..")
    >>> turn("..4.1......3.1..").line
    '..1.3......1.4..'
    """
    first, second = canonical_form(grid), canonical_form(other)
    if first.grid != second.grid:
        return None
    return second.by.inverse @ first.by


def puzzle_id(grid: GridLike) -> str:
    """A short name that a grid shares with all grids of its canonical form and, but for unlikely chance, no others.

    >>> puzzle_id("..4.1......3.1..") == puzzle_id("..1.3......1.4..")
    True
    """
    return id_of(canonical(grid))


def id_of(form: Grid) -> str:
    """The same, from a canonical form."""
    digest = blake2b(f"{form.layout} {form.line}".encode(), digest_size=10).digest()
    return b32encode(digest).decode().lower()


def canonical_lines(grids: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """The canonical forms of many 9×9 grids, an array of n×81 digits; they must not clash."""
    import numpy as np

    from ninefold._native import canonical_lines as lines_of

    given = np.ascontiguousarray(grids, dtype=np.uint8).reshape(-1, 81)
    found = np.empty_like(given)
    lines_of(given.reshape(-1), found.reshape(-1))
    return found


def _native_form(grid: Grid) -> Canonical:
    from ninefold._native import canonical as form_of

    line, cells, digits, automorphisms = form_of(grid.digits)
    return Canonical(
        Grid.of_digits(line, grid.layout), Symmetry(grid.layout, tuple(cells), tuple(digits)), automorphisms
    )


def _least(grid: Grid) -> Canonical:
    """The least line of all moves, a block of them at a time."""
    least, ways = b"\xff", 0  # no digit is so large
    by: tuple[int, ...] = ()
    for cells in _blocks(grid.layout):
        lines = [line.tobytes() for line in _renamed(grid, cells)]
        best = min(lines)
        if best < least:
            least, by, ways = best, tuple(map(int, cells[lines.index(best)])), 0
        ways += lines.count(best) if best == least else 0
    return _made(grid, least, by, ways)


def _refined(grid: Grid) -> Canonical:
    """The form of a board with very many moves, of the grid or of the grid turned."""
    assert grid.layout.box is not None
    n, box = grid.size, grid.layout.box
    turned = bytes(grid.digits[n * (at % n) + at // n] for at in range(n * n))
    forms = [refined(digits, n, box) for digits in ([grid.digits, turned] if box[0] == box[1] else [grid.digits])]
    best = min(forms, key=lambda form: form.leaf[:2])
    ways = sum(form.automorphisms for form in forms if form.leaf[:2] == best.leaf[:2])
    rows, columns = best.leaf.orders[:n], [column - n for column in best.leaf.orders[n:]]
    is_turned = best is not forms[0]
    cells = tuple(c * n + r if is_turned else r * n + c for r in rows for c in columns)
    return _made(grid, best.leaf.line, cells, ways)


def _made(grid: Grid, line: bytes, cells: tuple[int, ...], ways: int) -> Canonical:
    """The form that a move and a renaming make; digits that do not occur get what names are left."""
    names = dict(zip((grid.digits[cell] for cell in cells), line, strict=True))
    spare = iter(sorted(set(range(1, grid.size + 1)) - set(names.values())))
    digits = tuple(names.get(digit, 0) or next(spare) for digit in range(1, grid.size + 1))
    return Canonical(Grid.of_digits(line, grid.layout), Symmetry(grid.layout, cells, (0, *digits)), ways)


def _blocks(layout: Layout) -> Sequence[NDArray[np.intp]]:
    """The moves of a board as arrays, kept where they are few."""
    return _kept(layout) if layout.extras or layout.box is None or box_moves(layout) <= FEW else _made_blocks(layout)


@lru_cache(maxsize=16)
def _kept(layout: Layout) -> tuple[NDArray[np.intp], ...]:
    import numpy as np

    blocks = _made_blocks(layout)
    return (np.concatenate(blocks),) if sum(map(len, blocks)) <= FEW else tuple(blocks)


def _made_blocks(layout: Layout) -> list[NDArray[np.intp]]:
    """The moves of a board as arrays, for each move and cell the cell that moves there."""
    import numpy as np

    if layout.box is None:
        return [np.array(moves(layout))]
    n = layout.size
    blocks = []
    for down, across, turned in line_moves(layout):
        rows, columns = np.array(down)[None, :, None], np.array(across)[:, None, :]
        blocks.append((columns * n + rows if turned else rows * n + columns).reshape(len(across), n * n))
    return blocks


def _renamed(grid: Grid, cells: NDArray[np.intp]) -> NDArray[np.uint8]:
    """The line that each move makes, its digits renamed as they come."""
    import numpy as np

    n = grid.size
    lines = np.frombuffer(grid.digits, dtype=np.uint8)[cells]
    first = np.stack(
        [np.where((lines == d).any(1), (lines == d).argmax(1), n * n + d) for d in range(1, n + 1)], axis=1
    )
    names = np.zeros((len(lines), n + 1), dtype=np.uint8)
    names[:, 1:] = first.argsort(axis=1).argsort(axis=1) + 1
    return np.take_along_axis(names, lines.astype(np.intp), axis=1)
