"""`POST /api/parse`, `/api/export` and `/api/draw`: puzzles from and to files."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import islice
from typing import Annotated, Literal

from pydantic import Field

from ninefold.core.errors import ParseError
from ninefold.core.puzzle import Puzzle
from ninefold.draw.picture import Picture
from ninefold.formats import find
from ninefold.formats.documents import Document
from ninefold.formats.files import reading
from ninefold.formats.format import InputFile
from ninefold.formats.own import as_object
from ninefold.formats.own import puzzle_of as puzzle_of_document
from ninefold.models.incidence import candidates
from ninefold.processes.child import Context
from ninefold.records import as_json
from ninefold.web.endpoints.endpoint import (
    Body,
    FileAnswer,
    Flag,
    IsText,
    LayoutText,
    Line,
    PuzzleDocument,
    Word,
    layout_of,
    router,
    runs_in,
)
from ninefold.web.settings import DEFAULTS

MAX_PUZZLES, MAX_READ, MAX_ERRORS = 1000, 100_000, 100
# An error with its faults takes far longer than a puzzle, so a text of nothing else must not be read to its end.
MAX_UNREADABLE = 1000
PuzzleDocuments = Annotated[list[PuzzleDocument], Field(min_length=1, max_length=MAX_PUZZLES, fail_fast=True)]
MEDIA_TYPES = {
    ".json": "application/json",
    ".csv": "text/csv; charset=utf-8",
    ".xlsx": "application/vnd.openxmlformats-officedocument.spreadsheetml.sheet",
    ".parquet": "application/vnd.apache.parquet",
    ".npy": "application/x-npy",
    ".npz": "application/zip",
}
TEXT = "text/plain; charset=utf-8"
AlphabetText = Annotated[
    Line, Field(max_length=70, description="the symbols of the digits, such as 1-9A-G (default: detect)")
]
EXPORT_TYPES = (TEXT, *MEDIA_TYPES.values())
PICTURE_TYPES = {
    "svg": "image/svg+xml",
    "png": "image/png",
    "pdf": "application/pdf",
    "html": "text/html; charset=utf-8",
    "text": TEXT,
}


def puzzle_of(document: PuzzleDocument) -> Puzzle:
    """The puzzle of a document in a request."""
    return puzzle_of_document(Document(document, as_json(document)))


# --- reading -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ParseRequest(Body):
    """Puzzles as text."""

    text: Annotated[str, Field(min_length=1, max_length=DEFAULTS.body, description="puzzles in any format"), IsText]
    format: Annotated[Word | None, Field(description="the name of a format (default: detect)")] = None
    layout: LayoutText | None = None
    alphabet: AlphabetText | None = None


@dataclass(frozen=True, kw_only=True)
class FileQuery:
    """What the query says about a file in the body."""

    name: Annotated[Line, Field(description="the name of the file, for messages")] = ""
    format: Annotated[Word | None, Field(description="the name of a format (default: detect)")] = None
    layout: LayoutText | None = None
    alphabet: AlphabetText | None = None


@dataclass(frozen=True)
class Unreadable:
    """A puzzle that could not be read."""

    message: str
    where: str


@dataclass(frozen=True, kw_only=True)
class Parsed:
    """The puzzles of a text or file, up to 1000 of them."""

    format: str
    puzzles: list[PuzzleDocument]
    notes: list[str]
    errors: list[Unreadable]
    total: int


@router.post("/api/parse", takes_file=True)
@runs_in("worker")
def parse(request: ParseRequest | None, query: FileQuery, context: Context) -> Parsed:
    """Read puzzles in any format, as text or as a file."""
    found = read_puzzles(request, query, context)
    puzzles = [as_object(puzzle) for puzzle in found.puzzles[:MAX_PUZZLES]]
    return Parsed(
        format=found.format,
        puzzles=puzzles,  # type: ignore[arg-type]  # our own format, described by `PuzzleDocument`
        notes=found.notes,
        errors=found.errors,
        total=len(found.puzzles),
    )


@dataclass(frozen=True, kw_only=True)
class Contents:
    """Everything in a text or file."""

    format: str
    puzzles: list[Puzzle]
    errors: list[Unreadable]
    notes: list[str]


def read_puzzles(request: ParseRequest | None, query: FileQuery, context: Context) -> Contents:
    """The puzzles of the text in a request, or of the file in its place."""
    data, about = (context.file, query) if request is None else (request.text.encode(), request)
    source = InputFile.of(data, layout_of(about.layout), about.alphabet)
    found = reading(source, query.name or "the text", about.format)
    puzzles: list[Puzzle] = []
    errors: list[ParseError] = []
    items = iter(found.items())
    for item in islice(items, MAX_READ):
        if isinstance(item, ParseError):
            errors.append(item)
            if len(errors) == MAX_UNREADABLE:
                break
        else:
            puzzles.append(item)
    if not puzzles and errors:
        raise errors[0]
    read = len(puzzles) + len(errors)
    notes = [*source.notes, f"only the first {read:,} puzzles were read"] if any(items) else source.notes
    return Contents(
        format=found.form.name,
        puzzles=puzzles,
        errors=[Unreadable(str(e), e.faults[0].where if e.faults else "") for e in errors[:MAX_ERRORS]],
        notes=notes,
    )


# --- writing -------------------------------------------------------------------------------------


@dataclass(frozen=True, kw_only=True)
class ExportRequest(Body):
    """Puzzles, and the format of the file."""

    puzzles: PuzzleDocuments
    format: Word


@router.post("/api/export", media_type=EXPORT_TYPES)
@runs_in("worker")
def export(request: ExportRequest, context: Context) -> FileAnswer:  # noqa: ARG001 - it is fast
    """Write puzzles to a file of any format that can be written."""
    return file_of([puzzle_of(document) for document in request.puzzles], request.format)


def file_of(puzzles: Sequence[Puzzle], name: str) -> FileAnswer:
    """Puzzles as a file of a format."""
    form = find(name)
    ending = form.endings[0] if form.endings else ".txt"
    kind = MEDIA_TYPES.get(ending, TEXT)
    return FileAnswer(form.bytes_of(puzzles), kind, f"puzzles{ending}", ", ".join(form.losses(puzzles)))


@dataclass(frozen=True, kw_only=True)
class DrawRequest(Body):
    """A puzzle, and how to draw it."""

    puzzle: PuzzleDocument
    format: Literal["svg", "png", "pdf", "html", "text"]
    theme: Literal["light", "dark", "print"] = "light"
    candidates: Annotated[Flag, Field(description="draw the candidates that the digits leave")] = False
    caption: Line = ""


@router.post("/api/draw", media_type=tuple(PICTURE_TYPES.values()))
@runs_in("worker")
def draw(request: DrawRequest, context: Context) -> FileAnswer:  # noqa: ARG001 - it is fast
    """Draw a puzzle."""
    puzzle = puzzle_of(request.puzzle)
    marks = {cell: set(digits) for cell, digits in puzzle.centre.items()}
    if request.candidates:
        flags = candidates(puzzle.grid).tolist()
        marks = {
            cell: {digit for digit, is_open in enumerate(flags[cell], 1) if is_open} for cell in puzzle.grid.empty_cells
        }
    picture = Picture(
        grid=puzzle.grid, clues=puzzle.clues, candidates=marks, theme=request.theme, caption=request.caption
    )
    drawn: str | bytes = getattr(picture, request.format)()
    data = drawn if isinstance(drawn, bytes) else drawn.encode()
    ending = "txt" if request.format == "text" else request.format
    return FileAnswer(data, PICTURE_TYPES[request.format], f"puzzle.{ending}")
