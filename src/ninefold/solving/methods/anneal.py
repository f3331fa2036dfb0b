"""Simulated annealing by swaps within boxes, after Lewis, "Metaheuristics can solve sudoku puzzles" (2007).

1. Fill every box by lot with the digits it lacks. Only rows, columns and further units can be wrong.
2. A fault is a digit that a unit has once too often. A grid without faults is a solution.
3. Draw a swap of two open cells of a box. Make it if it adds no fault; if it adds f, make it with
   probability exp(−f/T).
4. After a chain of `chain` swaps for each swap there is, cool: T becomes T · `cooling`.
5. At T below `cold` start anew from rule 1. After `starts` of these give up.
"""

from __future__ import annotations

from dataclasses import dataclass
from math import exp
from random import Random

from ninefold.core.grid import Grid
from ninefold.solving.method import check_order, option
from ninefold.solving.methods._local_search import Boxes, Filling, LocalSearch, Swap, show
from ninefold.solving.run import Run

STRETCH = 1_000  # swaps between two looks at the clock, about a millisecond


@dataclass(frozen=True, kw_only=True)
class Anneal(LocalSearch):
    """Swap digits within boxes, at first freely, then less and less where that does harm.

    The notes `start`, `temperature` and `faults` and the grid are told at each cooling; a node is a swap tried.
    """

    warm: float = option(0.5, "the temperature at the start, in faults", least=0.01)
    cold: float = option(0.25, "the temperature at which it starts anew", least=0.001)
    cooling: float = option(0.98, "what the temperature is multiplied by after a chain", least=0.01, most=0.9999)
    chain: int = option(30, "the length of a chain, in swaps tried for each swap there is", least=1)
    starts: int = option(8, "how often to start before giving up", least=1)

    def __post_init__(self) -> None:
        """Refuse what would be cold from the start, too."""
        super().__post_init__()
        check_order(self, "cold", "warm")

    def mend(self, puzzle: Grid, run: Run, rng: Random) -> bytes | str:
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
        return f"every one of {self.starts} starts has frozen with a fault"


def _chain(filling: Filling, swaps: list[Swap], length: int, temperature: float, run: Run, rng: Random) -> None:
    """Rule 3, so many times or until nothing is wrong."""
    change, make, draw, count = filling.change, filling.make, rng.random, len(swaps)
    while length and filling.faults:
        stretch = int(min(STRETCH, length, run.nodes_left)) or 1
        run.tick(stretch)
        length -= stretch
        for _ in range(stretch):
            swap = swaps[int(draw() * count)]
            more = change(swap)
            if more <= 0 or draw() < exp(-more / temperature):
                make(swap, more)
                if not filling.faults:
                    return
