"""A book of puzzles as PDF: numbered puzzles, some to a page, and the answers at the end.

1. A page holds 1, 2, 4 or 6 puzzles in rows of one or two, as large as the margins allow, with equal space between.
2. Each has its number and its label (a level, a name) above it.
3. The answers stand behind, small, with the same numbers; the digits that are no clues are in their own colour. The
   larger the boards, the fewer answers a page has, so that they can be read.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import Any

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.values import short_repr
from ninefold.draw.pdf import clipped, describe, fonts, put
from ninefold.draw.picture import Picture
from ninefold.draw.png import load

INCH = 72.0
MILLIMETRE = INCH / 25.4
PAPERS = {
    "a4": (210 * MILLIMETRE, 297 * MILLIMETRE),
    "a5": (148 * MILLIMETRE, 210 * MILLIMETRE),
    "letter": (8.5 * INCH, 11 * INCH),
    "6x9": (6 * INCH, 9 * INCH),
    "8.5x8.5": (8.5 * INCH, 8.5 * INCH),
}
# Columns and rows of puzzles on a page (rule 1), and of answers (rule 3).
SHAPES = {1: (1, 1), 2: (1, 2), 4: (2, 2), 6: (2, 3)}
ANSWERS = {9: (3, 4), 16: (2, 3), 64: (1, 1)}
HEAD = 18.0
GAP = 14.0


@dataclass(frozen=True)
class Entry:
    """A puzzle of a book, its solution and what stands above it."""

    puzzle: Grid
    solution: Grid
    label: str = ""


@dataclass(frozen=True, kw_only=True)
class Book:
    """How a book looks.

    Args:
        title: the first page says it, if there is one.
        paper: a4, a5, letter, 6x9 or 8.5x8.5.
        per_page: 1, 2, 4 or 6 puzzles.
        margin: in millimetres.
        answers: whether the answers follow.
    """

    title: str = ""
    paper: str = "a4"
    per_page: int = 4
    margin: float = 15.0
    answers: bool = True

    def __post_init__(self) -> None:
        """Refuse a look that no page can have."""
        if self.paper not in PAPERS:
            raise NinefoldError(f"no paper {short_repr(self.paper)}; there are {', '.join(PAPERS)}")
        if self.per_page not in SHAPES:
            raise NinefoldError(f"a page has 1, 2, 4 or 6 puzzles; read {short_repr(self.per_page)}")
        if not 0 <= self.margin * MILLIMETRE < min(PAPERS[self.paper]) / 3:
            raise NinefoldError(f"a margin leaves room for puzzles; read {short_repr(self.margin)} mm on {self.paper}")

    def pdf(self, entries: Sequence[Entry], step: Callable[[], None] = lambda: None) -> bytes:
        """The book; `step` is called after each picture."""
        load("reportlab")
        from reportlab.pdfgen.canvas import Canvas

        out = BytesIO()
        canvas = Canvas(out, pagesize=PAPERS[self.paper], invariant=True, initialFontName=fonts()[False])
        describe(canvas, self.title or "Sudoku")
        pages = _Pages(canvas, PAPERS[self.paper], self.margin * MILLIMETRE, step)
        if self.title:
            pages.title(self.title, len(entries))
        pages.fill(list(_puzzles(entries)), SHAPES[self.per_page])
        if self.answers:
            pages.fill(list(_answers(entries)), _answer_shape(entries), heading="Answers")
        canvas.save()
        return out.getvalue()


Placed = tuple[str, Picture]


def _puzzles(entries: Sequence[Entry]) -> Iterator[Placed]:
    for number, entry in enumerate(entries, 1):
        yield f"{number} {entry.label}".rstrip(), Picture(grid=entry.puzzle, theme="print")


def _answers(entries: Sequence[Entry]) -> Iterator[Placed]:
    for number, entry in enumerate(entries, 1):
        yield str(number), Picture(grid=entry.solution, clues=entry.puzzle, theme="print")


def _answer_shape(entries: Sequence[Entry]) -> tuple[int, int]:
    largest = max((entry.puzzle.size for entry in entries), default=9)
    return next(shape for size, shape in ANSWERS.items() if largest <= size)


@dataclass
class _Pages:
    """The pages that are being filled."""

    canvas: Any
    paper: tuple[float, float]
    margin: float
    step: Callable[[], None]
    number: int = 0

    def __post_init__(self) -> None:
        self.plain, self.bold = fonts()

    def title(self, title: str, count: int) -> None:
        """A page with the title, in as many lines as it takes, and no number."""
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
        """As many pages as it takes, in order of reading."""
        per_page = shape[0] * shape[1]
        for start in range(0, len(pictures), per_page):
            top = self.paper[1] - self.margin
            if heading and start == 0:
                self.canvas.setFont(self.bold, 16)
                self.canvas.drawString(self.margin, top - 14, heading)
            self._page(pictures[start : start + per_page], shape, top - (HEAD + GAP if heading else 0))
            self._turn()

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

    def _turn(self) -> None:
        self.number += 1
        self.canvas.setFillColor("#444444")
        self.canvas.setFont(self.plain, 9)
        self.canvas.drawCentredString(self.paper[0] / 2, self.margin * 0.45, str(self.number))
        self.canvas.showPage()


def _fitting(title: str, width: float, split: Callable[[str, str, float, float], list[str]]) -> tuple[list[str], float]:
    """The lines of a title and the size of its letters: smaller ones only where a word alone would be too wide."""
    for size in (28.0, 24.0, 20.0, 16.0, 12.0):
        lines = split(title, fonts()[True], size, width)
        if len(lines) <= 4 and max(map(len, lines), default=0) * size * 0.5 <= width:
            break
    return lines, size
