"""All file formats, in the order they are tried on a file, and how to find one."""

from __future__ import annotations

import re
from typing import Any

from ninefold.core.errors import ParseError
from ninefold.formats import (
    bank,
    candidate_grids,
    euler,
    excel_old,
    fpuzzles,
    gnome,
    hodoku,
    ipuz,
    ksudoku,
    lines,
    links,
    lpl,
    numpy_files,
    opensudoku,
    own,
    parquet,
    penpa,
    sdk,
    solo,
    sudokupad,
    tables,
    xlsx,
)
from ninefold.formats.format import Format, InputFile, by_batches, only_nine

_read_links = links.reader((fpuzzles.LINKS, sudokupad.SCL, sudokupad.SCF, sudokupad.CLASSIC, penpa.LINKS))


def _link(name: str, about: str, starts: tuple[str, ...], **more: Any) -> Format:
    """A kind of link; one reader reads them all, because a file may mix several kinds."""

    def sniff(source: InputFile) -> bool:
        first = next(iter(source.peek.split(None, 1)), "")
        return any(start in first if "/" in start else _is_packed(first, start) for start in starts)

    pieces = by_batches(more["write"]) if "write" in more else None
    return Format(name=name, about=about, sniff=sniff, read=_read_links, pieces=pieces, **more)


def _is_packed(word: str, start: str) -> bool:
    """Whether a word is a link without its address: no word of any language continues like that."""
    return word.startswith(start) and re.fullmatch(r"[\w+/=%-]{12,}", word[len(start) :], re.ASCII) is not None


_F_LINK = _link(
    "fpuzzles-link",
    "links of f-puzzles, also those of SudokuPad with fpuz in them",
    ("f-puzzles.com/", "sudokupad.app/fpuz", "fpuz"),
    write=links.writer(fpuzzles.LINKS),
    parts=fpuzzles.FORMAT.parts,
    meta=fpuzzles.FORMAT.meta,
    unsupported=fpuzzles.FORMAT.unsupported,
)
_SCF = _link(
    "scf",
    "SudokuPad's short links for plain digits",
    ("sudokupad.app/scf", "scf"),
    write=links.writer(sudokupad.SCF),
    unsupported=sudokupad.unsupported_scf,
)
_CLASSIC = _link(
    "classic",
    "SudokuPad's older links for plain digits",
    ("sudokupad.app/classic", "classic"),
    write=links.writer(sudokupad.CLASSIC),
    unsupported=only_nine,
)
_SCL = _link(
    "scl-link",
    "links of SudokuPad",
    ("sudokupad.app/", "crackingthecryptic.com/", "scl", "ctc"),
    write=links.writer(sudokupad.SCL),
    parts=sudokupad.FORMAT.parts,
    meta=sudokupad.FORMAT.meta,
    unsupported=sudokupad.FORMAT.unsupported,
)
_PENPA = _link("penpa", "links of Penpa: the digits of a square board (read-only)", ("/penpa-edit/",))

# The most certain first: magic bytes, XML, JSON, links, headings, ruling, and plain lines if nothing else fits.
TABLE: tuple[Format, ...] = (
    excel_old.XLS,
    excel_old.ODS,
    numpy_files.SEVERAL,
    numpy_files.ONE,
    xlsx.FORMAT,
    parquet.FORMAT,
    opensudoku.FORMAT,
    ksudoku.FORMAT,
    opensudoku.TEN_THOUSAND,
    own.FORMAT,
    own.RECORDS,
    gnome.FORMAT,
    ipuz.FORMAT,
    fpuzzles.FORMAT,
    sudokupad.FORMAT,
    own.LINK,
    _F_LINK,
    _SCF,
    _CLASSIC,
    _SCL,
    _PENPA,
    penpa.TEXT,
    sdk.FORMAT,
    hodoku.FORMAT,
    bank.FORMAT,
    solo.FORMAT,
    lpl.FORMAT,
    euler.FORMAT,
    candidate_grids.SIMPLE_SUDOKU,
    gnome.TEXT,
    candidate_grids.SDX,
    candidate_grids.MARKS,
    tables.KAGGLE,
    tables.EXTREME,
    tables.CSV,
    lines.SDM,
    lines.LINE,
    lines.BOARD,
)
# Text that `ninefold.core.reading` reads too.
PLAIN = (lines.SDM, lines.LINE, lines.BOARD)


def find(name: str) -> Format:
    """The format with a name."""
    for form in TABLE:
        if form.name == name:
            return form
    raise ParseError(f"unknown format {name!r} (choose from {', '.join(form.name for form in TABLE)})")


def detect(source: InputFile) -> Format:
    """The format of a file, by its content alone."""
    found = next(form for form in TABLE if form.sniff(source))
    if found is lines.BOARD:
        start = source.peek.lstrip()[:1]
        if start == "<" or start == "{" or b"\0" in source.head:
            raise ParseError("unknown file format (see `ninefold convert --list`)")
    return found


def by_ending(path: str) -> Format | None:
    """The format to write a file in, by its name."""
    return next((form for form in TABLE if path.lower().endswith(form.endings) and form.endings), None)
