"""GNOME Sudoku's saved games (JSON with a list of the filled cells), and the short texts it opens.

Such a text has nine rows of nine characters, with . or - or a space for an empty cell. Other texts of rows are read as
boards; these are the ones in which - or a space is a cell.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from ninefold.core.grid import Grid
from ninefold.core.puzzle import Puzzle
from ninefold.formats.documents import one_document
from ninefold.formats.format import NINE, Format, InputFile, Item, grid_at, only_nine, puzzle_at, valid_seconds

# Its categories by name. A game of no category, or of another one, is refused.
LEVELS = {
    "easy": "Easy Difficulty",
    "medium": "Medium Difficulty",
    "hard": "Hard Difficulty",
    "very hard": "Very Hard Difficulty",
}
DEFAULT = "medium"
# The category of each of our levels that it does not have.
NEAREST = {"gentle": "easy", "moderate": "medium", "tricky": "medium", "severe": "hard", "extreme": "very hard"}


def read(source: InputFile) -> Iterator[Item]:
    """The one puzzle of the file."""
    document = one_document(source.text)
    clues, placed, marks = bytearray(81), {}, {}
    seen: set[int] = set()
    for part in document.at("cells").items():
        row, column = part.at("position", 0).number(0, 8), part.at("position", 1).number(0, 8)
        cell, value = 9 * row + column, part.at("value").number(0, 9)
        if cell in seen:
            raise part.error(f"{NINE.name(cell)} only once")
        seen.add(cell)
        if part.at("fixed").value is True:
            clues[cell] = value
        elif value:
            placed[cell] = value
        if part.at("earmarks").value:
            marks[cell] = tuple(mark.number(1, 9) for mark in part.at("earmarks").items())
    category = document.at("difficulty_category").word()
    level = next((ours for ours, theirs in LEVELS.items() if theirs == category), category)
    seconds = valid_seconds(document.at("time_elapsed").value)
    grid = Grid.from_digits(bytes(clues), NINE)
    yield puzzle_at(1, grid, placed=placed, centre=marks, seconds=seconds, meta={"level": level})


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """A saved game."""
    (puzzle,) = puzzles
    cells = []
    for cell, digit in enumerate(puzzle.grid.digits):
        marks = list(puzzle.centre.get(cell, ()))
        if digit or marks:
            position, fixed = [cell // 9, cell % 9], bool(puzzle.clues.digits[cell])
            cells.append({"position": position, "value": digit, "fixed": fixed, "earmarks": marks})
    record = {"difficulty_category": LEVELS[puzzle.level], "time_elapsed": float(puzzle.seconds), "cells": cells}
    return (json.dumps(record, indent=1) + "\n").encode()


def _normalise(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Levels that GNOME Sudoku knows: it refuses a game without one."""
    return [
        puzzle.replace(
            seconds=valid_seconds(puzzle.seconds),
            meta=dict(puzzle.meta)
            | {"level": puzzle.level if puzzle.level in LEVELS else NEAREST.get(puzzle.level, DEFAULT)},
        )
        for puzzle in puzzles
    ]


def is_text(source: InputFile) -> bool:
    """Whether a text of nine rows has - or spaces for its empty cells."""
    rows = source.peek.rstrip("\r\n").splitlines() if len(source.head) <= 100 else []
    cells = set("".join(rows))
    return [len(row) for row in rows] == [9] * 9 and bool(cells & set("- ")) and cells <= set("0123456789.- ")


def read_text(source: InputFile) -> Iterator[Item]:
    """The one puzzle of a text."""
    cells = "".join(source.text.split("\n")).translate(str.maketrans("- ", ".."))
    yield Puzzle(grid_at(cells, 1, layout=NINE))


TEXT = Format(
    name="gnome-text",
    about="the short text that GNOME Sudoku opens, - or a space for empty (read-only)",
    sniff=is_text,
    read=read_text,
    single=True,
)
FORMAT = Format(
    name="gnome",
    about="GNOME Sudoku's saved games",
    endings=(".save",),
    sniff=lambda source: source.peek.lstrip().startswith("{") and '"position"' in source.peek,
    read=read,
    write=write,
    parts=frozenset({"placed", "centre", "seconds"}),
    meta=frozenset({"level"}),
    unsupported=only_nine,
    single=True,
    normalise=_normalise,
)
