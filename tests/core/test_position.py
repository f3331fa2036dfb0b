"""Positions: candidates as bits, placing, eliminating and singles."""

from __future__ import annotations

import pytest
from core.boards import few, grids
from hypothesis import given

import ninefold as nf
from ninefold.core.position import Position, digits_of, whole_units

EASY = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")


@few
@given(grids())
def test_candidates_are_the_digits_that_no_peer_holds(puzzle: nf.Grid) -> None:
    position = Position.of(puzzle)
    for cell, peers in enumerate(puzzle.layout.peers):
        seen = {puzzle[peer] for peer in peers}
        wanted = [] if puzzle[cell] else [digit for digit in range(1, puzzle.size + 1) if digit not in seen]
        assert digits_of(position.candidates[cell]) == wanted
    assert position.grid == puzzle
    assert position.is_full == puzzle.is_full
    assert position.empty_cells == list(puzzle.empty_cells)


def test_marks_restrict_candidates() -> None:
    position = Position.of(EASY, {2: [1, 9], 3: []})
    assert digits_of(position.candidates[2]) == [1]  # row 3 has a 9 in the same box
    assert position.candidates[3] == Position.of(EASY).candidates[3]
    with pytest.raises(nf.GridError, match="marks must map cells to digits"):
        Position.of(EASY, [1])  # type: ignore[arg-type]


def test_placing_a_digit_removes_it_from_the_peers() -> None:
    position = Position.of(EASY)
    position.place(2, 4)
    assert position.digits[2] == 4
    assert position.candidates[2] == 0
    assert not any(position.candidates[peer] >> 3 & 1 for peer in EASY.layout.peers[2])
    assert EASY[2] == 0


def test_singles_solve_an_easy_puzzle() -> None:
    position = Position.of(EASY)
    position.place_singles()
    assert position.grid == nf.solve(EASY).solution


def test_singles_of_a_contradictory_position_do_not_fill_it() -> None:
    for wrong in range(1, 10):
        if wrong != 4:
            position = Position.of(EASY.with_digits({2: wrong}))
            position.place_singles()
            assert not position.is_full or len(set(position.digits[:9])) < 9


def test_units_smaller_than_the_board_have_no_hidden_single() -> None:
    layout = nf.Layout(4, extra=["r1c2 r3c3"])
    assert len(whole_units(layout)) == 12
    position = Position.of(nf.Grid("1... .... .... ....", layout=layout))
    position.place_singles()
    assert position.digits.count(0) == 15
