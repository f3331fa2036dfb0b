"""The native search, asked in short stretches so that time, nodes and cancel are heeded."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from time import perf_counter
from typing import TYPE_CHECKING

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.solving.run import Run

if TYPE_CHECKING:
    from ninefold import _native

# A stretch is as many nodes as take some milliseconds: long enough to cost little, short enough to
# heed a deadline well within 50 ms on boards where a node is slow.
SHORT, LONG = 0.002, 0.008


@dataclass(frozen=True)
class Search:
    """Depth-first search on candidates in C++; the rules are in `native/search.hpp`."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in a stable order."""
        from ninefold import _native

        layout = puzzle.layout
        search = _native.Search(_board(layout), puzzle.digits)
        stretch = 64
        while True:
            start, before = perf_counter(), search.nodes
            progress = search.advance(max(1, int(min(stretch, run.nodes_left))))
            run.tick(search.nodes - before)
            if progress is _native.Progress.ended:
                return
            if progress is _native.Progress.found:
                yield Grid.of_digits(search.digits, layout)
            elif perf_counter() - start < SHORT:
                stretch *= 2
            elif perf_counter() - start > LONG:
                stretch = max(1, stretch // 2)


@lru_cache(maxsize=64)
def _board(layout: Layout) -> _native.Board:
    """The native tables of a layout, made once."""
    from ninefold import _native

    return _native.Board(layout.size, [unit.cells for unit in layout.units])
