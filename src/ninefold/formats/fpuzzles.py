"""f-puzzles: JSON, and the same packed by LZString into a link.

1. A cell may have a value, which is a clue if `given` is set, marks in its centre and its corners, and a region.
2. Diagonals and extra regions become units. Other rules (cages, thermometers …) are an error that names them: without
   them it would be another puzzle. Decoration is ignored with a note.
"""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.formats.documents import Document, one_document
from ninefold.formats.format import Format, InputFile, Item
from ninefold.formats.links import LinkFormat, compress, decompress, packed_of

NAMES = {"title": "name", "author": "author", "ruleset": "rules"}
BASE = "https://www.f-puzzles.com/?load="
PREFIXES = ("fpuzzles", "fpuz")
KNOWN = {"size", "grid", "solution", "extraregion", "diagonal+", "diagonal-", *NAMES}
DECORATION = {"text", "circle", "rectangle", "line", "cosmetics", "highlightConflicts", "disabledlogic", "metadata"}
DECORATION |= {"truecandidatesoptions", "successMessage", "msgcorrect"}


def read(source: InputFile) -> Iterator[Item]:
    """The one puzzle of the file."""
    yield puzzle_of(one_document(source.text), source)


def puzzle_of(document: Document, source: InputFile) -> Puzzle:
    """The puzzle of an object."""
    if not isinstance(document.value, dict):
        raise document.error("an object")
    given = {name for name, value in document.value.items() if value not in (None, False, [], {}, "")}
    if rules := sorted(given - KNOWN - DECORATION):
        raise ParseError(f"{document.place}: the puzzle has unsupported rules: {', '.join(rules)}")
    if left := sorted(given & DECORATION):
        source.note(f"ignored as decoration: {', '.join(left)}")
    size = document.at("size").number(2, 64)
    try:
        return _puzzle(document, size)
    except NinefoldError as error:
        text = error.message if error.message.startswith("line ") else f"{document.place}: {error.message}"
        raise ParseError(text, error.faults) from None


def _puzzle(document: Document, size: int) -> Puzzle:
    cells = _cells(document.at("grid"), size)
    layout = _layout(document, size, cells)
    clues, placed, centre, corner = bytearray(size**2), {}, {}, {}
    for index, cell in enumerate(cells):
        if cell.at("value").value not in (None, 0):
            value = cell.at("value").number(1, size)
            if cell.at("given").value is True:
                clues[index] = value
            else:
                placed[index] = value
        centre[index] = _marks(cell.at("centerPencilMarks"), size)
        corner[index] = _marks(cell.at("cornerPencilMarks"), size)
    grid = Grid.from_digits(bytes(clues), layout)
    texts = {ours: document.at(theirs).word() for theirs, ours in NAMES.items()}
    return Puzzle.from_parts(
        grid, placed=placed, centre=centre, corner=corner, solution=_solution(document, layout), meta=texts
    )


def _solution(document: Document, layout: Layout) -> Grid | None:
    part = document.at("solution")
    if not part.value:
        return None
    cells = list(part.items())
    if len(cells) != layout.size**2:
        raise part.error(f"{layout.size**2} digits")
    return Grid.from_digits(bytes(cell.number(1, layout.size) for cell in cells), layout)


def _cells(document: Document, size: int) -> list[Document]:
    rows = [list(row.items()) for row in document.items()]
    if len(rows) != size or any(len(row) != size for row in rows):
        raise document.error(f"{size} rows of {size} cells")
    cells = [cell for row in rows for cell in row]
    for cell in cells:
        if not isinstance(cell.value, dict):
            raise cell.error("an object for the cell")
    return cells


def _marks(document: Document, size: int) -> tuple[int, ...]:
    return tuple(mark.number(1, size) for mark in document.items()) if document.value else ()


def _layout(document: Document, size: int, cells: list[Document]) -> Layout:
    regions = None
    if any("region" in cell.value for cell in cells):
        usual = Layout.of_size(size).box_of if Layout.of_size(size) else ()
        regions = [
            cell.at("region").number(0, size - 1) if cell.at("region").value is not None else usual[index]
            for index, cell in enumerate(cells)
        ]
    down, up = bool(document.at("diagonal-").value), bool(document.at("diagonal+").value)
    extra = [_unit(part.at("cells")) for part in document.at("extraregion").items()] if _has_extra(document) else []
    if down != up:
        extra.append([f"r{i + 1}c{i + 1 if down else size - i}" for i in range(size)])
    return Layout(size, regions=regions, diagonals=down and up, extra=extra)


def _has_extra(document: Document) -> bool:
    return bool(document.at("extraregion").value)


def _unit(document: Document) -> list[str]:
    return [cell.word().lower() for cell in document.items()]


def _as_cell(puzzle: Puzzle, index: int) -> dict[str, Any]:
    digit, layout = puzzle.grid.digits[index], puzzle.layout
    cell: dict[str, Any] = {"value": digit} if digit else {}
    if puzzle.clues.digits[index]:
        cell["given"] = True
    if layout.box is None or layout.box != Layout.of_size(layout.size).box:
        cell["region"] = layout.box_of[index]
    if index in puzzle.centre:
        cell["centerPencilMarks"] = list(puzzle.centre[index])
    if index in puzzle.corner:
        cell["cornerPencilMarks"] = list(puzzle.corner[index])
    return cell


def as_object(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle in the form of f-puzzles."""
    n, layout = puzzle.clues.size, puzzle.layout
    cells = [_as_cell(puzzle, index) for index in range(n * n)]
    found: dict[str, Any] = {"size": n} | {theirs: puzzle.meta.get(ours, "") for theirs, ours in NAMES.items()}
    found["grid"] = [cells[i : i + n] for i in range(0, n * n, n)]
    if layout.diagonals:
        found |= {"diagonal+": True, "diagonal-": True}
    if layout.extra:
        found["extraregion"] = [{"cells": [layout.name(cell).upper() for cell in unit]} for unit in layout.extra]
    if puzzle.solution:
        found["solution"] = list(puzzle.solution.digits)
    return found


def _unsupported(puzzle: Puzzle) -> str:
    if puzzle.layout.windows:
        return "it has no windows"
    size = puzzle.layout.size
    if size in (2, 3, 5, 7) or (puzzle.layout.box is None and size > 16):
        return f"it has no board {puzzle.layout}"
    return "" if size <= 16 else "it has boards of at most 16 digits"


def _read_link(text: str, source: InputFile) -> Puzzle | None:
    if "f-puzzles.com/" in text and "load=" in text:
        packed = text.partition("load=")[2]
    else:
        packed = packed_of(text, PREFIXES) or ""
    return puzzle_of(one_document(decompress(packed)), source) if packed else None


_KEPT: dict[str, Any] = {
    "parts": frozenset({"placed", "centre", "corner", "solution"}),
    "meta": frozenset(NAMES.values()),
    "unsupported": _unsupported,
}
FORMAT = Format(
    name="fpuzzles",
    about="f-puzzles' JSON: one puzzle with its marks",
    sniff=lambda source: source.peek.lstrip().startswith("{") and '"grid"' in source.peek and '"size"' in source.peek,
    read=read,
    write=lambda puzzles: (json.dumps(as_object(puzzles[0])) + "\n").encode(),
    single=True,
    **_KEPT,
)
LINKS = LinkFormat(
    read=_read_link,
    write=lambda puzzle: BASE + compress(json.dumps(as_object(puzzle), separators=(",", ":"))),
)
