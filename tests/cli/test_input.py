"""Input of all commands: files of every format, links as arguments, one puzzle of many, and errors."""

from __future__ import annotations

import json
import os
from pathlib import Path

import pytest
from running import PROPER, SOLUTION, ninefold, shell

from ninefold import Grid, Layout
from ninefold.cli.input import Reader
from ninefold.cli.parser import parse
from ninefold.core.puzzle import Puzzle
from ninefold.formats import TABLE
from ninefold.formats.files import write_file
from ninefold.formats.format import Format

SMALL, OTHER = "..4.1......3.1..", "...1.1....2.3..."
SDK = "\n".join(PROPER[i : i + 9] for i in range(0, 81, 9))
STATE = SDK.replace("53.", "534", 1)
IN_PLAY = f"#LEasy\n[Puzzle]\n{SDK}\n[State]\n{STATE}\n"
LPL = "%1:Table\n2\n0 0 4 0\n1 0 0 0\n0 0 0 3\n0 1 0 0\n%40:Table\n2\n0 0 0 1\n0 1 0 0\n0 0 2 0\n3 0 0 0\n"
WRITTEN = [form for form in TABLE if form.write and form.name != "parquet"]
LINKS = ("link", "fpuzzles-link", "scf", "classic", "scl-link", "solo")


def reader(*args: str | Path) -> Reader:
    return Reader(parse(["solve", *map(str, args)]))


def lines(*args: str | Path) -> list[str]:
    """The puzzles that a command reads, one by one and in blocks alike."""
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
def test_any_format_is_detected_by_content(form: Format, tmp_path: Path) -> None:
    path = tmp_path / "puzzles"
    write_file(str(path), [Puzzle.from_parts(Grid(PROPER), meta={"rating": "1.2"})], form.name)
    assert lines(path) == [PROPER]
    assert lines(path, "--from", form.name) == [PROPER]
    assert lines(path, "--pick", "1") == [PROPER]


@pytest.mark.parametrize("form", [form for form in WRITTEN if form.name in LINKS], ids=lambda form: form.name)
def test_a_link_or_game_id_may_be_the_argument(form: Format) -> None:
    assert lines(form.bytes_of([Puzzle(Grid(PROPER))]).decode().strip()) == [PROPER]


def test_the_real_command_solves_files_of_other_programs(tmp_path: Path) -> None:
    write_file(str(tmp_path / "games.xlsx"), [Puzzle(Grid(SMALL)), Puzzle(Grid(PROPER))])
    (tmp_path / "a.sdk").write_text(f"#AAuthor\n{SDK}\n")
    done = ninefold("solve", tmp_path / "games.xlsx", tmp_path / "a.sdk", "-", stdin=SMALL)
    assert (done.code, done.err) == (0, "")
    assert done.lines == ["2341143242133124", SOLUTION, SOLUTION, "2341143242133124"]


def test_boards_of_several_sizes_keep_their_order(tmp_path: Path) -> None:
    puzzles = [PROPER, SMALL, SMALL, PROPER, PROPER, OTHER]
    write_file(str(tmp_path / "x.xlsx"), [Puzzle(Grid(line)) for line in puzzles])
    assert lines(tmp_path / "x.xlsx") == puzzles


@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_text_encodings_are_detected(encoding: str, tmp_path: Path) -> None:
    (tmp_path / "lines").write_bytes(f"# für alle\n{PROPER}\n{SMALL}\n".encode(encoding))
    assert lines(tmp_path / "lines") == [PROPER, SMALL]


@pytest.mark.parametrize("blank", ["x", "X", "-", " "])
def test_empty_cells_of_81_characters_may_be_other_characters(blank: str, tmp_path: Path) -> None:
    (tmp_path / "lines").write_text(f"{PROPER.replace('.', blank)}\n{PROPER}\n")
    assert lines(tmp_path / "lines") == [PROPER, PROPER]


# --- plain text stays plain --------------------------------------------------------------------


@pytest.mark.parametrize(
    "text",
    [
        f"#Best of all\n{PROPER}\n",
        f"#Author: unknown\n\n{PROPER} # the first\n",
        f"{PROPER};{SOLUTION};1.2\n",
        SDK,
        str(Grid(PROPER)),
        "\n".join(",".join(row) for row in SDK.split("\n")).replace(".", ""),
        " ".join(PROPER),
    ],
)
def test_text_similar_to_another_format_is_still_text(text: str, tmp_path: Path) -> None:
    (tmp_path / "text").write_text(text)
    assert lines(tmp_path / "text") == [PROPER]


