"""Tests of reading one grid from text: every printed form, no guessing, every fault with its place."""

from __future__ import annotations

import re
from collections.abc import Callable

import pytest
from core.boards import LAYOUTS, PUZZLE, SOLUTION, few, grids, solved, some
from hypothesis import given
from hypothesis import strategies as st

from ninefold import Grid, GridError, Layout, ParseError
from ninefold.core.alphabet import default_alphabet, known_alphabets, symbols_of
from ninefold.core.text import MAX_TEXT, is_ruling

ROWS = re.findall(".{9}", PUZZLE)
FULL_ROWS = re.findall(".{9}", SOLUTION)
EMPTY_TABLE = [row.replace(".", " ") for row in ROWS]


def lines(pattern: str, rows: list[str] = ROWS, rule: str = "", frame: str = "") -> str:
    """Nine rows with the cells in place of the x's of the pattern, and a rule after every third row."""
    drawn = [pattern.replace("x", "{}").format(*row) for row in rows]
    bands = ["\n".join(drawn[i : i + 3]) for i in (0, 3, 6)]
    return "\n".join(filter(None, [frame, f"\n{rule}\n".join(bands) if rule else "\n".join(bands), frame]))


def faults(make: Callable[[], Grid]) -> list[str]:
    with pytest.raises(GridError) as caught:
        make()
    return [str(fault) for fault in caught.value.faults]


# --- forms --------------------------------------------------------------------------------

FORMS = {
    **{f"a line with {blank} for blanks": PUZZLE.replace(".", blank) for blank in ".0*_"},
    "a line with all of them": PUZZLE.replace(".", "0", 9).replace(".", "*", 9).replace(".", "_", 9),
    "a line broken in bands": "\n".join(re.findall(".{27}", PUZZLE)),
    "a line with a comment": PUZZLE + "  # from Wikipedia",
    "a line after a comment": "# 17 of them\n" + PUZZLE,
    "a line after a byte order mark": "\ufeff" + PUZZLE,
    "nine lines": lines("xxxxxxxxx"),
    "nine lines, CRLF": lines("xxxxxxxxx").replace("\n", "\r\n"),
    "nine lines, comments": "# easy\n" + lines("xxxxxxxxx  # a row"),
    "nine lines, empty lines between bands": lines("xxx xxx xxx", rule=" "),
    "nine lines, indented": lines("    xxxxxxxxx   "),
    "separated": lines("x x x x x x x x x"),
    "separated by several blanks": lines("x  x  x   x  x  x   x  x  x"),
    "separated, in one line": " ".join(PUZZLE),
    "bars and dashes": lines("xxx|xxx|xxx", rule="-----------"),
    "bars, dashes and plus": lines("xxx|xxx|xxx", rule="---+---+---"),
    "framed": lines("| x x x | x x x | x x x |", rule="|-------+-------+-------|", frame="+-------+-------+-------+"),
    "Simple Sudoku": lines("|xxx|xxx|xxx|", rule="|---+---+---|", frame="*-----------*"),
    "HoDoKu": lines("| x x x | x x x | x x x |", rule=":-------+-------+-------:", frame=".-------.-------.-------."),
    "Ptasiewicz's print": lines(
        "|x x x |x x x |x x x|", rule="|-----------------------|", frame="|-----------------------|"
    ),
    "equals signs": lines("x x x | x x x | x x x", rule="======+=======+======"),
    "light box drawing": lines("│x x x│x x x│x x x│", rule="├─────┼─────┼─────┤", frame="┌─────┬─────┬─────┐"),
    "heavy box drawing": lines("┃xxx┃xxx┃xxx┃", rule="┣━━━╋━━━╋━━━┫", frame="┏━━━┳━━━┳━━━┓"),
    "double box drawing": lines("║xxx║xxx║xxx║", rule="╠═══╬═══╬═══╣", frame="╔═══╦═══╦═══╗"),
    "tabs": lines("\t".join("x" * 9)),
    "tabs, empty": lines("\t".join("x" * 9), EMPTY_TABLE),
    "tabs, nothing at all in a blank": lines("\t".join("x" * 9), EMPTY_TABLE).replace(" ", ""),
    "tabs, CRLF": lines("\t".join("x" * 9), EMPTY_TABLE).replace("\n", "\r\n"),
    "commas": lines("x,x,x,x,x,x,x,x,x"),
    "commas, empty": lines("x,x,x,x,x,x,x,x,x", EMPTY_TABLE).replace(" ", ""),
    "commas and blanks": lines("x, x, x, x, x, x, x, x, x", EMPTY_TABLE),
    "commas, empty, in one line": ",".join(PUZZLE).replace(".", ""),
    "semicolons, empty": lines("x;x;x;x;x;x;x;x;x", EMPTY_TABLE).replace(" ", ""),
    "Markdown rows": lines("| x | x | x | x | x | x | x | x | x |", EMPTY_TABLE),
    "Markdown rows without outer bars": lines("x | x | x | x | x | x | x | x | x"),
    "Markdown under an empty heading": "|   |   |   |   |   |   |   |   |   |\n|---|---|---|---|---|---|---|---|---|\n"
    + lines("| x | x | x | x | x | x | x | x | x |", EMPTY_TABLE),
    "Markdown with the rule after row one": re.sub(
        "\n", "\n|---|---|---|---|---|---|---|---|---|\n", lines("|x|x|x|x|x|x|x|x|x|", EMPTY_TABLE), count=1
    ),
    "a fully ruled table": lines(
        "║ x │ x │ x ║ x │ x │ x ║ x │ x │ x ║", EMPTY_TABLE, "╟───┼───┼───╫───┼───┼───╫───┼───┼───╢", "╔═══╤═══╗"
    ),
}


