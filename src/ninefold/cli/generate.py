"""`ninefold generate`: make puzzles."""

from __future__ import annotations

import argparse
import os

from ninefold.cli.reading import layout_of
from ninefold.cli.streams import tell
from ninefold.cli.writing import Counter, board, form_of, write_json
from ninefold.core.errors import ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.text import MAX_TEXT
from ninefold.make.generate import make, read_seed
from ninefold.make.levels import level_of
from ninefold.make.wishes import Wishes
from ninefold.solving.ask import read_count
from ninefold.solving.run import Stopped


def run(args: argparse.Namespace) -> int:
    """Write puzzles as they are made; 1 if there are fewer than were asked for."""
    wishes = read_wishes(args)
    seed, count = read_seed(args.seed), read_count("count", args.count) or 1
    maker = make(wishes, seed, distinct=args.distinct, tries=args.tries, threads=args.threads, seconds=args.seconds)
    number = 0
    with Counter() as counter:
        maker.attendant.progress = lambda _: counter.show()
        try:
            for number, puzzle in enumerate(maker.puzzles(count), 1):
                _write(puzzle, args, seed, number)
                counter.step()
        except Stopped as stop:
            tell(f"ninefold: {number:,} of {count:,} puzzles were made: {stop.why}")
            return 1
    return 0


def read_wishes(args: argparse.Namespace) -> Wishes:
    """The wishes of a command."""
    layout = layout_of(args) or Layout.of_size(9)
    must = args.must
    if must is not None and "=" in must:
        must = dict(_read_pair(pair) for pair in must.replace(",", " ").split())
    return Wishes.read(
        layout,
        clues=None if args.clues is None else _read_clues(args.clues),
        minimal=args.minimal,
        symmetry=args.symmetry,
        mask=None if args.mask is None else _text(args.mask),
        solution=None if args.solution is None else _text(args.solution),
        must=must,
        level=args.level,
        way=args.way,
    )


def _read_clues(text: str) -> int | tuple[int, int]:
    """A number, or a range as 24-28."""
    ends = text.split("-")
    if not all(end.isascii() and end.isdecimal() for end in ends) or len(ends) > 2:
        raise ParseError(f"--clues is a number or a range, as 24-28; read {text!r}")
    numbers = [int(end) for end in ends]
    return numbers[0] if len(numbers) == 1 else (numbers[0], numbers[1])


def _read_pair(text: str) -> tuple[str, int]:
    cell, _, digit = text.partition("=")
    if not (digit.isascii() and digit.isdecimal()):
        raise ParseError(f"--must is cells, as r1c1,r5c5, or cells with digits, as r1c1=5; read {text!r}")
    return cell, int(digit)


def _text(source: str) -> str:
    """What stands in a file, or the text itself."""
    if not os.path.isfile(source):
        return source
    with open(source, encoding="utf-8-sig", errors="replace") as file:
        return file.read(MAX_TEXT)


def _write(puzzle: Grid, args: argparse.Namespace, seed: int, number: int) -> None:
    if args.json:
        write_json(as_record(puzzle, seed, number))
    else:
        print(puzzle.line if form_of(args.form) == "line" else board(puzzle))


def as_record(puzzle: Grid, seed: int, number: int) -> dict[str, object]:
    """A puzzle as the object that --json writes; the keys are documented and stay."""
    return {
        "puzzle": puzzle.line,
        "layout": str(puzzle.layout),
        "clues": len(puzzle.filled_cells),
        "level": level_of(puzzle),
        "seed": seed,
        "number": number,
    }
