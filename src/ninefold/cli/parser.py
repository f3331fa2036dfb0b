"""The parser: every verb, its options and its help."""

from __future__ import annotations

import argparse
from collections.abc import Callable, Sequence
from importlib import import_module
from math import inf, nan

import ninefold
from ninefold.cli import keeping

FORMATS = ("lp", "mps", "cnf", "opb", "mzn", "lpl", "col", "json")
KINDS = ("binary", "integer", "clauses", "colouring")
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
    "generate": """\
examples:
  ninefold generate
  ninefold generate --count 100 --level hard --symmetry rotational --seed 42 > hard.txt
  ninefold generate --size 16
  ninefold generate --clues 19 --count 5
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
    "model": """\
examples:
  ninefold model puzzle.txt --format lp -o puzzle.lp
  ninefold model puzzle.txt --format cnf --encoding minimal > puzzle.cnf
  ninefold model puzzle.txt --format mps --families cells,rows,columns,clues --relaxed
  ninefold model puzzle.txt --read puzzle.sol
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
    "verify": """\
examples:
  ninefold verify certificate.json
  ninefold solve puzzle.txt --by lp-probe --set certificate=true --json | ninefold verify
""",
    "canon": """\
examples:
  ninefold canon 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold canon puzzles.txt --distinct > different.txt
""",
    "papers": """\
examples:
  ninefold papers
  ninefold papers ptasiewicz
""",
    "race": """\
examples:
  ninefold race puzzles.txt --by lanes,norvig,sat,mip
  ninefold race puzzles.txt --by all --seconds 2 --csv runs.csv --plot race.svg
""",
    "hint": """\
examples:
  ninefold hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold hint my_grid.txt --clues puzzle.txt --strength 3
""",
    "play": """\
examples:
  ninefold play
  ninefold play --no-browser --port 8000
""",
    "study": """\
examples:
  ninefold study hard.txt --by lp,lp-probe
  ninefold study easy.txt hard.txt --sample 100 --seed 1 --plot shares.svg
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
    _generate(_verb(verbs, "generate", "make puzzles"))
    _model(_verb(verbs, "model", "write a puzzle as a model for other solvers, or read their answer"))
    _canon(_verb(verbs, "canon", "the canonical form of grids: what stays the same under all symmetries"))
    _methods(_verb(verbs, "methods", "list the ways to solve and what each one promises"))
    _conform(_verb(verbs, "conform", "put a method through the conformance kit"))
    _draw(_verb(verbs, "draw", "draw pictures of grids: SVG, PNG, PDF, HTML or text"))
    _book(_verb(verbs, "book", "make a book of puzzles to print, with the answers at the end"))
    keeping.convert(_verb(verbs, "convert", "write a file of puzzles in another format"))
    keeping.library(_verb(verbs, "library", "keep puzzles in one file, and find them again"))
    _papers(_verb(verbs, "papers", "what the papers behind the methods claim, and what comes out here"))
    _study(_verb(verbs, "study", "what share of files of puzzles each linear method settles, and at what price"))
    _race(_verb(verbs, "race", "put the same puzzles to several methods and compare"))
    _verify(_verb(verbs, "verify", "check certificates with whole numbers, without any solver"))
    _hint(_verb(verbs, "hint", "tell what to do next in a puzzle, and why"))
    _play(_verb(verbs, "play", "open the app in the browser: play, learn, and see the methods work"))
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
        epilog=(EXAMPLES | keeping.EXAMPLES).get(name),
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
    _board(board)
    board.add_argument("--alphabet", metavar="RANGE", help="which characters are the digits where N > 9: 1-9A-G, A-P …")


def _board(board: argparse._ArgumentGroup) -> None:
    board.add_argument("--size", type=int, metavar="N", help="the size of the board; left out, as the text has cells")
    board.add_argument(
        "--layout",
        metavar="LAYOUT",
        help="N, a box ROWSxCOLUMNS, or jigsaw:MAP (jigsaw:@FILE), then +diagonals, +windows, +extra:r1c1,r2c2,…",
    )


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
    asking.add_argument(
        "--number", metavar="N", help="of a file of any format, only the puzzle of this number, ID or name"
    )
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


def _generate(parser: argparse.ArgumentParser) -> None:
    _board(parser.add_argument_group("board"))
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
    making.add_argument("--seconds", type=_seconds, metavar="S", help="stop after S seconds with what is made by then")
    making.add_argument("--threads", type=int, metavar="N", help="for the usual 9x9 board; left out, one a core")
    _forms(parser, "board", "line")


def _model(parser: argparse.ArgumentParser) -> None:
    _puzzles(parser)
    model = parser.add_argument_group("model")
    model.add_argument("--format", metavar="FORMAT", help=f"{', '.join(FORMATS)}; left out, as the ending of FILE says")
    model.add_argument("--kind", choices=KINDS, help="the model; left out, the usual one of the format")
    model.add_argument("--families", metavar="FAMILIES", help="some of cells,rows,columns,boxes,extras,clues (all)")
    model.add_argument("--sums", action="store_true", help="binary: with the rows that say what digits add up to")
    model.add_argument("--encoding", choices=("extended", "minimal"), help="clauses: all that help, or the fewest")
    model.add_argument("--whole", action="store_true", help="work nothing out beforehand: all variables, clues as rows")
    model.add_argument("--relaxed", action="store_true", help="lp, mps: leave out that variables are whole numbers")
    model.add_argument("-o", "--output", metavar="FILE", help="where to write the model; left out, standard output")
    answer = parser.add_argument_group("answer")
    answer.add_argument("--read", metavar="FILE", help="read another program's answer, judge it, print the grid")
    answer.add_argument("--as", dest="form", choices=("board", "line"), help="the form of the grid")


def _verify(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "certificates",
        nargs="*",
        metavar="FILE",
        help="certificates, or answers of `solve --json` that hold one, one a line; - for standard input (the default)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _canon(parser: argparse.ArgumentParser) -> None:
    _puzzles(parser)
    output = parser.add_argument_group("output").add_mutually_exclusive_group()
    output.add_argument("--id", action="store_true", help="the short ID of each instead of its form")
    output.add_argument("--distinct", action="store_true", help="each puzzle once that is no other but for symmetry")
    output.add_argument("--json", action="store_true", help="one JSON object a line")


def _methods(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", nargs="?", metavar="METHOD", help="tell all about one method and its options")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _conform(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("name", metavar="METHOD", help="the method, also one of a plug-in")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _draw(parser: argparse.ArgumentParser) -> None:
    _puzzles(parser)
    parser.add_argument("-o", "--output", metavar="FILE", help="the file; its name tells the form (puzzle.png)")
    parser.add_argument("--as", dest="form", choices=("text", "svg", "png", "pdf", "html"), help="the form")
    parser.add_argument("--solution", action="store_true", help="draw the solution, its clues in bold")
    parser.add_argument("--candidates", action="store_true", help="note in each empty cell what the clues leave")
    parser.add_argument("--beliefs", metavar="METHOD", help="shade each candidate by the last beliefs of a method")
    parser.add_argument("--caption", default="", metavar="TEXT", help="a line below the grid")
    parser.add_argument("--theme", default="light", metavar="THEME", help="light, dark or print (light)")
    parser.add_argument("--seconds", type=_seconds, default=10.0, metavar="S", help="time for solving (10)")


def _book(parser: argparse.ArgumentParser) -> None:
    _puzzles(parser)
    parser.add_argument("-o", "--output", required=True, metavar="FILE", help="the PDF file")
    parser.add_argument("--title", default="", metavar="TEXT", help="a title page")
    parser.add_argument("--label", default="", metavar="TEXT", help="what stands beside each number")
    parser.add_argument("--paper", default="a4", metavar="PAPER", help="a4, a5, letter, 6x9 or 8.5x8.5 (a4)")
    parser.add_argument("--per-page", type=int, default=4, metavar="N", help="1 (large print), 2, 4 or 6 (4)")
    parser.add_argument("--margin", type=float, default=15.0, metavar="MM", help="in millimetres (15)")
    parser.add_argument("--no-answers", action="store_true", help="leave the answers out")
    parser.add_argument("--seconds", type=_seconds, default=10.0, metavar="S", help="time for solving each (10)")


def _papers(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("names", nargs="*", metavar="PAPER", help="run the experiments of these; left out, list them")
    parser.add_argument("--seconds", type=_seconds, default=30.0, metavar="S", help="time for each experiment (30)")
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _study(parser: argparse.ArgumentParser) -> None:
    _puzzles(parser)
    asking = parser.add_argument_group("asking")
    asking.add_argument("--by", metavar="METHODS", help="the methods, with commas (lp,lp-reweighted,lp-probe,lp-lift)")
    asking.add_argument("--sample", type=int, metavar="N", help="so many puzzles of each file, by lot; left out, all")
    asking.add_argument("--seed", type=int, default=0, metavar="N", help="what the lot is drawn from (0)")
    asking.add_argument("--seconds", type=_seconds, metavar="S", help="stop after S seconds a puzzle")
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="one JSON object a line")
    output.add_argument("--plot", metavar="FILE", help="draw the shares into an SVG file")


def _race(parser: argparse.ArgumentParser) -> None:
    _puzzles(parser)
    asking = parser.add_argument_group("asking")
    asking.add_argument("--by", default="all", metavar="METHODS", help="the methods, with commas, or all (all)")
    asking.add_argument("--seconds", type=_seconds, default=10.0, metavar="S", help="time for each question (10)")
    asking.add_argument("--limit", metavar="N", help="stop after N solutions, or all; left out, 2, to prove uniqueness")
    asking.add_argument("--nodes", type=int, metavar="N", help="stop after N nodes of work a question")
    asking.add_argument("--rounds", type=int, default=1, metavar="N", help="ask everything N times (1)")
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="one JSON object a line, for each method")
    output.add_argument("--csv", metavar="FILE", help="write every outcome into a file, as soon as it is there")
    output.add_argument("--plot", metavar="FILE", help="draw cactus plot and performance profile (.svg or .png)")


def _hint(parser: argparse.ArgumentParser) -> None:
    _puzzles(parser)
    parser.add_argument("--clues", metavar="PUZZLE", help="the puzzle as it was at the start, to find wrong digits by")
    parser.add_argument(
        "--strength", type=int, choices=(1, 2, 3), default=1, help="1 where to look, 2 which technique, 3 all of it (1)"
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def _play(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("--port", type=int, default=0, metavar="N", help="the port; left out, one that is free")
    parser.add_argument("--no-browser", action="store_true", help="only print the address")
    parser.add_argument("--host", default="127.0.0.1", metavar="ADDRESS", help="the address to serve at (127.0.0.1)")
    parser.add_argument(
        "--token",
        metavar="TEXT",
        help="what every client must bring along ($NINEFOLD_TOKEN); needed where others can reach the address",
    )
    parser.add_argument("--library", metavar="FILE", help="the file of the library; left out, that of the user")


def _completion(parser: argparse.ArgumentParser) -> None:
    parser.add_argument("shell", choices=("bash", "zsh", "fish", "tcsh"), help="the shell")
