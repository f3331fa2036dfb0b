"""Speed of generating puzzles, as ratios to tdoku's generator, and of computing canonical forms.

python benchmarks/making.py [--peer LIBRARY.so]

With a shared library of tdoku, its generator is measured in rounds interleaved with ours: `TdokuConstrain` and
`TdokuMinimize` from the empty grid, and from a pool of its puzzles with three clues dropped. Without it, the published
rates are used. Times are CPU times of one thread; the best round counts. `--starter` writes the starter collection
instead.
"""

from __future__ import annotations

import argparse
import ctypes
import random
from collections.abc import Callable
from pathlib import Path
from time import process_time
from typing import Any

import numpy as np

import ninefold as nf
from ninefold.core.canonical import canonical_lines
from ninefold.rating.levels import LEVELS

PUBLISHED = {"from empty": 3900.0, "from a pool": 7500.0}
STARTER = Path(__file__).parents[1] / "src" / "ninefold" / "make" / "starter.txt"
BOARDS = ["4", "6", "8", "9+diagonals", "9+windows", "12", "16", "16+diagonals", "25"]
KINDS = [("4", 40), ("6", 40), ("9", 30), ("9+diagonals", 6), ("9+windows", 6), ("16", 6)]


def rate(work: Callable[[], int]) -> float:
    start = process_time()
    return work() / (process_time() - start)


def ours(count: int, **recipe: Any) -> Callable[[], int]:
    seeds = iter(range(10**6))
    return lambda: len(nf.generate(nf.Recipe(**recipe), count=count, seed=next(seeds), threads=1))


class Peer:
    """tdoku's generator."""

    def __init__(self, library: str) -> None:
        self.tdoku = ctypes.CDLL(library)
        self.tdoku.TdokuConstrain.restype = ctypes.c_bool
        self.pool: list[bytes] = []

    def one(self, start: bytes) -> bytes | None:
        """A minimal puzzle that contains the clues of a start."""
        puzzle = ctypes.create_string_buffer(start)
        if not self.tdoku.TdokuConstrain(ctypes.c_bool(False), puzzle):
            return None
        self.tdoku.TdokuMinimize(ctypes.c_bool(False), ctypes.c_bool(False), puzzle)
        return puzzle.value

    def from_empty(self) -> int:
        """Generate puzzles from the empty grid; return how many."""
        made = [puzzle for _ in range(1000) if (puzzle := self.one(b"." * 81))]
        self.pool = (self.pool + made)[-5000:]
        return len(made)

    def from_a_pool(self) -> int:
        """Generate puzzles from others with three clues dropped; return how many."""
        made = 0
        for _ in range(1000):
            place = random.randrange(len(self.pool))
            start = bytearray(self.pool[place])
            for cell in random.sample([cell for cell in range(81) if start[cell] != ord(".")], 3):
                start[cell] = ord(".")
            if puzzle := self.one(bytes(start)):
                self.pool[place] = puzzle
                made += 1
        return made


def race(peer: Peer | None, rounds: int) -> None:
    theirs = dict.fromkeys(PUBLISHED, 0.0) if peer else PUBLISHED
    mine = {"one full grid each": 0.0, "all from one full grid": 0.0}
    solution = nf.random_grid(1)
    free, bound = ours(10_000), ours(10_000, solution=solution)
    for _ in range(rounds):
        mine["one full grid each"] = max(mine["one full grid each"], rate(free))
        mine["all from one full grid"] = max(mine["all from one full grid"], rate(bound))
        if peer:
            theirs["from empty"] = max(theirs["from empty"], rate(peer.from_empty))
            theirs["from a pool"] = max(theirs["from a pool"], rate(peer.from_a_pool))
    print(f"tdoku {'measured' if peer else 'published'}: " + ", ".join(f"{k} {v:,.0f}/s" for k, v in theirs.items()))
    for (kind, speed), (other, base) in zip(mine.items(), theirs.items(), strict=True):
        print(f"minimal 9×9 puzzles, {kind}: {speed:,.0f}/s, {speed / base:.1f}× tdoku {other}")
    for size in (16, 25):
        print(f"a {size}×{size} puzzle: {1 / rate(ours(1, layout=size)):.2f} s")
    for clues in (20, 19, 18):
        print(f"a puzzle with {clues} clues: {1 / rate(ours(4, clues=(17, clues))):.2f} s")


def canonical(rounds: int) -> None:
    """Canonical forms per second, of minimal puzzles and of full grids."""
    made = nf.generate(count=20_000, seed=3)
    full = nf.solve_many(np.array([list(puzzle.clues) for puzzle in made], np.uint8)).solution
    for what, grids in (("puzzles", np.array([list(puzzle.clues) for puzzle in made], np.uint8)), ("full grids", full)):
        fastest = max(rate(lambda grids=grids: len(canonical_lines(grids))) for _ in range(rounds))  # type: ignore[misc]
        print(f"canonical forms of {what}: {fastest:,.0f}/s")
    for board in BOARDS:
        puzzles = nf.generate(board, count=5, seed=3)
        start = process_time()
        nf.canonical(puzzles[0].clues)
        first = process_time() - start
        forms = max(rate(lambda puzzles=puzzles: sum(bool(nf.canonical(p)) for p in puzzles)) for _ in range(rounds))  # type: ignore[misc]
        whole = max(
            rate(lambda puzzles=puzzles: sum(bool(nf.canonical(p.solution)) for p in puzzles)) for _ in range(rounds)
        )  # type: ignore[misc]
        words = f"{1000 * first:.0f} ms for the first puzzle, {1000 / forms:.1f} ms for another"
        print(
            f"on a board {board}: {words}, {1000 / whole:.1f} ms for a full grid ({forms / whole:.0f} times a puzzle)"
        )


def starter() -> None:
    """Write the starter collection: one puzzle per line with its layout and level, without duplicates.

    Small boards have few essentially different puzzles, so fewer may remain than were generated.
    """
    lines = ["# Made by Ninefold: python benchmarks/making.py --starter"]
    known: set[str] = set()
    for layout, count in KINDS:
        levels = LEVELS if layout == "9" else LEVELS[1:] if layout.startswith("9") else ("easy",)
        for level in levels:
            made = nf.generate(nf.Recipe(layout, level=level, symmetry="rotational"), count=count, seed=2026)
            for puzzle in made:
                if (key := nf.puzzle_id(puzzle)) not in known:
                    known.add(key)
                    lines.append(f"{puzzle.clues.line} {layout} {level}")
            print(layout, level, len(made), made.why)
    STARTER.write_text("\n".join(lines) + "\n", encoding="utf-8")
    print(f"{STARTER}: {STARTER.stat().st_size:,} bytes")


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    parser.add_argument("--peer", metavar="LIBRARY", help="shared library of tdoku")
    parser.add_argument("--rounds", type=int, default=4)
    parser.add_argument("--starter", action="store_true")
    parser.add_argument("--canonical", action="store_true", help="only the canonical forms")
    args = parser.parse_args()
    if args.starter:
        starter()
    elif args.canonical:
        canonical(args.rounds)
    else:
        race(Peer(args.peer) if args.peer else None, args.rounds)
        canonical(args.rounds)


if __name__ == "__main__":
    main()
