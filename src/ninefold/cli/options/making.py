"""The options of `generate`."""

from __future__ import annotations

import argparse

from ninefold.cli.options.common import add_board, add_forms, read_seconds

EXAMPLES = {
    "generate": """\
examples:
  ninefold generate
  ninefold generate --count 100 --level hard --symmetry rotational --seed 42 > hard.txt
  ninefold generate --size 16
  ninefold generate --clues 19 --count 5
""",
}


def generate(parser: argparse.ArgumentParser) -> None:
    """The options of `generate`."""
    add_board(parser.add_argument_group("board"), "that of --solution, or 9")
    wishes = parser.add_argument_group("wishes")
    wishes.add_argument("--clues", metavar="N", help="how many clues, or a range, as 24-28")
    minimal = wishes.add_mutually_exclusive_group()
    minimal.add_argument("--minimal", action="store_true", default=None, help="no clue to spare")
    minimal.add_argument("--not-minimal", dest="minimal", action="store_false", help="some clues to spare")
    wishes.add_argument(
        "--symmetry",
        default="none",
        metavar="NAME",
        help="of the clues: rotational, quarter, horizontal, vertical, diagonal, antidiagonal, diagonals, dihedral",
    )
    wishes.add_argument("--mask", metavar="MASK", help="the cells that may be clues, a mark each, or a file")
    wishes.add_argument("--solution", metavar="GRID", help="the full grid to start from, or its file")
    wishes.add_argument("--must", metavar="CELLS", help="cells that must be clues, as r1c1,r5c5, or r1c1=5,r5c5=7")
    wishes.add_argument("--level", metavar="LEVEL", help="easy, medium or hard")
    wishes.add_argument("--distinct", action="store_true", help="no puzzle isomorphic to another")
    making = parser.add_argument_group("making")
    making.add_argument("--count", type=int, default=1, metavar="N", help="how many (1)")
    making.add_argument("--seed", type=int, metavar="N", help="the same seed makes the same puzzles; left out, by lot")
    making.add_argument("--way", default="auto", metavar="WAY", help="auto, removing, adding, permutations, few (auto)")
    making.add_argument("--tries", type=int, metavar="N", help="give up after N for a puzzle")
    making.add_argument(
        "--seconds", type=read_seconds, metavar="S", help="stop after S seconds with what is made by then"
    )
    making.add_argument("--threads", type=int, metavar="N", help="for the usual 9x9 board; left out, one a core")
    making.add_argument(
        "--into", nargs="?", const="", metavar="LIBRARY", help="add the puzzles to a library (default: your own)"
    )
    add_forms(parser, "board", "line")
