"""`ninefold show`: grids read in every common form and printed as line, board, picture or JSON."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest
from running import PROPER, TWO, ninefold

from ninefold.core.frames import FRAMES

SMALL_BOARD = """\
+-----+-----+
| . . | . 1 |
| . . | 2 . |
+-----+-----+
| . 3 | . . |
| 4 . | . . |
+-----+-----+
"""
ROWS = [PROPER[start : start + 9] for start in range(0, 81, 9)]


def test_a_grid_is_a_line_in_a_pipe_and_a_board_on_request() -> None:
    assert ninefold("show", SMALL_BOARD).out == TWO + "\n"
    assert ninefold("show", TWO, "--to", "board").out == SMALL_BOARD


def test_a_drawn_board_reads_back_as_the_same_grid() -> None:
    drawn = ninefold("show", "--to", "board", PROPER, TWO)
    assert ninefold("show", stdin=drawn.out.replace("+\n+", "+\n\n+")).lines == [PROPER, TWO]


# What the printing functions of Ptasiewicz and of Gira and Karlsson write, traced by hand through their code.
PRINTPUZZLE = """\
|---------|
|0 0 | 0 1|
|0 0 | 2 0|
|---------|
|0 3 | 0 0|
|4 0 | 0 0|
|---------|
"""
PRINT_SUDOKU = "00|01\n00|20\n-----\n03|00\n40|00\n"


def test_the_frames_of_the_papers_are_printed_to_the_character() -> None:
    assert ninefold("show", TWO, "--to", "printpuzzle").out == PRINTPUZZLE
    assert ninefold("show", TWO, "--to", "print_sudoku").out == PRINT_SUDOKU
    nine = ninefold("solve", PROPER, "--to", "printpuzzle").lines
    assert nine[1] == nine[5] == "|" + "-" * 21 + "|"
    assert {len(line) for line in nine[1:]} == {23}


@pytest.mark.parametrize(("form", "puzzle"), [("printpuzzle", "1G" + "." * 254), *((f, PROPER) for f in FRAMES)])
def test_a_frame_of_a_paper_reads_back_as_the_same_grid(form: str, puzzle: str) -> None:
    assert ninefold("show", stdin=ninefold("show", puzzle, "--to", form).out).lines == [puzzle]


def test_a_frame_that_cannot_draw_a_board_says_so() -> None:
    for command in ("show", "solve"):
        done = ninefold(command, "." * 36, TWO, "--to", "printpuzzle")
        assert done.code == 2
        assert "printpuzzle draws square boxes only; this board is" in done.err
        assert "|0 0 | 0 1|" in done.out or "|---------|" in done.out
    assert "this board is size 16" in ninefold("show", "." * 256, "--to", "print_sudoku").err


def test_the_board_shows_the_boxes_of_its_layout() -> None:
    done = ninefold("show", "--to", "board", "--layout", "2x3", "123456" + "." * 30)
    assert done.lines[:4] == ["+-------+-------+", "| 1 2 3 | 4 5 6 |", "| . . . | . . . |", "+-------+-------+"]


def test_a_picture_is_well_formed_svg_with_every_clue() -> None:
    picture = ElementTree.fromstring(ninefold("show", "--to", "svg", TWO).out)
    assert picture.tag.endswith("svg")
    assert sorted("".join(picture.itertext())) == ["1", "2", "3", "4"]


def test_a_grid_as_json_has_exactly_the_documented_keys() -> None:
    done = ninefold("show", "--json", TWO, PROPER)
    assert done.records[0] == {
        "puzzle": TWO,
        "size": 4,
        "layout": "4",
        "clues": 4,
        "empty": 12,
        "rows": [[0, 0, 0, 1], [0, 0, 2, 0], [0, 3, 0, 0], [4, 0, 0, 0]],
    }
    assert [record["size"] for record in done.records] == [4, 9]


@pytest.mark.parametrize(
    "text",
    [
        f"{PROPER}\n",
        f"\ufeff{PROPER}\n",
        f"{PROPER}\r\n",
        f"# a comment\n\n  {PROPER}  # and another\n",
        f"{PROPER};5.2;by hand\n",
        PROPER.replace(".", "0"),
        PROPER.replace(".", "_"),
        "\n".join(ROWS),
        "\r".join(ROWS),
        "\n".join(" ".join(row) for row in ROWS),
        "\n".join(",".join(row.replace(".", " ")) for row in ROWS),
    ],
    ids=["line", "mark", "crlf", "comments", "fields", "zeros", "underlines", "rows", "cr", "spaced", "table"],
)
def test_a_puzzle_is_read_in_every_common_form(text: str, tmp_path: Path) -> None:
    file = tmp_path / "puzzle.txt"
    file.write_text(text, newline="")
    done = ninefold("show", file, "-", stdin=text)
    assert (done.code, done.lines, done.err) == (0, [PROPER, PROPER], "")


def test_a_file_may_mix_blocks_and_lines() -> None:
    text = f"{PROPER}\n{TWO}\n\n{SMALL_BOARD}\n" + "\n".join(ROWS)
    assert ninefold("show", stdin=text).lines == [PROPER, TWO, TWO, PROPER]


def test_an_ambiguous_alphabet_is_an_error() -> None:
    text = "123456789" + "." * 247
    refused = ninefold("show", text)
    assert (refused.code, refused.out) == (2, "")
    assert "--alphabet 1-9A-G" in refused.err
    for alphabet, digits in (("1-9A-G", [*range(1, 10)]), ("0-9A-F", [*range(2, 11)])):
        (record,) = ninefold("show", "--json", "--alphabet", alphabet, text).records
        assert record["rows"][0][:9] == digits


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([PROPER, "--alphabet", "1-5"], "alphabet '1-5' has 5 characters"),
        ([PROPER, "--to", "pdf"], "unknown value 'pdf'"),
        ([PROPER, "--by", "search"], "unrecognized arguments: --by"),
        ([], "standard input: no puzzle found"),
    ],
)
def test_show_reports_usage_errors(args: list[str], words: str) -> None:
    done = ninefold("show", *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_an_incorrect_grid_is_shown_too() -> None:
    assert ninefold("show", "11" + "." * 14).lines == ["11" + "." * 14]
