"""Result: what was asked, what was found, and the status that follows from it."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import Any

from ninefold.core.grid import Grid
from ninefold.core.values import Word


class Status(Word):
    """The answer to a puzzle."""

    UNIQUE = "unique"
    SOLVED = "solved"
    MULTIPLE = "multiple"
    IMPOSSIBLE = "impossible"
    UNKNOWN = "unknown"

    @property
    def code(self) -> int:
        """The status as a small number, 0 to 4 in the order above: what columns of answers hold."""
        return _CODES[self]

    @property
    def is_possible(self) -> bool | None:
        """Whether there is a solution; None where that is not known."""
        return None if self is Status.UNKNOWN else self is not Status.IMPOSSIBLE


_CODES = {status: code for code, status in enumerate(Status)}


@dataclass(frozen=True, kw_only=True)
class Result:
    """What a method found on a puzzle. The status is not stored: it follows from what is.

    Args:
        puzzle: what was asked.
        solutions: the grids found, each passed by the judge, in the order they were found.
        ended: whether the method ended by itself, that is, proved there are no more.
        why: why it did not end, or why there can be no solution; else empty.
        method: the name of the method that answered.
        seconds: the time it took.
        stats: the numbers it told: always `nodes`, then its own, as `steps` of `propagate`.
    """

    puzzle: Grid
    solutions: tuple[Grid, ...]
    ended: bool
    why: str = ""
    method: str = ""
    seconds: float = 0.0
    stats: Mapping[str, Any] = field(default_factory=dict, hash=False)

    @property
    def status(self) -> Status:
        """How many were found, and whether that was all, in one word."""
        if len(self.solutions) > 1:
            return Status.MULTIPLE
        if self.solutions:
            return Status.UNIQUE if self.ended else Status.SOLVED
        return Status.IMPOSSIBLE if self.ended else Status.UNKNOWN

    @property
    def solution(self) -> Grid | None:
        """The first solution found, if any."""
        return self.solutions[0] if self.solutions else None

    def _repr_svg_(self) -> str:
        """The picture that notebooks show: the first solution, or the puzzle where there is none."""
        return (self.solution or self.puzzle)._repr_svg_()
