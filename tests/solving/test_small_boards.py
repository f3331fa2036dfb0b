"""Canonical forms of arrays agree with those of single grids on boards with few moves."""

from __future__ import annotations

import numpy as np
import pytest

import ninefold as nf


@pytest.mark.parametrize("layout", ["4", "6", "3x2", "8", "9+diagonals", "4+windows", "5x2"])
def test_arrays_give_what_single_grids_give(layout: str) -> None:
    board = nf.Layout.parse(layout)
    grids = [puzzle.clues for puzzle in nf.generate(layout, count=4 if board.size < 8 else 2, seed=2)]
    grids += [nf.Grid.empty(board), nf.random_grid(1, board)]
    array = np.array([list(grid.digits) for grid in grids], np.uint8)
    forms = nf.canonical_many(array, layout=board)
    assert [bytes(row) for row in forms] == [nf.canonical(grid).digits for grid in grids]
    assert nf.ids_many(array, layout=board).tolist() == [nf.puzzle_id(grid) for grid in grids]
    assert nf.automorphisms_many(array, layout=board).tolist() == [nf.automorphism_count(grid) for grid in grids]


def test_clashes_are_named() -> None:
    array = np.zeros((3, 16), np.uint8)
    array[1, :2] = 1
    with pytest.raises(nf.GridError, match="repeated digits") as caught:
        nf.ids_many(array)
    assert caught.value.faults[0].where == "puzzle 1"
