"""Format: the card of a file format, and what its readers and writers share."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import lru_cache
from typing import Any

from ninefold.core.errors import Fault, GridError, LayoutError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.text import read_grid
from ninefold.library.sheet import PARTS, Sheet
from ninefold.library.source import Source

Item = Sheet | ParseError
Reader = Callable[[Source], Iterator[Item]]
Writer = Callable[[Sequence[Sheet]], bytes]


@dataclass(frozen=True, kw_only=True)
class Format:
    """What a format is called, how it is known, read and written, and what it keeps of a sheet.

    Args:
        name: the word for it on the command line.
        about: what it is, in a few words.
        endings: how its files are called.
        sniff: whether the first part of a file is in this format; no other format may say so too.
        read: the sheets of a source, in order; a puzzle of a list that cannot be read is an error in its place.
        write: the bytes of a file of sheets; None where we only read it.
        parts: what it keeps besides the clues.
        meta: what it keeps of what is told; None for everything.
        fits: why a sheet cannot be written, empty where it can.
        single: whether a file holds one puzzle only.
        normal: what is read back of sheets once written, where that is not just the parts and words above.
    """

    name: str
    about: str
    endings: tuple[str, ...] = ()
    sniff: Callable[[Source], bool] = lambda source: False  # noqa: ARG005 - known only by name
    read: Reader
    write: Writer | None = None
    parts: frozenset[str] = frozenset()
    meta: frozenset[str] | None = frozenset()
    fits: Callable[[Sheet], str] = lambda sheet: ""  # noqa: ARG005 - everything fits
    single: bool = False
    normal: Callable[[Sequence[Sheet]], list[Sheet]] | None = None

    def kept(self, sheets: Sequence[Sheet]) -> list[Sheet]:
        """What is read back of sheets once written."""
        plain = [sheet.only(self.parts, sheet.meta if self.meta is None else self.meta) for sheet in sheets]
        return self.normal(plain) if self.normal else plain

    def bytes_of(self, sheets: Sequence[Sheet]) -> bytes:
        """The file of the sheets; refused where it cannot hold them."""
        if self.write is None:
            raise ParseError(f"format {self.name} is only read, not written")
        if self.single and len(sheets) != 1:
            raise ParseError(f"a file of format {self.name} holds one puzzle, not {len(sheets)}")
        for number, sheet in enumerate(sheets, 1):
            if why := self.fits(sheet):
                raise ParseError(f"puzzle {number} cannot be written as {self.name}: {why}")
        return self.write(self.kept(sheets))

    def lost(self, sheets: Sequence[Sheet]) -> list[str]:
        """The parts and words of the sheets that the format does not keep as they are."""
        found: set[str] = set()
        for before, after in zip(sheets, self.kept(sheets), strict=True):
            found |= {part for part in PARTS if getattr(before, part) != getattr(after, part)}
            found |= {name for name, text in before.meta.items() if after.meta.get(name) != text}
            found |= {"clues"} if before.clues != after.clues else set()
        return sorted(found)


# --- sizes that a format has ------------------------------------------------------------------


def only_nine(sheet: Sheet) -> str:
    """Why a sheet does not fit a format for the usual 9×9 board."""
    return "" if sheet.layout == Layout(9) else f"it holds the usual 9×9 board only, not {sheet.layout}"


def only_usual(sheet: Sheet) -> str:
    """Why a sheet does not fit a format that tells nothing but the size."""
    return "" if sheet.layout.usual else f"it holds usual boards only, not {sheet.layout}"


def only_lines(sheet: Sheet) -> str:
    """Why a sheet does not fit a format that has a character for each cell."""
    return "boards of more than 61 digits have no line of characters" if sheet.layout.size > 61 else ""


# --- play -------------------------------------------------------------------------------------

LONGEST_GAME = 10**9


def timed(seconds: object) -> dict[str, Any]:
    """The play of a game of which only the time is known; a game without time was not played."""
    is_time = isinstance(seconds, int | float) and not isinstance(seconds, bool) and 0 < seconds < LONGEST_GAME
    return {"seconds": seconds} if is_time else {}


# --- reading ----------------------------------------------------------------------------------


def unread(message: str, faults: Iterable[Fault], key: str) -> ParseError:
    """The error of a puzzle in a list, with its ID or its name there."""
    error = ParseError(message, faults)
    error.key = key
    return error


@lru_cache(maxsize=16)
def layout_of_word(word: str) -> Layout:
    """The layout of a word, made once for the puzzles of a file that have it."""
    return Layout.parse(word)


def grid_at(text: str, line: int, column: int = 1, layout: Layout | None = None, alphabet: str | None = None) -> Grid:
    """The grid of a text that stands at a place; faults name lines and columns of the whole file."""
    if column > 1:
        try:
            return Grid.of_digits(*read_grid(text, layout, alphabet, line))
        except ParseError:  # read it again where it stands, for the columns in the message
            return Grid.of_digits(*read_grid(" " * (column - 1) + text, layout, alphabet, line))
    return Grid.of_digits(*read_grid(text, layout, alphabet, line))


def placed_over(clues: Grid, state: Grid, line: int) -> dict[int, int]:
    """The digits of a state that are no clues; refused where a clue has another digit there, or none."""
    changed = [cell for cell in clues.filled_cells if state.digits[cell] != clues.digits[cell]]
    if changed:
        raise ParseError(f"line {line}: the clues are not all in the state below: {clues.layout.names(changed)} differ")
    return {cell: digit for cell, digit in enumerate(state.digits) if digit and not clues.digits[cell]}


def sheet_at(line: int, clues: Grid, **parts: object) -> Sheet:
    """A sheet, its faults told with the line."""
    try:
        return Sheet(clues, **parts)  # type: ignore[arg-type]
    except (GridError, LayoutError) as error:
        raise ParseError(f"line {line}: {error.message}", error.faults) from None


def digits_line(grid: Grid, blank: str = ".") -> str:
    """A grid in one line with another blank."""
    return grid.line.replace(".", blank)


def one_line(text: str) -> str:
    """A text without line ends and runs of blanks, for formats that have one line for it."""
    return " ".join(text.split())
