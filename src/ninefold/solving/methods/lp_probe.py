"""Probing with linear programs: candidate by candidate, can x be 1 over the relaxation? No branching.

1. The singles come first: the only candidate of a cell, or of a digit in a unit, eliminates others.
2. A candidate v is probed: the relaxation with x[v] = 1. If that is infeasible, the maximum of x[v] is below 1,
   v is in no solution, and is dropped; then rule 1 again. Only one bound changes, and the simplex continues
   from its last basis.
3. If it is feasible, a vertex with x[v] = 1 was found. The other candidates that are 1 there need no probe
   either, as long as nothing in the vertex is dropped.
4. The minimum of x[v] is above 0 exactly if x[v] = 0 is infeasible; then v is placed. This is tried for candidates
   that are 1 in all vertices seen. It finds nothing that rule 2 would not find, but may find it sooner.
5. A drop counts only if the dual ray, as weights of rules in whole numbers, proves it exactly.
6. One candidate in each cell: the only solution. A rule with none: no solution. If every candidate left has been
   seen at 1, probing can do no more; integral vertices among those seen are solutions.

Every elimination is proved exactly.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field
from fractions import Fraction
from typing import Literal

import numpy as np

from ninefold.core.grid import Grid
from ninefold.core.limits import Stopped
from ninefold.core.values import counted
from ninefold.models.binary import BinaryModel, binary
from ninefold.models.certificates import Elimination, ProofChain, ProofStep
from ninefold.models.incidence import Flags, Numbers, Propagation
from ninefold.solving.method import check_options
from ninefold.solving.run import Run
from ninefold.solving.solvers.duals import Whole, eliminates, from_ray, loads, named
from ninefold.solving.solvers.highs import HighsProgram, SolveStatus, Vector


@dataclass(frozen=True)
class LPProbe:
    """Fix candidates by the maximum and minimum of x over the relaxation; a node is a linear program.

    The stats are `lps`, `dropped` (by them), `placed` (by them), `open` (candidates left), and with
    `certificate` the whole proof.
    """

    minimum: Literal["seen", "never"] = field(
        default="seen",
        metadata={"about": "also minimise candidates that are 1 in all vertices seen, or never"},
    )
    certificate: bool = field(default=False, metadata={"about": "add the proof to the stats, for ninefold verify"})

    def __post_init__(self) -> None:
        """Validate the options."""
        check_options(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The solution if probing decides every cell; returns only if it proved that there is no other."""
        prober = Prober(binary(puzzle), run, keeps=self.certificate or run.is_traced)
        prober.probe_all(minimum=self.minimum == "seen")
        if not prober.is_done:
            yield from _seen(prober, puzzle, run)
            count = int(prober.open.alive.sum())
            cells = counted(len(puzzle.empty_cells), "empty cell")
            raise Stopped(f"probing ended with {counted(count, 'candidate')} left in {cells}")
        if self.certificate:
            run.note("certificate", prober.chain().as_json())
        if not prober.open.broken:
            yield prober.grid


def _seen(prober: Prober, puzzle: Grid, run: Run) -> Iterator[Grid]:
    """Rule 6: integral vertices, traced as guesses, because there may be other solutions."""
    for grid in prober.solutions_seen():
        guessed = [cell for cell in puzzle.empty_cells if not prober.is_placed(cell)]
        for cell in guessed:
            run.guess(cell, grid.digits[cell])
        yield grid
        for _ in guessed:
            run.undo()


INTEGRAL = 1e-6
# A program is reloaded when this share of its columns is left.
SHRUNK = 0.6


