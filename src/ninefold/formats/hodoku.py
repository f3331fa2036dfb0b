"""HoDoKu's library lines: a position with the step to find in it.

    :technique:digits:grid:deleted:drops:places:extra
    :0603:3:14+8..+9+72+5…:224 524 225:364 365::

1. The grid has 81 cells, . for empty, + before a placed digit.
2. Deleted candidates, drops and places are triples of digit, row and column, such as 364 for r6c4≠3.
3. The centre marks of the puzzle are what the digits leave, without the deleted; there are none if none is deleted.
4. A technique has four digits; a fifth, 1, marks a siamese fish. A variant may follow, such as 0402-1.
5. HoDoKu writes a position without a step as :0000:x:grid:deleted:: and so do we; a colon at the end is ignored.
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ninefold.core.errors import ParseError
from ninefold.core.grid import Grid
from ninefold.core.position import Position, digits_of
from ninefold.core.puzzle import Marks, Puzzle
from ninefold.core.values import short_repr
from ninefold.formats.format import NINE, Format, InputFile, Item, by_batches, one_line, only_nine

WORDS = ("technique", "hodoku.digits", "hodoku.drops", "hodoku.places", "hodoku.extra")
_GRID = re.compile(r"(?:\.|\+?[1-9]|0){81}")
_CELL = re.compile(r"\+?[1-9]|[.0]")
_TRIPLE = re.compile(r"[1-9]{3}")
_TECHNIQUE = re.compile(r"[0-9]{4,5}(-[\w-]+)?", re.ASCII)
_LINE = re.compile(rf":{_TECHNIQUE.pattern}:[0-9a-zA-Z]*:", re.ASCII)
NO_STEP = ("0000", "x", "", "", "")


def read(source: InputFile) -> Iterator[Item]:
    """A puzzle per line; empty lines and comments are skipped."""
    for number, line in enumerate(source.lines(), 1):
        if line.strip() and not line.lstrip().startswith("#"):
            try:
                yield _puzzle(line.strip(), number)
            except ParseError as error:
                yield error


def _puzzle(line: str, number: int) -> Puzzle:
    start, *fields = line.split(":")
    if start or not 3 <= len(fields) <= 8 or any(fields[7:]):
        raise ParseError(f"line {number}: a library line is :technique:digits:grid:deleted:drops:places:extra")
    fields += [""] * (8 - len(fields))
    column = 4 + len(fields[0]) + len(fields[1])
    if not _GRID.fullmatch(fields[2]):
        raise ParseError(
            f"line {number}, column {column}: read {short_repr(fields[2])}, expected 81 cells, + before a placed digit"
        )
    clues, placed = bytearray(81), {}
    for cell, text in enumerate(_CELL.findall(fields[2])):
        if text[0] == "+":
            placed[cell] = int(text[1])
        elif text not in ".0":
            clues[cell] = int(text)
    texts = dict(zip(WORDS, (fields[0], fields[1], fields[4], fields[5], fields[6]), strict=True))
    puzzle = Puzzle.from_parts(Grid.from_digits(bytes(clues), NINE), placed=placed, meta=texts)
    deleted = _triples(fields[3], number)
    return puzzle.replace(centre=_without(puzzle, deleted)) if deleted else puzzle


def _triples(field: str, number: int) -> set[tuple[int, int]]:
    """Cells with a digit deleted there (rule 2)."""
    deleted = set()
    for word in field.split():
        if not _TRIPLE.fullmatch(word):
            raise ParseError(f"line {number}: read {short_repr(word)}, expected digit, row and column, such as 364")
        digit, row, column = map(int, word)
        deleted.add((9 * row + column - 10, digit))
    return deleted


def _left(puzzle: Puzzle) -> Marks:
    """What the digits leave in each empty cell."""
    position = Position.of(puzzle.grid)
    return {cell: tuple(digits_of(position.candidates[cell])) for cell in position.empty_cells}


def _without(puzzle: Puzzle, deleted: set[tuple[int, int]]) -> Marks:
    return {cell: tuple(d for d in digits if (cell, d) not in deleted) for cell, digits in _left(puzzle).items()}


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """A line per puzzle; without a technique it is 0000."""
    lines = []
    for puzzle in puzzles:
        grid = "".join(
            f"+{puzzle.placed[cell]}" if cell in puzzle.placed else str(digit or ".")
            for cell, digit in enumerate(puzzle.clues.digits)
        )
        step = tuple(puzzle.meta.get(word, default) for word, default in zip(WORDS, NO_STEP, strict=True))
        deleted = " ".join(_triple(cell, digit) for cell, digit in _deleted(puzzle))
        technique, digits, *found = step
        end = ":" if step == NO_STEP else ":".join(found)  # rule 5
        lines.append(f":{technique}:{digits}:{grid}:{deleted}:{end}\n")
    return "".join(lines).encode()


def _deleted(puzzle: Puzzle) -> list[tuple[int, int]]:
    if not puzzle.centre:
        return []
    noted = {cell: set(digits) for cell, digits in puzzle.centre.items()}
    return [(c, d) for c, digits in _left(puzzle).items() for d in digits if d not in noted.get(c, ())]


def _triple(cell: int, digit: int) -> str:
    return f"{digit}{cell // 9 + 1}{cell % 9 + 1}"


def _normalise(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Marks by rule 3, and texts without colons."""
    done = []
    for puzzle in puzzles:
        texts = {word: one_line(text.replace(":", ";")) for word, text in puzzle.meta.items()}
        texts.setdefault("technique", "0000")
        texts.setdefault("hodoku.digits", "x")
        deleted = set(_deleted(puzzle))
        done.append(puzzle.replace(centre=_without(puzzle, deleted) if deleted else {}, meta=texts))
    return done


def _unsupported(puzzle: Puzzle) -> str:
    technique = puzzle.meta.get("technique", "0000")
    if not _TECHNIQUE.fullmatch(technique):
        return f"its technique is {technique!r}, not a number as 0603 or 03111"
    return only_nine(puzzle)


FORMAT = Format(
    name="hodoku",
    about="HoDoKu's library lines: positions with the step to find",
    endings=(),
    sniff=lambda source: any(map(_LINE.match, [_first(source)])),
    read=read,
    write=write,
    pieces=by_batches(write),
    parts=frozenset({"placed", "centre"}),
    meta=frozenset(WORDS),
    unsupported=_unsupported,
    normalise=_normalise,
)


def _first(source: InputFile) -> str:
    """The first line that is not a comment; HoDoKu indents lines in some of its files."""
    lines = (line.strip() for line in source.peek.splitlines())
    return next((line for line in lines if line and not line.startswith("#")), "")
