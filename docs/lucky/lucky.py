"""Luck: digits drawn by lot, and all over again where that leads nowhere.

1. Of the empty cells take the one with the fewest candidates, and draw one of them by lot.
2. When no cell is empty, the grid is a solution.
3. Where a cell has no candidate, empty all cells but the clues and start again.
4. Luck proves nothing. After a solution, or after the last attempt, say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from random import Random
from typing import ClassVar

from ninefold import Grid, Layout, MethodInfo, Run, Stopped


@dataclass(frozen=True)
class Lucky:
    """Fill the grid by lot."""

    info: ClassVar[MethodInfo] = MethodInfo(
        about="digits drawn by lot, and all over again where that leads nowhere",
        complete=False,
        cooperative=True,
        sizes=(4, 6, 8, 9),
        traces=("guess", "undo"),
    )

    attempts: int = field(default=100, metadata={"about": "how often it starts before it gives up"})
    seed: int = field(default=0, metadata={"about": "the same seed draws the same lots"})

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """One solution, with luck."""
        lot = Random(self.seed)
        for _ in range(self.attempts):
            digits = bytearray(puzzle.digits)
            if _fill(digits, puzzle.layout, run, lot):  # rule 2
                yield Grid.from_digits(bytes(digits), puzzle.layout)
                raise Stopped("luck cannot rule out a second solution")  # rule 4
            for _ in range(digits.count(0), len(puzzle.empty_cells)):  # rule 3
                run.undo()
        raise Stopped(f"no luck in {self.attempts} attempts")  # rule 4


def _fill(digits: bytearray, layout: Layout, run: Run, lot: Random) -> bool:
    """Rule 1 until the grid is full; False where a cell has no candidate."""
    while 0 in digits:
        run.tick()
        cell, candidates = min(_candidates(digits, layout), key=lambda pair: len(pair[1]))
        if not candidates:
            return False
        digits[cell] = lot.choice(candidates)
        run.guess(cell, digits[cell])
    return True


def _candidates(digits: bytearray, layout: Layout) -> Iterator[tuple[int, list[int]]]:
    """Each empty cell with the digits that no peer has."""
    for cell, digit in enumerate(digits):
        if not digit:
            taken = {digits[peer] for peer in layout.peers[cell]}
            yield cell, [digit for digit in range(1, layout.size + 1) if digit not in taken]
