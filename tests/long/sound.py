"""Soundness of the reasoning engine: COUNT steps over random positions, each checked; then forged steps, all refused.

1. A position is a full grid with some digits placed and some wrong candidates removed at random. One position in
   twenty is of the pages of techniques, turned by a random symmetry: its step is that of one technique, so that rare
   ones, large fish and those that assume one solution have their share.
2. No step removes a digit of the solution or places another one.
3. `verify` proves every step from its evidence.
4. `verify` refuses every forgery: an effect that contradicts the solution, a chain with a strong link whose two ends
   are both wrong in the solution, or a part with another role or with a cell that is filled.

Usage: python tests/long/sound.py [COUNT] [FORGERIES] [SEED]
"""

from __future__ import annotations

import array
import random
import sys
from collections import Counter
from collections.abc import Iterator

import ninefold as nf
from ninefold._native import Reasoner, technique_names
from ninefold.core.position import Position
from ninefold.logic.positions import Exercise, exercises
from ninefold.logic.techniques import Technique

KINDS = {"row": 0, "column": 1, "box": 2}
NAMES = technique_names()
# These assume that the givens have one solution, and random positions have no givens.
UNIQUE = {name for name in NAMES if name.startswith(("unique_", "hidden_rect", "avoidable_", "bug_", "gurth"))}
SLOW = {name for name in NAMES if name.endswith(("whale", "leviathan", "squirmbag")) or "mutant" in name}
LAYOUTS = ("9", "9", "9", "9", "9", "9", "6", "4", "9+diagonals", "9+windows", "jigsaw:AAABBAACBBDCCCBDDCEEDDEEE")
NODE, RECTANGLE, ROLES = 10, 12, 17  # the role of a chain's node and of a deadly pattern; how many roles there are
WING = {5, 6}  # pivot and pincer: a bent set may have several pivots
HEADER = 11
EXERCISES = 0.05  # the share of positions from the pages of techniques


class Trial:
    """A position with its solution."""

    def __init__(self, layout: nf.Layout, solution: nf.Grid, position: Position, clues: bytes, *, unique: bool) -> None:
        self.size, self.unique = layout.size, unique
        units = layout.units
        self.reasoner = Reasoner(
            self.size, [KINDS.get(unit.kind, 3) for unit in units], [list(unit.cells) for unit in units]
        )
        self.solution = list(solution)
        self.position = (bytes(position.digits), list(position.candidates), clues)

    @classmethod
    def random(cls, word: str, rng: random.Random) -> Trial:
        """A full grid with some digits and candidates left."""
        layout = nf.Layout.parse(word)
        solution = nf.random_grid(rng.randrange(10**6), layout)
        fill, drop = rng.uniform(0.2, 0.6), rng.uniform(0, 0.7)
        digits = bytearray(digit if rng.random() < fill else 0 for digit in solution)
        marks = [
            sum(1 << d for d in range(layout.size) if d + 1 == digit or rng.random() >= drop) for digit in solution
        ]
        return cls(layout, solution, Position(layout, digits, marks), bytes(len(digits)), unique=False)

    @classmethod
    def turned(cls, exercise: Exercise, rng: random.Random) -> Trial | None:
        """A position of a technique's page under a random symmetry."""
        found = exercise.turned(rng.randrange(10**6))
        solution = nf.solve(found.clues).solution
        if solution is None:
            return None
        candidates = [sum(1 << digit - 1 for digit in found.marks.get(cell, ())) for cell in range(len(solution))]
        position = Position(found.grid.layout, bytearray(found.grid.digits), candidates)
        return cls(found.grid.layout, solution, position, found.clues.digits, unique=True)

    def steps(self, technique: int, limit: int) -> Iterator[list[int]]:
        words = array.array("h", self.reasoner.steps(*self.position, [technique], limit, self.unique)).tolist()
        while words:
            size = words[0] + (words[1] << 15)
            yield words[:size]
            words = words[size:]

    def fault(self, words: list[int]) -> str:
        return self.reasoner.verify(*self.position, array.array("h", words).tobytes())

    def is_wrong(self, words: list[int]) -> bool:
        places, removes = words[5], words[6]
        effects = words[HEADER : HEADER + 2 * (places + removes)]
        pairs = list(zip(effects[::2], effects[1::2], strict=True))
        return any(self.solution[c] != d for c, d in pairs[:places]) or any(
            self.solution[c] == d for c, d in pairs[places:]
        )


def forgeries(trial: Trial, words: list[int], rng: random.Random) -> Iterator[list[int]]:
    """Changed copies of a step whose claim is false."""
    if words[6]:
        at = HEADER + 2 * words[5] + 2 * rng.randrange(words[6])
        forged = words.copy()
        if rng.random() < 0.5:  # the same cell, but its digit
            forged[at + 1] = trial.solution[forged[at]]
        else:
            forged[at] = rng.choice([c for c, d in enumerate(trial.solution) if d == forged[at + 1]])
        yield forged
    yield from broken_links(trial, words, rng)
    yield from broken_parts(trial, words, rng)


