"""Hill climbing by swaps within boxes, after Jones, Roach and Perkins (2007).

The paper starts from cheap deductions, works on boxes that hold every digit, and always takes the best
neighbour. That much is in its abstract; the details of rules 4 and 5 are our own.

1. Place all singles, so that fewer cells are open (option `singles`).
2. Fill every box at random with the digits it lacks. A fault is a digit that a row, column or further
   unit has once too often.
3. Of all swaps of two open cells of a box make the best one, a random one if there are several.
4. A swap just made rests for some steps, unless it led to fewer faults than ever before. So if
   every step adds faults, the one that adds fewest is made, and is not undone at once.
5. After `patience` steps without fewer faults than before start again from rule 2. Give up after
   `steps` in all.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

from ninefold.core.grid import Grid
from ninefold.core.values import counted
from ninefold.solving.method import option
from ninefold.solving.methods._local_search import Boxes, Filling, LocalSearch, Swap, show
from ninefold.solving.run import Run


@dataclass(frozen=True, kw_only=True)
class HillClimb(LocalSearch):
    """Always make the best swap within a box.

    The notes `start` and `faults` and the grid are traced at each start and at each improvement; a node is a step.
    """

    singles: bool = option(True, "place all singles first, as the paper does")
    rest: int = option(4, "steps for which a swap rests after it was made", least=0)
    patience: int = option(100, "steps without improvement before a new start", least=1)
    steps: int = option(8_000, "total steps before giving up", least=1)

    def improve(self, puzzle: Grid, run: Run, rng: Random) -> bytes | str:
        """The digits of a solution, or why it gave up."""
        boxes = Boxes(puzzle)
        swaps = boxes.swaps()
        made, start = 0, 0
        while made < self.steps:
            start += 1
            run.note("start", start)
            climb = _Climb(Filling(boxes, rng), swaps, self.rest)
            _trace(climb, run, puzzle.size)
            while swaps and climb.fewest and made < self.steps and climb.steps - climb.improved <= self.patience:
                run.tick()
                made += 1
                if climb.step(run, rng):
                    _trace(climb, run, puzzle.size)
            if not climb.fewest:
                return bytes(climb.filling.digits)
            made += not swaps  # nothing can be swapped, but there are faults: do not restart forever
        return f"no solution was found in {counted(self.steps, 'step')}"


def _trace(climb: _Climb, run: Run, size: int) -> None:
    run.note("faults", climb.fewest)
    show(run, climb.filling.digits, size)


class _Climb:
    """One climb: the grid, when each swap was last made, and the fewest faults so far."""

    def __init__(self, filling: Filling, swaps: list[Swap], rest: int) -> None:
        self.filling, self.swaps, self.rest = filling, swaps, rest
        self.fewest = filling.faults
        self.steps = self.improved = 0
        self.last = [-rest] * len(swaps)

    def step(self, run: Run, rng: Random) -> bool:
        """Rules 3 and 4; returns whether there are fewer faults than ever before."""
        best: list[int] = []
        least = 1 << 30
        for number, swap in enumerate(self.swaps):
            if not number % 1_000:
                run.check_limits()
            more = self.filling.change(swap)
            rests = self.steps - self.last[number] < self.rest and self.filling.faults + more >= self.fewest
            if rests or more > least:
                continue
            if more < least:
                best, least = [], more
            best.append(number)
        self.steps += 1
        if best:
            number = best[int(rng.random() * len(best))]
            self.filling.make(self.swaps[number], least)
            self.last[number] = self.steps
        if self.filling.faults >= self.fewest:
            return False
        self.fewest, self.improved = self.filling.faults, self.steps
        return True