@pytest.mark.parametrize("text", FORMS.values(), ids=FORMS.keys())
def test_puzzle_is_read_from_every_text_form(text):
    assert Grid(text).line == PUZZLE
    assert Grid(text, layout=Layout(9)).line == PUZZLE


@pytest.mark.parametrize(
    "text",
    [
        lines("|x x x |x x x |x x x|", FULL_ROWS, "|-----------------------|", "|-----------------------|"),
        lines("xxx|xxx|xxx", FULL_ROWS, "-----------"),
        lines("x x x x x x x x x", FULL_ROWS),
    ],
)
def test_solutions_printed_in_the_papers_are_read(text):
    assert Grid(text).line == SOLUTION


@pytest.mark.parametrize(
    ("text", "line"),
    [
        ("..4. 1... ...3 .1..", "..4.1......3.1.."),
        ("|--|--|\n|12|34|\n|34|12|\n|--|--|\n|21|43|\n|43|21|", "1234341221434321"),
        ("| 1 2 | 3 4 |\n| 3 4 | 1 2 |\n+-----+-----+\n| 2 1 | 4 3 |\n| 4 3 | 2 1 |", "1234341221434321"),
        ("1\t\t3\t4\n\t\t\t\n2\t1\t4\t3\n4\t3\t\t", "1.34....214343.."),
        (
            "123|456\n456|123\n---+---\n234|561\n561|234\n---+---\n345|612\n612|345",
            "123456456123234561561234345612612345",
        ),
    ],
)
def test_small_boards_are_read_in_the_same_forms(text, line):
    assert Grid(text).line == line


@pytest.mark.parametrize(
    ("line", "ruling"),
    [
        *(("-----------", True), ("---+---+---", True), ("|--|--|", True), ("*-----*", True), ("+=====+", True)),
        *((".-----.-----.", True), ("'-----'", True), ("├───┼───┤", True), ("╠═══╬═══╣", True), ("+       +--+", True)),
        *(
            ("", False),
            ("...", False),
            (".", False),
            ("-", False),
            ("___", False),
            ("| . . |", False),
            ("--5--", False),
        ),
    ],
)
def test_ruling_is_distinguished_from_rows(line, ruling):
    assert is_ruling(line) is ruling


# --- more than nine digits ----------------------------------------------------------------


@pytest.mark.parametrize("size", [10, 12, 16, 25, 36, 64])
@pytest.mark.parametrize("separator", [" ", "  ", "\t", ", ", " | "])
def test_large_boards_are_read_as_separated_numbers(size, separator):
    grid = solved(Layout(size)).with_digits({0: 0, size: 0})
    text = "\n".join(separator.join(str(digit or ".") for digit in row) for row in grid.rows)
    assert Grid(text) == grid


