"""Reading and writing files of puzzles in any format, and selecting one puzzle of a file.

Picking one puzzle of a file: "number 40 of the file", "table 3 of sudoku.txt", "S4 of the workbook".
"""

from __future__ import annotations

import io
import sys
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from itertools import chain
from typing import TextIO

from ninefold.core.atomic_write import save
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.puzzle import Puzzle
from ninefold.core.standard_input import StandardInput
from ninefold.core.values import read_path, short_repr
from ninefold.formats import by_ending, detect, find
from ninefold.formats.decoding import PieceFile, decoded, is_encoded
from ninefold.formats.format import Format, InputFile, Item, puzzle_error


@dataclass
class PuzzleFile:
    """A file to be read: its format, and its puzzles one by one."""

    name: str
    source: InputFile
    form: Format

    def items(self) -> Iterator[Item]:
        """The puzzles, and an error that names the file in place of one that cannot be read."""
        try:
            for number, item in enumerate(self.form.read(self.source), 1):
                found = item if isinstance(item, ParseError) else self._on_board(item, number)
                yield self._named(found) if isinstance(found, ParseError) else found
        except NinefoldError as error:
            yield self._named(error)

    def puzzles(self) -> list[Puzzle]:
        """All puzzles; raises the first error."""
        found = []
        for item in self.items():
            if isinstance(item, ParseError):
                raise item
            found.append(item)
        return found

    def _on_board(self, puzzle: Puzzle, number: int) -> Item:
        """The puzzle on the board the user named; an error if the file names another one."""
        layout = self.source.layout
        if layout is None or puzzle.layout == layout:
            return puzzle
        if not puzzle.layout.is_standard or puzzle.layout.size != layout.size:
            return ParseError(f"puzzle {number}: the file has board {puzzle.layout}, not {layout} as requested")
        solution = puzzle.solution and Grid.from_digits(puzzle.solution.digits, layout)
        return puzzle.replace(clues=Grid.from_digits(puzzle.clues.digits, layout), solution=solution)

    def _named(self, error: NinefoldError) -> ParseError:
        return puzzle_error(f"{self.name}: {error.message}", error.faults, getattr(error, "key", ""))


def reading(source: InputFile, name: str, form: str | None = None) -> PuzzleFile:
    """A file to be read in the named format (default: detect it)."""
    try:
        return PuzzleFile(name, source, find(form) if form else detect(source))
    except ParseError as error:
        raise ParseError(f"{name}: {error.message}") from None


def read_text(text: str | bytes, form: str | None = None) -> list[Puzzle]:
    """Read the puzzles of a text in any format.

    >>> [puzzle] = read_text("..4.1......3.1.. # small")
    >>> puzzle
    Puzzle(Grid('..4.1......3.1..'), about={'comment': 'small'})
    """
    return reading(InputFile.of(text), "the text", form).puzzles()


def read_file(path: str, form: str | None = None) -> list[Puzzle]:
    """Read the puzzles of a file in any format."""
    with open_source(path) as file:
        return reading(InputFile(file), path, form).puzzles()


def open_source(path: str) -> io.BufferedReader:
    """A file, or standard input for -, as bytes."""
    if path == "-":
        if sys.stdin is None:
            raise ParseError("standard input is closed")
        return io.BufferedReader(StandardInput())
    return open(read_path(path), "rb")  # never a descriptor, which would be closed


@contextmanager
def open_text(path: str) -> Iterator[TextIO]:
    """A file, or standard input for -, as text, although it may be packed or UTF-16."""
    with open_source(path) as file:
        head = file.read(4)
        pieces = chain([head], iter(lambda: file.read1(1 << 18), b""))  # read1: lines of a pipe as soon as they arrive
        plain = decoded(head, file) if is_encoded(head) else PieceFile(pieces)
        yield io.TextIOWrapper(io.BufferedReader(plain), encoding="utf-8-sig", errors="replace")


def write_file(path: str, puzzles: Sequence[Puzzle], form: str | None = None) -> None:
    """Write puzzles to a file, completely or not at all; by default the name decides on the format."""
    chosen = find(form) if form else by_ending(path)
    if chosen is None:
        raise ParseError(f"{path}: cannot tell the format from the file name; pass form= (such as 'sdk') or --to")
    save(path, chosen.bytes_of(puzzles))


def pick(read: PuzzleFile, key: str) -> Puzzle:
    """The puzzle with an ID or a name, if there is one; else the one with a number, counted from 1.

    An ID comes before a number, because the tables of sudoku.txt have numbers as IDs. If puzzles have no IDs, reading
    ends as soon as the number is reached.
    """
    number = int(key) if key.isascii() and key.isdigit() and len(key) < 12 else 0
    counted: Puzzle | ParseError | None = None
    known: list[str] = []
    fault: ParseError | None = None  # the first
    has_puzzles = False
    for place, item in enumerate(read.items(), 1):
        counted = item if place == number else counted
        has_puzzles = has_puzzles or isinstance(item, Puzzle)
        fault = item if fault is None and isinstance(item, ParseError) else fault
        if names := _names(item):
            if key in names:
                return _read(item)
            known += names[:1] if len(known) < 10 and isinstance(item, Puzzle) else []
        elif counted is not None:
            break
    if counted is not None:
        return _read(counted)
    if fault is not None and not has_puzzles:  # more important than which one is wanted
        raise fault
    start = f"{read.name}: "
    has = f"; it has {', '.join(map(_shown, known))}" if known else ""
    unread = f"; some puzzles cannot be read: {fault.message.removeprefix(start)}" if fault else ""
    raise NinefoldError(f"{start}no puzzle {short_repr(key)}{has}{unread}", fault.faults if fault else ())


def _read(item: Puzzle | ParseError) -> Puzzle:
    if isinstance(item, ParseError):
        raise item
    return item


def _shown(name: str) -> str:
    """A name as messages show it, whatever characters it has."""
    return name if name.isprintable() and len(name) < 40 else short_repr(name)


def _names(item: Puzzle | ParseError) -> list[str]:
    """The ID and name of a puzzle; an error may know them too."""
    if isinstance(item, Puzzle):
        return [item.meta[name] for name in ("id", "name") if name in item.meta]
    return [item.key] if item.key else []
