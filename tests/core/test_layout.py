"""Tests of Layout: units, peers, normalisation, text form, invalid boards."""

from __future__ import annotations

import copy
import itertools
import pickle
from collections import Counter
from contextlib import suppress
from dataclasses import FrozenInstanceError

import numpy as np
import pytest
from core.boards import JIGSAW_5, JIGSAW_9, LAYOUTS, few, layouts, some
from hypothesis import given
from hypothesis import strategies as st

from ninefold import Layout, LayoutError, NinefoldError

every_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: str(layout)[:24])


def names(layout, unit):
    return layout.names(unit.cells).replace(",", "")


# --- sizes and boxes ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("size", "box"),
    [
        *((4, (2, 2)), (9, (3, 3)), (16, (4, 4)), (25, (5, 5)), (36, (6, 6)), (64, (8, 8))),
        *((6, (2, 3)), (8, (2, 4)), (10, (2, 5)), (12, (3, 4)), (15, (3, 5)), (20, (4, 5))),
    ],
)
def test_default_box_is_the_squarest_and_at_least_as_wide_as_tall(size, box):
    assert Layout(size).box == box


@pytest.mark.parametrize(
    ("box", "first", "last"),
    [
        ((2, 3), "r1c1 r1c2 r1c3 r2c1 r2c2 r2c3", "r5c4 r5c5 r5c6 r6c4 r6c5 r6c6"),
        ((3, 2), "r1c1 r1c2 r2c1 r2c2 r3c1 r3c2", "r4c5 r4c6 r5c5 r5c6 r6c5 r6c6"),
        ((6, 1), "r1c1 r2c1 r3c1 r4c1 r5c1 r6c1", "r1c6 r2c6 r3c6 r4c6 r5c6 r6c6"),
    ],
)
def test_a_box_is_given_as_rows_by_columns(box, first, last):
    layout = Layout(6, box=box)
    assert names(layout, layout.boxes[0]) == first
    assert names(layout, layout.boxes[-1]) == last


def test_boxes_are_numbered_band_by_band():
    layout = Layout(9)
    assert [layout.boxes[b].cells[0] for b in range(9)] == [
        layout.cell(f"r{r}c{c}") for r in (1, 4, 7) for c in (1, 4, 7)
    ]


# --- laws ---------------------------------------------------------------------------------


@every_layout
@pytest.mark.parametrize("kind", ["row", "column", "box"])
def test_each_cell_is_in_exactly_one_row_column_and_box(layout, kind):
    units = [unit for unit in layout.units if unit.kind == kind]
    assert [unit.number for unit in units] == list(range(1, layout.size + 1))
    assert {len(unit.cells) for unit in units} == {layout.size}
    assert sorted(cell for unit in units for cell in unit.cells) == list(range(layout.size**2))


@every_layout
def test_the_box_of_a_cell_is_the_box_that_holds_it(layout):
    assert all(cell in layout.boxes[box].cells for cell, box in enumerate(layout.box_of))


@every_layout
def test_cells_are_counted_row_by_row_and_named_from_one(layout):
    n = layout.size
    assert layout.rows[0].cells == tuple(range(n))
    assert layout.columns[0].cells == tuple(range(0, n * n, n))
    assert (layout.name(0), layout.name(n), layout.name(n * n - 1)) == ("r1c1", "r2c1", f"r{n}c{n}")
    assert [layout.cell(layout.name(cell)) for cell in range(n * n)] == list(range(n * n))


@given(layouts())
@some
def test_peers_share_a_unit_and_are_symmetric(layout):
    together = {(a, b) for unit in layout.units for a in unit.cells for b in unit.cells if a != b}
    assert together == {(cell, peer) for cell, peers in enumerate(layout.peers) for peer in peers}
    assert together == {(b, a) for a, b in together}
    assert all(list(peers) == sorted(set(peers)) for peers in layout.peers)


@given(layouts())
@few
def test_the_units_of_a_cell_are_those_that_list_it(layout):
    for cell, indices in enumerate(layout.units_of):
        assert list(indices) == [u for u, unit in enumerate(layout.units) if cell in unit.cells]


@pytest.mark.parametrize(("size", "peers"), [(4, 7), (6, 12), (9, 20), (12, 28), (16, 39), (25, 64), (36, 95)])
def test_the_number_of_peers_is_the_same_for_every_cell_of_a_plain_board(size, peers):
    assert {len(of) for of in Layout(size).peers} == {peers}


