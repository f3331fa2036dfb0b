"""`ninefold canon`: the canonical form of grids, and which of them are one and the same but for symmetry."""

from __future__ import annotations

import argparse

from ninefold import records
from ninefold.cli.input import Reader
from ninefold.cli.output import brief, write_json
from ninefold.core.canonical import require_canonical
from ninefold.core.errors import NinefoldError


def run(args: argparse.Namespace) -> int:
    """Write the canonical form of every grid; 1 if with --distinct two are the same."""
    reader, seen, all_differ = Reader(args), set(), True
    if reader.layout:
        require_canonical(reader.layout)
    for grid in reader.grids():
        try:
            record = records.Canonical.of(grid)
        except NinefoldError as error:
            reader.refuse(f"{brief(grid)}: {error}")
            continue
        is_new = record.id not in seen
        seen.add(record.id)
        all_differ &= is_new
        if args.json:
            write_json(records.with_puzzle(grid, record))
        elif is_new or not args.distinct:
            print(grid.line if args.distinct else record.id if args.id else record.canonical)
    return 2 if reader.failed else 0 if all_differ or not args.distinct else 1
