"""The classes of the bands of random grids are as frequent as exact counts say: uniformity without a model."""

from __future__ import annotations

from itertools import combinations

import numpy as np
import pytest
from numpy.typing import NDArray

import ninefold as nf

Split = frozenset[frozenset[int]]

# What a band leaves to the rest of a grid depends on the digits of its columns. If those of the first box are 147, 258
# and 369, the others fall into 44 classes (Felgenhauer and Jarvis). A line has an example of the second and third box,
# how many bands of a given first box are in the class, and in how many grids each of them is, up to the order of rows
# and columns (counted by Ed Russell).
BANDS = """\
124 357 689 125 367 489 2484 97961464
124 357 689 125 368 479 2592 97539392
124 357 689 125 369 478 1296 98369440
124 357 689 125 378 469 1512 97910032
124 357 689 126 348 579 2808 96482296
124 357 689 126 349 578 684 97549160
124 357 689 126 357 489 1512 97287008
124 357 689 126 358 479 1944 97416016
124 357 689 126 359 478 2052 97477096
124 357 689 127 348 569 288 96807424
124 357 689 127 358 469 864 98119872
124 357 689 128 347 569 1188 98371664
124 357 689 128 357 469 648 98128064
124 357 689 128 369 457 2592 98733568
124 357 689 135 269 478 648 97455648
124 357 689 135 278 469 360 97372400
124 357 689 136 259 478 3240 97116296
124 357 689 138 267 459 540 95596592
124 357 689 138 269 457 756 97346960
124 357 689 145 269 378 324 97714592
124 357 689 145 278 369 432 97992064
124 357 689 146 239 578 756 98153104
124 357 689 147 269 358 864 98733184
124 357 689 148 269 357 108 98048704
124 357 689 156 239 478 756 96702240
124 358 679 125 368 479 516 98950072
124 358 679 126 348 579 576 97685328
124 358 679 127 358 469 432 98784768
124 358 679 137 269 458 324 98493856
124 358 679 147 258 369 72 100231616
124 358 679 147 269 358 216 99525184
124 358 679 156 237 489 252 96100688
124 359 678 127 356 489 288 96631520
124 359 678 127 359 468 864 97756224
124 359 678 147 258 369 216 99083712
124 359 678 147 268 359 432 98875264
124 369 578 125 369 478 216 102047904
124 369 578 127 369 458 144 101131392
124 369 578 135 267 489 324 96380896
124 369 578 147 258 369 108 102543168
124 379 568 146 239 578 12 99258880
126 348 579 135 249 678 20 94888576
126 378 459 147 258 369 24 97282720
147 258 369 147 258 369 4 108374976
"""
GRIDS = 6_670_903_752_021_072_936_960
HOME: Split = frozenset(map(frozenset, ((1, 4, 7), (2, 5, 8), (3, 6, 9))))
# They leave 147, 258 and 369 as they are: swaps of two digits of a column, and of two columns.
RENAMINGS = ("423156789", "123756489", "153426789", "123486759", "126453789", "123459786", "213546879", "132465798")


def splits() -> list[Split]:
    """The 280 ways to split nine digits into three sets of three."""
    found, digits = [], frozenset(range(1, 10))
    for pair in combinations(range(2, 10), 2):
        one = frozenset({1, *pair})
        low, *rest = sorted(digits - one)
        twos = [frozenset({low, *each}) for each in combinations(rest, 2)]
        found += [frozenset({one, two, digits - one - two}) for two in twos]
    return found


PLACES = {split: place for place, split in enumerate(splits())}


def renamed(digits: list[int]) -> NDArray[np.int64]:
    """What each split becomes if digit d is renamed digits[d - 1]."""
    return np.array([PLACES[frozenset(frozenset(digits[d - 1] for d in part) for part in split)] for split in PLACES])


def classes() -> NDArray[np.int64]:
    """A number for each pair of second and third boxes: equal for those that symmetries of a band make equal."""
    count, home = len(PLACES), [1, 4, 7, 2, 5, 8, 3, 6, 9]
    one, two = np.divmod(np.arange(count * count), count)
    targets = [two * count + one]  # the last two boxes change places
    for each in RENAMINGS:
        to = renamed(list(map(int, each)))
        targets.append(to[one] * count + to[two])
    first = np.empty(
        count * count, np.int64
    )  # the first two boxes change places: the second is renamed to be the first
    for place, split in enumerate(PLACES):
        order = [digit for part in sorted(map(sorted, split)) for digit in part]
        to = renamed([home[order.index(digit)] for digit in range(1, 10)])
        first[place * count : (place + 1) * count] = to[PLACES[HOME]] * count + to
    labels = np.arange(count * count)
    while True:
        before = labels.copy()
        for to in (*targets, first):
            np.minimum.at(labels, to, labels)
            labels = np.minimum(labels, labels[to])
        if (labels == before).all():
            return labels


@pytest.fixture(scope="module")
def labels() -> NDArray[np.int64]:
    return classes()


@pytest.fixture(scope="module")
def chances(labels: NDArray[np.int64]) -> dict[int, float]:
    """The share of each class among the bands of all grids."""
    found = {}
    for line in BANDS.splitlines():
        *parts, size, grids = line.split()
        second, third = (frozenset(frozenset(map(int, part)) for part in parts[at : at + 3]) for at in (0, 3))
        found[int(labels[PLACES[second] * len(PLACES) + PLACES[third]])] = int(size) * int(grids)
    assert len(found) == len(set(labels.tolist()) & set(found)) == 44
    assert sum(found.values()) * 362_880 * 5184 == GRIDS
    return {label: count / sum(found.values()) for label, count in found.items()}


@pytest.mark.parametrize("transposed", [False, True], ids=["bands", "stacks"])
@pytest.mark.parametrize("chute", [0, 1, 2])
def test_the_44_classes_of_bands_are_as_frequent_as_counted(
    labels: NDArray[np.int64], chances: dict[int, float], chute: int, transposed: bool
) -> None:
    """The chi-square of 50,000 grids has 43 degrees of freedom: above 88 comes once in 15,000 seeds."""
    grids = nf.random_grid(1, count=50_000).reshape(-1, 9, 9)
    band = (grids.transpose(0, 2, 1) if transposed else grids)[:, 3 * chute : 3 * chute + 3]
    names = np.zeros((len(band), 10), np.int64)
    rows = np.arange(len(band))[:, None]
    names[rows, band[:, :, :3].reshape(-1, 9)] = range(1, 10)  # the first box becomes 123 456 789
    sets = (1 << names[rows[:, :, None], band]).sum(axis=1)  # of each column, its digits as bits
    places = np.full((1 << 10, 1 << 10), -1)
    for split, place in PLACES.items():
        bits = [sum(1 << digit for digit in part) for part in split]
        for one in bits:
            places[one, [two for two in bits if two != one]] = place
    found = labels[places[sets[:, 3], sets[:, 4]] * len(PLACES) + places[sets[:, 6], sets[:, 7]]]
    means = np.array(list(chances.values())) * len(band)
    counts = (found[:, None] == np.array(list(chances))).sum(axis=0)
    assert counts.sum() == len(band)
    assert ((counts - means) ** 2 / means).sum() < 88
