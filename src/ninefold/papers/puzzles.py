"""Every puzzle of the papers, as printed and as repaired, with what is known of it."""

from __future__ import annotations

import tomllib
from dataclasses import dataclass
from functools import cache
from importlib.resources import files
from typing import Any

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.values import shown


@dataclass(frozen=True)
class PaperPuzzle:
    """A puzzle of a paper: where it is printed, and what is known of it."""

    name: str
    seed: int  # the number of the document
    where: str
    puzzle: Grid
    solutions: int  # 0, 1, or an exact count
    note: str = ""
    solution: Grid | None = None
    printed: str = ""  # the grid the document prints as its solution, right or wrong

    def __str__(self) -> str:
        return self.name


@cache
def paper_puzzles() -> tuple[PaperPuzzle, ...]:
    """All of them, in the order of the documents.

    >>> [entry.name for entry in paper_puzzles() if entry.seed == 2]
    ['S4', 'Shidoku']
    """
    text = files("ninefold.papers").joinpath("puzzles.toml").read_text(encoding="utf-8")
    return tuple(_read(entry) for entry in tomllib.loads(text)["puzzle"])


def _read(entry: dict[str, Any]) -> PaperPuzzle:
    grids: dict[str, Any] = {key: Grid(entry[key]) for key in ("puzzle", "solution") if key in entry}
    return PaperPuzzle(**(entry | grids))


def paper_puzzle(name: str) -> PaperPuzzle:
    """The puzzle of a name."""
    for entry in paper_puzzles():
        if entry.name == name:
            return entry
    raise NinefoldError(f"no puzzle {shown(name)} in the papers; there are {', '.join(map(str, paper_puzzles()))}")
