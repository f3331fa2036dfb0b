"""The ladder of propagation: each level removes what it should, nothing more, and saves nodes."""

from __future__ import annotations

from itertools import permutations

import pytest
from hypothesis import given
from hypothesis import strategies as st

import ninefold as nf
from ninefold.solving.consistency import LEVELS, propagator, supported

LECTURE = nf.paper_puzzle("lecture").puzzle
HARDEST = nf.paper_puzzle("hardest").puzzle


@given(st.lists(st.integers(0, 31).map(lambda bits: bits << 1), min_size=1, max_size=5))
def test_all_different_keeps_what_some_assignment_uses(masks: list[int]) -> None:
    digits = range(1, 6)
    found = [
        one
        for one in permutations(digits, len(masks))
        if all(mask >> digit & 1 for mask, digit in zip(masks, one, strict=True))
    ]
    used = [sum({1 << one[cell] for one in found}) for cell in range(len(masks))]
    assert supported(masks) == (used if found else None)


def _domains(puzzle: nf.Grid) -> list[int]:
    return [1 << digit if digit else (2 << puzzle.size) - 2 for digit in puzzle.digits]


def _candidates(domains: list[int]) -> int:
    return sum(mask.bit_count() for mask in domains)


@pytest.mark.parametrize("puzzle", [LECTURE, HARDEST, nf.Grid(".. 1. .. .. .2 ..".replace(" ", "") + "." * 4)])
def test_each_level_removes_at_least_what_the_one_before_removes(puzzle: nf.Grid) -> None:
    before = _domains(puzzle)
    for level in LEVELS[1:]:
        domains = _domains(puzzle)
        removal = propagator(level, puzzle.layout)(domains, range(len(domains)))
        assert removal.removed == _candidates(_domains(puzzle)) - _candidates(domains)
        assert all(now & was == now for now, was in zip(domains, before, strict=True))
        before = domains


def test_contradiction_is_seen_by_the_level_that_can() -> None:
    board = nf.Layout(4)
    pair = _domains(nf.Grid.empty(4))
    pair[0] = pair[1] = pair[2] = 0b00110  # three cells of a row share two digits
    assert propagator("arc", board)(pair[:], range(16)) == (0, False)
    assert propagator("all-different", board)(pair[:], range(16)).failed


@pytest.mark.parametrize("level", LEVELS[1:])
def test_candidates_removed_before_a_contradiction_are_counted(level: str) -> None:
    board, domains = nf.Layout(4), _domains(nf.Grid("1... .1.. .... ...."))  # r1c1 and r2c2 share a box
    before = _candidates(domains)
    removal = propagator(level, board)(domains, range(16))  # type: ignore[arg-type]
    assert removal == (before - _candidates(domains), True)
    late = nf.Grid("12.. 3... .... ...4")  # the clues do not clash, but r2c2 has no candidate
    assert nf.solve(late, by=f"backtrack:propagation={level}").stats["removed"] > 0


def test_nodes_of_the_known_puzzles() -> None:
    rungs = nf.ladder(LECTURE).rungs
    assert [rung.propagation for rung in rungs] == list(LEVELS)
    assert [rung.nodes for rung in rungs] == [10_588, 782, 14, 0]
    assert {rung.status for rung in rungs} == {nf.Status.UNIQUE}
    hardest = [
        nf.solve(HARDEST, by=nf.Backtrack(propagation=level, order="fewest")).stats
        for level in ("arc", "all-different")
    ]
    assert [(one["nodes"], one["removed_at_root"]) for one in hardest] == [(3598, 286), (102, 286)]


@pytest.mark.parametrize("level", LEVELS[1:])
@pytest.mark.parametrize("order", ["first", "fewest"])
@pytest.mark.parametrize("layout", ["4", "2x3", "4+diagonals"])
def test_every_level_finds_all_solutions(level: str, order: str, layout: str) -> None:
    board = nf.Layout.parse(layout)
    puzzle = nf.Grid("1" + "." * (board.size**2 - 1), layout=board)
    expected = set(nf.solve(puzzle, by="search", limit=300).solutions)
    by = f"backtrack:propagation={level}:order={order}"
    found = nf.solve(puzzle, by=by, limit=None if len(expected) < 300 else 50).solutions
    assert len(set(found)) == len(found)
    assert set(found) == expected if len(expected) < 300 else len(found) == 50


def test_tree_of_a_propagating_search_is_whole() -> None:
    tree = nf.tree(nf.solve(HARDEST, by="backtrack:propagation=all-different:order=fewest"))
    assert tree.nodes == 103
    assert tree.failures == 51


@pytest.mark.parametrize("level", LEVELS)
@pytest.mark.parametrize("puzzle", ["...1 ..2. .3.. 4...", "..4. 1... ...3 .1..", "12.. 3... .... ...4"])
def test_failures_are_those_of_the_tree(level: str, puzzle: str) -> None:
    result = nf.solve(puzzle, by=f"backtrack:propagation={level}", limit=None)
    assert nf.tree(result).failures == result.stats["failures"]


def test_ladder_shows_a_search_that_was_stopped() -> None:
    stopped = nf.ladder(HARDEST, limit=nf.Limit(2, nodes=600))
    assert "| 600+" in stopped.table()
    assert "| 515 " in stopped.table()
    assert "<td>600+</td>" in stopped._repr_html_()
    assert repr(stopped).endswith("all-different 515 nodes>")
