"""Exact cover: Knuth's Algorithm X, with sets instead of dancing links.

An item is what must be covered once: a cell, or a digit in a unit of N cells. An option is a
candidate, a digit in a cell; it covers its cell, and its digit in each unit of the cell. A solution
is a set of options that covers every item exactly once.

1. Each item has the set of the options that may cover it.
2. Taking an option closes its items, and every other option of those items leaves all other sets.
   A digit in a smaller unit is closed in the same way, but need not be covered.
3. An item with no option left cannot be covered: go back. One with a single option takes it.
4. If every open item has a choice, guess an option of one with the fewest.
5. Going back restores each option to its sets, the last one taken first.

    option  cell · N + digit − 1
    item    a cell, or N² + unit · N + digit − 1
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ninefold.core.grid import Grid
from ninefold.solving.run import Run


@dataclass(frozen=True)
class ExactCover:
    """Cover every cell, and every digit of every unit, exactly once."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, guesses from the smallest digit up."""
        cover = _Cover(puzzle, run)
        guesses: list[tuple[int, list[int]]] = []  # the number of options taken before, and the untried ones
        alive = cover.propagate()
        while True:
            if alive and cover.open:
                guesses.append((len(cover.taken), cover.fewest()))
            else:
                if alive:
                    yield cover.grid
                while guesses:  # rule 5
                    mark, untried = guesses[-1]
                    cover.back_to(mark)
                    run.undo()
                    if untried:
                        break
                    guesses.pop()
                else:
                    return
            run.tick()
            alive = cover.guess(guesses[-1][1].pop())


class _Cover:
    """The sets of the items, those still open, and the options taken."""

    def __init__(self, puzzle: Grid, run: Run) -> None:
        self.puzzle, self.run, self.size = puzzle, run, puzzle.size
        self.items_of: dict[int, tuple[int, ...]] = {}  # of an option
        self.options_of: list[set[int]] = [set() for _ in range(self.size**2 + len(puzzle.layout.units) * self.size)]
        self.open = self._uncovered()
        self.taken: list[int] = []
        self._add_options()
        self.thin = [item for item in self.open if len(self.options_of[item]) < 2]  # checked by rule 3

    def _uncovered(self) -> set[int]:
        """The items that the clues leave to be covered."""
        digits, n = self.puzzle.digits, self.size
        found = set(self.puzzle.empty_cells)
        for number, unit in enumerate(self.puzzle.layout.units):
            if len(unit.cells) == n:
                first = n * n + number * n - 1
                found.update(
                    {first + digit for digit in range(1, n + 1)} - {first + digits[cell] for cell in unit.cells}
                )
        return found

    def _add_options(self) -> None:
        """Rule 1: an option for each digit of an empty cell that no peer has."""
        layout, digits, n = self.puzzle.layout, self.puzzle.digits, self.size
        for cell in self.puzzle.empty_cells:
            self.run.check_limits()
            firsts = [n * n + unit * n for unit in layout.units_of[cell]]
            for digit in {*range(1, n + 1)}.difference(map(digits.__getitem__, layout.peers[cell])):
                option = cell * n + digit - 1
                items = self.items_of[option] = (cell, *[first + digit - 1 for first in firsts])
                for item in items:
                    self.options_of[item].add(option)

    @property
    def grid(self) -> Grid:
        digits = bytearray(self.puzzle.digits)
        for option in self.taken:
            digits[option // self.size] = option % self.size + 1
        return Grid.from_digits(bytes(digits), self.puzzle.layout)

    def fewest(self) -> list[int]:
        """The options of an open item that has the fewest, the smallest one last."""
        best = min(self.open, key=lambda item: len(self.options_of[item]))
        return sorted(self.options_of[best], reverse=True)

    def guess(self, option: int) -> bool:
        """Rule 4; whether every item can still be covered."""
        self.run.guess(option // self.size, option % self.size + 1)
        self._take(option)
        return self.propagate()

    def propagate(self) -> bool:
        """Rule 3, until nothing is forced; whether every item can still be covered."""
        while self.thin:
            item = self.thin.pop()
            if item in self.open:
                if not self.options_of[item]:
                    self.thin.clear()
                    return False
                (option,) = self.options_of[item]
                self.run.check_limits()
                self.run.place(option // self.size, option % self.size + 1, "only option")
                self._take(option)
        return True

    def _take(self, option: int) -> None:
        """Rule 2."""
        options_of, items_of, thin = self.options_of, self.items_of, self.thin
        self.taken.append(option)
        for item in items_of[option]:
            self.open.discard(item)
            for other in options_of[item]:
                for place in items_of[other]:
                    if place != item:
                        options = options_of[place]
                        options.remove(other)
                        if len(options) < 2:
                            thin.append(place)

    def back_to(self, mark: int) -> None:
        """Rule 5: back to the state with so many options taken."""
        options_of, items_of = self.options_of, self.items_of
        while len(self.taken) > mark:
            for item in reversed(items_of[self.taken.pop()]):
                self._reopen(item)
                for other in options_of[item]:
                    for place in items_of[other]:
                        if place != item:
                            options_of[place].add(other)

    def _reopen(self, item: int) -> None:
        n = self.size
        if item < n * n or len(self.puzzle.layout.units[item // n - n].cells) == n:  # the others need no cover
            self.open.add(item)
