"""Simulated annealing by swaps within boxes, after Lewis, "Metaheuristics can solve sudoku puzzles" (2007).

1. Fill every box at random with the digits it lacks. Only rows, columns and extra units can be wrong.
2. A fault is a digit that a unit has once too often. A grid without faults is a solution.
3. Pick a random swap of two open cells in a box. Make it if it adds no fault; if it adds f, make it with
   probability exp(−f/T).
4. After a chain of `chain` swaps for each swap there is, cool: T becomes T · `cooling`.
5. At T below `cold` start again from rule 1. After `starts` of these give up.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random

from ninefold.core.grid import Grid
from ninefold.core.values import counted
from ninefold.solving.method import check_order, option
from ninefold.solving.methods._local_search import Boxes, Filling, LocalSearch, Swap, show
from ninefold.solving.run import Run

SLICE = 1_000  # swaps between two checks of the limits, about a millisecond


@dataclass(frozen=True, kw_only=True)
class Anneal(LocalSearch):
    """Swap digits within boxes, at first freely, then less and less if that adds faults.

    The notes `start`, `temperature` and `faults` and the grid are traced at each cooling; a node is a swap tried.
    """

    warm: float = option(0.5, "initial temperature, in faults", least=0.01)
    cold: float = option(0.25, "temperature at which to start again", least=0.001)
    cooling: float = option(0.98, "factor of the temperature after each chain", least=0.01, most=0.9999)
    chain: int = option(30, "length of a chain, as a multiple of the number of possible swaps", least=1)
    starts: int = option(8, "number of starts before giving up", least=1)

    def __post_init__(self) -> None:
        """Validate the options; `cold` must be below `warm`."""
        super().__post_init__()
        check_order(self, "cold", "warm")

    def improve(self, puzzle: Grid, run: Run, rng: Random) -> bytes | str:
        """The digits of a solution, or why it gave up."""
        boxes = Boxes(puzzle)
        swaps = boxes.swaps()
        filling = Filling(boxes, rng)
        for start in range(1, self.starts + 1):
            run.note("start", start)
            temperature = self.warm
            while filling.faults and swaps and temperature > self.cold:
                _chain(filling, swaps, self.chain * len(swaps), temperature, run, rng)
                run.note("temperature", round(temperature, 6))
                run.note("faults", filling.faults)
                show(run, filling.digits, puzzle.size)
                temperature *= self.cooling  # rule 4
            if not filling.faults:
                return bytes(filling.digits)
            filling = Filling(boxes, rng)  # rule 5
        return f"{counted(self.starts, 'start')} froze with a fault"


def _chain(filling: Filling, swaps: list[Swap], length: int, temperature: float, run: Run, rng: Random) -> None:
    """Rule 3, `length` times or until there is no fault."""
    change, make, draw, count = filling.change, filling.make, rng.random, len(swaps)
    while length and filling.faults:
        stretch = int(min(SLICE, length, run.nodes_left)) or 1
        run.tick(stretch)
        length -= stretch
        for _ in range(stretch):
            swap = swaps[int(draw() * count)]
            more = change(swap)
            if more <= 0 or draw() < exp(-more / temperature):
                make(swap, more)
                if not filling.faults:
                    return
