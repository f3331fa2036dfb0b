"""Grids written as text: lines, boards with ruling, tables and separated numbers.

How a text is read:

    1. A # starts a comment. A line of ruling (-- + |) is not a row; the bars in a row are not cells.
    2. N lines of N fields, or one line of N² fields, separated by tabs, commas, semicolons or bars, are a
       table; an empty field is an empty cell. A row of empty fields above N other rows is an empty heading.
    3. N² separated tokens, some with two characters, are numbers.
    4. Otherwise every character is a cell.
    5. N comes from the number of cells unless a layout is given. Nothing is skipped or guessed:
       an error names every place that does not fit.
"""

from __future__ import annotations

import re
from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from math import isqrt
from typing import NamedTuple, cast

from ninefold.core.alphabet import BLANKS, default_alphabet, detect, fold, symbols_of
from ninefold.core.errors import Fault, ParseError
from ninefold.core.geometry import MAX_SIZE, has_standard_boxes
from ninefold.core.layout import Layout
from ninefold.core.values import counted, short_repr, whole_or_float

# Characters of one grid: more than enough for the largest board as Ninefold draws it.
MAX_TEXT = 16 * MAX_SIZE**2

BARS = "|│┃║"
BYTE_ORDER_MARK = "\ufeff"  # some editors write it at the start of a file
_RULING = re.compile(r"--|==|[─━═]")
_ONE_BAR = str.maketrans(dict.fromkeys(BARS, "|"))
_CELL = re.compile(r"[0-9A-Za-z_]")
_TOKEN = re.compile(rf"[^\s,;{BARS}]+")
_NUMBER = re.compile(r"[0-9]{1,3}", re.ASCII)

# The value of each byte in a plain line: 0 for a blank, the digit for a digit, 255 for anything else.
_BYTE_VALUES = bytes(0 if chr(b) in BLANKS else b - ord("0") if chr(b) in "123456789" else 255 for b in range(256))


class Token(NamedTuple):
    """A piece of text with its line and column, both counted from 1."""

    text: str
    line: int
    column: int


def read_grid(
    text: str, layout: Layout | None = None, alphabet: str | None = None, first_line: int = 1
) -> tuple[bytes, Layout]:
    """The digits (0 for empty) and the layout of a grid written as text; `first_line` numbers its lines."""
    if not (alphabet is None or isinstance(alphabet, str)):
        raise ParseError(f"alphabet must be text such as '1-9A-G', not {short_repr(alphabet)}")
    if len(text) > MAX_TEXT:
        raise ParseError(f"read {len(text):,} characters, expected one grid of at most {MAX_TEXT:,}")
    if plain := _plain_line(text, layout, alphabet) or _plain_numbers(text, layout, alphabet):
        return plain
    size = layout.size if layout else None
    tokens = list(tokens_of(text, first_line))
    characters = list(_characters(tokens))
    cells = _table(text, size, first_line)
    separated = bool(cells) or len(tokens) == len(characters) or _are_numbers(tokens, characters, size)
    cells = cells or (tokens if separated else characters)
    if layout is None:
        layout = _standard_layout(cells)
    elif len(cells) != layout.size**2:
        raise _wrong_count(cells, f"{layout.size**2} (size {layout.size})")
    numbers = separated and layout.size > 9 and alphabet is None and all(_is_number(cell.text) for cell in cells)
    if numbers or any(len(cell.text) > 1 for cell in cells):
        return _from_numbers(cells, layout), layout
    return _from_symbols(cells, layout, alphabet), layout


def _plain_line(text: str, layout: Layout | None, alphabet: str | None) -> tuple[bytes, Layout] | None:
    """Fast path for the most common form: N² characters, N ≤ 9, and nothing else.

    None for any other text and for one with a fault: the general path reads it or reports the fault.
    """
    size = isqrt(len(text))
    if (
        alphabet is not None
        or size > 9
        or not is_square(len(text), layout.size if layout else None)
        or not text.isascii()
    ):
        return None
    digits = text.encode().translate(_BYTE_VALUES)
    return (digits, layout or Layout.of_size(size)) if max(digits) <= size else None


