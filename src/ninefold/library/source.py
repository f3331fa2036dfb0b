"""Source: the bytes of a file that may hold puzzles, as text, as lines, and never more than may be.

Text is UTF-8, or UTF-16 where the file begins with its mark. Old files of other programs are often in Windows' own
code; what is no UTF-8 is read in that, and a note tells so.
"""

from __future__ import annotations

import codecs
import io
from collections.abc import Iterator
from dataclasses import dataclass, field
from functools import cached_property
from typing import BinaryIO

from ninefold.core.errors import ParseError
from ninefold.core.layout import Layout
from ninefold.core.text import MAX_TEXT

HEAD = 1 << 16
# A file that is not read line by line stands in memory as a whole.
LARGEST = 50 << 20
_MARKS = ((codecs.BOM_UTF8, "utf-8-sig"), (codecs.BOM_UTF16_LE, "utf-16"), (codecs.BOM_UTF16_BE, "utf-16"))


@dataclass
class Source:
    """What a reader reads from; `layout` and `alphabet` are what the user has said about the puzzles."""

    file: BinaryIO
    layout: Layout | None = None
    alphabet: str | None = None
    notes: list[str] = field(default_factory=list)

    @classmethod
    def of(cls, data: bytes | str, layout: Layout | None = None, alphabet: str | None = None) -> Source:
        """The source of bytes or text in memory."""
        return cls(io.BytesIO(data.encode() if isinstance(data, str) else data), layout, alphabet)

    @cached_property
    def head(self) -> bytes:
        """The first bytes, by which a format is known."""
        return self.file.read(HEAD)

    @cached_property
    def data(self) -> bytes:
        """All bytes, refused where there are too many."""
        data = self.head + self.file.read(LARGEST + 1 - len(self.head))
        if len(data) > LARGEST:
            raise ParseError(f"the file has more than {LARGEST >> 20} MB, too many for this format")
        return data

    @cached_property
    def text(self) -> str:
        """All of it as text, with one kind of line end."""
        return self._decoded(self.data).replace("\r\n", "\n").replace("\r", "\n")

    @cached_property
    def peek(self) -> str:
        """The first part as text; its last character may be torn."""
        return self.head.decode(self._code, "replace").removeprefix("\ufeff")

    @property
    def _code(self) -> str:
        return next((code for mark, code in _MARKS if self.head.startswith(mark)), "utf-8")

    def note(self, text: str) -> None:
        """Tell once what the user should know of how the file was read."""
        if text not in self.notes:
            self.notes.append(text)

    def _decoded(self, data: bytes) -> str:
        try:
            return data.decode(self._code)
        except UnicodeDecodeError as error:
            line = data.count(b"\n", 0, error.start) + 1
            if self._code == "utf-16":
                raise ParseError(f"line {line}: the text is no UTF-16, though its first bytes say so") from None
            return self._old_text(data)

    def _old_text(self, data: bytes) -> str:
        self.note("the text is no UTF-8; it was read as Windows-1252")
        return data.decode("cp1252", "replace")

    def lines(self) -> Iterator[str]:
        """The lines one by one, without their ends; the file need not fit into memory."""
        if self._code == "utf-16" or b"\r" in self.head.replace(b"\r\n", b""):  # old Macs end lines with \r alone
            yield from self.text.split("\n")
            return
        rest, number = self.head, 0
        if rest.startswith(codecs.BOM_UTF8):
            rest = rest[len(codecs.BOM_UTF8) :]
        while True:
            more = self.file.read(1 << 20)
            *lines, rest = (rest + more).split(b"\n")
            for line in lines if more else [*lines, rest]:
                number += 1
                yield self._line(line, number)
            if not more:
                return
            if len(rest) > 4 * MAX_TEXT:
                raise _too_long(number + 1)

    def _line(self, line: bytes, number: int) -> str:
        if len(line) > 4 * MAX_TEXT:
            raise _too_long(number)
        try:
            return line.removesuffix(b"\r").decode()
        except UnicodeDecodeError:
            return self._old_text(line.removesuffix(b"\r"))


def _too_long(number: int) -> ParseError:
    return ParseError(f"line {number} has more than {MAX_TEXT:,} characters, too many for a puzzle")
