"""Files of other programs, as they write them: what is read from each, and how a fault is words."""

from __future__ import annotations

import json
import re
import zlib
from base64 import b64encode, urlsafe_b64encode
from collections.abc import Iterable
from hashlib import sha1

import pytest
from puzzle_strategies import BOARDS, SOLUTION, WIKIPEDIA

import ninefold as nf
from ninefold.core.puzzle import Play, Puzzle, Rating
from ninefold.formats import TABLE, by_ending, detect, find
from ninefold.formats.files import read_text, reading
from ninefold.formats.format import MAX_NOTES, Format, InputFile
from ninefold.formats.links import compress, decompress
from ninefold.formats.own import as_object

ROWS = [WIKIPEDIA[i : i + 9] for i in range(0, 81, 9)]
ZEROS = WIKIPEDIA.replace(".", "0")
_BARS = [f"|{row[:3]}|{row[3:6]}|{row[6:]}|" for row in ROWS]
_EDGE, _RULE = ["*-----------*"], ["|---+---+---|"]
FRAMED = "\n".join(_EDGE + _BARS[:3] + _RULE + _BARS[3:6] + _RULE + _BARS[6:] + _EDGE)
F_LINK = (
    "https://www.f-puzzles.com/?load=N4IgzglgXgpiBcBOANCALhNAbO8QHUIBrCABxgBMIBDEVagVzQAsB7AJwRDpHYZzAw0XAHIcAttSwACMAwqs"
    "iDaXwHTqpUlgCeAOh4BzdhAoIA2mdAA3KQ1wBWVAYhWYAOwRo+MAL7JrtrgAzE4u7p7efqAAxu5oMOwACu7REFgAstTsRGDmAIzIAEzIACwAuqjRHG4Jy"
    "W6pGVk55uVRUSA2WHYIAOyhrh7wXnZt/qPAPhWWHYEIAGz94UORY6sBXbgFIM4DESP+MxsIKNthg8O+B53d8I6nu8v7E2uTyJbt17gnO0sXH7PwAAci3"
    "OK2e4PGhxuC3uvzBr2mnwQwNhoKe43+R3gMJ+aMuELWUOCIL2vim6xuJRJj3xkKRQOpf0J9JCqNJGKuAK2uPZ5KJvUZ8JenKxxTZNI54P52MFI3JmOhst"
    "pwql9LFPIlIpuKI1TIm8pV0qp4r10u5Z3ZWq+Ssl0ruusiBoJqoBOotmud0r6JrB0u+7r+ZTKPiAA="
)


def only(text: str | bytes, form: str | None = None) -> Puzzle:
    """The one puzzle of a text."""
    (puzzle,) = read_text(text, form)
    return puzzle


def known(text: str | bytes) -> str:
    return detect(InputFile.of(text)).name


# --- plain text ----------------------------------------------------------------------------------


@pytest.mark.parametrize("blank", ".0*_xX- ")
def test_a_line_may_have_any_common_blank(blank: str) -> None:
    assert only(WIKIPEDIA.replace(".", blank) + "\n").clues.line == WIKIPEDIA


def test_what_follows_a_puzzle_is_kept() -> None:
    with_all, with_comment, with_hash = read_text(
        f"{WIKIPEDIA},{SOLUTION},0.5;easy\n{ZEROS}\tED=7.1/1.2\n{WIKIPEDIA} # a comment\n"
    )
    assert with_all.solution == nf.Grid(SOLUTION)
    assert [puzzle.meta["comment"] for puzzle in (with_all, with_comment, with_hash)] == [
        "0.5;easy",
        "ED=7.1/1.2",
        "a comment",
    ]


def test_a_full_grid_that_is_not_a_solution_is_a_comment() -> None:
    other = SOLUTION.translate(str.maketrans("12", "21"))
    assert only(f"{WIKIPEDIA} {other}") == Puzzle.from_parts(nf.Grid(WIKIPEDIA), meta={"comment": other})


def test_boards_and_rows_are_read_with_empty_lines_between() -> None:
    text = str(nf.Grid(WIKIPEDIA)) + "\n\n" + "\n".join(ROWS) + "\n"
    assert known(text) == "board"
    assert [puzzle.clues.line for puzzle in read_text(text)] == [WIKIPEDIA, WIKIPEDIA]


def test_a_bad_line_is_an_error_and_the_others_are_read() -> None:
    read = reading(InputFile.of(f"{WIKIPEDIA}\n{WIKIPEDIA[:-1]}?\n{ZEROS}\n"), "list.txt")
    first, error, last = read.items()
    assert first == last
    assert str(error).startswith("list.txt: line 2: ")
    assert "r9c9 (line 2, column 81): read '?'" in str(error)


@pytest.mark.parametrize("count", [257, 512, 513, 2000])
def test_a_block_too_long_for_a_puzzle_is_one_error(count: int) -> None:
    (error,) = reading(InputFile.of("".join(f"{number}\n" for number in range(1, count + 1))), "seq").items()
    assert "more than 256 lines without an empty line" in str(error)


def test_a_puzzle_far_above_the_last_line_is_read_with_its_comment() -> None:
    small = "..4.1......3.1.."
    assert only(f"{small} # small\n" + "# more\n" * 2000).meta == {"comment": "small"}
    assert [puzzle.clues.line for puzzle in read_text(f"{small}\n{'#' * 70}\n" * 2)] == [small, small]


def test_the_steps_that_hodoku_writes_below_a_puzzle_are_skipped() -> None:
    text = (
        f"{WIKIPEDIA} #1 Easy (204)\n   Full House: r1c1=5\n"
        "   Locked Candidates Type 1 (Pointing): 3 in b1 => r1c4<>3\n"
        f"   :0000:x:{WIKIPEDIA}:::\n{ZEROS} #2 Easy (204)\n   Naked Single: r5c5=5\n"
    )
    assert [puzzle.clues.line for puzzle in read_text(text)] == [WIKIPEDIA, WIKIPEDIA]


