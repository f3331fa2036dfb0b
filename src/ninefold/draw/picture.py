"""Pictures of a grid: digits, candidates, highlights and links as shapes.

1. A digit that `clues` has is a clue (bold, black on light themes); any other digit is placed (in another colour).
2. An empty cell shows its candidates, or its beliefs as shades: one small square per digit, row by row.
3. A highlighted cell is tinted by its tone. A link is a line between two candidates or cells; it stops before them, and
   candidates at its ends are marked.
4. Diagonals are thin lines; the cells of windows and other extra units are tinted.
"""

from __future__ import annotations

from collections.abc import Collection, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from math import ceil, hypot, sqrt

from ninefold.core.errors import NinefoldError
from ninefold.core.geometry import cell_name
from ninefold.core.grid import Grid
from ninefold.core.values import counted, short_repr
from ninefold.draw.scene import Box, Line, Scene, Shape, Text, Theme, find_theme

# Lengths in points.
CELL = 36.0
MARGIN = 4.0
CAPTION = 22.0
LETTER = 0.56  # average width of a letter, as a share of the font size
# Beliefs below this are not drawn: the shade would be invisible.
MIN_VISIBLE_BELIEF = 0.005
# Above this, the digit is written on its shade.
MIN_LABELLED_BELIEF = 0.1


@dataclass(frozen=True)
class Link:
    """A line between two cells, or between two candidates if digits are given."""

    start: int
    end: int
    start_digit: int = 0
    end_digit: int = 0
    weak: bool = False


