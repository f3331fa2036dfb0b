"""A picture of a grid: what is to be shown, and the shapes that show it.

1. A digit is a clue (bold, in ink) where `clues` has it, else it is placed (in a colour of its own).
2. An empty cell shows its candidates, or its beliefs as shades, one small square a digit, row by row.
3. A highlighted cell is tinted by its tone; a link is a line from one candidate or cell to another, whose ends are
   marked and not struck through.
4. Diagonals are thin lines; the cells of windows and other extra units are tinted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, hypot, sqrt

from ninefold.core.errors import NinefoldError
from ninefold.core.geometry import cell_name
from ninefold.core.grid import Grid
from ninefold.core.values import short_repr
from ninefold.draw.scene import Box, Line, Scene, Shape, Text, Theme, find_theme

CELL = 36.0
MARGIN = 4.0
CAPTION = 22.0
LETTER = 0.56  # how wide a letter is, of its size, on the whole
# Beliefs below this are not drawn: they would be paper on paper.
FAINT = 0.005
# Above this the digit is written into its shade.
READABLE = 0.1


@dataclass(frozen=True)
class Link:
    """A line between two places; a place is a cell, and a digit where one candidate of it is meant."""

    start: int
    end: int
    start_digit: int = 0
    end_digit: int = 0
    weak: bool = False


@dataclass(frozen=True, kw_only=True)
class Picture:
    """What is shown of a grid.

    >>> picture = Picture(grid=Grid("..4.1......3.1.."), highlights={2: "main"})
    >>> picture.svg()[:4]
    '<svg'

    Args:
        grid: the digits.
        clues: which digits are clues; left out, all of them.
        candidates: for some empty cells the digits to note in them.
        beliefs: N² rows of N numbers from 0 to 1, drawn as shades in the empty cells.
        highlights: for some cells a tone: main, good, bad, other or aside.
        links: lines between cells or candidates.
        caption: a line below.
        theme: light, dark or print.
    """

    grid: Grid
    clues: Grid | None = None
    candidates: Mapping[int, Collection[int]] = field(default_factory=dict)
    beliefs: Sequence[Sequence[float]] | None = None
    highlights: Mapping[int, str] = field(default_factory=dict)
    links: tuple[Link, ...] = ()
    caption: str = ""
    theme: str = "light"

    def __post_init__(self) -> None:
        """Refuse what cannot be drawn, before anything is."""
        find_theme(self.theme)
        if self.clues is not None and self.clues.layout.size != self.grid.layout.size:
            raise NinefoldError(f"the clues are of size {self.clues.layout.size}, the grid of {self.grid.layout.size}")
        if self.beliefs is not None and len(self.beliefs) != len(self.grid):
            raise NinefoldError(f"beliefs are {len(self.grid)} rows, one a cell; read {len(self.beliefs)}")
        for cell, tone in self.highlights.items():
            self._check_cell(cell)
            if tone not in self._theme.tones:
                raise NinefoldError(f"no tone {short_repr(tone)}; there are {', '.join(self._theme.tones)}")
        for cell in (*self.candidates, *(end for link in self.links for end in (link.start, link.end))):
            self._check_cell(cell)

    def _check_cell(self, cell: int) -> None:
        if not 0 <= cell < len(self.grid):
            raise NinefoldError(f"no cell {short_repr(cell)} on a board of {len(self.grid)}")

    # --- in each form ------------------------------------------------------------------------------

    def svg(self) -> str:
        """The picture as SVG."""
        from ninefold.draw.scene import write_svg

        return write_svg(self.scene())

    def png(self, *, scale: float = 2.0) -> bytes:
        """The picture as PNG, so many pixels to the point."""
        from ninefold.draw.png import write_png

        return write_png(self.scene(), scale)

    def pdf(self) -> bytes:
        """The picture as a PDF of one page, as large as the picture."""
        from ninefold.draw.pdf import write_pdf

        return write_pdf(self.scene())

    def html(self) -> str:
        """The picture as a page that needs nothing else."""
        from ninefold.draw.scene import write_html

        return write_html([self.scene()], self.caption or "Sudoku", self._theme.paper)

    def text(self, *, colour: bool = False) -> str:
        """The picture in characters, with colours where asked."""
        from ninefold.draw.terminal import write_text

        return write_text(self, colour)

    def _repr_svg_(self) -> str:
        return self.svg()

    # --- the shapes --------------------------------------------------------------------------------

    @property
    def _theme(self) -> Theme:
        return find_theme(self.theme)

    @property
    def is_clue(self) -> tuple[bool, ...]:
        """For each cell whether its digit is a clue (rule 1)."""
        return tuple(map(bool, (self.clues or self.grid).digits))

    def scene(self) -> Scene:
        """The shapes, from the paper up to the digits."""
        side = self.grid.layout.size * CELL + 2 * MARGIN
        height = side + (CAPTION if self.caption else 0)
        shapes: list[Shape] = [Box(0, 0, side, height, self._theme.paper), *self._tints()]
        for cell, digit in enumerate(self.grid.digits):
            if not digit and self.beliefs is not None:
                shapes += self._shades(cell, self.beliefs[cell])
        shapes += self._lines()
        shapes += self._links()
        for cell, digit in enumerate(self.grid.digits):
            shapes += self._digit(cell, digit) if digit else self._candidates(cell)
        if self.caption:
            shapes.append(self._caption(self.caption, side))
        return Scene(side, height, tuple(shapes), self.caption or "Sudoku grid")

    def _caption(self, caption: str, side: float) -> Text:
        """The caption below: in smaller letters where it is long, and then without its end."""
        size = max(CELL * 0.22, min(CELL * 0.36, side / (LETTER * len(caption))))
        room = int(side / (LETTER * size))
        caption = caption if len(caption) <= room else f"{caption[: room - 1].rstrip()}…"
        return Text(side / 2, side + CAPTION * 0.6, caption, size, self._theme.ink)

    def corner(self, cell: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        row, column = divmod(cell, self.grid.layout.size)
        return MARGIN + column * CELL, MARGIN + row * CELL

    def _tints(self) -> Iterator[Shape]:
        """A tint on the cells of extra units (rule 4), and over it that of a highlight (rule 3)."""
        units = [unit for unit in self.grid.layout.extras if unit.kind != "diagonal"]
        extra = dict.fromkeys(sorted({cell for unit in units for cell in unit.cells}), self._theme.extra)
        tones = {cell: self._theme.tones[tone] for cell, tone in self.highlights.items()}
        for cell, colour in (extra | tones).items():
            yield Box(*self.corner(cell), CELL, CELL, colour)
        if self.grid.layout.diagonals:
            near, far = MARGIN, MARGIN + self.grid.layout.size * CELL
            yield Line(near, near, far, far, self._theme.diagonal, 1.1)
            yield Line(near, far, far, near, self._theme.diagonal, 1.1)

    def _lines(self) -> Iterator[Shape]:
        """Thin lines between cells, then thick ones where boxes meet and at the edge."""
        n, box = self.grid.layout.size, self.grid.layout.box_of
        for thick in (False, True):
            bold = 2.2 if n <= 9 else 3.2  # large boards are drawn smaller
            colour, width = (self._theme.ink, bold) if thick else (self._theme.rule, 0.7)
            for i in range(n + 1):
                for start, end, upright in _runs(n, box, i, thick):
                    a, b, at = MARGIN + start * CELL, MARGIN + end * CELL, MARGIN + i * CELL
                    yield Line(at, a, at, b, colour, width) if upright else Line(a, at, b, at, colour, width)

    def _digit(self, cell: int, digit: int) -> Iterator[Shape]:
        x, y = self.corner(cell)
        clue = self.is_clue[cell]
        size = CELL * (0.62 if digit < 10 else 0.5)
        yield Text(
            x + CELL / 2,
            y + CELL / 2 + size * 0.36,
            str(digit),
            size,
            self._theme.ink if clue else self._theme.placed,
            clue,
        )

    def _candidates(self, cell: int) -> Iterator[Shape]:
        """The candidates of an empty cell, each in its place (rule 2)."""
        part = CELL / self._across
        for digit in sorted(self.candidates.get(cell, ())):
            x, y = self.place(cell, digit)
            yield Text(x, y + part * 0.27, str(digit), part * 0.78, self._theme.candidate)

    def _shades(self, cell: int, beliefs: Sequence[float]) -> Iterator[Shape]:
        part = CELL / self._across
        for digit, belief in enumerate(beliefs, 1):
            if belief > FAINT:
                x, y = self.place(cell, digit)
                yield Box(x - part / 2, y - part / 2, part, part, self._theme.belief, round(min(1.0, float(belief)), 3))
            if belief > READABLE:
                yield Text(x, y + part * 0.27, str(digit), part * 0.78, self._theme.ink, opacity=0.8)

    def _links(self) -> Iterator[Shape]:
        """The links, and under each candidate at an end a mark (rule 3)."""
        part = CELL / self._across
        ends = {(cell, digit) for link in self.links for cell, digit in _ends(link) if digit}
        for cell, digit in sorted(ends):
            x, y = self.place(cell, digit)
            yield Box(x - part / 2, y - part / 2, part, part, self._theme.link, 0.25)
        for link in self.links:
            (x1, y1), (x2, y2) = (self.place(*end) for end in _ends(link))
            length = hypot(x2 - x1, y2 - y1)
            if length > part:
                gaps = [(part if digit else CELL * 0.6) / 2 / length for _, digit in _ends(link)]
                near, far = gaps[0], max(gaps[0], 1 - gaps[1])
                start, end = ((x1 + (x2 - x1) * at, y1 + (y2 - y1) * at) for at in (near, far))
                yield Line(*start, *end, self._theme.link, 1.6, link.weak)

    @property
    def _across(self) -> int:
        """How many candidates stand side by side in a cell."""
        return ceil(sqrt(self.grid.layout.size))

    def place(self, cell: int, digit: int = 0) -> tuple[float, float]:
        """The middle of a cell, or of the place of one candidate in it."""
        x, y = self.corner(cell)
        if not digit:
            return x + CELL / 2, y + CELL / 2
        if digit > self.grid.layout.size:
            raise NinefoldError(f"no digit {digit} in {cell_name(cell, self.grid.layout.size)}")
        row, column = divmod(digit - 1, self._across)
        return x + (column + 0.5) * CELL / self._across, y + (row + 0.5) * CELL / self._across


def _ends(link: Link) -> tuple[tuple[int, int], tuple[int, int]]:
    return (link.start, link.start_digit), (link.end, link.end_digit)


def _runs(n: int, box: Sequence[int], i: int, thick: bool) -> Iterator[tuple[int, int, bool]]:
    """The longest stretches of the i-th line across and down that are thick, or that are not."""
    for upright in (True, False):
        start = None
        for j in range(n + 1):
            is_so = j < n and _is_thick(n, box, i, j, upright) == thick
            if is_so and start is None:
                start = j
            elif not is_so and start is not None:
                yield start, j, upright
                start = None


def _is_thick(n: int, box: Sequence[int], i: int, j: int, upright: bool) -> bool:
    if i in (0, n):
        return True
    before, after = (j * n + i - 1, j * n + i) if upright else ((i - 1) * n + j, i * n + j)
    return box[before] != box[after]
