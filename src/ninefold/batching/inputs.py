"""The files of a job, cut into shards once, so that each shard can be read separately."""

from __future__ import annotations

import json
from collections.abc import Iterator
from dataclasses import dataclass
from glob import glob
from hashlib import blake2b
from os.path import exists, getsize, isdir
from typing import Any, NamedTuple

from ninefold.core.errors import ParseError
from ninefold.core.layout import Layout
from ninefold.formats.rows import RowChunk, Span, open_rows


class Piece(NamedTuple):
    """A span of a file, and the number of its first row in the whole input."""

    file: int
    number: int
    span: Span


@dataclass(frozen=True)
class Listed:
    """Files in order, with a digest of each, and the pieces of every shard."""

    paths: tuple[str, ...]
    digests: tuple[str, ...]
    shards: tuple[Piece, ...]
    rows: int

    def values(self) -> dict[str, Any]:
        """As plain values; without the paths, so that files may be moved."""
        return {"digests": list(self.digests), "rows": self.rows}

    def pack(self) -> bytes:
        """All of it as JSON, so that a set can be looked at without its input files."""
        return json.dumps({**vars(self), "shards": [(*piece[:2], *piece.span) for piece in self.shards]}).encode()

    @classmethod
    def unpack(cls, data: bytes) -> Listed:
        """What `pack` wrote."""
        found = json.loads(data)
        pieces = tuple(Piece(file, number, Span(*span)) for file, number, *span in found["shards"])
        return cls(tuple(found["paths"]), tuple(found["digests"]), pieces, found["rows"])

    def read(self, shard: int, board: Layout) -> Iterator[tuple[str, int, RowChunk]]:
        """The rows of a shard: the file, what to add to its numbers, and the rows."""
        piece = self.shards[shard]
        path = self.paths[piece.file]
        for chunk in open_rows(path, None if board == Layout.of_size(9) else board).read(piece.span):
            yield path, piece.number - piece.span.first, chunk


def list_files(patterns: tuple[str, ...], rows: int, board: Layout) -> Listed:
    """Finds the files and cuts them; a pattern without a file is an error."""
    paths: list[str] = []
    for pattern in patterns:
        found = [pattern] if exists(pattern) else sorted(glob(pattern, recursive=True))
        if not found:
            raise ParseError(f"no file fits {pattern!r}")
        paths += found
    pieces, number = [], 0
    for index, path in enumerate(paths):
        for span in open_rows(path, None if board == Layout.of_size(9) else board).spans(rows):
            pieces.append(Piece(index, number, span))
            number += rows  # a shard has its own numbers, however few rows it has
    counted = sum(piece.span.rows for piece in pieces)
    return Listed(tuple(paths), tuple(map(_digest, paths)), tuple(pieces), counted)


def _digest(path: str) -> str:
    if isdir(path):
        return f"folder {path}"
    found = blake2b(str(getsize(path)).encode(), digest_size=16)
    with open(path, "rb") as file:
        while piece := file.read(1 << 20):
            found.update(piece)
    return found.hexdigest()
