"""Canonical forms: the smallest line among all symmetric copies of a grid.

Two grids have the same canonical form exactly if a symmetry turns one into the other.

1. A line lists the cells row by row, after the digits are renamed 1, 2, 3 … in order of appearance. Lines are compared
   cell by cell; an empty cell is smaller than any digit. Other programs call this form "minlex". Some use different
   forms, which compare the pattern of clues first or start from the solution's form; those give different lines.
2. A board of plain boxes with too many moves to enumerate (10×10 and larger) uses the form of
   `ninefold.core.refinement` instead, which is not always the smallest line.
3. Any other board with too many moves, such as 25×25 with diagonals, has no canonical form: `require_canonical` raises.
"""

from __future__ import annotations

from base64 import b32encode
from contextlib import suppress
from functools import lru_cache
from hashlib import blake2b
from itertools import chain as joined
from typing import TYPE_CHECKING, NamedTuple

from ninefold.core.checking import check
from ninefold.core.errors import GridError, LayoutError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout, check_layout
from ninefold.core.limits import CheckLimits
from ninefold.core.refinement import refined
from ninefold.core.stabiliser_chain import Cells, chain_of, compose, crossings, moved_cells
from ninefold.core.symmetry import Symmetry, can_transpose, move_count

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

_NINE = Layout(9)
MAX_MOVES = 1_000_000  # a board with more moves is not enumerated (rules 2 and 3)


class Canonical(NamedTuple):
    """A canonical form, one symmetry that produces it, and how many moves of cells produce it."""

    grid: Grid
    by: Symmetry
    automorphisms: int


def canonical(grid: GridLike) -> Grid:
    """The canonical form of a puzzle or a full grid.

    >>> canonical("..4.1......3.1..").line
    '...1.1....2.3...'
    """
    return canonical_form(grid).grid


def canonical_form(grid: GridLike, check_limits: CheckLimits = lambda: None) -> Canonical:
    """The canonical form with a symmetry that produces it, and the number of automorphisms.

    On boards other than 9×9, `check_limits` is called every few milliseconds and may raise.
    """
    given = grid if isinstance(grid, Grid) else Grid(grid)
    _refuse_clashes(given)
    require_canonical(given.layout)
    if given.layout == _NINE:
        return _native_form(given)
    return _smallest(given, check_limits) if has_least(given.layout) else _refined(given, check_limits)


def _refuse_clashes(grid: Grid) -> None:
    report = check(grid)
    if report.clashes:
        raise GridError(f"a grid with repeated digits has no canonical form: {str(report).partition(': ')[2]}")


def has_least(layout: Layout) -> bool:
    """Whether the canonical form on a board is the smallest line over all its moves (rule 1)."""
    with suppress(LayoutError):  # the moves of this board take too long to find
        return layout == _NINE or move_count(layout) <= MAX_MOVES
    return False


def has_canonical(layout: Layout) -> bool:
    """Whether grids on a board have canonical forms.

    >>> [has_canonical(Layout(size, diagonals=True)) for size in (9, 16, 25)]
    [True, True, False]
    """
    check_layout(layout)
    return has_least(layout) or layout.plain


def require_canonical(layout: Layout) -> None:
    """Raise a LayoutError if grids on a board have no canonical forms; cheap enough to call before any work."""
    if not has_canonical(layout):
        raise LayoutError(
            f"layout {layout} has too many symmetries for canonical forms; supported are plain boxes of any size,"
            f" and other boards with at most {MAX_MOVES:,} moves, such as 16×16 with diagonals"
        )


def automorphism_count(grid: GridLike) -> int:
    """How many moves of cells leave a grid unchanged up to renaming its digits.

    >>> automorphism_count(Grid("1234341221434321"))
    32
    """
    return canonical_form(grid).automorphisms


def isomorphism(grid: GridLike, other: GridLike) -> Symmetry | None:
    """A symmetry that turns the first grid into the second, or None.

    >>> turn = isomorphism("..4.1......3.1..", "..1.3......1.4..")
    >>> turn("..4.1......3.1..").line
    '..1.3......1.4..'
    """
    first, second = canonical_form(grid), canonical_form(other)
    if first.grid != second.grid:
        return None
    return second.by.inverse @ first.by


def puzzle_id(grid: GridLike) -> str:
    """A short ID shared by exactly the grids with the same canonical form, on this board or the board turned.

    Rotating or reflecting a puzzle together with its board never changes the ID, such as from boxes of 2×3 cells to
    boxes of 3×2. The ID is a hash of 80 bits.

    >>> puzzle_id("..4.1......3.1..") == puzzle_id("..1.3......1.4..")
    True
    """
    given = grid if isinstance(grid, Grid) else Grid(grid)
    return id_of(canonical(_upright(given)))


def _upright(grid: Grid) -> Grid:
    """The grid turned so that its board is the first among the rotations and reflections of that board."""
    layout, cells = first_turn(grid.layout)
    if layout == grid.layout:
        return grid
    _refuse_clashes(grid)  # with the cells as the caller knows them
    return Grid.from_digits(bytes(grid.digits[cell] for cell in cells), layout)


@lru_cache(maxsize=64)
def first_turn(layout: Layout) -> tuple[Layout, Cells]:
    """The first of the eight turns of a board, and for each of its cells the cell that moves there."""
    n = layout.size
    rows = [tuple(range(row * n, row * n + n)) for row in range(n)]
    turns = [rows, [row[::-1] for row in rows], rows[::-1], [row[::-1] for row in rows[::-1]]]
    turns += [list(zip(*turn, strict=True)) for turn in turns]
    boards = [(_moved(layout, cells), cells) for cells in (tuple(joined(*turn)) for turn in turns)]
    first, cells = min(boards, key=lambda board: (board[0].box or (), board[0].regions or (), board[0].extra))
    return (layout, cells) if first == layout else (first, cells)


