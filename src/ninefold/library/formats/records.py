"""The JSON lines that the command line writes with `--json`: the puzzle of each, so that one command feeds another.

    {"puzzle": "..4.1......3.1..", "layout": "4", "clues": 4, "level": "easy", "seed": 1, "number": 1}

`puzzle` and `layout` are read, and `level` where there is one; what else a command told is passed over.
"""

from __future__ import annotations

import re
from collections.abc import Iterator

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.layout import Layout
from ninefold.library.formats.format import Format, Item
from ninefold.library.formats.objects import Document, documents
from ninefold.library.sheet import Sheet, read_line
from ninefold.library.source import Source


def read(source: Source) -> Iterator[Item]:
    """A sheet for each object."""
    for document in documents(source.text):
        try:
            yield _sheet(document)
        except NinefoldError as error:
            text = error.message if error.message.startswith("line ") else f"{document.place}: {error.message}"
            yield ParseError(text, error.faults)


def _sheet(document: Document) -> Sheet:
    if not isinstance(document.value, dict):
        raise document.error("an object")
    for name in ("puzzle", "layout"):
        if not isinstance(document.at(name).value, str):
            raise document.at(name).error("a text")
    puzzle = read_line(document.at("puzzle").word(), Layout.parse(document.at("layout").word()))
    level = document.at("level").word()
    return Sheet(puzzle, meta={"level": level} if level else {})


FORMAT = Format(
    name="records",
    about="the lines that our own commands write with --json (only read)",
    sniff=lambda source: re.match(r'\s*\{\s*"puzzle"\s*:\s*"[^"]*"\s*,\s*"layout"\s*:\s*"', source.peek) is not None,
    read=read,
)
