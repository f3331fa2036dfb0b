"""Drawing a hint: arrows to the cells that lose a digit, links between cells that belong together."""

import pytest

from ninefold import Grid, hint
from ninefold.core.position import Position
from ninefold.logic.step import arrows, from_nearest, links
from ninefold.logic.techniques import TABLE

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
POINTING = "1.27...838..3....1.3..1..75.....613.28.1..7...614.785..2..71.9..1....52779...4318"
GRIDS = [
    EASY,
    POINTING,
    "1...8.2747.81.469594.67.8314798...26283..67.95..2974833.7....688..76...269...8..7",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
]


def test_only_the_longest_arrow_per_direction_is_drawn():
    assert arrows([(0, 1), (0, 3), (0, 2), (0, 9), (0, 10), (0, 20)], 9) == ((0, 3), (0, 9), (0, 20))
    assert from_nearest([3, 4], [0, 1, 8], 9) == ((3, 0), (4, 8))
    assert links([7, 1, 4]) == ((1, 4), (4, 7))


def test_hidden_single_has_an_arrow_from_every_blocking_digit():
    found = hint(EASY, strength=3)
    assert found.seen == (20, 39)  # the 8 in r3c3 and in r5c4
    assert found.arrows == ((20, 23), (39, 3))  # along row 3 and up column 4
    weak = hint(EASY, strength=2)
    assert (weak.arrows, weak.links) == ((), ())


def test_pointing_links_its_cells_and_points_at_the_farthest_loser():
    found = hint(POINTING, strength=3)
    assert found.technique == "pointing"
    assert found.links == ((67, 68),)
    assert found.arrows == ((67, 63),)


def test_clashing_cells_are_linked():
    found = hint(Grid(EASY).with_digits({2: 5}), clues=EASY, strength=3)
    assert found.links == ((0, 2),)


@pytest.mark.parametrize("line", GRIDS)
def test_every_arrow_runs_from_a_reason_to_a_peer(line):
    grid = Grid(line)
    position = Position.of(grid)
    for step in (step for technique in TABLE for step in technique(position)):
        sources = {cell for cell, _ in step.because} | set(step.seen)
        losers = {cell for cell, _ in step.drops} or {cell for unit in step.units for cell in unit.cells}
        for start, end in step.arrows:
            assert start in sources, step
            assert end in losers, step
            assert end in grid.layout.peers[start], step
        for one, other in step.links:
            assert {one, other} <= set(step.cells), step
