"""Tests of pictures in every output format."""

from __future__ import annotations

import re
from io import BytesIO
from xml.etree import ElementTree

import pytest
from PIL import Image

import ninefold as nf
from ninefold.draw import png as libraries
from ninefold.draw.picture import CELL, MARGIN, Link, Picture
from ninefold.draw.scene import THEMES, Box, Line, Text

PUZZLE = nf.Grid("..4.1......3.1..")
SOLUTION = nf.Grid("2341143242133124")
SVG = "{http://www.w3.org/2000/svg}"
BOARDS = [
    nf.Layout(4),
    nf.Layout(6),
    nf.Layout(9, diagonals=True),
    nf.Layout(5, regions="AAABB ACABB CCDBE CCDDE DDEEE"),
    nf.Layout(16),
]


def texts(picture: Picture) -> dict[tuple[int, str], Text]:
    """The texts of the picture by their cell."""
    found = {}
    for shape in picture.scene().shapes:
        if isinstance(shape, Text):
            row, column = int((shape.y - MARGIN) // CELL), int((shape.x - MARGIN) // CELL)
            found[row * picture.grid.size + column, shape.text] = shape
    return found


def test_clues_are_bold_and_placed_digits_have_another_colour() -> None:
    drawn, light = texts(Picture(grid=SOLUTION, clues=PUZZLE)), THEMES["light"]
    assert len(drawn) == 16
    for (cell, text), shape in drawn.items():
        assert text == str(SOLUTION.digits[cell])
        is_clue = bool(PUZZLE.digits[cell])
        assert (shape.bold, shape.colour) == (is_clue, light.ink if is_clue else light.placed)


def test_every_digit_is_a_clue_by_default() -> None:
    assert all(shape.bold for shape in texts(Picture(grid=PUZZLE)).values())


def test_candidates_are_placed_in_reading_order() -> None:
    picture = Picture(grid=PUZZLE, candidates={0: {2, 3}, 3: [1, 2]})
    drawn = texts(picture)
    assert {key for key in drawn if key[0] in (0, 3)} == {(0, "2"), (0, "3"), (3, "1"), (3, "2")}
    assert drawn[0, "2"].x > drawn[0, "3"].x
    assert drawn[0, "2"].y < drawn[0, "3"].y


def test_beliefs_are_shades_in_empty_cells() -> None:
    beliefs = [[0.0, 0.5, 0.25, 0.004] for _ in range(16)]
    shapes = Picture(grid=PUZZLE, beliefs=beliefs).scene().shapes
    shades = [shape.opacity for shape in shapes if isinstance(shape, Box) and shape.fill == THEMES["light"].belief]
    assert sorted(shades) == [0.25] * 12 + [0.5] * 12


def test_a_highlight_tints_its_cell_and_a_weak_link_is_dashed() -> None:
    picture = Picture(grid=PUZZLE, highlights={5: "good"}, links=(Link(0, 15), Link(0, 5, 2, 3, weak=True)))
    shapes = picture.scene().shapes
    (tint,) = (shape for shape in shapes if isinstance(shape, Box) and shape.fill == THEMES["light"].tones["good"])
    assert (tint.x, tint.y) == picture.corner(5)
    strong, weak = (shape for shape in shapes if isinstance(shape, Line) and shape.colour == THEMES["light"].link)
    assert (strong.dashed, weak.dashed) == (False, True)
    (x1, y1), (x2, y2) = picture.place(0, 2), picture.place(5, 3)
    marks = [shape for shape in shapes if isinstance(shape, Box) and shape.fill == THEMES["light"].link]
    assert [(mark.x + mark.width / 2, mark.y + mark.height / 2) for mark in marks] == [(x1, y1), (x2, y2)]
    # The line is between the two candidates and does not cross them.
    for x, y in ((weak.x1, weak.y1), (weak.x2, weak.y2)):
        assert (x - x1) * (y2 - y1) == pytest.approx((y - y1) * (x2 - x1))
        assert x1 + 2 < x < x2 - 2


def test_diagonals_are_lines_and_windows_are_tints() -> None:
    shapes = Picture(grid=nf.Grid.empty(nf.Layout(9, diagonals=True, windows=True))).scene().shapes
    tints = [shape for shape in shapes if isinstance(shape, Box) and shape.fill == THEMES["light"].extra]
    down, up = (s for s in shapes if isinstance(s, Line) and s.colour == THEMES["light"].diagonal)
    assert len(tints) == 36
    assert (down.x1, down.x2, up.x1, up.x2) == (down.y1, down.y2, up.y2, up.y1)


@pytest.mark.parametrize("layout", BOARDS, ids=str)
def test_thick_lines_separate_exactly_the_boxes(layout: nf.Layout) -> None:
    shapes = Picture(grid=nf.Grid.empty(layout)).scene().shapes
    thick = [line for line in shapes if isinstance(line, Line) and line.colour == THEMES["light"].ink]
    n, box = layout.size, layout.box_of

    def is_separated(cell: int, other: int) -> bool:
        (y, x), (v, u) = divmod(cell, n), divmod(other, n)
        at_x, at_y = MARGIN + CELL * (x + u + 1) / 2, MARGIN + CELL * (y + v + 1) / 2
        return any(line.x1 <= at_x <= line.x2 and line.y1 <= at_y <= line.y2 for line in thick)

    for cell in range(n * n):
        if cell % n < n - 1:
            assert is_separated(cell, cell + 1) == (box[cell] != box[cell + 1])
        if cell + n < n * n:
            assert is_separated(cell, cell + n) == (box[cell] != box[cell + n])


@pytest.mark.parametrize("theme", THEMES)
@pytest.mark.parametrize("layout", BOARDS, ids=str)
def test_every_output_format_is_valid_on_every_layout(layout: nf.Layout, theme: str) -> None:
    picture = Picture(grid=nf.Grid.empty(layout).with_digits({0: 1}), caption="a < b & c", theme=theme)
    scene = picture.scene()
    root = ElementTree.fromstring(picture.svg())
    assert (float(root.attrib["width"]), float(root.attrib["height"])) == (scene.width, scene.height)
    assert [text.text for text in root.iter(f"{SVG}text")] == ["1", "a < b & c"]
    with Image.open(BytesIO(picture.png(scale=1.5))) as image:
        assert image.size == (round(scene.width * 1.5), round(scene.height * 1.5))
        paper = THEMES[theme].paper
        assert image.getpixel((0, 0)) == tuple(int(paper[at : at + 2], 16) for at in (1, 3, 5))
    assert picture.pdf().startswith(b"%PDF-")
    assert "<svg" in picture.html()
    assert picture._repr_svg_() == picture.svg()


def test_long_caption_is_shrunk_and_then_cut() -> None:
    sizes = []
    for count in (5, 30, 300):
        picture = Picture(grid=PUZZLE, caption="caption " * (count // 5))
        scene = picture.scene()
        text = next(shape for shape in scene.shapes if isinstance(shape, Text) and shape.text.startswith("caption"))
        assert 0.56 * len(text.text) * text.size <= scene.width + 0.01
        sizes.append((text.size, text.text.endswith("…")))
    (large, whole), (small, _), (least, is_cut) = sizes
    assert large > small >= least
    assert (whole, is_cut) == (False, True)


def test_output_is_reproducible() -> None:
    picture = Picture(grid=SOLUTION, clues=PUZZLE)
    assert (picture.png(), picture.pdf()) == (picture.png(), picture.pdf())


def test_plain_picture_as_text_is_the_board() -> None:
    assert Picture(grid=PUZZLE).text() == str(PUZZLE)
    assert Picture(grid=PUZZLE, caption="small").text().endswith("\nsmall")


def test_terminal_colours_change_no_character() -> None:
    picture = Picture(grid=SOLUTION, clues=PUZZLE, highlights={3: "bad"})
    painted = picture.text(colour=True)
    assert painted != picture.text()
    assert re.sub(r"\x1b\[\d+m", "", painted) == picture.text()


def test_candidates_and_beliefs_as_text() -> None:
    noted = Picture(grid=PUZZLE, candidates={0: [2, 3]}).text().splitlines()
    assert noted[1].startswith("│ 2¦")
    assert noted[2].startswith("│3 ¦")
    shaded = Picture(grid=PUZZLE, beliefs=[[0.0, 0.1, 0.5, 1.0]] * 16).text().splitlines()
    assert shaded[1].startswith("│ ·¦")
    assert shaded[2].startswith("│▒█¦")


@pytest.mark.parametrize(
    ("wrong", "words"),
    [
        ({"theme": "pink"}, r"unknown theme 'pink' \(choose from light, dark, print"),
        ({"highlights": {0: "loud"}}, r"unknown tone 'loud' \(choose from main, good"),
        ({"highlights": {16: "main"}}, r"unknown cell 16: expected 0 to 15"),
        ({"candidates": {-1: [1]}}, r"unknown cell -1"),
        ({"links": (Link(0, 99),)}, r"unknown cell 99"),
        ({"beliefs": [[0.1] * 4]}, r"read 1 row of beliefs, expected 16: one per cell"),
        ({"clues": nf.Grid.empty(9)}, r"the clues have size 9, but the grid has size 4"),
    ],
)
def test_invalid_pictures_are_rejected(wrong: dict[str, object], words: str) -> None:
    with pytest.raises(nf.NinefoldError, match=words):
        Picture(grid=PUZZLE, **wrong)  # type: ignore[arg-type]


@pytest.mark.parametrize("scale", [0, -1, 1e6, float("nan")])
def test_invalid_scales_are_rejected(scale: float) -> None:
    with pytest.raises(nf.NinefoldError, match=r"invalid scale .*: it must be at least 0.01"):
        Picture(grid=PUZZLE).png(scale=scale)


def test_missing_library_error_says_what_to_install(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(libraries, "find_spec", lambda _: None)
    with pytest.raises(nf.NinefoldError, match=r"needs Pillow, which is not installed: pip install 'ninefold\[draw\]'"):
        Picture(grid=PUZZLE).png()
    with pytest.raises(nf.NinefoldError, match="ReportLab"):
        Picture(grid=PUZZLE).pdf()
