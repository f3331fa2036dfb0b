"""The native core of Ninefold."""

from collections.abc import Sequence
import enum


class Progress(enum.Enum):
    """Where a search stands after a stretch."""

    paused = 0
    """The stretch is over; there is more to search."""

    found = 1
    """A solution was found; there may be more."""

    ended = 2
    """Everything was searched; there are no more solutions."""

class Board:
    """A layout as the search needs it; made once, shared by searches."""

    def __init__(self, size: int, units: Sequence[Sequence[int]]) -> None:
        """A board of N digits and the cells of its units."""

class Search:
    """Finds the solutions of any layout, one after the other."""

    def __init__(self, board: Board, digits: bytes) -> None:
        """A search on a board with N² digits, 0 for empty."""

    def advance(self, nodes: int) -> Progress:
        """
        Search on for at most so many nodes, or until the next solution, without holding the GIL.
        """

    @property
    def digits(self) -> bytes:
        """The N² digits of the solution last found."""

    @property
    def nodes(self) -> int:
        """The nodes searched so far."""
