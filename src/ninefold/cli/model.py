"""`ninefold model`: export a puzzle to other solvers, or read their solution."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from ninefold.cli.arguments import add_puzzles, add_rows, rows_of
from ninefold.cli.input import Reader, as_text, open_file
from ninefold.cli.model_counts import print_counts
from ninefold.cli.output import board, form_of, warn
from ninefold.core.atomic_write import save
from ninefold.core.errors import GridError, NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.values import listed
from ninefold.solving.modelling import model, read_solution

GRIDS = ("board", "line")
FORMATS = ("lp", "mps", "cnf", "opb", "mzn", "lpl", "col", "json")
ENCODINGS = ("extended", "minimal", "pairwise", "sequential", "ladder", "bitwise", "totalizer")
KINDS = ("binary", "integer", "clauses", "colouring", "lifted")
EXAMPLES = """\
examples:
  ninefold model puzzle.txt --to lp -o puzzle.lp
  ninefold model puzzle.txt --to cnf --encoding minimal > puzzle.cnf
  ninefold model puzzle.txt --to mps --families cells,rows,columns,clues --relaxed
  ninefold model puzzle.txt --read puzzle.sol
  ninefold model puzzle.txt --counts --whole
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `model`."""
    add_puzzles(parser)
    group = parser.add_argument_group("model")
    group.add_argument("--kind", choices=KINDS, metavar="KIND", help=f"{listed(KINDS)} (default: by format)")
    add_rows(group, objective="zero", only="binary: ")
    group.add_argument(
        "--encoding",
        choices=ENCODINGS,
        metavar="NAME",
        help=f"clauses: {listed(ENCODINGS)} (default: extended)",
    )
    group.add_argument("--relaxed", action="store_true", help="lp, mps: drop the integrality of the variables")
    group.add_argument(
        "--counts", action="store_true", help="print the size of each kind of model and encoding instead of a model"
    )
    group.add_argument("--json", action="store_true", help="--counts: print one JSON object per line")
    group.add_argument("-o", "--output", metavar="FILE", help="file to write (default: standard output)")
    group = parser.add_argument_group("solution")
    group.add_argument("--read", metavar="FILE", help="read a solver's solution, verify it and print the grid")
    group = parser.add_argument_group("output")
    group.add_argument(
        "--to",
        choices=(*FORMATS, *GRIDS),
        metavar="FORMAT",
        help=f"{listed(FORMATS)} (default: from the file name); with --read board or line",
    )


def run(args: argparse.Namespace) -> int:
    """Write the model of a puzzle, or verify a solution; 1 if that is wrong."""
    reader = Reader(args)
    if args.read and (option := _export_option(args)):
        raise NinefoldError(f"{option} is for exporting a model and cannot be combined with --read")
    if args.json and not args.counts:
        raise NinefoldError("--json is for --counts; --to json writes a model")
    if args.counts and (args.to or args.output):
        raise NinefoldError("--counts prints a table instead of a model and cannot be combined with --to or -o")
    form = None if args.read or args.counts else _format(args)
    puzzle = _puzzle(reader)
    if puzzle is None:
        return 2
    if args.counts:
        print_counts(puzzle, args, ENCODINGS)
        return 0
    if args.read:
        return _read(puzzle, args)
    _write(_text(puzzle, str(form), args), args.output)
    return 0


def _export_option(args: argparse.Namespace) -> str:
    """The first option that is only for exporting."""
    if args.to in FORMATS:
        return f"--to {args.to}"
    options = ("kind", "families", "sums", "cuts", "objective", "encoding", "whole", "relaxed", "counts", "output")
    return next((f"--{option}" for option in options if getattr(args, option)), "")


def _puzzle(reader: Reader) -> Grid | None:
    """The one puzzle; None, after a warning, if it could not be read."""
    grids = reader.grids()
    puzzle = next(grids, None)
    if puzzle is not None and next(grids, None) is not None:
        raise NinefoldError("a model is made from one puzzle, and the input has several; choose one with --pick")
    return None if reader.failed else puzzle


def _format(args: argparse.Namespace) -> str:
    """The format of --to, or that of the file name."""
    if args.to in GRIDS:
        raise NinefoldError(f"--to {args.to} is for --read; a model is one of {', '.join(FORMATS)}")
    if args.to:
        return str(args.to)
    ending = os.path.splitext(args.output or "")[1].removeprefix(".")
    if ending in FORMATS:
        return ending
    raise NinefoldError(f"no format given: choose one with --to ({', '.join(FORMATS)}) or by the file name of -o")


def _text(puzzle: Grid, form: str, args: argparse.Namespace) -> str:
    from ninefold.models.export import default_kind

    options: dict[str, Any] = {"kind": args.kind or default_kind(form), "encoding": args.encoding} | rows_of(args)
    text: str = model(puzzle, **options).text(form, relaxed=args.relaxed)
    return text


def _write(text: str, output: str | None) -> None:
    if output in (None, "-"):
        sys.stdout.write(text)
    else:
        save(str(output), text.encode())


def _standard_input() -> str:
    from ninefold.models.solution_files import MAX_LENGTH

    with as_text(open_file("-")) as file:
        return file.read(MAX_LENGTH)


def _read(puzzle: Grid, args: argparse.Namespace) -> int:
    """Verify a solution and print it; 1 if it can be read and is wrong."""
    name = "standard input" if args.read == "-" else args.read
    try:
        solution = read_solution(puzzle, _standard_input() if args.read == "-" else Path(args.read))
    except ParseError as error:
        raise ParseError(f"{name}: {error.message}", error.faults) from error
    except GridError as error:
        warn(f"ninefold: {name}: {error}")
        return 1
    print(solution.line if form_of(args.to) == "line" else board(solution, puzzle))
    return 0
