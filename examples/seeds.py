"""Solve every puzzle of the seed documents by every method that proves what it says, and print the table.

python examples/seeds.py [SECONDS]      a limit for each single answer, 1 if left out
"""

from __future__ import annotations

import sys

import ninefold as nf
from ninefold.papers.experiment import paper_puzzles


def answer(puzzle: nf.Grid, info: nf.MethodInfo, seconds: float) -> str:
    """How soon a method is done, with a mark where the puzzle is not proper; - where it cannot tell."""
    if info.unsupported_reason(puzzle.layout):
        return ""
    result = nf.solve(puzzle, by=info.name, limit=nf.Limit(seconds=seconds))
    marks = {nf.Status.UNIQUE: "", nf.Status.SOLVED: "?", nf.Status.MULTIPLE: "+", nf.Status.IMPOSSIBLE: "x"}
    if result.status not in marks:
        return "-"
    return f"{result.seconds * 1000:,.1f}{marks[result.status]:1}"


def main() -> None:
    seconds = float(sys.argv[1]) if len(sys.argv) > 1 else 1.0
    infos = [info for info in nf.methods() if info.available and (info.complete or info.name.startswith("lp"))]
    for info in infos:  # a library is loaded once, and not while the clock runs
        nf.solve(
            "..4.1......3.1..",
            by=info.name if not info.unsupported_reason(nf.Layout(4)) else "auto",
            limit=nf.Limit(seconds=10),
        )
    print(f"{len(paper_puzzles())} puzzles of five documents, {len(infos)} methods, at most {seconds:g} s each")
    print("milliseconds; - not known by then, ? found but not proved the only one, + several solutions, x none\n")
    print(f"{'':4}  {'puzzle':32}{'empty':>5}" + "".join(f"{info.name:>14}" for info in infos))
    for entry in paper_puzzles():
        print(f"{entry.seed:03}   {entry.name:32}{len(entry.puzzle.empty_cells):5}", end="", flush=True)
        for info in infos:
            print(f"{answer(entry.puzzle, info, seconds):>14}", end="", flush=True)
        print()


if __name__ == "__main__":
    main()
