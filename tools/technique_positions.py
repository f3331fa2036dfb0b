"""Positions for the pages of techniques: adds to src/ninefold/logic/positions.json from generated puzzles.

python tools/technique_positions.py [PUZZLES] [SEED] [TECHNIQUE …]

For every technique it keeps up to four positions, of different puzzles.

1. Best are those in which it is the next useful step: that of a path in a built-in order, or, for a technique that no
   order uses, a step where the order `human` has nothing up to `Technique.after`, and no smaller pattern of its kind
   has a step.
2. Then come those in which it has a step where paths need something hard, then any.
3. Among equals the short ones come first, because they are easier to read.
4. Paths start from the puzzle, and from it without some wrong candidates: rare patterns are more frequent there.

Positions found before stay unless a better one turns up, so further runs with other seeds improve the file. With names,
only these techniques are searched for; gurth, sk-loop and double-exocet, each alone, in puzzles made for them.
"""

from __future__ import annotations

import json
import random
import sys
import time
from collections.abc import Iterator
from functools import cache
from itertools import islice
from pathlib import Path

from position_sources import marks_of, symmetric_puzzles, thinned, with_pattern

import ninefold as nf
from ninefold.core.position import Position, digits_of
from ninefold.logic.engine import ORDERS, find, in_order, next_step
from ninefold.logic.positions import exercises
from ninefold.logic.techniques import FISH, find_techniques

FILE = Path(__file__).parents[1] / "src" / "ninefold" / "logic" / "positions.json"
WANTED = 4
# Positions of a path that are searched for techniques no path uses, and steps looked at in each.
POSITIONS_PER_PUZZLE = 3
STEPS_PER_POSITION, BEST = 40, 3
THINNED = 3  # positions of a puzzle without some wrong candidates
SAVE_EVERY = 60.0  # seconds

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


def is_listed(puzzle: nf.Grid, step: nf.Step) -> bool:
    """Whether `steps` lists this very step: of several chains with one conclusion it lists the shortest only."""
    if step.position is None:
        return False
    wanted, slug = marks_of(step.position), step.technique.slug
    every = nf.steps(step.position.grid, marks=wanted, clues=puzzle, technique=slug, unique=True)
    return any(one.notation == step.notation for one in every)


NESTING = ("dynamic-plus", "nested-forcing-chain")


def is_typical(step: nf.Step) -> bool:
    """Whether a forcing chain that may use steps inside does so; others show a simpler technique."""
    if step.technique.slug not in NESTING:
        return True
    lemmas = [lemma for child in step.children for lemma in child.lemmas]
    return any(lemma.children for lemma in lemmas) if step.technique.slug.startswith("nested") else bool(lemmas)


class Collection:
    """The best positions of each technique."""

    def __init__(self, wanted: set[str]) -> None:
        self.wanted = wanted
        self.found: dict[str, list[Record]] = {technique.slug: [] for technique in nf.techniques()}
        self.found |= json.loads(FILE.read_text(encoding="utf-8")) if FILE.exists() else {}

    def rare(self) -> list[nf.Technique]:
        """The techniques without enough positions, or without enough of the best kind that no path can give."""
        return [
            one
            for one in nf.techniques()
            if one.slug in self.wanted
            and sum(bool(some["next"]) for some in self.found[one.slug]) < WANTED
            and (one.after or len(self.found[one.slug]) < WANTED)
            and not (one.never and len(self.found[one.slug]) == WANTED)
        ]

    def add(self, puzzle: nf.Grid, step: nf.Step, *, is_next: bool) -> None:
        """Keep a position if it is among the best of its technique, and the best of its puzzle."""
        some = self.found[step.technique.slug]
        if step.position is None or step.technique.slug not in self.wanted or not is_typical(step):
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
        late = [slug for slug, some in self.found.items() if not any(one["next"] for one in some)]
        return f"fewer than {WANTED} positions: {', '.join(missing) or 'none'}; never next: {', '.join(late) or 'none'}"


# --- searching ------------------------------------------------------------------------------------

RANKS = {technique.slug: place for place, technique in enumerate(in_order("human"))}
STRONG_LINKS = ("three-strong-links", "four-strong-links", "five-strong-links", "six-strong-links")
WINGS = ("vwxyz-wing", "uvwxyz-wing", "tuvwxyz-wing")


