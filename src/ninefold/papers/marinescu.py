"""Marinescu and others (2011): constraint propagation in MATLAB, and the table of its steps and times."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit
from ninefold.make.full_grids import random_grid
from ninefold.papers.experiment import Finding, Paper, PaperPuzzle, Row, Trial, is_unique, run, told
from ninefold.solving.result import Result, Status
from ninefold.solving.solve import solve

# Table 1 of the paper: empty cells, steps, seconds.
PRINTED = (
    *((37, 4, 0.064), (42, 4, 0.096), (36, 2, 0.174), (41, 9, 0.622), (37, 3, 0.156)),
    *((36, 3, 0.188), (41, 5, 0.276), (42, 4, 0.422), (41, 4, 0.294), (37, 3, 0.344)),
)
# The steps the paper saw: "s_i is varying between 2 and 9".
STEPS = range(2, 10)


def made_puzzle(empty: int, seed: int) -> Grid:
    """A proper puzzle of our own with so many empty cells, since the paper prints only one of its own.

    >>> len(made_puzzle(36, 1).empty_cells)
    36
    """
    puzzle = random_grid(seed, Layout(9))
    cells = list(range(81))
    random.Random(seed).shuffle(cells)  # noqa: S311 (a lot, not a secret)
    for cell in cells:
        if len(puzzle.empty_cells) == empty:
            break
        thinner = puzzle.with_digits({cell: 0})
        if solve(thinner).status is Status.UNIQUE:
            puzzle = thinner
    return puzzle


def has_the_paper_s_row(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim is a row of the table: so many empty cells, so many steps, and no guess."""
    found = (len(entry.puzzle.empty_cells), result.stats.get("steps"), result.stats.get("tries"))
    return f"{result.status}: {found[0]} empty, {found[1]} steps, {found[2]} tries", found == (36, 3, 0)


def has_one_solution(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim is that the printed grid is the solution; that there are two is found here."""
    printed = Grid(entry.printed)
    return f"{told(result)}, the printed one among them: {printed in result.solutions}", result.status is Status.UNIQUE


@dataclass(frozen=True)
class Report(Paper):
    """A paper with a table of measurements, of which each row is set beside one of ours."""

    def run(self, seconds: float) -> Iterator[Row]:
        """The trials, then the rows of the table."""
        for trial in self.trials:
            yield run(trial, seconds)
        for number, (empty, steps, time) in enumerate(PRINTED, 1):
            yield measured(number, empty, f"{empty} empty cells: {steps} steps, {time:g} s", seconds)


def measured(number: int, empty: int, claim: str, seconds: float) -> Row:
    """A puzzle of ours with as many empty cells as the row of the table has."""
    result = solve(made_puzzle(empty, number), by="propagate", limit=Limit(1, seconds=seconds))
    steps, tries = result.stats["steps"], result.stats["tries"]
    found = f"{empty} empty cells: {steps} steps, {tries} tries"
    return Row(f"of our own, {number}", "propagate", claim, found, steps in STEPS, result.seconds)


PAPER = Report(
    name="marinescu",
    seed=2,
    author="R. Marinescu, A. Garcia, I. Castro, E. P. Enoiu",
    title="Solving Sudoku with MATLAB",
    year="2011",
    trials=(
        Trial("S4", "propagate", "36 empty cells: 3 steps", has_the_paper_s_row),
        Trial("Shidoku", "propagate", "one solution is printed", has_one_solution),
        Trial("S4", "search", "all games of the database are solved", is_unique),
    ),
)
