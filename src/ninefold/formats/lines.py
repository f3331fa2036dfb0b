"""Plain text: one puzzle per line (`line`, `sdm`), or drawn boards separated by empty lines (`board`).

1. The reader is `ninefold.core.reading`, for boards of any size.
2. A full grid that agrees with the clues and follows them in a line is the solution; the rest is the comment.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.core.reading import RawPuzzle, Splitter, is_fixed_width
from ninefold.core.text import is_ruling, read_plain_lines
from ninefold.formats.format import (
    Format,
    InputFile,
    Item,
    by_batches,
    digits_line,
    grid_at,
    one_line,
    only_lines,
    only_nine,
    only_standard,
)

_GAP = re.compile(r"^[\s,;:|]*#?\s*")
_NINE = Layout.of_size(9)


def read(source: InputFile) -> Iterator[Item]:
    """The puzzles of a text, one after the other."""
    splitter = Splitter(source.layout.size if source.layout else None)
    is_nine = source.layout is None or source.layout == _NINE
    empty = True
    for line in source.lines():
        text = line.lstrip()
        if text[0] == "#" if text else not splitter.is_holding_lines:  # there may be millions of them
            splitter.line, splitter.in_list = splitter.line + 1, splitter.in_list and bool(text)
            continue
        if is_nine and not splitter.is_holding_lines and (digits := read_plain_lines([line])):  # by far the most common
            splitter.line, splitter.in_list, empty = splitter.line + 1, True, False
            yield Puzzle(Grid.from_digits(digits, _NINE))
            continue
        for written in splitter.take(line):
            empty = False
            yield _item(source, written)
    for written in splitter.end():
        empty = False
        yield _item(source, written)
    if empty:
        raise ParseError("no puzzle found")


def _item(source: InputFile, written: RawPuzzle) -> Item:
    try:
        return _with_rest(written.grid(source.layout, source.alphabet), written.rest)
    except NinefoldError as error:
        return ParseError(f"line {written.line}: {error.message}", error.faults)


def _with_rest(clues: Grid, rest: str) -> Puzzle:
    """The puzzle of a line with its solution and comment (rule 2)."""
    text = _after_gap(rest).strip()
    if not text:
        return Puzzle(clues)
    field = re.split(r"[\s,;:|#]", text, maxsplit=1)[0]
    if len(field) == len(clues) and (solution := _solution(clues, field)):
        return Puzzle.from_parts(clues, solution=solution, meta={"comment": _after_gap(text[len(field) :])})
    return Puzzle.from_parts(clues, meta={"comment": text})


def _after_gap(text: str) -> str:
    return _GAP.sub("", text, count=1)


def _solution(clues: Grid, field: str) -> Grid | None:
    """The solution in a field; None if it is something else."""
    try:
        grid = grid_at(field, 1, layout=clues.layout)
    except NinefoldError:
        return None
    is_true = all(grid.digits[cell] == clues.digits[cell] for cell in clues.filled_cells)
    return grid if grid.is_full and is_true else None


def write_lines(puzzles: Sequence[Puzzle], blank: str = ".") -> bytes:
    """A line per puzzle: the clues, the solution, the comment."""
    lines = []
    for puzzle in puzzles:
        line = digits_line(puzzle.clues, blank)
        line += f" {puzzle.solution.line}" if puzzle.solution else ""
        lines.append(line + (f" # {puzzle.meta['comment']}" if "comment" in puzzle.meta else ""))
    return "".join(line + "\n" for line in lines).encode()


def write_sdm(puzzles: Sequence[Puzzle]) -> bytes:
    """A line per puzzle, 0 for empty, and nothing else."""
    return "".join(digits_line(puzzle.clues, "0") + "\n" for puzzle in puzzles).encode()


def write_boards(puzzles: Sequence[Puzzle]) -> bytes:
    """Drawn boards separated by empty lines."""
    return "\n".join(f"{puzzle.clues}\n" for puzzle in puzzles).encode()


def _board_pieces(batches: Iterator[Sequence[Puzzle]]) -> Iterator[bytes]:
    for number, batch in enumerate(batches):
        yield (b"\n" if number else b"") + write_boards(batch)


def _normalise(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """A comment is one line, without the characters that separate it from the puzzle."""
    return [puzzle.replace(meta={"comment": _comment(puzzle)}) for puzzle in puzzles]


def _comment(puzzle: Puzzle) -> str:
    text = one_line(puzzle.meta.get("comment", ""))
    while text != (rest := _after_gap(text)):
        text = rest
    field = re.split(r"[\s,;:|#]", text, maxsplit=1)[0]
    if puzzle.solution is None and len(field) == len(puzzle.clues):  # it must not look like a solution
        text = f"({text})"
    return text


def unsupported_line(puzzle: Puzzle) -> str:
    """Why a puzzle cannot be written in one line."""
    return only_lines(puzzle) or only_standard(puzzle)


def is_line(source: InputFile) -> bool:
    """Whether the first line that is not empty holds a whole puzzle."""
    for line in source.peek.splitlines()[:200]:
        if line.strip() and not line.lstrip().startswith("#"):
            field = re.split(r"[\s,;:|#]", line.strip(), maxsplit=1)[0]
            return (len(field) >= 16 and not is_ruling(line)) or is_fixed_width(line)
    return False


LINE = Format(
    name="line",
    about="one puzzle per line, . for empty, optionally its solution and a comment",
    endings=(".txt", ".sud"),
    sniff=is_line,
    read=read,
    write=write_lines,
    pieces=by_batches(write_lines),
    parts=frozenset({"solution"}),
    meta=frozenset({"comment"}),
    unsupported=unsupported_line,
    normalise=_normalise,
)
SDM = Format(
    name="sdm",
    about="SudoCue's list: one 9×9 puzzle per line, 0 for empty",
    endings=(".sdm",),
    read=read,
    write=write_sdm,
    pieces=by_batches(write_sdm),
    unsupported=only_nine,
)
BOARD = Format(
    name="board",
    about="drawn boards or rows of digits, separated by empty lines",
    sniff=lambda source: True,  # noqa: ARG005 - the last one: it tries everything
    read=read,
    write=write_boards,
    pieces=_board_pieces,
    unsupported=only_standard,
)
