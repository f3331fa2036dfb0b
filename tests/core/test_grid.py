"""Tests of Grid: every kind of source, immutability, copies, arrays, repr."""

from __future__ import annotations

import array
import copy
import itertools
import pickle

import numpy as np
import pytest
from core.boards import LAYOUTS, PUZZLE, few, grids, solved, some
from hypothesis import given
from hypothesis import strategies as st

from ninefold import Grid, GridError, Layout, LayoutError, ParseError

GRID = Grid(PUZZLE)
ROWS = [list(row) for row in GRID.rows]
FLAT = list(GRID)


def faults(source: object, **options: object) -> list[str]:
    with pytest.raises(GridError) as caught:
        Grid(source, **options)
    return [str(fault) for fault in caught.value.faults]


# --- sources ------------------------------------------------------------------------------

SOURCES = {
    "rows": ROWS,
    "rows of tuples": tuple(map(tuple, ROWS)),
    "rows with None": [[digit or None for digit in row] for row in ROWS],
    "rows with texts": [[str(digit or "") for digit in row] for row in ROWS],
    "rows with every blank": [
        [str(digit) if digit else blank for digit, blank in zip(row, " .0*_ .0*", strict=True)] for row in ROWS
    ],
    "rows that are ranges, iterators or arrays": [np.array(ROWS[0]), iter(ROWS[1]), map(int, ROWS[2]), *ROWS[3:]],
    "rows of text": [PUZZLE[i : i + 9] for i in range(0, 81, 9)],
    "rows of text in a tuple": tuple(PUZZLE[i : i + 9] for i in range(0, 81, 9)),
    "a flat list": FLAT,
    "a flat list of texts": list(PUZZLE),
    "a generator": (digit for digit in FLAT),
    "a generator of rows": (row for row in ROWS),
    "an array.array": array.array("B", FLAT),
    "a grid": GRID,
    "an array of texts": np.array([list(PUZZLE[i : i + 9]) for i in range(0, 81, 9)]),
    "an array of objects": np.array(ROWS, dtype=object),
    "a list of NumPy numbers": list(np.array(FLAT, dtype=np.uint8)),
    "an array in Fortran order": np.asfortranarray(ROWS),
    "an array that is a view": np.array(ROWS).T[::1].T,
    **{
        f"an array of {kind}": np.array(ROWS, dtype=kind)
        for kind in ("int8", "uint8", "int16", "int32", "int64", "uint64", ">i4")
    },
    **{f"a flat array of {kind}": np.array(FLAT, dtype=kind) for kind in ("uint8", "int64")},
}


@pytest.mark.parametrize("source", SOURCES.values(), ids=SOURCES.keys())
def test_grid_is_read_from_every_kind_of_source(source):
    assert Grid(source) == GRID


def test_number_of_cells_must_match_the_layout():
    layout = Layout(5, box=(1, 5))
    assert Grid([0] * 25, layout=layout) == Grid([[0] * 5] * 5, layout=layout) == Grid.empty(layout)
    with pytest.raises(GridError, match="read 81 cells, expected 25 for size 5"):
        Grid(FLAT, layout=layout)


def test_grid_can_be_copied_to_another_layout_of_its_size():
    diagonal = Layout(9, diagonals=True)
    assert Grid(GRID, layout=diagonal).layout == diagonal
    assert Grid(GRID, layout=diagonal).digits == GRID.digits
    with pytest.raises(GridError, match="read a grid of size 9, expected size 4"):
        Grid(GRID, layout=Layout(4))


@pytest.mark.parametrize("layout", [9, "9", (3, 3)])
def test_layout_argument_must_be_a_layout(layout):
    with pytest.raises(GridError, match=r"layout must be a Layout such as Layout\(9\), not"):
        Grid(PUZZLE, layout=layout)


@pytest.mark.parametrize("size", [4, 6, 9, 16, 25, 36, 64])
def test_the_empty_grid_of_a_size_has_no_digit(size):
    assert Grid.empty(size) == Grid([0] * size**2) == Grid.empty(Layout(size))
    assert Grid.empty(size).filled_cells == ()


def test_empty_grid_has_size_nine_by_default():
    assert Grid.empty() == Grid("." * 81)


