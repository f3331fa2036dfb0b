"""CSV with a heading: Kaggle's sets, sudoku-extreme, and our own with all that is told.

1. The heading says which column is what; a column of another name is kept under that name.
2. Fields may stand in double quotes. A text that a spreadsheet would take for a formula is written with ' before it,
   and that ' is taken away again.
"""

from __future__ import annotations

import csv
import io
import re
from collections.abc import Iterator, Sequence

from ninefold.core.alphabet import default_alphabet
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.layout import Layout
from ninefold.core.values import shown
from ninefold.library.formats.format import Format, Item, digits_line, grid_at, only_nine
from ninefold.library.formats.lines import _fits_line as fits_line
from ninefold.library.sheet import META, Sheet
from ninefold.library.source import Source

PUZZLE = ("quizzes", "puzzle", "question")
SOLUTION = ("solutions", "solution", "answer")
NAMES = {"difficulty": "rating"}
LAYOUT = "layout"
_NAME = re.compile(rf"(?!({'|'.join((*PUZZLE, *SOLUTION, *NAMES, LAYOUT))}|clues)$)[a-z][a-z0-9_.]*", re.ASCII)
LIVE = "=+-@\t\r\n＝＋－＠"


def read(source: Source) -> Iterator[Item]:
    """A sheet for each row below the heading."""
    reader = csv.reader((line + "\n" for line in source.lines()), strict=True)
    try:
        heading = [name.strip().lower() for name in next(reader, [])]
        puzzle = next((index for index, name in enumerate(heading) if name in PUZZLE), None)
        if puzzle is None:
            raise ParseError(f"line 1: no column is called {', '.join(PUZZLE)}; read {shown(','.join(heading))}")
        for row in reader:
            if row:
                yield _item(source, heading, puzzle, row, reader.line_num)
    except csv.Error as error:
        raise ParseError(f"line {reader.line_num}: {error}") from None


def _item(source: Source, heading: list[str], puzzle: int, row: list[str], number: int) -> Item:
    try:
        if len(row) != len(heading):
            raise ParseError(f"line {number}: read {len(row)} fields, expected {len(heading)} as in the heading")
        return _sheet(source, heading, puzzle, row, number)
    except NinefoldError as error:
        text = error.message if error.message.startswith("line ") else f"line {number}: {error.message}"
        return ParseError(text, error.faults)


def _sheet(source: Source, heading: list[str], puzzle: int, row: list[str], number: int) -> Sheet:
    layout, alphabet = source.layout, source.alphabet
    if LAYOUT in heading:  # it is our own, and so is its alphabet
        layout = layout or Layout.parse(row[heading.index(LAYOUT)])
        alphabet = alphabet or default_alphabet(layout.size) or None
    column = 1 + sum(len(field) + 1 for field in row[:puzzle])
    clues = grid_at(row[puzzle], number, column, layout, alphabet)
    solution, told = None, {}
    for name, field in zip(heading, row, strict=True):
        if name in SOLUTION and field:
            solution = grid_at(field, number, 1, clues.layout, alphabet)
        elif name not in (*PUZZLE, *SOLUTION, LAYOUT, "clues") and field:
            told[NAMES.get(name, name)] = _asleep(field)
    return Sheet(clues, solution=solution, meta=told)


def _safe(text: str) -> str:
    """A text that no spreadsheet takes for a formula (rule 2)."""
    return f"'{text}" if text.lstrip("'").startswith(tuple(LIVE)) else text


def _asleep(text: str) -> str:
    return text[1:] if text.startswith("'") and text.lstrip("'").startswith(tuple(LIVE)) else text


def write(sheets: Sequence[Sheet]) -> bytes:
    """All that is told, a column each that any sheet has."""
    told = {name for sheet in sheets for name in sheet.meta}
    names = [name for name in META if name in told] + sorted(told - set(META))
    heading = ["puzzle", "solution", LAYOUT, *names]
    rows = (
        [
            sheet.clues.line,
            sheet.solution.line if sheet.solution else "",
            str(sheet.layout),
            *(sheet.meta.get(name, "") for name in names),
        ]
        for sheet in sheets
    )
    return _csv(heading, rows)


def write_kaggle(sheets: Sequence[Sheet]) -> bytes:
    """Puzzles and solutions, 0 for empty."""
    rows = ([digits_line(sheet.clues, "0"), sheet.solution.line if sheet.solution else ""] for sheet in sheets)
    return _csv(["quizzes", "solutions"], rows)


def write_extreme(sheets: Sequence[Sheet]) -> bytes:
    """Source, puzzle, solution and rating."""
    rows = (
        [
            sheet.meta.get("source", ""),
            sheet.clues.line,
            sheet.solution.line if sheet.solution else "",
            sheet.meta.get("rating", ""),
        ]
        for sheet in sheets
    )
    return _csv(["source", "question", "answer", "rating"], rows)


def _csv(heading: list[str], rows: Iterator[list[str]] | Iterator[Sequence[str]]) -> bytes:
    file = io.StringIO()
    writer = csv.writer(file, lineterminator="\n")
    writer.writerow(heading)
    writer.writerows([_safe(field) for field in row] for row in rows)
    return file.getvalue().encode()


def _heading(source: Source) -> list[str]:
    return [name.strip().lower() for name in source.peek.partition("\n")[0].strip().split(",")]


def _normal(sheets: Sequence[Sheet]) -> list[Sheet]:
    """Names that can stand in a heading, texts with one kind of line end."""
    return [
        sheet.having(meta={name: _plain(text) for name, text in sheet.meta.items() if _NAME.fullmatch(name)})
        for sheet in sheets
    ]


def _plain(text: str) -> str:
    return text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "")


KAGGLE = Format(
    name="kaggle",
    about="Kaggle's sets: CSV with the columns quizzes and solutions",
    sniff=lambda source: _heading(source) in (["quizzes", "solutions"], ["puzzle", "solution"]),
    read=read,
    write=write_kaggle,
    parts=frozenset({"solution"}),
    fits=only_nine,
)
EXTREME = Format(
    name="extreme",
    about="sudoku-extreme: CSV with the columns source, question, answer, rating",
    sniff=lambda source: _heading(source) == ["source", "question", "answer", "rating"],
    read=read,
    write=write_extreme,
    parts=frozenset({"solution"}),
    meta=frozenset({"source", "rating"}),
    fits=only_nine,
    normal=_normal,
)
CSV = Format(
    name="csv",
    about="our own CSV: puzzle, solution and all that is told, a column each",
    endings=(".csv",),
    sniff=lambda source: len(_heading(source)) > 1 and any(name in PUZZLE for name in _heading(source)),
    read=read,
    write=write,
    parts=frozenset({"solution"}),
    meta=None,
    fits=fits_line,
    normal=_normal,
)
