"""What a sweep costs above its bare runs: 10 settings × 50 seeds × 20 puzzles of `network`.

python benchmarks/sweep.py [SEEDS [CLUES]]    prints the CPU seconds of both, in alternating blocks, and their ratio

A block is one setting with all seeds and puzzles; whichever came second in one block comes first in the next. Puzzles
with many clues (default: 40) make short runs, in which whatever a sweep adds shows most.
"""

from __future__ import annotations

import sys
from time import process_time

import ninefold as nf

GROWTHS = [1.03, 1.05, 1.08, 1.1, 1.15, 1.2, 1.3, 1.5, 2.0, 3.0]


def main(seeds: int = 50, clues: int = 40) -> None:
    """Measure and print."""
    puzzles = [puzzle.clues for puzzle in nf.generate(count=20, seed=1, clues=clues)]
    spent = {"sweep": 0.0, "bare": 0.0}
    for number, growth in enumerate(GROWTHS):
        for kind in ("sweep", "bare") if number % 2 else ("bare", "sweep"):
            start = process_time()
            if kind == "sweep":
                nf.sweep(puzzles, by="network:lecture=false:starts=1", grid={"growth": [growth]}, seeds=range(seeds))
            else:
                bare(puzzles, growth, seeds)
            spent[kind] += process_time() - start
    print(f"{len(GROWTHS)} settings x {seeds} seeds x {len(puzzles)} puzzles, CPU seconds:", end=" ")
    print(f"sweep {spent['sweep']:.2f}, bare {spent['bare']:.2f}, ratio {spent['sweep'] / spent['bare']:.3f}")


def bare(puzzles: list[nf.Grid], growth: float, seeds: int) -> None:
    """The same runs in a plain loop."""
    for seed in range(seeds):
        for puzzle in puzzles:
            nf.solve(puzzle, by=nf.Network(lecture=False, starts=1, growth=growth, seed=seed), limit=1)


if __name__ == "__main__":
    main(*map(int, sys.argv[1:]))
