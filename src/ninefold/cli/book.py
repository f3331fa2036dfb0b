"""`ninefold book`: puzzles as a PDF to print, with the solutions at the end."""

from __future__ import annotations

import argparse

from ninefold.cli.arguments import add_puzzles, add_seconds
from ninefold.cli.input import Reader
from ninefold.cli.output import ProgressLine, brief, warn
from ninefold.core.atomic_write import save
from ninefold.core.errors import NinefoldError
from ninefold.core.limits import Limit
from ninefold.core.puzzle import Puzzle
from ninefold.draw.book import Book
from ninefold.draw.pdf import missing_glyphs
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

EXAMPLES = """\
examples:
  ninefold book puzzles.txt -o book.pdf --title "A hundred puzzles" --per-page 4
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `book`."""
    add_puzzles(parser)
    group = parser.add_argument_group("book")
    group.add_argument("-o", "--output", required=True, metavar="FILE", help="the PDF file to write")
    group.add_argument("--title", default="", metavar="TEXT", help="add a title page")
    group.add_argument("--label", metavar="TEXT", help="text beside each number (default: name and level)")
    group.add_argument("--paper", default="a4", metavar="PAPER", help="a4, a5, letter, 6x9 or 8.5x8.5 (default: a4)")
    group.add_argument(
        "--per-page", type=int, default=4, metavar="N", help="1 (large print), 2, 4 or 6 puzzles per page (default: 4)"
    )
    group.add_argument("--margin", type=float, default=15.0, metavar="MM", help="margin in millimetres (default: 15)")
    group.add_argument("--no-answers", action="store_true", help="omit the solutions")
    add_seconds(group, "time to solve each puzzle", 10.0)


def run(args: argparse.Namespace) -> int:
    """Make the book; 2 if a puzzle could not be read or does not have exactly one solution."""
    book = Book(
        title=args.title,
        paper=args.paper,
        per_page=args.per_page,
        margin=args.margin,
        answers=not args.no_answers,
        label=args.label,
    )
    reader = Reader(args)
    puzzles = [solved for puzzle in reader.puzzles() if (solved := _solved(puzzle, args, reader))]
    if not puzzles:
        raise NinefoldError("no puzzles for the book: none with exactly one solution could be read")
    if signs := missing_glyphs([args.title, *map(book.label_of, puzzles)]):
        warn(f"ninefold: the book's font lacks {' '.join(signs[:20])}; they print as empty boxes")
    with ProgressLine() as counter:
        save(args.output, book.pdf(puzzles, counter.step))
    return 2 if reader.failed else 0


def _solved(puzzle: Puzzle, args: argparse.Namespace, reader: Reader) -> Puzzle | None:
    """The puzzle with its solution; None, with a warning, if it does not have exactly one."""
    result = solve(puzzle.clues, limit=Limit(seconds=args.seconds))
    if result.status is not Status.UNIQUE or result.solution is None:
        reader.refuse(f"{brief(puzzle.clues)}: skipped: a book needs unique solutions (this puzzle is {result.status})")
        return None
    return puzzle.replace(solution=result.solution)
