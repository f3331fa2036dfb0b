"""Random full grids on any layout, with some digits given.

Boards with boxes and nothing else come from native code (`native/make/full_grids.cpp`): a grid is filled or laid out by
a pattern, then mixed until nothing of that can be seen. On any other board, or if some digits are given:

1. The cells are visited in a random order.
2. Each gets a random digit among those with which the grid can still be completed.
3. A solver decides that, unless the digit is in a solution already known. Only the random numbers decide; which
   solution the solver finds does not.
4. Above 16 digits only the first `DRAWN` cells per digit are random; the solver fills the rest.
5. The grid is mixed by moves that are as likely as their reverse, so the grids only come closer to equal chances:
   a. two digits and a cell of the first are drawn, and the cells of both digits that are linked to it through units
      exchange them;
   b. two rows (or columns) that meet in a box, and a place in them, are drawn; the lines exchange what they hold there
      and at every further place needed to keep both complete.
   A move that would break a unit or change a given digit is skipped.

All 288 grids of 4×4 and the 49 classes of 6×6 grids pass chi-square tests; 9×9 is tested by several statistics. For
larger boards, and those with extra units, nothing is proved: it is not even certain that the moves reach every grid.
"""

from __future__ import annotations

from array import array
from collections.abc import Iterable
from functools import cache
from itertools import combinations
from typing import TYPE_CHECKING, overload

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import CheckLimits, read_count, read_threads
from ninefold.core.values import read_seed, short_repr, whole_number
from ninefold.make.clues import complete
from ninefold.make.splitmix import SplitMix, seed_of, seeds_of
from ninefold.solving.solvers.native import native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

STIRS = 3  # moves of each kind per digit (rule 5)
DRAWN = 4  # cells per digit (rule 4)
MAX_NATIVE = 32  # digits of a board that native code mixes
MAX_FIRST = 2**63


@overload
def random_grid(
    seed: int, layout: Layout | int = ..., *, count: None = None, first: int = ..., threads: int | None = ...
) -> Grid: ...
@overload
def random_grid(
    seed: int, layout: Layout | int = ..., *, count: int, first: int = ..., threads: int | None = ...
) -> NDArray[np.uint8]: ...
def random_grid(
    seed: int, layout: Layout | int = 9, *, count: int | None = None, first: int = 0, threads: int | None = None
) -> Grid | NDArray[np.uint8]:
    """A random full grid, or an array of many.

    >>> random_grid(7, 4)
    Grid('4321123421433412')
    >>> random_grid(7, count=1000).shape
    (1000, 81)
    >>> bytes(random_grid(7, count=2)[1]) == random_grid(7, first=1).digits
    True

    Args:
        seed: a whole number from 0; the same seed always gives the same grids.
        layout: the board, or the size of a standard one.
        count: how many, as an array with a row for each grid (default: one, as a `Grid`).
        first: the number of the first grid: a seed has grids 0, 1, 2 …, each independent of the others.
        threads: threads for an array (default: one per core).
    """
    number, start = read_seed(seed), read_first(first)
    layout = layout if isinstance(layout, Layout) else Layout.of_size(layout)
    rows = read_count("count", count, "a whole number from 1, or None for a single grid")
    if rows is None:
        return _seeded_grid(layout, seed_of(number, start, 0))
    import numpy as np

    grids = np.zeros((rows, layout.size**2), np.uint8)
    seeds = seeds_of(number, range(start, start + rows), 0)
    if _is_native(layout):
        native().full_grids(seeds, *_box(layout), read_threads(threads), grids.reshape(-1))
    else:
        for row, each in zip(grids, seeds.tolist(), strict=True):
            row[:] = bytearray(_seeded_grid(layout, each).digits)
    return grids


def full_grid(
    layout: Layout, rng: SplitMix, given: Grid | None = None, check_limits: CheckLimits = lambda: None
) -> Grid:
    """A random full grid that has the digits of `given`; `check_limits` may raise.

    >>> full_grid(Layout(4), SplitMix(1)).is_full
    True
    """
    if given is None and _is_native(layout):
        return _seeded_grid(layout, rng.number())
    given = given or Grid.empty(layout)
    drawn = DRAWN * layout.size if layout.size > 16 else None
    return _mix(_fill(given, rng, drawn, check_limits), given, rng)


