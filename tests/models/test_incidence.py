"""Candidates that the clues leave, with and without propagation."""

from __future__ import annotations

import numpy as np
import pytest
from core.boards import few, grids
from hypothesis import given
from modelled import NINE, PROPER

import ninefold as nf
from ninefold.models.incidence import Propagation, RuleList, candidates


@few
@given(grids())
def test_candidates_exclude_digits_of_peers_and_filled_cells(puzzle: nf.Grid) -> None:
    found = candidates(puzzle)
    for cell, peers in enumerate(puzzle.layout.peers):
        seen = {puzzle[peer] for peer in peers}
        wanted = [digit not in seen and puzzle[cell] in (0, digit) for digit in range(1, puzzle.size + 1)]
        assert found[cell].tolist() == wanted, puzzle.layout.name(cell)


@pytest.mark.parametrize("puzzle", PROPER.values(), ids=PROPER)
def test_propagation_keeps_the_solution(puzzle: nf.Grid) -> None:
    plain, carried = candidates(puzzle), candidates(puzzle, propagated=True)
    assert (carried <= plain).all()
    solution = nf.solve(puzzle).solution
    assert all(carried[cell, digit - 1] for cell, digit in enumerate(solution))


def plain_singles(puzzle: nf.Grid) -> nf.Grid:
    """Both kinds of singles, placed one at a time: slow but simple."""
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
def test_propagation_equals_placing_singles_one_by_one(puzzle: nf.Grid) -> None:
    assert np.array_equal(candidates(puzzle, propagated=True), candidates(plain_singles(puzzle)))


def test_propagation_solves_an_easy_puzzle() -> None:
    found = candidates(NINE, propagated=True)
    assert bytes((found.argmax(axis=1) + 1).astype(np.uint8)) == nf.solve(NINE).solution.digits
    assert found.sum() == 81


def test_contradictory_cells_have_no_candidates() -> None:
    assert not candidates(nf.Grid("11.. .... .... ...."))[:2].any()
    assert not candidates(nf.Grid("12.. ..3. ...4 ...."), propagated=True).any(axis=1).all()


def test_small_unit_has_no_hidden_single() -> None:
    puzzle = nf.Grid("1... .... .... ....", layout=nf.Layout(4, extra=["r1c2 r3c3"]))
    assert candidates(puzzle, propagated=True)[[1, 10]].sum() > 2


def rule_list(*rules: tuple[list[int], bool]) -> RuleList:
    """Rules given as their variables and whether they are exact."""
    members = np.array([variable for variables, _ in rules for variable in variables], np.int32)
    lengths = np.array([len(variables) for variables, _ in rules], np.int32)
    return RuleList(members, lengths, np.array([exact for _, exact in rules]), int(members.max()) + 1)


def test_empty_rules_are_counted_as_empty() -> None:
    rules = rule_list(([], True), ([0, 1], True), ([], False), ([1, 2], False), ([], True))
    assert rules.counts(np.ones(3, np.bool_)).tolist() == [0, 2, 0, 2, 0]
    assert rules.conflicting(np.array([True, False, False])).tolist() == [False, True, False]


def test_eliminations_come_with_base_and_cover() -> None:
    rules = rule_list(([0], True), ([0, 1], False), ([1, 2], True))
    propagation = Propagation(rules)
    assert [part.tolist() for part in propagation.propagate_once()] == [[1], [0], [1]]
    propagation.propagate()
    assert propagation.alive.tolist() == [True, False, True]
    assert propagation.placed.tolist() == [True, False, True]
    assert propagation.is_solved
    assert not propagation.broken


def test_two_placed_variables_of_one_rule_eliminate_each_other() -> None:
    propagation = Propagation(rule_list(([0], True), ([1], True), ([0, 1], False)))
    assert [part.tolist() for part in propagation.propagate_once()] == [[0, 1], [1, 0], [2, 2]]
    propagation.propagate()
    assert propagation.broken
    assert not propagation.alive.any()


def test_propagation_leaves_the_callers_flags_alone() -> None:
    flags = np.ones(2, np.bool_)
    Propagation(rule_list(([0, 1], True)), flags).drop([0])
    assert flags.all()
