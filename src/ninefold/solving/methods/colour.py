"""Graph colouring by DSATUR, Brélaz's rule of saturation, with backtracking.

A puzzle is a graph: each cell is a vertex, two peers are joined, and each digit is a colour. A
solution colours it with N colours so that no two joined vertices have the same one.

1. The saturation of a vertex is the number of different colours among its neighbours.
2. Colour a vertex of the highest saturation; among those one with the most uncoloured neighbours;
   among those the first.
3. Give it the smallest colour that no neighbour has.
4. A vertex whose neighbours have all N colours cannot be coloured: go back to the last coloured
   vertex and give it its next colour. Brélaz's heuristic opens a new colour instead; here there
   is none to open.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ninefold.core.grid import Grid
from ninefold.solving.run import Run


@dataclass(frozen=True)
class Colour:
    """Colour the cell that sees the most colours; go back if a cell sees them all."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, colours from the smallest up."""
        graph = _Graph(puzzle, run)
        vertex = graph.most_saturated()
        colour = 0
        while True:
            colour = graph.next_colour(vertex, colour) if vertex >= 0 else 0
            if colour:
                run.tick()
                run.guess(vertex, colour)
                graph.paint(vertex, colour)
                vertex, colour = graph.most_saturated(), 0
                continue
            if vertex < 0:
                yield graph.grid
            if not graph.painted:
                return
            run.undo()  # rule 4
            vertex, colour = graph.unpaint()


class _Graph:
    """The colours given, how often each vertex sees each colour, and the vertices by saturation."""

    def __init__(self, puzzle: Grid, run: Run) -> None:
        self.layout, self.size = puzzle.layout, puzzle.size
        self.neighbours = puzzle.layout.peers
        self.colours = bytearray(puzzle.size**2)
        self.seen = [[0] * (puzzle.size + 1) for _ in self.colours]  # by vertex and colour, how many neighbours have it
        self.free = [len(peers) for peers in self.neighbours]  # uncoloured neighbours
        self.saturation = [0] * len(self.colours)
        self.uncoloured: list[set[int]] = [set() for _ in range(puzzle.size + 1)]  # by saturation
        self.uncoloured[0].update(range(len(self.colours)))
        self.painted: list[int] = []
        for cell in puzzle.filled_cells:
            run.check_limits()
            self.paint(cell, puzzle.digits[cell])
        self.painted.clear()  # the clues' colours are never undone

    @property
    def grid(self) -> Grid:
        return Grid.from_digits(bytes(self.colours), self.layout)

    def most_saturated(self) -> int:
        """Rule 2; −1 if every vertex has a colour."""
        free = self.free
        for vertices in reversed(self.uncoloured):
            if vertices:
                return min(vertices, key=lambda vertex: (-free[vertex], vertex))
        return -1

    def next_colour(self, vertex: int, above: int) -> int:
        """Rule 3: the smallest colour above another one that no neighbour has; 0 if there is none."""
        seen = self.seen[vertex]
        return next((colour for colour in range(above + 1, self.size + 1) if not seen[colour]), 0)

    def paint(self, vertex: int, colour: int) -> None:
        """Give a vertex a colour and let its neighbours see it."""
        self.uncoloured[self.saturation[vertex]].discard(vertex)
        self.colours[vertex] = colour
        self.painted.append(vertex)
        for neighbour in self.neighbours[vertex]:
            self.free[neighbour] -= 1
            seen = self.seen[neighbour]
            seen[colour] += 1
            if seen[colour] == 1:  # rule 1
                self._saturate(neighbour, 1)

    def unpaint(self) -> tuple[int, int]:
        """Undo the last colour; returns the vertex and the colour."""
        vertex = self.painted.pop()
        colour, self.colours[vertex] = self.colours[vertex], 0
        for neighbour in self.neighbours[vertex]:
            self.free[neighbour] += 1
            seen = self.seen[neighbour]
            seen[colour] -= 1
            if not seen[colour]:
                self._saturate(neighbour, -1)
        self.uncoloured[self.saturation[vertex]].add(vertex)
        return vertex, colour

    def _saturate(self, vertex: int, by: int) -> None:
        before = self.saturation[vertex]
        self.saturation[vertex] = before + by
        if not self.colours[vertex]:
            self.uncoloured[before].discard(vertex)
            self.uncoloured[before + by].add(vertex)
