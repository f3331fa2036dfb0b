"""`ninefold convert`: a file of puzzles in another format."""

from __future__ import annotations

import argparse
import os
import sys

from ninefold.cli.arguments import add_alphabet, add_board, add_from, add_pick, add_to
from ninefold.cli.input import layout_of
from ninefold.cli.output import warn
from ninefold.core.atomic_write import save
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.puzzle import Puzzle
from ninefold.formats import TABLE, by_ending, find
from ninefold.formats.files import open_source, pick, reading
from ninefold.formats.format import Format, InputFile

EXAMPLES = """\
examples:
  ninefold convert games.xlsx games.txt
  ninefold convert puzzle.sdk - --to fpuzzles-link
  ninefold convert sudoku17.txt fortieth.sdk --pick 40
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `convert`."""
    parser.epilog = EXAMPLES
    parser.set_defaults(run=run)
    parser.add_argument("input", nargs="?", metavar="IN", help="file to read, or - for standard input")
    parser.add_argument("output", nargs="?", metavar="OUT", help="file to write, or - for standard output")
    formats = parser.add_argument_group("formats")
    add_from(formats)
    add_to(formats)
    add_pick(formats)
    formats.add_argument("--list", action="store_true", help="list the formats and what each one keeps")
    board = parser.add_argument_group("board")
    add_board(board, "as the file says")
    add_alphabet(board)


def run(args: argparse.Namespace) -> int:
    """Convert one file; 2, and nothing is written, if a puzzle in it cannot be read."""
    if args.list:
        _list()
        return 0
    if args.input is None or args.output is None:
        raise NinefoldError("convert needs IN and OUT, or --list")
    form = format_of(args.output, args.to)
    sheets = read_sheets(args)
    if sheets is None:
        return 2
    write_out(args.output, form, sheets)
    return 0


def _list() -> None:
    for form in TABLE:
        kept = [*sorted(form.parts), *(sorted(form.meta) if form.meta is not None else ["all metadata"])]
        access = "read, write" if form.write else "read"
        print(f"{form.name:14} {access:12} {form.about}" + (f"; keeps {', '.join(kept)}" if kept else ""))


def read_sheets(args: argparse.Namespace) -> list[Puzzle] | None:
    """The puzzles of a file, or the one that --pick names; None, with a warning each, if some cannot be read."""
    with open_source(args.input) as file:
        read = reading(InputFile(file, layout_of(args), args.alphabet), _name(args.input), args.read_as)
        items = [pick(read, args.pick)] if args.pick else list(read.items())
    for note in read.source.notes:
        warn(f"ninefold: {read.name}: {note}")
    errors = [item for item in items if isinstance(item, ParseError)]
    for error in errors:
        warn(f"ninefold: {error}")
    return None if errors else [item for item in items if isinstance(item, Puzzle)]


def format_of(path: str, name: str | None) -> Format:
    """The format to write: the given one, or that of the file name."""
    form = find(name) if name else by_ending(path)
    if form is None:
        raise ParseError(f"{path}: unknown file extension; choose a format with --to (see `ninefold convert --list`)")
    if form.write is None:
        raise ParseError(f"format {form.name} can be read but not written (see `ninefold convert --list`)")
    return form


def write_out(path: str, form: Format, sheets: list[Puzzle]) -> None:
    """Write a file whole or not at all, and warn about what the format does not keep."""
    data = form.bytes_of(sheets)
    if lost := form.losses(sheets):
        warn(f"ninefold: {form.name} does not keep: {', '.join(lost)}")
    if path != "-":
        save(path, data)
        return
    sys.stdout.flush()
    if hasattr(sys.stdout, "buffer"):
        sys.stdout.buffer.write(data)
    else:
        os.write(1, data)


def _name(path: str) -> str:
    return "standard input" if path == "-" else path
