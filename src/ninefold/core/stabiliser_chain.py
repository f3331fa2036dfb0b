"""The moves of a board without going through them: how far each line can move once those before it stay.

A line is a row (0 to N-1) or a column (N to 2N-1). A move says for each line which one comes in its place: rows for
rows and columns for columns or, if the board is turned, the other way about.

1. The lines are taken in an order: the first row, the columns, the other rows. For each line the chain has one move for
   every place from which something can come to it while the lines before it stay. Every move of the board is, in one
   way only, one of the first step after one of the second, and so on.
2. Such a move is sought by marking lines, and the places that they come from, and by telling all lines apart by what
   they meet. Where both boards look the same and no two lines alike, that is the move; where some lines are alike, one
   more is marked and each place for it tried; where the boards differ, there is none.
3. From the last line to the first: what the moves found already make of a new one need not be sought.

Only very special boards, on which lines that look alike are not, keep rule 2 busy for long; these are given up.
"""

from __future__ import annotations

from collections import Counter
from contextlib import suppress
from functools import cache, lru_cache
from math import prod
from typing import TYPE_CHECKING

from ninefold.core.errors import LayoutError
from ninefold.core.layout import Layout
from ninefold.core.refinement import mixed

if TYPE_CHECKING:
    from collections.abc import Collection, Sequence
    from random import Random

    import numpy as np
    from numpy.typing import NDArray

    Lines = tuple[int, ...]
    Many = NDArray[np.intp]
    Numbers = NDArray[np.uint64]

Cells = tuple[int, ...]

# How often lines are told apart before a board is given up.
PATIENCE = 3_000


class MoveGroup:
    """The steps of a board: for each line, in the order of rule 1, the moves of which one is taken."""

    def __init__(self, layout: Layout, steps: Sequence[Sequence[Lines]]) -> None:
        import numpy as np

        self.layout = layout
        self.steps = [np.array(step) for step in steps]

    @property
    def count(self) -> int:
        """How many moves there are."""
        return prod(map(len, self.steps))

    def random(self, draw: Random) -> list[int]:
        """One of all moves by lot, each as likely as the other."""
        import numpy as np

        move = np.arange(2 * self.layout.size)
        for step in self.steps:
            move = move[step[draw.randrange(len(step))]]
        return [int(line) for line in move]

    def heads(self) -> Many:
        """What the moves do to the first row and to all columns, each once."""
        return self._product(self.layout.size + 1)

    def all(self) -> Many:
        """Every move."""
        return self._product(len(self.steps))

    def _product(self, end: int) -> Many:
        found = self.steps[0]
        for step in self.steps[1:end]:
            found = compose(found, step)
        return found


def compose(moves: Many, others: Many) -> Many:
    """Each of some moves with each of the others, the others deeper in the chain."""
    return moves[:, others].reshape(-1, moves.shape[1])


def cells_of(lines: Many, size: int) -> Many:
    """What moves of lines do to the cells: for each cell the one that comes in its place."""
    return crossings(lines[:, :size, None], lines[:, None, size:], size).reshape(len(lines), size * size)


def moved_cells(lines: Sequence[int]) -> Cells:
    """What one move of lines does to the cells."""
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
    """The cells where lines meet others: rows and columns, or the other way about."""
    import numpy as np

    found: Many = np.minimum(lines, others) * size + np.maximum(lines, others) - size
    return found


def chain_of(layout: Layout) -> MoveGroup:
    """The chain of a board; one that was given up is refused."""
    found = _chain(layout)
    if found is None:
        raise LayoutError(f"the moves of a board {layout} take too long to find")
    return found


@lru_cache(maxsize=64)
def _chain(layout: Layout) -> MoveGroup | None:
    with suppress(_GivenUp):
        return MoveGroup(layout, _Builder(layout).steps())
    return None


class _GivenUp(Exception):
    """Lines were told apart too often."""