@given(grids())
@few
def test_grid_is_rebuilt_from_digits_and_layout(grid):
    assert Grid.from_digits(grid.digits, grid.layout) == Grid(list(grid), layout=grid.layout) == grid
    assert Grid.all_of_digits(grid.digits * 3, grid.layout) == [grid] * 3


@pytest.mark.parametrize(
    ("digits", "words"),
    [
        (bytes(15), "read 15 cells, expected 16 for size 4"),
        (b"", "read 0 cells"),
        (bytes([5] + [0] * 15), "r1c1: read 5, expected 0 to 4"),
    ],
)
def test_invalid_digits_for_the_layout_are_rejected(digits, words):
    with pytest.raises(GridError, match=words):
        Grid.from_digits(digits, Layout(4))


def test_batch_with_an_invalid_grid_is_rejected():
    assert Grid.all_of_digits(b"", Layout(4)) == []
    for digits, words in (
        (bytes(31), "read 15 cells, expected 16"),
        (bytes([0] * 17 + [5] + [0] * 14), "r1c2: read 5, expected 0 to 4"),
    ):
        with pytest.raises(GridError, match=words):
            Grid.all_of_digits(digits, Layout(4))


# --- faults -------------------------------------------------------------------------------


WRONG = {0: 10, 13: -1, 20: 5.5, 30: True, 40: float("nan"), 50: "x", 60: "٣", 70: b"5", 79: {5}, 80: ".0"}


@pytest.mark.parametrize("width", [1, 9], ids=["flat", "rows"])
def test_error_lists_every_invalid_cell(width):
    cells = [WRONG.get(cell, digit) for cell, digit in enumerate(FLAT)]
    found = faults(cells if width == 1 else [cells[i : i + 9] for i in range(0, 81, 9)])
    expected = "expected 1 to 9, or 0 or None for empty"
    assert found == [f"{GRID.layout.name(cell)}: read {value!r}, {expected}" for cell, value in WRONG.items()]
    assert found[1].startswith("r2c5: read -1,")


@pytest.mark.parametrize(
    ("make", "read"),
    [
        (lambda cells: cells / 2, "2.5"),
        (lambda cells: cells.astype(bool), "True"),
        (lambda cells: np.where(cells == 5, np.nan, cells), "nan"),
        (lambda cells: cells.astype("S1"), "b'5'"),
        (lambda cells: cells + 100, "105"),
        (lambda cells: cells - 100, "-95"),
        (lambda cells: cells[:, :, None], "[5]"),
    ],
    ids=["float", "bool", "nan", "bytes", "large", "negative", "three levels"],
)
def test_array_of_other_types_is_rejected_cell_by_cell(make, read):
    assert f"r1c1: read {read}, expected 1 to 9, or 0 or None for empty" in faults(make(np.array(ROWS)))


def test_whole_floats_are_digits():
    assert Grid(np.zeros((9, 9))) == Grid.empty(9)
    assert Grid(np.array(ROWS, dtype=np.float32)) == Grid([float(digit) for digit in FLAT]) == GRID
    assert Grid.empty(4).with_digits({"r1c1": 3.0})["r1c1"] == 3


def test_digit_larger_than_the_board_is_rejected():
    assert faults([[1, 2, 3, 4], [5, 0, 0, 0], [0] * 4, [0, 0, 0, 16]]) == [
        "r2c1: read 5, expected 1 to 4, or 0 or None for empty",
        "r4c4: read 16, expected 1 to 4, or 0 or None for empty",
    ]
    assert faults([10**5000, *FLAT[1:]]) == ["r1c1: read <int>, expected 1 to 9, or 0 or None for empty"]


def test_error_lists_every_row_of_the_wrong_length():
    rows = [*ROWS[:2], ROWS[2][:8], *ROWS[3:7], 7, [*ROWS[8], 1]]
    assert faults(rows) == [
        "row 3: read 8 cells, expected 9 cells",
        "row 8: read 7, expected 9 cells",
        "row 9: read 10 cells, expected 9 cells",
    ]


