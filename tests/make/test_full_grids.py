"""Random full grids are correct, and as likely as each other as far as tests can see."""

from __future__ import annotations

from collections import Counter
from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

import ninefold as nf
from ninefold.make.full_grids import full_grid
from ninefold.make.native_bulk import remove_many
from ninefold.make.recipe import Recipe
from ninefold.make.splitmix import SplitMix, seed_of, seeds_of
from ninefold.solving.run import Run
from ninefold.solving.solvers.native import NativeMonitor

Grids = NDArray[np.uint8]
GRIDS_6X6 = 28_200_960
GROUP_6X6 = 3456 * 720  # arrangements of rows, columns, bands and stacks, times those of the digits


@pytest.fixture(scope="module")
def fifty_thousand() -> Grids:
    return nf.random_grid(1, count=50_000)


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


# --- uniform chances ------------------------------------------------------------------------------


def test_the_49_classes_of_6x6_are_as_likely_as_they_are_large() -> None:
    """The chi-square of 5,000 grids over the 49 classes has 48 degrees of freedom: 1 seed in 1,500 is above 85."""
    seen = Counter(
        nf.canonical(nf.Grid.from_digits(bytes(row), nf.Layout(6))) for row in nf.random_grid(1, 6, count=5000)
    )
    sizes = {grid: GROUP_6X6 // nf.automorphism_count(grid) for grid in seen}
    assert sum(sizes.values()) == GRIDS_6X6  # all 49 were seen
    expected = {grid: 5000 * size / GRIDS_6X6 for grid, size in sizes.items()}
    assert sum((seen[grid] - mean) ** 2 / mean for grid, mean in expected.items()) < 85


@pytest.mark.parametrize("transposed", [False, True], ids=["bands", "stacks"])
@pytest.mark.parametrize("chute", [0, 1, 2])
def test_a_chute_is_pure_in_3_6_percent_of_grids(fifty_thousand: Grids, chute: int, transposed: bool) -> None:
    """A band is pure if its boxes have the same three mini-rows, as sets; filling alone gives 10 % in the first."""
    grids = fifty_thousand.reshape(-1, 9, 9)
    lines = (grids.transpose(0, 2, 1) if transposed else grids)[:, 3 * chute : 3 * chute + 3]
    sets = np.sort((1 << lines.reshape(-1, 3, 3, 3).astype(np.int64)).sum(3), axis=1)  # mini-rows as bits, per box
    pure = (sets == sets[:, :, :1]).all((1, 2)).mean()
    assert 0.034 < pure < 0.038


def test_two_rows_and_columns_exchange_digits_as_often_as_after_long_mixing(fifty_thousand: Grids) -> None:
    """Rectangles of two digits: 19.626 ± 0.003 in a grid, after 36 rounds of mixing as after 300 (a million grids)."""
    grids = fifty_thousand[:20_000].reshape(-1, 9, 9)
    found = np.zeros(len(grids))
    for one, two in combinations(range(9), 2):
        for left, right in combinations(range(9), 2):
            crossed = (grids[:, one, left] == grids[:, two, right]) & (grids[:, one, right] == grids[:, two, left])
            found += crossed
    assert abs(found.mean() - 19.626) < 4 * found.std() / len(found) ** 0.5


def test_a_digit_is_as_likely_in_every_cell_of_another_box_that_allows_it(fifty_thousand: Grids) -> None:
    """By symmetry exactly 1/6 for the cells of a box beside it and 1/9 for others: chi-squares of 5 and 8 degrees."""
    boxes = np.arange(81) // 27 * 3 + np.arange(81) % 9 // 3
    for cell in range(81):
        same = (fifty_thousand == fifty_thousand[:, cell : cell + 1]).sum(axis=0)
        for box in set(range(9)) - {int(boxes[cell])}:
            counts = [same[at] for at in np.flatnonzero(boxes == box) if at // 9 != cell // 9 and at % 9 != cell % 9]
            mean = len(fifty_thousand) / len(counts)
            limit = {6: 31, 9: 37}[len(counts)]  # 1 in 100,000 is above, and there are 648
            assert sum((count - mean) ** 2 / mean for count in counts) < limit, (cell, box)


def cycle_types(one: Grids, two: Grids) -> NDArray[np.int64]:
    """How the digits of two lines map to each other: for each cell the length of its cycle, as one number per grid."""
    rows = np.arange(len(one))
    to = np.zeros((len(one), 10), np.int64)
    to[rows[:, None], one] = two
    at, lengths = to.copy(), np.zeros_like(to)
    for step in range(1, 10):
        lengths[(lengths == 0) & (at == np.arange(10))] = step
        at = np.take_along_axis(to, at, axis=1)
    return np.sort(lengths[:, 1:], axis=1) @ 10 ** np.arange(9)


def test_two_lines_of_a_chute_relate_alike_everywhere(fifty_thousand: Grids) -> None:
    """Which cycles two rows form is as likely in every band and stack: a table of 18 pairs by kinds of cycles."""
    grids = fifty_thousand[:20_000].reshape(-1, 9, 9)
    counts = []
    for lines in (grids, grids.transpose(0, 2, 1)):
        for chute in (0, 3, 6):
            for one, two in combinations(range(chute, chute + 3), 2):
                counts.append(Counter(cycle_types(lines[:, one], lines[:, two]).tolist()))
    kinds = sorted(set().union(*counts))
    table = np.array([[count[kind] for kind in kinds] for count in counts], float)
    expected = table.sum(axis=1, keepdims=True) * table.sum(axis=0) / table.sum()
    freedom = (len(counts) - 1) * (len(kinds) - 1)
    assert ((table - expected) ** 2 / expected).sum() < freedom + 4 * (2 * freedom) ** 0.5


def test_an_array_of_grids_can_start_anywhere_and_does_not_depend_on_threads() -> None:
    for layout in (nf.Layout(9), nf.Layout(6), nf.Layout(4, diagonals=True)):
        grids = (
            nf.random_grid(3, layout, count=600, threads=2) if layout.size > 4 else nf.random_grid(3, layout, count=9)
        )
        assert (nf.random_grid(3, layout, count=4, first=5, threads=1) == grids[5:9]).all()
        assert nf.random_grid(3, layout, first=8).digits == bytes(grids[8])


def test_grids_that_take_longer_than_expected_are_finished_all_the_same() -> None:
    # Few grids are first tried in the calling thread, for 20 ms; these take longer.
    grids = nf.random_grid(1, 30, count=200, threads=1)
    assert (np.sort(grids.reshape(200, 30, 30), axis=2) == np.arange(1, 31)).all()


@pytest.mark.parametrize("layout", ["9+diagonals", "9+windows", "2x3", "5x5"])
def test_grids_of_other_boards_are_correct(layout: str) -> None:
    board = nf.Layout.parse(layout)
    for row in nf.random_grid(2, board, count=3):
        assert nf.check(nf.Grid.from_digits(bytes(row), board)).verdict is nf.Verdict.COMPLETE


@pytest.mark.parametrize("first", [-1, 1.5, "3", True, 2**64])
def test_an_invalid_first_number_is_refused(first: object) -> None:
    with pytest.raises(nf.NinefoldError, match="first is a whole number from 0"):
        nf.random_grid(1, first=first)  # type: ignore[call-overload]
