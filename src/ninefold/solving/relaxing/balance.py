"""Balancing: scaling beliefs until each digit adds up to 1 in each unit, as each cell does (Sinkhorn)."""

from __future__ import annotations

import numpy as np

from ninefold.solving.relaxing.board import Beliefs, Board, Family

# Below this a sum is taken for nothing: the digit has no candidate left there.
NOTHING = 1e-30


def balance(board: Board, x: Beliefs, *, sweeps: int) -> Beliefs:
    """Scale every unit in turn, then every cell, so many times; the last scaled are the cells."""
    for _ in range(sweeps):
        for family in board.families:
            x = x * family.to_cells(_scale(board, family, x))
        x /= np.maximum(x.sum(axis=0), NOTHING)
    return x


def _scale(board: Board, family: Family, x: Beliefs) -> Beliefs:
    """What brings each digit to 1 in each unit; in a short unit, where it may be missing, at most down to 1."""
    sums: Beliefs = family.gather(x).sum(axis=2)
    least = NOTHING if family.cells.shape[1] == board.size else 1.0
    return 1 / np.maximum(sums, x.dtype.type(least))
