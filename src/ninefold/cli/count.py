"""`ninefold count`: how many solutions puzzles have."""

from __future__ import annotations

import argparse
from time import perf_counter

from ninefold import records
from ninefold.cli.input import Reader
from ninefold.cli.output import ProgressLine, write_json
from ninefold.cli.solve import read_limit
from ninefold.core.limits import Limit, read_threads
from ninefold.solving.counting import count


def run(args: argparse.Namespace) -> int:
    """Count the solutions of every puzzle; 0 if each count is exact, or reached the limit that was asked for."""
    reader, limit = Reader(args), read_limit(args.limit, None)
    read_threads(args.threads)
    all_yes = True
    with ProgressLine() as counter:
        for puzzle in reader.grids():
            start = perf_counter()
            found = count(puzzle, limit=Limit(limit, seconds=args.seconds), threads=args.threads)
            all_yes &= found.ended or found == limit
            if args.json:
                write_json(records.with_puzzle(puzzle, records.Count.of(found, perf_counter() - start)))
            else:
                print(found if found.ended else f"{found} or more  # {found.why}")
            counter.step()
    return 2 if reader.failed else 0 if all_yes else 1
