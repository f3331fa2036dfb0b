"""The bands and stacks of random 9×9 grids, against exact chances counted here.

A band divides the digits of each box into three sets by its columns. In how many ways a band with these sets, or with
those of its rows, can be completed to a full grid depends on the sets alone, so all grids can be counted by them.
"""

from __future__ import annotations

from fractions import Fraction
from itertools import permutations, product
from typing import NamedTuple

import numpy as np
import pytest
from numpy.typing import NDArray

import ninefold as nf

GRIDS = 6_670_903_752_021_072_936_960  # of 9×9, as counted by Felgenhauer and Jarvis
ALL = 0o777
ROWS = np.array([7, 56, 448])
GRIDS_DRAWN = 50_000

Ints = NDArray[np.int64]


class Bands(NamedTuple):
    """What a uniform grid has in a band: the chance of each class, and that of a pure one."""

    class_of: Ints  # of the sets of the second and third box, if those of the first are `ROWS`
    chances: list[Fraction]
    pure: Fraction


def set_of(digits: tuple[int, ...]) -> int:
    return sum(1 << digit for digit in digits)


# Divisions of nine digits into three sets of three; an order of the sets does not matter.
DIVISIONS = sorted(
    {tuple(sorted(map(set_of, (p[:3], p[3:6], p[6:])))) for p in permutations(range(9)) if p[0] < p[1] < p[2]}
)
PLACE = {division: place for place, division in enumerate(DIVISIONS)}
FIRST = PLACE[tuple(ROWS.tolist())]
CELLS = list(product(range(3), repeat=2))
ORDERED = {each: place for place, each in enumerate(p for d in DIVISIONS for p in permutations(d))}


def members(mask: int) -> list[int]:
    return [digit for digit in range(9) if mask >> digit & 1]


def renamed(names: list[int]) -> list[int]:
    """What becomes of each division if digit k is called names[k]."""
    masks = [set_of(tuple(names[digit] for digit in members(mask))) for mask in range(512)]
    return [PLACE[tuple(sorted(masks[mask] for mask in division))] for division in DIVISIONS]


def lines_across(division: tuple[int, ...]) -> Ints:
    """The rows that a box with these columns can have, in order: each has a digit of every column."""
    columns = [list(permutations(members(mask))) for mask in division]
    return np.array([[set_of(line) for line in zip(*box, strict=True)] for box in product(*columns)])


@pytest.fixture(scope="module")
def to_first() -> Ints:
    """For each division, what becomes of all divisions when digits are renamed so that it is the first."""
    return np.array([renamed(np.argsort([x for mask in d for x in members(mask)]).tolist()) for d in DIVISIONS])


@pytest.fixture(scope="module")
def bands(to_first: Ints) -> Bands:
    lines = [lines_across(division) for division in DIVISIONS]
    crosses = np.zeros((len(ORDERED), len(DIVISIONS)), np.int64)
    for place, each in enumerate(lines):
        crosses[[ORDERED[tuple(rows)] for rows in each.tolist()], place] = 1
    # How many bands have these columns in the second and third box, and how many of them are pure.
    ways, pure = np.zeros((2, len(DIVISIONS), len(DIVISIONS)), np.int64)
    for at, each in enumerate(lines):
        one, two = np.nonzero(((lines[FIRST][:, None] & each) == 0).all(axis=2))
        left, right = lines[FIRST][one], each[two]
        rest_of = np.array([ORDERED[tuple(rows)] for rows in (ALL ^ (left | right)).tolist()])
        same = (np.sort(left, axis=1) == np.sort(right, axis=1)).all(axis=1)
        ways[at] = np.bincount(rest_of, minlength=len(ORDERED)) @ crosses
        pure[at] = np.bincount(rest_of[same], minlength=len(ORDERED)) @ crosses
    every = np.array([ways[names][:, names] for names in to_first])  # the same for any first box
    class_of = classes()
    chances, pures = [0] * (int(class_of.max()) + 1), 0
    done = dict[int, int]()
    for second, third in product(range(len(DIVISIONS)), repeat=2):
        kind = int(class_of[second, third])
        if kind not in done:
            done[kind] = completions(every, (FIRST, second, third))
        chances[kind] += int(ways[second, third]) * done[kind]
        pures += int(pure[second, third]) * done[kind]
    total = sum(chances)
    assert total * len(DIVISIONS) * 6**3 == GRIDS  # for any first box, and any order of the columns in each
    return Bands(class_of, [Fraction(chance, total) for chance in chances], Fraction(pures, total))


def completions(every: Ints, columns: tuple[int, int, int]) -> int:
    """In how many ways a band with these columns can be completed: the next takes some digits, the last the others."""
    next_, last = zip(*map(rest, columns), strict=True)
    both = zip(next_[0], last[0], strict=True)
    return sum(int((every[a][np.ix_(*next_[1:])] * every[b][np.ix_(*last[1:])]).sum()) for a, b in both)


def rest(division: int) -> tuple[list[int], list[int]]:
    """The columns that boxes below can have: of the next band and of the last."""
    above = DIVISIONS[division]
    fits = [each for each in ORDERED if not any(a & b for a, b in zip(above, each, strict=True))]
    left = [tuple(sorted(ALL ^ a ^ b for a, b in zip(above, each, strict=True))) for each in fits]
    return [PLACE[tuple(sorted(each))] for each in fits], [PLACE[each] for each in left]


def classes() -> Ints:
    """Numbers the pairs of divisions so that two have one number if a renaming that keeps the first box joins them."""
    moves = product(permutations(range(3)), repeat=4)
    turned = np.array([renamed([3 * boxes[k] + inner[k][x] for k, x in CELLS]) for boxes, *inner in moves])
    found = np.full((len(DIVISIONS), len(DIVISIONS)), -1)
    for second, third in product(range(len(DIVISIONS)), repeat=2):
        if found[second, third] < 0:
            found[turned[:, second], turned[:, third]] = found.max() + 1
    return found


@pytest.fixture(scope="module")
def grids() -> Ints:
    return nf.random_grid(6, count=GRIDS_DRAWN).reshape(-1, 9, 9).astype(np.int64)


@pytest.mark.parametrize("transposed", [False, True], ids=["bands", "stacks"])
@pytest.mark.parametrize("chute", [0, 1, 2])
def test_chutes_are_as_frequent_as_they_can_be_completed(
    grids: Ints, bands: Bands, to_first: Ints, chute: int, transposed: bool
) -> None:
    """Chi-squares over the classes that are expected ten times or more, of which there are more than a hundred."""
    lines = (grids.transpose(0, 2, 1) if transposed else grids)[:, 3 * chute : 3 * chute + 3]
    columns = np.sort((1 << (lines - 1)).sum(axis=1).reshape(-1, 3, 3), axis=2)
    place = np.zeros(512 * 512, np.int64)
    for division, number in PLACE.items():
        place[division[0] * 512 + division[1]] = number
    first, second, third = place[columns[:, :, 0] * 512 + columns[:, :, 1]].T
    seen = np.bincount(bands.class_of[to_first[first, second], to_first[first, third]], minlength=len(bands.chances))
    expected = GRIDS_DRAWN * np.array(bands.chances, float)
    often = expected >= 10
    freedom = int(often.sum())
    assert freedom > 100
    assert ((seen - expected)[often] ** 2 / expected[often]).sum() < freedom + 4 * (2 * freedom) ** 0.5


def test_pure_bands_are_a_little_more_frequent_than_one_in_28(bands: Bands) -> None:
    """2 of 56 ways to divide the digits among the rows are pure, and have more completions than others on average."""
    assert f"{float(bands.pure):.6f}" == "0.035952"
