"""Puzzles from arguments, files of any format and standard input.

1. Text whose first puzzle is a plain 9×9 line or row is recognised from its first bytes. So results for a pipe appear
   while it is still being written, and a file of millions of lines is not read twice.
2. Of anything else, the first part is compared with every format (`ninefold convert --list`).
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

from ninefold.cli.output import brief, warn
from ninefold.core.errors import LayoutError, NinefoldError, ParseError
from ninefold.core.geometry import MAX_SIZE, MIN_SIZE, has_standard_boxes
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.reading import BlockReader, LineBlock, RawPuzzle, split
from ninefold.core.standard_input import StandardInput
from ninefold.core.text import MAX_TEXT
from ninefold.core.values import short_repr

if TYPE_CHECKING:
    from ninefold.core.puzzle import Puzzle
    from ninefold.formats.files import PuzzleFile
    from ninefold.formats.format import Format


T = TypeVar("T")
NO_PUZZLE = "no puzzle found"
PLACED_IGNORED = "placed digits are not clues; they are ignored"
# Puzzles per block when a file is not plain text.
BLOCK_SIZE = 4096


@dataclass(frozen=True)
class Known(RawPuzzle):
    """A raw puzzle that is parsed already, with its place in its file."""

    read: Grid = field(kw_only=True)
    place: str = field(default="", kw_only=True)

    def grid(self, layout: Layout | None = None, alphabet: str | None = None) -> Grid:  # noqa: ARG002
        """The grid; its layout was known when it was read."""
        return self.read


@dataclass
class Reader:
    """Reads the puzzles of a command; those that cannot be read are reported at once and counted."""

    args: argparse.Namespace
    failed: int = 0
    is_quiet: bool = False  # whether to report nothing, for a reader that only counts
    place: str = ""  # of the last puzzle: its file and line, or its number in the file; "" for an argument
    _warned: set[str] = field(default_factory=set)

    def __post_init__(self) -> None:
        self.layout = layout_of(self.args)

    @property
    def sources(self) -> list[str]:
        """What puzzles are read from: the arguments, or standard input without any."""
        return self.args.puzzles or [standard_input()]

    def grids(self) -> Iterator[Grid]:
        """The clues of every readable puzzle, in order; the others are reported on standard error."""
        for source in self.sources:
            for found in self._found(source):
                yield found if isinstance(found, Grid) else self._clues(source, found)

    def puzzles(self) -> Iterator[Puzzle]:
        """The same puzzles with placed digits, candidates and metadata."""
        from ninefold.core.puzzle import Puzzle

        for source in self.sources:
            for found in self._found(source):
                yield Puzzle(found) if isinstance(found, Grid) else found

    def blocks(self) -> Iterator[tuple[str, LineBlock]]:
        """The same puzzles in blocks, each with its source; plain 9×9 lines are rows of digits."""
        for source in self.sources:
            with self._refusing(source):
                yield from ((source, block) for block in self._blocks(source))

    def grid(self, source: str, written: RawPuzzle) -> Grid | None:
        """The grid of a raw puzzle; None, after a message, if it cannot be read."""
        self.place = written.place if isinstance(written, Known) else self._place(source, f", line {written.line}")
        try:
            return written.grid(self.layout, self.args.alphabet)
        except NinefoldError as error:
            self.refuse(f"{self.place or _not_a_puzzle(source)}: {error}")
            return None

    def refuse_puzzle(self, puzzle: Grid, error: object) -> None:
        """Report an error of the last puzzle with its place in the file, or the puzzle itself if it was typed."""
        self.refuse(f"{self.place or brief(puzzle)}: {error}")

    def warn_stopped(self, puzzle: Grid, why: str) -> None:
        """Report that the last puzzle was not finished."""
        warn(f"ninefold: {self.place or brief(puzzle)}: not finished: {why}")

    def refuse(self, message: str) -> None:
        """Report a puzzle that could not be read or solved, and continue."""
        self.failed += 1
        if not self.is_quiet:
            warn(f"ninefold: {message}")

    # --- one source -------------------------------------------------------------------------------

    def _found(self, source: str) -> Iterator[Grid | Puzzle]:
        with self._refusing(source), open_source(source) as raw:
            file, form = self._opened(raw)
            if form is not None:
                yield from self._read(source, file, form)
            else:
                texts = self._split(as_text(file)) if is_file(source) else [RawPuzzle(source, 1)]
                yield from (grid for written in texts if (grid := self.grid(source, written)))

    def _blocks(self, source: str) -> Iterator[LineBlock]:
        with open_source(source) as raw:
            file, form = self._opened(raw)
            if form is not None:
                yield from _in_blocks(
                    (self._clues(source, puzzle), self.place) for puzzle in self._read(source, file, form)
                )
            elif is_file(source):
                yield from _require_some(BlockReader(file.read, self._size).blocks())
            else:
                yield LineBlock(bytearray(), parts=[RawPuzzle(source, 1)])

    def _opened(self, raw: io.RawIOBase) -> tuple[PeekedFile, Format | None]:
        """A file from its start, unpacked and as UTF-8, and its format."""
        head = peek(raw)
        if not is_plain(head):
            from ninefold.formats.decoding import decoded, is_encoded

            if is_encoded(head):
                raw = decoded(head, raw)
                head = peek(raw)
        return PeekedFile(head, raw), self._form(head)

    def _form(self, head: bytes) -> Format | None:
        """The format to read by; --pick works with any of them, plain text included."""
        form = format_of(head, self.args.read_as)
        if form is None and self.args.pick is not None:
            from ninefold.formats import PLAIN

            return PLAIN[-1]
        return form

    def _read(self, source: str, file: io.RawIOBase, form: Format) -> Iterator[Puzzle]:
        """The puzzles of a file in some format, or the one that --pick names."""
        from ninefold.formats.files import PuzzleFile, pick
        from ninefold.formats.format import InputFile

        read = PuzzleFile(name_of(source), InputFile(io.BufferedReader(file), self.layout, self.args.alphabet), form)
        if self.args.pick is None:
            yield from self._puzzles(source, read)
        else:
            yield pick(read, self.args.pick)
        for note in read.source.notes:
            self._warn_once(f"{read.name}: {note}")

    def _puzzles(self, source: str, read: PuzzleFile) -> Iterator[Puzzle]:
        for number, item in enumerate(read.items(), 1):
            self.place = self._place(source, f", puzzle {number}")
            if isinstance(item, ParseError):
                self.refuse(self._named(source, item))
            else:
                yield item

    def _clues(self, source: str, puzzle: Puzzle) -> Grid:
        """The clues alone; a warning, once per source, says that placed digits are ignored."""
        if puzzle.placed:
            self._warn_once(f"{name_of(source)}: {PLACED_IGNORED}")
        return puzzle.clues

    def _warn_once(self, message: str) -> None:
        if message not in self._warned and not self.is_quiet:
            self._warned.add(message)
            warn(f"ninefold: {message}")

    @contextmanager
    def _refusing(self, source: str) -> Iterator[None]:
        """Report a source that cannot be read, and continue with the next one."""
        try:
            yield
        except ParseError as error:
            self.refuse(self._named(source, error))
        except NinefoldError as error:  # it can be read, but lacks what --pick names
            self.refuse(str(error))
        except OSError as error:
            self.refuse(f"{name_of(source)}: {error.strerror or error}")

    def _named(self, source: str, error: ParseError) -> str:
        """An error with the name of its source, once."""
        name = name_of(source)
        return f"{name if is_file(source) else _not_a_puzzle(source)}: {str(error).removeprefix(f'{name}: ')}"

    def _place(self, source: str, where: str) -> str:
        return f"{name_of(source)}{where}" if is_file(source) else ""

    @property
    def _size(self) -> int | None:
        return self.layout.size if self.layout else None

    def _split(self, file: TextIO) -> Iterator[RawPuzzle]:
        return _require_some(split(_lines(file), self._size))


def clues_of(args: argparse.Namespace) -> Grid:
    """The one puzzle that --clues names."""
    inner = argparse.Namespace(**vars(args) | {"puzzles": [args.clues], "pick": None, "read_as": None})
    grids = list(Reader(inner).grids())
    if len(grids) != 1:
        where = args.clues if is_file(args.clues) else "--clues"
        raise ParseError(f"{where}: expected one puzzle (got {len(grids)})")
    return grids[0]


def layout_of(args: argparse.Namespace) -> Layout | None:
    """The layout that --layout or --size names."""
    if args.layout is None:
        if args.size is not None and MIN_SIZE <= args.size <= MAX_SIZE and not has_standard_boxes(args.size):
            example = f"--layout 1x{args.size}"
            raise LayoutError(f"no default box for size {args.size}; use --layout, such as {example} or jigsaw:MAP")
        return None if args.size is None else Layout(args.size)
    text = str(args.layout)
    if text.startswith("jigsaw:@"):
        name, plus, rest = text.removeprefix("jigsaw:@").partition("+")
        with as_text(open_file(name)) as file:
            text = "jigsaw:" + "".join(file.read(MAX_TEXT).split()) + plus + rest
    layout = Layout.parse(text)
    if args.size not in (None, layout.size):
        raise LayoutError(f"--size {args.size} contradicts --layout {args.layout}, which has size {layout.size}")
    return layout


def check_output(what: str, name: str, sources: list[str]) -> None:
    """Refuse an output file that cannot be written or would overwrite the puzzles, before any work is done."""
    if name == "-":
        raise NinefoldError(f"{what}: expected the name of a file; standard output has the table")
    folder = os.path.dirname(name) or "."
    if not os.path.isdir(folder):
        raise NinefoldError(f"{what}: no such folder {folder}")
    if os.path.isdir(name):
        raise NinefoldError(f"{what}: is a folder, not a file")
    if os.path.exists(name) and any(os.path.exists(source) and os.path.samefile(name, source) for source in sources):
        raise NinefoldError(f"{what}: would overwrite a file of puzzles")


def _not_a_puzzle(source: str) -> str:
    return f"{short_repr(source)} is neither a file nor a puzzle"


def _lines(file: TextIO) -> Iterator[str]:
    """The lines of a file; a line longer than any puzzle is an error, because a device may never end its first."""
    for number in count(1):
        line = file.readline(MAX_TEXT + 1)
        if len(line) > MAX_TEXT:
            raise ParseError(f"line {number} has more than {MAX_TEXT:,} characters, too many for a puzzle")
        if not line:
            return
        yield line


def _require_some(found: Iterator[T]) -> Iterator[T]:
    """The items; an error if there are none."""
    first = next(found, None)
    if first is None:
        raise ParseError(NO_PUZZLE)
    yield first
    yield from found


def _in_blocks(grids: Iterable[tuple[Grid, str]]) -> Iterator[LineBlock]:
    """Grids, each with its place, in blocks; those of the standard 9×9 board as rows."""
    rest, nine = iter(grids), Layout.of_size(9)
    while some := list(islice(rest, BLOCK_SIZE)):
        plain = [grid for grid, _ in some if grid.layout == nine]
        block = LineBlock(bytearray().join(grid.digits for grid in plain))
        for is_plain, group in groupby(some, lambda found: found[0].layout == nine):
            if is_plain:
                block.add_rows(sum(1 for _ in group))
            else:
                block.parts += (Known("", 0, read=grid, place=place) for grid, place in group)
        yield block


HEAD = 1 << 16
# Rule 1: a line of 81 cells, perhaps after comments, or a row of nine at the start.
_PLAIN = re.compile(
    rb"(?:\xef\xbb\xbf)?(?:(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*[0-9.*_]{81}[\s,;:|#]|\s*[0-9.*_]{9}[ \t]*\r?\n)"
)


def name_of(source: str) -> str:
    """The name of a source in messages."""
    return "standard input" if source == "-" else source


def is_file(source: str) -> bool:
    """Whether a source is to be opened, a pipe, device or directory too; otherwise it is a puzzle."""
    return source == "-" or os.path.exists(source)


def standard_input() -> str:
    """The source without arguments; an error if it is a terminal, where one would have to type puzzles."""
    if sys.stdin is None or sys.stdin.isatty():
        raise ParseError("no puzzle given: pass a puzzle or a file, or pipe puzzles in (see --help)")
    return "-"


def open_source(source: str) -> io.RawIOBase:
    """The bytes of a source, as soon as they arrive; a source that is not a file is the text itself."""
    return open_file(source) if is_file(source) else PeekedFile(source.encode("utf-8", "replace"))


def open_file(source: str) -> io.FileIO:
    """A file, or standard input for -, as bytes."""
    if source != "-":
        return open(source, "rb", buffering=0)
    if sys.stdin is None:
        raise ParseError("is closed")
    return StandardInput()


def as_text(raw: io.RawIOBase) -> io.TextIOWrapper:
    """Bytes as text; invalid bytes become characters that no grid contains."""
    return io.TextIOWrapper(io.BufferedReader(raw), encoding="utf-8-sig", errors="replace")


class PeekedFile(io.RawIOBase):
    """A file whose first bytes were read already: reads return them again, then the rest."""

    def __init__(self, head: bytes, rest: io.RawIOBase | None = None) -> None:
        self._head, self._rest = head, rest

    def readable(self) -> bool:
        """Always true."""
        return True

    def readinto(self, buffer: Any, /) -> int | None:
        """Fill a buffer; a pipe may have fewer bytes at the moment."""
        if not self._head:
            return self._rest.readinto(buffer) if self._rest else 0
        view = memoryview(buffer).cast("B")
        count = min(len(view), len(self._head))
        view[:count] = self._head[:count]
        self._head = self._head[count:]
        return count


def peek(raw: io.RawIOBase) -> bytes:
    """The start of a file: as many bytes as are needed to recognise its format."""
    head = b""
    while len(head) < HEAD and not _PLAIN.match(head):
        more = raw.read(HEAD - len(head))
        if not more:
            break
        head += more
    return head


def is_plain(head: bytes) -> bool:
    """Whether a file that begins like this is plain text, for which no format need be imported (rule 1)."""
    return _PLAIN.match(head + b"\n") is not None


def format_of(head: bytes, name: str | None) -> Format | None:
    """The named format, or the one detected; None for plain text."""
    if name is None and is_plain(head):
        return None
    from ninefold.formats import PLAIN, detect, find
    from ninefold.formats.format import InputFile

    form = find(name) if name is not None else detect(InputFile.of(head))
    return None if form in PLAIN else form
