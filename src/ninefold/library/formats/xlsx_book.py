"""The parts of a workbook: a zip of XML in which nothing is trusted, each part unpacked only as far as it is read."""

from __future__ import annotations

import io
import zipfile
import zlib
from collections.abc import Iterator
from posixpath import normpath

from ninefold.core.errors import ParseError
from ninefold.core.values import shown
from ninefold.library.formats.tree import Node, read_tree
from ninefold.library.source import Source

SHEET = "Games"
LARGEST_FILE, LARGEST_UNPACKED, MOST_FOLDED = 5 << 20, 50 << 20, 100
# The lists of sheets and of links stand in memory as trees.
LARGEST_TREE, MOST_IN_TREE = 4 << 20, 50_000
_DAMAGE = (
    *(zipfile.BadZipFile, RuntimeError, NotImplementedError, OSError, EOFError, zlib.error, ValueError),
    UnicodeDecodeError,
)


class Book:
    """The parts of a zip whose declared sizes are small."""

    def __init__(self, data: bytes) -> None:
        if len(data) > LARGEST_FILE:
            raise ParseError(f"the workbook has more than {LARGEST_FILE >> 20} MB")
        try:
            self._zip = zipfile.ZipFile(io.BytesIO(data))
        except _DAMAGE as error:
            raise ParseError(f"the workbook is no readable zip: {error}") from None
        infos = self._zip.infolist()
        unpacked = sum(info.file_size for info in infos)
        if unpacked > LARGEST_UNPACKED:
            raise ParseError(f"the workbook unpacks to {unpacked:,} bytes, more than {LARGEST_UNPACKED >> 20} MB")
        if unpacked > MOST_FOLDED * max(1, len(data)) or len(infos) > 1000:
            raise ParseError(f"the workbook unpacks to {unpacked:,} bytes from {len(data):,}: that is no real one")

    def has(self, name: str) -> bool:
        """Whether there is a part of this name."""
        return name in self._zip.NameToInfo

    def pieces(self, name: str) -> Iterator[bytes]:
        """The bytes of a part, unpacked as they are asked for."""
        if not self.has(name):
            raise ParseError(f"the workbook has no {name}")
        info = self._zip.getinfo(name)
        left = info.file_size
        try:
            with self._zip.open(info) as file:
                while piece := file.read(1 << 18):
                    left -= len(piece)
                    if left < 0:
                        raise ParseError(f"{name} in the workbook is larger than it says")
                    yield piece
        except ParseError:
            raise
        except _DAMAGE as error:
            raise ParseError(f"{name} in the workbook cannot be unpacked: {error}") from None

    def tree(self, name: str) -> Node:
        """A small part as a tree."""
        if self.has(name) and self._zip.getinfo(name).file_size > LARGEST_TREE:
            raise ParseError(f"{name} in the workbook has more than {LARGEST_TREE >> 20} MB")
        return read_tree(b"".join(self.pieces(name)), within(name), MOST_IN_TREE)

    def games(self, source: Source) -> tuple[str, str]:
        """The name and the part of the sheet with the games."""
        sheets = list(self.tree("xl/workbook.xml").all("sheet"))
        names = [node.attributes.get("name", "") for node in sheets]
        chosen = next((node for node in sheets if node.attributes.get("name") == SHEET), None)
        if chosen is None and len(sheets) == 1:
            chosen = sheets[0]
            source.note(f"the workbook has no sheet {SHEET}; its only sheet {shown(names[0])} was read")
        if chosen is None:
            raise ParseError(f"the workbook has no sheet {SHEET}; it has {', '.join(map(shown, names[:10]))}")
        links = self.tree("xl/_rels/workbook.xml.rels").all("Relationship")
        targets = {link.attributes.get("Id"): link.attributes.get("Target", "") for link in links}
        key = next((value for name, value in chosen.attributes.items() if name.rpartition(":")[2] == "id"), "")
        target = targets.get(key, "")
        name = chosen.attributes.get("name", "")
        return name, target[1:] if target.startswith("/") else normpath(f"xl/{target}")


def within(name: str) -> str:
    """What stands before a message about a part."""
    return f"{name} in the workbook: "
