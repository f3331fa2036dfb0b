"""Linear programs with changing weights: the reweighted 1-norm, and a convex objective that beats it, with restarts.

The papers' program stops at whatever point its solver happens to reach. A solution is a point whose x are all 0 or
1, the sparsest of all points, so we look for sparse points, program after program:

1. The singles are placed first; the programs cover what is left.
2. reweighted: minimise Σ w·x with w = 1 at first, then w = 1 / (x + ε): small x are pressed towards 0.
3. frank-wolfe: maximise Σx², whose maximum, the number of cells, is reached exactly at the solutions. From a vertex x
   that a random objective gives, the next vertex is where the linear part, x·x', is greatest, and so on uphill.
4. When the point no longer changes, start again from another random objective; after `restarts` starts give up.
5. Every point with all x within 1e-6 of 0 or 1 is a solution. That it is the only one is then proved
   as in `lp`.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from typing import Literal

import numpy as np

from ninefold.core.grid import Grid
from ninefold.core.limits import Stopped
from ninefold.core.values import counted
from ninefold.models.binary import BinaryModel, binary
from ninefold.models.incidence import Propagation
from ninefold.solving.method import check_options, option
from ninefold.solving.run import Run
from ninefold.solving.solvers.duals import prove_impossible, prove_unique
from ninefold.solving.solvers.highs import HighsProgram, SolveStatus, Vector

INTEGRAL = 1e-6
# Only costs change from program to program: the primal simplex continues from a vertex that is still feasible.
PRIMAL = {"simplex_strategy": 4}


@dataclass(frozen=True)
class LPReweighted:
    """Linear programs reweighted by the last point, with restarts; a node is a linear program.

    The stats are `lps`, `starts`, `fractional` (the fewest fractional cells seen) and `proved`.
    """

    heuristic: Literal["frank-wolfe", "reweighted"] = field(
        default="frank-wolfe", metadata={"about": "next weights: uphill on Σx², or w = 1 / (x + epsilon)"}
    )
    restarts: int = option(30, "number of starts before giving up", least=1)
    steps: int = option(20, "maximum number of programs per start", least=1)
    epsilon: float = option(0.1, "for heuristic=reweighted: the ε of w = 1 / (x + ε)", least=1e-6, most=1e6)
    seed: int = option(0, "random seed of the objectives", least=0)
    certificate: bool = field(default=False, metadata={"about": "add the proof to the stats, for ninefold verify"})

    def __post_init__(self) -> None:
        """Validate the options."""
        check_options(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The first solution found; returns only if it is proved to be the only one."""
        search = _Search(binary(puzzle), run)
        if search.is_impossible():
            return prove_impossible(search.model, run, keep=self.certificate)
        grid = self._first(search)
        yield grid
        prove_unique(search.model, grid, run, keep=self.certificate)

    def _first(self, search: _Search) -> Grid:
        """Rules 2 to 4."""
        random = np.random.default_rng(self.seed)
        for start in range(self.restarts):
            search.run.note("starts", start + 1)
            if grid := self._uphill(search, self._start(start, search.width, random)):
                return grid
        fewest = search.run.stats["fractional"]
        starts = counted(self.restarts, "start")
        raise Stopped(f"no integral point from {starts}; the best is fractional in {counted(fewest, 'cell')}")

    def _start(self, number: int, width: int, random: np.random.Generator) -> Vector:
        plain = number == 0 and self.heuristic == "reweighted"
        return np.ones(width) if plain else random.standard_normal(width)

    def _uphill(self, search: _Search, costs: Vector) -> Grid | None:
        """From one start until the point no longer changes."""
        follow: Callable[[Vector], Vector] = self._reweigh if self.heuristic == "reweighted" else np.negative
        last = np.full(search.width, -1.0)
        for _ in range(self.steps):
            point = search.solve(costs)
            if grid := search.read(point):
                return grid
            if np.abs(point - last).max(initial=0) < INTEGRAL:
                return None
            last, costs = point, follow(point)
        return None

    def _reweigh(self, point: Vector) -> Vector:
        return 1 / (np.maximum(point, 0) + self.epsilon)


class _Search:
    """The program over what the singles leave, and how its points are read."""

    def __init__(self, model: BinaryModel, run: Run) -> None:
        self.model, self.run = model, run
        self.open = Propagation.of_rows(model.rows)
        if not self.open.broken:
            self.open.propagate()  # rule 1
        run.stats.update(lps=0, starts=0)
        if not self.open.broken:
            self._columns, _, rows = self.open.rest()
            self.width = rows.width
            self._program = HighsProgram(rows, options=PRIMAL)

    def is_impossible(self) -> bool:
        """Whether no point exists."""
        if self.open.broken:
            return True
        if self.width == 0:
            return False
        self.run.stats["lps"] += 1
        return self._program.solve(self.run) is SolveStatus.INFEASIBLE

    def solve(self, costs: Vector) -> Vector:
        """The vertex that some costs lead to."""
        if self.width == 0:
            return costs
        self._program.set_costs(costs)
        self.run.stats["lps"] += 1
        if self._program.solve(self.run) is not SolveStatus.OPTIMAL:
            raise Stopped(f"the solver stopped without an optimum: {self._program.status}")
        return self._program.values

    def read(self, point: Vector) -> Grid | None:
        """Rule 5: the grid of an integral point."""
        whole = self.open.point(self._columns, point)
        fractional = len(self.model.fractional_cells(whole, within=INTEGRAL))
        if fractional < self.run.stats.get("fractional", len(whole) + 1):
            self.run.note("fractional", fractional)
            self.run.belief(np.clip(self.model.beliefs(whole), 0, 1))
        return None if fractional else self.model.grid(whole, within=INTEGRAL)
