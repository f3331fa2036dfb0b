"""Hürlimann's `sudoku.txt`: tables named by an ID, each with its box size S and then S² rows of S² numbers.

%1:Table
2
0 0 4 0
1 0 0 0
0 0 0 3
0 1 0 0
"""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Sheet
from ninefold.core.values import short_repr
from ninefold.formats.format import Format, InputFile, Item, Row, grid_at, puzzle_error

_HEADING = re.compile(r"(?:%\s*([\w.-]+)\s*(?::.*)?|([\w.-]+)\s*:\s*table.*)", re.IGNORECASE)
_SIDE = re.compile(r"\s*([2-8])\s*", re.ASCII)


def read(source: InputFile) -> Iterator[Item]:
    """A sheet for each table, its ID in `id`."""
    name, rows = "", list[Row]()
    for number, text in enumerate(source.lines(), 1):
        if match := _HEADING.fullmatch(text.strip()):
            if name:
                yield _item(name, rows)
            name, rows = match[1] or match[2], [Row(text, number)]
        elif text.strip():
            if not name:
                raise ParseError(f"line {number}: read {short_repr(text)}, expected a heading with an ID, as %1:Table")
            rows.append(Row(text, number))
    if name:
        yield _item(name, rows)


def _item(name: str, rows: list[Row]) -> Item:
    heading, *rest = rows
    try:
        return _sheet(name, rest)
    except NinefoldError as error:
        return puzzle_error(f"line {heading.line}, table {name}: {error.message}", error.faults, name)


def _sheet(name: str, rest: list[Row]) -> Sheet:
    side = _SIDE.fullmatch(rest[0].text) if rest else None
    if side is None:
        raise ParseError(f"read {short_repr(rest[0].text) if rest else 'nothing'}, expected the box size S, 2 to 8")
    size = int(side[1]) ** 2
    if len(rest) != size + 1:
        raise ParseError(f"read {len(rest) - 1} rows, expected {size} of {size} numbers")
    text, at = "", rest[1].line
    for row in rest[1:]:
        text, at = text + "\n" * (row.line - at) + row.text, row.line
    return Sheet(grid_at(text, rest[1].line, layout=Layout(size)), meta={"id": name})


def write(sheets: Sequence[Sheet]) -> bytes:
    """A table for each sheet, under its ID or its number."""
    lines = []
    for sheet in sheets:
        assert sheet.layout.box is not None
        lines += [f"%{sheet.meta['id']}:Table", str(sheet.layout.box[0])]
        lines += [" ".join(map(str, row)) for row in sheet.clues.rows] + [""]
    return "\n".join(lines).encode()


def _fits(sheet: Sheet) -> str:
    box = sheet.layout.box
    is_square = sheet.layout.is_standard and box is not None and box[0] == box[1]
    return "" if is_square else f"it holds boards of square boxes only, not {sheet.layout}"


def _normal(sheets: Sequence[Sheet]) -> list[Sheet]:
    return [
        sheet.with_digits(meta={"id": re.sub(r"[^\w.-]", "-", sheet.meta.get("id", "")) or str(number)})
        for number, sheet in enumerate(sheets, 1)
    ]


def _is_lpl(lines: list[str]) -> bool:
    """Whether the first lines with anything on them are a heading and a box size."""
    first = [line.strip() for line in lines if line.strip()][:2]
    return len(first) == 2 and bool(_HEADING.fullmatch(first[0])) and bool(_SIDE.fullmatch(first[1]))


FORMAT = Format(
    name="lpl",
    about="Hürlimann's sudoku.txt: tables by ID, the box size and then rows of numbers",
    sniff=lambda source: _is_lpl(source.peek.split("\n", 200)),
    read=read,
    write=write,
    meta=frozenset({"id"}),
    fits=_fits,
    normal=_normal,
)
