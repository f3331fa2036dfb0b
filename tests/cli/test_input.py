"""The common input of the verbs: files of every format, links as arguments, one puzzle of many, and what is refused."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from running import PROPER, SOLUTION, ninefold, shell

from ninefold import Grid, Layout
from ninefold.cli.input import Reader
from ninefold.cli.parser import build_parser
from ninefold.formats import TABLE
from ninefold.formats.format import Format
from ninefold.library import Puzzle, write_file

SMALL, OTHER = "..4.1......3.1..", "...1.1....2.3..."
SDK = "\n".join(PROPER[i : i + 9] for i in range(0, 81, 9))
STATE = SDK.replace("53.", "534", 1)
IN_PLAY = f"#LEasy\n[Puzzle]\n{SDK}\n[State]\n{STATE}\n"
LPL = "%1:Table\n2\n0 0 4 0\n1 0 0 0\n0 0 0 3\n0 1 0 0\n%40:Table\n2\n0 0 0 1\n0 1 0 0\n0 0 2 0\n3 0 0 0\n"
WRITTEN = [form for form in TABLE if form.write and form.name != "parquet"]
LINKS = ("link", "fpuzzles-link", "scf", "classic", "scl-link", "solo")


def reader(*args: str | Path) -> Reader:
    return Reader(build_parser().parse_args(["solve", *map(str, args)]))


def lines(*args: str | Path) -> list[str]:
    """The puzzles that a command would be asked about, read one by one and in blocks alike."""
    found = [grid.line for grid in reader(*args).grids()]
    blocks = reader(*args)
    in_blocks = []
    for source, block in blocks.blocks():
        for part in block.parts:
            if isinstance(part, range):
                rows = [bytes(block.plain[81 * row : 81 * row + 81]) for row in part]
                in_blocks += [Grid.from_digits(row, Layout(9)).line for row in rows]
            elif grid := blocks.grid(source, part):
                in_blocks.append(grid.line)
    assert in_blocks == found
    return found


# --- every format ------------------------------------------------------------------------------


@pytest.mark.parametrize("form", WRITTEN, ids=lambda form: form.name)
def test_a_file_of_any_format_is_known_by_its_content(form: Format, tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    write_file(str(path), [Puzzle.from_parts(Grid(PROPER), meta={"rating": "1.2"})], form.name)
    assert lines(path) == [PROPER]
    assert lines(path, "--from", form.name) == [PROPER]
    assert lines(path, "--number", "1") == [PROPER]


@pytest.mark.parametrize("form", [form for form in WRITTEN if form.name in LINKS], ids=lambda form: form.name)
def test_a_link_or_an_id_may_be_the_argument_itself(form: Format) -> None:
    assert lines(form.bytes_of([Puzzle(Grid(PROPER))]).decode().strip()) == [PROPER]


def test_the_real_command_solves_files_of_other_programs(tmp_path: Path) -> None:
    write_file(str(tmp_path / "games.xlsx"), [Puzzle(Grid(SMALL)), Puzzle(Grid(PROPER))])
    (tmp_path / "a.sdk").write_text(f"#AAuthor\n{SDK}\n")
    done = ninefold("solve", tmp_path / "games.xlsx", tmp_path / "a.sdk", "-", stdin=SMALL)
    assert (done.code, done.err) == (0, "")
    assert done.lines == ["2341143242133124", SOLUTION, SOLUTION, "2341143242133124"]


def test_small_and_usual_boards_of_a_file_keep_their_order(tmp_path: Path) -> None:
    puzzles = [PROPER, SMALL, SMALL, PROPER, PROPER, OTHER]
    write_file(str(tmp_path / "x.xlsx"), [Puzzle(Grid(line)) for line in puzzles])
    assert lines(tmp_path / "x.xlsx") == puzzles


@pytest.mark.parametrize("code", ["utf-8", "utf-8-sig", "utf-16"])
def test_the_code_of_a_text_does_not_matter(code: str, tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(f"# für alle\n{PROPER}\n{SMALL}\n".encode(code))
    assert lines(tmp_path / "lines") == [PROPER, SMALL]


@pytest.mark.parametrize("blank", ["x", "X", "-", " "])
def test_in_81_characters_the_empty_cells_may_be_other_signs(blank: str, tmp_path: Path) -> None:
    (tmp_path / "lines").write_text(f"{PROPER.replace('.', blank)}\n{PROPER}\n")
    assert lines(tmp_path / "lines") == [PROPER, PROPER]


# --- plain text stays plain --------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        f"#Best of all\n{PROPER}\n",
        f"#Author: nobody\n\n{PROPER} # the first\n",
        f"{PROPER};{SOLUTION};1.2\n",
        SDK,
        str(Grid(PROPER)),
        "\n".join(",".join(row) for row in SDK.split("\n")).replace(".", ""),
        " ".join(PROPER),
    ],
)
def test_what_looks_a_little_like_another_format_is_still_text(text: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text(text)
    assert lines(tmp_path / "text") == [PROPER]


def test_answers_come_while_a_pipe_is_still_open() -> None:
    line = f'coproc ninefold solve; echo "{PROPER}" >&"${{COPROC[1]}}"; read -r answer <&"${{COPROC[0]}}"; echo $answer'
    assert shell(line).out == SOLUTION + "\n"


# --- clues, placed digits, candidates ----------------------------------------------------------


@pytest.fixture
def in_play(tmp_path: Path) -> Path:
    (tmp_path / "game.sdk").write_text(IN_PLAY)
    return tmp_path / "game.sdk"


def test_a_puzzle_in_play_is_solved_from_its_clues_and_that_is_told(in_play: Path) -> None:
    done = ninefold("solve", in_play)
    assert (done.code, done.out) == (0, SOLUTION + "\n")
    assert done.err == f"ninefold: {in_play}: the digits placed in it are no clues, and were left out\n"


def test_wrong_digits_in_play_are_found_by_check_and_hint_but_do_not_stop_solve(in_play: Path) -> None:
    in_play.write_text(IN_PLAY.replace("534", "532"))
    assert ninefold("solve", in_play).out == SOLUTION + "\n"
    done = ninefold("check", in_play)
    assert (done.code, "it cannot be completed" in done.out) == (1, True)
    assert "r1c3" in ninefold("hint", in_play, "--strength", "3").out


def test_show_and_draw_have_all_that_stands_on_the_board(in_play: Path) -> None:
    record = ninefold("show", in_play, "--json").records[0]
    assert (record["puzzle"][:3], record["clues"], record["empty"]) == ("534", 30, 50)
    svg = ninefold("draw", in_play, "--as", "svg").out
    assert svg.count("#1557a6") == 1  # the one digit that is no clue


def test_a_model_a_race_and_a_canonical_form_take_files_too(in_play: Path) -> None:
    assert f"puzzle {PROPER}\n" in ninefold("model", in_play, "--format", "lp").out
    assert ninefold("canon", in_play).out == ninefold("canon", PROPER).out
    assert '"unique": 1' in ninefold("race", in_play, "--by", "search", "--json").out


# --- one of many -------------------------------------------------------------------------------


@pytest.mark.parametrize("verb", ["solve", "count", "check", "show", "canon", "hint"])
def test_every_verb_takes_one_puzzle_of_a_file(verb: str, tmp_path: Path) -> None:
    (tmp_path / "sudoku.txt").write_text(LPL)
    assert ninefold(verb, tmp_path / "sudoku.txt", "--number", "40").out == ninefold(verb, OTHER).out


def test_a_number_is_a_place_and_an_id_comes_before_it(tmp_path: Path) -> None:
    (tmp_path / "sudoku17.txt").write_text(f"{SMALL}\n" * 39 + f"{OTHER}\n" + f"{SMALL}\n" * 5)
    (tmp_path / "sudoku.txt").write_text(LPL)
    assert lines(tmp_path / "sudoku17.txt", "--number", "40") == [OTHER]
    assert lines(tmp_path / "sudoku.txt", "--number", "40") == [OTHER]
    assert lines(tmp_path / "sudoku.txt", "--number", "2") == [OTHER]


# --- what is refused ---------------------------------------------------------------------------


def test_old_workbooks_are_read_and_their_damage_is_reported(tmp_path: Path) -> None:
    data = Path(__file__).parents[1] / "data" / "games.xls"
    assert lines(data, "--number", "small") == ["..4.1......3.1.."]
    path = tmp_path / "games"
    path.write_bytes(data.read_bytes()[:1500])
    done = ninefold("solve", path)
    assert done.code == 2
    assert done.err.startswith(f"ninefold: {path}: the workbook ")


def test_a_number_that_a_written_puzzle_has_not_is_told_as_such() -> None:
    done = ninefold("solve", "..4.1......3.1..", "--number", "3")
    assert (done.code, done.err) == (2, "ninefold: ..4.1......3.1..: no puzzle '3'\n")


def test_a_file_that_is_not_there_is_told_before_what_it_has_not() -> None:
    done = ninefold("solve", "nofile.txt", "--number", "3")
    assert done.code == 2
    assert done.err.startswith("ninefold: 'nofile.txt' is no file, and not a puzzle either: ")


@pytest.mark.parametrize(
    ("content", "args", "words"),
    [
        (f"#AAuthor\n[Puzzle]\n{SDK}".replace("53.", "5?."), [], "r1c2 (line 3, column 2): read '?'"),
        (LPL.replace("4 0\n", "5 0\n", 1), [], "r1c3 (line 3, column 5): read '5'"),
        (LPL, ["--number", "7"], "no puzzle '7'; it has 1, 40"),
        (LPL, ["--from", "doc"], "unknown format 'doc'"),
        (f"quizzes,solutions\n{PROPER[:-1]}?,\n", [], "r9c9 (line 2, column 81): read '?'"),
        ('{"answer": 42}', [], "the file is in none of the formats that are read here"),
        ("<html></html>", [], "the file is in none of the formats that are read here"),
        ('{"format": "ninefold/1", "layout": "4",\n "clues": 7}', [], "line 1, column 1: read 1 cells"),
        ("%1:Table\n2\n0 0 4 0\n", [], "line 1, table 1: read 1 rows, expected 4"),
    ],
)
def test_a_fault_is_told_with_file_line_and_column(content: str, args: list[str], words: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(content)
    done = ninefold("solve", path, *args)
    assert done.code == 2
    assert done.err.startswith(f"ninefold: {path}: ")
    assert words in done.err


def test_what_can_be_read_of_a_file_is_answered(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"quizzes,solutions\n{PROPER},\n{PROPER[1:]},\n{PROPER},\n")
    done = ninefold("solve", tmp_path / "a.csv")
    assert (done.code, done.lines) == (2, [SOLUTION, SOLUTION])
    assert f"{tmp_path / 'a.csv'}: line 3: " in done.err


@pytest.mark.parametrize(
    "word", ["fpuzzles.txt", "classic.txt", "scf", "nothing.sdk", "3x3:", "https://sudokupad.app/"]
)
def test_a_file_that_is_not_there_is_told_as_such(word: str) -> None:
    done = ninefold("solve", word)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"ninefold: {word!r} is no file, and not a puzzle either: ")
    assert f"either: {word}" not in done.err


# --- the board ---------------------------------------------------------------------------------


def test_a_layout_holds_for_files_that_do_not_tell_one(tmp_path: Path) -> None:
    (tmp_path / "a.sdk").write_text(f"#AAuthor\n{SDK}\n")
    (grid,) = reader(tmp_path / "a.sdk", "--layout", "9+diagonals").grids()
    assert grid == Grid(PROPER, layout=Layout(9, diagonals=True))


@pytest.mark.parametrize("args", [("--layout", "9+windows"), ("--size", "16")])
def test_a_layout_that_a_file_contradicts_is_refused(args: tuple[str, str], tmp_path: Path) -> None:
    sheet = Puzzle(Grid(PROPER, layout=Layout(9, diagonals=True)))
    write_file(str(tmp_path / "x.json"), [sheet])
    done = ninefold("solve", tmp_path / "x.json", *args)
    assert (done.code, done.out) == (2, "")
    assert "puzzle 1: the file has a board 9+diagonals, not " in done.err


def test_a_book_says_what_its_file_tells(tmp_path: Path) -> None:
    sheet = Puzzle.from_parts(Grid(PROPER), meta={"name": "Alpha", "level": "easy"})
    (tmp_path / "x.json").write_bytes(next(f for f in TABLE if f.name == "ninefold").bytes_of([sheet]))
    assert json.loads((tmp_path / "x.json").read_text())["meta"]["name"] == "Alpha"
    plain, labelled = tmp_path / "plain.pdf", tmp_path / "labelled.pdf"
    assert ninefold("book", tmp_path / "x.json", "-o", plain).code == 0
    assert ninefold("book", tmp_path / "x.json", "-o", labelled, "--label", "").code == 0
    assert os.path.getsize(plain) > os.path.getsize(labelled)


@pytest.mark.parametrize(
    "verb", ["generate --count 3 --seed 5", "generate 16 --seed 2", "canon 1234......2.....", "solve ..4.1......3.1.."]
)
def test_what_a_command_writes_as_json_another_reads(tmp_path: Path, verb: str) -> None:
    written = ninefold(*verb.split(), "--json")
    file = tmp_path / "told.jsonl"
    file.write_text(written.out)
    again = ninefold("solve", file, "--json")
    assert [record["puzzle"] for record in again.records] == [record["puzzle"] for record in written.records]
    assert {record["status"] for record in again.records} <= {"unique", "multiple"}


def test_a_record_without_a_layout_is_told_with_its_line(tmp_path: Path) -> None:
    file = tmp_path / "told.jsonl"
    file.write_text('{"puzzle": "..4.1......3.1..", "layout": "4"}\n{"puzzle": "1..............."}\n')
    done = ninefold("solve", file)
    assert done.code == 2
    assert "told.jsonl: line 2, column" in done.err
    assert "layout: read nothing, expected a text" in done.err
