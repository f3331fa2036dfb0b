"""Tests of canonical forms: equal for symmetric copies, smallest over all moves, known numbers of classes."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import numpy as np
import pytest
from core.boards import JIGSAW_5, JIGSAW_9, all_moves
from hypothesis import given, settings
from hypothesis import strategies as st

import ninefold as nf
from ninefold.core.canonical import (
    automorphism_count,
    canonical,
    canonical_form,
    canonical_lines,
    has_canonical,
    isomorphism,
    puzzle_id,
    require_canonical,
)
from ninefold.core.refinement import refined
from ninefold.core.symmetry import Symmetry, move_count

PUZZLES = [
    "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79",
    "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4..",
    "..............3.85..1.2.......5.7.....4...1...9.......5......73..2.1........4...9",
    ".......1.4.........2...........5.4.7..8...3....1.9....3..4..2...5.1........8.6...",
    "5" + "." * 80,
    "12......." + "." * 72,
]
# A grid and a puzzle with their minlex forms, computed by other programs.
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


@pytest.mark.parametrize(("line", "smallest"), KNOWN)
def test_form_matches_published_minlex_forms(line: str, smallest: str) -> None:
    assert canonical(line).line == smallest
    assert canonical(smallest).line == smallest


@given(st.sampled_from(PUZZLES), st.integers(0, 2**32))
@settings(max_examples=150, deadline=None)
def test_symmetric_copies_share_one_form(line: str, seed: int) -> None:
    grid = nf.Grid(line)
    moved = Symmetry.random(nf.Layout(9), seed)(grid)
    form = canonical_form(moved)
    assert form.grid == canonical(grid)
    assert form.by(moved) == form.grid
    assert form.grid.digits <= moved.digits
    assert form.automorphisms == automorphism_count(grid)


def test_no_random_symmetry_gives_a_smaller_line() -> None:
    for line in PUZZLES:
        grid, form = nf.Grid(line), canonical(line)
        for seed in range(300):
            assert form.digits <= renamed(Symmetry.random(nf.Layout(9), seed)(grid))


def renamed(grid: nf.Grid) -> bytes:
    """The digits renamed in order of appearance."""
    names = {0: 0}
    return bytes(names.setdefault(digit, len(names)) for digit in grid.digits)


def test_smallest_line_may_differ_from_smallest_pattern() -> None:
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
def test_automorphism_counts_match_known_values(grid: nf.Grid, count: int) -> None:
    assert automorphism_count(grid) == count


def test_4x4_grids_form_two_classes_of_96_and_192() -> None:
    forms = [canonical_form(grid) for grid in nf.solve(nf.Grid.empty(4), limit=None).solutions]
    sizes = sorted(sum(form.grid == one for form in forms) for one in {form.grid for form in forms})  # type: ignore
    assert sizes == [96, 192]
    # A class has as many grids as there are symmetries for each automorphism.
    for form in forms:
        assert move_count(nf.Layout(4)) * 24 % form.automorphisms == 0


def test_other_layouts_have_canonical_forms() -> None:
    jigsaw = nf.Layout(4, regions="ABBB AABC ADCC DDDC")
    large = (nf.Layout(8), nf.Layout(8, box=(4, 2)), nf.Layout(9, windows=True), nf.Layout(16, diagonals=True))
    for layout in (nf.Layout(6), nf.Layout(4, diagonals=True), jigsaw, *large):
        solution = nf.solve(nf.Grid.empty(layout), limit=1).solution
        assert solution is not None
        puzzle = solution.with_digits(dict.fromkeys(range(0, layout.size**2, 2), 0))
        for seed in range(4):
            turn = Symmetry.random(layout, seed)
            form = canonical_form(turn(puzzle))
            assert form.grid == canonical(puzzle)
            assert form.by(turn(puzzle)) == form.grid
            assert form.grid.digits <= renamed(turn(puzzle))


SMALLER = [nf.Layout(4), nf.Layout(6), nf.Layout(6, diagonals=True), nf.Layout(9, windows=True)]


@given(st.data(), st.sampled_from(SMALLER))
@settings(max_examples=25, deadline=None)
def test_form_is_the_smallest_line_over_all_moves(data: st.DataObject, layout: nf.Layout) -> None:
    solution = nf.solve(nf.Grid.empty(layout), limit=1).solution
    assert solution is not None
    left = data.draw(st.sets(st.integers(0, len(solution) - 1), max_size=12))
    puzzle = nf.Grid.empty(layout).with_digits({cell: solution.digits[cell] for cell in left})
    lines = [renamed(nf.Grid.from_digits(bytes(puzzle.digits[c] for c in move), layout)) for move in all_moves(layout)]
    form = canonical_form(puzzle)
    assert form.grid.digits == min(lines)
    assert form.automorphisms == lines.count(min(lines))


# --- boards with too many moves to enumerate -------------------------------------------------------


def some_grids(size: int) -> list[nf.Grid]:
    """A full grid, a puzzle of it, one with few clues, and the empty grid."""
    layout = nf.Layout(size)
    assert layout.box
    tall, wide = layout.box
    full = bytes((wide * (r % tall) + r // tall + c) % size + 1 for r in range(size) for c in range(size))
    grid = nf.Grid.from_digits(full, layout)
    half = grid.with_digits({cell: 0 for cell in range(size**2) if (cell * cell + cell // 7) % 5 > 1})
    return [grid, half, nf.Grid.empty(size).with_digits({0: 1, size + 3: 2}), nf.Grid.empty(size)]


@pytest.mark.parametrize("size", [10, 12, 16])
def test_symmetric_copies_of_large_boards_share_one_form(size: int) -> None:
    for grid in some_grids(size):
        form = canonical_form(grid)
        assert form.by(grid) == form.grid
        for seed in range(2):
            moved = canonical_form(Symmetry.random(grid.layout, seed)(grid))
            assert (moved.grid, moved.automorphisms) == (form.grid, form.automorphisms)
    assert len({canonical(grid) for grid in some_grids(size)}) == 4


def test_every_move_is_an_automorphism_of_the_empty_board() -> None:
    for size in (10, 16, 25):
        assert automorphism_count(nf.Grid.empty(size)) == move_count(nf.Layout(size))


def test_cyclic_latin_square_has_the_known_automorphisms() -> None:
    layout = nf.Layout(7, box=(1, 7))
    grid = nf.Grid.from_digits(bytes((r + c) % 7 + 1 for r in range(7) for c in range(7)), layout)
    assert automorphism_count(grid) == 2 * 7 * 7 * 6
    transposed_grid = nf.Grid.from_digits(bytes(grid.digits[7 * (at % 7) + at // 7] for at in range(49)), layout)
    assert canonical(transposed_grid) == canonical(grid)


@pytest.mark.parametrize("line", [*PUZZLES, MOST_SYMMETRIC, "1234341221434321", "..4.1......3.1..", "." * 36])
def test_refinement_counts_the_same_automorphisms_as_enumeration(line: str) -> None:
    grid = nf.Grid(line)
    assert grid.layout.box
    forms = [refined(digits, grid.size, grid.layout.box) for digits in (grid.digits, transposed(grid))]
    if grid.layout.box[0] != grid.layout.box[1]:
        forms = forms[:1]
    least = min(form.leaf[:2] for form in forms)
    found = sum(form.automorphisms for form in forms if form.leaf[:2] == least)
    assert found == automorphism_count(grid)


def transposed(grid: nf.Grid) -> bytes:
    return bytes(grid.digits[grid.size * (at % grid.size) + at // grid.size] for at in range(len(grid)))


def test_refinement_separates_the_two_classes_of_4x4_grids() -> None:
    grids = nf.solve(nf.Grid.empty(4), limit=None).solutions[::13]
    forms = [min(refined(d, 4, (2, 2)).leaf[:2] for d in (grid.digits, transposed(grid))) for grid in grids]
    assert len(set(forms)) == len({canonical(grid) for grid in grids}) == 2
    assert len(set(zip(forms, map(canonical, grids), strict=True))) == 2


def test_board_without_canonical_forms_fails_immediately() -> None:
    board = nf.Layout(25, diagonals=True)
    assert not has_canonical(board)
    with pytest.raises(nf.LayoutError, match=r"layout 25\+diagonals has too many symmetries for canonical forms"):
        canonical(nf.Grid.empty(board))
    for other in (nf.Layout(16), nf.Layout(9, windows=True), nf.Layout(64)):
        require_canonical(other)


def test_isomorphism_returns_the_symmetry_between_two_grids() -> None:
    grid = nf.Grid(PUZZLES[0])
    moved = Symmetry.random(nf.Layout(9), 7)(grid)
    turn = isomorphism(grid, moved)
    assert turn is not None
    assert turn(grid) == moved
    assert puzzle_id(grid) == puzzle_id(moved) != puzzle_id(PUZZLES[1])
    assert isomorphism(grid, PUZZLES[1]) is None


def test_puzzle_ids_never_change() -> None:
    assert puzzle_id("..4.1......3.1..") == "hkhmsfq7smyi5ntm"


def test_batch_of_forms_matches_single_forms() -> None:
    grids = np.array([list(nf.Grid(line).digits) for line in PUZZLES], dtype=np.uint8)
    found = canonical_lines(grids)
    assert [bytes(row) for row in found] == [canonical(line).digits for line in PUZZLES]
    assert canonical_lines(np.empty((0, 81), dtype=np.uint8)).shape == (0, 81)


def test_grid_with_repeated_digits_has_no_form() -> None:
    with pytest.raises(nf.GridError, match="repeated digits has no canonical form"):
        canonical("11" + "." * 79)


TURNS: list[Callable[[Any], Any]] = [
    lambda cells, k=k, flip=flip: np.rot90(cells.T if flip else cells, k) for k in range(4) for flip in (False, True)
]


@pytest.mark.parametrize(
    "layout",
    [
        nf.Layout(6),
        nf.Layout(9, regions=JIGSAW_9),
        nf.Layout(5, regions=JIGSAW_5),
        nf.Layout(4, extra=["r1c1 r2c3 r4c4", "r1c2 r3c3"]),
        nf.Layout(9, diagonals=True),
        nf.Layout(9, windows=True, extra=["r1c1 r9c5"]),
    ],
    ids=str,
)
def test_a_puzzle_turned_with_its_board_keeps_its_id(layout: nf.Layout) -> None:
    clues = nf.Grid.empty(layout).with_digits({1: 1, layout.size + 3: 2, 2 * layout.size: 3})
    boards = {layout: clues}
    for turn in TURNS:
        order = turn(np.arange(len(clues)).reshape(layout.size, -1)).reshape(-1).tolist()
        moved = nf.Layout(
            layout.size,
            regions=[layout.box_of[cell] for cell in order],
            diagonals=layout.diagonals,
            windows=layout.windows,
            extra=[[order.index(cell) for cell in unit] for unit in layout.extra],
        )
        boards[moved] = nf.Grid.from_digits(bytes(clues.digits[cell] for cell in order), moved)
    assert len({nf.puzzle_id(grid) for grid in boards.values()}) == 1
    other = clues.with_digits({layout.size**2 - 1: 4})
    assert nf.puzzle_id(other) != nf.puzzle_id(clues)


def test_a_clash_on_a_turned_board_is_named_as_given() -> None:
    with pytest.raises(nf.GridError, match=r"1 twice in row 1 \(r1c1, r1c4\)"):
        nf.puzzle_id(nf.Grid("1..1" + "." * 32, layout=nf.Layout(6, box=(3, 2))))


def test_ids_of_standard_boards_do_not_change() -> None:
    assert nf.puzzle_id("..4.1......3.1..") == "hkhmsfq7smyi5ntm"
    assert nf.puzzle_id("1" + "." * 35) == "4wqihesaom7372hn"
    assert nf.puzzle_id("1" + "." * 80) == "jwteedfdjkw3n4mi"
    assert nf.puzzle_id(nf.Grid("1" + "." * 35)) == nf.puzzle_id(
        nf.Grid("." * 35 + "5", layout=nf.Layout(6, box=(3, 2)))
    )