def test_project_euler_s_layout_is_read() -> None:
    rows = "\n".join(ZEROS[at : at + 9] for at in range(0, 81, 9))
    text = f"Grid 01\n{rows}\nGrid 02\n{rows}\n"
    assert known(text) == "euler"
    assert [(puzzle.clues.line, puzzle.meta) for puzzle in read_text(text)] == [
        (WIKIPEDIA, {"id": "01"}),
        (WIKIPEDIA, {"id": "02"}),
    ]
    error, good = reading(InputFile.of(text.replace("Grid 02", "x\nGrid 02", 1)), "p096").items()
    assert "line 1, grid 01: " in str(error)
    assert isinstance(good, Puzzle)


def test_the_statistics_of_qqwing_are_read() -> None:
    heading = (
        "Puzzle,Solution,Givens,Singles,Hidden Singles,Naked Pairs,Hidden Pairs,Pointing Pairs/Triples,"
        "Box/Line Intersections,Guesses,Backtracks,Difficulty"
    )
    puzzle = only(f"{heading}\n{WIKIPEDIA},{SOLUTION},30,39,12,0,0,0,0,0,0,Easy,\n")
    assert (puzzle.clues.line, puzzle.solution, puzzle.level) == (WIKIPEDIA, nf.Grid(SOLUTION), "Easy")
    assert puzzle.about["hidden_singles"] == "12"
    assert only(f"Puzzle,\n{WIKIPEDIA},\n").clues.line == WIKIPEDIA
    assert find("csv").losses([puzzle]) == []


def test_indented_library_lines_of_hodoku_are_read() -> None:
    line = f":0000:x:{WIKIPEDIA}:::"
    assert known(f"   {line}\n") == "hodoku"
    assert [puzzle.clues.line for puzzle in read_text(f"   {line}\n\t{line}\n  # no\n")] == [WIKIPEDIA, WIKIPEDIA]


@pytest.mark.parametrize(
    "record",
    [
        {"puzzle": WIKIPEDIA, "solution": SOLUTION},
        {"id": "a7", "n": 3, "question": ZEROS, "answer": SOLUTION},
        {"puzzle": WIKIPEDIA, "layout": "9", "status": "unique", "solutions": [SOLUTION], "method": "lanes"},
    ],
)
def test_json_lines_with_puzzle_and_solution_are_read(record: dict[str, object]) -> None:
    text = f"{json.dumps(record)}\n" * 2
    assert known(text) == "records"
    assert [(p.clues.line, p.solution) for p in read_text(text)] == [(WIKIPEDIA, nf.Grid(SOLUTION))] * 2


def test_a_record_with_several_solutions_gives_no_solution() -> None:
    record = {"puzzle": "...1..2..3..4...", "layout": "4", "solutions": ["2431312413424213", "3241142323144132"]}
    assert only(json.dumps(record)).solution is None


IPUZ_ROWS = [list(ZEROS[at : at + 9]) for at in range(0, 81, 9)]


@pytest.mark.parametrize(
    ("kind", "layout"),
    [
        ("", nf.Layout(9)),
        ("/wordoku", nf.Layout(9)),
        ("/latinsquare", nf.Layout(9, box=(1, 9))),
        ("/diagonalsudoku", nf.Layout(9, diagonals=True)),
        ("/hypersudoku", nf.Layout(9, windows=True)),
    ],
)
def test_kinds_of_ipuz_have_their_boards(kind: str, layout: nf.Layout) -> None:
    record = {"version": "http://ipuz.org/v2", "kind": [f"http://ipuz.org/sudoku{kind}#1"], "puzzle": IPUZ_ROWS}
    assert only(json.dumps(record)).layout == layout


