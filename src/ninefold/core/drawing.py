"""Text boards and notebook pictures of a grid.

`draw` prints a board with characters, with lines between boxes:

+-----+-----+
| . . | 4 . |
| 1 . | . . |
+-----+-----+
| . . | . 3 |
| . 1 | . . |
+-----+-----+

`svg` draws the same board as a small SVG image, which notebooks show, and `beliefs_svg` a number for each candidate.
Full pictures are `ninefold.draw`.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from html import escape
from math import ceil
from textwrap import wrap

from ninefold.core.layout import Layout

Paint = Callable[[int, str], str]


def draw(digits: Sequence[int], layout: Layout, paint: Paint | None = None) -> str:
    """The board as text that reads back as the same grid; `paint` can colour the text of a cell."""
    n, width = layout.size, len(str(layout.size))
    walls = [[_wall(layout, r, c) for c in range(n + 1)] for r in range(n)]
    has_wall = [any(walls[r][c] for r in range(n)) for c in range(n + 1)]  # columns that need space for a wall
    lines = [_rule(layout, 0, has_wall, width)]
    for r in range(n):
        line = ["|"]
        for c in range(n):
            cell = r * n + c
            text = str(digits[cell] or ".").rjust(width)
            line += [" ", paint(cell, text) if paint else text]
            if has_wall[c + 1]:
                line.append(" |" if walls[r][c + 1] else "  ")
        lines.append("".join(line))
        lines.append(_rule(layout, r + 1, has_wall, width))
    return "\n".join(line for line in lines if line)


def _wall(layout: Layout, row: int, column: int) -> bool:
    """Whether a vertical line is drawn left of a cell; column N is the right edge."""
    n, box = layout.size, layout.box_of
    return column in (0, n) or box[row * n + column - 1] != box[row * n + column]


def _floor(layout: Layout, row: int, column: int) -> bool:
    """Whether a horizontal line is drawn above a cell; row N is the bottom edge."""
    n, box = layout.size, layout.box_of
    return row in (0, n) or box[(row - 1) * n + column] != box[row * n + column]


def _rule(layout: Layout, row: int, has_wall: list[bool], width: int) -> str:
    """The horizontal line above a row; empty if no two boxes meet there."""
    n = layout.size
    floors = [_floor(layout, row, c) for c in range(n)]
    if not any(floors):
        return ""
    line = ["+"]
    for c in range(n):
        line.append(("-" if floors[c] else " ") * (width + 1))
        if has_wall[c + 1]:
            joins = floors[c] or (c + 1 < n and floors[c + 1])
            line.append(("-" if floors[c] else " ") + ("+" if joins or c + 1 == n else _post(layout, row, c + 1)))
    return "".join(line)


def _post(layout: Layout, row: int, column: int) -> str:
    """A corner that no horizontal line reaches: a wall if one runs through it, else a space."""
    above = row > 0 and _wall(layout, row - 1, column)
    return "|" if above else " "


# Pixels of the notebook picture.
CELL = 32
MARGIN = 3
LINE = 18  # of the caption
LETTER = 7.5  # the average width of a letter there
# Colours of cells in extra units, and of highlighted ones.
EXTRA, BAD, AREA = "#e8eef7", "#f8d0cc", "#fdf3cd"
CLUE, FOUND = "#111", "#1a56c4"


def svg(
    digits: Sequence[int],
    layout: Layout,
    *,
    clues: Sequence[int] | None = None,
    tints: Mapping[int, str] | None = None,
    caption: str = "",
) -> str:
    """The grid as an SVG image, with thick lines between boxes and a tint on extra units.

    Args:
        digits: N² digits, 0 for empty.
        layout: the board.
        clues: which of the digits are clues: these are bold, the others blue (default: all look alike).
        tints: colours of some cells.
        caption: text below the board, in as many lines as it needs.
    """
    return _board(
        layout, caption, [_digit(layout, cell, digit, clues) for cell, digit in enumerate(digits) if digit], tints
    )


def beliefs_svg(
    beliefs: Sequence[Sequence[float]], layout: Layout, clues: Sequence[int], caption: str = "", *, least: float = 1e-6
) -> str:
    """A board with a number from 0 to 1 for every candidate as an SVG image: digits as large and dark as their values.

    Args:
        beliefs: N² rows of N numbers.
        layout: the board.
        clues: N² digits, 0 for empty; clues are bold.
        caption: text below the board.
        least: smaller numbers are not drawn.
    """
    shown = [
        _digit(layout, cell, clues[cell], clues) if clues[cell] else _cell_beliefs(layout, cell, row, least)
        for cell, row in enumerate(beliefs)
    ]
    return _board(layout, caption, shown, None)


def _cell_beliefs(layout: Layout, cell: int, row: Sequence[float], least: float) -> str:
    """The digits of a cell, each at its place in a square; a single one in the middle."""
    x, y = _corner(layout, cell)
    held = [(digit, value) for digit, value in enumerate(row, 1) if value > least]
    across = ceil(len(row) ** 0.5)
    step, parts = CELL / across, []
    for digit, value in held:
        down, right = divmod(digit - 1, across)
        middle = (CELL / 2, CELL / 2) if len(held) == 1 else (step * (right + 0.5), step * (down + 0.5))
        size = CELL * 0.6 if len(held) == 1 else step * (0.5 + 0.6 * min(value, 1) ** 0.5)
        parts.append(
            f'<text x="{x + middle[0]:.1f}" y="{y + middle[1] + size * 0.36:.1f}" font-size="{size:.1f}"'
            f' fill="{FOUND}" fill-opacity="{0.25 + 0.75 * min(value, 1):.2f}">{digit}'
            f"<title>{layout.name(cell)}={digit}: {value:.4g}</title></text>"
        )
    return "".join(parts)


def _board(layout: Layout, caption: str, texts: Sequence[str], tints: Mapping[int, str] | None) -> str:
    """The lines of a board with what is written on it, and the caption."""
    side = layout.size * CELL + 2 * MARGIN
    lines = wrap(caption, int(side / LETTER))
    height = side + LINE * len(lines)
    tinted = {cell: EXTRA for unit in layout.extras for cell in unit.cells} | dict(tints or {})
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{height}"'
        f' viewBox="{-MARGIN} {-MARGIN} {side} {height}" role="img" aria-label="{escape(caption or "Sudoku grid")}">',
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{side}" height="{height}" fill="#fff"/>',
        *(_square(layout, cell, colour) for cell, colour in sorted(tinted.items())),
        f'<path d="{grid_lines(layout, thick=False)}" stroke="#999" stroke-width="1" fill="none"/>',
        f'<path d="{grid_lines(layout, thick=True)}" stroke="#111" stroke-width="2.5" stroke-linecap="square"'
        ' fill="none"/>',
        f'<g font-family="sans-serif" font-size="{CELL * 0.6:g}" text-anchor="middle" fill="{CLUE}">',
        *texts,
        "</g>",
        *(_caption(line, side, number) for number, line in enumerate(lines)),
        "</svg>",
    ]
    return "".join(parts)


def _corner(layout: Layout, cell: int) -> tuple[int, int]:
    return cell % layout.size * CELL, cell // layout.size * CELL


def _square(layout: Layout, cell: int, colour: str) -> str:
    x, y = _corner(layout, cell)
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="{colour}"/>'


def _digit(layout: Layout, cell: int, digit: int, clues: Sequence[int] | None) -> str:
    x, y = _corner(layout, cell)
    look = "" if clues is None else ' font-weight="bold"' if clues[cell] else f' fill="{FOUND}"'
    return f'<text x="{x + CELL // 2}" y="{y + CELL * 0.71:g}"{look}>{digit}</text>'


def _caption(line: str, side: int, number: int) -> str:
    y = side - 2 * MARGIN + LINE * (number + 0.8)
    return f'<text x="0" y="{y:g}" font-family="sans-serif" font-size="13" fill="#333">{escape(line)}</text>'


def grid_lines(layout: Layout, *, thick: bool) -> str:
    """The lines between cells: thick ones between boxes and at the edge, or the thin rest."""
    n, box = layout.size, layout.box_of
    parts = []
    for i in range(n + 1):
        for j in range(n):
            edge = i in (0, n)
            if (edge or box[j * n + i - 1] != box[j * n + i]) == thick:
                parts.append(f"M{i * CELL} {j * CELL}v{CELL}")
            if (edge or box[(i - 1) * n + j] != box[i * n + j]) == thick:
                parts.append(f"M{j * CELL} {i * CELL}h{CELL}")
    return "".join(parts)
