"""What is known of the puzzles in the data files beside this one."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from pathlib import Path

from ninefold import Grid, Layout

HERE = Path(__file__).parent


@dataclass(frozen=True)
class Seed:
    """A puzzle of the seed documents: where it is printed, and what is known of it."""

    name: str
    seed: int
    where: str
    puzzle: Grid
    solutions: int  # 0, 1, or an exact count
    note: str = ""
    solution: Grid | None = None
    printed: str = ""  # the grid the document prints as its solution, right or wrong

    def __str__(self) -> str:
        return self.name


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
def seeds() -> tuple[Seed, ...]:
    """Every puzzle of the seeds, as printed and as repaired."""
    entries = tomllib.loads((HERE / "seeds.toml").read_text(encoding="utf-8"))["puzzle"]
    return tuple(
        Seed(
            name=entry["name"],
            seed=entry["seed"],
            where=entry["where"],
            puzzle=Grid(entry["puzzle"]),
            solutions=entry["solutions"],
            note=entry.get("note", ""),
            solution=Grid(entry["solution"]) if "solution" in entry else None,
            printed=entry.get("printed", ""),
        )
        for entry in entries
    )


def seed(name: str) -> Seed:
    """The seed puzzle of a name."""
    return next(entry for entry in seeds() if entry.name == name)


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
