"""Puzzle books as PDF: numbered puzzles, with the answers at the end.

1. A page holds 1, 2, 4 or 6 puzzles in rows of one or two, as large as the margins allow and evenly spaced.
2. Above each puzzle are its number and its label (a level or a name).
3. The answers follow at the end, smaller, with the same numbers; digits that are not clues have another colour. Pages
   with larger boards have fewer answers, so that they stay readable.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from ninefold.core.errors import NinefoldError
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import short_repr
from ninefold.draw.pdf import clipped, describe, fonts, put
from ninefold.draw.picture import Picture
from ninefold.draw.png import load

# Lengths are in points, 72 to the inch.
INCH = 72.0
MILLIMETRE = INCH / 25.4
PAPERS = {
    "a4": (210 * MILLIMETRE, 297 * MILLIMETRE),
    "a5": (148 * MILLIMETRE, 210 * MILLIMETRE),
    "letter": (8.5 * INCH, 11 * INCH),
    "6x9": (6 * INCH, 9 * INCH),
    "8.5x8.5": (8.5 * INCH, 8.5 * INCH),
}
# Columns and rows of puzzles by the number per page (rule 1), and of answers by the largest board size (rule 3).
SHAPES = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
ANSWERS = {9: (3, 4), 16: (2, 3), 64: (1, 1)}
HEAD = 18.0  # height of the line above a puzzle
GAP = 14.0  # least space between puzzles


Placed = tuple[str, Picture]


@dataclass(frozen=True, kw_only=True)
class Book:
    """The design of a book.

    Args:
        title: text of a title page (default: no title page).
        paper: a4, a5, letter, 6x9 or 8.5x8.5.
        per_page: 1, 2, 4 or 6 puzzles.
        margin: in millimetres.
        answers: whether to print the answers at the end.
        label: text beside each number (default: the name and the level of each puzzle).
    """

    title: str = ""
    paper: str = "a4"
    per_page: int = 4
    margin: float = 15.0
    answers: bool = True
    label: str | None = None

    def __post_init__(self) -> None:
        """Validate the fields."""
        if self.paper not in PAPERS:
            raise NinefoldError(f"unknown paper {short_repr(self.paper)} (choose from {', '.join(PAPERS)})")
        if self.per_page not in SHAPES:
            raise NinefoldError(f"per_page must be 1, 2, 4 or 6, not {short_repr(self.per_page)}")
        if not 0 <= self.margin * MILLIMETRE < min(PAPERS[self.paper]) / 3:
            raise NinefoldError(
                f"a margin of {short_repr(self.margin)} mm is invalid: on {self.paper} it must be at least 0 and below"
                f" {min(PAPERS[self.paper]) / 3 / MILLIMETRE:.0f} mm"
            )

    def label_of(self, puzzle: Puzzle) -> str:
        """The text beside the number of a puzzle."""
        words = (puzzle.about.get("name", ""), puzzle.level) if self.label is None else (self.label,)
        return ", ".join(" ".join(word.split()) for word in words if word)

    def pdf(self, puzzles: Sequence[Puzzle], step: Callable[[], None] = lambda: None) -> bytes:
        """The book as PDF; the puzzles must have solutions. Calls `step` after each picture.

        >>> import ninefold as nf
        >>> puzzle = nf.Puzzle(nf.Grid("..4.1......3.1.."), solution=nf.Grid("2341143242133124"), level="easy")
        >>> nf.Book(title="A small book", per_page=1).pdf([puzzle])[:4]
        b'%PDF'
        """
        if unsolved := [number for number, puzzle in enumerate(puzzles, 1) if puzzle.solution is None]:
            raise NinefoldError(f"puzzle {unsolved[0]} has no solution to print; solve it first")
        load("reportlab")
        from reportlab.pdfgen.canvas import Canvas

        out = BytesIO()
        canvas = Canvas(out, pagesize=PAPERS[self.paper], invariant=True, initialFontName=fonts()[False])
        describe(canvas, self.title or "Sudoku")
        pages = _Pages(canvas, PAPERS[self.paper], self.margin * MILLIMETRE, step)
        if self.title:
            pages.title(self.title, len(puzzles))
        pages.fill(list(self._pictures(puzzles)), SHAPES[self.per_page])
        if self.answers:
            pages.fill(list(_answers(puzzles)), _answer_shape(puzzles), heading="Answers")
        canvas.save()
        return out.getvalue()

    def _pictures(self, puzzles: Sequence[Puzzle]) -> Iterator[Placed]:
        for number, puzzle in enumerate(puzzles, 1):
            yield f"{number} {self.label_of(puzzle)}".rstrip(), Picture(grid=puzzle.clues, theme="print")


def _answers(puzzles: Sequence[Puzzle]) -> Iterator[Placed]:
    for number, puzzle in enumerate(puzzles, 1):
        yield str(number), Picture(grid=puzzle.solution or puzzle.clues, clues=puzzle.clues, theme="print")


def _answer_shape(puzzles: Sequence[Puzzle]) -> tuple[int, int]:
    largest = max((puzzle.clues.size for puzzle in puzzles), default=9)
    return next(shape for size, shape in ANSWERS.items() if largest <= size)


@dataclass
class _Pages:
    """The pages of the PDF file being written."""

    canvas: Any
    paper: tuple[float, float]
    margin: float
    step: Callable[[], None]
    number: int = 0

    def __post_init__(self) -> None:
        self.plain, self.bold = fonts()

    def title(self, title: str, count: int) -> None:
        """A title page, without a page number; a long title takes several lines."""
        from reportlab.lib.utils import simpleSplit

        width, top = self.paper[0], self.paper[1] * 0.6
        lines, size = _fitting(title, width - 2 * self.margin, simpleSplit)
        self.canvas.setFont(self.bold, size)
        for line in lines:
            self.canvas.drawCentredString(width / 2, top, line)
            top -= size * 1.25
        self.canvas.setFont(self.plain, 14)
        self.canvas.drawCentredString(width / 2, top - 10, f"{count} puzzle{'s' * (count != 1)}")
        self.number += 1
        self.canvas.showPage()

    def fill(self, pictures: Sequence[Placed], shape: tuple[int, int], heading: str = "") -> None:
        """Draw the pictures in reading order, on as many pages as needed."""
        per_page = shape[0] * shape[1]
        for start in range(0, len(pictures), per_page):
            top = self.paper[1] - self.margin
            if heading and start == 0:
                self.canvas.setFont(self.bold, 16)
                self.canvas.drawString(self.margin, top - 14, heading)
            self._page(pictures[start : start + per_page], shape, top - (HEAD + GAP if heading else 0))
            self._end_page()

    def _page(self, pictures: Sequence[Placed], shape: tuple[int, int], top: float) -> None:
        columns, rows = shape
        width = (self.paper[0] - 2 * self.margin - GAP * (columns - 1)) / columns
        height = (top - self.margin - GAP * (rows + 1)) / rows
        side = min(width, height - HEAD)
        spare = (top - self.margin - rows * (side + HEAD)) / (rows + 1)
        for at, (label, picture) in enumerate(pictures):
            left = self.margin + at % columns * (width + GAP) + (width - side) / 2
            self._place(label, picture, left, top - spare - at // columns * (side + HEAD + spare), side)
            self.step()

    def _place(self, label: str, picture: Picture, left: float, top: float, side: float) -> None:
        number, _, words = label.partition(" ")
        size = 12 if side > 150 else 9
        self.canvas.setFillColor("#111111")
        self.canvas.setFont(self.bold, size)
        self.canvas.drawString(left, top - 11, number)
        self.canvas.setFont(self.plain, size - 1)
        start = (0.7 * len(number) + 0.6) * size
        self.canvas.drawString(left + start, top - 11, clipped(words, self.plain, size - 1, side - start))
        put(self.canvas, picture.scene(), left, top - HEAD - side, side)

    def _end_page(self) -> None:
        self.number += 1
        self.canvas.setFillColor("#444444")
        self.canvas.setFont(self.plain, 9)
        self.canvas.drawCentredString(self.paper[0] / 2, self.margin * 0.45, str(self.number))
        self.canvas.showPage()


def _fitting(title: str, width: float, split: Callable[[str, str, float, float], list[str]]) -> tuple[list[str], float]:
    """The lines of a title and its font size: the largest size at which at most four lines fit the width."""
    for size in (28.0, 24.0, 20.0, 16.0, 12.0):
        lines = split(title, fonts()[True], size, width)
        if len(lines) <= 4 and max(map(len, lines), default=0) * size * 0.5 <= width:
            break
    return lines, size
