"""Canonical forms: one for all that symmetries make of a grid, never above it, and the known numbers of classes."""

from __future__ import annotations

import numpy as np
import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

import ninefold as nf
from ninefold.core.canonical import (
    automorphism_count,
    canonical,
    canonical_form,
    canonical_lines,
    isomorphism,
    puzzle_id,
)
from ninefold.core.symmetry import Symmetry, move_count

PUZZLES = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "5" + "." * 80,
    "12......." + "." * 72,
]
# Found by others: a grid, a puzzle, and their least lines.
KNOWN = [
    (
        "897312645546978312213645798329851467681734259754269831938126574472593186165487923",
        "123456789456789123789123465261594378348267951975831642517348296632975814894612537",
    ),
    (
        "...1...6.83..7..4...4..39....52.4..8.4..8..9.9..3.75....27..4...9..1..26.8...9...",
        ".....1..2..3.4..5.12...64....4.2...5.3.7.42...7.....1...89...36.9...81..2...6..48",
    ),
]
MOST_SYMMETRIC = "123456789456789123789123456231564897564897231897231564312645978645978312978312645"


@pytest.mark.parametrize(("line", "least"), KNOWN)
def test_the_form_is_the_one_others_found(line: str, least: str) -> None:
    assert canonical(line).line == least
    assert canonical(least).line == least


@given(st.sampled_from(PUZZLES), st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_the_form_is_the_same_for_all_that_symmetries_make(line: str, seed: int) -> None:
    grid = nf.Grid(line)
    moved = Symmetry.random(nf.Layout(9), seed)(grid)
    form = canonical_form(moved)
    assert form.grid == canonical(grid)
    assert form.by(moved) == form.grid
    assert form.grid.digits <= moved.digits
    assert form.automorphisms == automorphism_count(grid)


def test_no_lot_finds_a_lesser_line() -> None:
    for line in PUZZLES:
        grid, form = nf.Grid(line), canonical(line)
        for seed in range(300):
            assert form.digits <= renamed(Symmetry.random(nf.Layout(9), seed)(grid))


def renamed(grid: nf.Grid) -> bytes:
    """The digits renamed as they come."""
    names = {0: 0}
    return bytes(names.setdefault(digit, len(names)) for digit in grid.digits)


def test_the_least_line_need_not_be_the_one_with_the_least_pattern() -> None:
    listed = "................12..3..4...........5....4.36.78..1.........5..4.1...3....2.....8."
    least = "................12..1.34...........5...6.2..7..4.............4..2.7...8..6..1.3.."
    assert canonical(listed).line == least
    assert least.replace(".", "0") < listed.replace(".", "0")


@pytest.mark.parametrize(
    ("grid", "count"),
    [
        (nf.Grid(MOST_SYMMETRIC), 648),
        (nf.Grid.empty(9), 3_359_232),
        (nf.Grid("5" + "." * 80), 3_359_232 // 81),
        (nf.Grid("12" + "." * 79), 3_359_232 // 162),
        (nf.Grid(PUZZLES[0]), 1),
        (nf.Grid.empty(4), 128),
        (nf.Grid.empty(6), 3_456),
    ],
    ids=lambda value: value.line[:12] if isinstance(value, nf.Grid) else str(value),
)
def test_automorphisms_are_as_many_as_is_known(grid: nf.Grid, count: int) -> None:
    assert automorphism_count(grid) == count


def test_the_classes_of_4x4_are_two_of_96_and_192() -> None:
    forms = [canonical_form(grid) for grid in nf.solve(nf.Grid.empty(4), limit=None).solutions]
    sizes = sorted(sum(form.grid == one for form in forms) for one in {form.grid for form in forms})  # type: ignore
    assert sizes == [96, 192]
    # A class has as many grids as there are symmetries for each automorphism.
    for form in forms:
        assert move_count(nf.Layout(4)) * 24 % form.automorphisms == 0


def test_grids_of_other_layouts_have_forms_too() -> None:
    for layout in (nf.Layout(6), nf.Layout(4, diagonals=True), nf.Layout(4, regions="ABBB AABC ADCC DDDC")):
        solution = nf.solve(nf.Grid.empty(layout), limit=1).solution
        assert solution is not None
        puzzle = solution.having(dict.fromkeys(range(0, layout.size**2, 2), 0))
        for seed in range(4):
            turn = Symmetry.random(layout, seed)
            form = canonical_form(turn(puzzle))
            assert form.grid == canonical(puzzle)
            assert form.by(turn(puzzle)) == form.grid


def test_isomorphic_grids_are_told_with_the_symmetry_between_them() -> None:
    grid = nf.Grid(PUZZLES[0])
    moved = Symmetry.random(nf.Layout(9), 7)(grid)
    turn = isomorphism(grid, moved)
    assert turn is not None
    assert turn(grid) == moved
    assert puzzle_id(grid) == puzzle_id(moved) != puzzle_id(PUZZLES[1])
    assert isomorphism(grid, PUZZLES[1]) is None


def test_an_id_stays_what_it_is() -> None:
    assert puzzle_id("..4.1......3.1..") == "hkhmsfq7smyi5ntm"


def test_many_forms_at_once_are_the_forms_one_by_one() -> None:
    grids = np.array([list(nf.Grid(line).digits) for line in PUZZLES], dtype=np.uint8)
    found = canonical_lines(grids)
    assert [bytes(row) for row in found] == [canonical(line).digits for line in PUZZLES]
    assert canonical_lines(np.empty((0, 81), dtype=np.uint8)).shape == (0, 81)


def test_clashing_digits_have_no_form() -> None:
    with pytest.raises(nf.GridError, match="clashing digits has no canonical form"):
        canonical("11" + "." * 79)
