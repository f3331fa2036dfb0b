"""Pictures as terminal text: a plain board, or a large one that shows candidates or beliefs."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ninefold.core.drawing import draw

if TYPE_CHECKING:
    from ninefold.draw.picture import Picture

BOLD, PLACED, DIM, PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[2m", "\x1b[0m"
TONES = {"main": "\x1b[43m", "good": "\x1b[42m", "bad": "\x1b[41m", "other": "\x1b[44m", "aside": "\x1b[45m"}
# Characters for a belief, from none to certain.
SHADES = (" ", "·", "░", "▒", "▓", "█")


def write_text(picture: Picture, colour: bool) -> str:
    """The board; a cell is one character, or a block with a position for each digit."""
    if not picture.candidates and picture.beliefs is None:
        board = draw(picture.grid.digits, picture.grid.layout, lambda cell, text: _paint(picture, cell, text, colour))
    else:
        board = _large(picture, colour)
    return f"{board}\n{picture.caption}" if picture.caption else board


def _paint(picture: Picture, cell: int, text: str, colour: bool) -> str:
    if not colour:
        return text
    digit = picture.grid.digits[cell]
    style = TONES.get(picture.highlights.get(cell, ""), "")
    style += (BOLD if picture.is_clue[cell] else PLACED) if digit else DIM
    return f"{style}{text}{PLAIN}"


def _large(picture: Picture, colour: bool) -> str:
    layout = picture.grid.layout
    n, across = layout.size, picture._across
    rows = -(-n // across)
    width = len(str(n))
    lines = [_floor(picture, 0, across * width)]
    for r in range(n):
        for part in range(rows):
            line = "│"
            for c in range(n):
                cell = r * n + c
                line += _paint(picture, cell, _part(picture, cell, part, across, width), colour)
                line += "│" if _is_wall(picture, r, c + 1) else "¦"
            lines.append(line)
        lines.append(_floor(picture, r + 1, across * width))
    return "\n".join(lines)


def _part(picture: Picture, cell: int, part: int, across: int, width: int) -> str:
    """One line of a cell: some of its candidates or beliefs, or its digit on the middle line."""
    n, digit = picture.grid.layout.size, picture.grid.digits[cell]
    if digit:
        middle = -(-n // across) // 2
        return (str(digit) if part == middle else "").center(across * width)
    digits = range(part * across + 1, min(n, (part + 1) * across) + 1)
    return "".join(_mark(picture, cell, digit).rjust(width) for digit in digits).ljust(across * width)


def _mark(picture: Picture, cell: int, digit: int) -> str:
    if picture.beliefs is not None:
        belief = min(1.0, max(0.0, float(picture.beliefs[cell][digit - 1])))
        return SHADES[0 if belief < 0.005 else 1 + min(4, int(belief * 5))]
    return str(digit) if digit in picture.candidates.get(cell, ()) else " "


def _is_wall(picture: Picture, row: int, column: int) -> bool:
    n, box = picture.grid.layout.size, picture.grid.layout.box_of
    return column in (0, n) or box[row * n + column - 1] != box[row * n + column]


def _floor(picture: Picture, row: int, width: int) -> str:
    """The line above a row of cells: solid between boxes, dotted elsewhere."""
    n, box = picture.grid.layout.size, picture.grid.layout.box_of
    solid = [row in (0, n) or box[(row - 1) * n + c] != box[row * n + c] for c in range(n)]
    parts = [("─" if is_solid else "┄") * width for is_solid in solid]
    return "┼" + "┼".join(parts) + "┼"
