"""`ninefold count`: how many solutions puzzles have."""

from __future__ import annotations

import argparse
from time import perf_counter

from ninefold import records
from ninefold.cli.arguments import add_json, add_puzzles, add_seconds, add_threads, read_limit
from ninefold.cli.input import Reader
from ninefold.cli.output import ProgressLine, write_json
from ninefold.core.limits import Limit, read_threads
from ninefold.solving.counting import count

EXAMPLES = """\
examples:
  ninefold count 5...7....6..1.5....98....6.........34..8.3...7...2...6.6....28.....19.......8..7.
  ninefold count puzzles.txt --limit 1000 --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `count`."""
    add_puzzles(parser)
    group = parser.add_argument_group("run")
    group.add_argument("--limit", metavar="N", help="stop at N solutions (default: all)")
    add_seconds(group, "stop after S seconds per puzzle")
    add_threads(group, "standard 9x9")
    add_json(parser.add_argument_group("output"))


def run(args: argparse.Namespace) -> int:
    """Count the solutions of every puzzle; 0 if each count is exact or reached --limit."""
    reader, limit = Reader(args), read_limit(args.limit, None)
    read_threads(args.threads)
    all_yes = True
    with ProgressLine() as counter:
        for puzzle in reader.grids():
            start = perf_counter()
            found = count(puzzle, limit=Limit(limit, seconds=args.seconds), threads=args.threads)
            all_yes &= found.ended or found == limit
            if args.json:
                write_json(records.with_puzzle(puzzle, records.CountRecord.of(found, perf_counter() - start)))
            else:
                print(found if found.ended else f"{found} or more  # {found.why}")
            counter.step()
    return 2 if reader.failed else 0 if all_yes else 1
