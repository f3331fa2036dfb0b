"""Texts and files with many puzzles: one per line, or in blocks separated by empty lines.

How a text is split:

1. Empty lines separate blocks. Comments (#), lines of ruling, and the steps that HoDoKu writes below a puzzle are
   skipped.
2. If the first line of a block holds a whole grid, every line of the block is a puzzle, and further fields on a line
   are ignored. Otherwise the block is one puzzle, unless a later line is too long to be a row: then every line before
   it (a heading, perhaps) is reported as a separate fault.
3. N lines of N characters, N = 16 or 36, could be N small puzzles or one large one. A character that a small puzzle
   cannot have decides; without one, the text is rejected unless a size is given.
4. In a line of exactly 81 characters, the empty cells may all be x, all - or all spaces.

How a file is read (`BlockReader`): native code reads plain 9×9 lines, and a `Splitter` takes every other line. Native
code continues as soon as the splitter holds no lines back:

    file ─ bytes ─▶ native.read_lines ─▶ digits of plain lines ──┐
                      └─ other lines ─▶ Splitter ─▶ RawPuzzles ──┴▶ LineBlock, in file order
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, field, replace
from itertools import pairwise
from math import isqrt
from typing import Any, Protocol

from ninefold.core.alphabet import BLANKS, default_alphabet, symbols_of
from ninefold.core.errors import ParseError
from ninefold.core.geometry import MAX_SIZE
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.text import BYTE_ORDER_MARK, MAX_TEXT, is_ruling, is_square, read_grid, tokens_of

# A block with more lines cannot be one puzzle: twice the rows of the largest board with a line of ruling each.
MAX_BLOCK_LINES = 4 * MAX_SIZE
_FIELD_END = re.compile(r"[\s,;:|#]")
_FIXED_WIDTH = re.compile(r"(?=.*[1-9])(?:[1-9xX]{81}|[1-9-]{81}|[1-9 ]{81})", re.ASCII)
# A step in HoDoKu's list of solved puzzles, or the position before it.
_STEP = re.compile(r" {3}(?:[A-Z].*: .*[rcb][1-9]|:[0-9]{4})", re.ASCII)
_TO_DOTS = str.maketrans("xX- ", "....")


@dataclass(frozen=True)
class RawPuzzle:
    """The text of one puzzle with the number of its first line, or the reason why it cannot be read."""

    text: str
    line: int
    fault: str = ""
    rest: str = ""  # what follows the puzzle in its line

    def grid(self, layout: Layout | None = None, alphabet: str | None = None) -> Grid:
        """Read the grid; faults give line numbers of the whole text."""
        if self.fault:
            raise ParseError(self.fault)
        return Grid.from_digits(*read_grid(self.text, layout, alphabet, self.line))


_Lines = list[RawPuzzle]


class Splitter:
    """Splits a text into puzzles line by line, and yields each puzzle as soon as it is certain."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size
        self.line = 0  # the number of the last line taken
        self.in_list = False  # whether every line of the block is a puzzle
        self._block: _Lines = []

    @property
    def is_holding_lines(self) -> bool:
        """Whether lines are held back because it is not certain yet what they are."""
        return bool(self._block)

    def take(self, line: str) -> Iterator[RawPuzzle]:
        """The puzzles that become certain with this line."""
        self.line += 1
        text = line.rstrip("\r\n").removeprefix(BYTE_ORDER_MARK if self.line == 1 else "")
        start = text.lstrip()
        is_comment = start.startswith("#") or (self.in_list and _STEP.match(text))
        # One line too many is kept, to see that the block is too long.
        if is_comment or (start and len(self._block) > MAX_BLOCK_LINES):
            return iter(())
        return self._take(RawPuzzle(text, self.line))

    def end(self) -> Iterator[RawPuzzle]:
        """The puzzles that become certain because no more lines follow."""
        yield from _of_block(self._block, self.size)
        self._block = []

    def _take(self, line: RawPuzzle) -> Iterator[RawPuzzle]:
        if not self._block and self.size in (None, 9) and is_fixed_width(line.text):
            self.in_list = True
            yield replace(line, text=line.text.translate(_TO_DOTS))
        elif not line.text.strip():
            yield from self.end()
            self.in_list = False
        elif self.in_list:
            yield from _first_fields([line], self.size)
        else:
            self._block.append(line)
            self.in_list = _is_list(self._block, self.size)
            if self.in_list:
                yield from _first_fields(self._block, self.size)
                self._block = []


