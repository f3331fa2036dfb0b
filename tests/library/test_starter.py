"""The starter collection: proper puzzles in several sizes and levels, so that there is something to play at once."""

from __future__ import annotations

import ninefold as nf
from ninefold.library.upkeep import starter


def test_the_collection_has_several_sizes_and_levels() -> None:
    sheets = starter()
    assert len(sheets) > 300
    assert {sheet.clues.size for sheet in sheets} >= {4, 6, 9, 16}
    assert {sheet.meta["level"] for sheet in sheets if sheet.clues.size == 9} >= {"easy", "medium", "hard"}


def test_every_puzzle_of_it_is_proper() -> None:
    for sheet in starter():
        assert nf.solve(sheet.clues).status is nf.Status.UNIQUE


def test_none_of_it_is_another_in_disguise() -> None:
    ids = [nf.puzzle_id(sheet.clues) for sheet in starter()]
    assert len(set(ids)) == len(ids)