def broken_parts(trial: Trial, words: list[int], rng: random.Random) -> Iterator[list[int]]:
    """One part with another role, or with a filled cell added to it; avoidable rectangles have filled cells."""
    parts = parts_at(words)
    if not parts:
        return
    at = rng.choice(parts)
    own = words[at + 5 : at + 5 + words[at + 4]]
    filled = [cell for cell, digit in enumerate(trial.position[0]) if digit and cell not in own]
    roles = [role for role in range(ROLES) if role != words[at] and {role, words[at]} != WING]
    yield [*words[:at], rng.choice(roles), *words[at + 1 :]]
    if filled and words[at] != RECTANGLE:
        cells = sorted([*own, rng.choice(filled)])
        size = words[0] + (words[1] << 15) + 1
        yield [size & 0x7FFF, size >> 15, *words[2 : at + 4], len(cells), *cells, *words[at + 5 + len(own) :]]


def parts_at(words: list[int]) -> list[int]:
    """Where the parts of a step begin."""
    at, found = HEADER + 2 * (words[5] + words[6]), []
    for _ in range(words[7]):
        found.append(at)
        at += 5 + words[at + 4]
    return found


def broken_links(trial: Trial, words: list[int], rng: random.Random) -> Iterator[list[int]]:
    """A chain with one single-cell node moved, if a strong link then has two wrong ends."""
    parts = parts_at(words)
    at = parts[-1] + 5 + words[parts[-1] + 4] if parts else HEADER
    links = [words[at + 5 * k : at + 5 * k + 5] for k in range(words[8])]
    strong = [link for link in links if link[2]]
    if not strong:
        return
    moved, other = rng.sample(rng.choice(strong)[:2], 2)
    if words[parts[moved]] != NODE or words[parts[moved] + 4] != 1:
        return
    forged = words.copy()
    forged[parts[moved] + 5] = rng.randrange(len(trial.solution))
    if not holds(trial, forged, parts[moved]) and not holds(trial, forged, parts[other]):
        yield forged


def holds(trial: Trial, words: list[int], part: int) -> bool:
    digits = words[part + 2] | words[part + 3] << 15
    return any(digits >> trial.solution[cell] - 1 & 1 for cell in words[part + 5 : part + 5 + words[part + 4]])


class Tally:
    """What was tried, and what went wrong."""

    def __init__(self) -> None:
        self.taken: Counter[str] = Counter()
        self.bad: Counter[str] = Counter()
        self.tried = self.accepted = 0

    def check(self, trial: Trial, name: str, words: list[int]) -> None:
        self.taken[name] += 1
        if trial.is_wrong(words):
            self.bad[f"{name}: wrong"] += 1
        if fault := trial.fault(words):
            self.bad[f"{name}: {fault}"] += 1

    def forge(self, trial: Trial, name: str, words: list[int], rng: random.Random) -> None:
        for forgery in forgeries(trial, words, rng):
            self.tried += 1
            if not trial.fault(forgery):
                self.accepted += 1
                self.bad[f"{name}: forgery accepted"] += 1


def try_position(tally: Tally, rng: random.Random, share: float) -> None:
    if rng.random() < EXERCISES:
        try_exercise(tally, rng)
        return
    trial = Trial.random(rng.choice(LAYOUTS), rng)
    for number, name in enumerate(NAMES):
        if name in UNIQUE or (name in SLOW and trial.size > 6):
            continue
        for words in trial.steps(number, 25):
            tally.check(trial, name, words)
            if rng.random() < share:
                tally.forge(trial, name, words, rng)


def try_exercise(tally: Tally, rng: random.Random) -> None:
    """The first steps of one technique where its page shows it; all of them are forged."""
    technique: Technique = rng.choice(nf.techniques())
    trial = Trial.turned(rng.choice(exercises(technique)), rng)
    for words in [] if trial is None else trial.steps(technique.number, 3):
        tally.check(trial, NAMES[technique.number], words)
        tally.forge(trial, NAMES[technique.number], words, rng)


def main(count: int, forged: int, seed: int) -> int:
    rng, tally = random.Random(seed), Tally()
    while tally.taken.total() < count or tally.tried < forged:
        try_position(tally, rng, 1.5 * forged / count)
    wrong = tally.bad.total() - tally.accepted
    print(f"{tally.taken.total():,} steps of {len(tally.taken)} techniques, {wrong} wrong or refused")
    print(f"{tally.tried:,} forgeries, {tally.accepted} accepted")
    for what, times in tally.bad.most_common(20):
        print(f"  {times} × {what}")
    return 1 if tally.bad else 0


if __name__ == "__main__":
    numbers = [int(argument) for argument in sys.argv[1:]]
    raise SystemExit(main(*(numbers + [1_000_000, 10_000, 1][len(numbers) :])))
