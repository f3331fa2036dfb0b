"""Drawing a board with characters: every cell, and a rule wherever two boxes meet.

+-----+-----+
| . . | 4 . |
| 1 . | . . |
+-----+-----+
| . . | . 3 |
| . 1 | . . |
+-----+-----+
"""

from __future__ import annotations

from collections.abc import Callable, Sequence

from ninefold.core.layout import Layout

Paint = Callable[[int, str], str]


def draw(digits: Sequence[int], layout: Layout, paint: Paint | None = None) -> str:
    """The board as text that reads back as the same grid; `paint` may colour a cell's text."""
    n, width = layout.size, len(str(layout.size))
    walls = [[_wall(layout, r, c) for c in range(n + 1)] for r in range(n)]
    ruled = [any(walls[r][c] for r in range(n)) for c in range(n + 1)]
    lines = [_rule(layout, 0, ruled, width)]
    for r in range(n):
        line = ["|"]
        for c in range(n):
            cell = r * n + c
            text = str(digits[cell] or ".").rjust(width)
            line += [" ", paint(cell, text) if paint else text]
            if ruled[c + 1]:
                line.append(" |" if walls[r][c + 1] else "  ")
        lines.append("".join(line))
        lines.append(_rule(layout, r + 1, ruled, width))
    return "\n".join(line for line in lines if line)


def _wall(layout: Layout, row: int, column: int) -> bool:
    """Whether a rule stands to the left of a cell; column N is the right edge."""
    n, box = layout.size, layout.box_of
    return column in (0, n) or box[row * n + column - 1] != box[row * n + column]


def _floor(layout: Layout, row: int, column: int) -> bool:
    """Whether a rule stands above a cell; row N is the bottom edge."""
    n, box = layout.size, layout.box_of
    return row in (0, n) or box[(row - 1) * n + column] != box[row * n + column]


def _rule(layout: Layout, row: int, ruled: list[bool], width: int) -> str:
    """The line above a row; empty where no two boxes meet there."""
    n = layout.size
    floors = [_floor(layout, row, c) for c in range(n)]
    if not any(floors):
        return ""
    line = ["+"]
    for c in range(n):
        line.append(("-" if floors[c] else " ") * (width + 1))
        if ruled[c + 1]:
            joins = floors[c] or (c + 1 < n and floors[c + 1])
            line.append(("-" if floors[c] else " ") + ("+" if joins or c + 1 == n else _post(layout, row, c + 1)))
    return "".join(line)


def _post(layout: Layout, row: int, column: int) -> str:
    """Where no floor reaches a corner, a wall that runs through it."""
    above = row > 0 and _wall(layout, row - 1, column)
    return "|" if above else " "
