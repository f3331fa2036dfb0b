"""Checks for generated puzzles."""

from __future__ import annotations

from collections.abc import Iterable

import ninefold as nf
from ninefold.make.recipe import parts_of


def assert_proper(puzzles: Iterable[nf.Grid]) -> None:
    for puzzle in puzzles:
        assert nf.solve(puzzle, by="search").status is nf.Status.UNIQUE, puzzle.line


def assert_minimal(puzzles: Iterable[nf.Grid]) -> None:
    for puzzle in puzzles:
        for cell in puzzle.filled_cells:
            fewer = nf.solve(puzzle.with_digits({cell: 0}), by="search")
            assert fewer.status is nf.Status.MULTIPLE, puzzle.line


def assert_symmetric(puzzles: Iterable[nf.Grid], symmetry: str) -> None:
    for puzzle in puzzles:
        clues = set(puzzle.filled_cells)
        for part in parts_of(symmetry, puzzle.size):
            assert not clues & set(part) or set(part) <= clues, puzzle.line
