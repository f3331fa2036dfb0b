"""Positions for the pages of techniques: adds to src/ninefold/logic/positions.json from generated puzzles.

python tools/technique_positions.py [PUZZLES] [SEED] [TECHNIQUE …]

For every technique it keeps up to four positions, of different puzzles. Best are those in which the technique is the
next step of a path in a built-in order, then those in which it has a step where paths need something hard. Among equals
the short ones come first, because they are easier to read. Positions found before stay unless a better one turns up,
so further runs with other seeds improve the file. With names, only these techniques are searched for; `gurth` alone
searches puzzles made for it.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from itertools import islice
from pathlib import Path

import ninefold as nf
from ninefold.core.position import Position, digits_of
from ninefold.logic.engine import ORDERS, in_order
from ninefold.logic.techniques import find_techniques

FILE = Path(__file__).parents[1] / "src" / "ninefold" / "logic" / "positions.json"
WANTED = 4
# Positions of a path that are searched for techniques no path uses, and steps looked at in each.
POSITIONS_PER_PUZZLE = 3
STEPS_PER_POSITION = 40
BATCH = 500

Record = dict[str, object]


def record(puzzle: nf.Grid, position: Position, step: nf.Step, *, is_next: bool) -> Record:
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


def weight(one: Record) -> tuple[bool, int]:
    """What makes a position worse: another step comes first, or there is much to read."""
    return not one["next"], len(str(one["answer"])) + len(str(one["removed"])) // 3


def marks_of(position: Position) -> dict[int, list[int]]:
    """The candidates of a position, as marks."""
    return {cell: list(digits_of(position.candidates[cell])) for cell in position.grid.empty_cells}


def is_listed(puzzle: nf.Grid, step: nf.Step) -> bool:
    """Whether `steps` lists this very step: of several chains with one conclusion it lists the shortest only."""
    if step.position is None:
        return False
    wanted, slug = marks_of(step.position), step.technique.slug
    every = nf.steps(step.position.grid, marks=wanted, clues=puzzle, technique=slug, unique=True)
    return any(one.notation == step.notation for one in every)


class Collection:
    """The best positions of each technique."""

    def __init__(self, wanted: set[str]) -> None:
        self.wanted = wanted
        self.found: dict[str, list[Record]] = {technique.slug: [] for technique in nf.techniques()}
        self.found |= json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}

    def rare(self) -> list[str]:
        """The techniques without enough positions."""
        return [slug for slug, some in self.found.items() if slug in self.wanted and len(some) < WANTED]

    def add(self, puzzle: nf.Grid, step: nf.Step, *, is_next: bool) -> None:
        """Keep a position if it is among the best of its technique, and the best of its puzzle."""
        some = self.found[step.technique.slug]
        if step.position is None or step.technique.slug not in self.wanted:
            return
        least = weight({"answer": step.notation, "removed": "", "next": is_next})
        if len(some) == WANTED and weight(some[-1]) <= least:
            return
        new = record(puzzle, step.position, step, is_next=is_next)
        rival = next((one for one in some if one["puzzle"] == new["puzzle"]), None)
        if (rival and weight(rival) <= weight(new)) or not is_listed(puzzle, step):
            return
        if rival:
            some.remove(rival)
        some.append(new)
        some.sort(key=weight)
        del some[WANTED:]

    def save(self) -> str:
        """Write the file; say what is missing."""
        FILE.write_text(json.dumps(self.found, indent=1, ensure_ascii=False) + "\n", encoding="utf-8")
        missing = [slug for slug, some in self.found.items() if len(some) < WANTED]
        return f"fewer than {WANTED} positions: {', '.join(missing) or 'none'}"


def symmetric_puzzles(count: int, seed: int) -> Iterator[nf.Grid]:
    """Proper puzzles whose clues stay the same if the board is turned upside down and digits are exchanged."""
    rng = random.Random(seed)
    for _ in range(count):
        # Rows and columns of a cyclic grid, mixed so that each still faces the one it faced.
        rows, columns = (_facing(rng) for _ in range(2))
        names = rng.sample(range(1, 10), 9)
        digits = [names[(3 * (row % 3) + row // 3 + column) % 9] for row in rows for column in columns]
        for cell in rng.sample(range(41), 41):
            kept = digits[cell], digits[80 - cell]
            digits[cell] = digits[80 - cell] = 0
            if nf.solve(nf.Grid(digits), limit=2).status is not nf.Status.UNIQUE:
                digits[cell], digits[80 - cell] = kept
        yield nf.Grid(digits)


def _facing(rng: random.Random) -> list[int]:
    """The lines 0 to 8, bands and lines within them mixed, with line i still opposite to line 8 - i."""
    first, middle = rng.sample(range(3), 3), rng.choice([[3, 4, 5], [5, 4, 3]])
    last = [8 - line for line in reversed(first)]
    return [*first, *middle, *last] if rng.random() < 0.5 else [*last, *middle, *first]


def search(collection: Collection, puzzle: nf.Grid) -> None:
    """Look at one puzzle: its paths, and for rare techniques the positions where its path needs most."""
    human = nf.explain(puzzle)
    for order in ORDERS:
        for step in human if order == "human" else nf.explain(puzzle, order=order):
            collection.add(puzzle, step, is_next=True)
    rare = collection.rare()
    rank = {technique: place for place, technique in enumerate(in_order("human"))}
    hard = sorted(range(len(human)), key=lambda at: -rank[human[at].technique]) if rare else []
    for at in hard[:POSITIONS_PER_PUZZLE]:
        if human[at].technique.family in ("singles", "locked"):
            break
        position = human.positions[at]
        marks = marks_of(position)
        for slug in rare:
            steps = nf.steps(position.grid, marks=marks, clues=puzzle, technique=slug, unique=True)
            for step in islice(steps, STEPS_PER_POSITION):
                collection.add(puzzle, step, is_next=False)


def main() -> None:
    """Search puzzle by puzzle; save after each batch."""
    words = [*sys.argv[1:], *["2000", "18"][max(len(sys.argv) - 1, 0) :]]
    count, seed, names = int(words[0]), int(words[1]), words[2:]
    collection = Collection({one.slug for one in (find_techniques(names) if names else nf.techniques())})
    started = time.monotonic()
    made = (puzzle.clues for puzzle in nf.generate(nf.Recipe(minimal=True), count=count, seed=seed))
    for done, puzzle in enumerate(symmetric_puzzles(count, seed) if names == ["gurth"] else made, 1):
        search(collection, puzzle)
        if done % BATCH == 0 or done == count:
            print(f"{done} puzzles, {time.monotonic() - started:.0f} s; {collection.save()}", flush=True)


if __name__ == "__main__":
    main()
