"""`ninefold book`: puzzles as a PDF to print, with the answers at the end."""

from __future__ import annotations

import argparse
from pathlib import Path

from ninefold.cli.input import Reader
from ninefold.cli.output import ProgressLine, brief, warn
from ninefold.core.errors import NinefoldError
from ninefold.core.limits import Limit
from ninefold.core.puzzle import Sheet
from ninefold.draw.book import Book, BookEntry
from ninefold.draw.pdf import missing_glyphs
from ninefold.formats.format import one_line
from ninefold.solving.result import Status
from ninefold.solving.solve import solve


def run(args: argparse.Namespace) -> int:
    """Make the book; 2 if a puzzle could not be read or is not proper."""
    book = Book(
        title=args.title, paper=args.paper, per_page=args.per_page, margin=args.margin, answers=not args.no_answers
    )
    reader = Reader(args)
    entries = [entry for sheet in reader.sheets() if (entry := _entry(sheet, args, reader))]
    if not entries:
        raise NinefoldError("there is no puzzle for the book")
    if signs := missing_glyphs([args.title, *(entry.label for entry in entries)]):
        warn(f"ninefold: the book's font has no {' '.join(signs[:20])}: empty boxes stand for them")
    with ProgressLine() as counter:
        Path(args.output).write_bytes(book.pdf(entries, counter.step))
    return 2 if reader.failed else 0


def _entry(sheet: Sheet, args: argparse.Namespace, reader: Reader) -> BookEntry | None:
    """The puzzle with its solution; one that is not proper has no place in a book, and that is told."""
    grid = sheet.clues
    result = solve(grid, limit=Limit(seconds=args.seconds))
    if result.status is not Status.UNIQUE or result.solution is None:
        reader.refuse(f"{brief(grid)}: left out, since it is {result.status} and not unique")
        return None
    told = [one_line(sheet.meta[name]) for name in ("name", "level") if name in sheet.meta]
    return BookEntry(grid, result.solution, args.label if args.label is not None else ", ".join(told))
