"""The options of the verbs for models, proofs and forms: `model`, `verify`, `canon`."""

from __future__ import annotations

import argparse

from ninefold.cli.options.common import add_puzzles

FORMATS = ("lp", "mps", "cnf", "opb", "mzn", "lpl", "col", "json")
KINDS = ("binary", "integer", "clauses", "colouring", "lifted")
EXAMPLES = {
    "model": """\
examples:
  ninefold model puzzle.txt --format lp -o puzzle.lp
  ninefold model puzzle.txt --format cnf --encoding minimal > puzzle.cnf
  ninefold model puzzle.txt --format mps --families cells,rows,columns,clues --relaxed
  ninefold model puzzle.txt --read puzzle.sol
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
}


def model(parser: argparse.ArgumentParser) -> None:
    """The options of `model`."""
    add_puzzles(parser)
    group = parser.add_argument_group("model")
    group.add_argument("--format", metavar="FORMAT", help=f"{', '.join(FORMATS)}; left out, as the ending of FILE says")
    group.add_argument("--kind", choices=KINDS, help="the model; left out, the usual one of the format")
    group.add_argument("--families", metavar="FAMILIES", help="some of cells,rows,columns,boxes,extras,clues (all)")
    group.add_argument("--sums", action="store_true", help="binary: with the rows that say what digits add up to")
    group.add_argument("--encoding", choices=("extended", "minimal"), help="clauses: all that help, or the fewest")
    group.add_argument("--whole", action="store_true", help="work nothing out beforehand: all variables, clues as rows")
    group.add_argument("--relaxed", action="store_true", help="lp, mps: leave out that variables are whole numbers")
    group.add_argument("-o", "--output", metavar="FILE", help="where to write the model; left out, standard output")
    answer = parser.add_argument_group("answer")
    answer.add_argument("--read", metavar="FILE", help="read another program's answer, judge it, print the grid")
    answer.add_argument("--as", dest="form", choices=("board", "line"), help="the form of the grid")


def verify(parser: argparse.ArgumentParser) -> None:
    """The options of `verify`."""
    parser.add_argument(
        "certificates",
        nargs="*",
        metavar="FILE",
        help="certificates, or answers of `solve --json` that hold one, one a line; - for standard input (the default)",
    )
    parser.add_argument("--json", action="store_true", help="one JSON object a line")


def canon(parser: argparse.ArgumentParser) -> None:
    """The options of `canon`."""
    add_puzzles(parser)
    output = parser.add_argument_group("output").add_mutually_exclusive_group()
    output.add_argument("--id", action="store_true", help="the short ID of each instead of its form")
    output.add_argument("--distinct", action="store_true", help="each puzzle once that is no other but for symmetry")
    output.add_argument("--json", action="store_true", help="one JSON object a line")
