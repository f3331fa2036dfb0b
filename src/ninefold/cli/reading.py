"""Where puzzles come from: arguments, files, standard input."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from io import FileIO
from itertools import count
from typing import TextIO

from ninefold.cli.streams import tell
from ninefold.core.errors import LayoutError, NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.lines import Block, BlockReader
from ninefold.core.puzzles import Written, split
from ninefold.core.text import MAX_TEXT
from ninefold.core.values import shown

NOTHING = "there is no puzzle in it"


@dataclass
class Reader:
    """Reads the puzzles of a command; what cannot be read is told at once and remembered."""

    args: argparse.Namespace
    failed: int = 0

    def __post_init__(self) -> None:
        self.layout = layout_of(self.args)

    @property
    def sources(self) -> list[str]:
        """Where puzzles are read from: what was named, else standard input."""
        return self.args.puzzles or [_default_source()]

    def grids(self) -> Iterator[Grid]:
        """Every grid that can be read, in order; the others are told on standard error."""
        for source in self.sources:
            for written in self._written(source):
                if grid := self.grid(source, written):
                    yield grid

    def grid(self, source: str, written: Written) -> Grid | None:
        """The grid that is written there; if it cannot be read that is told."""
        try:
            return written.grid(self.layout, self.args.alphabet)
        except NinefoldError as error:
            self.refuse(f"{_place(source, written)}: {error}")
            return None

    def blocks(self) -> Iterator[tuple[str, Block]]:
        """The same puzzles in blocks, plain 9×9 lines as rows of digits, each block with its source."""
        for source in self.sources:
            if _is_file(source):
                with self._refusing(source):
                    yield from ((source, block) for block in self._blocks(source))
            else:
                yield source, Block(bytearray(), parts=[Written(source, 1)])

    def _blocks(self, source: str) -> Iterator[Block]:
        is_empty = True
        with _open_raw(source) as file:
            for block in BlockReader(file.read, self._size).blocks():
                is_empty = False
                yield block
        if is_empty:
            raise ParseError(NOTHING)

    def _written(self, source: str) -> Iterator[Written]:
        if not _is_file(source):
            yield Written(source, 1)
            return
        with self._refusing(source), _open(source) as file:
            yield from self._split(file)

    @contextmanager
    def _refusing(self, source: str) -> Iterator[None]:
        """Tell of a source that cannot be read on, and go on with the next one."""
        try:
            yield
        except ParseError as error:
            self.refuse(f"{_name(source)}: {error}")
        except OSError as error:
            self.refuse(f"{_name(source)}: {error.strerror or error}")

    @property
    def _size(self) -> int | None:
        return self.layout.size if self.layout else None

    def _split(self, file: TextIO) -> Iterator[Written]:
        is_empty = True
        for written in split(_lines(file), self._size):
            is_empty = False
            yield written
        if is_empty:
            raise ParseError(NOTHING)

    def refuse(self, message: str) -> None:
        """Tell of a puzzle that could not be read or asked, and go on."""
        self.failed += 1
        tell(f"ninefold: {message}")


def layout_of(args: argparse.Namespace) -> Layout | None:
    """The layout that --layout or --size names."""
    if args.layout is None:
        return None if args.size is None else Layout(args.size)
    text = str(args.layout)
    if text.startswith("jigsaw:@"):
        name, plus, rest = text.removeprefix("jigsaw:@").partition("+")
        with _open(name) as file:
            text = "jigsaw:" + "".join(file.read(MAX_TEXT).split()) + plus + rest
    layout = Layout.parse(text)
    if args.size not in (None, layout.size):
        raise LayoutError(f"--size {args.size} and --layout {args.layout} (size {layout.size}) contradict each other")
    return layout


def _default_source() -> str:
    if sys.stdin is None or sys.stdin.isatty():
        raise ParseError("no puzzle: give one as an argument, name a file, or pipe puzzles in (see --help)")
    return "-"


def _is_file(source: str) -> bool:
    """Whether a source is read, not a puzzle itself: also a pipe, a device, and a directory to be refused."""
    return source == "-" or os.path.exists(source)


def _open(source: str) -> TextIO:
    """A file or standard input as text; what is no text becomes characters that no grid has."""
    return open(_file(source), encoding="utf-8-sig", errors="replace", closefd=source != "-")


def _open_raw(source: str) -> FileIO:
    """A file or standard input as bytes, which come as soon as they are there."""
    return open(_file(source), "rb", buffering=0, closefd=source != "-")


def _file(source: str) -> str | int:
    if source == "-" and sys.stdin is None:
        raise ParseError("it is closed")
    return 0 if source == "-" else source


def _lines(file: TextIO) -> Iterator[str]:
    """The lines of a file, none of them longer than any puzzle: a device may never end its first."""
    for number in count(1):
        line = file.readline(MAX_TEXT + 1)
        if len(line) > MAX_TEXT:
            raise ParseError(f"line {number} has more than {MAX_TEXT:,} characters, too many for a puzzle")
        if not line:
            return
        yield line


def _name(source: str) -> str:
    return "standard input" if source == "-" else source


def _place(source: str, written: Written) -> str:
    """Where a puzzle stood: standard input or a file with the line, or the argument itself."""
    if _is_file(source):
        return f"{_name(source)}, line {written.line}"
    return f"{shown(source)} is no file, and not a puzzle either"
