"""Tests of texts with many puzzles: one per line or in blocks, yielded as soon as they are certain."""

from __future__ import annotations

import itertools
import re
from collections.abc import Iterator

import pytest
from core.boards import PUZZLE, SOLUTION, few, grids, solved
from hypothesis import given
from hypothesis import strategies as st

from ninefold import Grid, Layout, ParseError
from ninefold.core.reading import split

ROWS = re.findall(".{9}", PUZZLE)
FULL_ROWS = re.findall(".{9}", SOLUTION)
BOARD = str(Grid(PUZZLE)).splitlines()
SMALL = "..4.1......3.1.."
LARGE = solved(Layout(16)).with_digits({0: 0, 100: 0})
LARGE_ROWS = re.findall(".{16}", LARGE.line)


def read(lines: list[str], size: int | None = None) -> list[tuple[int, str]]:
    """The puzzles of a text with their line numbers."""
    return [(written.line, written.grid().line) for written in split(lines, size)]


# --- one puzzle per line ------------------------------------------------------------------


@pytest.mark.parametrize(
    "rest",
    [
        "",
        "  ",
        "\n",
        "\r\n",
        "," + SOLUTION,
        ";" + SOLUTION,
        " 7.2",
        "\t7.2\teasy",
        "  # hard",
        "#17",
        ":1:" + SOLUTION,
        "|easy",
        " | easy",
    ],
    ids=repr,
)
def test_fields_after_the_puzzle_are_ignored(rest):
    assert read([PUZZLE + rest, SOLUTION + rest]) == [(1, PUZZLE), (2, SOLUTION)]


def test_comments_empty_lines_and_ruling_between_lines_are_skipped():
    lines = ["# a set", PUZZLE, "  # easy", "", "   ", SOLUTION, "-----", PUZZLE, "", ""]
    assert read(lines) == [(2, PUZZLE), (6, SOLUTION), (8, PUZZLE)]


def test_byte_order_mark_and_indentation_are_skipped():
    assert read(["\ufeff" + PUZZLE + ",7.2", "   " + SOLUTION]) == [(1, PUZZLE), (2, SOLUTION)]


@pytest.mark.parametrize(
    "line",
    [" ".join(PUZZLE), ",".join(PUZZLE), ",".join(PUZZLE).replace(".", ""), PUZZLE.replace(".", "0")],
    ids=["separated", "commas", "empty fields", "zeros"],
)
def test_a_line_may_have_its_cells_separated(line):
    assert read([line, line]) == [(1, PUZZLE), (2, PUZZLE)]


@pytest.mark.parametrize("alphabet", ["1-9A", "1-9A-C", "1-9A-G", "1-9A-P"])
def test_lines_of_large_boards_are_puzzles_too(alphabet):
    size = {"1-9A": 10, "1-9A-C": 12, "1-9A-G": 16, "1-9A-P": 25}[alphabet]
    grid = solved(Layout(size)).with_digits({0: 0})
    assert [written.grid(alphabet=alphabet) for written in split([grid.line, grid.line])] == [grid, grid]


def test_lines_of_other_sizes_are_read_if_the_size_is_given():
    layout = Layout(5, box=(1, 5))
    assert [written.grid(layout).line for written in split(["12345" * 5, "....." * 5], 5)] == ["12345" * 5, "." * 25]
    layout = Layout(2, box=(1, 2))
    assert [written.grid(layout).line for written in split(["1221", "12.."], 2)] == ["1221", "12.."]


def test_heading_above_lines_is_a_fault_of_its_line_only():
    heading, *puzzles = split(["quizzes,solutions", f"{PUZZLE},{SOLUTION}", f"{PUZZLE},{SOLUTION}"])
    assert [(written.line, written.grid().line) for written in puzzles] == [(2, PUZZLE), (3, PUZZLE)]
    with pytest.raises(ParseError):
        heading.grid()


# --- blocks -------------------------------------------------------------------------------


BLOCKS = {
    "rows": ROWS,
    "a board": BOARD,
    "separated": [" ".join(row) for row in ROWS],
    "commas": [",".join(row).replace(".", "") for row in ROWS],
    "ruled": [*ROWS[:3], "---------", *ROWS[3:6], "---------", *ROWS[6:]],
    "framed": ["*---*", *ROWS, "*---*"],
}


@pytest.mark.parametrize("block", BLOCKS.values(), ids=BLOCKS.keys())
def test_empty_lines_separate_blocks(block):
    size = len(block)
    assert read([*block, "", *block, "", "", *block]) == [(1, PUZZLE), (size + 2, PUZZLE), (2 * size + 4, PUZZLE)]