def test_units_come_as_rows_columns_boxes_then_diagonals_windows_and_extra_sets():
    layout = Layout(9, diagonals=True, windows=True, extra=["r1c1 r5c9"])
    kinds = Counter(unit.kind for unit in layout.units)
    assert list(kinds.items()) == [("row", 9), ("column", 9), ("box", 9), ("diagonal", 2), ("window", 4), ("extra", 1)]
    assert layout.extras == layout.units[27:]
    assert [unit.name for unit in layout.extras][:3] == ["diagonal 1", "diagonal 2", "window 1"]


@pytest.mark.parametrize(
    ("layout", "cells", "name"),
    [
        (Layout(9), "r3c1 r3c9", "row 3"),
        (Layout(6), "r3c1 r4c3", "box 3"),
        (Layout(9, diagonals=True), "r1c1 r9c9", "the diagonal from r1c1 to r9c9"),
        (Layout(9, diagonals=True), "r1c9 r9c1", "the diagonal from r1c9 to r9c1"),
        (Layout(9, windows=True), "r2c6 r4c8", "the window from r2c6 to r4c8"),
        (Layout.parse("jigsaw:AABBACBBACCDCDDD"), "r2c2 r4c1", "the region of r2c2"),
        (Layout(4, extra=["r1c4 r2c3 r3c2 r4c1"]), "r1c4 r4c1", "the diagonal from r1c4 to r4c1"),
        (Layout(9, extra=["r1c1 r2c3 r3c2"]), "r1c1 r2c3", "the extra unit of r1c1, r2c3 and r3c2"),
        (Layout(9, extra=["r1c1 r2c3 r3c5 r4c7 r5c8"]), "r1c1 r2c3", "the extra unit from r1c1 to r5c8"),
        (
            Layout(9, extra=["r1c1 r2c3 r3c5 r4c7 r5c8", "r1c1 r2c4 r3c6 r4c8 r5c8"]),
            "r1c1 r2c4",
            "the extra unit of r1c1, r2c4, r3c6, r4c8 and r5c8",
        ),
    ],
)
def test_name_of_a_unit_leads_to_its_cells(layout, cells, name):
    wanted = {layout.cell(cell) for cell in cells.split()}
    assert name in [layout.unit_name(unit) for unit in layout.units if wanted <= set(unit.cells)]
    assert len({layout.unit_name(unit) for unit in layout.units}) == len(layout.units)


@pytest.mark.parametrize(
    ("layout", "plain"),
    [
        (Layout(9), True),
        (Layout(6, box=(3, 2)), True),
        (Layout(9, diagonals=True), False),
        (Layout(9, windows=True), False),
        (Layout(9, extra=["r1c1 r2c2"]), False),
        (Layout(9, regions=JIGSAW_9), False),
    ],
    ids=str,
)
def test_plain_means_rectangular_boxes_and_no_extra_units(layout, plain):
    assert layout.plain is plain


# --- extra units --------------------------------------------------------------------------


def test_the_diagonals_run_from_corner_to_corner():
    layout = Layout(4, diagonals=True)
    assert [names(layout, unit) for unit in layout.extras] == ["r1c1 r2c2 r3c3 r4c4", "r1c4 r2c3 r3c2 r4c1"]


def test_windoku_has_four_windows_one_cell_in_from_the_edges():
    layout = Layout(9, windows=True)
    assert [names(layout, unit) for unit in layout.extras] == [
        "r2c2 r2c3 r2c4 r3c2 r3c3 r3c4 r4c2 r4c3 r4c4",
        "r2c6 r2c7 r2c8 r3c6 r3c7 r3c8 r4c6 r4c7 r4c8",
        "r6c2 r6c3 r6c4 r7c2 r7c3 r7c4 r8c2 r8c3 r8c4",
        "r6c6 r6c7 r6c8 r7c6 r7c7 r7c8 r8c6 r8c7 r8c8",
    ]


@pytest.mark.parametrize(("size", "windows"), [(4, 1), (16, 9), (25, 16)])
def test_larger_boards_have_a_window_for_each_crossing_of_boxes(size, windows):
    layout = Layout(size, windows=True)
    assert len(layout.extras) == windows
    assert all(len({layout.box_of[cell] for cell in unit.cells}) == 4 for unit in layout.extras)


