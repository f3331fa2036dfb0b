"""`.sdk` of SadMan Sudoku and SudoCue: headers `#A` …, then nine rows, or sections such as `[Puzzle]`.

A header is a letter and its text; a repeated header continues the text on a new line.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ninefold.core.errors import Fault, ParseError
from ninefold.core.puzzle import Marks, Puzzle
from ninefold.core.values import short_repr
from ninefold.formats.format import (
    DIGITS,
    NINE,
    Format,
    InputFile,
    Item,
    NumberedLine,
    grid_of,
    only_nine,
    placed_over,
    puzzle_at,
)
from ninefold.formats.lines import is_line

HEADERS = {
    "A": "author",
    "D": "description",
    "C": "comment",
    "B": "created",
    "S": "source",
    "L": "level",
    "U": "url",
}
_SECTION = re.compile(r"\[(\w+)\]\s*")
_START = re.compile(r"\s*(#[ADCBSLU]|\[puzzle\])", re.IGNORECASE)
PUZZLE, STATE, MARKS = "puzzle", "state", "pencilmarks"


def read(source: InputFile) -> Iterator[Item]:
    """The one puzzle of the file."""
    meta, sections = _parts(source)
    rows = sections.get(PUZZLE) or []
    clues = grid_of(rows)
    placed = {}
    if state := sections.get(STATE):
        placed = placed_over(clues, grid_of(state), state[0].line)
    marks = _marks(sections[MARKS]) if sections.get(MARKS) else {}
    yield puzzle_at(rows[0].line, clues, placed=placed, centre=marks, meta=meta)


def _parts(source: InputFile) -> tuple[dict[str, str], dict[str, list[NumberedLine]]]:
    headers: dict[str, list[str]] = {}
    sections: dict[str, list[NumberedLine]] = {}
    rows = sections.setdefault(PUZZLE, [])
    for number, text in enumerate(source.text.split("\n"), 1):
        if text.startswith("#"):
            _take_header(source, text, number, headers)
        elif match := _SECTION.fullmatch(text):
            name = match[1].lower()
            if sections.get(name):
                raise ParseError(f"line {number}: duplicate section {match[0].strip()}")
            rows = sections.setdefault(name, [])
        elif text.strip():
            rows.append(NumberedLine(text, number))
    for name in sections.keys() - {PUZZLE, STATE, MARKS}:
        source.note(f"the section [{name}] was ignored")
    return {name: "\n".join(lines) for name, lines in headers.items()}, sections


def _take_header(source: InputFile, text: str, number: int, headers: dict[str, list[str]]) -> None:
    name = HEADERS.get(text[1:2])
    if name is None:
        source.note(f"line {number}: the header {short_repr(text[:2])} is unknown and was ignored")
    else:
        headers.setdefault(name, []).append(text[2:].strip())


def _marks(rows: Sequence[NumberedLine]) -> Marks:
    """The candidates of nine rows of nine fields separated by commas."""
    marks: Marks = {}
    fields = [row.text.split(",") for row in rows]
    if len(rows) != 9 or any(len(row) != 9 for row in fields):
        raise ParseError(f"line {rows[0].line}: expected nine rows of nine fields separated by commas")
    for cell, field in enumerate(field.strip() for row in fields for field in row):
        if not set(field) <= DIGITS or len(set(field)) != len(field):
            where = f"{NINE.name(cell)} (line {rows[cell // 9].line})"
            raise ParseError("the candidates cannot be read", [Fault(where, short_repr(field), "digits 1 to 9")])
        if field:
            marks[cell] = tuple(map(int, field))
    return marks


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """Headers and rows; sections only if there is a state."""
    (puzzle,) = puzzles
    lines = [
        f"#{letter}{text}"
        for letter, name in HEADERS.items()
        if name in puzzle.meta
        for text in puzzle.meta[name].split("\n")
    ]
    if not puzzle.placed and not puzzle.centre:
        return _bytes([*lines, *_rows(puzzle.clues.line)])
    lines += ["[Puzzle]", *_rows(puzzle.clues.line), "", "[State]", *_rows(puzzle.grid.line)]
    if puzzle.centre:
        fields = ["".join(map(str, puzzle.centre.get(cell, ()))) for cell in range(81)]
        lines += ["", "[PencilMarks]", *(",".join(fields[i : i + 9]) for i in range(0, 81, 9))]
    return _bytes(lines)


def _rows(line: str) -> list[str]:
    return [line[i : i + 9] for i in range(0, 81, 9)]


def _bytes(lines: list[str]) -> bytes:
    return "".join(line + "\n" for line in lines).encode()


def _normalise(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Texts as stripped lines."""
    return [
        puzzle.replace(meta={name: "\n".join(map(str.strip, text.splitlines())) for name, text in puzzle.meta.items()})
        for puzzle in puzzles
    ]


def is_sdk(source: InputFile) -> bool:
    """Whether a file begins with a header or a section; comments above lines of whole puzzles look like headers."""
    return _START.match(source.peek) is not None and not is_line(source)


FORMAT = Format(
    name="sdk",
    about="SadMan Sudoku and SudoCue: headers #A …, nine rows, or sections [Puzzle], [State]",
    endings=(".sdk",),
    sniff=is_sdk,
    read=read,
    write=write,
    parts=frozenset({"placed", "centre"}),
    meta=frozenset(HEADERS.values()),
    unsupported=only_nine,
    single=True,
    normalise=_normalise,
)
