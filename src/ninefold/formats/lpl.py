"""Hürlimann's `sudoku.txt`: tables named by an ID, each with its box size S and then S² rows of S² numbers.

%1:Table
2
0 0 4 0
1 0 0 0
0 0 0 3
0 1 0 0
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import counted, short_repr
from ninefold.formats.format import Format, InputFile, Item, NumberedLine, grid_at, puzzle_error

_HEADING = re.compile(r"(?:%\s*([\w.-]+)\s*(?::.*)?|([\w.-]+)\s*:\s*table.*)", re.IGNORECASE)
_SIDE = re.compile(r"\s*([2-8])\s*", re.ASCII)


def read(source: InputFile) -> Iterator[Item]:
    """A puzzle per table, with its ID in `id`."""
    name, rows = "", list[NumberedLine]()
    for number, text in enumerate(source.lines(), 1):
        if match := _HEADING.fullmatch(text.strip()):
            if name:
                yield _item(name, rows)
            name, rows = match[1] or match[2], [NumberedLine(text, number)]
        elif text.strip():
            if not name:
                raise ParseError(f"line {number}: read {short_repr(text)}, expected a heading such as %1:Table")
            rows.append(NumberedLine(text, number))
    if name:
        yield _item(name, rows)


def _item(name: str, rows: list[NumberedLine]) -> Item:
    heading, *rest = rows
    try:
        return _puzzle(name, rest)
    except NinefoldError as error:
        return puzzle_error(f"line {heading.line}, table {name}: {error.message}", error.faults, name)


def _puzzle(name: str, rest: list[NumberedLine]) -> Puzzle:
    side = _SIDE.fullmatch(rest[0].text) if rest else None
    if side is None:
        raise ParseError(f"read {short_repr(rest[0].text) if rest else 'nothing'}, expected the box size S, 2 to 8")
    size = int(side[1]) ** 2
    if len(rest) != size + 1:
        raise ParseError(f"read {counted(len(rest) - 1, 'row')}, expected {size} of {size} numbers")
    text, at = "", rest[1].line
    for row in rest[1:]:
        text, at = text + "\n" * (row.line - at) + row.text, row.line
    return Puzzle.from_parts(grid_at(text, rest[1].line, layout=Layout(size)), meta={"id": name})


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """A table per puzzle, with its ID or its number."""
    lines = []
    for puzzle in puzzles:
        assert puzzle.layout.box is not None
        lines += [f"%{puzzle.meta['id']}:Table", str(puzzle.layout.box[0])]
        lines += [" ".join(map(str, row)) for row in puzzle.clues.rows] + [""]
    return "\n".join(lines).encode()


def _unsupported(puzzle: Puzzle) -> str:
    box = puzzle.layout.box
    is_square = puzzle.layout.is_standard and box is not None and box[0] == box[1]
    return "" if is_square else f"it holds boards of square boxes only, not {puzzle.layout}"


def _normalise(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    return [
        puzzle.replace(meta={"id": re.sub(r"[^\w.-]", "-", puzzle.meta.get("id", "")) or str(number)})
        for number, puzzle in enumerate(puzzles, 1)
    ]


def _is_lpl(lines: list[str]) -> bool:
    """Whether the first lines that are not empty are a heading and a box size."""
    first = [line.strip() for line in lines if line.strip()][:2]
    return len(first) == 2 and bool(_HEADING.fullmatch(first[0])) and bool(_SIDE.fullmatch(first[1]))


FORMAT = Format(
    name="lpl",
    about="Hürlimann's sudoku.txt: tables by ID, the box size and then rows of numbers",
    sniff=lambda source: _is_lpl(source.peek.split("\n", 200)),
    read=read,
    write=write,
    meta=frozenset({"id"}),
    unsupported=_unsupported,
    normalise=_normalise,
)