@pytest.mark.parametrize(
    "cells",
    ["r1c1 r2c3 r4c4", " R1C1, r2c3 ,r4c4 ", ["r1c1", "r2c3", "r4c4"], (15, 0, 6), {0, 6, 15}, np.array([15, 6, 0])],
    ids=repr,
)
def test_an_extra_unit_is_given_as_text_names_or_cells_in_any_order(cells):
    assert Layout(4, extra=[cells]).extra == ((0, 6, 15),)


def test_boards_with_the_same_units_are_equal():
    one = Layout(9, extra=["r1c1 r2c3", "r4c4 r5c8"])
    other = Layout(9, extra=["r5c8 r4c4", "r1c1 r2c3", "r2c3 r1c1", range(9)])
    assert (one, hash(one), str(one)) == (other, hash(other), str(other))
    for named in (Layout(9, diagonals=True), Layout(9, windows=True), Layout(16, diagonals=True, windows=True)):
        units = [unit.cells for unit in named.extras]
        for cells in (units, units[::-1]):
            assert Layout(named.size, extra=cells) == named
        assert Layout(named.size, diagonals=named.diagonals, windows=named.windows, extra=units[:1]) == named
    assert Layout(9, extra=[Layout(9, diagonals=True).extras[0].cells]).extra != ()
    assert Layout(6, extra=["r2c2 r2c3 r3c2 r3c3"]).windows is False


def test_extra_units_may_come_from_any_sequence():
    assert (
        Layout(4, extra=(c for c in ["r1c1 r2c3"])) == Layout(4, extra=np.array([[0, 6]])) == Layout(4, extra=[(6, 0)])
    )


# --- jigsaw -------------------------------------------------------------------------------

ROWS_5 = [[ord(char) for char in row] for row in JIGSAW_5.split()]


MAPS = {
    "a line": JIGSAW_5.replace(" ", ""),
    "lines": JIGSAW_5.replace(" ", "\n"),
    "other labels": JIGSAW_5.translate(str.maketrans("ABCDE", "z9x-0")),
    "rows of text": JIGSAW_5.split(),
    "rows of letters": [list(row) for row in JIGSAW_5.split()],
    "rows of numbers": ROWS_5,
    "numbers": [number for row in ROWS_5 for number in row],
    "an array": np.array(ROWS_5),
    "a flat array": np.array(ROWS_5, dtype=np.uint8).ravel(),
    "an array of letters": np.array([list(row) for row in JIGSAW_5.split()]),
    "rows that are arrays": [np.array(row) for row in ROWS_5],
    "rows that are iterators": (map(int, row) for row in ROWS_5),
}


@pytest.mark.parametrize("regions", MAPS.values(), ids=MAPS.keys())
def test_a_map_of_regions_may_be_text_rows_or_an_array_with_any_labels(regions):
    layout = Layout(5, regions=regions)
    assert layout == Layout(5, regions=JIGSAW_5)
    assert names(layout, layout.boxes[0]) == "r1c1 r1c2 r1c3 r2c1 r3c1"
    assert names(layout, layout.boxes[4]) == "r4c5 r5c2 r5c3 r5c4 r5c5"


@given(layouts())
@few
def test_regions_are_numbered_in_the_order_of_their_first_cells(layout):
    firsts = [unit.cells[0] for unit in layout.boxes]
    assert firsts == sorted(firsts)


