"""Augmented rows and generated chunks: each row depends on its seed and number alone."""

from __future__ import annotations

from collections import Counter
from itertools import islice

import numpy as np
import pytest

import ninefold as nf

LAYOUTS = ("4", "6", "9", "4+diagonals", "9+windows")


@pytest.mark.parametrize("layout", LAYOUTS)
def test_augmented_rows_are_symmetric_copies_that_can_be_undone(layout: str) -> None:
    board = nf.Layout.parse(layout)
    grids = [puzzle.clues for puzzle in nf.generate(layout, count=10, seed=1)]
    array = np.array([list(grid.digits) for grid in grids], np.uint8)
    turned = nf.augment(array, seed=3, layout=board)
    assert not np.array_equal(turned.rows, array)
    assert np.array_equal(turned.undo(turned.rows), array)
    assert np.array_equal(turned.apply(array), turned.rows)
    assert nf.ids_many(turned.rows, layout=board).tolist() == nf.ids_many(array, layout=board).tolist()
    for row, grid in enumerate(grids):
        assert turned.symmetry(row)(grid).digits == turned.rows[row].tobytes()
    later = nf.augment(array[4:], seed=3, first=4, layout=board, threads=1)
    assert np.array_equal(later.rows, turned.rows[4:])


def test_every_symmetry_of_four_by_four_is_equally_likely() -> None:
    draws = 3072 * 40
    turned = nf.augment(np.zeros((draws, 16), np.uint8), seed=11)
    tally = Counter(map(bytes, np.hstack([turned.lines, turned.names])))
    assert len(tally) == nf.symmetry_count(nf.Layout(4)) == 3072
    chi_square = sum((count - 40) ** 2 / 40 for count in tally.values())
    assert abs(chi_square - 3071) < 5 * (2 * 3071) ** 0.5


def test_augment_refuses_what_does_not_fit() -> None:
    turned = nf.augment(np.zeros((3, 81), np.uint8), seed=1)
    with pytest.raises(nf.NinefoldError, match="3 symmetries and 2 grids"):
        turned.undo(np.zeros((2, 81), np.uint8))
    with pytest.raises(nf.NinefoldError, match="first is a whole number"):
        nf.augment(np.zeros((3, 81), np.uint8), seed=1, first=-1)


RECIPES = (nf.Recipe(), nf.Recipe(4), nf.Recipe(level="moderate", symmetry="rotational"), nf.Recipe(clues=(26, 30)))


@pytest.mark.parametrize("recipe", RECIPES, ids=str)
def test_chunks_hold_the_puzzles_of_generate(recipe: nf.Recipe) -> None:
    puzzles = nf.generate(recipe, count=12, seed=7)
    chunks = list(nf.generate_arrays(recipe, seed=7, first=3, count=9, chunk=4))
    assert [chunk.first for chunk in chunks] == [3, 7, 11]
    found = [bytes(row) for chunk in chunks for row in chunk.puzzles]
    solved = [bytes(row) for chunk in chunks for row in chunk.solutions]
    assert all(array.flags.writeable for chunk in chunks for array in chunk[1:3])  # PyTorch warns of others
    assert found == [puzzle.clues.digits for puzzle in puzzles[3:]]
    assert solved == [puzzle.solution.digits for puzzle in puzzles[3:] if puzzle.solution]


def test_parts_share_a_seed_without_overlap() -> None:
    whole = np.concatenate([c.puzzles for c in islice(nf.generate_arrays(seed=1, chunk=5), 6)])
    parts = [list(islice(nf.generate_arrays(seed=1, chunk=5, part=(k, 3)), 2)) for k in range(3)]
    assert [[chunk.first for chunk in part] for part in parts] == [[0, 15], [5, 20], [10, 25]]
    chunks = sorted((chunk for part in parts for chunk in part), key=lambda chunk: chunk.first)
    assert np.array_equal(np.concatenate([chunk.puzzles for chunk in chunks]), whole)


def test_chunks_refuse_what_depends_on_other_puzzles() -> None:
    with pytest.raises(nf.NinefoldError, match="distinct"):
        nf.generate_arrays(nf.Recipe(distinct=True), seed=1)
    for part in ((3, 3), (0, 0), "0/3", (0.5, 2)):
        with pytest.raises(nf.NinefoldError, match="part must be"):
            nf.generate_arrays(seed=1, part=part)  # type: ignore[arg-type]
