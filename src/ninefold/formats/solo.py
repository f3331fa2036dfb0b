"""Game IDs of Simon Tatham's Solo: `3x3:` and then clues as numbers and runs of empty cells as letters.

1. Before the colon is the box, rows by columns, or `9j` for a jigsaw; x adds the diagonals. Other letters there say how
   a puzzle was generated and change nothing; k (killer) is an error.
2. a is one empty cell, z 26; _ separates two clues.
3. The regions of a jigsaw follow after a comma: first the walls between columns, row by row, then those between rows,
   column by column. a to y count 1 to 25 places without a wall and then one with, _ is a wall at once, z 25 without.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import counted, short_repr
from ninefold.formats.format import Format, InputFile, Item

_ID = re.compile(r"(?:([0-9]{1,2})x([0-9]{1,2})|([0-9]{1,2})j)([a-z0-9]*):([0-9a-z_]+)(?:,([a-z_]+))?", re.ASCII)
_START = re.compile(r"\s*[0-9]{1,2}(x[0-9]{1,2}|j)[a-z0-9]*:[0-9a-z_]+", re.ASCII)
_PART = re.compile(r"[0-9]+|[a-z]|_", re.ASCII)


def read(source: InputFile) -> Iterator[Item]:
    """A puzzle per line."""
    for number, line in enumerate(source.lines(), 1):
        if line.strip() and not line.startswith("#"):
            try:
                yield _puzzle(line.strip())
            except NinefoldError as error:
                yield ParseError(f"line {number}: {error.message}", error.faults)


def _puzzle(text: str) -> Puzzle:
    match = _ID.fullmatch(text)
    if match is None:
        raise ParseError(f"read {short_repr(text)}, expected a game ID such as 3x3:a2e9…")
    rows, columns, jigsaw, options, clues, walls = match.groups()
    if "k" in options:
        raise ParseError("killer puzzles are not supported")
    diagonals = "x" in options
    if jigsaw:
        size = int(jigsaw)
        layout = Layout(size, regions=_regions(Layout(size, box=(1, size)), walls or ""), diagonals=diagonals)
    else:
        layout = Layout(int(rows) * int(columns), box=(int(rows), int(columns)), diagonals=diagonals)
    return Puzzle(_grid(clues, layout))


def _grid(text: str, layout: Layout) -> Grid:
    digits = bytearray()
    for match in _PART.finditer(text):
        part = match[0]
        if part[0].isdigit():
            if len(part) > 2 or not 1 <= int(part) <= layout.size:
                raise ParseError(
                    f"character {match.start() + 1} of the cells: read {part}, expected 1 to {layout.size}"
                )
            digits.append(int(part))
        elif part != "_":
            digits += bytes(ord(part) - 96)
    if len(digits) != layout.size**2:
        raise ParseError(f"read {counted(len(digits), 'cell')}, expected {layout.size**2}")
    return Grid.from_digits(bytes(digits), layout)


def _edges(size: int) -> list[tuple[int, int]]:
    """The pairs of adjacent cells in the order of rule 3."""
    across = [(r * size + c, r * size + c + 1) for r in range(size) for c in range(size - 1)]
    return across + [(r * size + c, r * size + c + size) for c in range(size) for r in range(size - 1)]


def _regions(board: Layout, text: str) -> list[int]:
    region = list(range(board.size**2))

    def root(cell: int) -> int:
        while region[cell] != cell:
            cell = region[cell]
        return cell

    edges, at = _edges(board.size), 0
    for char in text:
        count = 0 if char == "_" else min(ord(char) - 96, 25)
        for one, other in edges[at : at + count]:
            region[root(one)] = root(other)
        at += count + (char != "z")
    if at not in (len(edges), len(edges) + 1):
        raise ParseError(f"the walls of the jigsaw cover {at} places, expected {len(edges)}")
    return [root(cell) for cell in range(board.size**2)]


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """An ID per puzzle."""
    return "".join(_id(puzzle.clues) + "\n" for puzzle in puzzles).encode()


def _id(clues: Grid) -> str:
    layout = clues.layout
    start = f"{layout.box[0]}x{layout.box[1]}" if layout.box else f"{layout.size}j"
    parts, run = [], 0
    for digit in [*clues.digits, None]:
        if digit == 0:
            run += 1
            continue
        parts += ["z"] * ((run - 1) // 26) + [chr(97 + (run - 1) % 26)] if run else []
        if digit is not None:
            parts += ["_", str(digit)] if parts and not run and parts[-1] != "_" else [str(digit)]
        run = 0
    end = "" if layout.box else "," + _walls(layout)
    return f"{start}{'x' * layout.diagonals}:{''.join(parts)}{end}"


def _walls(layout: Layout) -> str:
    walls, run = [], 0
    box = layout.box_of
    for one, other in [*_edges(layout.size), (-1, -1)]:
        if one >= 0 and box[one] == box[other]:
            run += 1
            continue
        walls += ["z"] * ((run - 1) // 25) + [chr(97 + (run - 1) % 25)] if run else ["_"]
        run = 0
    return "".join(walls)


def _unsupported(puzzle: Puzzle) -> str:
    layout = puzzle.layout
    if layout.windows or layout.extra or (layout.box and 1 in layout.box):
        return f"it has boxes, jigsaws and diagonals only, not {layout}"
    return "" if layout.size <= 31 else "it has boards of at most 31 digits"


FORMAT = Format(
    name="solo",
    about="game IDs of Simon Tatham's Solo, 3x3:a2e9…",
    sniff=lambda source: _START.match(source.peek) is not None,
    read=read,
    write=write,
    unsupported=_unsupported,
)
