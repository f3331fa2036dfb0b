"""Gira (2022): the linear program by MATLAB's linprog, beside three programs of brute force."""

from __future__ import annotations

from ninefold.papers.experiment import Paper, Trial, is_solved, is_unique, just_tell

SMALL, LARGE = "4x4 of the brute-force programs", "9x9 of the brute-force programs"
# linprog got the sum rows too, and the last digit with x > 0 was read.
AS_PRINTED = {"sums": "true", "presolve": "whole", "reading": "positive"}
QUICK = "solved, in micro-seconds"

PAPER = Paper(
    name="gira",
    seed=1,
    author="Thomas M. Gira",
    title="Sudoku Solver by Linear Programming",
    year="2022",
    trials=(
        Trial("small figure", "lp", QUICK, is_solved),
        Trial(SMALL, "lp", QUICK, is_solved),
        Trial(SMALL, "lp", "with the sum rows, read by x > 0", is_solved, AS_PRINTED),
        Trial(LARGE, "lp", QUICK, is_solved),
        Trial(LARGE, "lp", "with the sum rows, read by x > 0", is_solved, AS_PRINTED),
        Trial("empty 4x4", "lp", "not a deterministic solution", just_tell),
        Trial(SMALL, "backtrack", "brute force: 19 s, 13 s, 0.000264 s", is_unique),
        Trial(LARGE, "backtrack", "brute force: would take 12 hours", is_unique),
    ),
)
