"""Backtracking: the teaching method, plain or with propagation.

1. Go through the empty cells in order.
2. Put in the smallest digit that no peer has and that is larger than the cell's digit so far.
3. If there is none, empty the cell and go back to the one before.
4. Past the last cell, the grid is a solution; go back as if it had failed.
5. Before the first cell, everything has been tried.

With propagation, every empty cell has a domain of candidates, and each digit that is tried removes some (see
`consistency`). A domain that becomes empty is a failure, so rule 3 applies at once instead of many cells later. A cell
whose domain propagation has reduced to one candidate is placed, which is not a node.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ninefold.core.grid import Grid
from ninefold.solving.consistency import Domains, Level, propagator
from ninefold.solving.method import check_options
from ninefold.solving.run import Run


@dataclass(frozen=True)
class Backtrack:
    """Try digits cell by cell, and go back if none fits.

    The stats are the `failures`, digits after which nothing fits, and with propagation `removed_at_root` and `removed`,
    which counts every candidate removed in the whole search, also by a propagation that then failed.
    """

    propagation: Level = field(
        default="none",
        metadata={"about": "what to remove after each digit: forward checking, arc or all-different consistency"},
    )
    order: Literal["first", "fewest"] = field(
        default="first",
        metadata={"about": "next cell: the first, or with propagation the one with the fewest candidates"},
    )

    def __post_init__(self) -> None:
        """Validate the options."""
        check_options(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution; in the order of their digits, unless the order of the cells is another."""
        if self.propagation == "none":
            return _plain(puzzle, run)
        return _Propagating(puzzle, run, self.propagation, by_fewest=self.order == "fewest").solutions()


def _plain(puzzle: Grid, run: Run) -> Iterator[Grid]:
    layout, peers = puzzle.layout, puzzle.layout.peers
    digits = bytearray(puzzle.digits)
    empty = puzzle.empty_cells
    run.stats["failures"] = 0
    at = 0  # rule 1
    while at >= 0:  # rule 5
        if at == len(empty):  # rule 4
            yield Grid.from_digits(bytes(digits), layout)
            at -= 1
            continue
        cell = empty[at]
        digit = _next_fitting(digits, peers[cell], digits[cell], layout.size)
        if digits[cell]:
            run.undo()
        elif not digit and at:  # the digit before leaves nothing for this cell
            run.stats["failures"] += 1
        digits[cell] = digit
        if digit:  # rule 2
            run.tick()
            run.guess(cell, digit)
            at += 1
        else:  # rule 3
            at -= 1


def _next_fitting(digits: bytearray, peers: tuple[int, ...], above: int, size: int) -> int:
    """The smallest digit above another one that no peer has; 0 if there is none."""
    taken = {digits[peer] for peer in peers}
    for digit in range(above + 1, size + 1):
        if digit not in taken:
            return digit
    return 0


class _Propagating:
    """The search with domains. `open` holds, for each cell that is being tried, the domains before and what is left."""

    def __init__(self, puzzle: Grid, run: Run, level: Level, *, by_fewest: bool) -> None:
        self.puzzle, self.run, self.by_fewest = puzzle, run, by_fewest
        self.propagate = propagator(level, puzzle.layout)
        self.places_singles = level != "forward"  # forward checking leaves them to the search
        run.stats.update(removed_at_root=0, removed=0, failures=0)

    def solutions(self) -> Iterator[Grid]:
        """Every solution."""
        full = (2 << self.puzzle.size) - 2
        domains = [1 << digit if digit else full for digit in self.puzzle.digits]
        assigned = set(self.puzzle.filled_cells)
        can_hold = self._narrow(domains, assigned, range(len(domains)))
        self.run.note("removed_at_root", self.run.stats["removed"])
        if can_hold:
            yield from self._below(domains, assigned)

    def _below(self, start: Domains, assigned: set[int]) -> Iterator[Grid]:
        """The solutions within the domains, from a stack: (domains, assigned cells, cell, candidates not yet tried)."""
        stack = [self._choice(start, assigned)]
        while stack:
            domains, assigned, cell, left = stack[-1]
            if cell < 0:  # rule 4
                yield Grid.from_digits(bytes(mask.bit_length() - 1 for mask in domains), self.puzzle.layout)
                left = 0
            if not left:  # rule 3
                stack.pop()
                if stack:
                    self.run.undo()
                continue
            digit = left & -left
            stack[-1] = domains, assigned, cell, left ^ digit
            self.run.tick()
            self.run.guess(cell, digit.bit_length() - 1)
            domains, assigned = domains[:], {*assigned, cell}
            domains[cell] = digit
            if self._narrow(domains, assigned, (cell,)):
                stack.append(self._choice(domains, assigned))
            else:
                self.run.stats["failures"] += 1
                self.run.undo()

    def _choice(self, domains: Domains, assigned: set[int]) -> tuple[Domains, set[int], int, int]:
        """Rule 1: the next cell and its candidates; −1 if every cell is assigned."""
        cells = [cell for cell in range(len(domains)) if cell not in assigned]
        if not cells:
            return domains, assigned, -1, 0
        cell = min(cells, key=lambda one: domains[one].bit_count()) if self.by_fewest else cells[0]
        return domains, assigned, cell, domains[cell]

    def _narrow(self, domains: Domains, assigned: set[int], changed: tuple[int, ...] | range) -> bool:
        """Propagate, and assign what has one candidate left; False at a contradiction."""
        removal = self.propagate(domains, changed)
        self.run.stats["removed"] += removal.removed
        if removal.failed:
            return False
        if self.places_singles:
            for cell, mask in enumerate(domains):
                if cell not in assigned and mask.bit_count() == 1:
                    assigned.add(cell)
                    self.run.place(cell, mask.bit_length() - 1, "last candidate")
        return True
