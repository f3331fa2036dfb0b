"""The picture of a grid: a small SVG, as notebooks show it."""

from __future__ import annotations

from collections.abc import Sequence

from ninefold.core.layout import Layout

CELL = 32
MARGIN = 3


def svg(digits: Sequence[int], layout: Layout) -> str:
    """The grid as an SVG image with thick lines where boxes meet and a tint on extra units."""
    side = layout.size * CELL + 2 * MARGIN
    extra = {cell for unit in layout.extras for cell in unit.cells}
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" width="{side}" height="{side}"'
        f' viewBox="{-MARGIN} {-MARGIN} {side} {side}" role="img" aria-label="Sudoku grid">',
        f'<rect x="{-MARGIN}" y="{-MARGIN}" width="{side}" height="{side}" fill="#fff"/>',
        *(_square(layout, cell) for cell in sorted(extra)),
        f'<path d="{_path(layout, thick=False)}" stroke="#999" stroke-width="1" fill="none"/>',
        f'<path d="{_path(layout, thick=True)}" stroke="#111" stroke-width="2.5" stroke-linecap="square" fill="none"/>',
        f'<g font-family="sans-serif" font-size="{CELL * 0.6:g}" text-anchor="middle" fill="#111">',
        *(_digit(layout, cell, digit) for cell, digit in enumerate(digits) if digit),
        "</g></svg>",
    ]
    return "".join(parts)


def _corner(layout: Layout, cell: int) -> tuple[int, int]:
    return cell % layout.size * CELL, cell // layout.size * CELL


def _square(layout: Layout, cell: int) -> str:
    x, y = _corner(layout, cell)
    return f'<rect x="{x}" y="{y}" width="{CELL}" height="{CELL}" fill="#e8eef7"/>'


def _digit(layout: Layout, cell: int, digit: int) -> str:
    x, y = _corner(layout, cell)
    return f'<text x="{x + CELL // 2}" y="{y + CELL * 0.71:g}">{digit}</text>'


def _path(layout: Layout, *, thick: bool) -> str:
    """The lines between cells: thick where the boxes differ and at the edge, else thin."""
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
