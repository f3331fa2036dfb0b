"""The starter collection: proper puzzles in several sizes and levels, so that there is something to play at once."""

from __future__ import annotations

import ninefold as nf
from ninefold.library.upkeep import starter


def test_the_collection_has_several_sizes_and_levels() -> None:
    puzzles = starter()
    assert len(puzzles) > 300
    assert {puzzle.clues.size for puzzle in puzzles} >= {4, 6, 9, 16}
    assert {puzzle.meta["level"] for puzzle in puzzles if puzzle.clues.size == 9} >= {"moderate", "tricky", "hard"}


def test_every_puzzle_of_it_is_proper() -> None:
    for puzzle in starter():
        assert nf.solve(puzzle.clues).status is nf.Status.UNIQUE


def test_none_of_it_is_another_in_disguise() -> None:
    ids = [nf.puzzle_id(puzzle.clues) for puzzle in starter()]
    assert len(set(ids)) == len(ids)
