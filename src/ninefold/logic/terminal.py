"""Steps as boards of characters for a terminal.

Every cell shows its digit, or its candidates side by side. Without colours, a removed candidate is followed by `-`, a
placed digit by `!` and a candidate that the step uses by `*`.
"""

from __future__ import annotations

from ninefold.core.drawing import draw
from ninefold.core.position import Position, digits_of
from ninefold.logic.step import Step
from ninefold.logic.symbols import written

PLAIN, USED, GONE, PLACED = "\x1b[0m", "\x1b[1;34m", "\x1b[9;31m", "\x1b[1;32m"


def step_text(step: Step, colour: bool) -> str:
    """The board and the reason below."""
    position = step.position
    if position is None:
        return str(step)
    cells = [_cell(step, position, cell, colour) for cell in range(step.layout.size**2)]
    width = max(plain for _, plain in cells)
    board = draw(bytes(len(cells)), step.layout, lambda cell, _: cells[cell][0] + " " * (width - cells[cell][1]))
    lines = [line if "-" not in line or line[0] != "+" else _widen(line, width, step) for line in board.split("\n")]
    return "\n".join([*lines, str(step)])


def _widen(line: str, width: int, step: Step) -> str:
    """A rule between boxes, as wide as the cells."""
    old = len(str(step.layout.size)) + 1
    return "".join(
        part if part == "+" else part + part[:1] * ((width - old + 1) * (len(part) // old)) for part in _runs(line)
    )


def _runs(line: str) -> list[str]:
    found: list[str] = []
    for character in line:
        if found and character != "+" and found[-1] != "+":
            found[-1] += character
        else:
            found.append(character)
    return found


def _cell(step: Step, position: Position, cell: int, colour: bool) -> tuple[str, int]:
    """The text of a cell and its width without colours."""
    if digit := position.digits[cell]:
        return written(digit), 1
    words, width = [], 0
    for digit in digits_of(position.candidates[cell]):
        word, size = _candidate(step, cell, digit, colour)
        words.append(word)
        width += size
    return "".join(words), width


def _candidate(step: Step, cell: int, digit: int, colour: bool) -> tuple[str, int]:
    pair, text = (cell, digit), written(digit)
    style, sign = "", ""
    if pair in step.places:
        style, sign = PLACED, "!"
    elif pair in step.removes:
        style, sign = GONE, "-"
    elif pair in step.because:
        style, sign = USED, "*"
    if colour:
        return (f"{style}{text}{PLAIN}" if style else text), 1
    return f"{text}{sign}", len(f"{text}{sign}")
