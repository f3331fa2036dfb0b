"""How long a search tree of 100,000 nodes takes to draw.

python benchmarks/tree.py      prints the CPU seconds of tree() and svg(), and of a bare pass over the same events
"""

from __future__ import annotations

from time import process_time

import ninefold as nf

PUZZLE = "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9"
NODES = 100_000


def main() -> None:
    """Measure once."""
    events: list[nf.Event] = []
    nf.solve(PUZZLE, by="backtrack", limit=nf.Limit(nodes=NODES), trace=events)
    start = process_time()
    sum(event.kind == "guess" for event in events)
    bare = process_time()
    tree = nf.tree(events)
    built = process_time()
    picture = tree.svg()
    drawn = process_time()
    print(f"{tree.nodes:,} nodes, depth {tree.depth}; bare pass {bare - start:.3f} s")
    print(f"tree {built - bare:.3f} s, picture {drawn - built:.3f} s, {len(picture) / 1e6:.1f} MB")


if __name__ == "__main__":
    main()
