"""Symmetries: the laws of a group, the numbers known of it, and that what they make of a Sudoku is one."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ninefold as nf
from ninefold.core.symmetry import Symmetry, move_count, moves, symmetry_count

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
def test_one_after_the_other_is_their_product(one: int, two: int) -> None:
    a, b = Symmetry.random(nf.Layout(9), one), Symmetry.random(nf.Layout(9), two)
    assert a(b(PUZZLE)) == (a @ b)(PUZZLE)
    assert a.inverse(a(PUZZLE)) == PUZZLE


@given(boards, seeds)
@settings(max_examples=30, deadline=None)
def test_a_solution_stays_a_solution(layout: nf.Layout, seed: int) -> None:
    solution = nf.solve(nf.Grid.empty(layout), limit=1, seconds=20).solution
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
        (JIGSAW, 4),
    ],
    ids=str,
)
def test_the_number_of_moves_is_the_known_one(layout: nf.Layout, count: int) -> None:
    assert move_count(layout) == count


def test_the_symmetries_of_the_usual_board_are_as_many_as_is_known() -> None:
    assert symmetry_count(nf.Layout(9)) == 1_218_998_108_160


@pytest.mark.parametrize("layout", [nf.Layout(4), nf.Layout(4, diagonals=True), JIGSAW], ids=str)
def test_the_moves_differ_and_make_each_other(layout: nf.Layout) -> None:
    found = set(moves(layout))
    assert len(found) == len(moves(layout))
    for one in list(found)[:12]:
        assert {tuple(one[cell] for cell in other) for other in found} == found


def test_lots_reach_every_move() -> None:
    drawn = {Symmetry.random(nf.Layout(4), seed).cells for seed in range(3_000)}
    assert drawn == set(moves(nf.Layout(4)))


def test_what_is_no_symmetry_is_refused() -> None:
    layout = nf.Layout(4)
    swapped = (1, 0, *range(2, 16))
    with pytest.raises(nf.LayoutError, match="not every unit becomes a unit"):
        Symmetry(layout, swapped, (0, 1, 2, 3, 4))
    with pytest.raises(nf.LayoutError, match="0 and a renaming of 1 to 4"):
        Symmetry(layout, tuple(range(16)), (0, 1, 1, 3, 4))
    with pytest.raises(nf.GridError, match="a symmetry of a board 4 cannot move a grid of 9"):
        Symmetry.identity(layout)(PUZZLE)
    with pytest.raises(nf.LayoutError, match="cannot follow each other"):
        Symmetry.identity(layout) @ Symmetry.identity(nf.Layout(9))
    with pytest.raises(nf.LayoutError, match="too many moves"):
        moves(nf.Layout(16))
