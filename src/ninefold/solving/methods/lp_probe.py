"""Probing with linear programs: candidate by candidate, can x be 1 over the relaxation? No branching.

1. The singles are followed first: the only candidate of a cell, or of a digit in a unit, takes others away.
2. A candidate v is probed: the relaxation with x[v] = 1. If that is infeasible, the maximum of x[v] is below 1,
   v is in no solution, and is dropped; then rule 1 again. Only one bound changes, and the simplex goes on
   from where it stood.
3. If it is feasible, a vertex with x[v] = 1 was found, and so for every other candidate that is 1 there: none of
   them needs a probe, as long as nothing in the vertex is dropped.
4. The minimum of x[v] is above 0 just if x[v] = 0 is infeasible; then v is placed. It is asked of candidates that
   are 1 in all vertices seen. It finds nothing that rule 2 would not find, but may find it sooner.
5. A drop counts only if the dual ray, as weights of rules in whole numbers, proves it exactly.
6. One candidate in each cell: the only solution. A rule with none: no solution. If every candidate left has been
   seen at 1, probing is at its end, and knows no more; vertices seen that are integral are solutions.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, field
from typing import Literal

from ninefold.core.grid import Grid
from ninefold.models.binary import binary
from ninefold.solving.options import check_choices
from ninefold.solving.probing import Prober
from ninefold.solving.run import Run, Stopped


@dataclass(frozen=True)
class LPProbe:
    """Fix candidates by the maximum and minimum of x over the relaxation; a node is a linear program.

    The result's stats tell `lps`, `dropped` (by them), `placed` (by them), `open` (candidates left), and with
    `certificate` the whole proof.
    """

    minimum: Literal["seen", "never"] = field(
        default="seen", metadata={"about": "ask for the minimum too, of what is 1 in all vertices seen, or never"}
    )
    certificate: bool = field(default=False, metadata={"about": "put the proof into the stats, for ninefold verify"})

    def __post_init__(self) -> None:
        """Refuse what no option means."""
        check_choices(self)

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The solution where probing settles every cell; ends only where it proved that there is no other."""
        prober = Prober(binary(puzzle), run, keeps=self.certificate or run.is_heard)
        prober.probe_all(minimum=self.minimum == "seen")
        if not prober.is_done:
            yield from _seen(prober, puzzle, run)
            count = int(prober.open.alive.sum())
            raise Stopped(f"probing ends with {count} candidates left in {len(puzzle.empty_cells)} empty cells")
        if self.certificate:
            run.note("certificate", prober.chain().as_json())
        if not prober.open.broken:
            yield prober.grid


def _seen(prober: Prober, puzzle: Grid, run: Run) -> Iterator[Grid]:
    """Rule 6: integral vertices, which are told as guesses, for they are not all there may be."""
    for grid in prober.solutions_seen():
        guessed = [cell for cell in puzzle.empty_cells if not prober.is_placed(cell)]
        for cell in guessed:
            run.guess(cell, grid.digits[cell])
        yield grid
        for _ in guessed:
            run.undo()
