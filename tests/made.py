"""Checks that hold for every generated puzzle, whatever its recipe."""

from __future__ import annotations

from collections.abc import Iterable

import ninefold as nf
from ninefold.make.patterns import groups_of


def assert_proper(puzzles: Iterable[nf.Puzzle]) -> None:
    for puzzle in puzzles:
        assert nf.solve(puzzle.clues, by="search").status is nf.Status.UNIQUE, puzzle


def assert_minimal(puzzles: Iterable[nf.Puzzle]) -> None:
    for puzzle in puzzles:
        for cell in puzzle.clues.filled_cells:
            fewer = nf.solve(puzzle.clues.with_digits({cell: 0}), by="search")
            assert fewer.status is nf.Status.MULTIPLE, puzzle


def assert_symmetric(puzzles: Iterable[nf.Puzzle], symmetry: str) -> None:
    for puzzle in puzzles:
        clues = set(puzzle.clues.filled_cells)
        for group in groups_of(symmetry, puzzle.layout.size):
            assert not clues & set(group) or set(group) <= clues, puzzle