@dataclass(frozen=True, kw_only=True)
class Picture:
    """A drawing of a grid.

    >>> picture = Picture(grid=Grid("..4.1......3.1.."), highlights={2: "main"})
    >>> picture.svg()[:4]
    '<svg'

    Args:
        grid: the digits.
        clues: the clues of the grid (default: all its digits).
        candidates: the digits to show in some empty cells.
        beliefs: N² rows of N numbers from 0 to 1, drawn as shades in the empty cells.
        highlights: tones of some cells: main, good, bad, other or aside.
        links: lines between cells or candidates.
        caption: a line of text below the board.
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
        """Validate the fields."""
        find_theme(self.theme)
        for each in (self.grid, self.clues):
            if each is not None and not isinstance(each, Grid):
                raise NinefoldError(f"a picture is of a Grid, not {short_repr(each)}")
        if self.clues is not None and self.clues.layout.size != self.grid.layout.size:
            raise NinefoldError(
                f"the clues have size {self.clues.layout.size}, but the grid has size {self.grid.layout.size}"
            )
        if self.beliefs is not None and len(self.beliefs) != len(self.grid):
            rows = counted(len(self.beliefs), "row")
            raise NinefoldError(f"read {rows} of beliefs, expected {len(self.grid)}: one per cell")
        for cell, tone in self.highlights.items():
            self._check_cell(cell)
            if tone not in self._theme.tones:
                raise NinefoldError(f"unknown tone {short_repr(tone)} (choose from {', '.join(self._theme.tones)})")
        for cell in (*self.candidates, *(end for link in self.links for end in (link.start, link.end))):
            self._check_cell(cell)

    def _check_cell(self, cell: int) -> None:
        if not 0 <= cell < len(self.grid):
            raise NinefoldError(f"unknown cell {short_repr(cell)}: expected 0 to {len(self.grid) - 1}")

    # --- output formats ----------------------------------------------------------------------------

    def svg(self) -> str:
        """The picture as SVG."""
        from ninefold.draw.scene import write_svg

        return write_svg(self.scene())

    def png(self, *, scale: float = 2.0) -> bytes:
        """The picture as PNG, with `scale` pixels per point."""
        from ninefold.draw.png import write_png

        return write_png(self.scene(), scale)

    def pdf(self) -> bytes:
        """The picture as a PDF of one page, the size of the picture."""
        from ninefold.draw.pdf import write_pdf

        return write_pdf(self.scene())

    def html(self) -> str:
        """The picture as a self-contained HTML page."""
        from ninefold.draw.scene import write_html

        return write_html([self.scene()], self.caption or "Sudoku", self._theme.paper)

    def text(self, *, colour: bool = False) -> str:
        """The picture as text, optionally with terminal colours."""
        from ninefold.draw.terminal import write_text

        return write_text(self, colour)

    def _repr_svg_(self) -> str:
        return self.svg()

    # --- shapes ------------------------------------------------------------------------------------

    @property
    def _theme(self) -> Theme:
        return find_theme(self.theme)

    @property
    def is_clue(self) -> tuple[bool, ...]:
        """For each cell, whether its digit is a clue (rule 1)."""
        return tuple(map(bool, (self.clues or self.grid).digits))

    def scene(self) -> Scene:
        """The shapes, from the background to the digits."""
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
        """The caption: a long one gets a smaller font, and is cut if that is not enough."""
        size = max(CELL * 0.22, min(CELL * 0.36, side / (LETTER * len(caption))))
        max_letters = int(side / (LETTER * size))
        caption = caption if len(caption) <= max_letters else f"{caption[: max_letters - 1].rstrip()}…"
        return Text(side / 2, side + CAPTION * 0.6, caption, size, self._theme.ink)

    def corner(self, cell: int) -> tuple[float, float]:
        """The upper left corner of a cell."""
        row, column = divmod(cell, self.grid.layout.size)
        return MARGIN + column * CELL, MARGIN + row * CELL

    def _tints(self) -> Iterator[Shape]:
        """The tints of extra units (rule 4), replaced by the tints of highlights (rule 3)."""
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
        """Thin lines between cells, then thick lines between boxes and at the edge."""
        n, box = self.grid.layout.size, self.grid.layout.box_of
        for thick in (False, True):
            bold = 2.2 if n <= 9 else 3.2  # large boards are drawn smaller
            colour, width = (self._theme.ink, bold) if thick else (self._theme.rule, 0.7)
            for i in range(n + 1):
                for start, end, vertical in _runs(n, box, i, thick):
                    a, b, at = MARGIN + start * CELL, MARGIN + end * CELL, MARGIN + i * CELL
                    yield Line(at, a, at, b, colour, width) if vertical else Line(a, at, b, at, colour, width)

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
        """The candidates of an empty cell, each at its position (rule 2)."""
        part = CELL / self._across
        for digit in sorted(self.candidates.get(cell, ())):
            x, y = self.place(cell, digit)
            yield Text(x, y + part * 0.27, str(digit), part * 0.78, self._theme.candidate)

    def _shades(self, cell: int, beliefs: Sequence[float]) -> Iterator[Shape]:
        part = CELL / self._across
        for digit, belief in enumerate(beliefs, 1):
            if belief > MIN_VISIBLE_BELIEF:
                x, y = self.place(cell, digit)
                yield Box(x - part / 2, y - part / 2, part, part, self._theme.belief, round(min(1.0, float(belief)), 3))
            if belief > MIN_LABELLED_BELIEF:
                yield Text(x, y + part * 0.27, str(digit), part * 0.78, self._theme.ink, opacity=0.8)

    def _links(self) -> Iterator[Shape]:
        """The links, and a mark under each candidate at an end (rule 3)."""
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
        """How many candidates fit side by side in a cell."""
        return ceil(sqrt(self.grid.layout.size))

    def place(self, cell: int, digit: int = 0) -> tuple[float, float]:
        """The centre of a cell, or of one candidate in it."""
        x, y = self.corner(cell)
        if not digit:
            return x + CELL / 2, y + CELL / 2
        if digit > self.grid.layout.size:
            raise NinefoldError(
                f"invalid digit {digit} in {cell_name(cell, self.grid.layout.size)}:"
                f" expected 1 to {self.grid.layout.size}"
            )
        row, column = divmod(digit - 1, self._across)
        return x + (column + 0.5) * CELL / self._across, y + (row + 0.5) * CELL / self._across


def _ends(link: Link) -> tuple[tuple[int, int], tuple[int, int]]:
    return (link.start, link.start_digit), (link.end, link.end_digit)


def _runs(n: int, box: Sequence[int], i: int, thick: bool) -> Iterator[tuple[int, int, bool]]:
    """The maximal runs of thick (or thin) edges on the i-th vertical and horizontal line: start, end, vertical."""
    for vertical in (True, False):
        start = None
        for j in range(n + 1):
            matches = j < n and _is_thick(n, box, i, j, vertical) == thick
            if matches and start is None:
                start = j
            elif not matches and start is not None:
                yield start, j, vertical
                start = None


def _is_thick(n: int, box: Sequence[int], i: int, j: int, vertical: bool) -> bool:
    if i in (0, n):
        return True
    before, after = (j * n + i - 1, j * n + i) if vertical else ((i - 1) * n + j, i * n + j)
    return box[before] != box[after]
