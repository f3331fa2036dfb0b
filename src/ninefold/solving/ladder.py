"""The ladder of propagation: one puzzle, one search, and four levels of consistency.

The search is `backtrack` with the same order of cells on every rung, so that the nodes which a rung saves are due to
what it removes.
"""

from __future__ import annotations

from dataclasses import dataclass
from html import escape
from typing import Literal

from ninefold.core.grid import Grid, GridLike
from ninefold.core.limits import Limit, read_limit
from ninefold.solving.consistency import LEVELS, Level
from ninefold.solving.methods.backtrack import Backtrack
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

HEADS = ("propagation", "removed at root", "removed", "nodes", "saved", "failures", "status")


@dataclass(frozen=True)
class Rung:
    """One level on the puzzle: what it removed, and the nodes its search took."""

    propagation: Level
    removed_at_root: int
    removed: int
    nodes: int
    failures: int
    seconds: float
    status: Status
    ended: bool


@dataclass(frozen=True, repr=False)
class Ladder:
    """The rungs, from none to all-different."""

    puzzle: Grid
    order: str
    rungs: tuple[Rung, ...]

    def __repr__(self) -> str:
        """The nodes of each rung."""
        return f"<Ladder: {', '.join(f'{rung.propagation} {rung.nodes:,} nodes' for rung in self.rungs)}>"

    def table(self) -> str:
        """The rungs as an aligned Markdown table. A search that was stopped has a + after its nodes."""
        cells = [HEADS, *self._rows()]
        widths = [max(map(len, column)) for column in zip(*cells, strict=True)]
        lines = [cells[0], tuple("-" * width for width in widths), *cells[1:]]
        return "\n".join(
            "| " + " | ".join(f"{cell:{width}}" for cell, width in zip(line, widths, strict=True)) + " |"
            for line in lines
        )

    def _rows(self) -> list[tuple[str, ...]]:
        first = self.rungs[0]
        return [
            (
                rung.propagation,
                f"{rung.removed_at_root:,}",
                f"{rung.removed:,}",
                f"{rung.nodes:,}{'' if rung.ended else '+'}",
                f"{1 - rung.nodes / first.nodes:.2%}" if first.ended and first.nodes else "-",
                f"{rung.failures:,}",
                str(rung.status),
            )
            for rung in self.rungs
        ]

    def _repr_html_(self) -> str:
        """The table that notebooks show."""
        heads = "".join(f"<th>{escape(head)}</th>" for head in HEADS)
        rows = "".join("<tr>" + "".join(f"<td>{escape(cell)}</td>" for cell in row) + "</tr>" for row in self._rows())
        return f"<table><tr>{heads}</tr>{rows}</table>"


def ladder(
    puzzle: GridLike, *, order: Literal["first", "fewest"] = "first", limit: Limit | int = Limit(2, seconds=60.0)
) -> Ladder:
    """Search a puzzle with every level of propagation, and count what each removes and which nodes it saves.

    >>> ladder("..4. 1... ...3 .1..")
    <Ladder: none 22 nodes, forward 13 nodes, arc 0 nodes, all-different 0 nodes>

    Args:
        puzzle: the clues, on any layout.
        order: the next cell: the first empty one, or the one with the fewest candidates; without propagation there are
            no candidates to count, so that rung always takes the first.
        limit: when each search stops (default: at the second solution or after 60 seconds).
    """
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    limit = read_limit(limit, Limit(2, seconds=60.0))
    return Ladder(grid, order, tuple(_rung(grid, level, order, limit) for level in LEVELS))


def _rung(puzzle: Grid, level: Level, order: Literal["first", "fewest"], limit: Limit) -> Rung:
    result = solve(puzzle, by=Backtrack(propagation=level, order=order), limit=limit)
    removed = [result.stats.get(name, 0) for name in ("removed_at_root", "removed")]
    failures = result.stats.get("failures", 0)
    nodes, seconds = result.stats["nodes"], result.seconds
    return Rung(level, removed[0], removed[1], nodes, failures, seconds, result.status, result.ended)
