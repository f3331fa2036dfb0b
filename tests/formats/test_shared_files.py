"""Example files of every format, if available: each is read, and comes back from its own writer."""

from __future__ import annotations

import importlib.util
from pathlib import Path

import pytest
from puzzle_strategies import WIKIPEDIA

from ninefold.core.puzzle import Puzzle
from ninefold.formats.files import open_source, reading
from ninefold.formats.format import InputFile

FOLDER = Path(__file__).parents[3] / "shared" / "data" / "formats"
FILES = sorted(FOLDER.glob("*")) if FOLDER.is_dir() else []
# What each must be known as; the number of puzzles in it.
KNOWN = {
    "fpuzzles.json": ("fpuzzles", 1),
    "fpuzzles_url.txt": ("fpuzzles-link", 1),
    "gnome_plain.skp": ("board", 1),
    "gnome_sudoku.save": ("gnome", 1),
    "hodoku_library.txt": ("hodoku", 2),
    "ipuz_sudoku.ipuz": ("ipuz", 1),
    "kaggle.csv": ("kaggle", 1),
    "ksudoku.ksudoku": ("ksudoku", 1),
    "line81_dot.txt": ("line", 1),
    "line81_star.txt": ("line", 1),
    "line81_zero.txt": ("line", 1),
    "lpl_sudoku17_style.txt": ("line", 1),
    "ml.parquet": ("parquet", 1),
    "opensudoku.opensudoku": ("opensudoku", 2),
    "penpa_decoded.txt": ("penpa-text", 1),
    "penpa_url.txt": ("penpa", 1),
    "sadman_plain.sdk": ("sdk", 1),
    "sadman_sections.sdk": ("sdk", 1),
    "seed2_games.xlsx": ("xlsx", 1),
    "simple_sudoku.ss": ("ss", 1),
    "solo_gameid.txt": ("solo", 1),
    "sudocue.sdm": ("line", 2),
    "sudocue_example.sdk": ("sdk", 1),
    "sudoku_exchange_bank.txt": ("bank", 1),
    "sudoku_extreme.csv": ("extreme", 1),
    "sudokupad_scf.txt": ("scf", 1),
    "sudokupad_scl.json": ("scl", 1),
    "sudokupad_url.txt": ("scl-link", 1),
}
OTHERS = ("kaggle", "hodoku", "opensudoku", "penpa", "penpa-text", "xlsx", "solo", "bank")  # they hold other puzzles

pytestmark = pytest.mark.skipif(not FILES, reason="the example files are not here")


@pytest.mark.parametrize("path", FILES, ids=lambda path: path.name)
def test_an_example_is_read_and_comes_back_exactly(path: Path) -> None:
    if path.suffix == ".parquet" and not importlib.util.find_spec("pyarrow"):
        pytest.skip("pyarrow is not installed")
    with open_source(str(path)) as file:
        read = reading(InputFile(file), str(path))
        puzzles = read.puzzles()
    assert (read.form.name, len(puzzles)) == KNOWN[path.name]
    if read.form.name not in OTHERS and path.stem not in ("sudocue_example", "gnome_sudoku"):
        assert {puzzle.clues.line for puzzle in puzzles} == {WIKIPEDIA}
    if read.form.name == "hodoku":
        assert read.form.bytes_of(puzzles) == path.read_bytes()
    if read.form.write:
        again = list(read.form.read(InputFile.of(read.form.bytes_of(puzzles))))
        assert again == read.form.round_trip(puzzles)
        assert [puzzle.clues for puzzle in again if isinstance(puzzle, Puzzle)] == [puzzle.clues for puzzle in puzzles]
