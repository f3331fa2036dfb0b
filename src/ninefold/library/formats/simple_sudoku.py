"""`.ss`, of Simple Sudoku: a framed grid; perhaps the same again as it stands now, and then its candidates."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ninefold.core.errors import ParseError
from ninefold.core.grid import Grid
from ninefold.core.text import is_ruling
from ninefold.library.formats.format import Format, Item, only_nine, placed_over, sheet_at
from ninefold.library.formats.rows import Row, candidates_of, cells_of, grid_of, ruled, tokens_in
from ninefold.library.sheet import Marks, Sheet
from ninefold.library.source import Source

_FRAME = re.compile(r"\s*\*-{5,}\*\s*")


def read(source: Source) -> Iterator[Item]:
    """The one sheet of the file: clues, then the state, then candidates."""
    blocks = _blocks(source)
    if not 1 <= len(blocks) <= 3:
        raise ParseError(f"read {len(blocks)} framed grids, expected one to three: clues, state, candidates")
    clues = grid_of(blocks[0])
    placed: dict[int, int] = {}
    marks: Marks = {}
    for block in blocks[1:]:
        if _holds_marks(block):
            marks = _marks(block, clues.having(placed))
        else:
            placed = placed_over(clues, grid_of(block), block[0].line)
    yield sheet_at(blocks[0][0].line, clues, placed=placed, candidates=marks)


def _blocks(source: Source) -> list[list[Row]]:
    blocks: list[list[Row]] = []
    inside = False
    for number, text in enumerate(source.text.split("\n"), 1):
        if _FRAME.fullmatch(text):
            inside = not inside
            if inside:
                blocks.append([])
        elif text.strip() and not is_ruling(text):
            if not inside:
                raise ParseError(f"line {number}: read {text.strip()[:40]!r} outside of a frame *---*")
            blocks[-1].append(Row(text, number))
    if inside:
        raise ParseError("the last frame has no lower edge *---*")
    return blocks


def _holds_marks(block: list[Row]) -> bool:
    return any(len(row.text.replace("|", " ").split()) == 9 for row in block)


def _marks(block: list[Row], state: Grid) -> Marks:
    """The candidates of the empty cells; in the others stands their digit."""
    found = {}
    for cell, token in enumerate(cells_of(tokens_in(block))):
        marks = candidates_of(token, cell)
        if not state.digits[cell]:
            found[cell] = marks
        elif marks != (state.digits[cell],):
            where = f"line {token.line}, column {token.column}"
            raise ParseError(
                f"{where}: read {token.text!r}, expected the digit {state.digits[cell]} that is placed there"
            )
    return found


def write(sheets: Sequence[Sheet]) -> bytes:
    """The framed clues; then state and candidates, if there are any."""
    (sheet,) = sheets
    lines = _framed(sheet.clues)
    if sheet.placed or sheet.candidates:
        lines += _framed(sheet.grid)
    if sheet.candidates:
        marks = ("".join(map(str, sheet.candidates.get(cell, ()))) or "." for cell in range(81))
        lines += ruled([str(digit) if digit else text for digit, text in zip(sheet.grid.digits, marks, strict=True)])
    return "".join(line + "\n" for line in lines).encode()


def _framed(grid: Grid) -> list[str]:
    line, edge = grid.line, "*-----------*"
    lines = [edge]
    for row in range(9):
        lines.append("|" + "|".join(line[9 * row + i : 9 * row + i + 3] for i in (0, 3, 6)) + "|")
        if row in (2, 5):
            lines.append("|---+---+---|")
    return [*lines, edge]


def _normal(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Candidates of empty cells only."""
    return [
        sheet.having(candidates={c: m for c, m in sheet.candidates.items() if not sheet.grid.digits[c]})
        for sheet in sheets
    ]


FORMAT = Format(
    name="ss",
    about="Simple Sudoku: a framed grid, then perhaps its state and its candidates",
    endings=(".ss",),
    sniff=lambda source: re.match(r"\s*\*-{5,}\*", source.peek) is not None,
    read=read,
    write=write,
    parts=frozenset({"placed", "candidates"}),
    fits=only_nine,
    single=True,
    normal=_normal,
)
