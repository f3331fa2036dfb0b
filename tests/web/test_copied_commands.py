"""Commands and Python copied from the app: they read back the same boards."""

from __future__ import annotations

import pytest

import ninefold as nf
from ninefold.cli.input import Reader
from ninefold.cli.parser import parse
from ninefold.web.endpoints.solve import board_words, python_grid

NINE = nf.Grid.empty(9).with_digits({0: 5})
SPARSE = nf.Grid.empty(16).with_digits({0: 3, 1: 15})  # 3F: fits two alphabets
LARGE = nf.Grid.empty(25).with_digits({0: 3, 7: 12})
NUMBERS = nf.Grid.empty(64).with_digits({0: 3, 1: 64})
JIGSAW = nf.Grid.empty(nf.Layout.parse("10+diagonals")).with_digits({0: 10})


@pytest.mark.parametrize(
    "puzzles",
    [[NINE], [SPARSE], [LARGE], [NUMBERS], [JIGSAW], [SPARSE, SPARSE], [NINE, SPARSE, LARGE]],
    ids=["9", "16", "25", "64", "10+diagonals", "two of 16", "mixed"],
)
def test_a_copied_command_reads_back_the_same_boards(puzzles: list[nf.Grid]) -> None:
    reader = Reader(parse(["race", *board_words(puzzles)]))
    assert list(reader.grids()) == puzzles
    assert not reader.failed


@pytest.mark.parametrize("puzzle", [NINE, SPARSE, LARGE, NUMBERS, JIGSAW], ids=lambda grid: str(grid.layout))
def test_copied_python_makes_the_same_board(puzzle: nf.Grid) -> None:
    assert eval(python_grid(puzzle), {"nf": nf}) == puzzle
