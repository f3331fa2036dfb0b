"""Opening what puzzles are read from, and seeing by its beginning whether it is plain text or another program's file.

1. Text whose first puzzle is a plain 9×9 line or row is known at once, so that the answers to a pipe come while it is
   still being written, and a file of millions of lines is not looked at twice.
2. Of anything else the first part is held against every format that is read (`ninefold convert --list`).
"""

from __future__ import annotations

import io
import os
import re
import sys
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import ParseError

if TYPE_CHECKING:
    from ninefold.library.formats.format import Format

HEAD = 1 << 16
# Rule 1: behind comments a line of 81 cells, or at once a row of nine.
_PLAIN = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*[0-9.*_]{81}[\s,;:|#]|\s*[0-9.*_]{9}[ \t]*\r?\n)"
)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def name_of(source: str) -> str:
    """What a source is called in messages."""
    return "standard input" if source == "-" else source


def is_file(source: str) -> bool:
    """Whether a source is read, not a puzzle itself: also a pipe, a device, and a directory to be refused."""
    return source == "-" or os.path.exists(source)


def standard_input() -> str:
    """Where puzzles come from if none are named; refused where somebody would have to type them."""
    if sys.stdin is None or sys.stdin.isatty():
        raise ParseError("no puzzle: give one as an argument, name a file, or pipe puzzles in (see --help)")
    return "-"


def open_source(source: str) -> io.RawIOBase:
    """The bytes of a source, as soon as they are there; what is no file is a text itself."""
    return open_file(source) if is_file(source) else Ahead(source.encode("utf-8", "replace"))


def open_file(source: str) -> io.FileIO:
    """A file, or standard input for -, as bytes."""
    if source == "-" and sys.stdin is None:
        raise ParseError("it is closed")
    return open(0 if source == "-" else source, "rb", buffering=0, closefd=source != "-")


def as_text(raw: io.RawIOBase) -> io.TextIOWrapper:
    """Bytes as text; what is no text becomes characters that no grid has."""
    return io.TextIOWrapper(io.BufferedReader(raw), encoding="utf-8-sig", errors="replace")


class Ahead(io.RawIOBase):
    """A file whose first bytes were read ahead: they come once more, and then the rest."""

    def __init__(self, head: bytes, rest: io.RawIOBase | None = None) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def readinto(self, room: Any, /) -> int | None:
        """Fill some room; fewer bytes where a pipe has no more at the moment."""
        if not self._head:
            return self._rest.readinto(room) if self._rest else 0
        view = memoryview(room).cast("B")
        count = min(len(view), len(self._head))
        view[:count] = self._head[:count]
        self._head = self._head[count:]
        return count


def look(raw: io.RawIOBase) -> bytes:
    """The beginning of a file: as much of it as it takes to know what it is."""
    head = b""
    while len(head) < HEAD and not _PLAIN.match(head):
        more = raw.read(HEAD - len(head))
        if not more:
            break
        head += more
    return head


def format_of(head: bytes, name: str | None) -> Format | None:
    """The format that is named or, else, that a beginning is in; None for plain text, which needs no other reader."""
    if name is None and _PLAIN.match(head + b"\n"):
        return None
    from ninefold.library.formats import PLAIN, detect, find
    from ninefold.library.source import Source

    form = find(name) if name is not None else detect(Source.of(head))
    return None if form in PLAIN and not head.startswith(_UTF_16) else form
