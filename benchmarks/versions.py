"""The versions of the 9x9 engine against each other, in alternating rounds: ratios of CPU time on this machine.

python benchmarks/versions.py [--rounds 7]

Each version that this CPU can run solves the same generated puzzles in a separate process, one thread, one round after
the other; the best round of each counts. Ratios hold on a busy machine too, rates do not.
"""

from __future__ import annotations

import argparse
import os
import subprocess
import sys
from datetime import UTC, datetime
from pathlib import Path
from tempfile import TemporaryDirectory
from time import process_time

import numpy as np

import ninefold as nf
from ninefold import _native

HARD = (
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
)
MIN_SECONDS = 0.2  # CPU time of one round


def sets() -> dict[str, np.ndarray[tuple[int, ...], np.dtype[np.uint8]]]:
    """The puzzles by name, always the same."""
    minimal = np.array([list(puzzle.clues) for puzzle in nf.generate(count=20_000, seed=7)], np.uint8)
    fewer = minimal.copy()
    for row in fewer:
        row[np.flatnonzero(row)[:3]] = 0
    hard = [nf.Symmetry.random(nf.Layout(9), seed=k)(nf.Grid(HARD[k % len(HARD)])) for k in range(2_000)]
    return {
        "random minimal puzzles": minimal,
        "the same without three clues": fewer,
        "full grids": nf.solve_many(minimal).solution,
        "five hard puzzles, 2,000 copies": np.array([list(grid) for grid in hard], np.uint8),
    }


def rate(puzzles: np.ndarray[tuple[int, ...], np.dtype[np.uint8]]) -> float:
    """Puzzles per second of CPU time, one thread, limit 2."""
    done, start = 0, process_time()
    while (spent := process_time() - start) < MIN_SECONDS:
        nf.solve_many(puzzles, threads=1)
        done += len(puzzles)
    return done / spent


def measure(version: str, file: Path) -> float:
    """One round of a version, in its own process: the version is chosen when a process starts."""
    command = [sys.executable, __file__, "--solve", str(file)]
    environment = os.environ | {"NINEFOLD_LANES": version}
    return float(subprocess.run(command, env=environment, capture_output=True, text=True, check=True).stdout)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--rounds", type=int, default=7)
    parser.add_argument("--solve", type=Path, help=argparse.SUPPRESS)
    args = parser.parse_args()
    if args.solve:
        print(rate(np.load(args.solve)))
        return
    names = _native.versions()
    load = os.getloadavg()[0]
    print(f"{datetime.now(UTC):%Y-%m-%d}, {os.cpu_count()} cores, load {load:.1f} at the start, {args.rounds} rounds")
    for what, puzzles in sets().items():
        with TemporaryDirectory() as folder:
            file = Path(folder, "puzzles.npy")
            np.save(file, puzzles)
            rounds = [[measure(name, file) for name in names] for _ in range(args.rounds)]
        best = dict(zip(names, map(max, zip(*rounds, strict=True)), strict=True))
        print(
            f"{what}: " + ", ".join(f"{name} {fast:,.0f}/s ({fast / best['avx2']:.2f})" for name, fast in best.items())
        )


if __name__ == "__main__":
    main()