class _Builder:
    """Rules 1 and 3."""

    def __init__(self, layout: Layout) -> None:
        size = layout.size
        self.order = (0, *range(size, 2 * size), *range(1, size))
        self.search = _Search(layout)
        self.known: list[Lines] = []  # moves that make all those that leave the lines before the present one

    def steps(self) -> list[list[Lines]]:
        found = [self._step(at) for at in reversed(range(len(self.order)))]
        return found[::-1]

    def _step(self, at: int) -> list[Lines]:
        line, before = self.order[at], self.order[:at]
        reached = {line: tuple(range(len(self.order)))}
        hopeless: set[int] = set()
        for place in self.search.alike(before, line):
            if place in reached or place in hopeless:
                continue
            if move := self.search.find((*before, line), (*before, place)):
                self.known.append(move)
                self._spread(reached)
            else:
                hopeless |= self._orbit(place)
        return list(reached.values())

    def _spread(self, reached: dict[int, Lines]) -> None:
        """Let the known moves act on what is reached until nothing is added."""
        fresh = list(reached)
        while fresh:
            place = fresh.pop()
            for move in self.known:
                if (to := move[place]) not in reached:
                    reached[to] = tuple(move[other] for other in reached[place])
                    fresh.append(to)

    def _orbit(self, place: int) -> set[int]:
        """Where the known moves take a place."""
        orbit, fresh = {place}, [place]
        while fresh:
            at = fresh.pop()
            new = {move[at] for move in self.known} - orbit
            orbit |= new
            fresh += new
        return orbit


class _Search:
    """Rule 2."""

    def __init__(self, layout: Layout) -> None:
        self.layout = layout
        self.colours = _Colours(layout.size, _further_units(layout))
        self.looks = 0

    def alike(self, marked: Lines, line: int) -> list[int]:
        """The lines that look like one when some are marked."""
        looks = self._looks(marked)
        return [other for other, look in enumerate(looks) if look == looks[line]]

    def find(self, lines: Lines, places: Lines) -> Lines | None:
        """A move that gets each of some lines from its place."""
        from_, to = self._looks(lines), self._looks(places)
        if sorted(from_) != sorted(to):
            return None
        counts = Counter(from_)
        line = min(range(len(from_)), key=lambda at: (counts[from_[at]] == 1, counts[from_[at]], at))
        if counts[from_[line]] == 1:
            where = {look: place for place, look in enumerate(to)}
            move = tuple(where[look] for look in from_)
            return move if keeps_units(self.layout, moved_cells(move)) else None
        alike = (place for place, look in enumerate(to) if look == from_[line])
        tries = (self.find((*lines, line), (*places, place)) for place in alike)
        return next(filter(None, tries), None)

    def _looks(self, marked: Lines) -> list[int]:
        self.looks += 1
        if self.looks > PATIENCE:
            raise _GivenUp
        return self.colours(marked)


class _Colours:
    """What lines look like: a number from all that they meet, and that what they meet meets, and so on.

    Nothing in it depends on how rows and columns are numbered, or on which of them are called rows.
    """

    def __init__(self, size: int, units: Collection[frozenset[int]]) -> None:
        import numpy as np

        self.size = size
        # The units with their cells, and the cells with their units; one more of each, that counts nothing, fills up.
        self.cells = _filled([sorted(unit) for unit in units], size * size)
        within = [[at for at, unit in enumerate(units) if cell in unit] for cell in range(size * size)]
        self.within = _filled(within, len(units))
        self.nothing = np.zeros(1, np.uint64)

    def __call__(self, marked: Lines) -> list[int]:
        import numpy as np

        colours = np.ones(2 * self.size, np.uint64)
        colours[list(marked)] = np.arange(2, 2 + len(marked), dtype=np.uint64)
        kinds = 0
        while (found := len(np.unique(colours))) > kinds:
            kinds = found
            colours = self._refined(colours)
        return colours.tolist()

    def _refined(self, colours: Numbers) -> Numbers:
        import numpy as np

        lines = mixed(colours)
        cells = mixed(lines[: self.size, None] + lines[None, self.size :]).reshape(-1)
        units = mixed(np.append(cells, self.nothing)[self.cells].sum(axis=1))
        cells = mixed(cells + np.append(units, self.nothing)[self.within].sum(axis=1))
        board = cells.reshape(self.size, self.size)
        refined: Numbers = lines + np.concatenate([board.sum(axis=1), board.sum(axis=0)])
        return refined


def _filled(lists: Sequence[Sequence[int]], filler: int) -> Many:
    """Lists of numbers as one array, filled up to the same length."""
    import numpy as np

    found = np.full((len(lists), max(map(len, lists), default=0)), filler)
    for at, numbers in enumerate(lists):
        found[at, : len(numbers)] = numbers
    return found


def _further_units(layout: Layout) -> frozenset[frozenset[int]]:
    """The units that are not rows or columns."""
    lines = {frozenset(unit.cells) for unit in layout.rows + layout.columns}
    return frozenset(frozenset(unit.cells) for unit in layout.boxes + layout.extras) - lines
