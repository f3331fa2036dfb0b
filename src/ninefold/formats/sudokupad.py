"""SudokuPad: its JSON (SCL), and its links: `scl` and `ctc` packed by LZString, `scf` and `classic` for plain digits.

1. In SCL the values are clues and the regions are boxes. Lines, cages and the like are rules that are not supported, so
   a puzzle with them is an error.
2. scf: each digit with up to five empty cells after it is one character, the number of empty cells times ten plus the
   digit, written 0-9A-Za-x. After 81 cells, x adds diagonals and w windows.
3. classic: digits are themselves, and runs of empty cells are one character, A for none, B for one …
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from string import ascii_lowercase, ascii_uppercase, digits
from typing import Any

from ninefold.core.alphabet import default_alphabet
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import counted, short_repr
from ninefold.formats.documents import Document, one_document
from ninefold.formats.format import Format, InputFile, Item, digits_line
from ninefold.formats.links import LinkFormat, compress, decompress, packed_of

NAMES = {"title": "name", "author": "author", "rules": "rules"}
BASE = "https://sudokupad.app/"
RULES = ("lines", "arrows", "underlays", "overlays", "triggereffect", "foglight")
RUNS = digits + ascii_uppercase + ascii_lowercase[:24]
BLANKS = ascii_uppercase + ascii_lowercase + "()[]-.~:@!$&'*,;=_"


def read(source: InputFile) -> Iterator[Item]:
    """The one puzzle of the file."""
    yield puzzle_of(one_document(source.text), source)


def puzzle_of(document: Document, source: InputFile) -> Puzzle:
    """The puzzle of an object (rule 1)."""
    rules = [name for name in RULES if document.at(name).value]
    rules += ["cages"] if _has_cages(document) else []
    if rules:
        raise ParseError(f"{document.place}: the puzzle has unsupported rules: {', '.join(rules)}")
    rows = [list(row.items()) for row in document.at("cells").items()]
    size = len(rows)
    if not 2 <= size <= 64 or any(len(row) != size for row in rows):
        raise document.at("cells").error("N rows of N cells")
    try:
        layout = _layout(document, size, source)
        cells = [cell for row in rows for cell in row]
        clues = Grid.from_digits(bytes(_value(cell, size) for cell in cells), layout)
        texts = {ours: _text(document.at("metadata", theirs)) for theirs, ours in NAMES.items()}
        match = re.fullmatch(rf"[0-9A-Za-z]{{{size**2}}}", document.at("metadata", "solution").word())
        full = Grid(match[0], layout=layout, alphabet=default_alphabet(size)) if match else None
        return Puzzle.from_parts(clues, solution=full, meta=texts)
    except NinefoldError as error:
        text = error.message if error.message.startswith("line ") else f"{document.place}: {error.message}"
        raise ParseError(text, error.faults) from None


def _value(cell: Document, size: int) -> int:
    return cell.at("value").number(1, size) if cell.at("value").value not in (None, "", 0) else 0


def _text(document: Document) -> str:
    if isinstance(document.value, list):
        return "\n".join(part.word() for part in document.items())
    return document.word()


def _has_cages(document: Document) -> bool:
    """Whether there are cages with cells; old files store title and author in cages without cells."""
    cages = document.at("cages")
    return bool(cages.value) and any(cage.at("cells").value for cage in cages.items())


def _layout(document: Document, size: int, source: InputFile) -> Layout:
    if not document.at("regions").value:
        source.note("the file has no regions; the standard boxes were used")
        return Layout(size)
    region: dict[int, int] = {}
    for number, part in enumerate(document.at("regions").items()):
        for cell in part.items():
            region[cell.at(0).number(0, size - 1) * size + cell.at(1).number(0, size - 1)] = number
    if len(region) != size**2:
        raise document.at("regions").error("every cell in a region")
    return Layout(size, regions=[region[cell] for cell in range(size**2)])


def as_object(puzzle: Puzzle) -> dict[str, Any]:
    """A puzzle in the form of SudokuPad."""
    n = puzzle.clues.size
    cells = [[{"value": digit} if digit else {} for digit in row] for row in puzzle.clues.rows]
    regions = [[[cell // n, cell % n] for cell in box.cells] for box in puzzle.layout.boxes]
    texts = {theirs: puzzle.meta[ours] for theirs, ours in NAMES.items() if ours in puzzle.meta}
    if puzzle.solution:
        texts["solution"] = puzzle.solution.line
    return {"cells": cells, "regions": regions, "metadata": texts}


def _unsupported(puzzle: Puzzle) -> str:
    return "" if not puzzle.layout.extras and puzzle.clues.size <= 61 else f"it has no board {puzzle.layout}"


# --- links of plain digits --------------------------------------------------------------------


def _of_scf(text: str) -> Puzzle:
    """Rule 2."""
    found = ""
    for place, char in enumerate(text):
        if len(found) == 81:
            return _with_rules(found, text[place:])
        if char not in RUNS:
            raise ParseError(f"character {place + 1}: read {char!r}, expected one of 0-9A-Za-x")
        zeros, digit = divmod(RUNS.index(char), 10)
        found += str(digit) + "0" * zeros
    return _with_rules(found, "")


def _with_rules(found: str, rules: str) -> Puzzle:
    if len(found) != 81 or not set(rules) <= {"x", "w"}:
        raise ParseError(
            f"read {counted(len(found), 'cell')} and the rules {short_repr(rules)}, expected 81 cells, x or w"
        )
    layout = Layout(9, diagonals="x" in rules, windows="w" in rules)
    return Puzzle(Grid(found, layout=layout))


def _to_scf(puzzle: Puzzle) -> str:
    line = digits_line(puzzle.clues, "0")
    runs = re.findall(r".0{0,5}", line)
    packed = "".join(RUNS[int(run[0]) + 10 * (len(run) - 1)] for run in runs)
    return f"{BASE}scf{packed}{'x' * puzzle.layout.diagonals}{'w' * puzzle.layout.windows}"


def _of_classic(text: str) -> Puzzle:
    """Rule 3."""
    found = ""
    for place, char in enumerate(text):
        if char not in BLANKS and char not in "123456789":
            raise ParseError(f"character {place + 1}: read {char!r}, expected a digit or a letter for empty cells")
        found += "." * BLANKS.index(char) if char in BLANKS else char
        if len(found) > 81:
            break
    if len(found) != 81:
        raise ParseError(f"read {counted(len(found), 'cell')}, expected 81")
    return Puzzle(Grid(found))


def _to_classic(puzzle: Puzzle) -> str:
    line = re.sub(r"\.{1,69}", lambda run: BLANKS[len(run[0])], puzzle.clues.line)
    return f"{BASE}classic{line}"


def _read_scl(text: str, source: InputFile) -> Puzzle | None:
    packed = packed_of(text, ("scl", "ctc"))
    return puzzle_of(one_document(decompress(packed)), source) if packed else None


def _reads(prefix: str, read: Any) -> Any:
    return lambda text, _source: read(packed) if (packed := packed_of(text, (prefix,))) else None


def unsupported_scf(puzzle: Puzzle) -> str:
    """Why scf cannot hold a puzzle."""
    boards = [Layout(9, diagonals=x, windows=w) for x in (False, True) for w in (False, True)]
    return "" if puzzle.layout in boards else f"it has no board {puzzle.layout}"


FORMAT = Format(
    name="scl",
    about="SudokuPad's JSON: one puzzle",
    sniff=lambda source: re.match(r'\s*\{(?s:.*?)"cells"\s*:\s*\[\s*\[', source.peek) is not None,
    read=read,
    write=lambda puzzles: (json.dumps(as_object(puzzles[0])) + "\n").encode(),
    parts=frozenset({"solution"}),
    meta=frozenset(NAMES.values()),
    unsupported=_unsupported,
    single=True,
)
SCL = LinkFormat(_read_scl, lambda puzzle: f"{BASE}scl{compress(json.dumps(as_object(puzzle), separators=(',', ':')))}")
SCF = LinkFormat(_reads("scf", _of_scf), _to_scf)
CLASSIC = LinkFormat(_reads("classic", _of_classic), _to_classic)