class Prober:
    """The open candidates of a model, the vertices seen, and the program.

    Args:
        model: a presolved binary model.
        run: the run, for limits and trace.
        keeps: whether to keep the proof of every drop, for a certificate.
    """

    def __init__(self, model: BinaryModel, run: Run, *, keeps: bool = False) -> None:
        self.model, self.run, self.keeps = model, run, keeps
        self.open = Propagation.of_rows(model.rows)
        self.links: list[ProofStep] = []
        self.vertices: list[Vector] = []
        self._unproved: Flags = np.zeros(model.rows.width, np.bool_)
        self._reported: Flags = np.zeros(model.layout.size**2, np.bool_)
        self._program: HighsProgram | None = None
        self._columns: Numbers = np.zeros(0, np.int64)
        self._rules: Numbers = np.zeros(0, np.int64)
        run.stats.update(lps=0, dropped=0, placed=0)

    # --- probing ----------------------------------------------------------------------------

    def probe_all(self, *, minimum: bool) -> None:
        """Rules 1 to 5 until nothing new follows."""
        self._follow()
        if not self.is_done:
            self._probe(None, 0)
        while not self.is_done:
            if minimum and len(ones := self._always()):
                self._probe(int(ones[0]), 0)
            elif len(unseen := self._unseen()):
                self._probe(int(unseen[0]), 1)
            else:
                break
        self.run.note("open", int(self.open.alive.sum()))

    @property
    def is_done(self) -> bool:
        """Whether one candidate is left in every rule, or none in some rule."""
        return self.open.broken or self.open.is_solved

    def _always(self) -> Numbers:
        """Rule 4: the candidates that are 1 in all vertices seen, and not decided."""
        columns = self._askable()
        if not self.vertices:
            return columns[:0]
        ones = np.min([vertex[columns] for vertex in self.vertices], axis=0) > 1 - INTEGRAL
        return self._by_cell(columns[ones])

    def _unseen(self) -> Numbers:
        """Rule 3: the candidates that are 1 in no vertex seen."""
        columns = self._askable()
        largest = np.max([np.zeros(len(columns)), *(vertex[columns] for vertex in self.vertices)], axis=0)
        return self._by_cell(columns[largest < 1 - INTEGRAL])

    def _askable(self) -> Numbers:
        """The open candidates that are not alone in their cell."""
        columns = self._columns[self.open.alive[self._columns] & ~self._unproved[self._columns]]
        return columns[self._in_cell(columns) > 1]

    def _by_cell(self, columns: Numbers) -> Numbers:
        """Those of the cell with the fewest candidates first."""
        return columns[np.argsort(self._in_cell(columns), kind="stable")]

    def _in_cell(self, columns: Numbers) -> Numbers:
        counts = np.bincount(self.model.cells[self.open.alive], minlength=self.model.layout.size**2)
        return counts[self.model.cells[columns]]

    def _probe(self, variable: int | None, value: int) -> None:
        """Rule 2, 3 or 4: the relaxation with one candidate fixed at a value, or none."""
        program = self._loaded()
        column = [] if variable is None else [int(np.searchsorted(self._columns, variable))]
        program.set_bounds(column, value, np.inf if value else 0.0)
        self.run.stats["lps"] += 1
        outcome = program.solve(self.run)
        if outcome is SolveStatus.OPTIMAL:
            self._see(program.values)
        elif outcome is SolveStatus.INFEASIBLE:
            self._conclude(variable, value, program.ray())
        else:
            raise Stopped(f"the solver stopped without an optimum: {program.status}")
        if program is self._program:
            top = np.inf if variable is not None and self.open.alive[variable] else 0.0
            program.set_bounds(column, 0.0, top)

    def _loaded(self) -> HighsProgram:
        """The program over what is not decided; reloaded when little of it is left."""
        if self._program is None or self.open.alive[self._columns].mean() < SHRUNK:
            self._columns, self._rules, rows = self.open.rest()
            self._program = HighsProgram(rows)
        return self._program

    def _see(self, values: Vector) -> None:
        self.vertices.append(self.open.point(self._columns, values))

    # --- concluding -------------------------------------------------------------------------

    def _conclude(self, variable: int | None, value: int, ray: Vector | None) -> None:
        """Rule 5: what an infeasible program proves."""
        left = self.open.alive.copy()
        if variable is not None and not value:
            left[variable] = False
        weights = self._weights(ray, variable if value else None, left)
        if variable is None:
            self._drop_cell(weights)
        elif weights is None:
            self._unproved[variable] = True
        elif value:
            self.run.stats["dropped"] += 1
            self._drop(np.array([variable]), lambda _: weights)
        else:
            self.run.stats["placed"] += 1
            self._drop_others(variable, weights)

    def _weights(self, ray: Vector | None, target: int | None, left: Flags) -> Whole | None:
        if ray is None:
            return None
        whole = np.zeros(len(self.model.rows))
        whole[self._rules] = ray
        return from_ray(whole, lambda weights: eliminates(self.model.rows, weights, target, left))

    def _drop_cell(self, weights: Whole | None) -> None:
        """The whole relaxation is infeasible: then any candidate may be dropped, so those of one cell are."""
        if weights is None:
            raise Stopped("infeasible within tolerance, but no proof of it holds in whole numbers")
        cell = self.model.cells[self._columns[0]]
        self._drop(np.flatnonzero((self.model.cells == cell) & self.open.alive), lambda _: weights)

    def _drop_others(self, variable: int, weights: Whole) -> None:
        """A placed candidate eliminates all it shares a rule with: its proof, and that rule as a cover."""
        rules = self.open.rules_of(variable)
        need = max(0, -int(loads(self.model.rows, weights)[variable]))

        def proof(other: int) -> Whole:
            cover = np.intersect1d(rules, self.open.rules_of(other))[0]
            proof = weights.copy()
            proof[cover] += need
            return proof

        self._drop(self.open.conflicting(variable), proof)

    def _drop(self, variables: Numbers, proof: Callable[[int], Whole]) -> None:
        """Drop candidates, and what follows from that by rule 1."""
        for variable in variables.tolist() if self.keeps else ():
            self._keep(variable, proof(variable), f"LP {self.run.stats['lps']}")
        self._take(variables)
        self._follow()

    def _follow(self) -> None:
        """Rule 1, again and again."""
        while len((taken := self.open.propagate_once()).variables):
            if self.keeps:
                for variable, base, cover in zip(*taken, strict=True):
                    weights = np.zeros(len(self.model.rows), np.int64)
                    weights[[base, cover]] = -1, 1
                    self._keep(int(variable), weights, "single")
            self._take(taken.variables)
        if self.run.is_traced and not self.open.broken:
            self._report_placed()

    def _take(self, variables: Numbers) -> None:
        self.open.drop(variables)
        self.vertices = [vertex for vertex in self.vertices if vertex[variables].max(initial=0) < INTEGRAL]
        if self._program is not None:
            places = np.searchsorted(self._columns, variables)
            inside = places < len(self._columns)
            inside[inside] = self._columns[places[inside]] == variables[inside]
            self._program.set_bounds(places[inside], 0.0, 0.0)

    # --- reporting --------------------------------------------------------------------------

    def _keep(self, variable: int, weights: Whole, why: str) -> None:
        """Keep the proof of a drop for the certificate, and trace it."""
        model = self.model
        cell, digit = int(model.cells[variable]), int(model.digits[variable])
        link = ProofStep(cell, digit, named(model.rows, weights))
        self.links.append(link)
        if self.run.is_traced:
            load, total = int(loads(model.rows, weights)[variable]), int(weights.sum())
            bound = f"x_{model.layout.name(cell)}_{digit} ≤ {Fraction(total, load)}" if load else "infeasible"
            proof = str(Elimination(puzzle=model.puzzle, cell=cell, digit=digit, weights=link.weights))
            self.run.drop(cell, digit, f"{why}: {bound}; {proof.partition(': ')[2]}")

    def _report_placed(self) -> None:
        counts = np.bincount(self.model.cells[self.open.alive], minlength=len(self._reported))
        for variable in np.flatnonzero(self.open.alive & (counts == 1)[self.model.cells]).tolist():
            cell = int(self.model.cells[variable])
            if not self._reported[cell]:
                self._reported[cell] = True
                self.run.place(cell, int(self.model.digits[variable]), "the only candidate left")

    def chain(self) -> ProofChain:
        """All that was proved, as one certificate."""
        solution = None if self.open.broken else self.grid
        return ProofChain(puzzle=self.model.puzzle, links=tuple(self.links), solution=solution)

    @property
    def grid(self) -> Grid:
        """The solution, once everything is decided."""
        return self.model.grid(self.open.alive.astype(np.float64))

    def is_placed(self, cell: int) -> bool:
        """Whether one candidate of an empty cell is left."""
        return int(self.open.alive[self.model.cells == cell].sum()) == 1

    def solutions_seen(self) -> Iterator[Grid]:
        """The integral ones of the vertices seen, each once."""
        seen = set()
        for vertex in self.vertices:
            if not self.model.fractional_cells(vertex, within=INTEGRAL) and vertex.round().tobytes() not in seen:
                seen.add(vertex.round().tobytes())
                yield self.model.grid(vertex, within=INTEGRAL)
