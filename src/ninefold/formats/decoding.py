"""Files as plain UTF-8 bytes, although they are packed by gzip or written in UTF-16.

Both are recognised by their first bytes and decoded piece by piece, so that such a file need not fit into memory. Every
reader and the detection of formats see the result only. UTF-16 without a byte order mark is recognised by its zeros:
each of the first two characters is ASCII, so one of its two bytes is 0, and no other format begins like this.
"""

from __future__ import annotations

import codecs
import io
import re
import zlib
from collections.abc import Iterable, Iterator
from itertools import chain
from typing import Any, Protocol

from ninefold.core.errors import ParseError

GZIP = b"\x1f\x8b"
# The encoding "utf-16" reads the byte order mark itself.
_UTF_16 = {
    "utf-16": re.compile(b"|".join((codecs.BOM_UTF16_LE, codecs.BOM_UTF16_BE))),
    "utf-16-le": re.compile(rb"(?:[\t\n\r -~]\0){2}"),
    "utf-16-be": re.compile(rb"(?:\0[\t\n\r -~]){2}"),
}
# A file that unpacks to more than this is damaged or hostile; lists of puzzles reach a tenth of it.
MAX_RATIO = 100
_FREE = 1 << 20  # bytes that any file may unpack to, because small ones reach a higher ratio
_PIECE = 1 << 18
_XML_ENCODING = re.compile(r"(\s*<\?xml[^>]{0,200}?encoding\s*=\s*[\"'])[^\"']*")


class ReadableFile(Protocol):
    """A file of bytes."""

    def read(self, size: int, /) -> bytes | None:
        """The next bytes, at most this many; none at the end."""


class PieceFile(io.RawIOBase):
    """A file made of pieces of bytes."""

    def __init__(self, pieces: Iterator[bytes]) -> None:
        self._pieces, self._rest = pieces, b""

    def readable(self) -> bool:
        """Always true."""
        return True

    def readinto(self, buffer: Any, /) -> int:
        """Fill a buffer with the rest of a piece."""
        while not self._rest:
            piece = next(self._pieces, None)
            if piece is None:
                return 0
            self._rest = piece
        view = memoryview(buffer).cast("B")
        count = min(len(view), len(self._rest))
        view[:count] = self._rest[:count]
        self._rest = self._rest[count:]
        return count


def is_encoded(head: bytes) -> bool:
    """Whether a file that begins like this is packed or UTF-16."""
    return head.startswith(GZIP) or _utf_16(head) is not None


def _utf_16(head: bytes) -> str | None:
    """The name of the encoding of a UTF-16 file that begins like this; None for any other file."""
    return next((name for name, start in _UTF_16.items() if start.match(head)), None)


def decoded(head: bytes, file: ReadableFile, most: int | None = None) -> PieceFile:
    """A file of which `head`, which `is_encoded`, has been read already; `most` limits its unpacked bytes."""
    pieces: Iterator[bytes] = chain([head], _rest(file))
    if head.startswith(GZIP):
        pieces = unpacked(pieces, most)
        head = next(filter(None, pieces), b"")
        if head.startswith(GZIP):
            raise ParseError("the file is packed twice; unpack it first (gunzip)")
        pieces = chain([head], pieces)
    encoding = _utf_16(head)
    return PieceFile(pieces if encoding is None else _as_utf_8(pieces, encoding))


def _rest(file: ReadableFile) -> Iterator[bytes]:
    while more := file.read(_PIECE):
        yield more


def unpacked(pieces: Iterable[bytes], most: int | None = None) -> Iterator[bytes]:
    """The bytes of a gzip file; an error if there are too many."""
    unpacker, size_in, size_out = _unpacker(), 0, 0
    for piece in pieces:
        rest, size_in = piece, size_in + len(piece)
        while rest:
            if unpacker.eof:  # another file was appended
                unpacker = _unpacker()
            try:
                found = unpacker.decompress(rest, _PIECE)
            except zlib.error:
                raise ParseError("the packed file is damaged: it is not gzip throughout") from None
            size_out += len(found)
            _check_size(size_in, size_out, most)
            yield found
            rest = unpacker.unused_data.lstrip(b"\0") if unpacker.eof else unpacker.unconsumed_tail
    if not unpacker.eof:
        raise ParseError("the packed file is incomplete")


def _unpacker() -> zlib._Decompress:
    return zlib.decompressobj(16 + zlib.MAX_WBITS)


def _check_size(size_in: int, size_out: int, most: int | None) -> None:
    if most is not None and size_out > most:
        raise ParseError(f"the file unpacks to more than {most >> 20} MB")
    if size_out > _FREE + MAX_RATIO * size_in:
        raise ParseError(f"the file unpacks to more than {MAX_RATIO} times its size")


def _as_utf_8(pieces: Iterable[bytes], encoding: str) -> Iterator[bytes]:
    """UTF-16 as UTF-8; an XML declaration names the new encoding."""
    decoder, line, start = codecs.getincrementaldecoder(encoding)(), 1, True
    try:
        for piece in chain(pieces, [b""]):
            text = decoder.decode(piece, final=not piece)
            line += text.count("\n")
            if text and start:
                text, start = _XML_ENCODING.sub(r"\1utf-8", text, count=1), False
            yield text.encode()
    except UnicodeDecodeError:
        raise ParseError(f"line {line}: the text is not UTF-16, though its first bytes say so") from None
