"""Canonical forms: of all grids that the symmetries make of one, the least line; and what follows from it.

The line is that of the cells row by row, compared cell by cell, an empty cell below every digit, after the digits are
renamed 1, 2, 3 … as they come. This is the true least line, which others call minlex; it is neither the form that looks
at the pattern of clues first, nor that of the solution's own form.

Two grids have the same canonical form exactly if some symmetry turns one into the other.
"""

from __future__ import annotations

from base64 import b32encode
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from ninefold.core.checking import check
from ninefold.core.errors import GridError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.symmetry import Symmetry, line_moves, moves

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


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
    if given.layout == Layout(9):
        return _native_form(given)
    return _least(given)


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
    least, ways = b"\xff", 0
    by: tuple[int, ...] = ()
    for cells in _blocks(grid.layout):
        lines = [line.tobytes() for line in _renamed(grid, cells)]
        best = min(lines)
        if best < least:
            least, by, ways = best, tuple(map(int, cells[lines.index(best)])), 0
        ways += lines.count(best) if best == least else 0
    names = dict(zip((grid.digits[cell] for cell in by), least, strict=True))
    spare = iter(sorted(set(range(1, grid.size + 1)) - set(names.values())))
    digits = tuple(names.get(digit, 0) or next(spare) for digit in range(1, grid.size + 1))
    return Canonical(Grid.of_digits(least, grid.layout), Symmetry(grid.layout, by, (0, *digits)), ways)


def _blocks(layout: Layout) -> list[NDArray[np.intp]]:
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
