"""Tests of text boards and notebook pictures."""

from __future__ import annotations

import xml.etree.ElementTree as ET

import pytest
from core.boards import JIGSAW_5, LAYOUTS, PUZZLE, few, grids, solved
from hypothesis import given

from ninefold import Grid, Layout
from ninefold.core.drawing import CELL, draw, svg

SVG = "{http://www.w3.org/2000/svg}"
every_layout = pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: str(layout)[:24])

BOARDS = {
    "9 by 9": (
        Grid(PUZZLE),
        """\
+-------+-------+-------+
| 5 3 . | . 7 . | . . . |
| 6 . . | 1 9 5 | . . . |
| . 9 8 | . . . | . 6 . |
+-------+-------+-------+
| 8 . . | . 6 . | . . 3 |
| 4 . . | 8 . 3 | . . 1 |
| 7 . . | . 2 . | . . 6 |
+-------+-------+-------+
| . 6 . | . . . | 2 8 . |
| . . . | 4 1 9 | . . 5 |
| . . . | . 8 . | . 7 9 |
+-------+-------+-------+""",
    ),
    "boxes of two rows": (
        solved(Layout(6)),
        """\
+-------+-------+
| 1 2 3 | 4 5 6 |
| 4 5 6 | 1 2 3 |
+-------+-------+
| 2 3 4 | 5 6 1 |
| 5 6 1 | 2 3 4 |
+-------+-------+
| 3 4 5 | 6 1 2 |
| 6 1 2 | 3 4 5 |
+-------+-------+""",
    ),
    "two characters per digit": (
        solved(Layout(10)).with_digits({0: 0}),
        """\
+----------------+----------------+
|  .  2  3  4  5 |  6  7  8  9 10 |
|  6  7  8  9 10 |  1  2  3  4  5 |
+----------------+----------------+""",
    ),
    "jigsaw with walls crossing a horizontal line": (
        Grid.empty(Layout(4, regions="ABCC ABCD ABCD ABDD")),
        """\
+---+---+---+---+
| . | . | .   . |
+   |   |   +---+
| . | . | . | . |
| . | . | . | . |
+   |   +---+   +
| . | . | .   . |
+---+---+---+---+""",
    ),
    "jigsaw": (
        Grid.empty(Layout(5, regions=JIGSAW_5)).with_digits({0: 1, 24: 5}),
        """\
+---+---+---+---+---+
| 1   .   . | .   . |
+   +---+---+       +
| . | .   . | .   . |
+   +---+   +---+   +
| . | . | .   . | . |
+---+   +---+   +---+
| .   .   . | . | . |
+   +---+---+---+   +
| . | .   .   .   5 |
+---+---+---+---+---+""",
    ),
}


@pytest.mark.parametrize(("grid", "board"), BOARDS.values(), ids=BOARDS.keys())
def test_board_has_lines_between_boxes(grid, board):
    assert str(grid).startswith(board)


def test_painting_a_cell_does_not_shift_the_board():
    grid = Grid("1234341221434321")
    painted = draw(grid.digits, grid.layout, lambda cell, text: f"<{text}>" if cell == 5 else text)
    assert painted == str(grid).replace("| 3 4 | 1 2 |", "| 3 <4> | 1 2 |")


@every_layout
def test_painter_sees_every_cell_once_in_order(layout):
    seen = []
    draw(bytes(layout.size**2), layout, lambda cell, text: seen.append((cell, text.strip())) or text)
    assert seen == [(cell, ".") for cell in range(layout.size**2)]


@every_layout
def test_all_lines_of_a_board_have_the_same_width(layout):
    assert len({len(line) for line in str(Grid.empty(layout)).splitlines()}) == 1


# --- pictures -----------------------------------------------------------------------------


def texts(grid: Grid) -> list[tuple[float, float, str]]:
    return [
        (float(t.attrib["x"]), float(t.attrib["y"]), t.text or "")
        for t in ET.fromstring(grid._repr_svg_()).iter(SVG + "text")
    ]


@given(grids())
@few
def test_the_picture_is_well_formed_and_has_every_digit_in_its_cell(grid):
    n = grid.size
    found = {(int(y // CELL), int(x // CELL)): text for x, y, text in texts(grid)}
    assert found == {(cell // n, cell % n): str(grid[cell]) for cell in grid.filled_cells}


@every_layout
def test_the_picture_of_any_layout_is_as_large_as_its_board(layout):
    root = ET.fromstring(svg(bytes(layout.size**2), layout))
    assert root.tag == SVG + "svg"
    assert layout.size * CELL < int(root.attrib["width"]) == int(root.attrib["height"]) < (layout.size + 1) * CELL


@every_layout
def test_thick_lines_between_boxes_and_at_the_edge_thin_ones_elsewhere(layout):
    n, box = layout.size, layout.box_of
    thin, thick = (
        path.attrib["d"].split("M")[1:] for path in ET.fromstring(svg(bytes(n * n), layout)).iter(SVG + "path")
    )
    beside = sum(box[r * n + c] != box[r * n + c + 1] for r in range(n) for c in range(n - 1))
    below = sum(box[r * n + c] != box[r * n + n + c] for r in range(n - 1) for c in range(n))
    assert len(set(thick)) == len(thick) == beside + below + 4 * n
    assert len(set(thin)) == len(thin) == 2 * n * (n - 1) - beside - below


@pytest.mark.parametrize(
    ("layout", "tinted"), [(Layout(9), 0), (Layout(9, diagonals=True), 17), (Layout(9, windows=True), 36)]
)
def test_cells_of_extra_units_are_tinted(layout, tinted):
    ground, *squares = ET.fromstring(svg(bytes(81), layout)).iter(SVG + "rect")
    assert len(squares) == tinted
    assert all(square.attrib["fill"] != ground.attrib["fill"] for square in squares)
