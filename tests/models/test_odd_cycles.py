"""Odd cycles: cuts that a fractional point violates and no solution does."""

from __future__ import annotations

import numpy as np
import pytest

import ninefold as nf
from ninefold.models.odd_cycles import odd_cycle

NINE = nf.Layout(9)


def test_odd_cycle_is_found_if_and_only_if_the_point_violates_one() -> None:
    values = np.zeros((81, 9))
    # Five candidates in a ring: r1c1 and r1c5 by row 1, then column 5, row 5, column 2, and box 1 back.
    ring = [0, 4, 40, 37, 10]
    values[ring, 4] = 0.5
    assert str(odd_cycle(NINE, values)) == "x_r1c1_5 + x_r1c5_5 + x_r2c2_5 + x_r5c2_5 + x_r5c5_5 <= 2"
    values[ring, 4] = 0.4  # sums to 2
    assert odd_cycle(NINE, values) is None
    values[[0, 4, 8], 4] = 0.5  # three in one row: more than 1
    assert str(odd_cycle(NINE, values)) == "x_r1c1_5 + x_r1c5_5 + x_r1c9_5 <= 1"


def test_a_search_for_an_odd_cycle_can_be_stopped() -> None:
    def stop() -> None:
        raise nf.Stopped("time is up")

    with pytest.raises(nf.Stopped):
        odd_cycle(NINE, np.full((81, 9), 0.2), stop)


def test_eight_odd_cycles_make_the_hardest_puzzle_of_the_first_paper_integral() -> None:
    pytest.importorskip("highspy")
    puzzle = nf.paper_puzzle("hardest").puzzle
    solution = nf.solve(puzzle).solution
    cuts: list[nf.Cut] = []
    while cut := (found := nf.relaxation(puzzle, cuts=cuts)).model.odd_cycle(found.x):
        assert cut.left(found.beliefs) > cut.right + 1e-6
        assert solution is not None
        assert cut.left(nf.model(solution).beliefs([])) <= cut.right
        cuts.append(cut)
    assert len(cuts) == 8
    assert str(cuts[0]) == "x_r1c3_4 + x_r1c3_9 + x_r2c1_9 + x_r6c1_7 + x_r6c1_9 + x_r6c3_4 + x_r6c3_7 <= 3"
    assert found.grid == solution