# --- normal form --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("one", "other"),
    [
        (Layout(9), Layout(9, box=(3, 3))),
        (Layout(9), Layout(9, box=[3, 3])),
        (Layout(9), Layout(np.int64(9), box=(np.int8(3), 3))),
        (Layout(9), Layout(9, regions=[[r // 3 * 3 + c // 3 for c in range(9)] for r in range(9)])),
        (Layout(6), Layout(6, regions="BBBAAA BBBAAA 111222 111222 xxxyyy xxxyyy")),
        (Layout(6, box=(3, 2)), Layout(6, regions="AABBCC AABBCC AABBCC DDEEFF DDEEFF DDEEFF")),
        (Layout(3, box=(3, 1)), Layout(3, regions="ABC ABC ABC")),
        (Layout(4, extra=["r1c1 r2c2"]), Layout(4, extra=[[5, 0]])),
    ],
)
def test_equal_boards_are_equal_however_they_were_described(one, other):
    assert one == other
    assert hash(one) == hash(other)
    assert repr(one) == repr(other)


def test_boards_that_differ_in_anything_are_not_equal():
    assert len(set(LAYOUTS)) == len(LAYOUTS)
    assert Layout(9) != 9


@given(layouts())
@some
def test_layout_repr_evaluates_to_the_layout(layout):
    assert eval(repr(layout), {"Layout": Layout}) == layout


@given(layouts())
@some
def test_layout_is_read_back_from_its_text(layout):
    assert Layout.parse(str(layout)) == layout
    assert " " not in str(layout)


@every_layout
def test_every_kind_of_layout_survives_printing_pickling_and_copying(layout):
    assert layout.peers  # fills the cached tables, which must not be pickled
    assert eval(repr(layout), {"Layout": Layout}) == layout
    assert len(pickle.dumps(layout)) < 600
    for again in (Layout.parse(str(layout)), pickle.loads(pickle.dumps(layout)), copy.deepcopy(layout)):
        assert again == layout
        assert again.units == layout.units


@pytest.mark.parametrize("size", [61, 62, 64])
def test_the_largest_jigsaws_have_a_label_for_every_region(size):
    layout = Layout(size, regions=[(r + c) % size for r in range(size) for c in range(size)])
    assert Layout.parse(str(layout)) == layout


@pytest.mark.parametrize(
    ("word", "layout"),
    [
        ("9", Layout(9)),
        ("2x3", Layout(6)),
        ("3x2", Layout(6, box=(3, 2))),
        (" 3X2 ", Layout(6, box=(3, 2))),
        ("1x7", Layout(7, box=(1, 7))),
        ("9+windows+diagonals", Layout(9, diagonals=True, windows=True)),
        ("4+extra:r1c1,r2c3+extra:r4c4,r4c1", Layout(4, extra=["r1c1 r2c3", "r4c1 r4c4"])),
        ("jigsaw:" + JIGSAW_5.replace(" ", "") + "+diagonals", Layout(5, regions=JIGSAW_5, diagonals=True)),
        ("jigsaw:" + JIGSAW_5, Layout(5, regions=JIGSAW_5)),
    ],
)
def test_text_forms_of_layouts_are_parsed(word, layout):
    assert Layout.parse(word) == layout


@pytest.mark.parametrize(
    ("layout", "word"),
    [
        (Layout(12), "12"),
        (Layout(6, box=(3, 2)), "3x2"),
        (Layout(4, regions="ABBB ACCC ADDD ABCD"), "jigsaw:ABBBACCCADDDABCD"),
        (Layout(9, windows=True, diagonals=True), "9+diagonals+windows"),
        (Layout(4, extra=["r4c4 r1c1"]), "4+extra:r1c1,r4c4"),
    ],
)
def test_text_form_of_a_layout_is_normalised(layout, word):
    assert str(layout) == word


@pytest.mark.parametrize("field", ["size", "box", "regions", "diagonals", "extra", "anything"])
def test_layout_is_immutable(field):
    with pytest.raises(FrozenInstanceError):
        setattr(Layout(9), field, 4)
    with pytest.raises(FrozenInstanceError):
        delattr(Layout(9), field)


def test_standard_board_of_a_size_is_cached():
    assert Layout.of_size(9) is Layout.of_size(9)
    assert Layout.of_size(9) == Layout(9)


# --- names of cells -----------------------------------------------------------------------


@pytest.mark.parametrize("name", ["r4c7", "R4C7", " r4c7 ", "r04c07", 33, np.int64(33)], ids=repr)
def test_a_cell_is_named_by_row_and_column_or_by_its_number(name):
    assert Layout(9).cell(name) == 33


@pytest.mark.parametrize(
    "name",
    [
        *("r0c1", "r1c0", "r10c1", "r1c10", "r001c1", "c1r1", "r1", "r1c", "", "r1c1x", "r-1c1", "r1 c1", "33"),
        *("r٣c1", "r1c²", "r1c\n1", -1, 81, True, 3.0, None, [3], np.array([3])),
    ],
    ids=repr,
)
def test_unknown_cell_error_names_the_valid_range(name):
    with pytest.raises(LayoutError, match=r"unknown cell .*: expected r1c1 to r9c9, or 0 to 80"):
        Layout(9).cell(name)


def test_cells_are_read_with_commas_or_spaces():
    layout = Layout(9)
    assert layout.cells("r1c4,r2c5 r9c9") == (3, 13, 80)
    assert layout.names((3, 13)) == "r1c4, r2c5"


# --- invalid boards -----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("make", "words"),
    [
        (lambda: Layout(1), "size 1 is out of range: expected 2 to 64"),
        (lambda: Layout(0), "size 0"),
        (lambda: Layout(-9), "size -9"),
        (lambda: Layout(65), "size 65"),
        (lambda: Layout(10**5000), "is out of range: expected 2 to 64"),
        (lambda: Layout(7), "no default box for size 7; use a layout such as 1x7 or jigsaw:MAP"),
        (lambda: Layout(2), "no default box for size 2"),
        (lambda: Layout(True), "size must be a whole number, not True"),
        (lambda: Layout(9.0), "size must be a whole number, not 9.0"),
        (lambda: Layout("9"), "size must be a whole number, not '9'"),
        (lambda: Layout(None), "size must be a whole number, not None"),
        (lambda: Layout(9, box=(2, 4)), "a box of 2 by 4 has 8 cells; size 9 needs 9"),
        (lambda: Layout(9, box=(-3, -3)), "a box of -3 by -3"),
        (lambda: Layout(9, box=(9, 0)), "a box of 9 by 0"),
        (lambda: Layout(9, box=3), "box must be (rows, columns), not 3"),
        (lambda: Layout(9, box=(3,)), "box must be (rows, columns), not (3,)"),
        (lambda: Layout(9, box=(3, 3, 1)), "box must be (rows, columns)"),
        (lambda: Layout(9, box="33"), "box must be (rows, columns), not '33'"),
        (lambda: Layout(9, box=(True, 9)), "box must be (rows, columns), not (True, 9)"),
        (lambda: Layout(9, box=(3.0, 3.0)), "box must be (rows, columns)"),
        (lambda: Layout(9, box=(3, 3), regions=JIGSAW_9), "pass box= or regions=, not both"),
        (lambda: Layout(6, windows=True), "windows need square boxes; this board of size 6 does not have them"),
        (lambda: Layout(9, box=(1, 9), windows=True), "windows need square boxes"),
        (lambda: Layout(9, regions=JIGSAW_9, windows=True), "windows need square boxes"),
        (lambda: Layout(4, regions="AABB"), "read 4 region labels, expected 16 for size 4"),
        (lambda: Layout(4, regions=""), "read 0 region labels"),
        (lambda: Layout(4, regions=5), "regions must be N rows with one letter or number per cell; read 5"),
        (lambda: Layout(4, regions=np.array(5)), "read 5"),
        (lambda: Layout(4, regions=[0.5] * 16), "read 0.5"),
        (lambda: Layout(4, regions=[True] * 16), "read True"),
        (lambda: Layout(4, regions=[[None] * 4] * 4), "read None"),
        (lambda: Layout(4, regions=[[[1]] * 4] * 4), "read [1]"),
        (lambda: Layout(4, regions=dict.fromkeys(range(16))), "regions must be N rows"),
        (
            lambda: Layout(4, extra="r1c1 r2c2"),
            "extra must be a list of cell sets such as ['r1c1 r2c2']; read 'r1c1 r2c2'",
        ),
        (lambda: Layout(4, extra=None), "extra must be a list of cell sets"),
        (lambda: Layout(4, extra=[5]), "cells must be text such as 'r1c1 r2c2', or a sequence; read 5"),
        (lambda: Layout(4, extra=["r1c1 r5c1"]), "unknown cell 'r5c1': expected r1c1 to r4c4, or 0 to 15"),
        (lambda: Layout(4, extra=[[0, 16]]), "unknown cell 16"),
        (lambda: Layout.of_size(11), "no default box for size 11"),
    ],
)
def test_invalid_board_is_rejected(make, words):
    with pytest.raises(LayoutError) as caught:
        make()
    assert words in str(caught.value)


def test_error_lists_every_region_of_the_wrong_size():
    with pytest.raises(LayoutError, match="the regions do not fit a board of size 4") as caught:
        Layout(4, regions="AAAB AABB CCDD CCEE")
    assert [str(fault) for fault in caught.value.faults] == [
        "region A: read 5 cells, expected 4",
        "region B: read 3 cells, expected 4",
        "region D: read 2 cells, expected 4",
        "region E: read 2 cells, expected 4",
    ]


def test_error_lists_every_invalid_extra_unit():
    sets = ["r1c1 r1c1", "r1c1", "r1c1 r2c2", "r1c1 r1c2 r1c3 r1c4 r2c1", ""]
    with pytest.raises(LayoutError, match="invalid extra units for size 4") as caught:
        Layout(4, extra=sets)
    assert [str(fault) for fault in caught.value.faults] == [
        "extra 1: read a cell twice, expected different cells",
        "extra 2: read 1 cell, expected 2 to 4",
        "extra 4: read 5 cells, expected 2 to 4",
        "extra 5: read 0 cells, expected 2 to 4",
    ]


@pytest.mark.parametrize(
    ("word", "words"),
    [
        ("", "expected a size (9), a box (2x3) or jigsaw:MAP"),
        ("nine", "layout 'nine': expected a size (9)"),
        ("٩", "expected a size"),
        ("9.0", "expected a size"),
        ("-9", "expected a size"),
        ("100", "expected a size"),
        ("3x3x3", "expected a size"),
        ("3x", "expected a size"),
        ("0x9", "size 0"),
        ("9x9", "size 81 is out of range: expected 2 to 64"),
        ("7", "no default box for size 7"),
        ("9+", "layout '9+': expected +diagonals, +windows (once each) or +extra:CELLS after the size"),
        ("9+windoku", "expected +diagonals"),
        ("9+diagonals+diagonals", "once each"),
        ("9+extra:", "extra 1: read 0 cells, expected 2 to 9"),
        ("9+extra:r1c1,r0c1", "unknown cell 'r0c1'"),
        ("6+windows", "windows need square boxes"),
        ("jigsaw:", "size 0"),
        ("jigsaw:AAB", "layout 'jigsaw:AAB': read 3 labels, expected N² such as 81 for size 9"),
        ("jigsaw:AAABBBBC", "read 8 labels"),
        ("jigsaw:AAAB", "region A: read 3 cells, expected 2"),
        ("jigsaw:" + "A" * 10_000, "size 100"),
        (9, "a layout must be text such as '9+diagonals', not 9"),
        (None, ", not None"),
    ],
)
def test_invalid_layout_text_is_rejected(word, words):
    with pytest.raises(LayoutError) as caught:
        Layout.parse(word)
    assert words in str(caught.value)


@given(st.one_of(st.text(), st.text("0123456789x+:,rcjigsawdiagonlextABC ")))
@some
def test_any_text_is_a_layout_or_a_layout_error(word):
    try:
        layout = Layout.parse(word)
    except LayoutError:
        return
    assert Layout.parse(str(layout)) == layout


anything = st.recursive(
    st.one_of(st.none(), st.booleans(), st.integers(-3, 100), st.floats(), st.text(max_size=5), st.binary(max_size=5)),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.integers(0, 9), inner, max_size=2),
    max_leaves=8,
)


@given(anything, anything, anything, st.lists(anything, max_size=3))
@some
def test_any_arguments_make_a_layout_or_a_ninefold_error(size, box, regions, extra):
    for arguments in ({"box": box}, {"regions": regions}, {"extra": extra}, {"extra": box}):
        for n in (size, 4):
            with suppress(NinefoldError):
                Layout(n, **arguments)


@pytest.mark.parametrize("flag", ["no", 1, float("nan"), None, np.array([True, False])])
@pytest.mark.parametrize("name", ["diagonals", "windows"])
def test_flags_must_be_booleans(name, flag):
    with pytest.raises(LayoutError, match=f"{name} must be True or False"):
        Layout(9, **{name: flag})
    assert getattr(Layout(9, **{name: np.True_}), name) is True


@pytest.mark.parametrize("cell", [81, -1, 1.5, "x", None])
def test_name_of_an_unknown_cell_is_rejected(cell):
    with pytest.raises(LayoutError, match="unknown cell"):
        Layout(9).name(cell)


def test_endless_regions_and_extra_sets_are_rejected():
    with pytest.raises(LayoutError):
        Layout(9, regions=itertools.repeat("A"))
    with pytest.raises(LayoutError):
        Layout(9, extra=[itertools.count()])
    with pytest.raises(LayoutError):
        Layout(9, extra=[b"\1\2"])


@pytest.mark.parametrize("word", ["4", "6", "9", "16", "25"])
def test_a_board_named_by_its_size_alone_is_the_standard_one(word):
    assert Layout.parse(word).is_standard
    assert not Layout.parse(f"{word}+diagonals").is_standard


@pytest.mark.parametrize("word", ["3x2", "jigsaw:AABBACBBACCDCDDD", "12x1"])
def test_other_boxes_are_not_standard(word):
    assert Layout.parse(word).is_standard is False
