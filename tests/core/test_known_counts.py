"""Tests against published counts of grids, puzzles, minimal puzzles, bands and their classes."""

from __future__ import annotations

from collections import Counter
from itertools import combinations, permutations, product

import numpy as np
from core.boards import all_moves
from numpy.typing import NDArray

import ninefold as nf
from ninefold.core.canonical import automorphism_count, canonical, canonical_lines
from ninefold.core.symmetry import symmetry_count

FOUR, SIX = nf.Layout(4), nf.Layout(6)
# 4×4 puzzles with one solution, by number of clues, and the minimal ones among them.
PROPER = (25_728, 284_160, 1_041_408, 2_141_184, 2_961_024, 2_958_336, 2_204_928, 1_239_552, 522_624, 161_280)
PROPER_BY_CLUES = dict(enumerate((*PROPER, 34_560, 4_608, 288), 4))
MINIMAL_BY_CLUES = {4: 25_728, 5: 58_368, 6: 1_536}
CLASSES_BY_CLUES = {4: 13, 5: 22, 6: 1}

Masks = NDArray[np.bool_]


def all_grids() -> list[nf.Grid]:
    """The 288 full grids of size 4."""
    return list(nf.solve(nf.Grid.empty(4), limit=None).solutions)


def proper_masks(grid: nf.Grid, others: list[nf.Grid]) -> Masks:
    """For each set of cells (a 16-bit number), whether the grid's digits there fit no other grid."""
    sets = np.arange(1 << 16)
    proper = np.ones(1 << 16, dtype=bool)
    for other in others:
        if other != grid:
            differ = sum(1 << cell for cell in range(16) if grid.digits[cell] != other.digits[cell])
            proper &= (sets & differ) != 0
    return proper


def minimal_masks(proper: Masks) -> Masks:
    """The sets that are no longer proper without any one of their cells."""
    sets, minimal = np.arange(1 << 16), proper.copy()
    for cell in range(16):
        has = sets >> cell & 1 == 1
        minimal[has] &= ~proper[sets[has] ^ 1 << cell]
    return minimal


def clues_of(grid: nf.Grid, mask: int) -> nf.Grid:
    return nf.Grid.from_digits(bytes(digit * (mask >> cell & 1) for cell, digit in enumerate(grid.digits)), FOUR)


def test_counts_of_4x4_puzzles_and_classes_match_known_values() -> None:
    grids = all_grids()
    assert len(grids) == 288
    sizes = Counter(canonical(grid) for grid in grids)
    assert sorted(sizes.values()) == [96, 192]
    by_clues, minimal_by_clues, forms = Counter[int](), Counter[int](), set()
    for form, size in sizes.items():  # all grids of a class have the same number of puzzles
        proper = proper_masks(form, grids)
        minimal = minimal_masks(proper)
        for counts, masks in ((by_clues, proper), (minimal_by_clues, minimal)):
            for mask in np.flatnonzero(masks):
                counts[int(mask).bit_count()] += size
        forms |= {canonical(clues_of(form, int(mask))) for mask in np.flatnonzero(minimal)}
    assert by_clues == PROPER_BY_CLUES
    assert by_clues.total() == 13_579_680
    assert minimal_by_clues == MINIMAL_BY_CLUES
    assert minimal_by_clues.total() == 85_632
    assert Counter(len(form.filled_cells) for form in forms) == CLASSES_BY_CLUES
    # The same total from the classes alone, by the orbit-stabiliser theorem. Renaming digits without a clue changes
    # nothing, but a proper 4×4 puzzle lacks at most one digit.
    assert sum(symmetry_count(FOUR) // automorphism_count(form) for form in forms) == 85_632
    for form in forms:
        assert nf.solve(form).status is nf.Status.UNIQUE
        for cell in form.filled_cells:
            assert nf.solve(form.with_digits({cell: 0})).status is nf.Status.MULTIPLE


def test_6x6_grids_form_49_classes() -> None:
    # Every class has a grid that starts like this.
    start = nf.Grid("123456" + "456..." + "." * 24)
    left = {grid.digits for grid in nf.solve(start, limit=None).solutions}
    assert len(left) * 720 * 6 == 28_200_960
    forms, moves = [], np.array(all_moves(SIX))
    while left:
        grid = nf.Grid.from_digits(min(left), SIX)
        left -= {line.tobytes() for line in renamed(np.frombuffer(grid.digits, dtype=np.uint8)[moves])}
        forms.append(canonical(grid))
    assert len(forms) == len(set(forms)) == 49
    assert sum(symmetry_count(SIX) // automorphism_count(form) for form in forms) == 28_200_960


def renamed(lines: NDArray[np.uint8]) -> NDArray[np.uint8]:
    """Full grids with their digits renamed so that the first row is 1, 2, 3 …"""
    size = lines[0].max()
    names = np.zeros((len(lines), size + 1), dtype=np.uint8)
    np.put_along_axis(names, lines[:, :size].astype(np.intp), np.arange(1, size + 1, dtype=np.uint8)[None, :], axis=1)
    return np.take_along_axis(names, lines.astype(np.intp), axis=1)


def bands() -> NDArray[np.uint8]:
    """Bands of 9×9 grids, at least one of each class: the first box in order, the first row sorted in each box."""
    found = []
    for top in [(4, *rest) for rest in combinations(range(5, 10), 2)]:
        for middle in combinations(sorted({1, 2, 3, 7, 8, 9} - set(top)), 3):
            second = [set(top), set(middle), set(range(1, 10)) - set(top) - set(middle)]
            if second[2] & {7, 8, 9}:
                continue
            third = [set(range(1, 10)) - set(range(3 * r + 1, 3 * r + 4)) - second[r] for r in range(3)]
            found += [band(second, third, orders) for orders in product(permutations(range(3)), repeat=4)]
    return np.array(found, dtype=np.uint8)


def band(second: list[set[int]], third: list[set[int]], orders: tuple[tuple[int, ...], ...]) -> list[int]:
    """The band with two boxes given by the digits of their rows; `orders` sorts the rows from the second one on."""
    digits: list[int] = []
    for r in range(3):
        digits += range(3 * r + 1, 3 * r + 4)
        for box, row in enumerate((sorted(second[r]), sorted(third[r]))):
            digits += [row[at] for at in orders[2 * r - 2 + box]] if r else row
    return digits + [0] * 54


def test_9x9_bands_form_416_classes() -> None:
    found = bands()
    assert len(found) == 28 * 6**4
    forms = canonical_lines(found)
    assert len(np.unique(forms, axis=0)) == 416
