"""Where puzzles come from: arguments, files of any format, standard input.

Opening what puzzles are read from, and seeing by its beginning whether it is plain text or another program's file.

1. Text whose first puzzle is a plain 9×9 line or row is known at once, so that the answers to a pipe come while it is
   still being written, and a file of millions of lines is not looked at twice.
2. Of anything else the first part is held against every format that is read (`ninefold convert --list`).
"""

from __future__ import annotations

import argparse
import io
import os
import re
import sys
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass, field
from itertools import count, groupby, islice
from typing import TYPE_CHECKING, Any, TextIO, TypeVar

from ninefold.cli.output import warn
from ninefold.core.errors import LayoutError, NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.reading import BlockReader, LineBlock, RawPuzzle, split
from ninefold.core.text import MAX_TEXT
from ninefold.core.values import short_repr

if TYPE_CHECKING:
    from ninefold.core.puzzle import Puzzle
    from ninefold.formats.files import PuzzleFile
    from ninefold.formats.format import Format


T = TypeVar("T")
NOTHING = "there is no puzzle in it"
LEFT_OUT = "the digits placed in it are no clues, and were left out"
# So many puzzles of another program's file are asked for at once.
SOME = 4096


@dataclass(frozen=True)
class Known(RawPuzzle):
    """A puzzle that stands among others to be read, and is read already."""

    read: Grid = field(kw_only=True)

    def grid(self, layout: Layout | None = None, alphabet: str | None = None) -> Grid:  # noqa: ARG002
        """The grid, whose layout was known when it was read."""
        return self.read


