"""Plain backtracking: the teaching method.

1. Go through the empty cells in order.
2. Put in the smallest digit that no peer has and that is larger than the cell's digit so far.
3. If there is none, empty the cell and go back to the one before.
4. Past the last cell, the grid is a solution; go back as if it had failed.
5. Before the first cell, everything has been tried.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass

from ninefold.core.grid import Grid
from ninefold.solving.run import Run


@dataclass(frozen=True)
class Backtrack:
    """Try digits cell by cell in order, and go back if none fits."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Every solution, in the order of their digits."""
        layout, peers = puzzle.layout, puzzle.layout.peers
        digits = bytearray(puzzle.digits)
        empty = puzzle.empty_cells
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
