"""`ninefold convert`: a file of puzzles in another format."""

from __future__ import annotations

import argparse
import os
import sys

from ninefold.cli.input import layout_of
from ninefold.cli.output import warn
from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.puzzle import Puzzle
from ninefold.formats import TABLE, by_ending, find
from ninefold.formats.files import open_source, pick, reading, save
from ninefold.formats.format import Format, InputFile


def run(args: argparse.Namespace) -> int:
    """Convert one file; 2 if a puzzle in it cannot be read, and nothing is written then."""
    if args.list:
        _list()
        return 0
    if args.input is None or args.output is None:
        raise NinefoldError("convert takes IN and OUT, or --list")
    form = format_of(args.output, args.write_as)
    sheets = read_sheets(args)
    if sheets is None:
        return 2
    write_out(args.output, form, sheets)
    return 0


def _list() -> None:
    for form in TABLE:
        kept = [*sorted(form.parts), *(sorted(form.meta) if form.meta is not None else ["everything told"])]
        ways = "read, written" if form.write else "read"
        print(f"{form.name:14} {ways:14} {form.about}" + (f"; keeps {', '.join(kept)}" if kept else ""))


def read_sheets(args: argparse.Namespace) -> list[Puzzle] | None:
    """The sheets of a file, or the one that --number names; None, once told, where some cannot be read."""
    with open_source(args.input) as file:
        read = reading(InputFile(file, layout_of(args), args.alphabet), _name(args.input), args.read_as)
        items = [pick(read, args.number)] if args.number else list(read.items())
    for note in read.source.notes:
        warn(f"ninefold: {read.name}: {note}")
    errors = [item for item in items if isinstance(item, ParseError)]
    for error in errors:
        warn(f"ninefold: {error}")
    return None if errors else [item for item in items if isinstance(item, Puzzle)]


def format_of(path: str, name: str | None) -> Format:
    """The format to write: the one named, or that of the file's name."""
    form = find(name) if name else by_ending(path)
    if form is None:
        raise ParseError(f"{path}: its name tells no format; name one with --to (see `ninefold convert --list`)")
    if form.write is None:
        raise ParseError(f"format {form.name} is only read, not written")
    return form


def write_out(path: str, form: Format, sheets: list[Puzzle]) -> None:
    """Write a file whole or not at all, and tell what it does not keep."""
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
