"""`POST /api/book`: puzzles as a PDF to print."""

from __future__ import annotations

from dataclasses import dataclass, fields
from typing import Annotated, Literal

from pydantic import Field

from ninefold.core.errors import NinefoldError
from ninefold.core.limits import Limit
from ninefold.draw.book import MAX_ANSWERS, Book
from ninefold.processes.child import Context
from ninefold.solving.solve import solve
from ninefold.web.endpoints.endpoint import Body, FileAnswer, Flag, IsText, Line, Word, router, runs_in
from ninefold.web.endpoints.files import PuzzleDocuments, puzzle_of

Length = Annotated[
    Annotated[float, Field(strict=True, allow_inf_nan=False)] | Word,
    Field(description="millimetres, or a text with a unit: 0.5in, 12mm or 36pt"),
]
ShortText = Annotated[str, Field(max_length=2_000), IsText]
LongText = Annotated[str, Field(max_length=20_000), IsText]


@dataclass(frozen=True, kw_only=True)
class BookRequest(Body):
    """Puzzles, and how to print them: the fields of `Book`."""

    puzzles: PuzzleDocuments
    title: Line = ""
    author: Line = ""
    copyright: Annotated[ShortText, Field(description="text on the page after the title")] = ""
    introduction: Annotated[LongText, Field(description="text before the puzzles; `# ` starts a heading")] = ""
    paper: Annotated[
        Word, Field(description="a4, a5, letter, 6x9, 8x10, 8.5x8.5, or a width and height: 7x10in, 200x250mm")
    ] = "a4"
    margin: Length = 15.0
    gutter: Length = 0.0
    bleed: Length = 0.0
    per_page: Literal[1, 2, 4, 6] = 4
    answers: Annotated[Flag, Field(description="print the answers at the end")] = True
    answers_per_page: Annotated[int, Field(strict=True, ge=1, le=MAX_ANSWERS)] | None = None
    references: Annotated[Flag, Field(description="print the page of its answer at each puzzle")] = False
    sections: Annotated[Flag, Field(description="sort by level, with a page for each and contents")] = False
    label: Word = ""
    techniques: Annotated[Flag, Field(description="name the hardest techniques beside each answer, if known")] = False


@router.post("/api/book", media_type="application/pdf")
@runs_in("worker")
def book(request: BookRequest, context: Context) -> FileAnswer:
    """Print a book of puzzles as PDF, with the answers at the end."""
    options = {field.name: getattr(request, field.name) for field in fields(Book)}
    design = Book(**options | {"label": request.label or None})
    puzzles = []
    for number, document in enumerate(request.puzzles, 1):
        puzzle = puzzle_of(document)
        answer = puzzle.solution or solve(puzzle.clues, limit=Limit(1, seconds=10), cancel=context.cancel).solution
        if answer is None:
            raise NinefoldError(f"puzzle {number} has no solution, or none was found in time: {puzzle.clues.line}")
        puzzles.append(puzzle.replace(solution=answer))
    warnings: list[str] = []
    data = design.pdf(puzzles, warn=warnings.append)
    return FileAnswer(data, "application/pdf", "book.pdf", warning="; ".join(warnings))
