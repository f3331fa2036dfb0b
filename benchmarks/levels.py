"""How long 100 puzzles of each level take, and how fast levels are computed: python benchmarks/levels.py.

Times are CPU seconds of all threads, and wall-clock seconds; the levels of the puzzles are confirmed by the rater.
"""

from __future__ import annotations

import argparse
from time import perf_counter, process_time

import numpy as np

import ninefold as nf
from ninefold.rating.levels import LEVELS


def made(count: int, symmetry: str) -> None:
    """Generate puzzles of each level."""
    for level in LEVELS:
        start, cpu = perf_counter(), process_time()
        puzzles = nf.generate(level=level, symmetry=symmetry, count=count, seed=2026)
        taken, used = perf_counter() - start, process_time() - cpu
        found = nf.rate_many([puzzle.clues for puzzle in puzzles])
        confirmed = sum(one.level == level for one in found)
        minutes = sorted(one.minutes or 0 for one in found)
        words = (
            f"{taken:6.1f} s, {used:6.1f} s of CPU, {puzzles.tries:,} attempts, {confirmed} of {len(puzzles)} confirmed"
        )
        print(f"{level:9} {words}, {minutes[len(minutes) // 10]:.0f} to {minutes[-len(minutes) // 10]:.0f} min")


def computed(rows: int) -> None:
    """Compute the levels of arrays on one thread."""
    for level in LEVELS:
        puzzles = nf.generate(level=level, count=50, seed=1)
        array = np.array([list(puzzle.clues.digits) for puzzle in puzzles], np.uint8)
        array = np.tile(array, (max(1, rows // 50), 1))
        cpu = process_time()
        nf.levels_many(array, threads=1)
        print(f"levels of {level} puzzles: {len(array) / (process_time() - cpu):,.0f} per second and core")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--count", type=int, default=100)
    parser.add_argument("--symmetry", default="none")
    parser.add_argument("--rows", type=int, default=2000)
    args = parser.parse_args()
    made(args.count, args.symmetry)
    computed(args.rows)


if __name__ == "__main__":
    main()