@given(st.lists(st.sampled_from([*".0*_", *map(str, range(13)), "01", "12", "13", "99"]), min_size=143, max_size=145))
def test_numbers_between_spaces_are_read_the_same_fast_and_slowly(words):
    """A comment leads to the general path."""

    def read(text: str) -> tuple[object, ...]:
        try:
            return Grid(text), None
        except ParseError as error:
            return error.message, error.faults

    text = " ".join(words)
    assert read(text) == read(f"{text} # a comment")


def test_a_large_line_of_numbers_is_not_read_character_by_character(monkeypatch):
    monkeypatch.setattr("ninefold.core.text.tokens_of", None)
    grid = solved(Layout(64)).with_digits({0: 0})
    assert Grid(grid.line) == Grid(grid.line, layout=Layout(64)) == grid


@pytest.mark.parametrize("blank", ["", "0", "."])
def test_a_large_table_may_have_empty_fields(blank):
    grid = solved(Layout(16)).with_digits(dict.fromkeys(range(0, 256, 3), 0))
    text = "\n".join("\t".join(str(digit or blank) for digit in row) for row in grid.rows)
    assert Grid(text) == grid


def test_separated_one_digit_numbers_are_numbers():
    grid = Grid.empty(16).with_digits({0: 1, 1: 9})
    assert Grid(" ".join(str(digit or ".") for digit in grid)) == grid


@pytest.mark.parametrize("size", [10, 12, 16, 25, 36])
def test_each_known_alphabet_is_read_if_named(size):
    grid = solved(Layout(size)).with_digits({3: 0, 40: 0})
    for alphabet in known_alphabets(size):
        text = "".join("."[digit:] or symbols_of(alphabet, size)[digit - 1] for digit in grid)
        assert Grid(text, alphabet=alphabet) == grid
        if alphabet.upper() == alphabet:
            assert Grid(text.lower(), alphabet=alphabet) == grid


@pytest.mark.parametrize(
    ("size", "alphabet"), [(16, "1-9A-G"), (16, "A-P"), (12, "1-9A-C"), (12, "A-L"), (25, "1-9A-P"), (25, "A-Y")]
)
@pytest.mark.parametrize("write", [str.upper, str.lower])
def test_alphabet_with_a_distinctive_letter_is_detected(size, alphabet, write):
    grid = solved(Layout(size)).with_digits({0: 0})
    text = "".join("."[digit:] or symbols_of(alphabet, size)[digit - 1] for digit in grid)
    assert Grid(write(text)) == grid


def test_zero_is_a_digit_beside_dots_and_a_blank_otherwise():
    assert Grid("0" + "." * 254 + "F") == Grid.empty(16).with_digits({0: 1, 255: 16})
    assert Grid("1" + "0" * 254 + "G") == Grid.empty(16).with_digits({0: 1, 255: 16})


def test_letters_may_be_separated_too():
    grid = solved(Layout(16))
    assert Grid("\n".join(" ".join(grid.line[i : i + 16]) for i in range(0, 256, 16))) == grid


def test_named_alphabet_decides_the_digits():
    text = "1" + "." * 255
    assert [Grid(text, alphabet=name)[0] for name in ("1-9A-G", "0-9A-F")] == [1, 2]
    assert Grid("A" + "." * 80, alphabet="A-I")[0] == 1
    with pytest.raises(ParseError, match="could be written in the alphabets"):
        Grid(text)


@pytest.mark.parametrize("alphabet", ["1-9", "A-Q", "1-9A-GG", 5, ["A"]])
def test_alphabet_of_another_size_is_rejected(alphabet):
    with pytest.raises(ParseError, match=r"alphabet .*'1-9A-G'"):
        Grid("." * 256, alphabet=alphabet)


def test_board_too_large_for_characters_is_rejected():
    with pytest.raises(ParseError, match="a board of 64 digits must be written as numbers separated by spaces"):
        Grid("." * 4096)


# --- round trips --------------------------------------------------------------------------


@given(grids())
@some
def test_the_drawn_board_and_the_line_are_read_back_as_the_same_grid(grid):
    assert Grid(str(grid), layout=grid.layout) == grid
    assert Grid(grid.line, layout=grid.layout, alphabet=default_alphabet(grid.size)) == grid


