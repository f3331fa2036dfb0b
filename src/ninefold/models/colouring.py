"""The colouring model: a puzzle as a graph to be coloured with N colours.

1. Every cell is a vertex, and so is every digit.
2. Edges join peers, and every two digits: joined vertices have different colours. So the N digits have N different
   colours, and a cell holds the digit whose colour it has.
3. Edges join a cell to the digits that it cannot hold, so a clue is joined to all digits except its own.

Presolve merges each clue with the vertex of its digit, and joins a cell to every digit that the clues rule out for it.
A program that colours graphs then needs to know nothing about clues.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from functools import cached_property
from typing import ClassVar

import numpy as np

from ninefold.core.errors import GridError
from ninefold.core.grid import Grid, GridLike
from ninefold.models.incidence import FAMILIES, Flags, Ints, clue_flags, incidence_of, read_families, without_clues
from ninefold.models.rows import Model, checked


@dataclass(frozen=True, eq=False, repr=False)
class ColouringModel(Model):
    """The graph of a puzzle.

    Attributes:
        puzzle: the clues.
        families: the families of units that join cells.
        presolve: whether it was presolved.
        cells: the cells that are vertices, in order; the N digits follow them.
        edges: pairs of vertices, counted from 0, the smaller number first.
        loops: pairs of clues that clash: merged with their digit, they would be joined to themselves.
    """

    kind: ClassVar[str] = "colouring"
    puzzle: Grid
    families: tuple[str, ...]
    presolve: bool
    cells: Ints
    edges: Ints
    loops: Ints

    @property
    def vertices(self) -> int:
        """The number of vertices: cells and digits."""
        return len(self.cells) + self.layout.size

    @property
    def infeasible(self) -> bool:
        """Whether clashing clues already rule out every solution."""
        return bool(len(self.loops))

    @cached_property
    def names(self) -> list[str]:
        """The name of each vertex: `r1c2` for a cell, `digit_3` for a digit."""
        digits = range(1, self.layout.size + 1)
        return [self.layout.name(cell) for cell in self.cells.tolist()] + [f"digit_{digit}" for digit in digits]

    def _repr_html_(self) -> str:
        """The table that notebooks show: the vertices and edges by kind."""
        digits = (self.edges >= len(self.cells)).sum(axis=1)  # of the two ends of each edge
        kinds = zip(("cell and cell", "cell and digit", "digit and digit"), range(3), strict=True)
        rows = "".join(f"<tr><td>{kind}</td><td>{int((digits == count).sum()):,}</td></tr>" for kind, count in kinds)
        caption = f"{self.vertices:,} vertices, {len(self.edges):,} edges, {self.layout.size} colours"
        return f"<table><caption>{caption}</caption><tr><th>edges</th><th>number</th></tr>{rows}</table>"

    def grid(self, colours: Sequence[object]) -> Grid:
        """The grid of a colouring, whatever the colours are called."""
        if len(colours) != self.vertices:
            raise GridError(f"read {len(colours)} colours, expected {self.vertices}, one per vertex")
        count = len(self.cells)
        digit_of = {colour: digit for digit, colour in enumerate(colours[count:], 1)}
        if len(digit_of) != self.layout.size:
            raise GridError(f"the digits have {len(digit_of)} different colours, expected {self.layout.size}")
        digits = bytearray(self.puzzle.digits)
        for cell, colour in zip(self.cells.tolist(), colours, strict=False):
            if colour not in digit_of:
                raise GridError(f"{self.layout.name(cell)} has a colour that no digit has")
            digits[cell] = digit_of[colour]
        return checked(self, Grid.from_digits(bytes(digits), self.layout))


def colouring(puzzle: GridLike, *, families: Iterable[str] = FAMILIES, presolve: bool = True) -> ColouringModel:
    """The graph of a puzzle.

    >>> graph = colouring("..4. 1... ...3 .1..", presolve=False)
    >>> graph.vertices, len(graph.edges)                # 56 pairs of peers, 6 of digits, 3 for each clue
    (20, 74)
    >>> colouring("..4. 1... ...3 .1..").vertices
    16

    Args:
        puzzle: the clues, on any layout.
        families: the units that join their cells: any of rows, columns, boxes, extras; and clues.
        presolve: merge clues with their digits instead of giving them vertices.
    """
    puzzle = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    families = tuple(family for family in FAMILIES if family in {*read_families(families), "cells"})
    rules = incidence_of(puzzle.layout, without_clues(families))
    clues = clue_flags(puzzle if "clues" in families else Grid.empty(puzzle.layout)).reshape(-1, puzzle.size)
    is_clue = np.asarray(clues.any(axis=1))
    pairs = rules.pairs
    same = clues[pairs[:, 0]] & clues[pairs[:, 1]]
    loops = pairs[same.any(axis=1)]
    banned = is_clue[:, None] & ~clues
    if presolve:
        banned = rules.conflicting(clues.ravel()).reshape(clues.shape) & ~is_clue[:, None]
        pairs = pairs[~is_clue[pairs].any(axis=1)]
    cells = (np.flatnonzero(~is_clue) if presolve else np.arange(puzzle.size**2)).astype(np.int32)
    return ColouringModel(puzzle, families, presolve, cells, _edges(cells, pairs, banned), loops)


def _edges(cells: Ints, pairs: Ints, banned: Flags) -> Ints:
    """Rules 2 and 3: cell with cell, digit with digit, cell with digit."""
    count, size = len(cells), banned.shape[1]
    number = np.zeros(len(banned), np.int32)
    number[cells] = np.arange(count)
    digits = np.stack(np.triu_indices(size, 1), axis=1) + count
    cell, digit = np.nonzero(banned)
    return np.concatenate([number[pairs], digits, np.stack([number[cell], digit + count], axis=1)]).astype(np.int32)
