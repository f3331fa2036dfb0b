"""Ptasiewicz (2022): the linear program in CVX, four puzzles solved and the hardest one not."""

from __future__ import annotations

from ninefold.core.grid import Grid
from ninefold.papers.experiment import (
    Finding,
    Paper,
    PaperPuzzle,
    Trial,
    is_not_solved,
    is_solved,
    is_unique,
    just_tell,
    told,
)
from ninefold.solving.result import Result

# CVX minimised the 1-norm by an interior-point solver, and read the largest value of each cell.
AS_PRINTED = {"solver": "cvxpy:CLARABEL", "presolve": "whole", "sums": "true", "reading": "argmax"}

# The usual way towards the 0-norm, the number of values that are not zero.
TOWARDS_ZERO_NORM = {"heuristic": "reweighted", "restarts": "1"}


def is_the_printed_wrong_grid(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim is that the largest values make the grid that is printed, which is no solution."""
    read = str(result.stats.get("read", ""))
    if not read:
        return told(result), False
    ours = Grid(read)
    same = sum(map(int.__eq__, ours.digits, Grid(entry.printed).digits))
    assert entry.solution is not None
    right = sum(map(int.__eq__, ours.digits, entry.solution.digits))
    found = f"{result.status}; the grid read agrees with the printed one in {same} cells, with the solution in {right}"
    return found, same == len(ours)


SOLVED = "solved perfectly"

PAPER = Paper(
    name="ptasiewicz",
    seed=0,
    author="Max Ptasiewicz",
    title="Sudoku Solving with Linear Optimization",
    year="2022",
    trials=(
        Trial("small", "lp", "completed correctly", is_solved),
        Trial("intermediate, figure", "lp", SOLVED, is_solved),
        Trial("intermediate, code", "lp", SOLVED, is_solved),
        Trial("evil 1", "lp", SOLVED + ", about half a second", is_solved),
        Trial("evil 2", "lp", SOLVED, is_solved),
        Trial("hardest", "lp", "too difficult: decimals between zero and one", is_not_solved),
        Trial("hardest", "lp", "this wrong grid is printed", is_the_printed_wrong_grid, AS_PRINTED),
        Trial("hardest", "lp-reweighted", "the 0-norm yields even worse results", is_not_solved, TOWARDS_ZERO_NORM),
        Trial("hardest", "lp-reweighted", "(not tried: uphill on the sum of squares, with restarts)", just_tell),
        Trial("hardest", "mip", "an integer solver could rectify it", is_unique),
        Trial("hardest", "lp-lift", "solved by no linear program in the paper", just_tell),
        Trial("25x25, with the two clues moved", "lp", "25 by 25, just to see what would happen", just_tell),
    ),
)