@dataclass
class Reader:
    """Reads the puzzles of a command; what cannot be read is told at once and remembered."""

    args: argparse.Namespace
    failed: int = 0
    _told: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.layout = layout_of(self.args)

    @property
    def sources(self) -> list[str]:
        """Where puzzles are read from: what was named, else standard input."""
        return self.args.puzzles or [standard_input()]

    def grids(self) -> Iterator[Grid]:
        """Every puzzle that can be read, in order, its clues alone; the others are told on standard error."""
        for source in self.sources:
            for found in self._found(source):
                yield found if isinstance(found, Grid) else self._clues(source, found)

    def sheets(self) -> Iterator[Puzzle]:
        """The same puzzles with all that stands on them: placed digits, candidates, what is told."""
        from ninefold.core.puzzle import Puzzle

        for source in self.sources:
            for found in self._found(source):
                yield Puzzle(found) if isinstance(found, Grid) else found

    def blocks(self) -> Iterator[tuple[str, LineBlock]]:
        """The same puzzles in blocks, plain 9×9 lines as rows of digits, each block with its source."""
        for source in self.sources:
            with self._refusing(source):
                yield from ((source, block) for block in self._blocks(source))

    def grid(self, source: str, written: RawPuzzle) -> Grid | None:
        """The grid that is written there; if it cannot be read that is told."""
        try:
            return written.grid(self.layout, self.args.alphabet)
        except NinefoldError as error:
            place = f"{name_of(source)}, line {written.line}" if is_file(source) else _no_puzzle(source)
            self.refuse(f"{place}: {error}")
            return None

    def refuse(self, message: str) -> None:
        """Tell of a puzzle that could not be read or asked, and go on."""
        self.failed += 1
        warn(f"ninefold: {message}")

    # --- one source -------------------------------------------------------------------------------

    def _found(self, source: str) -> Iterator[Grid | Puzzle]:
        with self._refusing(source), open_source(source) as raw:
            head = peek(raw)
            file, form = PeekedFile(head, raw), self._form(head)
            if form is not None:
                yield from self._read(source, file, form)
            else:
                texts = self._split(as_text(file)) if is_file(source) else [RawPuzzle(source, 1)]
                yield from (grid for written in texts if (grid := self.grid(source, written)))

    def _blocks(self, source: str) -> Iterator[LineBlock]:
        with open_source(source) as raw:
            head = peek(raw)
            file, form = PeekedFile(head, raw), self._form(head)
            if form is not None:
                grids = (self._clues(source, sheet) for sheet in self._read(source, file, form))
                yield from _in_blocks(grids)
            elif is_file(source):
                yield from _unless_none(BlockReader(file.read, self._size).blocks())
            else:
                yield LineBlock(bytearray(), parts=[RawPuzzle(source, 1)])

    def _form(self, head: bytes) -> Format | None:
        """The format to be read by; one puzzle is picked by number from any of them."""
        form = format_of(head, self.args.read_as)
        if form is None and self.args.number is not None:
            from ninefold.formats import PLAIN

            return PLAIN[-1]
        return form

    def _read(self, source: str, file: io.RawIOBase, form: Format) -> Iterator[Puzzle]:
        """The sheets of a file of some format, or the one that --number means."""
        from ninefold.formats.files import PuzzleFile, pick
        from ninefold.formats.format import InputFile

        read = PuzzleFile(name_of(source), InputFile(io.BufferedReader(file), self.layout, self.args.alphabet), form)
        if self.args.number is None:
            yield from self._sheets(source, read)
        else:
            yield pick(read, self.args.number)
        for note in read.source.notes:
            self._tell_once(f"{read.name}: {note}")

    def _sheets(self, source: str, read: PuzzleFile) -> Iterator[Puzzle]:
        for item in read.items():
            if isinstance(item, ParseError):
                self.refuse(self._named(source, item))
            else:
                yield item

    def _clues(self, source: str, sheet: Puzzle) -> Grid:
        """The puzzle of a sheet; that it holds more than the puzzle is told once for each source."""
        if sheet.placed:
            self._tell_once(f"{name_of(source)}: {LEFT_OUT}")
        return sheet.clues

    def _tell_once(self, message: str) -> None:
        if message not in self._told:
            self._told.add(message)
            warn(f"ninefold: {message}")

    @contextmanager
    def _refusing(self, source: str) -> Iterator[None]:
        """Tell of a source that cannot be read on, and go on with the next one."""
        try:
            yield
        except ParseError as error:
            self.refuse(self._named(source, error))
        except NinefoldError as error:  # it can be read, but has not what is asked for
            self.refuse(str(error))
        except OSError as error:
            self.refuse(f"{name_of(source)}: {error.strerror or error}")

    def _named(self, source: str, error: ParseError) -> str:
        """An error with the name of its source, once."""
        name = name_of(source)
        return f"{name if is_file(source) else _no_puzzle(source)}: {str(error).removeprefix(f'{name}: ')}"

    @property
    def _size(self) -> int | None:
        return self.layout.size if self.layout else None

    def _split(self, file: TextIO) -> Iterator[RawPuzzle]:
        return _unless_none(split(_lines(file), self._size))


def clues_of(args: argparse.Namespace) -> Grid:
    """The one puzzle that --clues names."""
    inner = argparse.Namespace(**vars(args) | {"puzzles": [args.clues], "number": None, "read_as": None})
    grids = list(Reader(inner).grids())
    if len(grids) != 1:
        where = args.clues if is_file(args.clues) else "--clues"
        raise ParseError(f"{where}: read {len(grids)} puzzles, expected one")
    return grids[0]


def layout_of(args: argparse.Namespace) -> Layout | None:
    """The layout that --layout or --size names."""
    if args.layout is None:
        return None if args.size is None else Layout(args.size)
    text = str(args.layout)
    if text.startswith("jigsaw:@"):
        name, plus, rest = text.removeprefix("jigsaw:@").partition("+")
        with as_text(open_file(name)) as file:
            text = "jigsaw:" + "".join(file.read(MAX_TEXT).split()) + plus + rest
    layout = Layout.parse(text)
    if args.size not in (None, layout.size):
        raise LayoutError(f"--size {args.size} and --layout {args.layout} (size {layout.size}) contradict each other")
    return layout


def _no_puzzle(source: str) -> str:
    return f"{short_repr(source)} is no file, and not a puzzle either"


