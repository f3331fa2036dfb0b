"""Project Euler's problem 96: a heading such as `Grid 01`, then nine rows of nine digits, 0 for empty."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import short_repr
from ninefold.formats.format import (
    Format,
    InputFile,
    Item,
    NumberedLine,
    digits_line,
    grid_of,
    only_nine,
    puzzle_error,
)

_NUMBER = re.compile(r"[0-9]{1,9}", re.ASCII)
_HEADING = re.compile(r"\s*Grid\s+([0-9]{1,9})\s*", re.ASCII | re.IGNORECASE)


def read(source: InputFile) -> Iterator[Item]:
    """A puzzle per heading, with its number in `id`."""
    name, rows = "", list[NumberedLine]()
    for number, text in enumerate(source.lines(), 1):
        if match := _HEADING.fullmatch(text):
            if name:
                yield _item(name, rows)
            name, rows = match[1], [NumberedLine(text, number)]
        elif text.strip():
            if not name:
                raise ParseError(f"line {number}: read {short_repr(text)}, expected a heading such as Grid 01")
            if len(rows) < 20:
                rows.append(NumberedLine(text, number))
    if name:
        yield _item(name, rows)


def _item(name: str, rows: list[NumberedLine]) -> Item:
    heading, *rest = rows
    try:
        return Puzzle.from_parts(grid_of(rest), meta={"id": name})
    except NinefoldError as error:
        return puzzle_error(f"line {heading.line}, grid {name}: {error.message}", error.faults, name)


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """A heading and nine rows per puzzle."""
    return "".join(f"Grid {puzzle.meta['id']}\n{_rows(puzzle)}" for puzzle in puzzles).encode()


def _rows(puzzle: Puzzle) -> str:
    line = digits_line(puzzle.clues, "0")
    return "".join(line[at : at + 9] + "\n" for at in range(0, 81, 9))


def _normalise(puzzles: Sequence[Puzzle]) -> list[Puzzle]:
    """Number the puzzles without a number."""
    return [
        puzzle.replace(meta={"id": name if _NUMBER.fullmatch(name := puzzle.meta.get("id", "")) else f"{number:02}"})
        for number, puzzle in enumerate(puzzles, 1)
    ]


FORMAT = Format(
    name="euler",
    about="Project Euler's problem 96: Grid 01 and nine rows, 0 for empty",
    sniff=lambda source: _HEADING.fullmatch(next(iter(source.peek.lstrip().splitlines()), "")) is not None,
    read=read,
    write=write,
    meta=frozenset({"id"}),
    unsupported=only_nine,
    normalise=_normalise,
)
