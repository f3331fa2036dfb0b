"""Solve every puzzle of the seed documents by every method, and print the table.

python examples/seeds.py [SECONDS]      a limit for each single answer, 2 if left out
"""

from __future__ import annotations

import sys
import tomllib
from pathlib import Path

import ninefold as nf

SEEDS = Path(__file__).parents[1] / "tests" / "seeds.toml"


def answer(puzzle: nf.Grid, info: nf.MethodInfo, seconds: float) -> str:
    """What a method says of a puzzle, how soon, and with how much work; nothing where it does not serve the layout."""
    if info.refuses(puzzle.layout):
        return "-"
    result = nf.solve(puzzle, by=info.name, seconds=seconds)
    return f"{result.status} {result.seconds * 1000:,.1f} ms, {result.stats['nodes']:,} nodes"


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 2.0
    infos = [info for info in nf.methods() if info.available]
    entries = tomllib.loads(SEEDS.read_text(encoding="utf-8"))["puzzle"]
    print(f"{len(entries)} puzzles of five documents, {len(infos)} methods, at most {seconds:g} s each\n")
    print(f"{'seed':4}  {'puzzle':32}{'empty':>5}  " + "".join(f"{info.name:38}" for info in infos))
    for entry in entries:
        puzzle = nf.Grid(entry["puzzle"])
        print(f"{entry['seed']:4}  {entry['name']:32}{len(puzzle.empty_cells):5}  ", end="", flush=True)
        for info in infos:
            print(f"{answer(puzzle, info, seconds):38}", end="", flush=True)
        print()


if __name__ == "__main__":
    main()
