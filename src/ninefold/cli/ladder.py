"""`ninefold ladder`: one search with four levels of propagation, and what each of them saves."""

from __future__ import annotations

import argparse

from ninefold import records
from ninefold.cli.arguments import add_limit, add_nodes, add_puzzles, add_seconds, read_limit
from ninefold.cli.input import Reader
from ninefold.cli.output import write_json
from ninefold.core.limits import Limit
from ninefold.solving.ladder import ladder

EXAMPLES = """\
examples:
  ninefold ladder puzzle.txt
  ninefold ladder puzzle.txt --order fewest --json
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `ladder`."""
    add_puzzles(parser)
    group = parser.add_argument_group("run")
    group.add_argument(
        "--order",
        choices=("first", "fewest"),
        default="first",
        metavar="ORDER",
        help="next cell: the first empty one, or the one with the fewest candidates (default: first)",
    )
    add_limit(group, "default: 2, to prove uniqueness")
    add_seconds(group, "stop each search after S seconds", 60.0)
    add_nodes(group, "search")
    output = parser.add_argument_group("output")
    output.add_argument("--json", action="store_true", help="print one JSON object per level")


def run(args: argparse.Namespace) -> int:
    """Search every puzzle with every level and print a table; 2 if something could not be read."""
    reader = Reader(args)
    limit = Limit(read_limit(args.limit, 2), seconds=args.seconds, nodes=args.nodes)
    for number, puzzle in enumerate(reader.grids()):
        found = ladder(puzzle, order=args.order, limit=limit)
        if args.json:
            for rung in found.rungs:
                write_json(records.with_puzzle(puzzle, records.RungRecord.of(found, rung)))
        else:
            print("\n" * (number > 0) + found.table())
    return 2 if reader.failed else 0
