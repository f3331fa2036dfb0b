"""`ninefold convert`: a file of puzzles in another format."""

from __future__ import annotations

import argparse
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from functools import partial
from typing import BinaryIO, cast

from ninefold.cli.arguments import add_alphabet, add_board, add_from, add_pick, add_to
from ninefold.cli.input import layout_of
from ninefold.cli.output import OUTPUT, warn, write_bytes
from ninefold.core.atomic_write import naming, writing
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.puzzle import Puzzle
from ninefold.formats import TABLE, by_ending, find
from ninefold.formats.files import PuzzleFile, open_source, pick, reading
from ninefold.formats.format import Format, InputFile

IN_MEMORY = 1 << 20  # bytes
EXAMPLES = """\
examples:
  ninefold convert games.xlsx games.txt
  ninefold convert puzzle.sdk - --to fpuzzles-link
  ninefold convert sudoku17.txt fortieth.sdk --pick 40
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `convert`."""
    parser.add_argument("input", nargs="?", metavar="IN", help="file to read, or - for standard input")
    parser.add_argument("output", nargs="?", metavar="OUT", help="file to write, or - for standard output")
    formats = parser.add_argument_group("formats")
    add_from(formats)
    add_to(formats)
    add_pick(formats)
    formats.add_argument("--list", action="store_true", help="list the formats and what each one keeps")
    board = parser.add_argument_group("board")
    add_board(board, "from the file")
    add_alphabet(board)


def run(args: argparse.Namespace) -> int:
    """Convert one file; 2, and nothing is written, if a puzzle in it cannot be read."""
    if args.list:
        _list()
        return 0
    if args.input is None or args.output is None:
        raise NinefoldError("convert needs IN and OUT, or --list")
    form = format_of(args.output, args.to)
    name = "standard input" if args.input == "-" else args.input
    with open_source(args.input) as file:
        read = reading(InputFile(file, layout_of(args), args.alphabet), name, args.read_as)
        try:
            write_out(args.output, form, _readable(read, args.pick))
        except _Unreadable:
            return 2
    return 0


class _Unreadable(Exception):
    """Some puzzles could not be read, which has been reported; nothing is written."""


def _readable(read: PuzzleFile, key: str | None) -> Iterator[Puzzle]:
    """The puzzles up to the first that cannot be read; all others like that are reported too."""
    failed = False
    with naming(read.name):
        for item in read.items() if key is None else map(partial(pick, read), [key]):
            if isinstance(item, ParseError):
                failed = True
                warn(f"ninefold: {item}")
            elif not failed:
                yield item
    for note in read.source.notes:
        warn(f"ninefold: {read.name}: {note}")
    if failed:
        raise _Unreadable


def _list() -> None:
    for form in TABLE:
        kept = [*sorted(form.parts), *(sorted(form.meta) if form.meta is not None else ["all metadata"])]
        access = "read, write" if form.write else "read"
        print(f"{form.name:14} {access:12} {form.about}" + (f"; keeps {', '.join(kept)}" if kept else ""))


def format_of(path: str, name: str | None) -> Format:
    """The format to write: the given one, or that of the file name; on standard output one puzzle per line."""
    form = find(name or "line") if name or path == "-" else by_ending(path)
    if form is None:
        raise ParseError(f"{path}: unknown file extension; choose a format with --to (see `ninefold convert --list`)")
    if form.write is None:
        raise ParseError(f"format {form.name} can be read but not written (see `ninefold convert --list`)")
    return form


def write_out(path: str, form: Format, puzzles: Iterable[Puzzle]) -> None:
    """Write a file whole or not at all, and warn about what the format does not keep.

    Pieces go to a temporary file, for standard output too: neither the puzzles nor the bytes need fit into memory.
    """
    lost: set[str] = set()
    with writing(path) if path != "-" else _standard_output() as file:
        for piece in form.stream(puzzles, lost):
            file.write(piece)
        if lost:
            warn(f"ninefold: {form.name} does not keep: {', '.join(sorted(lost))}")


@contextmanager
def _standard_output() -> Iterator[BinaryIO]:
    """A file whose bytes go to standard output at the end unless there is an error."""
    with tempfile.SpooledTemporaryFile(IN_MEMORY) as file:
        with naming(OUTPUT):  # it may grow onto a full disk
            yield cast("BinaryIO", file)
        file.seek(0)
        while piece := file.read(IN_MEMORY):
            write_bytes(piece)
