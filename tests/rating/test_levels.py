"""Levels: which of the simplest techniques solve a puzzle."""

from __future__ import annotations

import pytest

import ninefold as nf
from ninefold.make.recipe import ALL_EASY
from ninefold.models.incidence import candidates
from ninefold.rating.levels import LEVELS, level_of, read_level

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
# Singles get stuck, but locked candidates lead to the solution.
MEDIUM = "2.1.6...5.3.5...1...52139.8..8...23.3.6...1.4.42...7..5.71864...1...5.2.8...4.5.1"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_levels_of_known_puzzles() -> None:
    assert [level_of(puzzle) for puzzle in (EASY, MEDIUM, HARD)] == list(LEVELS)
    assert level_of("..4.1......3.1..") == "easy"


def test_easy_puzzles_are_those_that_propagation_solves() -> None:
    for puzzle in (made.clues for made in nf.generate(count=60, seed=12)):
        is_solved = int(candidates(puzzle, propagated=True).sum()) == 81
        assert (level_of(puzzle) == "easy") == is_solved, puzzle.line


def test_puzzles_without_exactly_one_solution_are_hard() -> None:
    solved = nf.solve(EASY).solution
    assert solved is not None
    assert level_of(solved) == "easy"
    assert level_of(solved.with_digits({0: solved[1]})) == "hard"  # full, but with a digit twice
    assert level_of(nf.Grid(EASY).with_digits({2: 5})) == "hard"
    assert level_of(nf.Grid(EASY).with_digits({2: 1})) == "hard"  # no clash, but no solution either
    assert level_of("." * 81) == "hard"


def test_more_clues_are_never_harder() -> None:
    for puzzle, solution in ((made.clues, made.solution) for made in nf.generate(count=20, seed=13)):
        assert solution is not None
        more = puzzle.with_digits({cell: solution[cell] for cell in puzzle.empty_cells[::6]})
        assert LEVELS.index(level_of(more)) <= LEVELS.index(level_of(puzzle))


def _minimal_clues(solution: bytes, others: list[bytes]) -> list[int]:
    """The minimal sets of cells, as bits, whose clues leave one solution."""
    cells = range(len(solution))
    apart = {sum(1 << cell for cell in cells if other[cell] != solution[cell]) for other in others} - {0}
    least = {one for one in apart if not any(two != one and two & one == two for two in apart)}
    proper = {clues for clues in range(1 << len(solution)) if all(clues & one for one in least)}
    return [clues for clues in proper if not any(clues & 1 << cell and clues ^ 1 << cell in proper for cell in cells)]


@pytest.mark.parametrize("word", ALL_EASY)
def test_every_proper_puzzle_on_a_small_board_is_easy(word: str) -> None:
    layout = nf.Layout.parse(word)
    grids = [grid.digits for grid in nf.solve(nf.Grid.empty(layout), limit=300).solutions]
    assert len(grids) in (48, 168, 288)
    for solution in [grid for grid in grids if grid[:4] == b"\1\2\3\4"]:  # the others only rename digits
        puzzles = [
            nf.Grid.from_digits(bytes(digit * (clues >> cell & 1) for cell, digit in enumerate(solution)), layout)
            for clues in _minimal_clues(solution, grids)
        ]
        assert puzzles
        assert set(map(level_of, puzzles)) == {"easy"}


def test_level_names_are_validated() -> None:
    assert (read_level(None), read_level("hard")) == (None, "hard")
    with pytest.raises(nf.NinefoldError, match=r"unknown level 'evil' \(choose from easy, medium, hard\)"):
        read_level("evil")
