"""Full grids by lot on any layout, with digits that must stand where they are, if any.

1. The cells are put in a random order, and each in turn gets a random digit out of those with which the grid can
   still be completed. Whether it can is asked of a solver, unless the digit stands in a solution already known. On
   boards with more than 16 digits that is done for the first `DRAWN` cells a digit; the rest is as the solver has it.
2. The grid is stirred: two digits and a cell of the first are drawn; the cells of the two digits that are joined to it
   by units swap them. Where that would change a digit that must stand, nothing is done. Each such turn is as likely as
   the one that takes it back, so stirring only ever brings the grids nearer to equal chances.

Up to 16 digits only the random numbers decide; which solution the solver happens to find does not, and every full grid
can come out. On 4×4 a dozen turns make all 288 grids equally likely; for other boards that is not proved. 9×9 grids of
the usual board are made by `native/make/full_grids.cpp`: filled row by row instead of rule 1, and stirred the same way.

Random full grids, the same for the same seed on every machine and in every version.

1. The cells are put in a random order.
2. Each cell in turn gets a random digit out of those with which the grid can still be completed.
3. Whether it can is asked of a solver, unless the digit stands in a solution already known.

Only the random numbers decide; which solution the solver happens to find does not. Every full grid
can come out, but not every one equally often: rule 2 gives each digit the same chance, however many
grids lie behind it. Of the 288 grids of 4×4, which are of two kinds, 192 come 1.11 times as often as
they would by pure chance, and 96 come 0.77 times as often (28,800 seeds).
"""

from __future__ import annotations

from collections.abc import Iterator

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr, whole_number
from ninefold.make.clues import Pause, complete
from ninefold.make.splitmix import SplitMix
from ninefold.solving.solve import solve

STIRS = 3  # turns for each digit
DRAWN = 4  # cells for each digit (rule 1)


def full_grid(layout: Layout, rng: SplitMix, given: Grid | None = None, pause: Pause = lambda: None) -> Grid:
    """A full grid by lot, with the digits of `given`.

    >>> full_grid(Layout(4), SplitMix(1)).is_full
    True
    """
    given = given or Grid.empty(layout)
    return Grid.from_digits(bytes(_stirred(_filled(given, rng, pause), given, rng)), layout)


def _filled(given: Grid, rng: SplitMix, pause: Pause) -> bytearray:
    """Rule 1."""
    layout, known = given.layout, complete(given, pause)
    if known is None:
        raise NinefoldError(f"there is no full grid on a board {layout} with the digits that must be clues")
    digits = bytearray(given.digits)
    most = DRAWN * layout.size if layout.size > 16 else None
    for cell in rng.shuffled(given.empty_cells)[:most]:
        pause()
        taken = {digits[peer] for peer in layout.peers[cell]}
        for digit in rng.shuffled([d for d in range(1, layout.size + 1) if d not in taken]):
            digits[cell] = digit
            if known.digits[cell] == digit:
                break
            other = complete(Grid.from_digits(bytes(digits), layout), pause)
            if other is not None:
                known = other
                break
    return bytearray(known.digits)


def _stirred(digits: bytearray, given: Grid, rng: SplitMix) -> bytearray:
    """Rule 2."""
    size, peers, fixed = given.size, given.layout.peers, set(given.filled_cells)
    for _ in range(STIRS * size):
        one = 1 + rng.below(size)
        two = 1 + rng.below(size - 1)
        two += two >= one
        start = rng.one_of([cell for cell, digit in enumerate(digits) if digit == one])
        joined = _joined(start, {one, two}, digits, peers)
        if not joined & fixed:
            for cell in joined:
                digits[cell] = one + two - digits[cell]
    return digits


def _joined(start: int, pair: set[int], digits: bytearray, peers: tuple[tuple[int, ...], ...]) -> set[int]:
    """The cells of two digits that are joined to a cell by units."""
    joined, open_ = {start}, [start]
    while open_:
        for cell in peers[open_.pop()]:
            if digits[cell] in pair and cell not in joined:
                joined.add(cell)
                open_.append(cell)
    return joined


MASK = 2**64 - 1


def random_grid(seed: int, layout: Layout | int = 9) -> Grid:
    """A full grid made by chance.

    >>> random_grid(7, 4)
    Grid('1243432134122134')
    >>> random_grid(7) == random_grid(7)
    True

    Args:
        seed: a whole number from 0; the same seed gives the same grid, always.
        layout: the board, or the size of a usual one.
    """
    number = whole_number(seed)
    if number is None or not 0 <= number <= MASK:
        raise NinefoldError(f"a seed is a whole number from 0 to {MASK}, not {short_repr(seed)}")
    layout = layout if isinstance(layout, Layout) else Layout.of_size(layout)
    rng = _random_numbers(number)
    return _filled_layout(layout, rng)


def _filled_layout(layout: Layout, rng: Iterator[int]) -> Grid:
    known = _completed(Grid.empty(layout))
    if known is None:
        raise NinefoldError(f"there is no full grid on {layout!r}")
    digits = bytearray(layout.size**2)
    for cell in _shuffled(range(layout.size**2), rng):  # rule 1
        taken = {digits[peer] for peer in layout.peers[cell]}
        for digit in _shuffled([d for d in range(1, layout.size + 1) if d not in taken], rng):  # rule 2
            digits[cell] = digit
            if known.digits[cell] == digit:  # rule 3
                break
            other = _completed(Grid.from_digits(bytes(digits), layout))
            if other is not None:
                known = other
                break
    return Grid.from_digits(bytes(digits), layout)


def _completed(grid: Grid) -> Grid | None:
    return solve(grid, limit=1).solution


def _shuffled(values: range | list[int], rng: Iterator[int]) -> list[int]:
    """The values in a random order, by Fisher and Yates."""
    order = list(values)
    for last in range(len(order) - 1, 0, -1):
        other = next(rng) * (last + 1) >> 64
        order[last], order[other] = order[other], order[last]
    return order


def _random_numbers(seed: int) -> Iterator[int]:
    """Numbers of 64 bits, by splitmix64 (Steele, Lea and Flood 2014)."""
    state = seed
    while True:
        state = state + 0x9E3779B97F4A7C15 & MASK
        mixed = (state ^ state >> 30) * 0xBF58476D1CE4E5B9 & MASK
        mixed = (mixed ^ mixed >> 27) * 0x94D049BB133111EB & MASK
        yield mixed ^ mixed >> 31
