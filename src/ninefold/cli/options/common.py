"""What the options of several verbs have in common."""

from __future__ import annotations

import argparse
from math import inf, nan


def add_puzzles(parser: argparse.ArgumentParser) -> None:
    """Puzzles, from wherever they come, and what they may leave open."""
    parser.add_argument(
        "puzzles",
        nargs="*",
        metavar="PUZZLE",
        help="a puzzle, a file of puzzles of any format, or - for standard input (the default where it is no terminal)",
    )
    add_format(parser.add_argument_group("file"))
    board = parser.add_argument_group("board")
    add_board(board)
    board.add_argument("--alphabet", metavar="RANGE", help="which characters are the digits where N > 9: 1-9A-G, A-P …")


def add_format(group: argparse._ArgumentGroup) -> None:
    """Which puzzles of a file, and what the file is."""
    group.add_argument("--number", metavar="N", help="only the puzzle of this number, ID or name in each file")
    group.add_argument(
        "--from", dest="read_as", metavar="FORMAT", help="the format (see `convert --list`); left out, by the content"
    )


def add_board(group: argparse._ArgumentGroup, otherwise: str = "as the text has cells") -> None:
    """The board, and what its size is where that is left out."""
    group.add_argument("--size", type=int, metavar="N", help=f"the size of the board; left out, {otherwise}")
    group.add_argument(
        "--layout",
        metavar="LAYOUT",
        help="N, a box ROWSxCOLUMNS, or jigsaw:MAP (jigsaw:@FILE), then +diagonals, +windows, +extra:r1c1,r2c2,…",
    )


def add_forms(parser: argparse.ArgumentParser, *forms: str) -> None:
    """How a grid is written."""
    output = parser.add_argument_group("output").add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="one JSON object a line")
    output.add_argument(
        "--as", dest="form", choices=forms, help="the form of a grid (a board on a terminal, else a line)"
    )


def read_seconds(text: str) -> float:
    """A time, checked before any work is done."""
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not 0 < value < inf:
        raise argparse.ArgumentTypeError(f"read {text!r}, expected a number above 0")
    return value


def add_threads(group: argparse._ArgumentGroup) -> None:
    """How many threads."""
    group.add_argument(
        "--threads",
        type=int,
        metavar="N",
        help="threads for 9x9 puzzles in files (solve) and for counting; left out, one a core",
    )