def is_fixed_width(line: str) -> bool:
    """Whether a line is a 9×9 puzzle with one character per cell (rule 4)."""
    return len(line) == 81 and _FIXED_WIDTH.fullmatch(line) is not None


def split(lines: Iterable[str], size: int | None = None) -> Iterator[RawPuzzle]:
    """The puzzles of a text given line by line; a long list of one-line puzzles is not kept in memory."""
    splitter = Splitter(size)
    for line in lines:
        yield from splitter.take(line)
    yield from splitter.end()


def _is_list(block: _Lines, size: int | None) -> bool:
    """Whether it is certain that every line of the block is a puzzle (rules 2 and 3)."""
    cells = _whole_grid(block[0].text, size)
    if not cells or size or cells > MAX_SIZE:
        return bool(cells) or _whole_grid(block[-1].text, size) > MAX_SIZE
    if any(is_ruling(line.text) for line in block):
        return False
    return len(block) > cells or any(_cannot_be_row(line.text, cells) for line in block)


def _cannot_be_row(line: str, cells: int) -> bool:
    """Whether a line cannot be one of N rows of N cells: it holds another number of cells, or further fields."""
    field = _field(line)
    has_more = len(field) == cells and line.partition("#")[0].strip() != field
    return has_more or _whole_grid(line, None) != cells


def _of_block(block: _Lines, size: int | None) -> Iterator[RawPuzzle]:
    """The puzzles of a finished block that was not recognised as a list."""
    if not block:
        return
    if len(block) > MAX_BLOCK_LINES:
        fault = (
            f"more than {MAX_BLOCK_LINES} lines without an empty line: too long for one puzzle,"
            " and not one puzzle per line"
        )
        yield RawPuzzle("", block[0].line, fault)
        return
    is_ruled = any(is_ruling(line.text) for line in block)
    cells = 0 if is_ruled else _whole_grid(block[0].text, size)
    if cells and len(block) < cells:
        yield from _first_fields(block, size)
        return
    whole = _joined(block)
    if cells and not _has_large_digits(whole.text, isqrt(cells)):
        fault = (
            f"the {cells} lines from here could be {cells} puzzles of size {isqrt(cells)}"
            f" or one of size {cells}; pass a size"
        )
        whole = replace(whole, fault=fault)
    yield whole


def _joined(block: _Lines) -> RawPuzzle:
    """The lines of a block as one text, with an empty line for each comment so that line numbers stay right."""
    rest = ("\n" * (line.line - before.line) + line.text for before, line in pairwise(block))
    return RawPuzzle(block[0].text + "".join(rest), block[0].line)


def _has_large_digits(text: str, size: int) -> bool:
    """Whether a text has a character that puzzles of this size cannot have (rule 3)."""
    seen = {char for token in tokens_of(text) for char in token.text}
    return not seen <= set(symbols_of(default_alphabet(size), size) + BLANKS)


def _whole_grid(line: str, size: int | None) -> int:
    """The number of cells if one line holds a whole grid of the size (or of any standard size), else 0."""
    if is_ruling(line):
        return 0
    counts = (len(_field(line)), len(list(tokens_of(line))), line.count(",") + 1)
    return next((count for count in counts if is_square(count, size)), 0)


def _field(line: str) -> str:
    return _FIELD_END.split(line.strip(), maxsplit=1)[0]


def _first_fields(block: _Lines, size: int | None) -> Iterator[RawPuzzle]:
    """The puzzle of each line, without the fields after it."""
    for line in block:
        field = _field(line.text)
        if is_square(len(field), size):
            end = line.text.index(field) + len(field)
            yield RawPuzzle(line.text[:end], line.line, rest=line.text[end:])
        elif not is_ruling(line.text):
            yield line


CELLS = 81  # of a 9×9 grid
# Read size: enough rows to keep the engine busy, few enough for results to appear steadily.
BLOCK_BYTES = 1 << 20
BLOCK_ROWS = BLOCK_BYTES // CELLS + 1

