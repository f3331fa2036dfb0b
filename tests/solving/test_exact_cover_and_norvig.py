"""Exact cover, Norvig's search and colouring: three complete searches that must agree with the others."""

from __future__ import annotations

import pytest

import ninefold as nf
from ninefold.solving.trace import Guess, Place, Undo

ALL = ("exact-cover", "norvig", "colour")
# Singles solve it, of both kinds: most of its digits are the only place in a unit.
EASY = ".................1.....2.3......3.2...4....5...6.1.....3......6.7..8...952.7....."
HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
# The 1 has no place in row 1, although each of its empty cells has a candidate.
NO_PLACE = ".....23451.............................1...........................1............."


@pytest.mark.parametrize("by", ALL)
@pytest.mark.parametrize(
    ("layout", "line"),
    [
        ("4", "1..............."),
        ("4+diagonals", "................"),
        ("4+extra:r1c1,r2c2,r3c4", "................"),
        ("1x4", "12.............."),
        ("3x2", "..................215364362415546132"),
    ],
)
def test_every_solution_is_found_once(by: str, layout: str, line: str) -> None:
    puzzle = nf.Grid(line, layout=nf.Layout.parse(layout))
    found = nf.solve(puzzle, by=by, limit=None).solutions
    assert set(found) == set(nf.solve(puzzle, by="backtrack", limit=None).solutions)
    assert len(found) > 2


@pytest.mark.parametrize("by", ALL)
def test_a_hard_puzzle_is_proper(by: str) -> None:
    assert nf.solve(HARD, by=by).solutions == nf.solve(HARD).solutions


@pytest.mark.parametrize("by", ["exact-cover", "norvig"])
def test_an_easy_puzzle_needs_no_guess(by: str) -> None:
    events: list[object] = []
    result = nf.solve(EASY, by=by, trace=events)
    assert result.status is nf.Status.UNIQUE
    assert result.stats["nodes"] == 0
    assert sum(isinstance(event, Place) for event in events) == len(result.puzzle.empty_cells)
    assert not any(isinstance(event, Guess) for event in events)


@pytest.mark.parametrize("by", ["exact-cover", "norvig"])
def test_a_digit_without_a_place_is_seen_before_any_guess(by: str) -> None:
    result = nf.solve(NO_PLACE, by=by)
    assert (result.status, result.stats["nodes"]) == (nf.Status.IMPOSSIBLE, 0)


@pytest.mark.parametrize("by", ALL)
def test_every_guess_is_undone_at_the_end(by: str) -> None:
    events: list[object] = []
    assert nf.solve(".1..............", by=by, limit=None, trace=events).ended
    guesses, undone = (sum(isinstance(event, kind) for event in events) for kind in (Guess, Undo))
    assert guesses == undone > 0


@pytest.mark.parametrize("by", ALL)
def test_digits_of_a_small_unit_need_not_all_be_there(by: str) -> None:
    layout = nf.Layout(4, extra=["r1c1 r4c4"])
    with_unit = nf.solve(nf.Grid.empty(layout), by=by, limit=None).solutions
    assert {grid.digits for grid in with_unit} == {
        grid.digits for grid in nf.solve(nf.Grid.empty(4), limit=None).solutions if grid.digits[0] != grid.digits[15]
    }


def test_colouring_takes_the_cell_that_sees_the_most_digits() -> None:
    events: list[object] = []
    nf.solve("123.............", by="colour", limit=1, trace=events)
    first = next(event for event in events if isinstance(event, Guess))
    assert (first.name, first.digit) == ("r1c4", 4)


@pytest.mark.parametrize("by", ALL)
def test_a_large_empty_board_is_filled(by: str) -> None:
    assert nf.solve(nf.Grid.empty(16), by=by, limit=nf.Limit(1, seconds=30)).status is nf.Status.SOLVED