def test_blocks_and_lines_can_be_mixed():
    assert read([PUZZLE, "", *BOARD, "", *FULL_ROWS, "", SOLUTION]) == [
        (1, PUZZLE),
        (3, PUZZLE),
        (17, SOLUTION),
        (27, SOLUTION),
    ]


def test_comment_does_not_split_a_block():
    assert read(["# first", *ROWS[:4], "  # half of it", *ROWS[4:], "", *ROWS]) == [(2, PUZZLE), (13, PUZZLE)]


def test_markdown_tables_with_an_empty_heading_are_blocks():
    rows = ["|" + "|".join(row.replace(".", " ")) + "|" for row in ROWS]
    assert read(["| " * 9 + "|", "|---" * 9 + "|", *rows, "", *rows]) == [(1, PUZZLE), (13, PUZZLE)]


@pytest.mark.parametrize("size", [16, 25, 36])
@pytest.mark.parametrize("separator", [" ", "\t", ","])
def test_blocks_of_numbers_are_large_boards(size, separator):
    grid = solved(Layout(size)).with_digits({0: 0})
    block = [separator.join(str(digit or ".") for digit in row) for row in grid.rows]
    assert [written.grid() for written in split([*block, "", *block])] == [grid, grid]


@pytest.mark.parametrize("grid", [LARGE, Grid.empty(16).with_digits({0: 4})], ids=["large digits", "small digits"])
@pytest.mark.parametrize("frame", [[], ["-" * 40]], ids=["unframed", "framed"])
def test_a_ruled_board_of_numbers_is_one_board_with_or_without_a_frame(grid, frame):
    rows = [" ".join(str(digit or ".") for digit in row) for row in grid.rows]
    bands = [[*rows[i : i + 4], "-----+-----"] for i in range(0, 16, 4)]
    assert [written.grid() for written in split([*frame, *itertools.chain(*bands)])] == [grid]


@given(
    st.lists(grids(st.sampled_from([Layout(9), Layout(6), Layout(12)])), min_size=1, max_size=4),
    st.sampled_from(["", " ", "\r\n"]),
)
@few
def test_boards_written_one_after_another_are_read_back(several, between):
    lines = [line for grid in several for line in [*str(grid).splitlines(), between]]
    assert [written.grid() for written in split(lines)] == several


# --- sixteen lines of sixteen characters --------------------------------------------------


def test_sixteen_rows_with_a_digit_beyond_four_are_one_large_board():
    (written,) = split(LARGE_ROWS)
    assert written.grid(alphabet="1-9A-G") == LARGE


@pytest.mark.parametrize(
    "lines",
    [[SMALL] * 16, [" ".join(SMALL)] * 16, [",".join(SMALL)] * 16, ["." * 16] * 16],
    ids=["lines", "separated", "commas", "empty"],
)
def test_ambiguous_sixteen_lines_are_rejected(lines):
    with pytest.raises(
        ParseError,
        match=r"the 16 lines from here could be 16 puzzles of size 4 or one of size 16; pass a size",
    ):
        read(["# a text", "", *lines])


@pytest.mark.parametrize(("size", "puzzles"), [(4, 16), (16, 1)])
def test_a_size_decides_what_sixteen_lines_are(size, puzzles):
    found = [written.grid(Layout(size)) for written in split(["." * 16] * 16, size)]
    assert found == [Grid.empty(size)] * puzzles


@pytest.mark.parametrize("count", [1, 2, 15, 17, 32])
def test_any_other_number_of_lines_are_small_puzzles(count):
    assert read([SMALL] * count) == [(line, SMALL) for line in range(1, count + 1)]


@pytest.mark.parametrize("rest", [",easy", " 7.2", ";" + SMALL, "\t9"])
def test_each_line_with_more_fields_is_a_puzzle(rest):
    assert read([SMALL + rest] * 16) == read([SMALL] * 15 + [SMALL + rest]) == [(line, SMALL) for line in range(1, 17)]


def test_comments_after_the_lines_do_not_resolve_the_ambiguity():
    with pytest.raises(ParseError, match="could be 16 puzzles"):
        read([SMALL + "  # easy 9"] * 16)


def test_sixty_four_lines_follow_the_same_rule():
    eight = "12345678" + "." * 56
    with pytest.raises(ParseError, match="could be 64 puzzles of size 8 or one of size 64"):
        read([eight] * 64)
    assert read([eight] * 63) == [(line, eight) for line in range(1, 64)]


