"""Luck: random digits, starting over at each dead end.

1. Of the empty cells, take the one with the fewest candidates and fill in a random one of them.
2. When no cell is empty, the grid is a solution.
3. When a cell has no candidate, empty every cell that is not a clue and start over.
4. Luck proves nothing. After a solution, or after the last attempt, say so.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from random import Random
from typing import ClassVar

from ninefold import Grid, Layout, MethodInfo, Run, Stopped, check_options, option


@dataclass(frozen=True)
class Lucky:
    """Fill the grid at random."""

    info: ClassVar[MethodInfo] = MethodInfo(
        about="random digits, starting over at each dead end",
        complete=False,
        cooperative=True,
        sizes=(4, 6, 8, 9),
        traces=("guess", "undo"),
    )

    attempts: int = option(100, "attempts before it gives up", least=1)
    seed: int = option(0, "random seed")

    def __post_init__(self) -> None:
        """Validate the options."""
        check_options(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """One solution, with luck."""
        rng = Random(self.seed)
        for _ in range(self.attempts):
            digits = bytearray(puzzle.digits)
            if _fill(digits, puzzle.layout, run, rng):  # rule 2
                yield Grid.from_digits(bytes(digits), puzzle.layout)
                raise Stopped("luck cannot rule out a second solution")  # rule 4
            for _ in range(digits.count(0), len(puzzle.empty_cells)):  # rule 3
                run.undo()
        raise Stopped(f"no luck in {self.attempts} attempts")  # rule 4


def _fill(digits: bytearray, layout: Layout, run: Run, rng: Random) -> bool:
    """Rule 1 until the grid is full; False at a dead end."""
    while 0 in digits:
        run.tick()
        cell, candidates = min(_candidates(digits, layout), key=lambda pair: len(pair[1]))
        if not candidates:
            return False
        digits[cell] = rng.choice(candidates)
        run.guess(cell, digits[cell])
    return True


def _candidates(digits: bytearray, layout: Layout) -> Iterator[tuple[int, list[int]]]:
    """Each empty cell with the digits that none of its peers has."""
    for cell, digit in enumerate(digits):
        if not digit:
            taken = {digits[peer] for peer in layout.peers[cell]}
            yield cell, [digit for digit in range(1, layout.size + 1) if digit not in taken]