@pytest.mark.parametrize("first", [0, 1])
def test_an_ipuz_jigsaw_has_its_zones(first: int) -> None:
    regions = "AAABACBBCCDBCDDD"
    zones = [
        {"cells": [[at % 4 + first, at // 4 + first] for at, label in enumerate(regions) if label == name]}
        for name in "ABCD"
    ]
    record = {"kind": ["http://ipuz.org/sudoku/jigsawsudoku#1"], "puzzle": [[0] * 4] * 4, "zones": zones}
    assert only(json.dumps(record)).layout == nf.Layout(4, regions=regions)
    record["zones"] = zones[:3]
    with pytest.raises(nf.ParseError, match="zones with each cell in one of them"):
        read_text(json.dumps(record))


@pytest.mark.parametrize("kind", ["killersudoku", "calcudoku", "new"])
def test_other_kinds_of_ipuz_are_refused(kind: str) -> None:
    record = {"kind": [f"http://ipuz.org/sudoku/{kind}#1"], "puzzle": IPUZ_ROWS}
    with pytest.raises(nf.ParseError, match=f"not {kind}"):
        read_text(json.dumps(record))


@pytest.mark.parametrize(("level", "category"), [("very hard", "Very Hard"), ("", "Medium"), ("evil", "Medium")])
def test_gnome_sudoku_gets_a_category_it_knows(level: str, category: str) -> None:
    data = find("gnome").bytes_of([Puzzle.from_parts(nf.Grid(WIKIPEDIA), meta={"level": level})])
    assert json.loads(data)["difficulty_category"] == f"{category} Difficulty"
    assert only(data).level == category.lower()


@pytest.mark.parametrize(
    ("rating", "lost"), [("3", []), ("3.0", []), ("3.50", []), ("7.1", []), ("1.23456789012", ["rating"])]
)
def test_parquet_keeps_ratings_of_seven_digits(rating: str, lost: list[str]) -> None:
    pytest.importorskip("pyarrow")
    puzzle = Puzzle.from_parts(nf.Grid(WIKIPEDIA), meta={"rating": rating})
    assert find("parquet").losses([puzzle]) == lost
    (again,) = read_text(find("parquet").bytes_of([puzzle]))
    assert (again.rating == puzzle.rating) == (rating in ("3", "7.1"))


def test_old_text_is_read_as_windows_1252_with_a_note() -> None:
    source = InputFile.of(f"#ARené\n#CÜbung\n{chr(10).join(ROWS)}\n".encode("cp1252"))
    (puzzle,) = find("sdk").read(source)
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.meta["author"], puzzle.meta["comment"]) == ("René", "Übung")
    assert source.notes == ["the text is not UTF-8; it was read as Windows-1252"]


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16"])
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_common_encodings_and_line_ends_are_read(code: str, end: str) -> None:
    text = end.join([WIKIPEDIA, ZEROS, ""]).encode(code)
    assert [puzzle.clues.line for puzzle in read_text(text)] == [WIKIPEDIA, WIKIPEDIA]


@pytest.mark.parametrize("size", [16, 25])
def test_large_boards_are_read_in_every_alphabet(size: int) -> None:
    letters = "ABCDEFGHIJKLMNOPQRSTUVWXY"[:size]
    full = [(r * (size + 1) + r // int(size**0.5) + c) % size for r in range(size) for c in range(size)]
    digits = [d + 1 if i % 3 else 0 for i, d in enumerate(full)]
    expected = nf.Grid(digits)
    assert only("".join(letters[d - 1] if d else "." for d in digits)).clues == expected
    assert only(" ".join(map(str, digits))).clues == expected
    assert only(expected.line).clues == expected


# --- .sdk, .ss, .sdx, candidate grids ------------------------------------------------------------


def test_sdk_has_headers_and_sections() -> None:
    state = "\n".join(["534.7....", *ROWS[1:]])
    text = "#ARuud\n#DA puzzle\n#Cone\n#Ctwo\n#LEasy\n[Puzzle]\n" + "\n".join(ROWS) + f"\n\n[State]\n{state}\n"
    puzzle = only(text)
    assert puzzle.clues.line == WIKIPEDIA
    assert puzzle.placed == {2: 4}
    assert puzzle.meta == {"author": "Ruud", "level": "Easy", "description": "A puzzle", "comment": "one\ntwo"}


def test_a_state_that_changes_a_clue_is_an_error() -> None:
    state = "\n".join(["43..7....", *ROWS[1:]])
    with pytest.raises(nf.ParseError, match="line 12: the state below does not have all clues: r1c1 differ"):
        read_text("[Puzzle]\n" + "\n".join(ROWS) + f"\n[State]\n{state}\n")


def test_simple_sudoku_is_read_with_state_and_candidates() -> None:
    assert only(FRAMED).clues.line == WIKIPEDIA
    state = FRAMED.replace("|53.|", "|534|", 1)
    puzzle = only(FRAMED + "\n" + state)
    assert (known(FRAMED), puzzle.placed) == ("ss", {2: 4})


def test_a_candidate_grid_is_read_with_a_note() -> None:
    cells = [char if char != "." else "12" for char in WIKIPEDIA]
    rows = ["| " + " ".join(cells[i : i + 9]) + " |" for i in range(0, 81, 9)]
    source = InputFile.of("\n".join(["+-----+", *rows, "+-----+"]))
    assert detect(source).name == "marks"
    (puzzle,) = detect(source).read(source)
    assert isinstance(puzzle, Puzzle)
    assert (puzzle.clues.line, puzzle.centre[2]) == (WIKIPEDIA, (1, 2))
    assert "every single digit was read as a clue" in source.notes[0]


def test_sdx_marks_placed_digits() -> None:
    cells = [char if char != "." else "1569" for char in WIKIPEDIA]
    cells[2] = "u4"
    puzzle = only("\n".join(" ".join(cells[i : i + 9]) for i in range(0, 81, 9)))
    assert (puzzle.clues.line, puzzle.placed, puzzle.centre[3]) == (WIKIPEDIA, {2: 4}, (1, 5, 6, 9))


# --- lists with more than puzzles ----------------------------------------------------------------

HODOKU = (
    ":0603:3:14+8..+9+72+5.+3...89.697+6....38.+61......3+2.8.56...9......2.5+9+186....+8+3....61+6+1...35+89"
    ":224 524:364 365::"
)


def test_a_library_line_of_hodoku_is_a_position_with_its_step() -> None:
    puzzle = only(HODOKU)
    assert (known(HODOKU), puzzle.placed[2], puzzle.clues[0]) == ("hodoku", 8, 1)
    assert (puzzle.meta["technique"], puzzle.meta["hodoku.drops"]) == ("0603", "364 365")
    assert 2 not in puzzle.centre[nf.Layout(9).cell("r2c4")]


@pytest.mark.parametrize(
    "line",
    [
        HODOKU,
        HODOKU.replace(":0603:", ":0603-x:"),
        HODOKU.replace(":0603:", ":03111:"),
        HODOKU.replace(":0603:", ":03621-2:"),
        HODOKU.replace(":364 365::", "::829:5"),
        HODOKU.replace(":224 524:364 365::", "::::"),
        HODOKU.replace(":0603:3:", ":0000:x:").replace(":364 365::", "::"),
    ],
    ids=["step", "fail case", "siamese", "siamese variant", "extra", "no drops", "no step"],
)
def test_a_library_line_comes_back_as_hodoku_writes_it(line: str) -> None:
    assert known(line) == "hodoku"
    (technique,) = re.findall("^:([^:]*):", line)
    assert only(line).meta["technique"] == technique
    assert find("hodoku").bytes_of([only(line)]).decode() == line + "\n"
    assert only(line + ":") == only(line)


def test_an_invalid_technique_of_hodoku_is_not_written() -> None:
    (puzzle,) = read_text(HODOKU.replace(":0603:", ":603:"), "hodoku")
    with pytest.raises(nf.ParseError, match="its technique is '603', not a number as 0603 or 03111"):
        find("hodoku").bytes_of([puzzle])
    with pytest.raises(nf.ParseError, match="a library line is"):
        read_text(HODOKU + "::x", "hodoku")


def test_a_record_of_the_bank_must_match_its_check() -> None:
    good = f"{sha1(ZEROS.encode()).hexdigest()[:12]} {ZEROS}  1.2\n"
    assert (known(good), only(good).meta["rating"], len(good)) == ("bank", "1.2", 100)
    with pytest.raises(nf.ParseError, match="line 1: the puzzle does not match its check"):
        read_text(good.replace("530", "350", 1))


@pytest.mark.parametrize(
    ("heading", "row", "words"),
    [
        ("quizzes,solutions", f"{ZEROS},{SOLUTION}", {}),
        ("puzzle,solution", f"{ZEROS},{SOLUTION}", {}),
        ("source,question,answer,rating", f"web,{WIKIPEDIA},{SOLUTION},12", {"source": "web", "rating": "12"}),
        ("id,puzzle,solution,clues,difficulty", f"7,{WIKIPEDIA},{SOLUTION},30,0.5", {"id": "7", "rating": "0.5"}),
    ],
)
def test_csv_is_read_by_its_heading(heading: str, row: str, words: dict[str, str]) -> None:
    puzzle = only(f"{heading}\n{row}\n")
    assert puzzle == Puzzle.from_parts(nf.Grid(WIKIPEDIA), solution=nf.Grid(SOLUTION), meta=words)


@pytest.mark.parametrize("mark", ["", "\ufeff"])
@pytest.mark.parametrize("end", ["\n", "\r\n"])
@pytest.mark.parametrize(
    "heading",
    ['"puzzle","name"', "puzzle;name", '"Puzzle";"Name"', "puzzle\tname", "sep=;\npuzzle;name", "SEP=|\npuzzle|name"],
)
def test_csv_may_have_quotes_and_other_signs_between_its_fields(heading: str, end: str, mark: str) -> None:
    sign = re.sub("(?i)puzzle|name|sep=.", "", heading).replace('"', "").strip("\n")
    row = f'{ZEROS}{sign}"A {sign} ""B"""'
    text = mark + "\n".join([heading, row, ""]).replace("\n", end)
    assert known(text) == "csv"
    assert only(text) == only(text, "csv") == Puzzle.from_parts(nf.Grid(WIKIPEDIA), meta={"name": f'A {sign} "B"'})


def test_csv_may_have_one_column_and_a_board_is_not_csv() -> None:
    assert known(f"puzzle\n{ZEROS}\n") == "csv"
    assert only(f"puzzle\n{ZEROS}\n").clues.line == WIKIPEDIA
    assert known('"quizzes";"solutions"\n') == "kaggle"
    for sign in ",;\t":
        board = "\n".join(sign.join(row) for row in ROWS)
        assert known(board) == "board"
        assert only(board).clues.line == WIKIPEDIA


def test_an_error_in_quotes_has_line_and_column() -> None:
    text = f'sep=;\n"name";"puzzle"\n"a";"{WIKIPEDIA}"\n"b";"5?{WIKIPEDIA[2:]}"\n'
    with pytest.raises(nf.ParseError, match=re.escape("r1c2 (line 4, column 7): read '?'")):
        read_text(text)
    with pytest.raises(nf.ParseError, match="line 2: no column is named quizzes, puzzle, question; read 'a'"):
        read_text("sep=;\na\n", "csv")
    with pytest.raises(nf.ParseError, match="line 3: read 2 fields, expected 1 as in the heading"):
        read_text(f"puzzle\n{ZEROS}\n{ZEROS},x\n")


def test_an_old_csv_has_its_heading_in_its_own_code() -> None:
    assert only(f"puzzle;größe\n{ZEROS};1\n".encode("cp1252")).meta == {"größe": "1"}


def test_csv_keeps_boards_of_every_layout_in_one_file() -> None:
    puzzles = [
        Puzzle.from_parts(nf.Grid.empty(board).with_digits({0: 1}), meta={"name": str(board)}) for board in BOARDS
    ]
    written = find("csv").bytes_of(puzzles)
    assert read_text(written) == puzzles
    assert find("csv").bytes_of(read_text(written)) == written
    with pytest.raises(nf.ParseError, match="boards of more than 61 digits"):
        find("csv").bytes_of([Puzzle(nf.Grid.empty(64))])
    with pytest.raises(nf.ParseError, match="its texts have more than 100,000 bytes"):
        find("csv").bytes_of([Puzzle.from_parts(nf.Grid(WIKIPEDIA), meta={"name": "x", "comment": "ä" * 50_000})])
    long = Puzzle.from_parts(nf.Grid(WIKIPEDIA), meta={"comment": '"' * 100_000})
    assert only(find("csv").bytes_of([long])) == long


def test_an_error_in_csv_has_line_and_column() -> None:
    with pytest.raises(nf.ParseError, match=re.escape("r1c2 (line 3, column 6): read '?'")):
        read_text(f"source,question,answer,rating\nweb,{WIKIPEDIA},,1\nweb,5?{WIKIPEDIA[2:]},,1\n", "extreme")
    with pytest.raises(nf.ParseError, match="line 2: some parts do not fit"):
        read_text(f"puzzle,solution\n{WIKIPEDIA},{'1' * 81}\n")


FORMULAS = [sign + rest for sign in "=+-@\t\r＝＋－＠" for rest in ("1+1", "cmd|' /C calc'!A0", "SUM(A1)", "")]


@pytest.mark.parametrize("text", FORMULAS)
def test_no_text_becomes_a_live_formula_in_csv(text: str) -> None:
    written = find("csv").bytes_of([Puzzle.from_parts(nf.Grid(WIKIPEDIA), meta={"name": text})]).decode()
    field = written.splitlines()[1].split(",")[3].lstrip('"')
    assert field.startswith("'")
    assert only(written).meta["name"] == text.replace("\r", "\n")


LPL = "%1:Table\n2\n0 0 4 0\n1 0 0 0\n0 0 0 3\n0 1 0 0\n\n%7:Table\n3\n" + "\n".join(" ".join(row) for row in ROWS)


def test_the_tables_of_a_file_have_ids() -> None:
    small, classic = read_text(LPL)
    assert known(LPL) == "lpl"
    assert (small.meta["id"], small.clues.line) == ("1", "..4.1......3.1..")
    assert (classic.meta["id"], classic.clues.line) == ("7", WIKIPEDIA)
    with pytest.raises(nf.ParseError, match="line 1, table 1: read 3 rows, expected 4 of 4 numbers"):
        read_text(LPL.replace("0 0 0 3\n", ""))


# --- Solo -----------------------------------------------------------------------------------------


def test_a_game_id_of_solo() -> None:
    game = "3x3:a2e9a5b6a2b3_7a1_4a9_6a2b4_1a7_2b1_7e6_9b2_5a8_1b6a5_9a3_8a7_2b8a6b1a1e4a"
    puzzle = only(game)
    assert puzzle.clues.line == ".2.....9.5..6.2..37.14.96.2..41.72..17.....69..25.81..6.59.38.72..8.6..1.1.....4."
    assert find("solo").bytes_of([puzzle]).decode().strip() == game
    with pytest.raises(nf.ParseError, match="killer puzzles"):
        read_text("3x3k:" + "zzzc")


def test_boxes_that_are_not_square_are_written_as_in_solo() -> None:
    assert only("2x3:zj").layout == nf.Layout(6, box=(2, 3))
    assert only("3x3x:zzzc").layout == nf.Layout(9, diagonals=True)


# --- XML ------------------------------------------------------------------------------------------


def test_opensudoku_has_texts_for_all_games_at_once() -> None:
    games = f"<game data='{ZEROS}'/>" * 2
    text = f"<opensudoku><name>N &amp; M</name><level>easy</level>{games}</opensudoku>"
    one, two = read_text(text)
    assert one == two == Puzzle.from_parts(nf.Grid(WIKIPEDIA), meta={"name": "N & M", "level": "easy"})


def test_a_saved_game_of_opensudoku_has_its_state() -> None:
    cells = "".join(f"{char if char != '.' else 0}|-|{int(char == '.')}|" for char in WIKIPEDIA)
    cells = cells.replace("0|-|1|", "4|-|1|", 1).replace("0|-|1|", "0|1,2,|1|", 1)
    puzzle = only(f'<opensudoku version="2"><folder><game data="version: 1&#10;{cells}"/></folder></opensudoku>')
    assert (puzzle.clues.line, puzzle.placed, puzzle.centre) == (WIKIPEDIA, {2: 4}, {3: (1, 2)})


@pytest.mark.parametrize(
    ("version", "note", "empty", "corners"),
    [
        (2, "3||", "0|", {}),
        (3, "3|", "0|", {}),
        (4, "3|256|", "0|0|", {3: (9,)}),
        (5, "3|256|-1|", "0|0|0|", {3: (9,)}),
    ],
)
def test_later_versions_of_opensudoku_have_notes_in_bits(
    version: int, note: str, empty: str, corners: dict[int, tuple[int, ...]]
) -> None:
    cells = "".join(f"{char if char != '.' else 0}|{empty}{int(char == '.')}|" for char in WIKIPEDIA)
    cells = cells.replace(f"0|{empty}1|", f"4|{empty}1|", 1).replace(f"0|{empty}1|", f"0|{note}1|", 1)
    puzzle = only(f'<opensudoku><game data="version: {version}&#10;{cells}"/></opensudoku>')
    assert (puzzle.clues.line, puzzle.placed) == (WIKIPEDIA, {2: 4})
    assert (puzzle.centre, puzzle.corner) == ({3: (1, 2)}, corners)
    with pytest.raises(nf.ParseError, match="parts of version 6, expected 243 of version 1 to 5"):
        read_text(f'<opensudoku><game data="version: 6&#10;{cells}"/></opensudoku>')


@pytest.mark.parametrize("blank", ["-", " "])
def test_the_short_texts_of_gnome_are_read(blank: str) -> None:
    text = "\n".join(ROWS).replace(".", blank)
    assert detect(InputFile.of(text)).name == "gnome-text"
    assert only(text).clues.line == only(text + "\r\n").clues.line == WIKIPEDIA
    assert detect(InputFile.of("\n".join(ROWS))).name == "board"
    assert detect(InputFile.of("\n".join(ROWS[:8]).replace(".", blank))).name == "board"


def test_sudoku_10000_is_read() -> None:
    assert only(f"<sudoku data='{ZEROS}'/>").clues.line == WIKIPEDIA


def ksudoku(line: str, graph: str = "<graph order='9' type='sudoku' specific-type='Plain'/>", one: str = "b") -> str:
    """A game as KSudoku saves it, its cells in the order of the line, `one` the letter for 1."""
    letters = "".join("_" if c == "." else chr(ord(one) + int(c) - 1) for c in line)
    return (
        f"<!DOCTYPE ksudoku>\n<ksudoku><game msecs-elapsed='61000'><puzzle>\n{graph}\n"
        f"<values>{letters}</values></puzzle>\n"
        "<history><simple-event index='2' value='4'/><simple-event index='3' markers='010001000'/></history>"
        "</game></ksudoku>"
    )


def by_columns(line: str) -> str:
    return "".join(line[c::9] for c in range(9))


def test_ksudoku_counts_cells_column_by_column_and_writes_b_for_1() -> None:
    puzzle = only(ksudoku(by_columns(WIKIPEDIA)))
    assert (puzzle.clues.line, puzzle.placed, puzzle.centre) == (WIKIPEDIA, {18: 4}, {27: (2, 6)})
    assert puzzle.seconds == 61.0
    assert "<values>fg_ieh___d" in find("ksudoku").bytes_of([Puzzle(nf.Grid(WIKIPEDIA))]).decode()


def test_letters_from_a_on_are_those_of_other_programs_row_by_row() -> None:
    puzzle = only(ksudoku(WIKIPEDIA, one="a"))
    assert (puzzle.clues.line, puzzle.placed, puzzle.centre) == (WIKIPEDIA, {2: 4}, {3: (2, 6)})
    with pytest.raises(nf.ParseError, match="read letters a to j, one too many for 9 digits"):
        read_text(ksudoku(WIKIPEDIA, one="a").replace("_", "j", 1))


def test_a_note_says_if_no_letter_decides_which_is_1() -> None:
    source = InputFile.of(ksudoku("2" + "." * 80))
    (puzzle,) = find("ksudoku").read(source)
    assert isinstance(puzzle, Puzzle)
    assert puzzle.clues.line == "2" + "." * 80
    assert "no letter shows whether a or b means 1" in source.notes[0]


CUSTOM = "<graph sizeX='9' sizeY='9' sizeZ='1' order='9' type='custom' specific-type='{0}' name='{0}'>{1}</graph>"
GROUPS = "<sudokugroups at='0' withblocks='{}'/>"


def clique(cells: Iterable[int]) -> str:
    return f"<clique size='9'>{' '.join(map(str, cells))} </clique>"


def test_the_boards_of_ksudoku_are_made_of_cliques() -> None:
    diagonals = clique(range(0, 81, 10)) + clique(range(8, 80, 8))
    graph = CUSTOM.format("XSudoku", GROUPS.format(1) + diagonals)
    assert only(ksudoku(by_columns(WIKIPEDIA), graph)).layout == nf.Layout(9, diagonals=True)
    # Stripes of three rows and a tooth, words in columns: x is the first number, as in r4c1 = 3.
    shape = "AAABBBCCC" * 2 + "AAABBBCCC" + "DDDEEEFFF" * 3 + "GGGHHHIII" * 3
    shape = shape[:8] + "F" + shape[9:35] + "C" + shape[36:]
    words = by_columns(shape)
    cliques = "".join(clique(at for at in range(81) if words[at] == label) for label in "ABCDEFGHI")
    graph = CUSTOM.format("Jigsaw", GROUPS.format(0) + cliques)
    assert only(ksudoku(by_columns(WIKIPEDIA), graph)).layout == nf.Layout(9, regions=shape)


@pytest.mark.parametrize(
    ("graph", "words"),
    [
        ("<graph order='9' type='roxdoku'/>", "read a 'roxdoku', which has unsupported rules"),
        (
            CUSTOM.format("Killer", GROUPS.format(1) + "<cage operator='4' value='9' size='1'>0</cage>"),
            "read a 'Killer'",
        ),
        (CUSTOM.format("Samurai", GROUPS.format(1)).replace("'9' sizeY", "'21' sizeY"), "expected one square board"),
        (CUSTOM.format("Twin", "<sudokugroups at='3'/>"), "read a grid at '3', expected one at 0"),
        (CUSTOM.format("X", clique([1, 2])), "not every row and column is a unit"),
        (CUSTOM.format("X", GROUPS.format(0)), "the units do not divide the board"),
        (CUSTOM.format("X", GROUPS.format(1) + clique([81])), "expected numbers 0 to 80"),
        ("<graph order='6' type='sudoku'/>", "a board of 6 digits has no square boxes"),
        ("<graph order='x' type='sudoku'/>", "of order 'x'"),
    ],
)
def test_unsupported_boards_of_ksudoku_are_errors(graph: str, words: str) -> None:
    with pytest.raises(nf.ParseError, match=rf"line 3, column \d+: .*{words}"):
        read_text(ksudoku(by_columns(WIKIPEDIA), graph))


@pytest.mark.parametrize(
    "declared",
    [
        '<!DOCTYPE a [<!ENTITY b "c">]>',
        '<!DOCTYPE a [<!ENTITY b SYSTEM "file:///etc/passwd">]>',
        '<!DOCTYPE a [<!ENTITY % b SYSTEM "http://example.invalid/"> %b;]>',
    ],
)
def test_xml_entities_are_errors(declared: str) -> None:
    with pytest.raises(nf.ParseError, match="entities"):
        read_text(f"<?xml version='1.0'?>{declared}<opensudoku><name>&b;</name></opensudoku>", "opensudoku")


def test_damaged_xml_is_an_error_with_its_place() -> None:
    with pytest.raises(nf.ParseError, match="line 2, column 9: the XML cannot be read"):
        read_text("<opensudoku>\n<game></opensudoku>")


# --- JSON -----------------------------------------------------------------------------------------


def fpuzzle(**more: object) -> str:
    grid = [[{"value": int(c), "given": True} if c != "." else {} for c in row] for row in ROWS]
    return json.dumps({"size": 9, "title": "T", "grid": grid} | more)


def test_f_puzzles_with_diagonals_and_regions() -> None:
    assert only(fpuzzle()).meta == {"name": "T"}
    assert only(fpuzzle(**{"diagonal+": True, "diagonal-": True})).layout == nf.Layout(9, diagonals=True)
    one = only(fpuzzle(**{"diagonal+": True})).layout
    assert one.extras[0].cells[0] == 8
    assert only(fpuzzle(extraregion=[{"cells": ["R1C1", "R2C2"]}])).layout.extra == ((0, 10),)


def test_unsupported_rules_are_errors() -> None:
    with pytest.raises(nf.ParseError, match="unsupported rules: killercage, thermometer"):
        read_text(fpuzzle(killercage=[{"cells": ["R1C1"], "value": "5"}], thermometer=[{"lines": []}]))
    scl = {"cells": [[{}] * 9] * 9, "lines": [{"wayPoints": [[0, 0]]}]}
    with pytest.raises(nf.ParseError, match="unsupported rules: lines"):
        read_text(json.dumps(scl), "scl")


def test_a_fault_in_json_has_its_line_and_column() -> None:
    text = json.dumps(json.loads(fpuzzle()), indent=1).replace('"value": 7', '"value": 17', 1)
    line = text.count("\n", 0, text.index("17")) + 1
    with pytest.raises(
        nf.ParseError, match=rf"line {line}, column 14, grid\[0\]\[4\].value: read 17, expected a number 1 to 9"
    ):
        read_text(text)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ('{"format": "ninefold/1", "layout": NaN}', "NaN is not a JSON number"),
        ('{"format": "ninefold/1", "format": "x"}', "duplicate key"),
        ('{"format": "ninefold/1", "layout": ' + "9" * 5000 + "}", "digits"),
        ('{"format": "ninefold/1", "a": ' + "[" * 100_000 + "]" * 100_000 + "}", "too deep"),
        ('{"format": "ninefold/1", "layout": "9", "clues": "1"', "line 1, column 53"),
        ('{"format": "ninefold/1", "layout": "9", "clues": ".", "colour": 1}', "only format, layout"),
        ('{"format": "ninefold/2"}', "expected 'ninefold/1'"),
        (f'{{"kind": ["http://ipuz.org/sudoku#1"], "puzzle": [{"[]," * 4096}[]]}}', "an array of at most 4,096 values"),
        (
            '{"format": "ninefold/1", "layout": "4", "clues": "................", "marks": {"centre": {"r1c1": ['
            + "1," * 4096
            + "1]}}}",
            r"marks.centre.r1c1: .* an array of at most 4,096 values",
        ),
    ],
    ids=range(9),
)
def test_odd_json_is_an_error(text: str, words: str) -> None:
    with pytest.raises(nf.ParseError, match=words):
        read_text(text)


def test_gnome_and_ipuz() -> None:
    cells = [
        {"position": [i // 9, i % 9], "value": int(c), "fixed": True, "earmarks": []}
        for i, c in enumerate(WIKIPEDIA)
        if c != "."
    ]
    cells.append({"position": [0, 2], "value": 0, "fixed": False, "earmarks": [1, 2, 4]})
    save = only(json.dumps({"difficulty_category": "easy", "time_elapsed": 42.5, "cells": cells}))
    assert (save.clues.line, save.centre, save.seconds) == (WIKIPEDIA, {2: (1, 2, 4)}, 42.5)
    rows = [[int(c) if c != "." else 0 for c in row] for row in ROWS]
    ipuz = {"version": "http://ipuz.org/v2", "kind": ["http://ipuz.org/sudoku#1"], "title": "T", "puzzle": rows}
    assert only(json.dumps(ipuz)) == Puzzle.from_parts(nf.Grid(WIKIPEDIA), meta={"name": "T"})
    assert only(f"ipuz({json.dumps(ipuz)})").clues.line == WIKIPEDIA


@pytest.mark.parametrize("form", ["gnome", "ksudoku"])
@pytest.mark.parametrize(("seconds", "kept"), [(61.5, Play(seconds=61.5)), (0, None), (1e300, None), (10**400, None)])
def test_a_time_out_of_range_is_not_written(form: str, seconds: float, kept: Play | None) -> None:
    puzzle = Puzzle.from_parts(nf.Grid(WIKIPEDIA), seconds=seconds)
    assert only(find(form).bytes_of([puzzle])).play == kept


@pytest.mark.parametrize("seconds", [-1, "abc", None, True, 1e300])
def test_a_wrong_time_in_a_file_is_ignored(seconds: object) -> None:
    data = json.loads(find("gnome").bytes_of([Puzzle.from_parts(nf.Grid(WIKIPEDIA), seconds=61)]))
    assert only(json.dumps(data)).seconds == 61
    assert only(json.dumps(data | {"time_elapsed": seconds})).play is None


@pytest.mark.parametrize("change", [{"proper": True}, {"meta": {"proper": "True"}}])
def test_no_file_can_say_that_a_puzzle_is_proper(change: dict[str, object]) -> None:
    record = as_object(Puzzle.proved(nf.Grid(WIKIPEDIA), nf.Grid(SOLUTION), level="easy", seed=1))
    assert record["meta"] == {"level": "easy", "seed": "1"}
    assert "proper" not in json.dumps(record)
    try:
        puzzle = only(json.dumps(record | change))
    except nf.ParseError:
        return
    assert puzzle.proper is None


@pytest.mark.parametrize("form", [form for form in TABLE if form.write], ids=lambda form: form.name)
def test_readers_prove_nothing(form: Format) -> None:
    proved = Puzzle.proved(nf.Grid(WIKIPEDIA), nf.Grid(SOLUTION), level="easy", seed=1).replace(meta={"rating": "1.2"})
    assert proved.proper
    for form_name in (form.name, None):
        [read] = read_text(form.bytes_of([proved]), form_name)
        assert (read.clues, read.proper) == (proved.clues, None)
        assert form.round_trip([proved]) == [read]


@pytest.mark.parametrize(
    ("play", "message"),
    [
        ({"seconds": "7"}, "play.seconds"),
        ({"seconds": -1}, "play.seconds"),
        ({"history": {}}, "play.history"),
        ([], "play"),
    ],
)
def test_play_of_the_wrong_kind_is_an_error(play: object, message: str) -> None:
    with pytest.raises(nf.ParseError, match=message):
        only(json.dumps({"format": "ninefold/1", "layout": "9", "clues": WIKIPEDIA, "play": play}))


def test_files_of_the_first_version_are_read() -> None:
    record = {
        "format": "ninefold/1",
        "layout": "9",
        "clues": WIKIPEDIA,
        "placed": {"r1c3": 4},
        "solution": SOLUTION,
        "marks": {"centre": {"r1c4": [2, 6]}, "corner": {"r1c6": [8]}},
        "meta": {"name": "n", "source": "s", "level": "easy", "rating": "1.2", "url": "u"},
        "play": {"seconds": 3, "history": [["r1c3", 4]], "clock": {"spent": 7}, "past": []},
    }
    puzzle = only(json.dumps(record))
    play = Play({2: 4}, {3: (2, 6)}, {5: (8,)}, 3, (["r1c3", 4],), {"clock": {"spent": 7}, "past": []})
    texts = {"level": "easy", "source": "s", "rating": Rating("1.2"), "about": {"name": "n", "url": "u"}}
    assert puzzle == Puzzle(nf.Grid(WIKIPEDIA), solution=nf.Grid(SOLUTION), play=play, **texts)  # type: ignore[arg-type]
    assert as_object(puzzle) == record


# --- links ----------------------------------------------------------------------------------------


def test_lz_strings_come_back() -> None:
    packed = F_LINK.partition("=")[2]
    assert compress(decompress(packed)) == packed
    for text in ("", "a", "aaaaaaaa", "é€😀" * 50, json.dumps(list(range(500)))):
        assert decompress(compress(text)) == text


def test_a_link_that_unpacks_to_too_much_is_an_error(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninefold.formats.links.MAX_UNPACKED", 20_000)
    with pytest.raises(nf.ParseError, match="unpacks to more than 20,000"):
        decompress(compress("a" * 20_010))


@pytest.mark.parametrize(
    "link",
    [
        F_LINK,
        F_LINK.replace("+", "%2B"),
        "https://sudokupad.app/fpuzzles" + F_LINK.partition("=")[2],
        "https://sudokupad.app/scf5NlQ19j9mGca3OIN1bWGk2m41TjS79",
        "scf5NlQ19j9mGca3OIN1bWGk2m41TjS79",
        "https://sudokupad.app/classic" + re.sub(r"\.+", lambda m: chr(65 + len(m[0])), WIKIPEDIA),
    ],
)
def test_links_hold_the_puzzle(link: str) -> None:
    assert only(link).clues.line == WIKIPEDIA


GAME = {
    "format": "ninefold/1",
    "layout": "9",
    "clues": WIKIPEDIA,
    "placed": {"r1c3": 4},
    "play": {"clock": {"spent": 7}},
}
GAME_LINK = "http://127.0.0.1:8909/#game=" + urlsafe_b64encode(json.dumps(GAME).encode()).decode().rstrip("=")


@pytest.mark.parametrize("blank", ".0")
def test_the_pages_own_links_are_read(blank: str) -> None:
    bare = f"http://127.0.0.1:8909/#puzzle={WIKIPEDIA.replace('.', blank)}&layout=9"
    assert known(bare) == known(GAME_LINK) == "link"
    assert only(bare) == Puzzle(nf.Grid(WIKIPEDIA))
    assert only(GAME_LINK).placed == {2: 4}
    assert only(bare + "%2Bdiagonals&name=A+name").meta == {"name": "A name"}
    assert str(only(bare + "%2Bdiagonals&name=A+name").layout) == "9+diagonals"
    assert only(f"#puzzle={WIKIPEDIA.replace('.', blank)}").clues.line == WIKIPEDIA


def test_links_of_large_boards_and_of_the_lab_have_numbers_with_lines_between() -> None:
    large = only("#puzzle=" + "-".join(["0"] * 254 + ["1", "16"]) + "&layout=16")
    assert (large.clues[254], large.clues[255]) == (1, 16)
    lab = "http://127.0.0.1:8909/lab#view=lp&puzzle=" + "-".join(ZEROS) + "&layout=9%2Bdiagonals&by=lp&step=0"
    assert only(lab).clues.line == WIKIPEDIA


@pytest.mark.parametrize(
    ("link", "said"),
    [
        ("#game=AAAA", "JSON cannot be read"),
        ("#game=A", "no packed text"),
        ("#game=e30", "expected 'ninefold/1'"),
        ("#p=AAAA", "link"),
        ("#puzzle=12", "size 1"),
        ("#puzzle=&layout=9", "contains no puzzle"),
        (f"#puzzle={WIKIPEDIA}&layout=zz", "layout 'zz'"),
        (f"#puzzle={WIKIPEDIA}1&layout=9", "82"),
    ],
)
def test_a_damaged_link_is_an_error(link: str, said: str) -> None:
    with pytest.raises(nf.ParseError, match=said):
        read_text(link)


def penpa(numbers: str, rules: str = "") -> str:
    text = "\n".join(["square,9,9,38,0,1,1", "[0,0,0,0]", "{zM:zS}", f"{{zN:{{{numbers}}}{rules}}}", "{zN:{}}", ""])
    text = text.replace("square,9,9,38,0,1,1", "square,9,9,38,0,1,1,Title: T,Author: A%2C B")
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(text.encode()) + packer.flush()
    return "https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + b64encode(packed).decode()


def test_the_digits_of_a_penpa_link() -> None:
    places = {cell: (cell // 9 + 2) * 13 + cell % 9 + 2 for cell in range(81)}
    numbers = ",".join(f'"{places[i]}":["{c}",1,"1"]' for i, c in enumerate(WIKIPEDIA) if c != ".")
    assert only(penpa(numbers)) == Puzzle.from_parts(nf.Grid(WIKIPEDIA), meta={"name": "T", "author": "A, B"})
    with pytest.raises(nf.ParseError, match="thermometers"):
        read_text(penpa(numbers, ",zT:[[28,29]]"))


def test_an_endless_packed_link_is_an_error() -> None:
    packer = zlib.compressobj(9, zlib.DEFLATED, -15)
    packed = packer.compress(b" " * 50_000_000) + packer.flush()
    with pytest.raises(nf.ParseError, match="unpacks to more than"):
        read_text("https://swaroopg92.github.io/penpa-edit/#m=edit&p=" + b64encode(packed).decode())


# --- which format ---------------------------------------------------------------------------------


def test_unknown_formats_are_errors() -> None:
    for text in ("<html></html>", '{"a": 1}', b"\x7fELF\0\0\0", "", "hello", "<", "{"):
        with pytest.raises(nf.ParseError):
            read_text(text)


def test_endings_name_formats_to_write() -> None:
    for name in ("a.sdk", "A.SDM", "x.xlsx", "x.csv", "x.ipuz", "x.txt", "x.json", "x.opensudoku"):
        assert by_ending(name)
    assert by_ending("x.unknown") is None
    with pytest.raises(nf.ParseError, match=r"unknown format 'doc' .choose from xls, ods, npz"):
        find("doc")


def test_endings_are_not_shared() -> None:
    endings = [ending for form in TABLE for ending in form.endings]
    assert len(endings) == len(set(endings))


def test_notes_on_a_file_are_bounded_and_a_long_comment_is_kept() -> None:
    """Each note was once compared with all others, and a comment was copied for each of its lines."""
    letters = "".join(f"#{chr(0x4E00 + number)}\n" for number in range(300))
    comment = [str(number) for number in range(300)]
    source = InputFile.of(letters + "".join(f"#C{line}\n" for line in comment) + "\n".join(ROWS))
    (puzzle,) = reading(source, "", "sdk").items()
    assert isinstance(puzzle, Puzzle)
    assert puzzle.meta["comment"] == "\n".join(comment)
    assert len(source.notes) == MAX_NOTES + 1
    assert source.notes[-1] == "there are more notes of this kind"
