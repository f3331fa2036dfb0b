"""Running text in a book: lines that fit a width, and pages of lines.

Empty lines separate paragraphs; a line that starts with "# " is a heading. The widths of characters come from
ReportLab.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass

from ninefold.draw.pdf import fonts

BODY, HEADING = 10.5, 16.0  # font sizes
LEADING = 1.4  # height of a line, as a multiple of its font size


@dataclass(frozen=True)
class TextLine:
    """A line of text; an empty one is space."""

    text: str
    size: float = BODY
    bold: bool = False

    @property
    def height(self) -> float:
        """The height with the space to the next line."""
        return self.size * LEADING


def wrapped(text: str, width: float, size: float, bold: bool = False) -> list[str]:
    """A text in lines of at most a width; a word that is too long is broken."""
    from reportlab.pdfbase.pdfmetrics import stringWidth

    font = fonts()[bold]
    lines = [""]
    for word in text.split():
        longer = f"{lines[-1]} {word}".lstrip()
        if stringWidth(longer, font, size) <= width:
            lines[-1] = longer
            continue
        if lines[-1]:
            lines.append("")
        for char in word:
            if lines[-1] and stringWidth(lines[-1] + char, font, size) > width:
                lines.append("")
            lines[-1] += char
    return lines if lines[-1] else lines[:-1]


def fitted(title: str, width: float, height: float) -> list[TextLine]:
    """The lines of a title: in the largest font in which at most four lines fit without breaking a word.

    If no font is small enough, the title is cut.
    """
    for size in (28.0, 24.0, 20.0, 16.0, 12.0, 10.0):
        lines = wrapped(title, width, size, bold=True)
        most = max(1, int(height / (size * LEADING)))
        if len(lines) <= min(4, most) and " ".join(lines).split() == title.split():
            break
    if len(lines) > most:
        lines[most - 1 :] = [f"{lines[most - 1][:-1]}…"]
    return [TextLine(line, size, bold=True) for line in lines]


def paragraphs(text: str, width: float, size: float = BODY) -> Iterator[TextLine]:
    """The lines of a text: paragraphs with space between them, and headings."""
    for number, block in enumerate(re.split(r"\n\s*\n", text.strip())):
        if number:
            yield TextLine("", size * 0.7)
        words: list[str] = []
        for line in block.splitlines():
            if line.startswith("# "):
                yield from _lines(" ".join(words), width, size)
                yield from _lines(line[2:], width, HEADING, bold=True)
                yield TextLine("", size * 0.4)
                words = []
            else:
                words.append(line)
        yield from _lines(" ".join(words), width, size)


def verse(text: str, width: float, size: float) -> Iterator[TextLine]:
    """The lines of a text that keeps its line breaks, such as an address."""
    for line in text.strip().splitlines():
        yield from _lines(line, width, size) if line.strip() else [TextLine("", size)]


def _lines(text: str, width: float, size: float, bold: bool = False) -> list[TextLine]:
    return [TextLine(line, size, bold) for line in wrapped(text, width, size, bold)]


def columns_of(lines: Iterator[TextLine], height: float) -> Iterator[tuple[TextLine, ...]]:
    """The lines page by page. A page starts with text, and does not end with a heading."""
    page: list[TextLine] = []
    for line in lines:
        if page and sum(one.height for one in page) + line.height > height:
            kept = [at for at, one in enumerate(page) if one.text and not one.bold]
            end = kept[-1] + 1 if kept else len(page)
            yield tuple(page[:end])
            page = [one for one in page[end:] if one.bold]
        if page or line.text:
            page.append(line)
    if page:
        yield tuple(page)
