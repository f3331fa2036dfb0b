"""Random full grids: every one can come out, and on 4×4, where all 288 are known, each equally often."""

from __future__ import annotations

from collections import Counter

import numpy as np
import pytest

import ninefold as nf
from ninefold.make.full_grids import full_grid
from ninefold.make.native_bulk import remove_many
from ninefold.make.recipe import Recipe
from ninefold.make.splitmix import SplitMix, seed_of, seeds_of
from ninefold.solving.run import Run
from ninefold.solving.solvers.native import NativeMonitor


def test_the_288_grids_of_4x4_are_equally_likely() -> None:
    """The chi-square of 2,880 grids has 287 degrees of freedom: above 362 comes once in a thousand seeds."""
    seen = Counter(full_grid(nf.Layout(4), SplitMix(seed_of(1, k, 0))).line for k in range(2880))
    assert len(seen) == 288
    assert sum((count - 10) ** 2 / 10 for count in seen.values()) < 362


@pytest.mark.parametrize("layout", ["6", "9", "9+diagonals", "2x5"])
def test_full_grids_are_correct(layout: str) -> None:
    for seed in range(3):
        grid = full_grid(nf.Layout.parse(layout), SplitMix(seed))
        assert nf.check(grid).verdict is nf.Verdict.COMPLETE, grid.line


def nine(seeds: list[int]) -> list[nf.Grid]:
    monitor = NativeMonitor(Run(nf.Layout(9)))
    batch = remove_many(np.array(seeds, np.uint64), Recipe(), 1, monitor)
    return [nf.Grid.from_digits(row.tobytes(), nf.Layout(9)) for row in batch.solutions]


def test_seeds_of_many_attempts_are_those_of_each() -> None:
    tries = [(k, attempt) for k in (0, 1, 2**40) for attempt in (0, 1, 19_999)]
    for seed in (0, 7, 2**64 - 1):
        assert seeds_of(seed, *zip(*tries, strict=True)).tolist() == [seed_of(seed, *each) for each in tries]


def test_standard_grids_are_correct_and_differ() -> None:
    grids = nine(list(range(500)))
    assert len(set(grids)) == 500
    assert {nf.check(grid).verdict for grid in grids} == {nf.Verdict.COMPLETE}


def test_every_digit_is_as_likely_in_every_cell() -> None:
    """Of 81 × 9 counts, each with mean 200 of 1,800, the chi-square has at most 648 degrees of freedom."""
    grids = nine([seed_of(5, k, 0) for k in range(1800)])
    for cell in range(81):
        counts = Counter(grid[cell] for grid in grids)
        assert sum((counts[digit] - 200) ** 2 / 200 for digit in range(1, 10)) < 35, cell


def test_given_digits_stay() -> None:
    given = nf.Grid.empty(9).with_digits({0: 5, 40: 7})
    grid = full_grid(given.layout, SplitMix(1), given)
    assert (grid[0], grid[40]) == (5, 7)
