"""The pages of a book in order, before they are drawn: so that every page can refer to every other.

1. Title, copyright, contents (if there are sections), introduction; then the puzzles; then their answers.
2. With sections, the puzzles are in order of level, numbered again, and each level starts with its own page.
3. In a bound book, every part starts on a right-hand page, which is an odd one; the page before it may be blank.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import TYPE_CHECKING

from ninefold.core.puzzle import Puzzle
from ninefold.draw.paper import GAP, HEAD, Arrangement
from ninefold.draw.typesetting import TextLine, columns_of, paragraphs, verse
from ninefold.rating.levels import LEVELS

if TYPE_CHECKING:
    from ninefold.draw.book import Book

TITLE_HEIGHT = HEAD + GAP  # of a heading above boards or rows
ROW = 20.0  # height of a row of the contents
SMALL = 8.5  # font size of the copyright page


@dataclass(frozen=True)
class Numbered:
    """A puzzle with its number in the book."""

    number: int
    puzzle: Puzzle
    label: str
    answer_label: str = ""


@dataclass(frozen=True)
class Section:
    """The puzzles of a level, or all of them."""

    name: str
    entries: tuple[Numbered, ...]


@dataclass(frozen=True)
class BlankPage:
    """A page without anything."""


@dataclass(frozen=True)
class TitlePage:
    """The title, the author and the number of puzzles."""

    count: int


@dataclass(frozen=True)
class TextPage:
    """Lines of text."""

    lines: tuple[TextLine, ...]


@dataclass(frozen=True)
class CopyrightPage:
    """Lines of text at the foot of the page."""

    lines: tuple[TextLine, ...]


@dataclass(frozen=True)
class ContentsPage:
    """Some rows of the contents: from `start`, at most `count`."""

    start: int
    count: int


@dataclass(frozen=True)
class SectionPage:
    """The name of a section, and which puzzles follow."""

    section: Section


@dataclass(frozen=True)
class BoardPage:
    """Puzzles or answers."""

    entries: tuple[Numbered, ...]
    shape: Arrangement
    is_answer: bool = False
    heading: str = ""


Page = BlankPage | TitlePage | CopyrightPage | TextPage | ContentsPage | SectionPage | BoardPage


@dataclass
class Plan:
    """All pages, and the pages of parts, puzzles and answers by number."""

    pages: list[Page] = field(default_factory=list)
    contents: list[tuple[str, int]] = field(default_factory=list)
    puzzle_page: dict[int, int] = field(default_factory=dict)
    answer_page: dict[int, int] = field(default_factory=dict)


def plan(book: Book, puzzles: Sequence[Puzzle]) -> Plan:
    """The pages of a book."""
    made = _Planner(book)
    sections = list(sections_of(book, puzzles))
    made.front_matter(sections, len(puzzles))
    for section in sections:
        made.puzzles(section)
    if book.answers:
        made.answers([entry for section in sections for entry in section.entries])
    return made.plan


def sections_of(book: Book, puzzles: Sequence[Puzzle]) -> Iterator[Section]:
    """The sections in order, with the puzzles numbered from 1; a single one unless the book is divided by level."""
    by_level: dict[str, list[Puzzle]] = {level: [] for level in LEVELS} if book.sections else {}
    for puzzle in puzzles:
        by_level.setdefault(" ".join(puzzle.level.split()).lower() if book.sections else "", []).append(puzzle)
    without_level = by_level.pop("", [])
    number = 0
    for level, members in [*by_level.items(), ("", without_level)]:
        if members:
            name = level[:1].upper() + level[1:] or ("Other puzzles" if number else "Puzzles")
            labels = ((one, book.label_of(one), book.answer_label_of(one)) for one in members)
            entries = (Numbered(at, *label) for at, label in enumerate(labels, number + 1))
            yield Section(name, tuple(entries))
            number += len(members)


@dataclass
class _Planner:
    book: Book
    plan: Plan = field(default_factory=Plan)

    def front_matter(self, sections: Sequence[Section], count: int) -> None:
        """What comes before the puzzles (rule 1)."""
        book, frame = self.book, self.book.trim.frame(1, safe=True)
        if book.title or book.author:
            self.plan.pages.append(TitlePage(count))
        self.plan.pages += map(CopyrightPage, columns_of(verse(book.copyright, frame.width, SMALL), frame.height))
        text = book.introduction.strip()
        if text and not text.startswith("# "):
            text = f"# Introduction\n{text}"
        if book.sections:
            self._open()
            rows = len(sections) + bool(text) + book.answers
            fitting = int((frame.height - 2 * TITLE_HEIGHT) / ROW)
            self.plan.pages += [ContentsPage(start, fitting) for start in range(0, rows, fitting)]
        if text:
            self._open(text.splitlines()[0][2:])
            self.plan.pages += map(TextPage, columns_of(paragraphs(text, frame.width), frame.height))

    def puzzles(self, section: Section) -> None:
        """The pages of a section."""
        self._open(section.name)
        if self.book.sections:
            self.plan.pages.append(SectionPage(section))
        shape = self.book.puzzle_shape
        for start in range(0, len(section.entries), self.book.per_page):
            self._boards(BoardPage(section.entries[start : start + self.book.per_page], shape))

    def answers(self, entries: Sequence[Numbered]) -> None:
        """The pages of the answers."""
        self._open("Answers")
        per_page = self.book.answer_count([entry.puzzle for entry in entries])
        shape = self.book.answer_shape(per_page)
        for start in range(0, len(entries), per_page):
            heading = "" if start else "Answers"
            self._boards(BoardPage(tuple(entries[start : start + per_page]), shape, is_answer=True, heading=heading))

    def _boards(self, page: BoardPage) -> None:
        self.plan.pages.append(page)
        pages = self.plan.answer_page if page.is_answer else self.plan.puzzle_page
        pages.update((entry.number, len(self.plan.pages)) for entry in page.entries)

    def _open(self, name: str = "") -> None:
        """Start a part (rule 3), and list it in the contents if it has a name."""
        if self.book.trim.gutter and len(self.plan.pages) % 2:
            self.plan.pages.append(BlankPage())
        if name:
            self.plan.contents.append((name, len(self.plan.pages) + 1))
