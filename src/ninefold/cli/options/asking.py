"""The options of the verbs that ask about puzzles: `solve`, `count`, `check`, `hint`, `race`, `study`."""

from __future__ import annotations

import argparse

from ninefold.cli.options.common import add_forms, add_puzzles, add_threads, read_seconds

EXAMPLES = {
    "solve": """\
examples:
  ninefold solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold solve puzzles.txt --json > answers.jsonl
  ninefold solve puzzle.txt --by propagate --set tries=first --trace -
  ninefold solve puzzle.txt --layout 9+diagonals --limit all
  ninefold solve games.xlsx --number S4
""",
    "count": """\
examples:
  ninefold count 5...7....6..1.5....98....6.........34..8.3...7...2...6.6....28.....19.......8..7.
  ninefold count puzzles.txt --limit 1000 --json
""",
    "check": """\
examples:
  ninefold check 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold check my_answer.txt --clues puzzle.txt --json
""",
    "hint": """\
examples:
  ninefold hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold hint my_grid.txt --clues puzzle.txt --strength 3
""",
    "race": """\
examples:
  ninefold race puzzles.txt --by lanes,norvig,sat,mip
  ninefold race puzzles.txt --by all --seconds 2 --csv runs.csv --plot race.svg
""",
    "study": """\
examples:
  ninefold study hard.txt --by lp,lp-probe
  ninefold study easy.txt hard.txt --sample 100 --seed 1 --plot shares.svg
""",
}


def solve(parser: argparse.ArgumentParser) -> None:
    """The options of `solve`."""
    add_puzzles(parser)
    asking = parser.add_argument_group("asking")
    asking.add_argument("--by", default="auto", metavar="METHOD", help="the method (see `ninefold methods`)")
    asking.add_argument(
        "--set",
        action="append",
        default=[],
        metavar="OPTION=VALUE",
        help="an option of the method (see `ninefold methods METHOD`); may be given again",
    )
    asking.add_argument(
        "--limit", metavar="N", help="stop after N solutions, or all; left out, 2, and exit code 1 if there are two"
    )
    asking.add_argument("--seconds", type=read_seconds, metavar="S", help="stop after S seconds a puzzle")
    asking.add_argument("--nodes", type=int, metavar="N", help="stop after N nodes of work a puzzle")
    add_threads(asking)
    asking.add_argument("--isolate", action="store_true", default=None, help="run the method in a process of its own")
    asking.add_argument(
        "--trace", metavar="FILE", help="write what the method does as JSON lines; - for words on standard error"
    )
    add_forms(parser, "board", "line")


def count(parser: argparse.ArgumentParser) -> None:
    """The options of `count`."""
    add_puzzles(parser)
    asking = parser.add_argument_group("asking")
    asking.add_argument("--limit", metavar="N", help="stop at N solutions; left out, count them all")
    asking.add_argument("--seconds", type=read_seconds, metavar="S", help="stop after S seconds a puzzle")
    add_threads(asking)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def check(parser: argparse.ArgumentParser) -> None:
    """The options of `check`."""
    add_puzzles(parser)
    parser.add_argument("--clues", metavar="PUZZLE", help="a puzzle (or its file) whose clues must still stand")
    parser.add_argument("--proper", action="store_true", help="ask also for exactly one solution")
    parser.add_argument(
        "--seconds", type=read_seconds, default=10.0, metavar="S", help="time to find whether it can be completed (10)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def hint(parser: argparse.ArgumentParser) -> None:
    """The options of `hint`."""
    add_puzzles(parser)
    parser.add_argument("--clues", metavar="PUZZLE", help="the puzzle as it was at the start, to find wrong digits by")
    parser.add_argument(
        "--strength", type=int, choices=(1, 2, 3), default=1, help="1 where to look, 2 which technique, 3 all of it (1)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def race(parser: argparse.ArgumentParser) -> None:
    """The options of `race`."""
    add_puzzles(parser)
    asking = parser.add_argument_group("asking")
    asking.add_argument("--by", default="all", metavar="METHODS", help="the methods, with commas, or all (all)")
    asking.add_argument("--seconds", type=read_seconds, default=10.0, metavar="S", help="time for each question (10)")
    asking.add_argument("--limit", metavar="N", help="stop after N solutions, or all; left out, 2, to prove uniqueness")
    asking.add_argument("--nodes", type=int, metavar="N", help="stop after N nodes of work a question")
    asking.add_argument("--rounds", type=int, default=1, metavar="N", help="ask everything N times (1)")
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="one JSON object a line, for each method")
    output.add_argument("--csv", metavar="FILE", help="write every outcome into a file, as soon as it is there")
    output.add_argument("--plot", metavar="FILE", help="draw cactus plot and performance profile (.svg or .png)")


def study(parser: argparse.ArgumentParser) -> None:
    """The options of `study`."""
    add_puzzles(parser)
    asking = parser.add_argument_group("asking")
    asking.add_argument("--by", metavar="METHODS", help="the methods, with commas (lp,lp-reweighted,lp-probe,lp-lift)")
    asking.add_argument("--sample", type=int, metavar="N", help="so many puzzles of each file, by lot; left out, all")
    asking.add_argument("--seed", type=int, default=0, metavar="N", help="what the lot is drawn from (0)")
    asking.add_argument("--seconds", type=read_seconds, metavar="S", help="stop after S seconds a puzzle")
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="one JSON object a line")
    output.add_argument("--plot", metavar="FILE", help="draw the shares into an SVG file")