@given(st.data())
@few
def test_standard_board_is_read_back_without_a_layout(data):
    grid = data.draw(grids(st.sampled_from([Layout(size) for size in (4, 6, 8, 9, 10, 12, 16)])))
    assert Grid(str(grid)) == grid
    assert Grid(str(grid).replace("\n", "\r\n")) == grid


@pytest.mark.parametrize("layout", LAYOUTS, ids=lambda layout: str(layout)[:24])
def test_boards_of_every_kind_are_read_back(layout):
    for grid in (Grid.empty(layout), Grid(list(range(1, layout.size + 1)) * layout.size, layout=layout)):
        assert Grid(str(grid), layout=layout) == grid
        assert Grid(grid.line, layout=layout, alphabet=default_alphabet(layout.size)) == grid


@pytest.mark.parametrize("size", [62, 64])
def test_largest_boards_are_read_back_with_all_their_ruling(size):
    layout = Layout(size, regions=[(r + c) % size for r in range(size) for c in range(size)])
    grid = Grid([size] * size**2, layout=layout)
    assert Grid(str(grid), layout=layout) == Grid(grid.line, layout=layout) == grid


# --- faults -------------------------------------------------------------------------------


def test_error_lists_every_fault_with_cell_line_and_column():
    rows = ["53..7....", "6..1x5...", ".98....6.", *ROWS[3:8], "....8..7²"]
    assert faults(lambda: Grid("# broken\n" + "\n".join(rows))) == [
        "r2c5 (line 3, column 5): read 'x', expected a digit 1-9 or a blank (. 0 * _)",
        "r9c9 (line 10, column 9): read '²', expected a digit 1-9 or a blank (. 0 * _)",
    ]


def test_columns_are_counted_in_the_text_not_in_the_grid():
    text = lines("| x x x | x x x | x x x |").replace("7", "?")
    assert faults(lambda: Grid(text))[0].startswith("r1c5 (line 1, column 13): read '?'")
    table = lines("x,x,x,x,x,x,x,x,x", EMPTY_TABLE).replace(" ", "").replace("9", "?")
    assert faults(lambda: Grid(table))[0].startswith("r2c5 (line 2, column 7): read '?'")
    table = lines("| x | x | x | x | x | x | x | x | x |", EMPTY_TABLE).replace("9", "?")
    assert faults(lambda: Grid(table))[0].startswith("r2c5 (line 2, column 19): read '?'")


@pytest.mark.parametrize("char", ["²", "٣", "३", "x", "A", "-", "\0", "½", "Ⅷ", "é", "\u200b", "😀", "'", "\\"])
def test_invalid_character_is_reported(char):
    text = PUZZLE[:40] + char + PUZZLE[41:]
    assert faults(lambda: Grid(text)) == [
        f"r5c5 (line 1, column 41): read {char!r}, expected a digit 1-9 or a blank (. 0 * _)"
    ]


def test_arabic_digits_are_rejected_in_large_boards():
    tokens = ["."] * 256
    tokens[0], tokens[20], tokens[255] = "10", "١٢", "17"
    assert faults(lambda: Grid(" ".join(tokens))) == [
        "r2c5 (line 1, column 42): read '١٢', expected a number 1 to 16 or a blank (. 0 * _)",
        "r16c16 (line 1, column 513): read '17', expected a number 1 to 16 or a blank (. 0 * _)",
    ]


@pytest.mark.parametrize("token", [".0", "0*", "*_", "..", "-1", "+1", "1.", "1e1", "0x1", "1000", "A"])
def test_token_that_resembles_a_number_is_rejected(token):
    assert faults(lambda: Grid(" ".join([token, "10", *["."] * 254]))) == [
        f"r1c1 (line 1, column 1): read {token!r}, expected a number 1 to 16 or a blank (. 0 * _)"
    ]


@pytest.mark.parametrize("text", [" ".join(["10"] + ["."] * 80), "10," + "," * 79])
def test_two_digit_number_on_a_small_board_is_one_fault(text):
    assert faults(lambda: Grid(text)) == [
        "r1c1 (line 1, column 1): read '10', expected a number 1 to 9 or a blank (. 0 * _)"
    ]


def test_error_names_the_size_that_was_assumed():
    with pytest.raises(ParseError, match="read 36 cells, but not all are valid for size 6"):
        Grid("5 8 7 4 9 1\n" * 6)


