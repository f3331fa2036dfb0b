"""`ninefold model`: write a puzzle as a model for other solvers, or read their answer."""

from __future__ import annotations

import argparse
import os
import sys
from pathlib import Path
from typing import Any

from ninefold.cli.input import Reader
from ninefold.cli.output import board, form_of, warn
from ninefold.core.errors import GridError, NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.solving.modelling import MAX_LENGTH, model, read_solution


def run(args: argparse.Namespace) -> int:
    """Write the model of a puzzle, or judge an answer; 0 if it could be done and the answer is right."""
    reader = Reader(args)
    if args.read and (asked := _asked(args)):
        raise NinefoldError(f"{asked} is for writing a model; --read takes an answer to any of them")
    form = None if args.read else _format(args)
    puzzle = _puzzle(reader)
    if puzzle is None:
        return 2
    if args.read:
        return _read(puzzle, args)
    _write(_text(puzzle, str(form), args), args.output)
    return 0


def _asked(args: argparse.Namespace) -> str:
    """The first option that is for writing only."""
    options = ("format", "kind", "families", "sums", "encoding", "whole", "relaxed", "output")
    return next((f"--{option}" for option in options if getattr(args, option)), "")


def _puzzle(reader: Reader) -> Grid | None:
    """The one puzzle; None if it could not be read, which has been told."""
    grids = reader.grids()
    puzzle = next(grids, None)
    if puzzle is not None and next(grids, None) is not None:
        raise NinefoldError("there are several puzzles, and a model is made of one: name one of them")
    return None if reader.failed else puzzle


def _format(args: argparse.Namespace) -> str:
    """The format as asked, or as the name of the file ends."""
    from ninefold.models.export import FORMATS, read_format

    if args.format:
        return read_format(args.format)
    ending = os.path.splitext(args.output or "")[1].removeprefix(".")
    if ending in FORMATS:
        return ending
    raise NinefoldError(f"no format: name one with --format ({', '.join(FORMATS)}), or by the ending of -o FILE")


def _text(puzzle: Grid, form: str, args: argparse.Namespace) -> str:
    from ninefold.models.export import default_kind

    families = None if args.families is None else [word.strip() for word in args.families.split(",") if word.strip()]
    asked: dict[str, Any] = {"kind": args.kind or default_kind(form), "families": families}
    asked |= {"sums": args.sums, "encoding": args.encoding, "presolve": not args.whole}
    text: str = model(puzzle, **asked).text(form, relaxed=args.relaxed)
    return text


def _write(text: str, output: str | None) -> None:
    if output in (None, "-"):
        sys.stdout.write(text)
    else:
        Path(str(output)).write_text(text, encoding="utf-8")


def _read(puzzle: Grid, args: argparse.Namespace) -> int:
    """Judge an answer; 1 if it can be read and is no solution."""
    name = "standard input" if args.read == "-" else args.read
    try:
        solution = read_solution(puzzle, sys.stdin.read(MAX_LENGTH) if args.read == "-" else Path(args.read))
    except ParseError as error:
        raise ParseError(f"{name}: {error.message}", error.faults) from error
    except GridError as error:
        warn(f"ninefold: {name}: {error}")
        return 1
    print(solution.line if form_of(args.form) == "line" else board(solution, puzzle))
    return 0