def read_first(first: object) -> int:
    """The number of the first grid or puzzle of a seed, checked."""
    number = whole_number(first)
    if number is None or not 0 <= number <= MAX_FIRST:
        raise NinefoldError(f"first is a whole number from 0 to {MAX_FIRST:,}, not {short_repr(first)}")
    return number


def _is_native(layout: Layout) -> bool:
    return layout.plain and layout.size <= MAX_NATIVE


def _box(layout: Layout) -> tuple[int, int]:
    assert layout.box is not None  # plain boards have one
    return layout.box


def _seeded_grid(layout: Layout, seed: int) -> Grid:
    if not _is_native(layout):
        return full_grid(layout, SplitMix(seed))
    digits = bytearray(layout.size**2)
    native().full_grids(array("Q", [seed]), *_box(layout), 1, digits)
    return Grid.from_digits(bytes(digits), layout)


def _fill(given: Grid, rng: SplitMix, drawn: int | None, check_limits: CheckLimits) -> Grid:
    """Rules 1 to 4."""
    layout, known = given.layout, complete(given, check_limits)
    if known is None:
        with_digits = " with the required digits" if given.filled_cells else ""
        raise NinefoldError(f"no full grid exists on board {layout}{with_digits}")
    digits = bytearray(given.digits)
    for cell in rng.shuffled(given.empty_cells)[:drawn]:
        check_limits()
        taken = {digits[peer] for peer in layout.peers[cell]}
        for digit in rng.shuffled([d for d in range(1, layout.size + 1) if d not in taken]):
            digits[cell] = digit
            if known.digits[cell] == digit:
                break
            other = complete(Grid.from_digits(bytes(digits), layout), check_limits)
            if other is not None:
                known = other
                break
    return known


# --- mixing (rule 5) ----------------------------------------------------------------------


def _mix(grid: Grid, given: Grid, rng: SplitMix) -> Grid:
    digits, layout, fixed = bytearray(grid.digits), grid.layout, set(given.filled_cells)
    for _ in range(STIRS * grid.size):
        _exchange_digits(digits, layout, fixed, rng)
        for lines in _line_pairs(layout):
            if lines:
                _exchange_lines(digits, layout, fixed, rng, *rng.choice(lines))
    return Grid.from_digits(bytes(digits), layout)


def _exchange_digits(digits: bytearray, layout: Layout, fixed: set[int], rng: SplitMix) -> None:
    """Rule 5a."""
    one = 1 + rng.below(layout.size)
    two = 1 + rng.below(layout.size - 1)
    two += two >= one
    start = rng.choice([cell for cell, digit in enumerate(digits) if digit == one])
    linked = _linked(start, {one, two}, digits, layout.peers)
    if not linked & fixed:
        for cell in linked:
            digits[cell] = one + two - digits[cell]


def _linked(start: int, pair: set[int], digits: bytearray, peers: tuple[tuple[int, ...], ...]) -> set[int]:
    """The cells of two digits that are linked to a cell through units."""
    linked, open_ = {start}, [start]
    while open_:
        for cell in peers[open_.pop()]:
            if digits[cell] in pair and cell not in linked:
                linked.add(cell)
                open_.append(cell)
    return linked


Line = tuple[int, ...]


@cache
def _line_pairs(layout: Layout) -> tuple[list[tuple[Line, Line]], list[tuple[Line, Line]]]:
    """The pairs of rows that meet in a box, and the pairs of columns that do."""

    def near(lines: Iterable[Line]) -> list[tuple[Line, Line]]:
        boxes = {line: {layout.box_of[cell] for cell in line} for line in lines}
        return [(one, two) for one, two in combinations(boxes, 2) if boxes[one] & boxes[two]]

    return near(row.cells for row in layout.rows), near(column.cells for column in layout.columns)


def _exchange_lines(digits: bytearray, layout: Layout, fixed: set[int], rng: SplitMix, one: Line, two: Line) -> None:
    """Rule 5b."""
    place_of = {digits[cell]: place for place, cell in enumerate(one)}
    place, places = rng.below(len(one)), []
    while place not in places:
        places.append(place)
        place = place_of[digits[two[place]]]
    cells = [cell for place in places for cell in (one[place], two[place])]
    if fixed.intersection(cells):
        return
    before = bytes(digits)
    for place in places:
        digits[one[place]], digits[two[place]] = digits[two[place]], digits[one[place]]
    touched = {layout.units[unit].cells for cell in cells for unit in layout.units_of[cell]}
    if any(len({digits[cell] for cell in unit}) < len(unit) for unit in touched):
        digits[:] = before
