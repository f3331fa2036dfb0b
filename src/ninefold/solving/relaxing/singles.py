"""Candidates and singles, for many puzzles at once.

1. A clue drops its digit from its peers.
2. A cell with one candidate gets it: a naked single.
3. A digit with one cell left in a unit that holds every digit goes there: a hidden single.
4. Again, until nothing changes.
"""

from __future__ import annotations

from collections.abc import Callable

import numpy as np

from ninefold.solving.relaxing.board import Board, Digits, Open


def candidates(board: Board, digits: Digits) -> Open:
    """Rule 1: the candidates that the clues leave."""
    everything = np.ones((board.size, *digits.shape), np.bool_)
    return _placed(board, everything, board.one_hot(digits))


def place_singles(board: Board, digits: Digits, tell: Callable[[Digits], None] = lambda _: None) -> Digits:
    """The digits with all singles placed; `tell` hears of them after each pass."""
    left = candidates(board, digits)
    while True:
        single = left & ((left.sum(axis=0) == 1) | _hidden(board, left))  # rules 2 and 3
        agreed = single.sum(axis=0) == 1  # else two digits want one cell: there is no solution, and none is placed
        found = np.where(agreed & (digits == 0), single.argmax(axis=0) + 1, 0)
        if not found.any():
            return digits
        digits = digits + found
        tell(found)
        left = _placed(board, left, board.one_hot(found))


def _hidden(board: Board, left: Open) -> Open:
    once = (board.sums(left.astype(np.float32)) == 1) & board.full[:, None]
    found: Open = board.at_cells(once.astype(np.float32)) > 0
    return found


def _placed(board: Board, left: Open, placed: Open) -> Open:
    """The candidates without those at a placed digit's peers, and without the others in its own cell."""
    near = board.others(placed.astype(np.float32)) > 0
    found: Open = np.where(placed.any(axis=0), placed, left & ~near)
    return found
