"""Solve every puzzle of the papers with every exact method, and print a table of times.

python examples/paper_table.py [SECONDS]      time limit per answer (default: 1)
"""

from __future__ import annotations

import sys

import ninefold as nf
from ninefold.papers.experiment import paper_puzzles


def answer(puzzle: nf.Grid, info: nf.MethodInfo, seconds: float) -> str:
    """The milliseconds a method took, with a mark if the puzzle is not proper; "-" if it gave no answer."""
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
    for info in infos:  # load each library before the clock runs
        nf.solve(
            "..4.1......3.1..",
            by=info.name if not info.unsupported_reason(nf.Layout(4)) else "auto",
            limit=nf.Limit(seconds=10),
        )
    print(f"{len(paper_puzzles())} puzzles of five papers, {len(infos)} methods, at most {seconds:g} s each")
    print("milliseconds; - no answer in time, ? solution not proved unique, + several solutions, x no solution\n")
    print(f"{'paper':12}{'puzzle':32}{'empty':>5}" + "".join(f"{info.name:>14}" for info in infos))
    for entry in paper_puzzles():
        print(f"{entry.paper:12}{entry.name:32}{len(entry.puzzle.empty_cells):5}", end="", flush=True)
        for info in infos:
            print(f"{answer(entry.puzzle, info, seconds):>14}", end="", flush=True)
        print()


if __name__ == "__main__":
    main()
