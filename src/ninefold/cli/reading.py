"""Where puzzles come from: arguments, files, standard input."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count
from typing import TextIO

from ninefold.cli.streams import tell
from ninefold.core.errors import LayoutError, NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzles import Written, split
from ninefold.core.text import MAX_TEXT
from ninefold.core.values import shown


@dataclass
class Reader:
    """Reads the puzzles of a command; what cannot be read is told at once and remembered."""

    args: argparse.Namespace
    failed: int = 0

    def __post_init__(self) -> None:
        self.layout = layout_of(self.args)

    def grids(self) -> Iterator[Grid]:
        """Every grid that can be read, in order; the others are told on standard error."""
        for source in self.args.puzzles or [_default_source()]:
            for written in self._written(source):
                try:
                    yield written.grid(self.layout, self.args.alphabet)
                except NinefoldError as error:
                    self.refuse(f"{_place(source, written)}: {error}")

    def _written(self, source: str) -> Iterator[Written]:
        if not _is_file(source):
            yield Written(source, 1)
            return
        try:
            with _open(source) as file:
                yield from self._split(file)
        except ParseError as error:
            self.refuse(f"{_name(source)}: {error}")
        except OSError as error:
            self.refuse(f"{_name(source)}: {error.strerror or error}")

    def _split(self, file: TextIO) -> Iterator[Written]:
        is_empty = True
        for written in split(_lines(file), self.layout.size if self.layout else None):
            is_empty = False
            yield written
        if is_empty:
            raise ParseError("there is no puzzle in it")

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
    if source == "-" and sys.stdin is None:
        raise ParseError("it is closed")
    return open(0 if source == "-" else source, encoding="utf-8-sig", errors="replace", closefd=source != "-")


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
