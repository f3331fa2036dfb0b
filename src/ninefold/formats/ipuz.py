"""ipuz: JSON for many kinds of puzzles; Sudokus with boxes, regions, diagonals or windows, and Latin squares."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Sequence

from ninefold.core.alphabet import default_alphabet, symbols_of
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.formats.documents import Document, one_document
from ninefold.formats.format import Format, InputFile, Item, only_standard, placed_over, puzzle_at

NAMES = {"title": "name", "author": "author", "notes": "comment", "difficulty": "level", "url": "url", "intro": "rules"}
KINDS = ("", "wordoku", "latinsquare", "diagonalsudoku", "hypersudoku", "jigsawsudoku")
_KIND = re.compile(r"ipuz\.org/sudoku(?:/(\w+))?", re.ASCII)
VERSION, KIND = "http://ipuz.org/v2", "http://ipuz.org/sudoku#1"


def read(source: InputFile) -> Iterator[Item]:
    """The one puzzle of the file."""
    text = source.text.strip()
    document = one_document(text[5:].removesuffix(")") if text.startswith("ipuz(") else text)
    kinds = [kind.word() for kind in document.at("kind").items()]
    rows = len(list(document.at("puzzle").items()))
    layout = source.layout or _layout(document, kinds, rows)
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


def _layout(document: Document, kinds: list[str], size: int) -> Layout:
    """The board of a kind of Sudoku; an error for one with rules that we do not know."""
    found = [match[1] or "" for kind in kinds if (match := _KIND.search(kind))]
    if not found:
        raise document.at("kind").error(f"a Sudoku, {KIND}")
    if unknown := [kind for kind in found if kind not in KINDS]:
        raise document.at("kind").error(f"one of the kinds {', '.join(filter(None, KINDS))} (not {unknown[0]})")
    is_jigsaw = "jigsawsudoku" in found
    for name in ("cages",) if is_jigsaw else ("cages", "zones"):
        if document.at(name).value:
            raise document.at(name).error(f"no {name}, which are not supported here")
    if "latinsquare" in found or (document.at("boxes").value is False and not is_jigsaw):
        boxes: dict[str, object] = {"box": (1, size)}
    else:
        boxes = {"regions": _regions(document.at("zones"), size)} if is_jigsaw else {}
    return Layout(size, diagonals="diagonalsudoku" in found, windows="hypersudoku" in found, **boxes)  # type: ignore[arg-type]


def _regions(zones: Document, size: int) -> list[int]:
    """The region of each cell. Cells are [column, row], counted from 0 or from 1: the smallest number decides."""
    cells = [list(_cells(zone)) for zone in zones.items()]
    first = min((number for zone in cells for cell in zone for number in cell), default=0)
    found: dict[int, int] = {}
    for label, zone in enumerate(cells):
        for column, row in zone:
            if not (0 <= column - first < size and 0 <= row - first < size):
                raise zones.error(f"cells of a board of size {size}")
            found[size * (row - first) + column - first] = label
    if len(found) != size * size or sum(map(len, cells)) != size * size:
        raise zones.error(f"{size} zones with each cell in one of them")
    return [found[cell] for cell in range(size * size)]


def _cells(zone: Document) -> Iterator[tuple[int, int]]:
    """The cells of a zone, which is a rectangle or a list."""
    if zone.at("rect").value is not None:
        left, top, right, bottom = (zone.at("rect", at).number(0, 64) for at in range(4))
        yield from ((x, y) for x in range(left, right + 1) for y in range(top, bottom + 1))
    else:
        yield from ((cell.at(0).number(0, 64), cell.at(1).number(0, 64)) for cell in zone.at("cells").items())


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
