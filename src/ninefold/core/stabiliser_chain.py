"""Stabiliser chains: all moves of a board, stored as a product of small steps.

A line is a row (0 to N-1) or a column (N to 2N-1). A move gives, for each line, the line that takes its place: rows
replace rows and columns replace columns or, if the move transposes the board, the other way round.

1. The lines are fixed in order: the first row, the columns, the other rows. For each line, the chain has one move for
   every line that can take its place while all earlier lines stay. Every move of the board is a product of one move
   from each step, in exactly one way.
2. To find such a move, some lines are marked, and so are the lines that shall replace them; then all lines are coloured
   by what they meet. If both boards have the same colours and no colour occurs twice, the colours give the move. If a
   colour occurs twice, one more line is marked and each replacement is tried. If the colours differ, no move exists.
3. The chain is built from the last line to the first, so that replacements reached by products of known moves need no
   search.

Rule 2 takes long only on very special boards, where lines look alike but no move exchanges them. The search gives up
on those.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import cache, lru_cache
from math import prod
from typing import TYPE_CHECKING

from ninefold.core.errors import LayoutError
from ninefold.core.layout import Layout
from ninefold.core.refinement import hashed

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random

    import numpy as np
    from numpy.typing import NDArray

    Lines = tuple[int, ...]
    Many = NDArray[np.intp]
    Numbers = NDArray[np.uint64]

Cells = tuple[int, ...]

# Colourings computed before the search gives up on a board.
MAX_COLOURINGS = 3_000


class MoveGroup:
    """All moves of a board: for each line, in the order of rule 1, the moves to choose one from."""

    def __init__(self, layout: Layout, steps: Sequence[Sequence[Lines]]) -> None:
        import numpy as np

        self.layout = layout
        self.steps = [np.array(step) for step in steps]

    @property
    def count(self) -> int:
        """The number of moves."""
        return prod(map(len, self.steps))

    def random(self, draw: Random) -> list[int]:
        """A random move, uniformly distributed."""
        import numpy as np

        move = np.arange(2 * self.layout.size)
        for step in self.steps:
            move = move[step[draw.randrange(len(step))]]
        return [int(line) for line in move]

    def heads(self) -> Many:
        """The moves that differ in the first row or the columns: the products of the first N + 1 steps."""
        found = self.steps[0]
        for step in self.steps[1 : self.layout.size + 1]:
            found = compose(found, step)
        return found


def compose(moves: Many, others: Many) -> Many:
    """Each of some moves followed by each of the others, which come from a later step of the chain."""
    return moves[:, others].reshape(-1, moves.shape[1])


def cells_of(lines: Many, size: int) -> Many:
    """Moves of lines as moves of cells: for each cell, the cell that takes its place."""
    return crossings(lines[:, :size, None], lines[:, None, size:], size).reshape(len(lines), size * size)


def moved_cells(lines: Sequence[int]) -> Cells:
    """One move of lines as a move of cells."""
    import numpy as np

    return tuple(cells_of(np.array([lines]), len(lines) // 2)[0].tolist())


def keeps_units(layout: Layout, cells: Cells) -> bool:
    """Whether a move of cells turns every unit into a unit."""
    sets = _unit_sets(layout)
    return all(frozenset(cells[cell] for cell in unit) in sets for unit in sets)


@cache
def _unit_sets(layout: Layout) -> frozenset[frozenset[int]]:
    return frozenset(frozenset(unit.cells) for unit in layout.units)


def crossings(lines: Many, others: Many, size: int) -> Many:
    """The cells where lines meet others: rows and columns, in either order."""
    import numpy as np

    found: Many = np.minimum(lines, others) * size + np.maximum(lines, others) - size
    return found


def chain_of(layout: Layout) -> MoveGroup:
    """The chain of a board; a LayoutError if the search gave up on it."""
    found = _chain(layout)
    if found is None:
        raise LayoutError(f"finding the symmetries of layout {layout} takes too long")
    return found


@lru_cache(maxsize=64)
def _chain(layout: Layout) -> MoveGroup | None:
    with suppress(_GivenUp):
        return MoveGroup(layout, _Builder(layout).steps())
    return None


class _GivenUp(Exception):
    """The search computed too many colourings."""


class _Builder:
    """Builds the steps from the last line to the first (rules 1 and 3)."""

    def __init__(self, layout: Layout) -> None:
        size = layout.size
        self.order = (0, *range(size, 2 * size), *range(1, size))
        self.search = _Search(layout)
        self.known: list[Lines] = []  # generators of the moves that keep all lines before the current one

    def steps(self) -> list[list[Lines]]:
        found = [self._step(at) for at in reversed(range(len(self.order)))]
        return found[::-1]

    def _step(self, at: int) -> list[Lines]:
        line, before = self.order[at], self.order[:at]
        reached = {line: tuple(range(len(self.order)))}
        unreachable: set[int] = set()
        for place in self.search.alike(before, line):
            if place in reached or place in unreachable:
                continue
            if move := self.search.find((*before, line), (*before, place)):
                self.known.append(move)
                self._spread(reached)
            else:
                unreachable |= self._orbit(place)
        return list(reached.values())

    def _spread(self, reached: dict[int, Lines]) -> None:
        """Apply the known moves to every place reached, until none is added."""
        pending = list(reached)
        while pending:
            place = pending.pop()
            for move in self.known:
                if (to := move[place]) not in reached:
                    reached[to] = tuple(move[other] for other in reached[place])
                    pending.append(to)

    def _orbit(self, place: int) -> set[int]:
        """The images of a place under the known moves."""
        orbit, pending = {place}, [place]
        while pending:
            at = pending.pop()
            new = {move[at] for move in self.known} - orbit
            orbit |= new
            pending += new
        return orbit


class _Search:
    """The search for a move with given replacements (rule 2)."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.colour = _Colouring(layout.size, _other_units(layout))
        self.colourings = 0

    def alike(self, marked: Lines, line: int) -> list[int]:
        """The lines with the same colour as `line` when some lines are marked."""
        colours = self._colours(marked)
        return [other for other, colour in enumerate(colours) if colour == colours[line]]

    def find(self, lines: Lines, places: Lines) -> Lines | None:
        """A move that replaces each of some lines with the line at its place."""
        from_, to = self._colours(lines), self._colours(places)
        if sorted(from_) != sorted(to):
            return None
        counts = Counter(from_)
        line = min(range(len(from_)), key=lambda at: (counts[from_[at]] == 1, counts[from_[at]], at))
        if counts[from_[line]] == 1:
            where = {colour: place for place, colour in enumerate(to)}
            move = tuple(where[colour] for colour in from_)
            return move if keeps_units(self.layout, moved_cells(move)) else None
        alike = (place for place, colour in enumerate(to) if colour == from_[line])
        tries = (self.find((*lines, line), (*places, place)) for place in alike)
        return next(filter(None, tries), None)

    def _colours(self, marked: Lines) -> list[int]:
        self.colourings += 1
        if self.colourings > MAX_COLOURINGS:
            raise _GivenUp
        return self.colour(marked)