def test_missing_row_is_reported_against_the_layout():
    with pytest.raises(GridError, match="read 8 rows, expected 9 rows of 9 cells"):
        Grid(ROWS[:8], layout=Layout(9))
    assert faults(ROWS[:8])[0] == "row 1: read 9 cells, expected 8 cells"


@pytest.mark.parametrize(
    "source",
    [None, 5, 5.0, True, PUZZLE.encode(), bytearray(81), dict(enumerate(FLAT)), {1, 2}, object(), np.int64(5)],
    ids=lambda source: type(source).__name__,
)
def test_unsupported_source_type_is_rejected(source):
    with pytest.raises(GridError, match="a grid must be text, rows of cells or an array, not"):
        Grid(source)


@pytest.mark.parametrize(
    "source",
    [
        *([], [[]], [[[]]], (), [0] * 80, [0] * 82, [0] * 49, [None] * 3, [[0] * 7] * 7, ["53..7....", "6.."]),
        *(np.zeros(0, int), np.array(5), np.zeros((9, 8), int), np.zeros((3, 3, 9), int), [np.zeros(3)] * 16),
        *(range(10), itertools.repeat(0, 99)),
    ],
    ids=lambda source: str(source)[:20],
)
def test_wrong_number_of_cells_is_rejected(source):
    with pytest.raises(GridError):
        Grid(source)


def test_list_that_contains_itself_is_rejected():
    endless: list[object] = []
    endless.extend([endless] * 16)
    with pytest.raises(GridError):
        Grid(endless)


cell = st.one_of(
    st.none(),
    st.booleans(),
    st.integers(-3, 20),
    st.floats(),
    st.text(max_size=2),
    st.binary(max_size=1),
    st.sampled_from([np.int8(3), np.array([1, 2])]),
)
ragged = st.recursive(cell, lambda inner: st.lists(inner, max_size=5) | st.tuples(inner, inner), max_leaves=20)
square = st.sampled_from([4, 6]).flatmap(
    lambda n: st.lists(st.lists(cell, min_size=n, max_size=n), min_size=n, max_size=n)
)
flat = st.lists(cell, min_size=16, max_size=16)


@given(st.one_of(ragged, square, flat), st.sampled_from([None, Layout(4), Layout(6, box=(3, 2))]))
@some
def test_any_nested_list_is_a_grid_or_a_grid_error(source, layout):
    try:
        grid = Grid(source, layout=layout)
    except GridError as error:
        assert str(error)  # noqa: PT017
    else:
        assert Grid(list(grid), layout=grid.layout) == grid


# --- cells and digits ---------------------------------------------------------------------


def test_a_grid_is_a_sequence_of_its_digits():
    assert len(GRID) == 81
    assert list(GRID) == list(GRID.digits) == [GRID[cell] for cell in range(81)]
    assert (GRID[0], GRID[2], GRID[80], GRID[np.int64(1)]) == (5, 0, 9, 3)


@pytest.mark.parametrize("cell", [-1, 81, True, None, 1.0, slice(0, 9)])
def test_cell_outside_the_grid_is_rejected(cell):
    with pytest.raises(LayoutError, match="unknown cell"):
        GRID[cell]


def test_rows_are_the_digits_in_order():
    assert Grid("..4. 1... ...3 .1..").rows == ((0, 0, 4, 0), (1, 0, 0, 0), (0, 0, 0, 3), (0, 1, 0, 0))


@given(grids())
@few
def test_each_cell_is_either_filled_or_empty(grid):
    assert sorted(grid.filled_cells + grid.empty_cells) == list(range(len(grid)))
    assert all(grid[cell] for cell in grid.filled_cells)
    assert not any(grid[cell] for cell in grid.empty_cells)
    assert grid.is_full == (not grid.empty_cells)
    assert tuple(itertools.chain(*grid.rows)) == tuple(grid)


# --- changed copies -----------------------------------------------------------------------


def test_with_digits_returns_a_changed_copy():
    changed = GRID.with_digits({0: 0, 2: 4, np.int64(80): np.uint8(1)})
    assert (changed[0], changed[2], changed[80]) == (0, 4, 1)
    assert GRID.line == PUZZLE
    assert changed.layout == GRID.layout
    assert GRID.with_digits({}) == GRID