def test_results_appear_while_the_pipe_is_still_open() -> None:
    line = f'coproc ninefold solve; echo "{PROPER}" >&"${{COPROC[1]}}"; read -r answer <&"${{COPROC[0]}}"; echo $answer'
    assert shell(line).out == SOLUTION + "\n"


# --- clues, placed digits, candidates ----------------------------------------------------------


@pytest.fixture
def in_play(tmp_path: Path) -> Path:
    (tmp_path / "game.sdk").write_text(IN_PLAY)
    return tmp_path / "game.sdk"


def test_a_puzzle_in_play_is_solved_from_its_clues_with_a_warning(in_play: Path) -> None:
    done = ninefold("solve", in_play)
    assert (done.code, done.out) == (0, SOLUTION + "\n")
    assert done.err == f"ninefold: {in_play}: placed digits are not clues; they are ignored\n"


def test_wrong_digits_in_play_matter_to_check_and_hint_only(in_play: Path) -> None:
    in_play.write_text(IN_PLAY.replace("534", "532"))
    assert ninefold("solve", in_play).out == SOLUTION + "\n"
    done = ninefold("check", in_play)
    assert (done.code, "it cannot be completed" in done.out) == (1, True)
    assert "r1c3" in ninefold("hint", in_play, "--strength", "3").out


def test_show_and_draw_include_placed_digits(in_play: Path) -> None:
    record = ninefold("show", in_play, "--json").records[0]
    assert (record["puzzle"][:3], record["clues"], record["empty"]) == ("534", 30, 50)
    svg = ninefold("draw", in_play, "--to", "svg").out
    assert svg.count("#1557a6") == 1  # the one digit that is not a clue


def test_model_race_and_canonical_read_files_too(in_play: Path) -> None:
    assert f"puzzle {PROPER}\n" in ninefold("model", in_play, "--to", "lp").out
    assert ninefold("canonical", in_play).out == ninefold("canonical", PROPER).out
    assert '"unique": 1' in ninefold("race", in_play, "--by", "search", "--json").out


# --- one of many -------------------------------------------------------------------------------


@pytest.mark.parametrize("command", ["solve", "count", "check", "show", "canonical", "hint"])
def test_every_command_can_pick_one_puzzle(command: str, tmp_path: Path) -> None:
    (tmp_path / "sudoku.txt").write_text(LPL)
    assert ninefold(command, tmp_path / "sudoku.txt", "--pick", "40").out == ninefold(command, OTHER).out


def test_pick_prefers_an_id_to_a_position(tmp_path: Path) -> None:
    (tmp_path / "sudoku17.txt").write_text(f"{SMALL}\n" * 39 + f"{OTHER}\n" + f"{SMALL}\n" * 5)
    (tmp_path / "sudoku.txt").write_text(LPL)
    assert lines(tmp_path / "sudoku17.txt", "--pick", "40") == [OTHER]
    assert lines(tmp_path / "sudoku.txt", "--pick", "40") == [OTHER]
    assert lines(tmp_path / "sudoku.txt", "--pick", "2") == [OTHER]


# --- errors ------------------------------------------------------------------------------------


def test_old_workbooks_are_read_and_their_damage_is_reported(tmp_path: Path) -> None:
    data = Path(__file__).parents[1] / "data" / "games.xls"
    assert lines(data, "--pick", "small") == ["..4.1......3.1.."]
    path = tmp_path / "games"
    path.write_bytes(data.read_bytes()[:1500])
    done = ninefold("solve", path)
    assert done.code == 2
    assert done.err.startswith(f"ninefold: {path}: the workbook ")


def test_picking_a_missing_puzzle_is_an_error() -> None:
    done = ninefold("solve", "..4.1......3.1..", "--pick", "3")
    assert (done.code, done.err) == (2, "ninefold: ..4.1......3.1..: no puzzle '3'\n")


def test_a_missing_file_is_reported_before_a_missing_puzzle() -> None:
    done = ninefold("solve", "nofile.txt", "--pick", "3")
    assert done.code == 2
    assert done.err.startswith("ninefold: 'nofile.txt' is neither a file nor a puzzle: ")


