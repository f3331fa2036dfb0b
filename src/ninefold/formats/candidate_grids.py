"""Grids of candidates: `marks` (as posted in forums), SudoCue's `.sdx` and Simple Sudoku's `.ss`.

1. A board has 81 tokens separated by blanks; ruling is ignored.
2. A token of several digits holds candidates; a single digit is a clue. In .sdx a digit placed by the player has a u
   before it (`u7`); elsewhere it looks like a clue, and so does a single candidate: a note says so.
3. A . is an empty cell without candidates. In .sdx, which has no such sign, it is written as all nine candidates.
4. An .ss file has a framed grid, optionally the same grid as played, and then its candidates.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ninefold.core.errors import ParseError
from ninefold.core.grid import Grid
from ninefold.core.puzzle import Marks, Puzzle
from ninefold.core.text import Token, is_ruling
from ninefold.formats.format import (
    DIGITS,
    NINE,
    Format,
    InputFile,
    Item,
    NumberedLine,
    candidates_of,
    cells_of,
    grid_of,
    only_nine,
    placed_over,
    puzzle_at,
    ruled,
    tokens_in,
)

ALL = tuple(range(1, 10))
_USER = re.compile(r"\bu[1-9]\b")


def read_marks(source: InputFile) -> Iterator[Item]:
    """The puzzle of a candidate grid (rule 2)."""
    source.note("a candidate grid cannot mark placed digits: every single digit was read as a clue")
    yield _puzzle(_tokens(source))


def read_sdx(source: InputFile) -> Iterator[Item]:
    """The puzzle of an .sdx file."""
    yield _puzzle(_tokens(source))


def _tokens(source: InputFile) -> Sequence[Token]:
    rows = [NumberedLine(text, number) for number, text in enumerate(source.text.split("\n"), 1)]
    return cells_of(tokens_in(rows))


def _puzzle(tokens: Sequence[Token]) -> Puzzle:
    clues, placed, candidates = bytearray(81), {}, {}
    for cell, token in enumerate(tokens):
        if token.text in DIGITS:
            clues[cell] = int(token.text)
        elif _USER.fullmatch(token.text):
            placed[cell] = int(token.text[1])
        elif marks := candidates_of(token, cell):
            candidates[cell] = marks
    return puzzle_at(tokens[0].line, Grid.from_digits(bytes(clues), NINE), placed=placed, centre=candidates)


def _cells(puzzle: Puzzle) -> list[str]:
    """The token of each cell: its digit, u and its digit, or its candidates."""
    cells = []
    for cell, digit in enumerate(puzzle.clues.digits):
        marks = "".join(map(str, puzzle.centre.get(cell, ())))
        cells.append(str(digit) if digit else f"u{puzzle.placed[cell]}" if cell in puzzle.placed else marks or ".")
    return cells


def write_marks(puzzles: Sequence[Puzzle]) -> bytes:
    """One ruled grid."""
    return ("\n".join(ruled(_cells(puzzles[0]), "+")) + "\n").encode()


def write_sdx(puzzles: Sequence[Puzzle]) -> bytes:
    """Nine lines of nine tokens."""
    cells = _cells(puzzles[0])
    return "".join(" ".join(cells[9 * row : 9 * row + 9]) + "\n" for row in range(9)).encode()


def _normalise_marks(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    return [_with_lone_digits(puzzle, {**_lone(puzzle), **puzzle.placed}).replace(placed={}) for puzzle in puzzles]


def _normalise_sdx(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    done = []
    for puzzle in puzzles:
        full = {cell: puzzle.centre.get(cell) or ALL for cell in puzzle.grid.empty_cells}
        filled = puzzle.replace(centre=full)
        done.append(_with_lone_digits(filled, _lone(filled)))
    return done


def _lone(puzzle: Puzzle) -> dict[int, int]:
    """The cells with a single candidate, which looks like a digit."""
    marks = {cell: tuple(puzzle.centre.get(cell, ())) for cell in puzzle.grid.empty_cells}
    return {cell: digits[0] for cell, digits in marks.items() if len(digits) == 1}


def _with_lone_digits(puzzle: Puzzle, digits: dict[int, int]) -> Puzzle:
    clues = puzzle.clues.with_digits(digits)
    taken = {*clues.filled_cells, *puzzle.placed}
    placed = {cell: digit for cell, digit in puzzle.placed.items() if cell not in digits}
    return Puzzle.from_parts(clues, placed=placed, centre={c: m for c, m in puzzle.centre.items() if c not in taken})


def is_marks(source: InputFile) -> bool:
    """Whether a text has 81 tokens, some of them of several digits."""
    tokens = _peeked(source)
    return (
        len(tokens) == 81 and any(len(token) > 1 for token in tokens) and all(set(t) <= DIGITS | {"."} for t in tokens)
    )


def is_sdx(source: InputFile) -> bool:
    """Whether a text has 81 tokens, some of them digits of a player."""
    tokens = _peeked(source)
    return len(tokens) == 81 and any(map(_USER.fullmatch, tokens))


def _peeked(source: InputFile) -> list[str]:
    if len(source.peek) > 5000:
        return []
    rows = [NumberedLine(text, number) for number, text in enumerate(source.peek.splitlines(), 1)]
    return [token.text for token in tokens_in(rows)]


MARKS = Format(
    name="marks",
    about="a candidate grid: 81 tokens of digits; a single digit is a clue",
    endings=(".pm",),
    sniff=is_marks,
    read=read_marks,
    write=write_marks,
    parts=frozenset({"placed", "centre"}),
    unsupported=only_nine,
    single=True,
    normalise=_normalise_marks,
)
SDX = Format(
    name="sdx",
    about="SudoCue's candidates: nine lines of nine tokens; u marks a placed digit",
    endings=(".sdx",),
    sniff=is_sdx,
    read=read_sdx,
    write=write_sdx,
    parts=frozenset({"placed", "centre"}),
    unsupported=only_nine,
    single=True,
    normalise=_normalise_sdx,
)


_FRAME = re.compile(r"\s*\*-{5,}\*\s*")


def read(source: InputFile) -> Iterator[Item]:
    """The one puzzle of the file: clues, then the state, then candidates."""
    blocks = _blocks(source)
    if not 1 <= len(blocks) <= 3:
        raise ParseError(f"read {len(blocks)} framed grids, expected one to three: clues, state, candidates")
    clues = grid_of(blocks[0])
    placed: dict[int, int] = {}
    marks: Marks = {}
    for block in blocks[1:]:
        if _holds_marks(block):
            marks = _marks(block, clues.with_digits(placed))
        else:
            placed = placed_over(clues, grid_of(block), block[0].line)
    yield puzzle_at(blocks[0][0].line, clues, placed=placed, centre=marks)


def _blocks(source: InputFile) -> list[list[NumberedLine]]:
    blocks: list[list[NumberedLine]] = []
    inside = False
    for number, text in enumerate(source.text.split("\n"), 1):
        if _FRAME.fullmatch(text):
            inside = not inside
            if inside:
                blocks.append([])
        elif text.strip() and not is_ruling(text):
            if not inside:
                raise ParseError(f"line {number}: read {text.strip()[:40]!r} outside of a frame *---*")
            blocks[-1].append(NumberedLine(text, number))
    if inside:
        raise ParseError("the last frame has no lower edge *---*")
    return blocks


def _holds_marks(block: list[NumberedLine]) -> bool:
    return any(len(row.text.replace("|", " ").split()) == 9 for row in block)


def _marks(block: list[NumberedLine], state: Grid) -> Marks:
    """The candidates of the empty cells; the other cells have their digit."""
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


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """The framed clues; then state and candidates, if there are any."""
    (puzzle,) = puzzles
    lines = _framed(puzzle.clues)
    if puzzle.placed or puzzle.centre:
        lines += _framed(puzzle.grid)
    if puzzle.centre:
        marks = ("".join(map(str, puzzle.centre.get(cell, ()))) or "." for cell in range(81))
        lines += ruled([str(digit) if digit else text for digit, text in zip(puzzle.grid.digits, marks, strict=True)])
    return "".join(line + "\n" for line in lines).encode()


def _framed(grid: Grid) -> list[str]:
    line, edge = grid.line, "*-----------*"
    lines = [edge]
    for row in range(9):
        lines.append("|" + "|".join(line[9 * row + i : 9 * row + i + 3] for i in (0, 3, 6)) + "|")
        if row in (2, 5):
            lines.append("|---+---+---|")
    return [*lines, edge]


def _normalise(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Candidates of empty cells only."""
    return [
        puzzle.replace(centre={c: m for c, m in puzzle.centre.items() if not puzzle.grid.digits[c]})
        for puzzle in puzzles
    ]


SIMPLE_SUDOKU = Format(
    name="ss",
    about="Simple Sudoku: a framed grid, optionally its state and its candidates",
    endings=(".ss",),
    sniff=lambda source: re.match(r"\s*\*-{5,}\*", source.peek) is not None,
    read=read,
    write=write,
    parts=frozenset({"placed", "centre"}),
    unsupported=only_nine,
    single=True,
    normalise=_normalise,
)
