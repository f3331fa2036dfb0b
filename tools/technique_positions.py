"""Positions for the pages of techniques: writes src/ninefold/logic/positions.json from puzzles of our own generator.

python tools/technique_positions.py [PUZZLES] [SEED]

For every technique it keeps up to four positions in which the technique is the next step of a path in human order. A
technique that never is the next step gets positions in which it has some step. Positions with few candidates removed
come first, because they are easier to read.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path

import ninefold as nf
from ninefold.core.position import Position, digits_of

FILE = Path(__file__).parents[1] / "src" / "ninefold" / "logic" / "positions.json"
WANTED = 4
# Searched in every position of a path only for techniques that no path has used so far.
POSITIONS_PER_PUZZLE = 6


def record(puzzle: nf.Grid, position: Position, step: nf.Step, *, is_next: bool) -> dict[str, object]:
    """A position as data: the puzzle, the digits, the candidates removed so far, and the step."""
    grid = position.grid
    full = Position.of(grid)
    removed = [
        f"{digit}{grid.layout.name(cell)}"
        for cell in grid.empty_cells
        for digit in digits_of(full.candidates[cell] & ~position.candidates[cell])
    ]
    return {
        "puzzle": puzzle.line,
        "grid": grid.line,
        "removed": " ".join(removed),
        "answer": step.notation,
        "next": is_next,
    }


def main() -> None:
    """Collect positions until every technique has enough or the puzzles run out."""
    count, seed = (int(word) for word in [*sys.argv[1:], "2000", "18"][:2])
    found: dict[str, list[dict[str, object]]] = {technique.slug: [] for technique in nf.techniques()}
    for puzzle in nf.generate(nf.Recipe(minimal=True), count=count, seed=seed):
        path = nf.explain(puzzle.clues)
        for step in path:
            add(found, puzzle.clues, step, is_next=True)
        rare = [slug for slug, some in found.items() if len(some) < WANTED]
        hard = [at for at, step in enumerate(path) if step.technique.family not in ("singles", "locked")]
        for at in hard[:POSITIONS_PER_PUZZLE] if rare else ():
            position = path.positions[at]
            marks = {c: digits_of(position.candidates[c]) for c in position.grid.empty_cells}
            for step in nf.steps(position.grid, marks=marks, clues=puzzle.clues, technique=rare, unique=True):
                add(found, puzzle.clues, step, is_next=False)
    for some in found.values():
        some.sort(key=lambda one: (not one["next"], len(str(one["removed"]))))
    FILE.write_text(json.dumps(found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
    missing = [slug for slug, some in found.items() if not some]
    print(
        f"{sum(map(bool, found.values()))} techniques with positions; none for {', '.join(missing) or 'no technique'}"
    )


def add(found: dict[str, list[dict[str, object]]], puzzle: nf.Grid, step: nf.Step, *, is_next: bool) -> None:
    """Keep a position if its technique still needs one, and has none of this puzzle."""
    some = found[step.technique.slug]
    if step.position is not None and len(some) < WANTED and all(one["puzzle"] != puzzle.line for one in some):
        some.append(record(puzzle, step.position, step, is_next=is_next))


if __name__ == "__main__":
    main()
