"""Asks that read and write files: parse, export, draw, book."""

from __future__ import annotations

from itertools import islice

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.limits import Limit
from ninefold.core.puzzle import Puzzle
from ninefold.draw.book import Book, Entry
from ninefold.draw.picture import Picture
from ninefold.formats import find
from ninefold.formats.files import reading
from ninefold.formats.format import InputFile
from ninefold.models.incidence import candidates
from ninefold.solving.solve import solve
from ninefold.web.asks.common import Asked, Blob, Desk, Record, layout_of, record_of, sheet_of

MAX_SHEETS, MAX_READ = 1000, 100_000
_TYPES = {
    ".json": "application/json",
    ".csv": "text/csv; charset=utf-8",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".parquet": "application/vnd.apache.parquet",
}
_PICTURES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "text": "text/plain; charset=utf-8",
}


def items_of(asked: Asked, desk: Desk) -> tuple[str, list[Puzzle], list[ParseError], list[str]]:
    """The format, sheets, errors and notes of a text or file that was sent."""
    data = desk.file if asked.get("text") is None else asked["text"].encode()
    source = InputFile.of(data, layout_of(asked))
    found = reading(source, asked.get("name") or "the text", asked.get("format"))
    sheets: list[Puzzle] = []
    errors: list[ParseError] = []
    for item in islice(found.items(), MAX_READ):
        if isinstance(item, ParseError):
            errors.append(item)
        else:
            sheets.append(item)
    if not sheets and errors:
        raise errors[0]
    return found.form.name, sheets, errors, source.notes


def parsed(asked: Asked, desk: Desk) -> Record:
    """The sheets of a text or file."""
    form, sheets, errors, notes = items_of(asked, desk)
    return {
        "format": form,
        "sheets": [record_of(sheet) for sheet in sheets[:MAX_SHEETS]],
        "notes": notes,
        "errors": errors_of(errors),
        "total": len(sheets),
    }


def errors_of(errors: list[ParseError]) -> list[Record]:
    """The first of the puzzles that could not be read."""
    return [{"message": str(error), "where": error.faults[0].where if error.faults else ""} for error in errors[:100]]


def exported(asked: Asked, desk: Desk) -> Blob:  # noqa: ARG001 - quick
    """Sheets as a file."""
    return file_of([sheet_of(value) for value in asked["sheets"]], asked["format"])


def file_of(sheets: list[Puzzle], name: str) -> Blob:
    """Sheets as a file of a format."""
    form = find(name)
    ending = form.endings[0] if form.endings else ".txt"
    kind = _TYPES.get(ending, "text/plain; charset=utf-8")
    return Blob(form.bytes_of(sheets), kind, f"puzzles{ending}", ", ".join(form.losses(sheets)))


def drawn(asked: Asked, desk: Desk) -> Blob:  # noqa: ARG001 - quick
    """A picture of a sheet."""
    sheet, form = sheet_of(asked["sheet"]), asked["format"]
    noted = {cell: set(digits) for cell, digits in sheet.centre.items()}
    if asked.get("candidates"):
        flags = candidates(sheet.grid).tolist()
        noted = {
            cell: {digit for digit, is_open in enumerate(flags[cell], 1) if is_open} for cell in sheet.grid.empty_cells
        }
    picture = Picture(
        grid=sheet.grid,
        clues=sheet.clues,
        candidates=noted,
        theme=asked.get("theme", "light"),
        caption=asked.get("caption", ""),
    )
    made = getattr(picture, form)()
    data = made if isinstance(made, bytes) else made.encode()
    return Blob(data, _PICTURES[form], f"puzzle.{'txt' if form == 'text' else form}")


def book(asked: Asked, desk: Desk) -> Blob:
    """A book of sheets."""
    entries = []
    for number, value in enumerate(asked["sheets"], 1):
        sheet = sheet_of(value)
        answer = sheet.solution or solve(sheet.clues, limit=Limit(1, seconds=10), cancel=desk.cancel).solution
        if answer is None:
            raise NinefoldError(f"puzzle {number} has no solution, or none was found in time: {sheet.clues.line}")
        entries.append(Entry(sheet.clues, answer, asked.get("label") or sheet.meta.get("name", "")[:40]))
    look = Book(
        title=asked.get("title", ""),
        paper=asked.get("paper", "a4"),
        per_page=asked.get("per_page", 4),
        answers=asked.get("answers", True),
    )
    return Blob(look.pdf(entries), "application/pdf", "book.pdf")
