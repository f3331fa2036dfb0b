"""Ptasiewicz (2022): the linear program in CVX, which solved all puzzles but the hardest."""

from __future__ import annotations

from ninefold.core.grid import Grid
from ninefold.papers.experiment import (
    Finding,
    Paper,
    PaperPuzzle,
    Trial,
    describe,
    is_not_solved,
    is_solved,
    is_unique,
    no_claim,
)
from ninefold.solving.result import Result

# The paper minimises the 1-norm with an interior-point solver in CVX, and reads the largest value of each cell.
AS_PRINTED = {"solver": "cvxpy:CLARABEL", "presolve": "whole", "sums": "true", "reading": "argmax"}

# The standard heuristic for the 0-norm, the number of nonzero values.
TOWARDS_ZERO_NORM = {"heuristic": "reweighted", "restarts": "1"}


def is_the_printed_wrong_grid(entry: PaperPuzzle, result: Result) -> Finding:
    """The claim: the largest values give the printed grid, which is not a solution."""
    read = str(result.stats.get("read", ""))
    if not read:
        return describe(result), False
    ours = Grid(read)
    same = sum(map(int.__eq__, ours.digits, Grid(entry.printed).digits))
    assert entry.solution is not None
    right = sum(map(int.__eq__, ours.digits, entry.solution.digits))
    found = f"{result.status}; the grid read matches the printed grid in {same} cells, the solution in {right}"
    return found, same == len(ours)


SOLVED = "solved perfectly"

PAPER = Paper(
    name="ptasiewicz",
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
        Trial("hardest", "lp-reweighted", "(no claim: maximise the sum of squares, with restarts)", no_claim),
        Trial("hardest", "mip", "an integer solver could rectify it", is_unique),
        Trial("hardest", "lp-lift", "solved by no linear program in the paper", no_claim),
        Trial("25x25, with the two clues moved", "lp", "25 by 25, just to see what would happen", no_claim),
    ),
)
