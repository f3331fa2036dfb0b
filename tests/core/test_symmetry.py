"""Tests of symmetries: group laws, known counts, and that they keep solutions."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from itertools import permutations, product
from typing import Any

import numpy as np
import pytest
from core.boards import all_moves
from hypothesis import given, settings
from hypothesis import strategies as st

import ninefold as nf
from ninefold.core.canonical import has_canonical
from ninefold.core.stabiliser_chain import chain_of
from ninefold.core.symmetry import Symmetry, move_count, symmetry_count
from ninefold.papers.study import sample

MAPS = ["AABB AABB CCDD CCDD", "ABBB AABC ADCC DDDC", "AAAB ABBB CCCD CDDD", "AAAA BBBB CCCC DDDD"]
JIGSAW = nf.Layout(4, regions="ABBB AABC ADCC DDDC")
BOARDS = [nf.Layout(4), nf.Layout(6), nf.Layout(9), nf.Layout(16), nf.Layout(4, diagonals=True), JIGSAW]
PUZZLE = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")

boards = st.sampled_from(BOARDS)
seeds = st.integers(0, 2**32)


@given(boards, seeds, seeds, seeds)
@settings(max_examples=40, deadline=None)
def test_symmetries_are_a_group(layout: nf.Layout, one: int, two: int, three: int) -> None:
    a, b, c = (Symmetry.random(layout, seed) for seed in (one, two, three))
    identity = Symmetry.identity(layout)
    assert a @ identity == identity @ a == a
    assert a @ a.inverse == a.inverse @ a == identity
    assert (a @ b) @ c == a @ (b @ c)
    assert (a @ b).inverse == b.inverse @ a.inverse


@given(seeds, seeds)
@settings(max_examples=20, deadline=None)
def test_product_applies_one_symmetry_after_the_other(one: int, two: int) -> None:
    a, b = Symmetry.random(nf.Layout(9), one), Symmetry.random(nf.Layout(9), two)
    assert a(b(PUZZLE)) == (a @ b)(PUZZLE)
    assert a.inverse(a(PUZZLE)) == PUZZLE


@given(boards, seeds)
@settings(max_examples=30, deadline=None)
def test_a_solution_stays_a_solution(layout: nf.Layout, seed: int) -> None:
    solution = nf.solve(nf.Grid.empty(layout), limit=nf.Limit(1, seconds=20)).solution
    assert solution is not None
    assert nf.check(Symmetry.random(layout, seed)(solution)).verdict is nf.Verdict.COMPLETE


def test_the_solution_moves_with_its_puzzle() -> None:
    for seed in range(5):
        turn = Symmetry.random(nf.Layout(9), seed)
        assert nf.solve(turn(PUZZLE)).solution == turn(nf.solve(PUZZLE).solution)


@pytest.mark.parametrize(
    ("layout", "count"),
    [
        (nf.Layout(4), 128),
        (nf.Layout(6), 3_456),
        (nf.Layout(9), 3_359_232),
        (nf.Layout(4, diagonals=True), 16),
        (nf.Layout(6, diagonals=True), 8),
        (nf.Layout(9, diagonals=True), 96),
        (nf.Layout(9, windows=True), 128),
        (nf.Layout(9, diagonals=True, windows=True), 16),
        # Orders of four bands that keep both diagonals, orders of the rows in two of them, transposed and mirrored.
        (nf.Layout(16, diagonals=True), 8 * 24**2 * 4),
        (JIGSAW, 4),
    ],
    ids=str,
)
def test_move_counts_match_known_values(layout: nf.Layout, count: int) -> None:
    assert move_count(layout) == count


BOXES = [nf.Layout(size) for size in (4, 6, 8, 9, 12, 16)] + [nf.Layout(2, box=(1, 2)), nf.Layout(5, box=(5, 1))]


@pytest.mark.parametrize("layout", BOXES, ids=str)
def test_search_finds_as_many_moves_as_the_formula(layout: nf.Layout) -> None:
    assert chain_of(layout).count == move_count(layout)


@given(st.lists(st.sets(st.integers(0, 15), min_size=4, max_size=4), max_size=3), st.sampled_from(MAPS))
@settings(max_examples=15, deadline=None)
def test_moves_of_small_boards_match_brute_force(extra: list[set[int]], regions: str) -> None:
    layout = nf.Layout(4, regions=regions, extra=extra)
    assert set(all_moves(layout)) == moves_by_brute_force(layout)


def moves_by_brute_force(layout: nf.Layout) -> set[tuple[int, ...]]:
    n, found = layout.size, set()
    units = {frozenset(unit.cells) for unit in layout.units}
    for rows, columns in product(permutations(range(n)), repeat=2):
        straight = tuple(r * n + c for r in rows for c in columns)
        transposed = tuple(c * n + r for r in rows for c in columns)
        found |= {m for m in (straight, transposed) if {frozenset(m[cell] for cell in unit) for unit in units} == units}
    return found


def test_jigsaw_can_have_row_swaps_among_its_moves() -> None:
    """Two rows that divide the regions in the same way can be swapped."""
    layout = nf.Layout(6, regions="AAABBB AAABBB CCCDDD CCCDDE FFFDEE FFFEEE")
    turn = next(move for move in all_moves(layout) if move[:12] == (*range(6, 12), *range(6)))
    assert turn[12:] == tuple(range(12, 36))


def test_search_gives_up_on_boards_whose_lines_look_alike() -> None:
    """The lines of a Latin square have equal colours at every depth."""
    layout = nf.Layout(25, extra=[[25 * r + (7 * r + k) % 25 for r in range(25)] for k in range(25)])
    with pytest.raises(nf.LayoutError, match="takes too long"):
        move_count(layout)
    assert not has_canonical(layout)


def test_symmetry_count_of_the_standard_board() -> None:
    assert symmetry_count(nf.Layout(9)) == 1_218_998_108_160


@pytest.mark.parametrize("layout", [nf.Layout(4), nf.Layout(4, diagonals=True), JIGSAW], ids=str)
def test_moves_are_distinct_and_form_a_group(layout: nf.Layout) -> None:
    found = set(all_moves(layout))
    assert len(found) == len(all_moves(layout))
    for one in list(found)[:12]:
        assert {tuple(one[cell] for cell in other) for other in found} == found


@pytest.mark.parametrize("layout", [nf.Layout(4), nf.Layout(4, diagonals=True), nf.Layout(9, windows=True)], ids=str)
def test_random_moves_are_uniform(layout: nf.Layout) -> None:
    drawn = Counter(Symmetry.random(layout, seed).cells for seed in range(3_000))
    assert set(drawn) == set(all_moves(layout))
    expected = 3_000 / len(drawn)
    # Pearson's chi-squared statistic is about the number of moves if all are equally likely; twice that is far off.
    assert sum((count - expected) ** 2 / expected for count in drawn.values()) < 2 * len(drawn)


def test_invalid_symmetries_are_rejected() -> None:
    layout = nf.Layout(4)
    swapped = (1, 0, *range(2, 16))
    with pytest.raises(nf.LayoutError, match="some unit does not become a unit"):
        Symmetry(layout, swapped, (0, 1, 2, 3, 4))
    with pytest.raises(nf.LayoutError, match="0 and a permutation of 1 to 4"):
        Symmetry(layout, tuple(range(16)), (0, 1, 1, 3, 4))
    with pytest.raises(nf.GridError, match="this symmetry is for layout 4, but the grid has layout 9"):
        Symmetry.identity(layout)(PUZZLE)
    with pytest.raises(nf.LayoutError, match="cannot combine symmetries of different layouts: 4 and 9"):
        Symmetry.identity(layout) @ Symmetry.identity(nf.Layout(9))


@pytest.mark.parametrize("seed", [-1, 1.5, "abc", True, 2**64, np.float64(1)], ids=str)
@pytest.mark.parametrize(
    "draw",
    [
        lambda seed: nf.Symmetry.random(nf.Layout(4), seed=seed),
        lambda seed: nf.random_grid(seed, 4),
        lambda seed: nf.generate(4, seed=seed),
        lambda seed: nf.Puzzle(nf.Grid.empty(4), seed=seed),
        lambda seed: sample([nf.Grid.empty(4)] * 2, 1, seed),
    ],
)
def test_a_seed_is_a_whole_number_everywhere(draw: Callable[[Any], object], seed: object) -> None:
    with pytest.raises(nf.NinefoldError, match="a seed is a whole number from 0 to"):
        draw(seed)


def test_seeds_of_numpy_are_seeds() -> None:
    layout = nf.Layout(4)
    assert nf.Symmetry.random(layout, seed=np.int64(1)) == nf.Symmetry.random(layout, seed=1)  # type: ignore[arg-type]
    assert nf.generate(4, seed=np.uint8(1)) == nf.generate(4, seed=1)  # type: ignore[call-overload]
