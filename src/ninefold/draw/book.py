"""Puzzle books as PDF: numbered puzzles, with the answers at the end.

1. A page holds 1, 2, 4 or 6 puzzles, as large as the margins allow and evenly spaced.
2. Above each puzzle are its number and its label (a level or a name).
3. The answers follow at the end, with the same numbers; digits that are not clues have another colour. Unless their
   number per page is given, there are as many on a page as stay readable.
4. Digits too small to read well give a warning that says what helps.
"""

from __future__ import annotations

import re
import warnings
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property

from ninefold.core.errors import NinefoldError
from ninefold.core.puzzle import Puzzle
from ninefold.core.values import check_flag, counted, short_repr, whole_number
from ninefold.draw.book_pages import write_book
from ninefold.draw.book_plan import TITLE_HEIGHT, plan
from ninefold.draw.paper import MILLIMETRE, SAFE, Arrangement, Trim, paper_size, points, shown
from ninefold.draw.pdf import missing_glyphs
from ninefold.draw.picture import Picture
from ninefold.draw.png import load
from ninefold.draw.scene import Text

TEXTS = ("title", "author", "copyright", "introduction")
PER_PAGE = (1, 2, 4, 6)
ANSWERS = (12, 9, 6, 4, 2, 1)  # per page, if no number is given: the first with readable digits
MAX_ANSWERS = 48
SINGLES = ("Last in Unit", "Hidden Single", "Naked Single")
READABLE = 7.0  # font size in points
MIN_BOARD = 36.0  # the side of a board in points, below which it does not fit


@dataclass(frozen=True, kw_only=True)
class Book:
    """The design of a book.

    A length is a number of millimetres or a text with a unit: `"0.5in"`, `"12mm"`, `"36pt"`.

    Args:
        title: text of a title page (default: no title page).
        author: a name for the title page.
        copyright: text at the foot of the page after the title; line breaks are kept.
        introduction: text before the puzzles. Empty lines separate paragraphs; a line that starts with `#` is
            a heading.
        paper: a4, a5, letter, 6x9, 8x10, 8.5x8.5, or a width and height such as `"7x10in"` or `"200x250mm"`.
        margin: a length; page numbers are inside it.
        gutter: a length, the extra space at the spine of a bound book: on the left of odd pages, on the right of even
            ones. Each part of a bound book starts on an odd page.
        bleed: a length, the extra paper around each page that is cut off; at the spine of a bound book there is none.
        per_page: 1, 2, 4 or 6 puzzles.
        answers: whether to print the answers at the end.
        answers_per_page: 1 to 48 (default: up to 12, as many as stay readable).
        references: whether each puzzle names the page of its answer, and each answer the page of its puzzle.
        sections: whether to sort the puzzles by level, with a page before each level and a table of contents.
        label: text beside each number (default: the name, the level and the minutes of each puzzle).
        techniques: whether each answer names the hardest techniques that its puzzle needs, if that is known.
    """

    title: str = ""
    author: str = ""
    copyright: str = ""
    introduction: str = ""
    paper: str = "a4"
    margin: float | str = 15.0
    gutter: float | str = 0.0
    bleed: float | str = 0.0
    per_page: int = 4
    answers: bool = True
    answers_per_page: int | None = None
    references: bool = False
    sections: bool = False
    label: str | None = None
    techniques: bool = False

    def __post_init__(self) -> None:
        """Validate the fields."""
        for name in TEXTS:
            text = getattr(self, name)
            if not isinstance(text, str) or re.search("[\ud800-\udfff]", text):
                raise NinefoldError(f"invalid {name} {short_repr(text)}: expected text")
        for name in ("answers", "references", "sections", "techniques"):
            check_flag(name, getattr(self, name))
        if whole_number(self.per_page) not in PER_PAGE:
            raise NinefoldError(f"a page has 1, 2, 4 or 6 puzzles, not {short_repr(self.per_page)}")
        if self.answers_per_page is not None and not 1 <= (whole_number(self.answers_per_page) or 0) <= MAX_ANSWERS:
            raise NinefoldError(f"a page has 1 to {MAX_ANSWERS} answers, not {short_repr(self.answers_per_page)}")
        trim = self.trim
        least = min(trim.width, trim.height)
        self._check_length("margin", trim.margin, least / 3)
        self._check_length("gutter", trim.gutter, trim.width * 2 / 3 - 2 * trim.margin)
        self._check_length("bleed", trim.bleed, least / 3)
        self._check_room("puzzle", self.per_page, self.puzzle_shape)
        if self.answers:
            count = self.answers_per_page or 1
            self._check_room("answer", count, self.answer_shape(count))

    def _check_room(self, what: str, count: int, shape: Arrangement) -> None:
        if shape.side < MIN_BOARD:
            raise NinefoldError(
                f"there is no room for {counted(count, what)} on a page of {self.paper}:"
                " print fewer per page, or use larger paper or smaller margins"
            )

    def _check_length(self, name: str, length: float, most: float) -> None:
        if not 0 <= length < most:
            raise NinefoldError(
                f"a {name} of {shown(getattr(self, name))} is invalid: on {self.paper} it must be at least 0 and below"
                f" {most / MILLIMETRE:.0f} mm"
            )

    @cached_property
    def trim(self) -> Trim:
        """The size and margins of the pages."""
        width, height = paper_size(self.paper)
        margin, gutter, bleed = (points(getattr(self, name), name) for name in ("margin", "gutter", "bleed"))
        return Trim(width=width, height=height, margin=margin, gutter=gutter, bleed=bleed)

    @property
    def puzzle_shape(self) -> Arrangement:
        """How the puzzles are arranged on a page."""
        return self._puzzle_shape(self.per_page)

    def _puzzle_shape(self, count: int) -> Arrangement:
        frame = self.trim.frame(1)
        return Arrangement.of(count, frame.width, frame.height)

    def answer_shape(self, count: int) -> Arrangement:
        """How some answers are arranged on a page, below a heading."""
        frame = self.trim.frame(1, safe=True)
        return Arrangement.of(count, frame.width, frame.height - TITLE_HEIGHT)

    def answer_count(self, puzzles: Sequence[Puzzle]) -> int:
        """The number of answers per page (rule 3)."""
        if self.answers_per_page is not None:
            return self.answers_per_page
        share = min(digit_shares(puzzles).values(), default=1.0)
        return next((count for count in ANSWERS if self.answer_shape(count).side * share >= READABLE), 1)

    def label_of(self, puzzle: Puzzle) -> str:
        """The text beside the number of a puzzle."""
        words = (puzzle.about.get("name", ""), puzzle.level, _minutes(puzzle)) if self.label is None else (self.label,)
        return _printable(", ".join(" ".join(word.split()) for word in words if word))

    def answer_label_of(self, puzzle: Puzzle) -> str:
        """The text beside the number of an answer: the hardest techniques, which would spoil the puzzle."""
        names = re.sub(r" \d+(?=,|$)", "", puzzle.about.get("techniques", "")).split(", ") if self.techniques else []
        return _printable(", ".join(reversed([name for name in names if name and name not in SINGLES][-2:])))

    def pdf(
        self,
        puzzles: Sequence[Puzzle],
        step: Callable[[], None] = lambda: None,
        warn: Callable[[str], None] | None = None,
    ) -> bytes:
        """The book as PDF; the puzzles must have solutions. Calls `step` after each picture.

        Anything that would print badly is reported to `warn` (default: as a Python warning).

        >>> import ninefold as nf
        >>> puzzle = nf.Puzzle(nf.Grid("..4.1......3.1.."), solution=nf.Grid("2341143242133124"), level="easy")
        >>> nf.Book(title="A small book", per_page=1).pdf([puzzle])[:4]
        b'%PDF'
        """
        if unsolved := [number for number, puzzle in enumerate(puzzles, 1) if puzzle.solution is None]:
            raise NinefoldError(f"puzzle {unsolved[0]} has no solution to print; solve it first")
        load("reportlab")
        for message in self._warnings(puzzles):
            if warn is None:
                warnings.warn(message, stacklevel=2)
            else:
                warn(message)
        return write_book(self, plan(self, puzzles), step)

    def _warnings(self, puzzles: Sequence[Puzzle]) -> Iterator[str]:
        texts = [getattr(self, name) for name in TEXTS]
        if signs := missing_glyphs([" ".join(text.split()) for text in (*texts, *map(self.label_of, puzzles))]):
            yield f"the book's font lacks {' '.join(signs[:20])}; they print as empty boxes"
        if self.trim.margin < SAFE:
            yield (
                f"with a margin of {shown(self.margin)}, boards may be cut off:"
                f" printers need about {SAFE / MILLIMETRE:g} mm (0.25 in)"
            )
        shares = digit_shares(puzzles)
        if not shares:
            return
        size, share = min(shares.items(), key=lambda one: one[1])
        fewer = [count for count in reversed(PER_PAGE) if count < self.per_page]
        yield from _small_print("puzzle", size, share, self.puzzle_shape.side, fewer, self._puzzle_shape)
        if self.answers:
            count = self.answer_count(puzzles)
            fewer = [one for one in ANSWERS if one < count]
            side = self.answer_shape(count).side
            yield from _small_print("answer", size, share, side, fewer, self.answer_shape)


