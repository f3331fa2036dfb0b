"""The parser: every verb, its options and its help."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from math import inf, nan

import ninefold

EPILOG = """\
exit codes: 0 yes, 1 no (impossible, not unique, check failed, not known), 2 the command or its
input could not be read or its output not written, 70 a method broke its promise, 130 interrupted
"""

EXAMPLES = {
    "solve": """\
examples:
  ninefold solve 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold solve puzzles.txt --json > answers.jsonl
  ninefold solve puzzle.txt --by propagate --set tries=first --trace -
  ninefold solve puzzle.txt --layout 9+diagonals --limit all
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
    "show": """\
examples:
  ninefold show puzzles.txt --as board
  ninefold show puzzle.txt --as svg > puzzle.svg
""",
}


def build_parser() -> argparse.ArgumentParser:
    """The parser of the whole command."""
    parser = argparse.ArgumentParser(
        prog="ninefold",
        allow_abbrev=False,
        description="Ninefold, the Sudoku system: checks and solves Sudoku of any size, in many ways.",
        epilog=EPILOG,
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.add_argument("--version", action="version", version=f"ninefold {ninefold.__version__}")
    parser.set_defaults(run=None)
    verbs = parser.add_subparsers(title="verbs", metavar="VERB")
    _solve(_verb(verbs, "solve", "find the solutions of puzzles"))
    _count(_verb(verbs, "count", "count the solutions of puzzles"))
    _check(_verb(verbs, "check", "tell what is wrong with a grid, and whether it can be completed"))
    _show(_verb(verbs, "show", "draw grids, or write them in one line"))
    _methods(_verb(verbs, "methods", "list the ways to solve and what each one promises"))
    _conform(_verb(verbs, "conform", "put a method through the conformance kit"))
    _completion(_verb(verbs, "completion", "print the completion script for a shell"))
    return parser


def parse(parser: argparse.ArgumentParser, argv: Sequence[str] | None) -> argparse.Namespace:
    """The arguments; puzzles may stand on both sides of an option, which argparse alone does not allow."""
    args, rest = parser.parse_known_args(argv)
    words = [word for word in rest if word != "--"]
    if unknown := [word for word in words if not _is_puzzle(word, args)]:
        parser.error(f"unrecognized arguments: {' '.join(unknown)}")
    if words:
        args.puzzles += words
    return args


def _is_puzzle(word: str, args: argparse.Namespace) -> bool:
    return hasattr(args, "puzzles") and (word == "-" or not word.startswith("-"))


def _verb(verbs: argparse._SubParsersAction[argparse.ArgumentParser], name: str, about: str) -> argparse.ArgumentParser:
    parser = verbs.add_parser(
        name,
        allow_abbrev=False,
        help=about,
        description=about[0].upper() + about[1:] + ".",
        epilog=EXAMPLES.get(name),
        formatter_class=argparse.RawDescriptionHelpFormatter,
    )
    parser.set_defaults(run=_later(f"ninefold.cli.{name}"))
    return parser


def _later(module: str) -> Callable[[argparse.Namespace], int]:
    """The verb's `run`, imported when it is called, so that `--help` stays quick."""
    return lambda args: int(import_module(module).run(args))


def _puzzles(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "puzzles",
        nargs="*",
        metavar="PUZZLE",
        help="a puzzle, a file of puzzles, or - for standard input (the default where it is no terminal)",
    )
    board = parser.add_argument_group("board")
    board.add_argument("--size", type=int, metavar="N", help="the size of the board; left out, as the text has cells")
    board.add_argument(
        "--layout",
        metavar="LAYOUT",
        help="N, a box ROWSxCOLUMNS, or jigsaw:MAP (jigsaw:@FILE), then +diagonals, +windows, +extra:r1c1,r2c2,…",
    )
    board.add_argument("--alphabet", metavar="RANGE", help="which characters are the digits where N > 9: 1-9A-G, A-P …")


def _forms(parser: argparse.ArgumentParser, *forms: str) -> None:
    output = parser.add_argument_group("output").add_mutually_exclusive_group()
    output.add_argument("--json", action="store_true", help="one JSON object a line")
    output.add_argument(
        "--as", dest="form", choices=forms, help="the form of a grid (a board on a terminal, else a line)"
    )


def _seconds(text: str) -> float:
    """A time, checked before any work is done."""
    try:
        value = float(text)
    except ValueError:
        value = nan
    if not 0 < value < inf:
        raise argparse.ArgumentTypeError(f"read {text!r}, expected a number above 0")
    return value


def _solve(parser: argparse.ArgumentParser) -> None:
    _puzzles(parser)
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
    asking.add_argument("--seconds", type=_seconds, metavar="S", help="stop after S seconds a puzzle")
    asking.add_argument("--nodes", type=int, metavar="N", help="stop after N nodes of work a puzzle")
    _threads(asking)
    asking.add_argument("--isolate", action="store_true", default=None, help="run the method in a process of its own")
    asking.add_argument(
        "--trace", metavar="FILE", help="write what the method does as JSON lines; - for words on standard error"
    )
    _forms(parser, "board", "line")


def _threads(group: argparse._ArgumentGroup) -> None:
    group.add_argument(
        "--threads",
        type=int,
        metavar="N",
        help="threads for 9x9 puzzles in files (solve) and for counting; left out, one a core",
    )


def _count(parser: argparse.ArgumentParser) -> None:
    _puzzles(parser)
    asking = parser.add_argument_group("asking")
    asking.add_argument("--limit", metavar="N", help="stop at N solutions; left out, count them all")
    asking.add_argument("--seconds", type=_seconds, metavar="S", help="stop after S seconds a puzzle")
    _threads(asking)
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _check(parser: argparse.ArgumentParser) -> None:
    _puzzles(parser)
    parser.add_argument("--clues", metavar="PUZZLE", help="a puzzle (or its file) whose clues must still stand")
    parser.add_argument("--proper", action="store_true", help="ask also for exactly one solution")
    parser.add_argument(
        "--seconds", type=_seconds, default=10.0, metavar="S", help="time to find whether it can be completed (10)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _show(parser: argparse.ArgumentParser) -> None:
    _puzzles(parser)
    _forms(parser, "board", "line", "svg")


def _methods(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="METHOD", help="tell all about one method and its options")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _conform(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="METHOD", help="the method, also one of a plug-in")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish", "tcsh"), help="the shell")
