"""What all formats share: input files, the Format record, and helpers for grids in rows of text.

Text is UTF-8; `decoding` makes it so for UTF-16 and for packed files. Old files of other programs are often in
Windows-1252; text that is not UTF-8 is read as that, with a note.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from functools import cached_property, lru_cache
from itertools import islice
from typing import Any, BinaryIO, NamedTuple

from ninefold.core.errors import Fault, GridError, LayoutError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import PARTS, Puzzle
from ninefold.core.text import MAX_TEXT, Token, read_grid, tokens_of
from ninefold.core.values import counted, short_repr
from ninefold.formats.decoding import decoded, is_encoded

HEAD = 1 << 16
# The largest file that is read into memory as a whole, not line by line.
MAX = 50 << 20
LONGEST = 4 * MAX_TEXT  # of a line, in bytes
MAX_NOTES = 20


@dataclass
class InputFile:
    """A file to read puzzles from; `layout` and `alphabet` are what the user said about them.

    A packed file is unpacked on the way, to at most `most` bytes.
    """

    file: BinaryIO
    layout: Layout | None = None
    alphabet: str | None = None
    notes: list[str] = field(default_factory=list)
    most: int | None = None

    @classmethod
    def of(cls, data: bytes | str, layout: Layout | None = None, alphabet: str | None = None) -> InputFile:
        """Bytes or text in memory as a file."""
        file = io.BytesIO(data.encode() if isinstance(data, str) else data)
        return cls(file, layout, alphabet, most=MAX)

    @cached_property
    def head(self) -> bytes:
        """The first bytes, from which the format is detected."""
        head = self.file.read(HEAD)
        if is_encoded(head):
            self.file = io.BufferedReader(decoded(head, self.file, self.most))
            head = self.file.read(HEAD)
        return head

    @cached_property
    def data(self) -> bytes:
        """All bytes; an error if there are too many."""
        data = self.head + self.file.read(MAX + 1 - len(self.head))
        if len(data) > MAX:
            raise ParseError(f"the file has more than {MAX >> 20} MB, too many for this format")
        return data

    @cached_property
    def text(self) -> str:
        """The whole text; all line ends are newlines."""
        data = self.data.removeprefix(codecs.BOM_UTF8)
        try:
            text = data.decode()
        except UnicodeDecodeError:
            text = self._old_text(data)
        return text.replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def peek(self) -> str:
        """The first part as text; its last character may be cut."""
        return self.head.decode("utf-8", "replace").removeprefix("\ufeff")

    def note(self, text: str) -> None:
        """Add a note for the user on how the file was read; each only once, and not more than can be read."""
        count = len(self.notes)
        if count <= MAX_NOTES and text not in self.notes:
            self.notes.append(text if count < MAX_NOTES else "there are more notes of this kind")

    def _old_text(self, data: bytes) -> str:
        self.note("the text is not UTF-8; it was read as Windows-1252")
        return data.decode("cp1252", "replace")

    def lines(self) -> Iterator[str]:
        """The lines without their ends; the file need not fit into memory."""
        if b"\r" in self.head.replace(b"\r\n", b"").removesuffix(b"\r"):  # old Macs end lines with \r alone
            yield from self.text.split("\n")
            return
        rest, number = self.head.removeprefix(codecs.BOM_UTF8), 0
        while more := self.file.read(1 << 20):
            complete, end, rest = (rest + more).rpartition(b"\n")
            if end:
                lines = self._lines(complete)
                yield from _bounded(lines, number)
                number += len(lines)
            if len(rest) > LONGEST:
                raise _too_long(number + 1)
        yield from _bounded(self._lines(rest), number)

    def _lines(self, data: bytes) -> list[str]:
        """The lines of a part of the file, decoded at once if possible: empty lines must cost next to nothing."""
        try:
            return data.decode().replace("\r\n", "\n").removesuffix("\r").split("\n")
        except UnicodeDecodeError:
            return [self._line(line.removesuffix(b"\r")) for line in data.split(b"\n")]

    def _line(self, line: bytes) -> str:
        try:
            return line.decode()
        except UnicodeDecodeError:
            return self._old_text(line)


def _bounded(lines: list[str], before: int) -> Iterator[str]:
    """Lines up to the first that is longer than any puzzle, which is an error; `before` lines precede them."""
    if max(map(len, lines)) <= LONGEST:
        yield from lines
        return
    for number, line in enumerate(lines, before + 1):
        if len(line) > LONGEST:
            raise _too_long(number)
        yield line


def _too_long(number: int) -> ParseError:
    return ParseError(f"line {number} has more than {MAX_TEXT:,} characters, too many for a puzzle")


Item = Puzzle | ParseError
Reader = Callable[[InputFile], Iterator[Item]]
Writer = Callable[[Sequence[Puzzle]], bytes]
PieceWriter = Callable[[Iterator[Sequence[Puzzle]]], Iterator[bytes]]
BATCH = 1000  # puzzles that are written together


@dataclass(frozen=True, kw_only=True)
class Format:
    """A file format: its name, how it is detected, read and written, and what it keeps of a puzzle.

    Args:
        name: its name on the command line.
        about: what it is, in a few words.
        endings: the endings of its file names.
        sniff: whether the first part of a file is in this format; at most one format says so.
        read: yields the puzzles of a file in order, and an error in place of one that cannot be read.
        write: returns the bytes of a file of puzzles; None if the format is only read.
        pieces: yields the same bytes from batches of puzzles, so that they need not fit into memory; None if it must
            see all puzzles at once.
        parts: which of `PARTS` it keeps.
        meta: the names of the texts it keeps; None for all.
        unsupported: why a puzzle cannot be written; empty if it can.
        single: whether a file holds only one puzzle.
        normalise: further changes to puzzles when they are written and read back.
    """

    name: str
    about: str
    endings: tuple[str, ...] = ()
    sniff: Callable[[InputFile], bool] = lambda source: False  # noqa: ARG005 - never detected
    read: Reader
    write: Writer | None = None
    pieces: PieceWriter | None = None
    parts: frozenset[str] = frozenset()
    meta: frozenset[str] | None = frozenset()
    unsupported: Callable[[Puzzle], str] = lambda puzzle: ""  # noqa: ARG005 - supports everything
    single: bool = False
    normalise: Callable[[Sequence[Puzzle]], list[Puzzle]] | None = None

    def round_trip(self, puzzles: Sequence[Puzzle]) -> list[Puzzle]:
        """The puzzles as they are after writing and reading them."""
        plain = [puzzle.only(self.parts, puzzle.meta if self.meta is None else self.meta) for puzzle in puzzles]
        return self.normalise(plain) if self.normalise else plain

    def bytes_of(self, puzzles: Sequence[Puzzle]) -> bytes:
        """The bytes of a file of puzzles; an error if it cannot hold them."""
        return b"".join(self.stream(puzzles))

    def stream(self, puzzles: Iterable[Puzzle], lost: set[str] | None = None) -> Iterator[bytes]:
        """The same bytes in pieces; `lost` receives the names of what the format loses or changes."""
        if self.write is None:
            raise ParseError(f"format {self.name} can only be read, not written")
        batches = self._batches(puzzles, set() if lost is None else lost)
        if self.pieces is not None:
            yield from self.pieces(batches)
        else:
            yield self.write([puzzle for batch in batches for puzzle in batch])

    def _batches(self, puzzles: Iterable[Puzzle], lost: set[str]) -> Iterator[list[Puzzle]]:
        """The puzzles as the format holds them; an error if it cannot."""
        rest, number = iter(puzzles), 0
        size = BATCH if self.pieces or self.single else None
        while batch := list(islice(rest, size)):
            for number, puzzle in enumerate(batch, number + 1):  # noqa: B020 - it continues
                if why := self.unsupported(puzzle):
                    raise ParseError(f"puzzle {number} cannot be written as {self.name}: {why}")
            if self.single and number > 1:
                more = " or more" if number == BATCH else ""
                raise ParseError(f"a file of format {self.name} holds one puzzle, not {number}{more}")
            after = self.round_trip(batch)
            lost.update(*map(_losses, batch, after))
            yield after
        if self.single and not number:
            raise ParseError(f"a file of format {self.name} holds one puzzle, not 0")

    def losses(self, puzzles: Sequence[Puzzle]) -> list[str]:
        """The names of the parts and texts that the format would lose or change."""
        return sorted(set().union(*map(_losses, puzzles, self.round_trip(puzzles))))


def _losses(before: Puzzle, after: Puzzle) -> set[str]:
    if before is after:
        return set()
    found = {part for part in PARTS if getattr(before, part) != getattr(after, part)}
    found |= {name for name, text in before.meta.items() if after.meta.get(name) != text}
    if before.rating and after.rating and before.rating.value == after.rating.value is not None:  # 3 and 3.0
        found.discard("rating")
    return found | ({"clues"} if before.clues != after.clues else set())


def by_batches(write: Writer, heading: bytes = b"") -> PieceWriter:
    """Pieces of a format in which the puzzles simply follow each other, below a heading."""

    def pieces(batches: Iterator[Sequence[Puzzle]]) -> Iterator[bytes]:
        yield heading
        yield from map(write, batches)

    return pieces


# --- boards that a format supports ------------------------------------------------------------


def only_nine(puzzle: Puzzle) -> str:
    """Why a format for the standard 9×9 board cannot hold a puzzle."""
    return "" if puzzle.layout == Layout(9) else f"it supports the standard 9×9 board only, not {puzzle.layout}"


def only_standard(puzzle: Puzzle) -> str:
    """Why a format that stores only the size cannot hold a puzzle."""
    return "" if puzzle.layout.is_standard else f"it supports standard boards only, not {puzzle.layout}"


def only_lines(puzzle: Puzzle) -> str:
    """Why a format with one character per cell cannot hold a puzzle."""
    return "boards of more than 61 digits do not fit one character per cell" if puzzle.layout.size > 61 else ""


# --- play -------------------------------------------------------------------------------------

MAX_GAME = 10**9


def valid_seconds(seconds: object) -> float:
    """The time played as a file gives it; 0 if that is not a sensible time."""
    is_time = isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 < seconds < MAX_GAME
    return seconds if is_time else 0  # type: ignore[return-value]


# --- reading ----------------------------------------------------------------------------------


def puzzle_error(message: str, faults: Iterable[Fault], key: str) -> ParseError:
    """The error of a puzzle in a list, with its ID or its name."""
    error = ParseError(message, faults)
    error.key = key
    return error


@lru_cache(maxsize=16)
def layout_of_word(word: str) -> Layout:
    """The layout with a name, made once for all puzzles of a file."""
    return Layout.parse(word)


def grid_at(text: str, line: int, column: int = 1, layout: Layout | None = None, alphabet: str | None = None) -> Grid:
    """The grid of a text at a place; errors give the line and column in the whole file."""
    if column > 1:
        try:
            return Grid.from_digits(*read_grid(text, layout, alphabet, line))
        except ParseError:  # read it again at its place, for the columns in the message
            return Grid.from_digits(*read_grid(" " * (column - 1) + text, layout, alphabet, line))
    return Grid.from_digits(*read_grid(text, layout, alphabet, line))


def placed_over(clues: Grid, state: Grid, line: int) -> dict[int, int]:
    """The digits of a state that are not clues; an error if a clue has another digit there, or none."""
    changed = [cell for cell in clues.filled_cells if state.digits[cell] != clues.digits[cell]]
    if changed:
        raise ParseError(f"line {line}: the state below does not have all clues: {clues.layout.names(changed)} differ")
    return {cell: digit for cell, digit in enumerate(state.digits) if digit and not clues.digits[cell]}


def puzzle_at(line: int, clues: Grid, **parts: Any) -> Puzzle:
    """A puzzle from its parts; errors give the line."""
    try:
        return Puzzle.from_parts(clues, **parts)
    except (GridError, LayoutError) as error:
        raise ParseError(f"line {line}: {error.message}", error.faults) from None


def digits_line(grid: Grid, blank: str = ".") -> str:
    """A grid in one line with another blank."""
    return grid.line.replace(".", blank)


def one_line(text: str) -> str:
    """A text in one line, with single spaces."""
    return " ".join(text.split())


NINE = Layout.of_size(9)
DIGITS = set("123456789")


class NumberedLine(NamedTuple):
    """A line of a file and its number."""

    text: str
    line: int


def grid_of(rows: Sequence[NumberedLine]) -> Grid:
    """The 9×9 grid of rows of a file; errors give line and column."""
    if len(rows) != 9:
        line = rows[-1].line if rows else 1
        raise ParseError(f"line {line}: read {counted(len(rows), 'row')} of a grid, expected 9")
    first = rows[0].line
    text, at = "", first
    for row in rows:
        text, at = text + "\n" * (row.line - at) + row.text, row.line
    return Grid.from_digits(*read_grid(text, NINE, None, first))


def tokens_in(rows: Sequence[NumberedLine]) -> list[Token]:
    """The tokens of rows, without ruling."""
    return [token for row in rows for token in tokens_of(row.text.replace("*", " "), row.line)]


def candidates_of(token: Token, cell: int) -> tuple[int, ...]:
    """The candidates in one token, such as 269; none for a blank."""
    if token.text in (".", "-", "0"):
        return ()
    if not set(token.text) <= DIGITS or len(set(token.text)) != len(token.text):
        where = f"{NINE.name(cell)} (line {token.line}, column {token.column})"
        expected = "candidates, each of 1 to 9 at most once"
        raise ParseError("the candidates cannot be read", [Fault(where, short_repr(token.text), expected)])
    return tuple(map(int, token.text))


def cells_of(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens, if they are as many as a 9×9 board has cells."""
    if len(tokens) != 81:
        line = tokens[-1].line if tokens else 1
        raise ParseError(f"line {line}: read {counted(len(tokens), 'cell')}, expected 81 separated by blanks")
    return tokens


def ruled(cells: Sequence[str], frame: str = "*") -> list[str]:
    """Cells of a 9×9 board in columns of one width, ruled as Simple Sudoku does."""
    width = max(map(len, cells))
    span = 3 * (width + 1) + 1
    edge = frame + "-" * (3 * span + 2) + frame
    between = "|" + "+".join(["-" * span] * 3) + "|"
    lines = [edge]
    for row in range(9):
        texts = [cell.ljust(width) for cell in cells[9 * row : 9 * row + 9]]
        lines.append("|" + "|".join(" " + " ".join(texts[i : i + 3]) + " " for i in (0, 3, 6)) + "|")
        if row in (2, 5):
            lines.append(between)
    return [*lines, edge]
