"""Penpa links: the digits of a square board; `#m=edit&p=` and then packed text, base 64 of deflate.

1. The first line of the text has kind, width, height, title and author. The fourth and fifth have what the setter and
   the player entered, as objects with abbreviated names: `zN` are numbers by cell.
2. Cells are counted row by row on a board with a margin of two on each side.
3. The setter's digits are clues, the player's are placed. Anything else that could be a rule is an error.
"""

from __future__ import annotations

import re
from base64 import b64decode
from binascii import Error as Base64Error
from collections.abc import Iterator

from ninefold.core.errors import ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import short_repr
from ninefold.formats.documents import Document, one_document
from ninefold.formats.format import Format, InputFile, Item
from ninefold.formats.links import LinkFormat
from ninefold.formats.own import inflate

_PARAMETER = re.compile(r"[#&?]p=([A-Za-z0-9+/=_-]+)")
_SHORT = re.compile(r'("(?:[^"\\]|\\.)*")|(z[0-9A-Z_])')
# What may change the rules: thermometers, arrows, cages, symbols and lines of many kinds.
RULES = {"zT": "thermometers", "z3": "arrows", "z6": "cages", "z7": "thermometers", "zY": "symbols", "zL": "lines"}


def read_link(text: str, source: InputFile) -> Puzzle | None:
    """The puzzle of a link; None if it is not a link of Penpa."""
    match = _PARAMETER.search(text)
    if match is None or "penpa" not in text.partition("#")[0].lower():
        return None
    try:
        data = b64decode(match[1] + "=" * (-len(match[1]) % 4))
    except Base64Error:
        raise ParseError("the link is damaged: it is not base 64") from None
    return _puzzle(inflate(data).decode("utf-8", "replace").split("\n"), source)


def _puzzle(lines: list[str], source: InputFile) -> Puzzle:
    header = lines[0].split(",")
    size = int(header[1]) if len(header) > 2 and re.fullmatch(r"[0-9]{1,2}", header[1], re.ASCII) else 0
    if header[0] not in ("square", "sudoku") or not 2 <= size <= 64 or header[2] != header[1] or len(lines) < 5:
        raise ParseError(f"read a Penpa board {short_repr(','.join(header[:3]))}, expected a square of N by N cells")
    layout = source.layout or Layout(size)
    if layout.size != size:
        raise ParseError(f"read a Penpa board of {size} by {size}, expected {layout.size}")
    clues = _digits(_object(lines[3]), size, is_setter=True)
    placed = {cell: digit for cell, digit in _digits(_object(lines[4]), size).items() if cell not in clues}
    texts = {"name": _text_of(lines[0], "Title"), "author": _text_of(lines[0], "Author")}
    return Puzzle.from_parts(Grid.empty(layout).with_digits(clues), placed=placed, meta=texts)


def _text_of(header: str, name: str) -> str:
    match = re.search(rf"(?:^|,){name}: ([^,]*)", header)
    return match[1].replace("%2C", ",") if match else ""


def _object(line: str) -> Document:
    """A line with its abbreviations in quotes, so that it is JSON."""
    return one_document(_SHORT.sub(lambda m: m[1] or f'"{m[2]}"', line))


def _digits(part: Document, size: int, is_setter: bool = False) -> dict[int, int]:
    if is_setter and (rules := sorted({name for key, name in RULES.items() if part.at(key).value})):
        raise ParseError(f"the puzzle has {', '.join(rules)}, which is not supported")
    numbers = part.at("zN").value
    found = {}
    for key in numbers if isinstance(numbers, dict) else ():
        place = int(key) if re.fullmatch(r"[0-9]{1,5}", key, re.ASCII) else 0
        row, column = place // (size + 4) - 2, place % (size + 4) - 2
        if not (0 <= row < size and 0 <= column < size):
            raise ParseError(f"read a number outside of the board, at {short_repr(key)}")
        text = part.at("zN", key, 0)
        if text.value != "":
            found[row * size + column] = text.number(1, size)
    return found


def is_text(source: InputFile) -> bool:
    """Whether a file has the unpacked text of a Penpa link."""
    return re.match(r"(square|sudoku),[0-9]+,[0-9]+,", source.peek, re.ASCII) is not None


def read_text(source: InputFile) -> Iterator[Item]:
    """The puzzle of a text that is not packed."""
    yield _puzzle(source.text.split("\n"), source)


TEXT = Format(
    name="penpa-text",
    about="the unpacked text of a Penpa link (read-only)",
    sniff=is_text,
    read=read_text,
    parts=frozenset({"placed"}),
    meta=frozenset({"name", "author"}),
    single=True,
)
LINKS = LinkFormat(read_link, lambda puzzle: "")  # noqa: ARG005 - we only read them
