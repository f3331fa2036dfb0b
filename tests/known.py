"""Known puzzles: those of the papers, an adversarial list, and puzzles with known solution counts."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ninefold import Grid, Layout
from ninefold.papers.experiment import PaperPuzzle, paper_puzzle, paper_puzzles

__all__ = ["Hostile", "PaperPuzzle", "counts", "hostile", "paper_puzzle", "paper_puzzles"]

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Hostile:
    """A puzzle that breaks careless solvers."""

    name: str
    puzzle: Grid
    status: str
    why: str

    def __str__(self) -> str:
        return self.name


@cache
def hostile() -> tuple[Hostile, ...]:
    """The adversarial list."""
    entries = tomllib.loads((HERE / "adversarial.toml").read_text(encoding="utf-8"))["puzzle"]
    return tuple(
        Hostile(
            entry["name"],
            Grid(entry["puzzle"], layout=Layout.parse(entry["layout"]) if "layout" in entry else None),
            entry["status"],
            entry["why"],
        )
        for entry in entries
    )


@cache
def counts() -> tuple[tuple[Grid, int, Grid | None], ...]:
    """The lines `puzzle:count[:solution]` of the counts file."""
    found = []
    for line in (HERE / "counts.txt").read_text(encoding="utf-8").splitlines():
        if line and not line.startswith("#"):
            puzzle, count, *solution = line.split(":")
            found.append((Grid(puzzle), int(count), Grid(solution[0]) if solution else None))
    return tuple(found)