@cache
def smaller(slug: str) -> tuple[nf.Technique, ...]:
    """The smaller patterns of a kind: fish of the same shape, and those without fins; fewer links; smaller wings."""
    for kind in (STRONG_LINKS, WINGS):
        if slug in kind:
            return find_techniques(kind[: kind.index(slug)])
    fish = next((name.lower() for name in FISH if slug.endswith(f"-{name.lower()}")), "")
    if not fish:
        return ()
    shape, at = slug.removesuffix(fish), [name.lower() for name in FISH].index(fish)
    less = [f"{shape}{name.lower()}" for name in FISH[:at]]
    plain = [f"{shape.removeprefix('finned-')}{name.lower()}" for name in FISH[: at + 1]]
    return find_techniques(less + (plain if shape.startswith("finned-") else []))


def search(collection: Collection, puzzle: nf.Grid, start: Position, orders: tuple[str, ...]) -> None:
    """Look at the paths from one position, and for other techniques at the positions where the path needs most."""
    for order in orders[1:]:
        for step in nf.explain(start.grid, order=order, marks=marks_of(start), clues=puzzle, unique=True):
            collection.add(puzzle, step, is_next=True)
    human = nf.explain(start.grid, order=orders[0], marks=marks_of(start), clues=puzzle, unique=True)
    for step in human:
        collection.add(puzzle, step, is_next=True)
    ranks = [RANKS[step.technique.slug] for step in human]
    hard = sorted(range(len(human)), key=lambda at: -ranks[at])
    if len(collection.wanted) > 1:
        hard = hard[:POSITIONS_PER_PUZZLE]
    for at in dict.fromkeys([*hard, 0] if ranks else []):
        for technique in collection.rare():
            search_one(collection, puzzle, human.positions[at], technique, ranks[at])


def search_one(collection: Collection, puzzle: nf.Grid, position: Position, technique: nf.Technique, rank: int) -> None:
    """Look for one technique in a position whose next step has a rank in the order `human`."""
    is_late = bool(technique.after) and rank > RANKS[technique.after]
    if not is_late and len(collection.found[technique.slug]) == WANTED:
        return
    steps = list(find(position, puzzle, [technique], unique=True, limit=STEPS_PER_POSITION))
    is_next = bool(steps) and is_late and not has_smaller(puzzle, position, technique)
    for step in sorted(steps, key=lambda one: len(one.notation))[:BEST]:
        collection.add(puzzle, step, is_next=is_next)


def has_smaller(puzzle: nf.Grid, position: Position, technique: nf.Technique) -> bool:
    """Whether a smaller pattern of the kind has a step."""
    return any(list(find(position, puzzle, [one], unique=True, limit=1)) for one in smaller(technique.slug))


def review(collection: Collection) -> None:
    """Judge the positions of earlier runs by rule 1."""
    for technique in collection.rare():
        for exercise in exercises(technique) if technique.after and not technique.never else ():
            position = Position.of(exercise.grid, exercise.marks)
            step = next_step(position, exercise.clues, "human", unique=True)
            if step and RANKS[step.technique.slug] > RANKS[technique.after]:
                one = next(one for one in collection.found[technique.slug] if one["answer"] == exercise.answer)
                one["next"] = not has_smaller(exercise.clues, position, technique)
        collection.found[technique.slug].sort(key=weight)


def puzzles(count: int, seed: int, names: list[str]) -> Iterator[nf.Grid]:
    """Generated puzzles, or those made for one technique."""
    if names == ["gurth"]:
        yield from symmetric_puzzles(count, seed)
    elif names in (["sk-loop"], ["double-exocet"]):
        yield from (puzzle for puzzle in islice(with_pattern(names[0], seed), count) if not puzzle.is_full)
    else:
        yield from (made.clues for made in nf.generate(nf.Recipe(minimal=True), count=count, seed=seed))


def main() -> None:
    """Search puzzle by puzzle; save after each batch."""
    words = [*sys.argv[1:], *["2000", "18"][max(len(sys.argv) - 1, 0) :]]
    count, seed, names = int(words[0]), int(words[1]), words[2:]
    collection = Collection({one.slug for one in (find_techniques(names) if names else nf.techniques())})
    review(collection)
    started, saved, rng = time.monotonic(), time.monotonic(), random.Random(seed)
    for done, puzzle in enumerate(puzzles(count, seed, names), 1):
        start = Position.of(puzzle)
        search(collection, puzzle, start, ORDERS)
        solution = nf.solve(puzzle).solution
        for _ in range(THINNED if solution else 0):
            search(collection, puzzle, thinned(start, solution, rng), ORDERS[:1])
        if time.monotonic() - saved > SAVE_EVERY:
            saved = time.monotonic()
            print(f"{done} puzzles, {saved - started:.0f} s; {collection.save()}", flush=True)
    print(collection.save())


if __name__ == "__main__":
    main()
