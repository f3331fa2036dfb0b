"""Random full grids on any layout, with some digits given.

`random_grid` is public; its grids never change:

1. The cells are visited in a random order.
2. Each gets a random digit among those with which the grid can still be completed.
3. A solver decides that, unless the digit is in a solution already known.

Only the random numbers decide; which solution the solver finds does not. Every full grid can come out, but not all
equally often: rule 2 gives each digit the same chance, however many grids lie behind it. Of the 288 grids of 4×4, which
are of two kinds, 192 come 1.11 times as often as they should and 96 come 0.77 times as often (28,800 seeds).

`full_grid` is what puzzles are generated from. It follows the same rules with two differences:

4. Above 16 digits only the first `DRAWN` cells per digit are random; the solver fills the rest.
5. The grid is stirred: two digits and a cell of the first are chosen, and the cells of both digits that are linked to
   it through units swap them, unless that would change a given digit. Each turn is as likely as its reverse, so
   stirring only brings the grids closer to equal chances.

On 4×4 a dozen turns make all 288 grids equally likely; for other boards that is not proved. Standard 9×9 grids come
from `native/make/full_grids.cpp`, which fills row by row instead of rules 1 to 3, and stirs the same way.
"""

from __future__ import annotations

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import CheckLimits
from ninefold.core.values import read_seed
from ninefold.make.clues import complete
from ninefold.make.splitmix import SplitMix, WideSplitMix

STIRS = 3  # turns per digit (rule 5)
DRAWN = 4  # cells per digit (rule 4)


def random_grid(seed: int, layout: Layout | int = 9) -> Grid:
    """A random full grid.

    >>> random_grid(7, 4)
    Grid('1243432134122134')
    >>> random_grid(7) == random_grid(7)
    True

    Args:
        seed: a whole number from 0; the same seed always gives the same grid.
        layout: the board, or the size of a standard one.
    """
    number = read_seed(seed)
    layout = layout if isinstance(layout, Layout) else Layout.of_size(layout)
    return seeded_grid(number, layout)


def seeded_grid(seed: int, layout: Layout, check_limits: CheckLimits = lambda: None) -> Grid:
    """What `random_grid` returns for a valid seed; `check_limits` is called every few milliseconds and may raise."""
    return _fill(Grid.empty(layout), WideSplitMix(seed), check_limits=check_limits)


def full_grid(
    layout: Layout, rng: SplitMix, given: Grid | None = None, check_limits: CheckLimits = lambda: None
) -> Grid:
    """A random full grid that has the digits of `given`.

    >>> full_grid(Layout(4), SplitMix(1)).is_full
    True
    """
    given = given or Grid.empty(layout)
    drawn = DRAWN * layout.size if layout.size > 16 else None
    return _stir(_fill(given, rng, drawn, check_limits), given, rng)


def _fill(given: Grid, rng: SplitMix, drawn: int | None = None, check_limits: CheckLimits = lambda: None) -> Grid:
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


def _stir(grid: Grid, given: Grid, rng: SplitMix) -> Grid:
    """Rule 5."""
    digits, size, peers, fixed = bytearray(grid.digits), grid.size, grid.layout.peers, set(given.filled_cells)
    for _ in range(STIRS * size):
        one = 1 + rng.below(size)
        two = 1 + rng.below(size - 1)
        two += two >= one
        start = rng.choice([cell for cell, digit in enumerate(digits) if digit == one])
        linked = _linked(start, {one, two}, digits, peers)
        if not linked & fixed:
            for cell in linked:
                digits[cell] = one + two - digits[cell]
    return Grid.from_digits(bytes(digits), grid.layout)


def _linked(start: int, pair: set[int], digits: bytearray, peers: tuple[tuple[int, ...], ...]) -> set[int]:
    """The cells of two digits that are linked to a cell through units."""
    linked, open_ = {start}, [start]
    while open_:
        for cell in peers[open_.pop()]:
            if digits[cell] in pair and cell not in linked:
                linked.add(cell)
                open_.append(cell)
    return linked
