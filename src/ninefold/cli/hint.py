"""`ninefold hint`: the next step in a grid, and why."""

from __future__ import annotations

import argparse

from ninefold import records
from ninefold.cli.arguments import add_json, add_puzzles, add_seconds, read_number
from ninefold.cli.input import Reader, clues_of
from ninefold.cli.output import write_json
from ninefold.core.limits import Limit, Stopped
from ninefold.logic.hints import HintKind, hint

EXAMPLES = """\
examples:
  ninefold hint 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold hint my_grid.txt --clues puzzle.txt --strength 3
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `hint`."""
    add_puzzles(parser)
    group = parser.add_argument_group("hint")
    group.add_argument("--clues", metavar="PUZZLE", help="the original puzzle, to find wrong digits; text or file")
    group.add_argument(
        "--strength",
        type=read_number,
        choices=(1, 2, 3),
        default=1,
        help="1 where to look, 2 which technique, 3 the whole step (default: 1)",
    )
    add_seconds(group, "stop after S seconds per grid")
    add_json(parser.add_argument_group("output"))


def run(args: argparse.Namespace) -> int:
    """Print a hint for every grid; 0 if each has a next step or is complete."""
    reader = Reader(args)
    named = clues_of(args) if args.clues is not None else None
    all_yes = True
    for puzzle in reader.puzzles():
        grid, clues = puzzle.grid, named or (puzzle.clues if puzzle.placed else None)
        limit = Limit(seconds=args.seconds)
        try:
            found = hint(grid, clues=clues, marks=puzzle.centre or None, strength=args.strength, limit=limit)
        except Stopped as stop:
            reader.warn_stopped(grid, stop.why)
            all_yes = False
            continue
        all_yes &= found.kind in (HintKind.STEP, HintKind.DONE)
        if args.json:
            write_json(records.with_puzzle(grid, records.HintRecord.of(grid, found)))
        else:
            print(found)
    return 2 if reader.failed else 0 if all_yes else 1
