"""The native 9×9 engine for one puzzle; for many at once, which is what it is made for, ask `solve_many`."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ninefold.core.grid import Grid
from ninefold.solving.engine import native
from ninefold.solving.run import Run
from ninefold.solving.stretches import solutions_of


@dataclass(frozen=True)
class Lanes:
    """Search on candidates in vector registers, in C++; see `native/lanes.hpp`. A node is a guess."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in a stable order."""
        tree = native().Tree(puzzle.digits)
        for digits in solutions_of(tree, run, lambda tree: tree.guesses):
            yield Grid.of_digits(digits, puzzle.layout)
