"""Patterns of clues, and levels that a board does not have."""

from __future__ import annotations

import pytest

import ninefold as nf
from ninefold.make.patterns import SYMMETRIES, groups_of, read_mask
from ninefold.rating.levels import level_of


@pytest.mark.parametrize("level", ["gentle", "hard"])
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
