"""Native searches asked in short stretches, so that time, nodes and cancel are heeded."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from time import perf_counter
from typing import Protocol, TypeVar

from ninefold.solving.run import Run

# A stretch is as many nodes as take some milliseconds: long enough to cost little, short enough to
# heed a deadline well within 50 ms on boards where a node is slow.
SHORT, LONG, FIRST = 0.002, 0.008, 64


class Searcher(Protocol):
    """A native search: the solutions one after the other."""

    def advance(self, nodes: int) -> object:
        """Search on for at most so many nodes, or until the next solution; where it then stands."""

    @property
    def digits(self) -> bytes:
        """The solution last found."""


S = TypeVar("S", bound=Searcher)


def solutions_of(searcher: S, run: Run, nodes_of: Callable[[S], int]) -> Iterator[bytes]:
    """The digits of every solution, with the run told of each node."""
    from ninefold._native import Progress

    stretch = FIRST
    while True:
        start, before = perf_counter(), nodes_of(searcher)
        progress = searcher.advance(max(1, int(min(stretch, run.nodes_left))))
        run.tick(nodes_of(searcher) - before)
        if progress is Progress.ended:
            return
        if progress is Progress.found:
            yield searcher.digits
        elif perf_counter() - start < SHORT:
            stretch *= 2
        elif perf_counter() - start > LONG:
            stretch = max(1, stretch // 2)
