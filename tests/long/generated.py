"""Thousands of generated puzzles of many kinds, and the laws of making checked on every one: `make generated`."""

from __future__ import annotations

import sys
from collections.abc import Sequence
from pathlib import Path
from time import perf_counter
from typing import Any

sys.path.insert(0, str(Path(__file__).parents[1]))

from made import assert_minimal, assert_proper, assert_symmetric

import ninefold as nf
from ninefold.make.patterns import SYMMETRIES
from ninefold.rating.levels import LEVELS, level_of

KINDS: list[tuple[int, dict[str, Any]]] = [
    (5000, {"minimal": True}),
    (1000, {"clues": (26, 34)}),
    (1000, {"minimal": False}),
    (20, {"clues": (17, 19)}),
    (300, {"layout": 4, "minimal": True}),
    (100, {"layout": 6, "minimal": True}),
    (50, {"layout": "9+diagonals", "minimal": True}),
    (50, {"layout": "9+windows"}),
    (5, {"layout": 16}),
    (100, {"strategy": "adding"}),
    (100, {"strategy": "removing"}),
    *((200, {"symmetry": name}) for name in SYMMETRIES),
    *((200, {"level": level}) for level in LEVELS),
]


def check(made: Sequence[nf.Puzzle], recipe: dict[str, Any]) -> None:
    assert_proper(made)
    low, high = recipe.get("clues", (0, 10**6))
    assert all(low <= len(puzzle.clues.filled_cells) <= high for puzzle in made)
    if recipe.get("minimal"):
        assert_minimal(made[:200])
    if recipe.get("minimal") is False:
        assert all(nf.redundant_clues(puzzle) for puzzle in made)
    if symmetry := recipe.get("symmetry"):
        assert_symmetric(made, symmetry)
    if level := recipe.get("level"):
        assert {level_of(puzzle) for puzzle in made} == {level}


def main(seed: int) -> None:
    for count, recipe in KINDS:
        start = perf_counter()
        one, two = (nf.generate(nf.Recipe(**recipe), count=count, seed=seed, threads=threads) for threads in (1, 2))
        assert one.puzzles == two.puzzles
        assert len(one) == count, one.why
        check(one, recipe)
        print(f"{count:,} puzzles {recipe}: {perf_counter() - start:.1f} s", flush=True)


if __name__ == "__main__":
    main(int(sys.argv[1]))