@given(grids(), st.data())
@few
def test_with_digits_changes_only_the_named_cells(grid, data):
    cells = st.integers(0, len(grid) - 1)
    changes = data.draw(st.dictionaries(cells, st.integers(0, grid.size), max_size=5))
    assert list(grid.with_digits(changes)) == [changes.get(cell, digit) for cell, digit in enumerate(grid)]


def test_with_digits_lists_every_invalid_digit():
    with pytest.raises(GridError) as caught:
        GRID.with_digits({0: 10, 1: 5, 13: -1, 80: "5", 2: True, 3: None, 4: 5.5, 5: np.array([1, 2])})
    assert [str(fault) for fault in caught.value.faults] == [
        "r1c1: read 10, expected 0 to 9",
        "r2c5: read -1, expected 0 to 9",
        "r9c9: read '5', expected 0 to 9",
        "r1c3: read True, expected 0 to 9",
        "r1c4: read None, expected 0 to 9",
        "r1c5: read 5.5, expected 0 to 9",
        "r1c6: read array([1, 2]), expected 0 to 9",
    ]


def test_with_digits_rejects_an_unknown_cell():
    with pytest.raises(LayoutError, match="unknown cell 81"):
        GRID.with_digits({81: 1})


@pytest.mark.parametrize("name", ["digits", "layout", "_digits", "rows", "filled_cells", "anything"])
def test_grid_is_immutable(name):
    with pytest.raises(AttributeError, match="Grid is immutable"):
        setattr(GRID, name, 1)
    with pytest.raises(AttributeError, match="Grid is immutable"):
        delattr(GRID, name)
    with pytest.raises(TypeError):
        GRID[0] = 1


def test_changing_the_source_leaves_the_grid():
    source, digits = np.array(ROWS), bytearray(GRID.digits)
    grids = [Grid(source), Grid.from_digits(digits, Layout(9))]
    source[0, 0] = digits[0] = 1
    assert grids == [GRID, GRID]


# --- comparison and pickling --------------------------------------------------------------


def test_equal_digits_on_equal_layouts_are_equal_grids_with_one_hash():
    again = Grid(ROWS, layout=Layout(9, box=(3, 3)))
    assert again == GRID
    assert len({again, GRID}) == 1


def test_equal_digits_on_another_layout_are_another_grid():
    assert len({Grid(PUZZLE, layout=layout) for layout in LAYOUTS if layout.size == 9}) == 4
    assert Grid.empty(6) != Grid.empty(Layout(6, box=(3, 2)))


@pytest.mark.parametrize("other", [PUZZLE, FLAT, None, 0])
def test_grid_equals_only_grids(other):
    assert other != GRID


@given(grids(), st.data())
@few
def test_changing_one_digit_makes_an_unequal_grid(grid, data):
    cell = data.draw(st.integers(0, len(grid) - 1))
    assert grid.with_digits({cell: (grid[cell] + 1) % (grid.size + 1)}) != grid


@pytest.mark.parametrize(
    "clone",
    [copy.copy, copy.deepcopy, lambda grid: pickle.loads(pickle.dumps(grid))],
    ids=["copy", "deepcopy", "pickle"],
)
@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: str(layout)[:24])
def test_a_grid_survives_copying_and_pickling(layout, clone):
    grid = Grid.empty(layout).with_digits({0: layout.size, 3: 1})
    assert grid.empty_cells  # fills a cached property first
    assert clone(grid) == grid
    assert clone(grid).layout == layout


# --- arrays -------------------------------------------------------------------------------


def test_grid_converts_to_a_uint8_array():
    assert np.asarray(GRID).tolist() == ROWS
    assert np.asarray(GRID).dtype == np.uint8
    assert np.array(GRID, dtype=np.int32).dtype == np.int32
    assert np.stack([GRID, GRID]).shape == (2, 9, 9)


def test_writing_to_the_array_leaves_the_grid():
    cells = np.asarray(GRID)
    cells[:] = 0
    assert GRID.line == PUZZLE


def test_array_without_copy_is_rejected():
    with pytest.raises(ValueError, match="always a copy"):
        np.array(GRID, copy=False)


