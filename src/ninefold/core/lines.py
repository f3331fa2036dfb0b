"""Reading files of puzzles in blocks: plain 9×9 lines by the native reader, anything else line by line.

The rules are those of `ninefold.core.puzzles`. A line that the native reader does not know is taken
by a `Splitter`, and the native reader goes on behind it as soon as nothing is kept back:

    file ─ bytes ─▶ native.read_lines ─▶ digits of the rows ─────────┐
                      └─ other lines ─▶ Splitter ─▶ Written puzzles ─┴▶ Block, in the order of the file
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Any, Protocol

from ninefold.core.errors import ParseError
from ninefold.core.puzzles import Splitter, Written
from ninefold.core.text import MAX_TEXT

CELLS = 81
# What is read at once: enough rows to keep the engine busy, few enough to see answers come.
BLOCK_BYTES = 1 << 20
BLOCK_ROWS = BLOCK_BYTES // CELLS + 1

_MARK = "\ufeff".encode()
_LINE_END = re.compile(rb"\r\n|\n|\r")


class Source(Protocol):
    """Where bytes come from: at most so many at once, none at the end."""

    def __call__(self, most: int, /) -> bytes | None:
        """The next bytes; fewer where a pipe has no more at the moment."""


@dataclass
class Block:
    """A stretch of a file: the digits of its plain 9×9 puzzles, and in which order they stand among others."""

    digits: bytearray = field(default_factory=lambda: bytearray(BLOCK_ROWS * CELLS))
    rows: int = 0
    parts: list[range | Written] = field(default_factory=list)

    def add_rows(self, count: int) -> None:
        """So many rows more, whose digits are in place."""
        if count:
            self.parts.append(range(self.rows, self.rows + count))
            self.rows += count

    @property
    def plain(self) -> memoryview:
        """The digits of the rows that are filled."""
        return memoryview(self.digits)[: self.rows * CELLS]


class BlockReader:
    """Reads the puzzles of a file, block by block."""

    def __init__(self, source: Source, size: int | None = None) -> None:
        self._source = source
        self._splitter = Splitter(size)
        self._is_quick = size in (None, 9)
        self._text, self._start, self._is_end = b"", 0, False

    def blocks(self) -> Iterator[Block]:
        """The puzzles, as soon as they are there: a block ends where there is nothing more to read at the moment."""
        self._skip_mark()
        block = Block()
        while True:
            try:
                is_full = self._fill(block)
                if self._is_end and not is_full:
                    block.parts += self._splitter.end()
            except ParseError:
                if block.parts:
                    yield block
                raise
            if block.parts:
                yield block
                block = Block()
            if not is_full:
                if self._is_end:
                    return
                self._read_more()

    def _skip_mark(self) -> None:
        """Leave out the mark that some editors begin a file with."""
        self._read_more()
        while not self._is_end and len(self._text) < len(_MARK) and _MARK.startswith(self._text):
            self._read_more()
        if self._text.startswith(_MARK):
            self._start = len(_MARK)

    def _read_more(self) -> None:
        more = self._source(BLOCK_BYTES)
        self._is_end = not more
        self._text, self._start = self._text[self._start :] + (more or b""), 0

    def _fill(self, block: Block) -> bool:
        """Take all lines that are there into a block; whether it is full before they are all taken."""
        while self._start < len(self._text):
            if self._is_quick and not self._splitter.waits:
                self._take_plain_lines(block)
                if block.rows == BLOCK_ROWS:
                    return True
            if not self._take_line(block):
                break
        return False

    def _take_plain_lines(self, block: Block) -> None:
        from ninefold._native import read_lines

        splitter = self._splitter
        room: Any = memoryview(block.digits)[block.rows * CELLS :]
        rows, lines, length, splitter.in_list = read_lines(
            self._text, self._start, self._is_end, splitter.in_list, room
        )
        block.add_rows(rows)
        splitter.line += lines
        self._start += length

    def _take_line(self, block: Block) -> bool:
        """Take one line of whatever form; False where it is not all there."""
        found = _LINE_END.search(self._text, self._start)
        at_end = found.end() == len(self._text) if found else True
        if not self._is_end and (found is None or (at_end and found[0] == b"\r")):  # perhaps \n follows
            if len(self._text) - self._start > 4 * MAX_TEXT:  # no character has more bytes than that
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
