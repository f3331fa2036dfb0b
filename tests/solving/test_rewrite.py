"""Rules without guessing: each rule on a puzzle that needs it, proofs, and normal forms."""

from __future__ import annotations

import pytest

import ninefold as nf
from ninefold.solving.methods.rewrite import Rewrite
from ninefold.solving.trace import Drop, Guess

HARD = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."

PUZZLE_CONFINED = ".......92.37.......4.......8...6.1.......43.......9...2...5...6...1..74....8....."
PUZZLE_CELLS = "3.7.4...........918........4.....7.....16.......25..........38..9....5...2.6....."
PUZZLE_DIGITS = "7.5.....2...4.1...3.........1.6..4..2...5...........9....37.....8....6...9.....8."


def test_an_easy_puzzle_is_solved_and_proved_proper() -> None:
    puzzle = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."
    result = nf.solve(puzzle, by="rewrite")
    assert result.status is nf.Status.UNIQUE
    assert result.solutions == nf.solve(puzzle).solutions


def test_a_puzzle_with_two_solutions_is_left_open() -> None:
    result = nf.solve("...1..2..3..4...", by="rewrite")
    assert result.status is nf.Status.UNKNOWN
    assert result.why == "no rule applies any more, with 12 cells open"


def test_a_contradiction_proves_that_there_is_none() -> None:
    assert nf.solve("12....3........4", by="rewrite").status is nf.Status.IMPOSSIBLE


def test_the_hardest_is_beyond_the_rules() -> None:
    events: list[object] = []
    result = nf.solve(HARD, by="rewrite", trace=events)
    assert result.status is nf.Status.UNKNOWN
    assert not any(isinstance(event, Guess) for event in events)


# Each puzzle stops without its rule and is solved with it.
@pytest.mark.parametrize(
    ("puzzle", "rule", "largest"),
    [
        (PUZZLE_CONFINED, "confined", 1),
        (PUZZLE_CELLS, "cells", 4),
        (PUZZLE_DIGITS, "digits", 4),
    ],
)
def test_each_rule_is_needed_somewhere(puzzle: str, rule: str, largest: int) -> None:
    result = nf.solve(puzzle, by=Rewrite(largest))
    assert result.status is nf.Status.UNIQUE
    assert result.stats[rule] > 0


def test_rules_never_drop_what_a_solution_has() -> None:
    for puzzle in (HARD, PUZZLE_DIGITS, PUZZLE_CELLS):
        events: list[object] = []
        nf.solve(puzzle, by="rewrite", trace=events)
        solution = nf.solve(puzzle).solution
        assert solution
        assert all(solution.digits[event.cell] != event.digit for event in events if isinstance(event, Drop))


def test_invalid_sizes_of_subsets_are_refused() -> None:
    with pytest.raises(nf.MethodError, match="option largest: read 0, expected a whole number from 1"):
        Rewrite(0)
