"""Marinescu et al. (2011): constraint propagation in MATLAB, with a table of steps and times."""

from __future__ import annotations

import random
from collections.abc import Iterator
from dataclasses import dataclass

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit
from ninefold.make.full_grids import random_grid
from ninefold.papers.experiment import Finding, Paper, PaperPuzzle, Trial, TrialRow, describe, is_unique, run
from ninefold.solving.result import Result, Status
from ninefold.solving.solve import solve

# Table 1 of the paper: empty cells, steps, seconds.
PRINTED = (
    *((37, 4, 0.064), (42, 4, 0.096), (36, 2, 0.174), (41, 9, 0.622), (37, 3, 0.156)),
    *((36, 3, 0.188), (41, 5, 0.276), (42, 4, 0.422), (41, 4, 0.294), (37, 3, 0.344)),
)
# The steps the paper reports: "s_i is varying between 2 and 9".
STEPS = range(2, 10)


def made_puzzle(empty: int, seed: int) -> Grid:
    """A random proper puzzle with a number of empty cells: the paper prints only one of its ten puzzles.

    >>> len(made_puzzle(36, 1).empty_cells)
    36
    """
    puzzle = random_grid(seed, Layout(9))
    cells = list(range(81))
    random.Random(seed).shuffle(cells)  # noqa: S311 (not used for secrets)
    for cell in cells:
        if len(puzzle.empty_cells) == empty:
            break
        fewer_clues = puzzle.with_digits({cell: 0})
        if solve(fewer_clues).status is Status.UNIQUE:
            puzzle = fewer_clues
    return puzzle


def matches_table_row(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim: a row of the table with 36 empty cells, 3 steps and no guess."""
    found = (len(entry.puzzle.empty_cells), result.stats.get("steps"), result.stats.get("tries"))
    return f"{result.status}: {found[0]} empty, {found[1]} steps, {found[2]} tries", found == (36, 3, 0)


def has_one_solution(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim: the printed grid is the only solution. In fact there are two."""
    printed = Grid(entry.printed)
    found = f"{describe(result)}; the printed solution is one of them: {printed in result.solutions}"
    return found, result.status is Status.UNIQUE


@dataclass(frozen=True)
class PaperWithTable(Paper):
    """A paper with a table of measurements; each row is compared with a random puzzle."""

    def run(self, seconds: float) -> Iterator[TrialRow]:
        """The trials, then the rows of the table."""
        for trial in self.trials:
            yield run(trial, seconds)
        for number, (empty, steps, time) in enumerate(PRINTED, 1):
            yield measure_random(number, empty, f"{empty} empty cells: {steps} steps, {time:g} s", seconds)


def measure_random(number: int, empty: int, claim: str, seconds: float) -> TrialRow:
    """The steps for a random puzzle with as many empty cells as a row of the table."""
    result = solve(made_puzzle(empty, number), by="propagate", limit=Limit(1, seconds=seconds))
    steps, tries = result.stats["steps"], result.stats["tries"]
    found = f"{empty} empty cells: {steps} steps, {tries} tries"
    return TrialRow(f"random puzzle {number}", "propagate", claim, found, steps in STEPS, result.seconds)


PAPER = PaperWithTable(
    name="marinescu",
    author="R. Marinescu, A. Garcia, I. Castro, E. P. Enoiu",
    title="Solving Sudoku with MATLAB",
    year="2011",
    trials=(
        Trial("S4", "propagate", "36 empty cells: 3 steps", matches_table_row),
        Trial("Shidoku", "propagate", "one solution is printed", has_one_solution),
        Trial("S4", "search", "all games of the database are solved", is_unique),
    ),
)
