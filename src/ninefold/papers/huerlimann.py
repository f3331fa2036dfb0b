"""Hürlimann (undated): the 0/1 model in LPL, an integer model, and a 25×25 puzzle."""

from __future__ import annotations

from ninefold.papers.experiment import Paper, Trial, is_unique, no_claim

LARGE = "the model is also able to solve larger games"

PAPER = Paper(
    name="huerlimann",
    author="Tony Hürlimann",
    title="The Sudoku Game I (sudoku)",
    year="undated",
    trials=(
        Trial("LPL figure", "mip", "easy to solve", is_unique),
        Trial("LPL figure", "mip-integer", "the 0/1 model is much easier than this one", is_unique),
        Trial("number 40 of sudoku17", "mip", "the reader's exercise", is_unique),
        Trial("25x25, as printed", "mip", "Figure 3 has the solution of Figure 4", is_unique),
        Trial("25x25, with the two clues moved", "mip", LARGE, is_unique),
        Trial("25x25, without the two clues", "mip", LARGE, is_unique),
        Trial("25x25, with the two clues moved", "cp", LARGE, is_unique),
        Trial("25x25, with the two clues moved", "sat", LARGE, is_unique),
        Trial("25x25, with the two clues moved", "lp", "(no claim: the relaxation alone)", no_claim),
    ),
)