@pytest.mark.parametrize(
    ("content", "args", "words"),
    [
        (f"#AAuthor\n[Puzzle]\n{SDK}".replace("53.", "5?."), [], "r1c2 (line 3, column 2): read '?'"),
        (LPL.replace("4 0\n", "5 0\n", 1), [], "r1c3 (line 3, column 5): read '5'"),
        (LPL, ["--pick", "7"], "no puzzle '7'; it has 1, 40"),
        (f"quizzes,solutions\n{PROPER[:-1]}?,\n", [], "r9c9 (line 2, column 81): read '?'"),
        ('{"answer": 42}', [], "unknown file format"),
        ("<html></html>", [], "unknown file format"),
        ('{"format": "ninefold/1", "layout": "4",\n "clues": 7}', [], "line 1, column 1: read 1 cell"),
        ("%1:Table\n2\n0 0 4 0\n", [], "line 1, table 1: read 1 row, expected 4"),
    ],
)
def test_an_error_has_file_line_and_column(content: str, args: list[str], words: str, tmp_path: Path) -> None:
    path = tmp_path / "file"
    path.write_text(content)
    done = ninefold("solve", path, *args)
    assert done.code == 2
    assert done.err.startswith(f"ninefold: {path}: ")
    assert words in done.err


def test_the_readable_puzzles_of_a_file_are_solved(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"quizzes,solutions\n{PROPER},\n{PROPER[1:]},\n{PROPER},\n")
    done = ninefold("solve", tmp_path / "a.csv")
    assert (done.code, done.lines) == (2, [SOLUTION, SOLUTION])
    assert f"{tmp_path / 'a.csv'}: line 3: " in done.err


@pytest.mark.parametrize(
    "word", ["fpuzzles.txt", "classic.txt", "scf", "nothing.sdk", "3x3:", "https://sudokupad.app/"]
)
def test_a_missing_file_is_reported(word: str) -> None:
    done = ninefold("solve", word)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"ninefold: {word!r} is neither a file nor a puzzle: ")
    assert f"puzzle: {word}" not in done.err


# --- the board ---------------------------------------------------------------------------------


def test_a_layout_applies_to_files_without_one(tmp_path: Path) -> None:
    (tmp_path / "a.sdk").write_text(f"#AAuthor\n{SDK}\n")
    (grid,) = reader(tmp_path / "a.sdk", "--layout", "9+diagonals").grids()
    assert grid == Grid(PROPER, layout=Layout(9, diagonals=True))


@pytest.mark.parametrize("args", [("--layout", "9+windows"), ("--size", "16")])
def test_a_layout_that_contradicts_the_file_is_an_error(args: tuple[str, str], tmp_path: Path) -> None:
    puzzle = Puzzle(Grid(PROPER, layout=Layout(9, diagonals=True)))
    write_file(str(tmp_path / "x.json"), [puzzle])
    done = ninefold("solve", tmp_path / "x.json", *args)
    assert (done.code, done.out) == (2, "")
    assert "puzzle 1: the file has board 9+diagonals, not " in done.err


def test_a_book_prints_name_and_level_from_the_file(tmp_path: Path) -> None:
    puzzle = Puzzle.from_parts(Grid(PROPER), meta={"name": "Alpha", "level": "easy"})
    (tmp_path / "x.json").write_bytes(next(f for f in TABLE if f.name == "ninefold").bytes_of([puzzle]))
    assert json.loads((tmp_path / "x.json").read_text())["meta"]["name"] == "Alpha"
    plain, labelled = tmp_path / "plain.pdf", tmp_path / "labelled.pdf"
    assert ninefold("book", tmp_path / "x.json", "-o", plain).code == 0
    assert ninefold("book", tmp_path / "x.json", "-o", labelled, "--label", "").code == 0
    assert os.path.getsize(plain) > os.path.getsize(labelled)


@pytest.mark.parametrize(
    "command",
    ["generate --count 3 --seed 5", "generate 16 --seed 2", "canonical 1234......2.....", "solve ..4.1......3.1.."],
)
def test_json_of_one_command_is_input_for_another(tmp_path: Path, command: str) -> None:
    written = ninefold(*command.split(), "--json")
    file = tmp_path / "records.jsonl"
    file.write_text(written.out)
    again = ninefold("solve", file, "--json")
    assert [record["puzzle"] for record in again.records] == [record["puzzle"] for record in written.records]
    assert {record["status"] for record in again.records} <= {"unique", "multiple"}


def test_a_record_without_a_layout_is_a_standard_board(tmp_path: Path) -> None:
    file = tmp_path / "records.jsonl"
    file.write_text('{"puzzle": "..4.1......3.1..", "layout": "4"}\n{"puzzle": "..4.1......3.1.."}\n')
    assert ninefold("solve", file).lines == ["2341143242133124"] * 2
