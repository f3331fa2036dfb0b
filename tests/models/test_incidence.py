"""Candidates: what the clues leave, plainly and with singles carried on."""

from __future__ import annotations

import numpy as np
import pytest
from core.boards import few, grids
from hypothesis import given
from modelled import NINE, PROPER

import ninefold as nf
from ninefold.models.incidence import candidates


@few
@given(grids())
def test_a_digit_is_a_candidate_unless_a_peer_holds_it_or_the_cell_another(puzzle: nf.Grid) -> None:
    found = candidates(puzzle)
    for cell, peers in enumerate(puzzle.layout.peers):
        seen = {puzzle[peer] for peer in peers}
        wanted = [digit not in seen and puzzle[cell] in (0, digit) for digit in range(1, puzzle.size + 1)]
        assert found[cell].tolist() == wanted, puzzle.layout.name(cell)


@pytest.mark.parametrize("puzzle", PROPER.values(), ids=PROPER)
def test_singles_never_take_the_solution_away(puzzle: nf.Grid) -> None:
    plain, carried = candidates(puzzle), candidates(puzzle, propagated=True)
    assert (carried <= plain).all()
    solution = nf.solve(puzzle).solution
    assert all(carried[cell, digit - 1] for cell, digit in enumerate(solution))


def plain_singles(puzzle: nf.Grid) -> nf.Grid:
    """Both kinds of single, one after the other, as slowly as can be."""
    while True:
        open_ = candidates(puzzle)
        moves = {cell: int(np.flatnonzero(open_[cell])[0]) + 1 for cell in puzzle.empty_cells if open_[cell].sum() == 1}
        for unit in puzzle.layout.units:
            for digit in range(1, puzzle.size + 1) if len(unit.cells) == puzzle.size else ():
                places = [cell for cell in unit.cells if open_[cell, digit - 1]]
                if len(places) == 1 and not puzzle[places[0]]:
                    moves[places[0]] = digit
        if not moves:
            return puzzle
        puzzle = puzzle.with_digits(dict([next(iter(moves.items()))]))


@pytest.mark.parametrize("puzzle", [p for p in PROPER.values() if p.size < 10], ids=[n for n in PROPER if n != "16"])
def test_singles_go_as_far_as_they_go_one_by_one(puzzle: nf.Grid) -> None:
    assert np.array_equal(candidates(puzzle, propagated=True), candidates(plain_singles(puzzle)))


def test_a_puzzle_of_singles_is_solved() -> None:
    found = candidates(NINE, propagated=True)
    assert bytes((found.argmax(axis=1) + 1).astype(np.uint8)) == nf.solve(NINE).solution.digits
    assert found.sum() == 81


def test_what_cannot_be_ends_without_a_candidate() -> None:
    assert not candidates(nf.Grid("11.. .... .... ...."))[:2].any()
    assert not candidates(nf.Grid("12.. ..3. ...4 ...."), propagated=True).any(axis=1).all()


def test_a_small_unit_has_no_hidden_single() -> None:
    puzzle = nf.Grid("1... .... .... ....", layout=nf.Layout(4, extra=["r1c2 r3c3"]))
    assert candidates(puzzle, propagated=True)[[1, 10]].sum() > 2
