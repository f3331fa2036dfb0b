"""A genetic algorithm on permutations of boxes, after Mantere and Koljonen (2007).

1. An individual is a grid in which every box holds each digit once, its clues in their places.
2. The fewer faults it has, the fitter it is: digits that a row, column or extra unit has once too often.
3. The `elite` fittest live on. Children replace the others.
4. A child has two parents, each the fitter of two picked at random, and inherits each box whole from one of them.
5. Then, in each box with probability `mutation`, two of its open digits are swapped. So no box is ever wrong.
6. After `patience` generations without a fitter individual the population dies, and another starts.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random

import numpy as np
from numpy.typing import NDArray

from ninefold.core.grid import Grid
from ninefold.solving.method import check_order, option
from ninefold.solving.methods._local_search import Boxes, LocalSearch, show
from ninefold.solving.run import Run

People = NDArray[np.int64]  # one row per individual, one column per cell


@dataclass(frozen=True, kw_only=True)
class Genetic(LocalSearch):
    """Cross whole boxes, mutate within boxes, keep the fittest.

    The notes `start`, `generation` and `faults` are traced with each fitter individual, and its grid; a node is a
    generation.
    """

    population: int = option(200, "number of individuals", least=2, most=10_000)
    elite: int = option(2, "how many of the fittest survive each generation", least=0)
    mutation: float = option(0.05, "probability of a swap in each box of a child", least=0.0, most=1.0)
    patience: int = option(300, "generations without improvement before a new population starts", least=1)
    generations: int = option(1_500, "total generations before giving up", least=1)

    def __post_init__(self) -> None:
        """Validate the options; the elite must leave space for children."""
        super().__post_init__()
        check_order(self, "elite", "population")

    def improve(self, puzzle: Grid, run: Run, rng: Random) -> bytes | str:
        """The digits of a solution, or why it gave up."""
        world = _World(puzzle, self.mutation, np.random.default_rng(rng.getrandbits(64)))
        people, faults = world.people(self.population, rng)
        fewest, born, start = int(faults.min()) + 1, 0, 1
        for generation in range(1, self.generations + 1):
            run.tick()
            if faults.min() < fewest:
                fewest, born = int(faults.min()), generation
                for name, value in (("start", start), ("generation", generation), ("faults", fewest)):
                    run.note(name, value)
                show(run, people[faults.argmin()].tolist(), puzzle.size)
            if not fewest:
                return bytes(people[faults.argmin()].tolist())
            if generation - born >= self.patience:  # rule 6
                people, faults = world.people(self.population, rng)
                fewest, born, start = int(faults.min()) + 1, generation, start + 1
            people, faults = world.next(people, faults, self.elite)
        return f"no solution was found in {self.generations:,} generations"


class _World:
    """What does not evolve: the boxes, the units and the random generator."""

    def __init__(self, puzzle: Grid, mutation: float, draw: np.random.Generator) -> None:
        self.boxes, self.size, self.mutation, self.draw = Boxes(puzzle), puzzle.size, mutation, draw
        self.box_of = np.array(puzzle.layout.box_of)
        # Boxes with something to swap: their open cells, each row filled up with its first cell.
        groups = [cells for cells in self.boxes.open if len(cells) > 1]
        self.lengths = np.array([len(cells) for cells in groups], np.int64)
        self.cells = np.array([cells + cells[:1] * (self.size - len(cells)) for cells in groups], np.int64)
        self.members = np.concatenate([np.array(cells) for cells in self.boxes.units])
        lengths = [len(cells) for cells in self.boxes.units]
        self.base = np.repeat(np.arange(len(lengths)) * (self.size + 1), lengths)
        self.counted = len(lengths) * (self.size + 1)

    def people(self, count: int, rng: Random) -> tuple[People, NDArray[np.int64]]:
        """Rule 1, at random."""
        people = np.array([self.boxes.filled(rng) for _ in range(count)], np.int64)
        return people, self.faults(people)

    def faults(self, people: People) -> NDArray[np.int64]:
        """Rule 2: the cells of all units less the different digits in them."""
        places = people[:, self.members] + self.base + np.arange(len(people))[:, None] * self.counted
        had = np.zeros(len(people) * self.counted, bool)
        had[places.ravel()] = True
        return np.asarray(len(self.members) - had.reshape(len(people), -1).sum(axis=1))

    def next(self, people: People, faults: NDArray[np.int64], elite: int) -> tuple[People, NDArray[np.int64]]:
        """Rules 3 to 5: the next generation."""
        count = len(people)
        fittest = np.argsort(faults, kind="stable")[: min(elite, count)]
        drawn = self.draw.integers(count, size=(2, 2, count - len(fittest)))
        first, second = np.where(faults[drawn[0]] <= faults[drawn[1]], drawn[0], drawn[1])
        from_first = self.draw.random((len(first), self.size)) < 0.5
        children = np.where(from_first[:, self.box_of], people[first], people[second])
        self._mutate(children)
        people = np.concatenate([people[fittest], children])
        return people, self.faults(people)

    def _mutate(self, children: People) -> None:
        """Rule 5, in place."""
        if not len(self.lengths):
            return
        child, group = np.nonzero(self.draw.random((len(children), len(self.lengths))) < self.mutation)
        one = (self.draw.random(len(child)) * self.lengths[group]).astype(np.int64)
        step = 1 + (self.draw.random(len(child)) * (self.lengths[group] - 1)).astype(np.int64)
        here, there = self.cells[group, one], self.cells[group, (one + step) % self.lengths[group]]
        children[child, here], children[child, there] = children[child, there], children[child, here]