def _plain_numbers(text: str, layout: Layout | None, alphabet: str | None) -> tuple[bytes, Layout] | None:
    """Fast path for N² numbers between spaces, N > 9: on the largest boards thirty times as fast as the general path.

    None for any other text, as above. Tabs may make it a table with empty fields.
    """
    if alphabet is not None or " " not in text or "\t" in text:
        return None
    words = text.split()
    size = isqrt(len(words))
    if size <= 9 or not is_square(len(words), layout.size if layout else None):
        return None
    digits = [*map(_number_values(size).get, words)]
    return None if None in digits else (bytes(cast("list[int]", digits)), layout or Layout.of_size(size))


@cache
def _number_values(size: int) -> dict[str, int]:
    """The digit that each number or blank of a text stands for."""
    return dict.fromkeys(BLANKS, 0) | {str(digit): digit for digit in range(1, size + 1)}


def read_plain_lines(lines: Sequence[str]) -> bytes | None:
    """The digits of many 9×9 puzzles if every one is a plain line of 81 characters, else None."""
    text = "".join(lines)
    if set(map(len, lines)) != {81} or not text.isascii():
        return None
    digits = text.encode().translate(_BYTE_VALUES)
    return None if b"\xff" in digits else digits


def tokens_of(text: str, first_line: int = 1) -> Iterator[Token]:
    """The tokens of a text, without comments and ruling (rule 1)."""
    for number, line in _lines(text, first_line):
        if not is_ruling(line):
            for match in _TOKEN.finditer(line):
                yield Token(match[0], number, match.start() + 1)


def _lines(text: str, first_line: int) -> Iterator[tuple[int, str]]:
    for number, line in enumerate(text.removeprefix(BYTE_ORDER_MARK).split("\n"), first_line):
        yield number, line.partition("#")[0]


def is_ruling(line: str) -> bool:
    """Whether a line is only ruling, such as the line between two boxes."""
    return _RULING.search(line) is not None and _CELL.search(line) is None


def _table(text: str, size: int | None, first_line: int) -> list[Token]:
    """The cells of a table (rule 2), or an empty list if the text is not a table."""
    lines = [(number, line.translate(_ONE_BAR)) for number, line in _lines(text, first_line) if not is_ruling(line)]
    for separator in "\t,;|":
        rows = [_fields(number, line, separator) for number, line in lines if separator in line]
        others = [line for _, line in lines if separator not in line]
        if rows and not any(map(str.strip, others)):
            has_heading = not any(cell.text for cell in rows[0]) and not _is_tabular(rows, size)
            table = rows[has_heading:]
            if _is_tabular(table, size):
                return [cell._replace(text=cell.text or ".") for row in table for cell in row]
    return []


def _is_tabular(rows: list[list[Token]], size: int | None) -> bool:
    """Whether N rows have N fields each, or one row has N² fields, and no field contains a space."""
    if not rows:
        return False
    width = len(rows) if len(rows) > 1 else isqrt(len(rows[0]))
    fits = width == size if size else has_standard_boxes(width)
    even = all(len(row) == width for row in rows) or [len(row) for row in rows] == [width**2]
    return fits and even and not any(" " in cell.text for row in rows for cell in row)


def _fields(number: int, line: str, separator: str) -> list[Token]:
    """The fields of a table's line."""
    start = 0
    if separator == "|" and line.lstrip().startswith("|"):  # a row may also start and end with a bar
        start = line.index("|") + 1
    if separator == "|" and line.rstrip().endswith("|"):
        line = line[: max(start, line.rindex("|"))]
    fields = []
    for field in line[start:].split(separator):
        indent = len(field) - len(field.lstrip())
        fields.append(Token(field.strip(), number, start + indent + 1))
        start += len(field) + 1
    return fields


