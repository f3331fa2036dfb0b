"""Reading many puzzles from one text: a line each, or blocks with empty lines between.

1. Empty lines part blocks; comments (#) and ruling do not count.
2. A block whose first line holds a whole grid has a puzzle on every line; further fields on
   the line are left alone. Otherwise the block is one puzzle, unless a later line is too long
   to be a row: then the lines before it, a heading perhaps, are told as faults one by one.
3. N lines of N characters, N = 16 or 36, could be N small puzzles or one large one. A character
   that a small one cannot have decides; without one, or a size, it is refused.
4. In a line of exactly 81 characters, the empty cells may all be x, all - or all spaces.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import pairwise
from math import isqrt

from ninefold.core.alphabet import BLANKS, default_alphabet, symbols_of
from ninefold.core.errors import ParseError
from ninefold.core.geometry import MAX_SIZE
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.text import BYTE_ORDER_MARK, is_ruling, is_square, read_grid, tokens_of

# Twice the rows of the largest board and the ruling between them.
LONGEST_BLOCK = 4 * MAX_SIZE
_FIELD_END = re.compile(r"[\s,;:|#]")
_FIXED_WIDTH = re.compile(r"(?=.*[1-9])(?:[1-9xX]{81}|[1-9-]{81}|[1-9 ]{81})", re.ASCII)
_TO_DOTS = str.maketrans("xX- ", "....")


@dataclass(frozen=True)
class Written:
    """A puzzle as it stands in a text, with the number of its first line; or why there is none."""

    text: str
    line: int
    fault: str = ""

    def grid(self, layout: Layout | None = None, alphabet: str | None = None) -> Grid:
        """The grid that is written here; faults name its lines as they are numbered in the whole text."""
        if self.fault:
            raise ParseError(self.fault)
        return Grid.of_digits(*read_grid(self.text, layout, alphabet, self.line))


Block = list[Written]


class Splitter:
    """Takes the lines of a text one by one, and gives the puzzles as soon as they are certain."""

    def __init__(self, size: int | None = None) -> None:
        self.size = size
        self.line = 0  # the number of the line last taken
        self.in_list = False  # whether every line of the block is a puzzle
        self._block: Block = []

    @property
    def waits(self) -> bool:
        """Whether lines are kept back because it is not certain yet what they are."""
        return bool(self._block)

    def take(self, line: str) -> Iterator[Written]:
        """The puzzles that are certain now that this line is known."""
        self.line += 1
        text = line.rstrip("\r\n").removeprefix(BYTE_ORDER_MARK if self.line == 1 else "")
        if not text.lstrip().startswith("#"):
            yield from self._take(Written(text, self.line))

    def end(self) -> Iterator[Written]:
        """The puzzles that are certain now that there are no more lines."""
        yield from _of_block(self._block, self.size)
        self._block = []

    def _take(self, line: Written) -> Iterator[Written]:
        if not self._block and self.size in (None, 9) and is_fixed_width(line.text):
            self.in_list = True
            yield replace(line, text=line.text.translate(_TO_DOTS))
        elif not line.text.strip():
            yield from self.end()
            self.in_list = False
        elif self.in_list:
            yield from _first_fields([line], self.size)
        elif len(self._block) <= LONGEST_BLOCK:  # what is longer is no puzzle: one line more than fits shows that
            self._block.append(line)
            self.in_list = _is_list(self._block, self.size)
            if self.in_list:
                yield from _first_fields(self._block, self.size)
                self._block = []


def is_fixed_width(line: str) -> bool:
    """Whether a line is a 9×9 puzzle of one character a cell (rule 4)."""
    return len(line) == 81 and _FIXED_WIDTH.fullmatch(line) is not None


def split(lines: Iterable[str], size: int | None = None) -> Iterator[Written]:
    """The puzzles of a text given line by line; a long text of one-line puzzles is not kept in memory."""
    splitter = Splitter(size)
    for line in lines:
        yield from splitter.take(line)
    yield from splitter.end()


def _is_list(block: Block, size: int | None) -> bool:
    """Whether it is certain by now that every line of the block is a puzzle (rules 2 and 3)."""
    cells = _whole_grid(block[0].text, size)
    if not cells or size or cells > MAX_SIZE:
        return bool(cells) or _whole_grid(block[-1].text, size) > MAX_SIZE
    if any(is_ruling(line.text) for line in block):
        return False
    return len(block) > cells or any(_is_no_row(line.text, cells) for line in block)


def _is_no_row(line: str, cells: int) -> bool:
    """Whether a line cannot be one of N rows of N cells: it holds another number of them, or further fields."""
    field = _field(line)
    has_more = len(field) == cells and line.partition("#")[0].strip() != field
    return has_more or _whole_grid(line, None) != cells


def _of_block(block: Block, size: int | None) -> Iterator[Written]:
    """The puzzles of a finished block that did not turn out to be a list before."""
    if not block:
        return
    if len(block) > LONGEST_BLOCK:
        fault = f"{LONGEST_BLOCK} lines and more from here are no puzzles of a line each, and too many for one"
        yield Written("", block[0].line, fault)
        return
    is_ruled = any(is_ruling(line.text) for line in block)
    cells = 0 if is_ruled else _whole_grid(block[0].text, size)
    if cells and len(block) < cells:
        yield from _first_fields(block, size)
        return
    whole = _joined(block)
    if cells and not _has_large_digits(whole.text, isqrt(cells)):
        fault = (
            f"the {cells} lines from here could be {cells} puzzles of size {isqrt(cells)}"
            f" or one of size {cells}; say which with a size"
        )
        whole = replace(whole, fault=fault)
    yield whole


def _joined(block: Block) -> Written:
    """The lines of a block as one text, with an empty line for each comment so that the numbers stay right."""
    rest = ("\n" * (line.line - before.line) + line.text for before, line in pairwise(block))
    return Written(block[0].text + "".join(rest), block[0].line)


def _has_large_digits(text: str, size: int) -> bool:
    """Whether a text has a character that puzzles of a size cannot have (rule 3)."""
    seen = {char for token in tokens_of(text) for char in token.text}
    return not seen <= set(symbols_of(default_alphabet(size), size) + BLANKS)


def _whole_grid(line: str, size: int | None) -> int:
    """The number of cells, if a line alone holds a whole grid of the size or of any usual one; else 0."""
    if is_ruling(line):
        return 0
    counts = (len(_field(line)), len(list(tokens_of(line))), line.count(",") + 1)
    return next((count for count in counts if is_square(count, size)), 0)


def _field(line: str) -> str:
    return _FIELD_END.split(line.strip(), maxsplit=1)[0]


def _first_fields(block: Block, size: int | None) -> Iterator[Written]:
    """The puzzle of each line without the fields after it."""
    for line in block:
        field = _field(line.text)
        if is_square(len(field), size):
            end = line.text.index(field) + len(field)
            yield Written(line.text[:end], line.line)
        elif not is_ruling(line.text):
            yield line
