"""The options of the verbs that draw: `show`, `draw`, `book`."""

from __future__ import annotations

import argparse

from ninefold.cli.options.common import add_forms, add_puzzles, read_seconds

EXAMPLES = {
    "show": """\
examples:
  ninefold show puzzles.txt --as board
  ninefold show puzzle.txt --as svg > puzzle.svg
""",
    "draw": """\
examples:
  ninefold draw puzzle.txt --candidates
  ninefold draw puzzle.txt --solution -o solved.png
  ninefold draw puzzle.txt --beliefs lp -o fractional.svg
""",
    "book": """\
examples:
  ninefold book puzzles.txt -o book.pdf --title "A hundred puzzles" --per-page 4
""",
}


def show(parser: argparse.ArgumentParser) -> None:
    """The options of `show`."""
    add_puzzles(parser)
    add_forms(parser, "board", "line", "svg")


def draw(parser: argparse.ArgumentParser) -> None:
    """The options of `draw`."""
    add_puzzles(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="the file; its name tells the form (puzzle.png)")
    parser.add_argument("--as", dest="form", choices=("text", "svg", "png", "pdf", "html"), help="the form")
    parser.add_argument("--solution", action="store_true", help="draw the solution, its clues in bold")
    parser.add_argument("--candidates", action="store_true", help="note in each empty cell what the clues leave")
    parser.add_argument("--beliefs", metavar="METHOD", help="shade each candidate by the last beliefs of a method")
    parser.add_argument("--caption", default="", metavar="TEXT", help="a line below the grid")
    parser.add_argument("--theme", default="light", metavar="THEME", help="light, dark or print (light)")
    parser.add_argument("--seconds", type=read_seconds, default=10.0, metavar="S", help="time for solving (10)")


def book(parser: argparse.ArgumentParser) -> None:
    """The options of `book`."""
    add_puzzles(parser)
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the PDF file")
    parser.add_argument("--title", default="", metavar="TEXT", help="a title page")
    parser.add_argument("--label", metavar="TEXT", help="what stands beside each number; left out, name and level")
    parser.add_argument("--paper", default="a4", metavar="PAPER", help="a4, a5, letter, 6x9 or 8.5x8.5 (a4)")
    parser.add_argument("--per-page", type=int, default=4, metavar="N", help="1 (large print), 2, 4 or 6 (4)")
    parser.add_argument("--margin", type=float, default=15.0, metavar="MM", help="in millimetres (15)")
    parser.add_argument("--no-answers", action="store_true", help="leave the answers out")
    parser.add_argument("--seconds", type=read_seconds, default=10.0, metavar="S", help="time for solving each (10)")