def _lines(file: TextIO) -> Iterator[str]:
    """The lines of a file, none of them longer than any puzzle: a device may never end its first."""
    for number in count(1):
        line = file.readline(MAX_TEXT + 1)
        if len(line) > MAX_TEXT:
            raise ParseError(f"line {number} has more than {MAX_TEXT:,} characters, too many for a puzzle")
        if not line:
            return
        yield line


def _unless_none(found: Iterator[T]) -> Iterator[T]:
    """What is found; refused where that is nothing."""
    first = next(found, None)
    if first is None:
        raise ParseError(NOTHING)
    yield first
    yield from found


def _in_blocks(grids: Iterable[Grid]) -> Iterator[LineBlock]:
    """Grids in blocks, those of the usual 9×9 board as rows."""
    rest, nine = iter(grids), Layout.of_size(9)
    while some := list(islice(rest, SOME)):
        plain = [grid for grid in some if grid.layout == nine]
        block = LineBlock(bytearray().join(grid.digits for grid in plain))
        for is_plain, group in groupby(some, lambda grid: grid.layout == nine):
            if is_plain:
                block.add_rows(sum(1 for _ in group))
            else:
                block.parts += (Known("", 0, read=grid) for grid in group)
        yield block


HEAD = 1 << 16
# Rule 1: behind comments a line of 81 cells, or at once a row of nine.
_PLAIN = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*[0-9.*_]{81}[\s,;:|#]|\s*[0-9.*_]{9}[ \t]*\r?\n)"
)
_UTF_16 = (b"\xff\xfe", b"\xfe\xff")


def name_of(source: str) -> str:
    """What a source is called in messages."""
    return "standard input" if source == "-" else source


def is_file(source: str) -> bool:
    """Whether a source is read, not a puzzle itself: also a pipe, a device, and a directory to be refused."""
    return source == "-" or os.path.exists(source)


def standard_input() -> str:
    """Where puzzles come from if none are named; refused where somebody would have to type them."""
    if sys.stdin is None or sys.stdin.isatty():
        raise ParseError("no puzzle: give one as an argument, name a file, or pipe puzzles in (see --help)")
    return "-"


def open_source(source: str) -> io.RawIOBase:
    """The bytes of a source, as soon as they are there; what is no file is a text itself."""
    return open_file(source) if is_file(source) else PeekedFile(source.encode("utf-8", "replace"))


def open_file(source: str) -> io.FileIO:
    """A file, or standard input for -, as bytes."""
    if source == "-" and sys.stdin is None:
        raise ParseError("it is closed")
    return open(0 if source == "-" else source, "rb", buffering=0, closefd=source != "-")


def as_text(raw: io.RawIOBase) -> io.TextIOWrapper:
    """Bytes as text; what is no text becomes characters that no grid has."""
    return io.TextIOWrapper(io.BufferedReader(raw), encoding="utf-8-sig", errors="replace")


class PeekedFile(io.RawIOBase):
    """A file whose first bytes were read ahead: they come once more, and then the rest."""

    def __init__(self, head: bytes, rest: io.RawIOBase | None = None) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        """It is there to be read."""
        return True

    def readinto(self, room: Any, /) -> int | None:
        """Fill some room; fewer bytes where a pipe has no more at the moment."""
        if not self._head:
            return self._rest.readinto(room) if self._rest else 0
        view = memoryview(room).cast("B")
        count = min(len(view), len(self._head))
        view[:count] = self._head[:count]
        self._head = self._head[count:]
        return count


def peek(raw: io.RawIOBase) -> bytes:
    """The beginning of a file: as much of it as it takes to know what it is."""
    head = b""
    while len(head) < HEAD and not _PLAIN.match(head):
        more = raw.read(HEAD - len(head))
        if not more:
            break
        head += more
    return head


def format_of(head: bytes, name: str | None) -> Format | None:
    """The format that is named or, else, that a beginning is in; None for plain text, which needs no other reader."""
    if name is None and _PLAIN.match(head + b"\n"):
        return None
    from ninefold.formats import PLAIN, detect, find
    from ninefold.formats.format import InputFile

    form = find(name) if name is not None else detect(InputFile.of(head))
    return None if form in PLAIN and not head.startswith(_UTF_16) else form
