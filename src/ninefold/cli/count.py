"""`ninefold count`: how many solutions puzzles have."""

from __future__ import annotations

import argparse
from time import perf_counter

from ninefold.cli.input import Reader
from ninefold.cli.output import ProgressLine, write_json
from ninefold.cli.solve import read_limit
from ninefold.core.grid import Grid
from ninefold.core.limits import Limit, read_threads
from ninefold.solving.counting import Count, count


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
                write_json(as_record(puzzle, found, perf_counter() - start))
            else:
                print(found if found.ended else f"{found} or more  # {found.why}")
            counter.step()
    return 2 if reader.failed else 0 if all_yes else 1


def as_record(puzzle: Grid, found: Count, seconds: float) -> dict[str, object]:
    """A count as the object that --json writes; the keys are documented and stay."""
    return {
        "puzzle": puzzle.line,
        "layout": str(puzzle.layout),
        "count": int(found),
        "ended": found.ended,
        "seconds": round(seconds, 6),
        "why": found.why,
    }
