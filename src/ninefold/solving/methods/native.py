"""The native methods: `lanes` for standard 9×9, and `search` for every layout.

`lanes` is made for many puzzles at once; `solve_many` uses it that way.
"""

from __future__ import annotations

import atexit
from collections.abc import Iterator
from dataclasses import dataclass
from functools import lru_cache
from typing import TYPE_CHECKING

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.solving.run import Run
from ninefold.solving.solvers.native import native, stream_solutions

if TYPE_CHECKING:
    from ninefold import _native


@dataclass(frozen=True)
class Lanes:
    """Search on candidates in vector registers, in C++; see `native/lanes.hpp`. A node is a guess."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in a stable order."""
        tree = native().Tree(puzzle.digits)
        for digits in stream_solutions(tree, run, lambda tree: tree.guesses):
            yield Grid.from_digits(digits, puzzle.layout)


@dataclass(frozen=True)
class Search:
    """Search that learns from conflicts, in C++; the rules are in the files that `native/search.hpp` names."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in a stable order."""
        for digits in stream_solutions(search_of(puzzle), run, lambda search: search.nodes):
            yield Grid.from_digits(digits, puzzle.layout)


def search_of(puzzle: Grid) -> _native.NativeSearch:
    """The native search for the solutions of a puzzle."""
    from ninefold import _native

    return _native.NativeSearch(_board(puzzle.layout), puzzle.digits)


@lru_cache(maxsize=64)
def _board(layout: Layout) -> _native.NativeBoard:
    """The native tables of a layout, built once."""
    from ninefold import _native

    return _native.NativeBoard(layout.size, [unit.cells for unit in layout.units])


# Python keeps the cache until after nanobind looks for objects that are still alive, and prints them as leaks.
atexit.register(_board.cache_clear)
