"""The pages of a book, drawn on a PDF canvas.

Coordinates are those of the trimmed page; a page with a bleed is moved by it. The file says where each page is trimmed.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass
from io import BytesIO
from typing import TYPE_CHECKING, Any

from ninefold.core.values import counted
from ninefold.draw.book_plan import (
    ROW,
    TITLE_HEIGHT,
    BlankPage,
    BoardPage,
    ContentsPage,
    CopyrightPage,
    Numbered,
    Page,
    Plan,
    SectionPage,
    TextPage,
    TitlePage,
)
from ninefold.draw.paper import FOOT, HEAD, Frame
from ninefold.draw.pdf import clipped, describe, fonts, put
from ninefold.draw.picture import MARGIN, Picture
from ninefold.draw.typesetting import TextLine, fitted, wrapped

if TYPE_CHECKING:
    from ninefold.draw.book import Book

INK, GREY, TINT = "#111111", "#444444", "#e8e8e8"


def write_book(book: Book, plan: Plan, step: Callable[[], None]) -> bytes:
    """The planned pages as PDF."""
    from reportlab.pdfgen.canvas import Canvas

    out = BytesIO()
    canvas = Canvas(out, pagesize=book.trim.sheet, invariant=True, initialFontName=fonts()[False])
    describe(canvas, book.title or "Sudoku")
    if book.author:
        canvas.setAuthor(book.author)
    drawing = _Drawing(canvas, book, plan, step)
    for number, page in enumerate(plan.pages, 1):
        drawing.draw(number, page)
    canvas.save()
    return out.getvalue()


@dataclass
class _Drawing:
    canvas: Any
    book: Book
    plan: Plan
    step: Callable[[], None]

    def __post_init__(self) -> None:
        self.plain, self.bold = fonts()
        self.outline = {page: name for name, page in self.plan.contents} if self.book.sections else {}

    def draw(self, number: int, page: Page) -> None:
        """A page with its boxes and its number; titles, the copyright and blank pages show none."""
        trim = self.book.trim
        if name := self.outline.get(number):
            self.canvas.bookmarkPage(str(number))
            self.canvas.addOutlineEntry(name, str(number))
        left, bottom = trim.corner(number)
        if trim.bleed:
            self.canvas.setTrimBox((left, bottom, left + trim.width, bottom + trim.height))
            self.canvas.setBleedBox((0, 0, *trim.sheet))
        self.canvas.translate(left, bottom)
        frame = trim.frame(number, safe=not isinstance(page, BoardPage) or page.is_answer)
        self._fill(page, frame)
        if not isinstance(page, BlankPage | TitlePage | SectionPage | CopyrightPage):
            self._write(frame.middle, trim.foot, str(number), 9, colour=GREY, centred=True)
        self.canvas.showPage()

    def _fill(self, page: Page, frame: Frame) -> None:
        match page:
            case TitlePage():
                self._title(page, frame)
            case SectionPage():
                self._section(page, frame)
            case CopyrightPage():
                self._stack(page.lines, frame, frame.bottom + sum(line.height for line in page.lines))
            case TextPage():
                self._stack(page.lines, frame, frame.top)
            case ContentsPage():
                self._contents(page, frame)
            case BoardPage():
                self._boards(page, frame)

    def _write(
        self,
        x: float,
        y: float,
        text: str,
        size: float,
        *,
        bold: bool = False,
        colour: str = INK,
        centred: bool = False,
    ) -> None:
        self.canvas.setFillColor(colour)
        self.canvas.setFont(self.bold if bold else self.plain, size)
        (self.canvas.drawCentredString if centred else self.canvas.drawString)(x, y, text)

    # --- pages without boards ----------------------------------------------------------------------

    def _title(self, page: TitlePage, frame: Frame) -> None:
        under = [self.book.author] if self.book.author else []
        self._banner(self.book.title or "Sudoku", [*under, counted(page.count, "puzzle")], frame)

    def _section(self, page: SectionPage, frame: Frame) -> None:
        first, last = page.section.entries[0].number, page.section.entries[-1].number
        under = [f"Puzzles {first:,} to {last:,}" if last > first else f"Puzzle {first:,}"]
        if self.book.answers:
            under.append(f"Answers from page {self.plan.answer_page[first]:,}")
        self._banner(page.section.name, under, frame)

    def _banner(self, title: str, under: Sequence[str], frame: Frame) -> None:
        """A title with lines under it; with a bleed, on a band that runs over the edges of the page."""
        trim = self.book.trim
        lines, size = fitted(title, frame.width, trim.height * 0.35), 13.0 if trim.height > 250 else 9.0
        texts = [TextLine(line, size) for text in under for line in wrapped(text, frame.width, size)]
        height, gap = sum(line.height for line in lines), (46.0 if trim.bleed else 18.0)
        top = max(trim.height * 0.66, frame.bottom - FOOT + height + gap + sum(line.height for line in texts))
        if trim.bleed:
            self.canvas.setFillColor(TINT)
            self.canvas.rect(-trim.bleed, top - height - 24, trim.width + 2 * trim.bleed, height + 48, stroke=0, fill=1)
        self._stack(lines, frame, top, centred=True)
        self._stack(texts, frame, top - height - gap, centred=True)

    def _stack(self, lines: Sequence[TextLine], frame: Frame, top: float, *, centred: bool = False) -> None:
        """Lines one below the other, from `top`."""
        for line in lines:
            x = frame.middle if centred else frame.left
            self._write(x, top - line.size, line.text, line.size, bold=line.bold, centred=centred)
            top -= line.height

    def _contents(self, page: ContentsPage, frame: Frame) -> None:
        """Rows of names and page numbers, with dots between them."""
        if not page.start:
            self._write(frame.left, frame.top - 16, "Contents", 16, bold=True)
        y = frame.top - 2 * TITLE_HEIGHT
        for name, number in self.plan.contents[page.start : page.start + page.count]:
            end = self.canvas.stringWidth(f"{number}", self.plain, 11)
            name = clipped(name, self.plain, 11, frame.width - 60)
            start = self.canvas.stringWidth(name, self.plain, 11)
            self._write(frame.left, y, name, 11)
            self._write(frame.right - end, y, f"{number}", 11)
            self.canvas.setStrokeColor(GREY)
            self.canvas.setLineWidth(0.8)
            self.canvas.setLineCap(1)
            self.canvas.setDash([0, 4])
            self.canvas.line(frame.left + start + 8, y + 1, frame.right - end - 8, y + 1)
            y -= ROW

    # --- boards ------------------------------------------------------------------------------------

    def _boards(self, page: BoardPage, frame: Frame) -> None:
        if page.heading:
            self._write(frame.left, frame.top - 16, page.heading, 16, bold=True)
        top = frame.top - (TITLE_HEIGHT if page.is_answer else 0)
        for entry, (x, y) in zip(page.entries, page.shape.places(len(page.entries), frame, top), strict=True):
            puzzle, side = entry.puzzle, page.shape.side
            grid = (puzzle.solution or puzzle.clues) if page.is_answer else puzzle.clues
            scene = Picture(grid=grid, clues=puzzle.clues, theme="print").scene()
            edge = MARGIN / scene.width * side  # between the edge of the picture and the board
            self._head(entry, page, x + edge, y, side - 2 * edge)
            put(self.canvas, scene, x, y - HEAD - side, side)
            self.step()

    def _head(self, entry: Numbered, page: BoardPage, x: float, y: float, side: float) -> None:
        """The line above a board: the number, the label, and the page of the answer or of the puzzle."""
        size = 12 if side > 150 else 9
        number, end = str(entry.number), x + side
        if self.book.references and self.book.answers:
            other = (self.plan.puzzle_page if page.is_answer else self.plan.answer_page)[entry.number]
            text = f"p. {other}" if page.is_answer or side < 150 else f"answer: p. {other}"
            end -= self.canvas.stringWidth(text, self.plain, size - 2)
            self._write(end, y - 11, text, size - 2, colour=GREY)
            end -= size / 2
        self._write(x, y - 11, number, size, bold=True)
        start = x + self.canvas.stringWidth(number, self.bold, size) + 0.6 * size
        label = entry.answer_label if page.is_answer else entry.label
        self._write(start, y - 11, clipped(label, self.plain, size - 1, end - start), size - 1)