def _are_numbers(tokens: list[Token], characters: list[Token], size: int | None) -> bool:
    """Whether each token is a cell (rule 3); if no count fits, whether the tokens look like numbers."""
    lengths = Counter(len(token.text) for token in tokens)
    short = lengths[1] + lengths[2]
    if is_square(len(tokens), size):
        return 2 * short > len(tokens)
    # Groups of characters have equal lengths; numbers have mixed ones. If one number is missing, the characters of
    # the rest can add up to N² by chance, so mixed lengths decide first.
    is_mixed = 0 < lengths[1] < len(tokens)
    return short == len(tokens) >= 50 and (is_mixed or not is_square(len(characters), size))


def is_square(count: int, size: int | None) -> bool:
    """Whether a board of the size has this many cells; without a size, whether any standard board has."""
    root = isqrt(count)
    return root**2 == count and (root == size if size else has_standard_boxes(root))


def _characters(tokens: Iterable[Token]) -> Iterator[Token]:
    for token in tokens:
        for offset, char in enumerate(token.text):
            yield Token(char, token.line, token.column + offset)


def _standard_layout(cells: list[Token]) -> Layout:
    if not is_square(len(cells), None):
        squares = ", ".join(str(n * n) for n in (4, 6, 9, 16, 25))
        raise _wrong_count(cells, f"the square of a size with standard boxes ({squares} …)")
    return Layout.of_size(isqrt(len(cells)))


def _wrong_count(cells: list[Token], expected: str) -> ParseError:
    """The error for a wrong number of cells, with the rows of unusual length."""
    lengths = Counter(cell.line for cell in cells)
    common = Counter(lengths.values()).most_common(1)[0][0] if lengths else 0
    faults = [
        Fault(f"line {line}", counted(length, "cell"), f"{common} as in the other lines")
        for line, length in lengths.items()
        if length != common and len(lengths) > 2
    ]
    return ParseError(f"read {counted(len(cells), 'cell')}, expected {expected}", faults)


def _is_number(text: str) -> bool:
    return text in set(BLANKS) or _NUMBER.fullmatch(text) is not None


def _from_numbers(tokens: list[Token], layout: Layout) -> bytes:
    digits, faults = bytearray(), []
    for cell, token in enumerate(tokens):
        digit = int(token.text) if _NUMBER.fullmatch(token.text) else 0
        if not _is_number(token.text) or digit > layout.size:
            faults.append(_fault(cell, token, layout, f"a number 1 to {layout.size}"))
            digit = 0
        digits.append(digit)
    return _checked(faults, digits)


def _from_symbols(tokens: list[Token], layout: Layout, alphabet: str | None) -> bytes:
    if alphabet is None and not default_alphabet(layout.size):
        raise ParseError(f"a board of {layout.size} digits must be written as numbers separated by spaces")
    name = detect(Counter(token.text for token in tokens), layout.size) if alphabet is None else alphabet
    symbols = symbols_of(name, layout.size)
    value = dict.fromkeys(BLANKS, 0) | {symbol: digit for digit, symbol in enumerate(symbols, 1)}
    digits, faults = bytearray(), []
    for cell, token in enumerate(tokens):
        digit = value.get(fold(token.text, symbols))
        if digit is None:
            faults.append(_fault(cell, token, layout, f"a digit {name}"))
        digits.append(digit or 0)
    return _checked(faults, digits)


def _fault(cell: int, token: Token, layout: Layout, expected: str) -> Fault:
    where = f"{layout.name(cell)} (line {token.line}, column {token.column})"
    return Fault(where, short_repr(token.text), f"{expected} or a blank ({' '.join(BLANKS)})")


def _checked(faults: list[Fault], digits: bytearray) -> bytes:
    """The digits as bytes; raises if there are faults."""
    if faults:
        raise ParseError(f"read {len(digits)} cells, but not all are valid for size {isqrt(len(digits))}", faults)
    return bytes(digits)


def read_cell(value: object, size: int) -> int | None:
    """The digit of one cell given as a number, None (empty) or text; None if it is invalid."""
    if value is None:
        return 0
    if isinstance(value, str):
        text = value.strip()
        value = 0 if text in {"", *BLANKS} else int(text) if _NUMBER.fullmatch(text) else None
    number = whole_or_float(value)
    return number if number is not None and 0 <= number <= size else None
