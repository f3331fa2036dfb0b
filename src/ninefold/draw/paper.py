"""Paper sizes, margins and the places of boards on a page.

1. Lengths are in points, 72 to the inch. Books are designed in millimetres, or in another unit that is named: `0.5in`.
2. A bound book has a gutter: extra space at the spine, on the left of odd pages and on the right of even ones.
3. The sheet is the trimmed page with the bleed around it. A bound book has no bleed at the spine, as its printers want.
4. The page number is in the safe area: inside the margins, and never closer than `SAFE` to an edge of the page.

    ┌───────────── sheet ┐
    │ ┌──────────── trim │   right-hand (odd) page of a bound book:
    │ │  ┌ frame ──────┐ │   left = gutter + margin, right = margin,
    │ │  │ boards, text│ │   bottom = margin or SAFE, whichever is larger, and the line of the page number
    │ │  └─────────────┘ │
    │ │       7          │
    └─┴──────────────────┘
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from math import ceil

from ninefold.core.errors import NinefoldError
from ninefold.core.values import as_python, short_repr

INCH = 72.0
MILLIMETRE = INCH / 25.4
UNITS = {"mm": MILLIMETRE, "cm": 10 * MILLIMETRE, "in": INCH, "pt": 1.0}
PAPERS = {
    "a4": (210 * MILLIMETRE, 297 * MILLIMETRE),
    "a5": (148 * MILLIMETRE, 210 * MILLIMETRE),
    "letter": (8.5 * INCH, 11 * INCH),
    "6x9": (6 * INCH, 9 * INCH),
    "8x10": (8 * INCH, 10 * INCH),
    "8.5x8.5": (8.5 * INCH, 8.5 * INCH),
}
MIN_SIDE, MAX_SIDE = 50 * MILLIMETRE, 1500 * MILLIMETRE
SAFE = 0.25 * INCH  # printing services cut off or refuse what is closer to the edge
FOOT = 22.0  # height of the line of the page number, with the space above it
HEAD = 18.0  # height of the line above a board
GAP = 14.0  # least space between boards
_LENGTH = re.compile(r"\s*([+-]?(?:\d+\.?\d*|\.\d+))\s*(mm|cm|in|pt)?\s*", re.ASCII | re.IGNORECASE)
_SIZE = re.compile(r"([\d.]+)\s*(mm|cm|in|pt)?\s*[x×]\s*([\d.]+)\s*(mm|cm|in|pt)", re.ASCII | re.IGNORECASE)


def points(value: float | str, what: str) -> float:
    """A length in points: a number of millimetres, or a text with a unit.

    >>> points(25.4, "margin"), points("0.5in", "margin"), points("12 pt", "margin")
    (72.0, 36.0, 12.0)
    """
    number = as_python(value)
    if isinstance(number, int | float) and not isinstance(number, bool) and abs(number) < 1e6:
        return number * MILLIMETRE
    if isinstance(value, str) and (found := _LENGTH.fullmatch(value)):
        return float(found[1]) * UNITS[(found[2] or "mm").lower()]
    raise NinefoldError(
        f"unknown {what} {short_repr(value)} (write a number of millimetres, or a unit too: 0.5in, 12mm or 36pt)"
    )


def shown(value: float | str) -> str:
    """A length as it was given, with its unit."""
    text = str(value).strip()
    return f"{text} mm" if text[-1:].isdigit() or text.endswith(".") else text


def paper_size(paper: str) -> tuple[float, float]:
    """The width and height of a named paper, or of a text such as `8x10in`."""
    if isinstance(paper, str) and paper in PAPERS:
        return PAPERS[paper]
    found = _SIZE.fullmatch(paper.strip()) if isinstance(paper, str) else None
    try:
        if found is None:
            raise ValueError
        width, height = float(found[1]), float(found[3])
    except ValueError:
        raise NinefoldError(
            f"unknown paper {short_repr(paper)} (choose from {', '.join(PAPERS)}, or write the width and height"
            " with a unit: 7x10in, 200x250mm or 500x700pt)"
        ) from None
    size = width * UNITS[(found[2] or found[4]).lower()], height * UNITS[found[4].lower()]
    if not all(MIN_SIDE <= side <= MAX_SIDE for side in size):
        raise NinefoldError(f"invalid paper {short_repr(paper)}: each side must be 50 to 1500 mm")
    return size


@dataclass(frozen=True)
class Frame:
    """A rectangle on a page, measured from the lower left corner of the trimmed page."""

    left: float
    bottom: float
    right: float
    top: float

    @property
    def width(self) -> float:
        """The width."""
        return self.right - self.left

    @property
    def height(self) -> float:
        """The height."""
        return self.top - self.bottom

    @property
    def middle(self) -> float:
        """The x in the middle."""
        return (self.left + self.right) / 2


@dataclass(frozen=True, kw_only=True)
class Trim:
    """The pages of a book after trimming: their size and margins (rules 2 to 4)."""

    width: float
    height: float
    margin: float
    gutter: float = 0.0
    bleed: float = 0.0

    @property
    def sheet(self) -> tuple[float, float]:
        """The width and height of a page in the file, with the bleed."""
        return self.width + (1 if self.gutter else 2) * self.bleed, self.height + 2 * self.bleed

    def corner(self, page: int) -> tuple[float, float]:
        """The lower left corner of the trimmed page on its sheet."""
        return (0.0 if self.gutter and page % 2 else self.bleed), self.bleed

    def frame(self, page: int, *, safe: bool = False) -> Frame:
        """The space for boards above the page number; `safe`: also at a safe distance from the other edges."""
        margin = max(self.margin, SAFE) if safe else self.margin
        left, right = (self.gutter, 0.0) if page % 2 else (0.0, self.gutter)
        return Frame(
            margin + left,
            max(margin, SAFE) + FOOT,
            self.width - margin - right,
            self.height - margin,
        )

    @property
    def foot(self) -> float:
        """The baseline of the page number (rule 4)."""
        return max(self.margin, SAFE) + 3


@dataclass(frozen=True)
class Arrangement:
    """Equal boards in rows and columns, each with a line above it."""

    columns: int
    rows: int
    side: float

    @classmethod
    def of(cls, count: int, width: float, height: float) -> Arrangement:
        """The arrangement of some boards in which they are largest."""
        options = [cls._with(columns, ceil(count / columns), width, height) for columns in range(1, count + 1)]
        return max(options, key=lambda one: one.side)

    @classmethod
    def _with(cls, columns: int, rows: int, width: float, height: float) -> Arrangement:
        across = (width - GAP * (columns - 1)) / columns
        return cls(columns, rows, min(across, (height - GAP * rows) / rows - HEAD))

    def places(self, count: int, frame: Frame, top: float) -> list[tuple[float, float]]:
        """The upper left corners of boards with their lines, evenly spaced below `top`, in reading order."""
        width = (frame.width - GAP * (self.columns - 1)) / self.columns
        spare = (top - frame.bottom - self.rows * (self.side + HEAD)) / (self.rows + 1)
        return [
            (
                frame.left + at % self.columns * (width + GAP) + (width - self.side) / 2,
                top - spare - at // self.columns * (self.side + HEAD + spare),
            )
            for at in range(count)
        ]
