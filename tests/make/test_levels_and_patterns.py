"""Levels by the simplest techniques, and patterns of clues."""

from __future__ import annotations

import pytest

import ninefold as nf
from ninefold.make.recipe import ALL_EASY, SYMMETRIES, groups_of, read_mask
from ninefold.rating.levels import LEVELS, level_of, levels_of

EASY = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."


def test_levels_of_known_puzzles() -> None:
    assert (level_of(EASY), level_of(HARD)) == ("easy", "hard")
    assert level_of("..4.1......3.1..") == "easy"


def test_levels_agree_with_the_candidates_left_by_singles() -> None:
    from ninefold.models.incidence import candidates

    made = [puzzle.clues for puzzle in nf.generate(count=60, seed=12)]
    for puzzle, level in zip(made, levels_of(made), strict=True):
        is_solved = int(candidates(puzzle, propagated=True).sum()) == 81
        assert (level == "easy") == is_solved, puzzle.line


def test_more_clues_are_never_harder() -> None:
    for puzzle, solution in ((made.clues, made.solution) for made in nf.generate(count=20, seed=13)):
        assert solution is not None
        more = puzzle.with_digits({cell: solution[cell] for cell in puzzle.empty_cells[::6]})
        assert LEVELS.index(level_of(more)) <= LEVELS.index(level_of(puzzle))


def _minimal_clues(solution: bytes, others: list[bytes]) -> list[int]:
    """The sets of cells, as bits, whose clues leave one solution, and of which none is to spare."""
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
    for solution in [grid for grid in grids if grid[:4] == b"\1\2\3\4"]:  # the others are these with other digits
        puzzles = [
            nf.Grid.from_digits(bytes(digit * (clues >> cell & 1) for cell, digit in enumerate(solution)), layout)
            for clues in _minimal_clues(solution, grids)
        ]
        assert puzzles
        assert set(levels_of(puzzles)) == {"easy"}


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_an_impossible_level_fails_at_once(level: str) -> None:
    with pytest.raises(nf.NinefoldError, match="every proper puzzle on a 4x4 board is easy"):
        nf.Recipe(4, level=level)
    assert level_of(nf.generate(nf.Recipe(4, level="easy"), seed=1)) == "easy"


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("size", [4, 9])
def test_groups_cover_the_board_once(symmetry: str, size: int) -> None:
    cells = [cell for group in groups_of(symmetry, size) for cell in group]
    assert sorted(cells) == list(range(size**2))


def test_number_of_groups_of_each_symmetry_on_9x9() -> None:
    counts = {name: len(groups_of(name, 9)) for name in SYMMETRIES}
    assert counts == {
        "none": 81,
        "rotational": 41,
        "quarter": 21,
        "horizontal": 45,
        "vertical": 45,
        "diagonal": 45,
        "antidiagonal": 45,
        "diagonals": 25,
        "dihedral": 15,
    }


def test_masks_are_read_as_text_and_as_rows() -> None:
    layout = nf.Layout(4)
    assert read_mask("1100\n1100\n0011\n0011", layout) == read_mask([[1, 1, 0, 0]] * 2 + [[0, 0, 1, 1]] * 2, layout)
    with pytest.raises(nf.NinefoldError, match="15 marks, expected 16"):
        read_mask("x" * 15, layout)
    with pytest.raises(nf.NinefoldError, match="a mask is text"):
        read_mask(5, layout)
