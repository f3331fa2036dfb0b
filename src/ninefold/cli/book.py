"""`ninefold book`: puzzles as a PDF to print, with the solutions at the end."""

from __future__ import annotations

import argparse
from dataclasses import fields
from pathlib import Path

from ninefold.cli.arguments import Arguments, add_puzzles, add_seconds, read_number
from ninefold.cli.input import Reader
from ninefold.cli.output import ProgressLine, brief, warn, write_bytes
from ninefold.core.atomic_write import save
from ninefold.core.errors import NinefoldError
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit
from ninefold.core.puzzle import Puzzle
from ninefold.draw.book import Book
from ninefold.draw.paper import PAPERS
from ninefold.library.ratings import StoredRating
from ninefold.rating.levels import level_of
from ninefold.rating.rate import rate_many
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

EXAMPLES = """\
examples:
  ninefold book puzzles.txt -o book.pdf --title "A hundred puzzles" --per-page 4
  ninefold book puzzles.json -o paperback.pdf --paper 8x10 --gutter 0.25in --sections --references
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `book`."""
    add_puzzles(parser)
    group = parser.add_argument_group("book")
    group.add_argument(
        "-o", "--output", required=True, metavar="FILE", help="the PDF file to write (- for standard output)"
    )
    group.add_argument("--label", metavar="TEXT", help="text beside each number (default: name, level, minutes)")
    group.add_argument(
        "--per-page",
        type=read_number,
        default=4,
        metavar="N",
        help="1 (large print), 2, 4 or 6 puzzles per page (default: 4)",
    )
    group.add_argument("--rate", action="store_true", help="rate the puzzles: level and minutes beside each number")
    group.add_argument("--techniques", action="store_true", help="name the hardest techniques beside each answer")
    group.add_argument("--sections", action="store_true", help="sort by level, with a page for each and contents")
    add_seconds(group, "time to solve each puzzle", 10.0)
    _add_paper(parser.add_argument_group("paper"))
    _add_answers(parser.add_argument_group("answers"))
    _add_front_matter(parser.add_argument_group("before the puzzles"))


def _add_paper(group: Arguments) -> None:
    papers = ", ".join(PAPERS)
    size = "or WIDTHxHEIGHT with a unit, such as 7x10in or 200x250mm"
    group.add_argument("--paper", default="a4", metavar="PAPER", help=f"{papers}, {size} (default: a4)")
    group.add_argument(
        "--margin",
        default="15mm",
        metavar="LENGTH",
        help="millimetres, or with a unit: 12mm, 0.5in, 36pt (default: 15)",
    )
    group.add_argument(
        "--gutter", default="0mm", metavar="LENGTH", help="extra space at the spine of a bound book (default: 0)"
    )
    group.add_argument(
        "--bleed", default="0mm", metavar="LENGTH", help="paper around the page that is cut off (default: 0)"
    )


def _add_answers(group: Arguments) -> None:
    group.add_argument("--no-answers", dest="answers", action="store_false", help="omit the solutions")
    group.add_argument(
        "--answers-per-page",
        type=read_number,
        metavar="N",
        help="1 to 48 (default: up to 12, as many as stay readable)",
    )
    group.add_argument(
        "--references", action="store_true", help="print the page of its answer at each puzzle, and the reverse"
    )


def _add_front_matter(group: Arguments) -> None:
    group.add_argument("--title", default="", metavar="TEXT", help="add a title page")
    group.add_argument("--author", default="", metavar="TEXT", help="the name on the title page")
    group.add_argument("--copyright", default="", metavar="TEXT", help="text on the page after the title")
    group.add_argument(
        "--introduction", metavar="FILE", help="text file to print before the puzzles (# starts a heading)"
    )


def run(args: argparse.Namespace) -> int:
    """Make the book; 2 if a puzzle could not be read or does not have exactly one solution."""
    name = Path(args.output)
    if name.suffix.lower() not in ("", ".pdf"):
        raise NinefoldError(f"--output {name}: a book is a PDF file, so name it {name.stem}.pdf")
    options = {field.name: getattr(args, field.name) for field in fields(Book)}
    book = Book(**options | {"introduction": _introduction(args.introduction)})
    reader = Reader(args)
    puzzles = [solved for puzzle in reader.puzzles() if (solved := _solved(puzzle, args, reader))]
    puzzles = rated_puzzles(puzzles) if args.rate or args.techniques else puzzles
    if not puzzles:
        raise NinefoldError("no puzzles for the book: none with exactly one solution could be read")
    with ProgressLine() as counter:
        content = book.pdf(puzzles, counter.step, _warn)
    if args.output == "-":
        write_bytes(content)
    else:
        save(args.output, content)
    return 2 if reader.failed else 0


def rated_puzzles(puzzles: list[Puzzle]) -> list[Puzzle]:
    """The puzzles with their ratings in their texts; those on other boards with their levels."""
    nine = [puzzle.clues for puzzle in puzzles if puzzle.layout == Layout.of_size(9)]
    found = iter(rate_many(nine) if nine else [])
    return [
        (StoredRating.of(next(found)) if puzzle.layout == Layout.of_size(9) else _level(puzzle)).put_on(puzzle)
        for puzzle in puzzles
    ]


def _level(puzzle: Puzzle) -> StoredRating:
    return StoredRating(level=level_of(puzzle.clues))


def _warn(message: str) -> None:
    warn(f"ninefold: {message}")


def _introduction(name: str | None) -> str:
    """The text of the introduction."""
    if name is None:
        return ""
    try:
        return Path(name).read_text(encoding="utf-8-sig")
    except UnicodeDecodeError:
        raise NinefoldError(f"{name}: the introduction must be text in UTF-8") from None


def _solved(puzzle: Puzzle, args: argparse.Namespace, reader: Reader) -> Puzzle | None:
    """The puzzle with its solution; None, with a warning, if it does not have exactly one."""
    result = solve(puzzle.clues, limit=Limit(seconds=args.seconds))
    if result.status is not Status.UNIQUE or result.solution is None:
        reader.refuse(f"{brief(puzzle.clues)}: skipped: a book needs unique solutions (this puzzle is {result.status})")
        return None
    return puzzle.replace(solution=result.solution)