def _moved(layout: Layout, cells: Cells) -> Layout:
    """The board after a turn; diagonals and windows do not move."""
    place = {cell: to for to, cell in enumerate(cells)}
    return Layout(
        layout.size,
        regions=[layout.box_of[cell] for cell in cells],
        diagonals=layout.diagonals,
        windows=layout.windows,
        extra=[[place[cell] for cell in unit] for unit in layout.extra],
    )


def id_of(form: Grid) -> str:
    """The ID of a grid that already is a canonical form."""
    digest = blake2b(f"{form.layout} {form.line}".encode(), digest_size=10).digest()
    return b32encode(digest).decode().lower()


def canonical_lines(grids: NDArray[np.uint8], threads: int = 1) -> NDArray[np.uint8]:
    """The canonical forms of many 9×9 grids, as an array of n×81 digits; a grid whose digits clash is not changed."""
    return canonical_rows(grids, threads)[0]


def canonical_rows(grids: NDArray[np.uint8], threads: int) -> tuple[NDArray[np.uint8], NDArray[np.uint64]]:
    """The canonical forms of many 9×9 grids and their numbers of automorphisms; 0 if the digits of a grid clash."""
    import numpy as np

    from ninefold._native import canonical_rows as rows_of

    given = np.ascontiguousarray(grids, dtype=np.uint8).reshape(-1, 81)
    found, automorphisms = np.empty_like(given), np.empty(len(given), np.uint64)
    rows_of(given.reshape(-1), threads, found.reshape(-1), automorphisms)
    return found, automorphisms


def library_id(clues: Grid) -> str:
    """The ID of a puzzle in a library: its `puzzle_id`, or "x" and a hash of its clues if it has no canonical form.

    >>> library_id(Grid("..4.1......3.1.."))
    'hkhmsfq7smyi5ntm'
    """
    try:
        return puzzle_id(clues)
    except (GridError, LayoutError):  # no canonical form
        return "x" + id_of(clues)


def _native_form(grid: Grid) -> Canonical:
    from ninefold._native import canonical as form_of

    line, cells, digits, automorphisms = form_of(grid.digits)
    return Canonical(
        Grid.from_digits(line, grid.layout), Symmetry(grid.layout, tuple(cells), tuple(digits)), automorphisms
    )


def _smallest(grid: Grid, check_limits: CheckLimits) -> Canonical:
    """The smallest line over all moves.

    The line is built cell by cell. `moves` keeps every move whose line is the smallest so far, one row of 2N lines
    each; `names` keeps the digit renaming of each of these moves. Both grow when a row of the board is opened and
    shrink with each cell.
    """
    import numpy as np

    n, chain = grid.size, chain_of(grid.layout)
    board = np.frombuffer(grid.digits, dtype=np.uint8)
    moves, line, next_name = chain.heads(), bytearray(), 1
    names = np.full((len(moves), n + 1), n + 1, dtype=np.uint8)  # N + 1: not named yet, so larger than any name
    names[:, 0] = 0
    for row in range(n):
        if row:
            row_choices = chain.steps[n + row]
            moves, names = compose(moves, row_choices), names.repeat(len(row_choices), axis=0)
        for column in range(n):
            check_limits()
            digits = board[crossings(moves[:, row], moves[:, n + column], n)]
            renamed = np.minimum(names[np.arange(len(moves)), digits], next_name)
            smallest = int(renamed.min())
            keep = renamed == smallest
            moves, names, digits = moves[keep], names[keep], digits[keep]
            if smallest == next_name:
                names[np.arange(len(moves)), digits] = next_name
                next_name += 1
            line.append(smallest)
    return _canonical_of(grid, bytes(line), moved_cells(moves[0].tolist()), len(moves))


def _refined(grid: Grid, check_limits: CheckLimits) -> Canonical:
    """The form of rule 2: the better of the grid and, if the board can be transposed, its transpose."""
    assert grid.layout.box is not None
    n, box = grid.size, grid.layout.box
    transposed = bytes(grid.digits[n * (at % n) + at // n] for at in range(n * n))
    sources = [grid.digits, transposed] if can_transpose(grid.layout) else [grid.digits]
    forms = [refined(digits, n, box, check_limits) for digits in sources]
    best = min(forms, key=lambda form: form.leaf[:2])
    automorphisms = sum(form.automorphisms for form in forms if form.leaf[:2] == best.leaf[:2])
    rows, columns = best.leaf.orders[:n], [column - n for column in best.leaf.orders[n:]]
    is_transposed = best is not forms[0]
    cells = tuple(c * n + r if is_transposed else r * n + c for r in rows for c in columns)
    return _canonical_of(grid, best.leaf.line, cells, automorphisms)


def _canonical_of(grid: Grid, line: bytes, cells: tuple[int, ...], automorphisms: int) -> Canonical:
    """The result for a line and the move that produces it; digits that do not occur get the unused names."""
    names = dict(zip((grid.digits[cell] for cell in cells), line, strict=True))
    spare = iter(sorted(set(range(1, grid.size + 1)) - set(names.values())))
    digits = tuple(names.get(digit, 0) or next(spare) for digit in range(1, grid.size + 1))
    return Canonical(Grid.from_digits(line, grid.layout), Symmetry(grid.layout, cells, (0, *digits)), automorphisms)