def test_thirty_six_lines_follow_the_same_rule():
    with pytest.raises(ParseError, match="could be 36 puzzles of size 6 or one of size 36"):
        read(["123456" * 6] * 36)
    (written,) = split(["123456" * 5 + "GHIJKL"] * 36)
    assert written.line == 1


# --- faults -------------------------------------------------------------------------------


def places(lines: list[str]) -> list[str]:
    found = []
    for written in split(lines):
        with pytest.raises(ParseError) as caught:
            written.grid()
        found += [fault.where for fault in caught.value.faults]
    return found


@pytest.mark.parametrize(
    ("lines", "where"),
    [
        (["# a set", "", "x" + PUZZLE[1:], PUZZLE[:80] + "x"], ["r1c1 (line 3, column 1)", "r9c9 (line 4, column 81)"]),
        (["    x" + PUZZLE[1:]], ["r1c1 (line 1, column 5)"]),
        ([*ROWS[:8], "x........"], ["r9c1 (line 9, column 1)"]),
        (["", "# one", ROWS[0], "# two", "", "", *ROWS[:8], "........x"], ["r9c9 (line 15, column 9)"]),
        ([*ROWS[:2], "# a comment", "#another", *ROWS[2:8], "x........"], ["r9c1 (line 11, column 1)"]),
        ([*BOARD[:11], "| . . . | . x . | . 7 9 |"], ["r9c5 (line 12, column 13)"]),
        (["\ufeffx" + PUZZLE[1:]], ["r1c1 (line 1, column 1)"]),
    ],
)
def test_faults_give_line_numbers_of_the_whole_text(lines, where):
    assert places(lines)[-len(where) :] == where


def test_bad_line_does_not_affect_its_neighbours():
    good, bad, again = split([PUZZLE, "what is this?", SOLUTION])
    assert (good.grid().line, again.grid().line, bad.line) == (PUZZLE, SOLUTION, 2)
    with pytest.raises(ParseError):
        bad.grid()


def test_a_ragged_block_is_one_fault_that_names_the_line():
    (written,) = split(["", *ROWS[:3], ROWS[3][:8], *ROWS[4:]])
    with pytest.raises(ParseError, match="line 5: read 8 cells, expected 9 as in the other lines"):
        written.grid()


@pytest.mark.parametrize("bad", [["xyz"] * 400, ["." * 16] * 16], ids=["endless", "unsure"])
def test_unreadable_block_does_not_affect_what_follows(bad):
    first, rejected, last = split([PUZZLE, "", *bad, "", SOLUTION])
    assert (first.grid().line, last.grid().line, rejected.line) == (PUZZLE, SOLUTION, 3)
    with pytest.raises(ParseError, match=r"too long for one puzzle|pass a size"):
        rejected.grid()


@pytest.mark.parametrize("lines", [[], [""], ["", "  ", "\n"], ["# nothing"], ["# nothing", "", "# here"]])
def test_a_text_without_puzzles_gives_none(lines):
    assert list(split(lines)) == []


@given(
    st.lists(st.one_of(st.text(max_size=20), st.sampled_from([PUZZLE, SMALL, "---", "", *ROWS, *BOARD])), max_size=30),
    st.sampled_from([None, 4, 9, 16]),
)
@few
def test_any_text_is_puzzles_and_parse_errors_with_lines_that_are_in_it(lines, size):
    for written in split(lines, size):
        assert 1 <= written.line <= len(lines)
        try:
            written.grid()
        except ParseError:
            continue


# --- streaming ----------------------------------------------------------------------------


def endless(lines: list[str]) -> Iterator[str]:
    yield from itertools.islice(itertools.cycle(lines), 2000)
    pytest.fail("two thousand lines were read before the fiftieth puzzle was yielded")


@pytest.mark.parametrize(
    "lines",
    [
        [PUZZLE],
        [PUZZLE + "," + SOLUTION],
        [SMALL],
        [*ROWS, ""],
        [*BOARD, ""],
        [",".join(PUZZLE)],
        ["heading", *[PUZZLE] * 9],
    ],
    ids=["lines", "fields", "small", "rows", "boards", "commas", "heading"],
)
def test_puzzles_are_yielded_before_the_text_ends(lines):
    assert len(list(itertools.islice(split(endless(lines)), 50))) == 50


def test_puzzle_is_yielded_before_the_next_line_is_read():
    taken = []
    lines = (taken.append(number) or PUZZLE for number in range(1, 100))
    for number, written in enumerate(itertools.islice(split(lines), 5), 1):
        assert (written.line, taken) == (number, list(range(1, number + 1)))
