"""What the makers ask of the search on any layout, with a pause every few milliseconds: it may raise, and so end it."""

from __future__ import annotations

from collections.abc import Callable, Collection
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninefold.core.grid import Grid
from ninefold.solving.ask import solve
from ninefold.solving.methods import find
from ninefold.solving.methods.search import search_of
from ninefold.solving.result import Status

if TYPE_CHECKING:
    from ninefold._native import Search

Pause = Callable[[], None]
STRETCH = 64  # nodes between two pauses


@dataclass(frozen=True)
class Answer:
    """A solution or None; `is_told` is False where telling would have taken too much work."""

    grid: Grid | None
    is_told: bool = True


def completed(grid: Grid, pause: Pause) -> Grid | None:
    """A solution of a grid, always the same; None if there is none."""
    if not _is_there():
        return solve(grid, limit=1).solution
    return _answer(search_of(grid), grid, None, pause).grid


def another(puzzle: Grid, known: Grid, cells: Collection[int], nodes: int | None, pause: Pause) -> Answer:
    """A solution of a puzzle that differs from a known one in one of some cells, found with so many nodes at most.

    That is quicker to tell than whether there are two: the known one need not be found again, and where a single cell
    must have another digit, much follows at once.
    """
    if not _is_there():
        result = solve(puzzle, nodes=nodes)
        others = [other for other in result.solutions if other != known]
        return Answer(others[0] if others else None, bool(others) or result.status is Status.UNIQUE)
    search = search_of(puzzle)
    search.differ(known.digits, list(cells))
    return _answer(search, puzzle, nodes, pause)


def _is_there() -> bool:
    return find("search").available


def _answer(search: Search, puzzle: Grid, nodes: int | None, pause: Pause) -> Answer:
    from ninefold._native import Progress

    while nodes is None or search.nodes < nodes:
        pause()
        progress = search.advance(STRETCH)
        if progress is Progress.found:
            return Answer(Grid.of_digits(search.digits, puzzle.layout))
        if progress is Progress.ended:
            return Answer(None)
    return Answer(None, is_told=False)
