"""Grids of rows with a line number each: what .sdk, .ss, .sdx and candidate grids are made of."""

from __future__ import annotations

from collections.abc import Sequence
from typing import NamedTuple

from ninefold.core.errors import Fault, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.text import Token, read_grid, tokens_of
from ninefold.core.values import shown

NINE = Layout.of_size(9)
DIGITS = set("123456789")


class Row(NamedTuple):
    """A line of a file and its number."""

    text: str
    line: int


def grid_of(rows: Sequence[Row]) -> Grid:
    """The 9×9 grid that rows of a file hold, its faults told with line and column."""
    if len(rows) != 9:
        line = rows[-1].line if rows else 1
        raise ParseError(f"line {line}: read {len(rows)} rows of a grid, expected 9")
    first = rows[0].line
    text, at = "", first
    for row in rows:
        text, at = text + "\n" * (row.line - at) + row.text, row.line
    return Grid.of_digits(*read_grid(text, NINE, None, first))


def tokens_in(rows: Sequence[Row]) -> list[Token]:
    """The tokens of rows, without ruling."""
    return [token for row in rows for token in tokens_of(row.text.replace("*", " "), row.line)]


def candidates_of(token: Token, cell: int) -> tuple[int, ...]:
    """The candidates that one token runs together; a blank has none."""
    if token.text in (".", "-", "0"):
        return ()
    if not set(token.text) <= DIGITS or len(set(token.text)) != len(token.text):
        where = f"{NINE.name(cell)} (line {token.line}, column {token.column})"
        expected = "candidates, each of 1 to 9 at most once"
        raise ParseError("the candidates cannot be read", [Fault(where, shown(token.text), expected)])
    return tuple(map(int, token.text))


def cells_of(tokens: Sequence[Token]) -> Sequence[Token]:
    """The tokens, if they are as many as a 9×9 board has cells."""
    if len(tokens) != 81:
        line = tokens[-1].line if tokens else 1
        raise ParseError(f"line {line}: read {len(tokens)} cells, expected 81 with blanks between them")
    return tokens


def ruled(cells: Sequence[str], frame: str = "*") -> list[str]:
    """Cells of a 9×9 board in columns of one width, ruled as Simple Sudoku does."""
    width = max(map(len, cells))
    span = 3 * (width + 1) + 1
    edge = frame + "-" * (3 * span + 2) + frame
    between = "|" + "+".join(["-" * span] * 3) + "|"
    lines = [edge]
    for row in range(9):
        texts = [cell.ljust(width) for cell in cells[9 * row : 9 * row + 9]]
        lines.append("|" + "|".join(" " + " ".join(texts[i : i + 3]) + " " for i in (0, 3, 6)) + "|")
        if row in (2, 5):
            lines.append(between)
    return [*lines, edge]