@given(grids())
@few
def test_a_grid_is_read_back_from_its_array(grid):
    assert Grid(np.asarray(grid), layout=grid.layout) == Grid(np.asarray(grid).ravel(), layout=grid.layout) == grid


# --- printing -----------------------------------------------------------------------------


@given(grids())
@some
def test_grid_repr_evaluates_to_the_grid(grid):
    assert eval(repr(grid), {"Grid": Grid, "Layout": Layout}) == grid


@pytest.mark.parametrize("layout", [*LAYOUTS, Layout(49), Layout(62), Layout(64)], ids=lambda layout: str(layout)[:24])
def test_grid_repr_evaluates_to_the_grid_on_any_layout(layout):
    for grid in (Grid.empty(layout), Grid(list(range(1, layout.size + 1)) * layout.size, layout=layout)):
        assert eval(repr(grid), {"Grid": Grid, "Layout": Layout}) == grid


@pytest.mark.parametrize(
    ("grid", "code"),
    [
        (Grid("..4.1......3.1.."), "Grid('..4.1......3.1..')"),
        (Grid.empty(Layout(4, diagonals=True)), "Grid('................', layout=Layout(4, diagonals=True))"),
        (Grid.empty(10).with_digits({0: 10}), f"Grid('A{'.' * 99}', alphabet='1-9A')"),
    ],
    ids=["standard", "with a layout", "with an alphabet"],
)
def test_repr_omits_defaults(grid, code):
    assert repr(grid) == code


def test_the_line_of_a_grid_has_a_character_for_each_cell():
    assert Grid(ROWS).line == PUZZLE
    assert solved(Layout(16)).line[:16] == "123456789ABCDEFG"
    assert solved(Layout(36)).line[:36] == "123456789ABCDEFGHIJKLMNOPQRSTUVWXYZa"
    assert Grid.empty(64).with_digits({1: 64}).line.split()[:3] == [".", "64", "."]


def test_rows_of_text_are_read_like_one_text():
    with pytest.raises(ParseError, match=r"r2c1 \(line 2, column 1\): read 'x'"):
        Grid(["1234", "x...", "....", "...."])


# --- regressions -----------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("digits", "layout"),
    [
        (np.zeros(81, dtype=int), Layout(9)),  # as bytes this would be 648 of them
        ([0] * 81, Layout(9)),
        ("." * 81, Layout(9)),
        (bytes(81), 9),
        (None, None),
    ],
)
def test_from_digits_takes_only_bytes_and_a_layout(digits, layout):
    with pytest.raises(GridError, match="N² bytes and a layout"):
        Grid.from_digits(digits, layout)


def test_array_of_one_row_with_all_cells_is_read():
    cells = list(range(1, 10)) + [0] * 72
    assert Grid(np.array([cells])) == Grid([cells]) == Grid(cells)


def test_array_of_text_rows_is_read_like_a_list_of_rows():
    rows = ["123456789", *["........."] * 8]
    assert Grid(np.array(rows)) == Grid(rows)


@pytest.mark.parametrize("source", [itertools.count(), itertools.repeat([1] * 9), [itertools.count()] * 9])
def test_endless_source_is_rejected(source):
    with pytest.raises(GridError):
        Grid(source)


def test_alphabet_is_accepted_for_text_only():
    with pytest.raises(GridError, match="alphabet='A-P' works only with a grid given as text, not list"):
        Grid([[0] * 16] * 16, alphabet="A-P")
    with pytest.raises(GridError):
        Grid("." * 256, alphabet="")


@pytest.mark.parametrize("changes", [None, [(0, 1)], "r1c1=5", 7])
def test_changes_must_be_a_mapping(changes):
    with pytest.raises(GridError, match="a mapping of cells to digits"):
        Grid.empty(9).with_digits(changes)


def test_many_grids_from_bytes_are_refused_if_the_last_is_cut_short():
    layout = Layout(4)
    assert [grid.line for grid in Grid.all_of_digits(bytes(range(4)) * 8, layout)] == [".123" * 4] * 2
    with pytest.raises(GridError):
        Grid.all_of_digits(bytes(20), layout)
    with pytest.raises(GridError):
        Grid.all_of_digits(bytes(31) + b"\5", layout)
