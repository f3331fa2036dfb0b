"""Canonical forms: of all grids that the symmetries make of one, the least line; and what follows from it.

The line is that of the cells row by row, compared cell by cell, an empty cell below every digit, after the digits are
renamed 1, 2, 3 … as they come. This is the true least line, which others call minlex; it is neither the form that looks
at the pattern of clues first, nor that of the solution's own form.

Where a board of boxes has too many moves to go through them (10×10 and more), another form takes its place, that of
`ninefold.core.refinement`. A board with diagonals or further units that has so many, as 25×25 with diagonals, has no
form at all, and that is said at once.

Two grids have the same canonical form exactly if some symmetry turns one into the other.
"""

from __future__ import annotations

from base64 import b32encode
from contextlib import suppress
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from ninefold.core.checking import check
from ninefold.core.errors import GridError, LayoutError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.refinement import refined
from ninefold.core.stabiliser_chain import chain_of, compose, crossings, moved_cells
from ninefold.core.symmetry import MAX_MOVES, Symmetry, can_turn, move_count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NINE = Layout(9)


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
    if given.layout == _NINE:
        return _native_form(given)
    return _least(given) if has_least(given.layout) else _refined(given)


def has_least(layout: Layout) -> bool:
    """Whether the canonical form on a board is the least line of all its moves."""
    with suppress(LayoutError):  # one whose moves take too long to find
        return layout == _NINE or move_count(layout) <= MAX_MOVES
    return False


def has_canonical(layout: Layout) -> bool:
    """Whether there are canonical forms on a board.

    >>> [has_canonical(Layout(size, diagonals=True)) for size in (9, 16, 25)]
    [True, True, False]
    """
    return has_least(layout) or layout.plain


def require_canonical(layout: Layout) -> None:
    """Refuse a board on which there are no canonical forms, before any work is done."""
    if not has_canonical(layout):
        raise LayoutError(
            f"there are no canonical forms on a board {layout}; there are on boards of boxes alone, and on all others"
            f" that have at most {MAX_MOVES:,} moves, as with diagonals up to 16×16"
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


def library_id(clues: Grid) -> str:
    """The ID of a puzzle in a library.

    >>> library_id(Grid("..4.1......3.1.."))
    'hkhmsfq7smyi5ntm'
    """
    try:
        return puzzle_id(clues)
    except (GridError, LayoutError):  # there is no canonical form
        return "x" + id_of(clues)


def _native_form(grid: Grid) -> Canonical:
    from ninefold._native import canonical as form_of

    line, cells, digits, automorphisms = form_of(grid.digits)
    return Canonical(
        Grid.from_digits(line, grid.layout), Symmetry(grid.layout, tuple(cells), tuple(digits)), automorphisms
    )


def _least(grid: Grid) -> Canonical:
    """The least line of all moves, cell by cell: of those that make the least line so far all are kept."""
    import numpy as np

    n, chain = grid.size, chain_of(grid.layout)
    board = np.frombuffer(grid.digits, dtype=np.uint8)
    ways, line, fresh = chain.heads(), bytearray(), 1
    names = np.full((len(ways), n + 1), n + 1, dtype=np.uint8)  # those not named yet are above all that are
    names[:, 0] = 0
    for row in range(n):
        if row:
            further = chain.steps[n + row]
            ways, names = compose(ways, further), names.repeat(len(further), axis=0)
        for column in range(n):
            digits = board[crossings(ways[:, row], ways[:, n + column], n)]
            found = np.minimum(names[np.arange(len(ways)), digits], fresh)
            least = int(found.min())
            least_ways = found == least
            ways, names, digits = ways[least_ways], names[least_ways], digits[least_ways]
            if least == fresh:
                names[np.arange(len(ways)), digits] = fresh
                fresh += 1
            line.append(least)
    return _made(grid, bytes(line), moved_cells(ways[0].tolist()), len(ways))


def _refined(grid: Grid) -> Canonical:
    """The form of a board with very many moves, of the grid or of the grid turned."""
    assert grid.layout.box is not None
    n, box = grid.size, grid.layout.box
    turned = bytes(grid.digits[n * (at % n) + at // n] for at in range(n * n))
    forms = [refined(digits, n, box) for digits in ([grid.digits, turned] if can_turn(grid.layout) else [grid.digits])]
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
    return Canonical(Grid.from_digits(line, grid.layout), Symmetry(grid.layout, cells, (0, *digits)), ways)
