"""ipuz: JSON for many kinds of puzzles; Sudokus on standard boards are supported."""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence

from ninefold.core.alphabet import default_alphabet, symbols_of
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.formats.documents import Document, one_document
from ninefold.formats.format import Format, InputFile, Item, only_standard, placed_over, puzzle_at

NAMES = {"title": "name", "author": "author", "notes": "comment", "difficulty": "level", "url": "url", "intro": "rules"}
VERSION, KIND = "http://ipuz.org/v2", "http://ipuz.org/sudoku#1"


def read(source: InputFile) -> Iterator[Item]:
    """The one puzzle of the file."""
    text = source.text.strip()
    document = one_document(text[5:].removesuffix(")") if text.startswith("ipuz(") else text)
    kinds = [kind.word() for kind in document.at("kind").items()]
    if not any("ipuz.org/sudoku" in kind for kind in kinds):
        raise document.at("kind").error("a Sudoku, http://ipuz.org/sudoku#1")
    for name in ("cages", "zones"):
        if document.at(name).value:
            raise document.at(name).error("no cages or zones, which are not supported")
    if document.at("boxes").value is False:
        raise document.at("boxes").error("a board with boxes")
    rows = len(list(document.at("puzzle").items()))
    layout = source.layout or Layout(rows)
    charset = document.at("charset").word() or symbols_of(default_alphabet(rows) or "", rows)
    if len(set(charset)) != len(charset) or len(charset) != rows:
        raise document.at("charset").error(f"{rows} different characters")
    clues = _grid(document.at("puzzle"), layout, charset)
    placed = {}
    if document.at("saved").value is not None:
        placed = placed_over(clues, _grid(document.at("saved"), layout, charset), 1)
    solved = document.at("solution")
    solution = _grid(solved, layout, charset) if solved.value is not None else None
    texts = {ours: document.at(theirs).word() for theirs, ours in NAMES.items()}
    yield puzzle_at(1, clues, placed=placed, solution=solution, meta=texts)


def _grid(document: Document, layout: Layout, charset: str) -> Grid:
    rows = list(document.items())
    if len(rows) != layout.size:
        raise document.error(f"{layout.size} rows")
    digits = bytearray()
    for row in rows:
        cells = list(row.items())
        if len(cells) != layout.size:
            raise row.error(f"{layout.size} cells")
        digits += bytes(_digit(cell, layout.size, charset) for cell in cells)
    return Grid.from_digits(bytes(digits), layout)


def _digit(cell: Document, size: int, charset: str) -> int:
    if isinstance(cell.value, dict):
        cell = cell.at("cell")
    value = cell.value
    if value is None or value in ("", "#", "."):
        return 0
    if isinstance(value, str) and len(value) == 1 and value in charset:
        return charset.index(value) + 1
    return cell.number(0, size)


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """One puzzle."""
    (puzzle,) = puzzles
    symbols = symbols_of(default_alphabet(puzzle.clues.size), puzzle.clues.size)
    record: dict[str, object] = {"version": VERSION, "kind": [KIND], "charset": symbols, "boxes": True}
    record |= {theirs: puzzle.meta[ours] for theirs, ours in NAMES.items() if ours in puzzle.meta}
    record["puzzle"] = _rows(puzzle.clues, symbols)
    if puzzle.placed:
        record["saved"] = _rows(puzzle.grid, symbols)
    if puzzle.solution:
        record["solution"] = _rows(puzzle.solution, symbols)
    return (json.dumps(record) + "\n").encode()


def _rows(grid: Grid, symbols: str) -> list[list[int | str]]:
    """Numbers up to 9; beyond, the characters of the charset."""
    return [[digit if digit < 10 else symbols[digit - 1] for digit in row] for row in grid.rows]


def _unsupported(puzzle: Puzzle) -> str:
    return only_standard(puzzle) if puzzle.clues.size <= 61 else "boards of more than 61 digits have no charset"


FORMAT = Format(
    name="ipuz",
    about="ipuz: the JSON of many kinds of puzzles",
    endings=(".ipuz",),
    sniff=lambda source: source.peek.lstrip().startswith(("{", "ipuz(")) and "ipuz.org" in source.peek,
    read=read,
    write=write,
    parts=frozenset({"placed", "solution"}),
    meta=frozenset(NAMES.values()),
    unsupported=_unsupported,
    single=True,
)