_MARK = BYTE_ORDER_MARK.encode()
_LINE_END = re.compile(rb"\r\n|\n|\r")


class ByteReader(Protocol):
    """A source of bytes, such as the `read` method of a file."""

    def __call__(self, max_bytes: int, /) -> bytes | None:
        """The next bytes, at most this many: fewer if a pipe has no more at the moment, none at the end."""


@dataclass
class LineBlock:
    """A part of a file: the digits of its plain 9×9 puzzles, and the order of these and all other puzzles.

    `digits` has space for BLOCK_ROWS rows of 81 bytes, of which `rows` are filled. `parts` gives the file order:
    a range of row numbers for a run of plain lines, a RawPuzzle for anything else.
    """

    digits: bytearray = field(default_factory=lambda: bytearray(BLOCK_ROWS * CELLS))
    rows: int = 0
    parts: list[range | RawPuzzle] = field(default_factory=list)

    def add_rows(self, count: int) -> None:
        """Count rows whose digits have been written into `digits`."""
        if count:
            self.parts.append(range(self.rows, self.rows + count))
            self.rows += count

    @property
    def plain(self) -> memoryview:
        """The digits of the filled rows."""
        return memoryview(self.digits)[: self.rows * CELLS]


class BlockReader:
    """Reads the puzzles of a file, block by block."""

    def __init__(self, source: ByteReader, size: int | None = None) -> None:
        self._source = source
        self._splitter = Splitter(size)
        self._uses_native = size in (None, 9)
        self._text, self._start, self._is_last = b"", 0, False

    def blocks(self) -> Iterator[LineBlock]:
        """The puzzles as soon as they are read: a block ends when no more bytes are available at the moment."""
        self._skip_mark()
        block = LineBlock()
        while True:
            try:
                is_full = self._fill(block)
                if self._is_last and not is_full:
                    block.parts += self._splitter.end()
            except ParseError:
                if block.parts:
                    yield block
                raise
            if block.parts:
                yield block
                block = LineBlock()
            if not is_full:
                if self._is_last:
                    return
                self._read_more()

    def _skip_mark(self) -> None:
        """Skip the byte order mark at the start of the file."""
        self._read_more()
        while not self._is_last and len(self._text) < len(_MARK) and _MARK.startswith(self._text):
            self._read_more()
        if self._text.startswith(_MARK):
            self._start = len(_MARK)

    def _read_more(self) -> None:
        more = self._source(BLOCK_BYTES)
        self._is_last = not more
        self._text, self._start = self._text[self._start :] + (more or b""), 0

    def _fill(self, block: LineBlock) -> bool:
        """Move all complete lines into a block; True if the block is full before all are taken."""
        while self._start < len(self._text):
            if self._uses_native and not self._splitter.is_holding_lines:
                self._take_plain_lines(block)
                if block.rows == BLOCK_ROWS:
                    return True
            if not self._take_line(block):
                break
        return False

    def _take_plain_lines(self, block: LineBlock) -> None:
        from ninefold._native import read_lines

        splitter = self._splitter
        free: Any = memoryview(block.digits)[block.rows * CELLS :]
        rows, lines, length, splitter.in_list = read_lines(
            self._text, self._start, self._is_last, splitter.in_list, free
        )
        block.add_rows(rows)
        splitter.line += lines
        self._start += length

    def _take_line(self, block: LineBlock) -> bool:
        """Take one line of any form; False if the rest of it has not been read yet."""
        found = _LINE_END.search(self._text, self._start)
        at_end = found.end() == len(self._text) if found else True
        if not self._is_last and (found is None or (at_end and found[0] == b"\r")):  # \n may follow
            if len(self._text) - self._start > 4 * MAX_TEXT:  # a UTF-8 character has at most 4 bytes
                raise self._too_long()
            return False
        end = found.end() if found else len(self._text)
        if end == self._start:
            return False
        line = self._text[self._start : end].decode("utf-8", "replace").replace("\r\n", "\n")
        if len(line) > MAX_TEXT:
            raise self._too_long()
        self._start = end
        block.parts += self._splitter.take(line)
        return True

    def _too_long(self) -> ParseError:
        number = self._splitter.line + 1
        return ParseError(f"line {number} has more than {MAX_TEXT:,} characters, too many for a puzzle")
