"""`ninefold canonical`: the canonical form of grids, the same for all symmetric puzzles."""

from __future__ import annotations

import argparse

from ninefold import records
from ninefold.cli.arguments import add_json, add_puzzles
from ninefold.cli.input import Reader
from ninefold.cli.output import write_json
from ninefold.core.canonical import require_canonical
from ninefold.core.errors import NinefoldError

EXAMPLES = """\
examples:
  ninefold canonical 53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79
  ninefold canonical puzzles.txt --distinct > different.txt
"""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """The arguments of `canonical`."""
    add_puzzles(parser)
    output = parser.add_argument_group("output").add_mutually_exclusive_group()
    output.add_argument("--id", action="store_true", help="print the short ID instead of the form")
    output.add_argument("--distinct", action="store_true", help="drop symmetric duplicates, print the rest unchanged")
    add_json(output)


def run(args: argparse.Namespace) -> int:
    """Print the canonical form of every grid; 1 if --distinct drops one."""
    reader, seen, all_differ = Reader(args), set(), True
    if reader.layout:
        require_canonical(reader.layout)
    for grid in reader.grids():
        try:
            record = records.CanonicalRecord.of(grid)
        except NinefoldError as error:
            reader.refuse_puzzle(grid, error)
            continue
        is_new = record.id not in seen
        seen.add(record.id)
        all_differ &= is_new
        if args.json:
            write_json(records.with_puzzle(grid, record))
        elif is_new or not args.distinct:
            print(grid.line if args.distinct else record.id if args.id else record.canonical)
    return 2 if reader.failed else 0 if all_differ or not args.distinct else 1