def test_error_lists_every_line_of_the_wrong_length():
    rows = [*ROWS[:4], "4..8.3..", *ROWS[5:8], "....8..7911"]
    assert faults(lambda: Grid("\n".join(rows))) == [
        "line 5: read 8 cells, expected 9 as in the other lines",
        "line 9: read 11 cells, expected 9 as in the other lines",
    ]


def test_missing_number_in_a_large_board_names_its_line():
    rows = [" ".join(map(str, row)) for row in solved(Layout(25)).rows]
    rows[6] = rows[6].partition(" ")[2]
    with pytest.raises(ParseError, match="read 624 cells") as caught:
        Grid("\n".join(rows))
    assert [str(fault) for fault in caught.value.faults] == ["line 7: read 24 cells, expected 25 as in the other lines"]


@pytest.mark.parametrize(
    ("text", "words"),
    [
        *((text, "read 0 cells, expected") for text in ("", " \n\t\r\n ", "# only a comment", "+---+\n+---+", "|||")),
        (PUZZLE[:80], "read 80 cells, expected the square of a size with standard boxes (16, 36, 81, 256, 625 …)"),
        (PUZZLE + "1", "read 82 cells"),
        ("." * 49, "read 49 cells"),
        ("." * 65**2, "read 4,225 cells"),
        ("." * (MAX_TEXT + 1), "read 65,537 characters, expected one grid of at most 65,536"),
        ("-" * 60_000 + "A", "read 60,001 cells"),  # not ruling, and this must be found fast
        ("1|2|3|4|1|2\n" * 4, "read 24 cells"),  # the outer cells count, with or without bars beside them
        ("|1|2|3|4|1\n" * 4, "read 20 cells"),
        ("1|1|2|3|4|\n" * 4, "read 20 cells"),
        ("|1|2|3|4|\n" * 5, "read 20 cells"),  # a heading has no digits in it
        ("|.|.|.|.|\n" + "|1|2|3|4|\n" * 4, "read 20 cells"),
        (PUZZLE + "\n" + PUZZLE, "read 162 cells"),
    ],
)
def test_text_with_a_wrong_number_of_cells_is_rejected(text, words):
    with pytest.raises(ParseError) as caught:
        Grid(text)
    assert words in str(caught.value)


def test_layout_decides_the_expected_number_of_cells():
    with pytest.raises(ParseError, match=r"read 81 cells, expected 36 \(size 6\)"):
        Grid(PUZZLE, layout=Layout(6))


def test_size_without_default_boxes_is_read_with_a_layout():
    layout = Layout(5, box=(1, 5))
    assert Grid("12345 " * 5, layout=layout).rows == ((1, 2, 3, 4, 5),) * 5


grid_like = st.text("0123456789.*_ABGPxX|+-=─│\t,;# \n\r", max_size=400)
rows_like = st.lists(st.text("0123456789.ABG", min_size=4, max_size=16), max_size=16).map("\n".join)
nearly = st.tuples(st.sampled_from(list(FORMS.values())), st.integers(0, 400), st.text(max_size=3)).map(
    lambda t: t[0][: t[1]] + t[2] + t[0][t[1] + 1 :]
)


@given(st.one_of(st.text(), grid_like, rows_like, nearly), st.sampled_from([None, *LAYOUTS[:7]]))
@some
def test_any_text_is_a_grid_or_a_parse_error(text, layout):
    try:
        grid = Grid(text, layout=layout)
    except ParseError as error:
        assert str(error)  # noqa: PT017
        return
    assert Grid(str(grid), layout=grid.layout) == grid


@given(st.text(st.sampled_from("123456789."), min_size=81, max_size=81))
@few
def test_any_81_digits_and_dots_are_the_grid_of_those_digits(text):
    assert Grid(text).line == text


def test_one_cell_is_counted_in_the_singular():
    with pytest.raises(ParseError, match=r"^read 1 cell, expected"):
        Grid("5")


def test_a_text_may_have_the_greatest_length_and_no_more():
    grid = "..4.1......3.1.."
    assert Grid(grid + " " * (MAX_TEXT - len(grid))).line == grid
    with pytest.raises(ParseError, match=f"read {MAX_TEXT + 1:,} characters"):
        Grid(grid + " " * (MAX_TEXT + 1 - len(grid)))
