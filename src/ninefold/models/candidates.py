"""Candidates: which digits the clues leave open in each cell, as an array of N² × N flags.

1. A clue leaves its cell one candidate, its digit, and takes that digit from its peers.
2. Propagated: the only candidate of a cell, or of a digit in a unit of N cells, counts as a clue; and so on.
3. Clues that clash take each other away: what cannot be has no candidate.
"""

from __future__ import annotations

from ninefold.core.grid import Grid
from ninefold.models.structure import Flags, Structure, given, structure


def candidates(puzzle: Grid, *, propagated: bool = False) -> Flags:
    """The candidates that the clues leave, as flags [cell, digit − 1].

    >>> puzzle = Grid("..4. 1... ...3 .1..")
    >>> int(candidates(puzzle).sum()), int(candidates(puzzle, propagated=True).sum())
    (28, 16)
    """
    rules = structure(puzzle.layout)
    placed = given(puzzle)
    open_ = ~rules.beside(placed)  # rules 1 and 3
    if propagated:
        open_ = _closed(rules, open_, placed)
    return open_.reshape(puzzle.size**2, puzzle.size)


def _closed(rules: Structure, open_: Flags, placed: Flags) -> Flags:
    """Rule 2, until nothing new follows."""
    while True:
        alone = rules.exact & (rules.counts(open_) == 1)
        fresh = rules.members[alone[rules.rule_of]]
        found = placed.copy()
        found[fresh] |= open_[fresh]
        if (found == placed).all():
            return open_
        placed, open_ = found, open_ & ~rules.beside(found)