class _Colouring:
    """Colours of lines: hashes of everything a line meets, of everything that meets in turn, and so on.

    The colours do not depend on how rows and columns are numbered, nor on which of the two are called rows.
    """

    def __init__(self, size: int, units: Collection[frozenset[int]]) -> None:
        import numpy as np

        self.size = size
        # The cells of each unit and the units of each cell, as rectangular arrays. Padding points past the end, where
        # `_refined` appends a zero that adds nothing to the sums.
        self.cells = _padded([sorted(unit) for unit in units], size * size)
        units_of = [[at for at, unit in enumerate(units) if cell in unit] for cell in range(size * size)]
        self.units_of = _padded(units_of, len(units))
        self.zero = np.zeros(1, np.uint64)

    def __call__(self, marked: Lines) -> list[int]:
        import numpy as np

        colours = np.ones(2 * self.size, np.uint64)
        colours[list(marked)] = np.arange(2, 2 + len(marked), dtype=np.uint64)
        count = 0
        while (found := len(np.unique(colours))) > count:
            count = found
            colours = self._refined(colours)
        return colours.tolist()

    def _refined(self, colours: Numbers) -> Numbers:
        import numpy as np

        lines = hashed(colours)
        cells = hashed(lines[: self.size, None] + lines[None, self.size :]).reshape(-1)
        units = hashed(np.append(cells, self.zero)[self.cells].sum(axis=1))
        cells = hashed(cells + np.append(units, self.zero)[self.units_of].sum(axis=1))
        board = cells.reshape(self.size, self.size)
        refined: Numbers = lines + np.concatenate([board.sum(axis=1), board.sum(axis=0)])
        return refined


def _padded(lists: Sequence[Sequence[int]], padding: int) -> Many:
    """Lists of numbers as one array, padded to the same length."""
    import numpy as np

    found = np.full((len(lists), max(map(len, lists), default=0)), padding)
    for at, numbers in enumerate(lists):
        found[at, : len(numbers)] = numbers
    return found


def _other_units(layout: Layout) -> frozenset[frozenset[int]]:
    """The units other than rows and columns."""
    lines = {frozenset(unit.cells) for unit in layout.rows + layout.columns}
    return frozenset(frozenset(unit.cells) for unit in layout.boxes + layout.extras) - lines
