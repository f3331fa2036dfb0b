"""How far reasoning gets: the share of puzzles solved by explained steps, by the hardest technique each one needs.

python benchmarks/reasoning.py FILE… [--order human] [--uniqueness]

A FILE has one puzzle of 81 characters per line, perhaps among other words. Techniques that assume one solution are left
out, unless `--uniqueness` is given. Every path must end in the solution that the engine finds.
"""

from __future__ import annotations

import argparse
from collections import Counter
from pathlib import Path
from time import process_time

import numpy as np

import ninefold as nf
from ninefold._native import technique_names
from ninefold.logic.engine import ORDERS, in_order, reasoner
from ninefold.logic.wire import effect, split

CHUNK = 256


def read(file: Path) -> np.ndarray:
    """The puzzles of a file."""
    words = [next(word for word in line.split() if len(word) == 81) for line in file.read_text().split("\n") if line]
    return np.array([[int(c) if c.isdigit() else 0 for c in word] for word in words], np.uint8)


def walk(puzzles: np.ndarray, order: str, *, unique: bool) -> tuple[Counter[str], int, int]:
    """Count puzzles by hardest technique; also those solved, and those whose path contradicts the solution."""
    engine, names = reasoner(nf.Layout(9)), [name.replace("_", "-") for name in technique_names()]
    rank = {technique.slug: place for place, technique in enumerate(in_order(order))}
    hardest: Counter[str] = Counter()
    solved = wrong = 0
    for start in range(0, len(puzzles), CHUNK):
        some = puzzles[start : start + CHUNK]
        solutions = nf.solve_many(some, limit=2).solution
        ends, words = engine.paths(np.ascontiguousarray(some).ravel(), order, unique, False, 1)
        before = 0
        for puzzle, solution, end in zip(some, solutions, np.frombuffer(ends, np.uint64).tolist(), strict=True):
            used, digits = set(), puzzle.copy()
            for record in split(words[2 * before : 2 * end].tobytes()):
                number, places, removes = effect(record)
                used.add(names[number])
                wrong += any(solution[cell] == digit for cell, digit in removes)
                for cell, digit in places:
                    digits[cell] = digit
            before = end
            solved += bool((digits == solution).all())
            hardest[max(used, key=lambda slug: rank[slug]) if used else "none"] += 1
    return hardest, solved, wrong


def main() -> None:
    """Print a table for each file."""
    parser = argparse.ArgumentParser(description=__doc__.split("\n")[0])
    parser.add_argument("files", type=Path, nargs="+")
    parser.add_argument("--order", choices=ORDERS, default="human")
    parser.add_argument("--uniqueness", action="store_true")
    args = parser.parse_args()
    for file in args.files:
        puzzles = read(file)
        started = process_time()
        hardest, solved, wrong = walk(puzzles, args.order, unique=args.uniqueness)
        seconds = process_time() - started
        print(f"{file.stem}: {solved:,} of {len(puzzles):,} solved, {wrong} wrong steps, {seconds:.1f} s of CPU time")
        rank = {technique.slug: place for place, technique in enumerate(in_order(args.order))}
        for slug, count in sorted(hardest.items(), key=lambda item: rank.get(item[0], -1)):
            print(f"  {slug:34}{count:7,} {count / len(puzzles):8.2%}")


if __name__ == "__main__":
    main()
