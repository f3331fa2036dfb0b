"""Puzzles read from any format, and written as files, pictures and books."""

from __future__ import annotations

from ninefold.web import schema as s
from ninefold.web.api.endpoint import Endpoint
from ninefold.web.shapes import LAYOUT, LIMITS, SHEET, TEXT, WHOLE, list_of

PARSE_FIELDS = {
    "text": s.text("puzzles in any format", most=LIMITS.body, least=1),
    "format": s.or_null(s.text("the name of a format; left out, found by content", most=40)),
    "layout": LAYOUT,
}

FILE_QUERY = {
    "name": s.text("the name of the file, for messages", most=200),
    "format": s.text("the name of a format", most=40),
    "layout": LAYOUT,
}

FAULTS = list_of(s.answer(message=TEXT, where=TEXT))

SHEETS = s.some(SHEET, least=1, most=1000)

PARSE = Endpoint(
    method="POST",
    path="/api/parse",
    about="read puzzles in any format, as text or as a file",
    ask="parse",
    body=s.record(PARSE_FIELDS, needs=("text",)),
    query=FILE_QUERY,
    file=True,
    answer=s.answer(format=TEXT, sheets=list_of(SHEET), notes=list_of(TEXT), errors=FAULTS, total=WHOLE),
)

EXPORT = Endpoint(
    method="POST",
    path="/api/export",
    about="puzzles as a file of any format that is written",
    ask="export",
    body=s.record({"sheets": SHEETS, "format": s.text(most=40)}, needs=("sheets", "format")),
    type="application/octet-stream",
)

DRAW = Endpoint(
    method="POST",
    path="/api/draw",
    about="a picture of a puzzle",
    ask="draw",
    body=s.record(
        {
            "sheet": SHEET,
            "format": s.one_of("svg", "png", "pdf", "html", "text"),
            "theme": s.one_of("light", "dark", "print"),
            "candidates": s.flag("note what the digits leave open"),
            "caption": s.text(most=200),
        },
        needs=("sheet", "format"),
    ),
    type="application/octet-stream",
)

BOOK = Endpoint(
    method="POST",
    path="/api/book",
    about="a book of puzzles as PDF, with the answers at the end",
    ask="book",
    body=s.record(
        {
            "sheets": SHEETS,
            "title": s.text(most=200),
            "label": s.text(most=40),
            "paper": s.one_of("a4", "a5", "letter", "6x9", "8.5x8.5"),
            "per_page": s.one_of(1, 2, 4, 6),
            "answers": s.flag("the answers follow"),
        },
        needs=("sheets",),
    ),
    type="application/pdf",
)
