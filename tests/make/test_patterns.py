"""Patterns of clues, and levels that a board does not have."""

from __future__ import annotations

import pytest

import ninefold as nf
from ninefold.make.recipe import SYMMETRIES, parts_of, read_mask
from ninefold.rating.levels import level_of


@pytest.mark.parametrize("level", ["medium", "hard"])
def test_a_level_that_a_board_has_not_is_refused_at_once(level: str) -> None:
    with pytest.raises(nf.NinefoldError, match="there is no such puzzle: every proper puzzle on a board 4 is easy"):
        nf.generate(4, level=level)
    assert level_of(nf.generate(4, level="easy", seed=1)) == "easy"


@pytest.mark.parametrize("symmetry", SYMMETRIES)
@pytest.mark.parametrize("size", [4, 9])
def test_parts_cover_the_board_once(symmetry: str, size: int) -> None:
    cells = [cell for part in parts_of(symmetry, size) for cell in part]
    assert sorted(cells) == list(range(size**2))


def test_how_many_parts_each_symmetry_has_on_9x9() -> None:
    counts = {name: len(parts_of(name, 9)) for name in SYMMETRIES}
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
