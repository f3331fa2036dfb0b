"""Two ways that start from an empty grid: adding digits by lot, and the two permutations of a 4×4 lesson.

Adding (Hürlimann): a digit is added to the grid by lot; if then there is no solution it is taken back and another one
tried; once there is exactly one solution the puzzle is made.

Permutations (Wu): two permutations p and q of 1 … N put digit q(i) into row i and column p(i), so that the N clues
stand one in each row and column, all different. On 4×4 some of these are proper; the others, and those of other sizes,
are gone on with by adding.
"""

from __future__ import annotations

from collections.abc import Callable

from ninefold.core.checking import check
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.make.chance import Chance
from ninefold.make.taking import BARRED, Taken
from ninefold.solving.ask import solve
from ninefold.solving.result import Status

Pause = Callable[[], None]


def permutations_start(layout: Layout, chance: Chance) -> Grid:
    """N clues by two permutations, as the lesson has them; on some boards they may clash in a box.

    >>> len(permutations_start(Layout(4), Chance(1)).filled_cells)
    4
    """
    size = layout.size
    columns, digits = chance.shuffled(range(size)), chance.shuffled(range(1, size + 1))
    return Grid.empty(layout).having({row * size + columns[row]: digits[row] for row in range(size)})


def add(start: Grid, chance: Chance, pause: Pause = lambda: None) -> Taken | None:
    """Add digits by lot until exactly one solution is left; None where the start has none."""
    puzzle, result = start, solve(start)
    if check(start).clashes or result.status is Status.IMPOSSIBLE:
        return None
    while result.status is not Status.UNIQUE:
        pause()
        cell = chance.one_of(puzzle.empty_cells)
        taken = {puzzle.digits[peer] for peer in puzzle.layout.peers[cell]}
        for digit in chance.shuffled([d for d in range(1, puzzle.size + 1) if d not in taken]):
            more = puzzle.having({cell: digit})
            asked = solve(more)
            if asked.status is not Status.IMPOSSIBLE:
                puzzle, result = more, asked
                break
    assert result.solution is not None
    return Taken(result.solution, tuple(0 if digit else BARRED for digit in puzzle.digits))
