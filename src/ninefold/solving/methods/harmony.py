"""Harmony search, after Geem, "Harmony search algorithm for solving Sudoku" (2007).

1. A harmony is a digit for every open cell, each one of the cell's candidates. The memory holds
   some, random ones at first.
2. Improvise a new one, cell by cell: with probability `memory_rate` take the digit that some harmony in memory has
   there, otherwise any candidate.
3. A digit from memory is then, with probability `pitch_rate`, moved to the next candidate above or below.
4. The new harmony replaces the worst one in memory if it is better.
5. How bad a harmony is: with `objective=repeats` how many digits the units have once too often; with `sums`, as in
   the paper, by how much the sums of the units miss 1 + … + N. Sums can all be right when digits are not, so a
   harmony is a solution only if it has no repeats.
6. When all harmonies in memory are equally bad, or after `patience` improvisations without a better one,
   start with a new memory.
"""

from __future__ import annotations

from dataclasses import dataclass
from random import Random
from typing import Literal

import numpy as np
from numpy.typing import NDArray

from ninefold.core.grid import Grid
from ninefold.solving.method import option
from ninefold.solving.methods._local_search import LocalSearch, show
from ninefold.solving.run import Run

Digits = NDArray[np.int64]


@dataclass(frozen=True, kw_only=True)
class Harmony(LocalSearch):
    """Improvise grids from remembered ones, and keep the better.

    The notes `start` and `discord`, the objective's value, are traced with each better harmony, and its grid; a node
    is an improvisation.
    """

    objective: Literal["repeats", "sums"] = option("repeats", "objective, rule 5")
    memory: int = option(50, "number of harmonies in memory", least=2, most=10_000)
    memory_rate: float = option(0.98, "probability of taking a digit from memory", least=0.0, most=1.0)
    pitch_rate: float = option(0.01, "probability of moving a digit taken from memory", least=0.0, most=1.0)
    patience: int = option(10_000, "improvisations without improvement before a new memory starts", least=1)
    improvisations: int = option(25_000, "total improvisations before giving up", least=1)

    def improve(self, puzzle: Grid, run: Run, rng: Random) -> bytes | str:
        """The digits of a solution, or why it gave up."""
        stage = _Stage(puzzle, self.objective, np.random.default_rng(rng.getrandbits(64)))
        if stage.is_mute:
            return "a cell has no candidate"
        start, improved, best = 0, -self.patience, 0
        memory = discords = np.zeros(0, np.int64)
        for played in range(self.improvisations):
            run.tick()
            if played - improved >= self.patience or discords.min() == discords.max():  # rule 6
                memory, start, improved = stage.random(self.memory), start + 1, played
                discords, best = stage.discords(memory), 1 << 60
            heard = stage.improvise(memory, self.memory_rate, self.pitch_rate)
            discord, worst = int(stage.discords(heard[None])[0]), int(discords.argmax())
            if discord < discords[worst]:  # rule 4
                memory[worst], discords[worst] = heard, discord
            if discord < best:
                best, improved = discord, played
                run.note("start", start)
                run.note("discord", discord)
                show(run, stage.filled(heard[None])[0].tolist(), puzzle.size)
            if not discord and not stage.repeats(heard[None])[0]:
                return bytes(stage.filled(heard[None])[0].tolist())
        return f"no solution was found in {self.improvisations:,} improvisations"


class _Stage:
    """What does not change: the open cells, their candidates, the units and the random generator.

    A harmony is stored as the index of each cell's candidate, so that rule 3 adds or subtracts one.
    """

    def __init__(self, puzzle: Grid, objective: str, draw: np.random.Generator) -> None:
        self.puzzle, self.size, self.objective, self.draw = puzzle, puzzle.size, objective, draw
        digits, peers = puzzle.digits, puzzle.layout.peers
        every = range(1, puzzle.size + 1)
        left = [sorted({*every}.difference(digits[p] for p in peers[cell])) for cell in puzzle.empty_cells]
        self.is_mute = not all(left)
        self.open = np.array(puzzle.empty_cells, np.int64)
        self.choices = np.array([len(few) for few in left], np.int64)
        self.candidates = np.array([few + [0] * (puzzle.size - len(few)) for few in left], np.int64)
        self.units = [unit.cells for unit in puzzle.layout.units]
        lengths = [len(cells) for cells in self.units]
        self.members = np.concatenate([np.array(cells) for cells in self.units])
        self.firsts = np.cumsum([0, *lengths[:-1]])
        self.base = np.repeat(np.arange(len(lengths)) * (self.size + 1), lengths)
        self.whole = np.array(lengths) == self.size

    def random(self, count: int) -> Digits:
        """Harmonies at random."""
        return (self.draw.random((count, len(self.open))) * self.choices).astype(np.int64)

    def improvise(self, memory: Digits, memory_rate: float, pitch_rate: float) -> Digits:
        """Rules 2 and 3."""
        cells = np.arange(len(self.open))
        heard: Digits = memory[self.draw.integers(len(memory), size=len(cells)), cells]
        moved = heard + np.where(self.draw.random(len(cells)) < 0.5, 1, -1)
        heard = np.where(self.draw.random(len(cells)) < pitch_rate, moved.clip(0, self.choices - 1), heard)
        return np.where(self.draw.random(len(cells)) < memory_rate, heard, self.random(1)[0])

    def filled(self, harmonies: Digits) -> Digits:
        """The digits of whole grids, one row each."""
        grids = np.tile(np.frombuffer(self.puzzle.digits, np.uint8).astype(np.int64), (len(harmonies), 1))
        if len(self.open):
            grids[:, self.open] = self.candidates[np.arange(len(self.open)), harmonies]
        return grids

    def discords(self, harmonies: Digits) -> Digits:
        """Rule 5."""
        if self.objective == "repeats":
            return self.repeats(harmonies)
        sums = np.add.reduceat(self.filled(harmonies)[:, self.members], self.firsts, axis=1)
        right = self.size * (self.size + 1) // 2
        return np.asarray(np.abs(sums[:, self.whole] - right).sum(axis=1))

    def repeats(self, harmonies: Digits) -> Digits:
        """How many digits the units have once too often."""
        counted = len(self.units) * (self.size + 1)
        places = self.filled(harmonies)[:, self.members] + self.base + np.arange(len(harmonies))[:, None] * counted
        had = np.zeros(len(harmonies) * counted, bool)
        had[places.ravel()] = True
        return np.asarray(len(self.members) - had.reshape(len(harmonies), -1).sum(axis=1))