def _minutes(puzzle: Puzzle) -> str:
    """The minutes of a rated puzzle, as a book prints them."""
    text = puzzle.about.get("minutes", "")
    return f"{float(text):.0f} min" if re.fullmatch(r"[0-9]{1,4}(\.[0-9]+)?", text, re.ASCII) else ""


def _printable(text: str) -> str:
    return text.encode(errors="replace").decode()  # half of a surrogate pair cannot be printed


def digit_shares(puzzles: Iterable[Puzzle]) -> dict[int, float]:
    """By board size: the font size of the smallest digit, as a share of the side of the picture."""
    shares: dict[int, float] = {}
    for puzzle in puzzles:
        if puzzle.clues.size not in shares:
            scene = Picture(grid=puzzle.solution or puzzle.clues).scene()
            sizes = [shape.size for shape in scene.shapes if isinstance(shape, Text)]
            shares[puzzle.clues.size] = min(sizes, default=scene.width) / scene.width
    return shares


def _small_print(
    what: str, size: int, share: float, side: float, fewer: Sequence[int], shape: Callable[[int], Arrangement]
) -> Iterator[str]:
    """A warning if digits are too small, with the largest number per page that helps."""
    if side * share >= READABLE:
        return
    better = [(count, shape(count).side * share) for count in fewer]
    helps = next((f"print {counted(n, what)} per page ({pt:.1f} pt), or " for n, pt in better if pt >= READABLE), "")
    if not helps and better:
        helps = f"print {counted(better[-1][0], what)} per page ({better[-1][1]:.1f} pt), and "
    yield (
        f"the digits of {what}s on boards of size {size} print at {side * share:.1f} pt; below {READABLE:g} pt they are"
        f" hard to read: {helps}use larger paper or smaller margins"
    )
