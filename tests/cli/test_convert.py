"""`ninefold convert`: from one format to another, with warnings about what is lost."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import PROPER, SOLUTION, ninefold

from ninefold.formats import TABLE

SMALL = "..4.1......3.1.."
LPL = "%1:Table\n2\n0 0 4 0\n1 0 0 0\n0 0 0 3\n0 1 0 0\n%40:Table\n2\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n"


def test_a_collection_survives_a_round_trip_through_many_formats(tmp_path: Path) -> None:
    first = tmp_path / "first.txt"
    first.write_text(f"{PROPER}\n{PROPER[::-1]}\n")
    last = first
    for name in ("a.xlsx", "b.opensudoku", "c.csv", "d.json", "e.sdm"):
        done = ninefold("convert", str(last), str(tmp_path / name))
        assert (done.code, done.out) == (0, ""), done.err
        last = tmp_path / name
    assert ninefold("convert", str(last), "-", "--to", "line").out == first.read_text()


def test_standard_output_gets_lines_by_default(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"puzzle\n{PROPER}\n")
    assert ninefold("convert", tmp_path / "a.csv", "-").out == f"{PROPER}\n"


def test_results_of_solve_keep_their_solution() -> None:
    record = ninefold("solve", "--json", PROPER).out
    row = ninefold("convert", "-", "-", "--to", "csv", stdin=record).lines[1]
    assert row == f"{PROPER},{SOLUTION},9"


@pytest.mark.parametrize("form", ["line", "csv", "board"])
def test_many_puzzles_are_written_in_pieces(form: str) -> None:
    lines = [f"{PROPER} # {number}" for number in range(2500)]
    done = ninefold("convert", "-", "-", "--to", form, stdin="\n".join(lines))
    back = ninefold("convert", "-", "-", stdin=done.out)
    assert back.lines == [line[:81] if form == "board" else line for line in lines]


def test_convert_warns_about_lost_data() -> None:
    done = ninefold("convert", "-", "-", "--to", "sdm", stdin=f"{PROPER} # a comment\n")
    assert (done.code, done.out) == (0, PROPER.replace(".", "0") + "\n")
    assert done.err == "ninefold: sdm does not keep: comment\n"


@pytest.mark.parametrize("form", ["ksudoku", "gnome"])
def test_no_warning_about_play_without_a_game(form: str, tmp_path: Path) -> None:
    done = ninefold("convert", "-", str(tmp_path / "game"), "--to", form, stdin=f"{PROPER}\n")
    assert (done.code, done.err) == (0, "")
    back = ninefold("convert", str(tmp_path / "game"), "-", "--to", "line")
    assert (back.out, "play" in back.err) == (f"{PROPER}\n", False)


@pytest.mark.parametrize("name", ["none/a.txt", "file/a.txt"])
def test_a_missing_folder_is_reported_with_the_given_name(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    done = ninefold("convert", "-", str(tmp_path / name), stdin=f"{PROPER}\n")
    assert done.code == 2
    assert done.err.startswith(f"ninefold: {tmp_path / name}: ")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_nothing_is_written_if_a_puzzle_is_unreadable(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    out.write_text("old")
    done = ninefold("convert", "-", str(out), stdin=f"{PROPER}\n{PROPER[:-1]}?\n")
    assert done.code == 2
    assert "standard input: line 2: " in done.err
    assert "r9c9 (line 2, column 81)" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    assert out.read_text() == "old"


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        (["-", "x.unknown"], "unknown file extension; choose a format with --to"),
        (["-", "-", "--to", "penpa"], "can be read but not written"),
        (["-", "-", "--to", "doc"], "unknown format 'doc'"),
        (["-", "-", "--from", "doc", "--to", "line"], "unknown format 'doc'"),
        (["none.txt", "-", "--to", "line"], "No such file"),
        (["-", "-", "--to", "sdk"], "holds one puzzle, not 2"),
        (["-"], "convert needs IN and OUT"),
    ],
)
def test_convert_reports_usage_errors(arguments: list[str], words: str) -> None:
    done = ninefold("convert", *arguments, stdin=f"{PROPER}\n{PROPER}\n")
    assert done.code == 2
    assert words in done.err


def test_pick_takes_a_number_or_an_id(tmp_path: Path) -> None:
    tables = tmp_path / "sudoku.txt"
    tables.write_text(LPL)
    done = ninefold("convert", str(tables), "-", "--to", "line", "--pick", "40")
    assert done.out == "1...............\n"
    assert ninefold("convert", str(tables), "-", "--to", "line", "--pick", "2").out == done.out
    assert "no puzzle '7'; it has 1, 40" in ninefold("convert", str(tables), "-", "--to", "line", "--pick", "7").err


BROKEN = LPL.replace("1 0 0 0\n0 0 0 0", "1 0 9 0\n0 0 0 0")


@pytest.mark.parametrize(
    ("name", "text", "key", "words"),
    [
        ("sudoku.txt", BROKEN, "40", "line 7, table 40: "),
        ("sudoku.txt", BROKEN, "2", "line 7, table 40: "),
        ("sudoku.txt", BROKEN, "7", "no puzzle '7'; it has 1; some puzzles cannot be read: "),
        ("a.csv", f"id,puzzle\n1,{SMALL}\n7,{SMALL[:-1]}?\n", "7", "line 3: read 16 cells, but not all are valid"),
        ("a.csv", f"puzzle,name\n{SMALL},x\n{SMALL[:-1]}?,y\n", "y", "line 3: read 16 cells, but not all are valid"),
        ("a.txt", f"{SMALL}\n{SMALL[:-1]}?\n", "2", "line 2: "),
    ],
)
def test_an_error_in_the_picked_puzzle_is_reported(name: str, text: str, key: str, words: str, tmp_path: Path) -> None:
    (tmp_path / name).write_text(text)
    for arguments in (["solve", str(tmp_path / name)], ["convert", str(tmp_path / name), "-", "--to", "line"]):
        done = ninefold(*arguments, "--pick", key)
        assert (done.code, done.out) == (2, "")
        assert words in done.err
        assert ("no puzzle" in done.err) == ("no puzzle" in words)


def test_an_id_takes_precedence_over_the_position_of_an_unreadable_puzzle(tmp_path: Path) -> None:
    tables = tmp_path / "sudoku.txt"
    tables.write_text(BROKEN + LPL.replace("%1:", "%2:").replace("%40:", "%3:"))
    assert ninefold("convert", str(tables), "-", "--to", "line", "--pick", "2").out == f"{SMALL}\n"


def test_solve_picks_puzzle_40_of_a_file(tmp_path: Path) -> None:
    lines = [SMALL] * 39 + ["...1.1....2.3..."] + [SMALL] * 5
    (tmp_path / "sudoku17.txt").write_text("\n".join(lines) + "\n")
    done = ninefold("solve", str(tmp_path / "sudoku17.txt"), "--pick", "40")
    assert (done.code, done.out) == (0, ninefold("solve", "...1.1....2.3...").out)
    assert ninefold("solve", str(tmp_path / "sudoku17.txt"), "--pick", "99").code == 2
    assert ninefold("solve", str(tmp_path / "none"), "--pick", "9").code == 2


def test_large_boards_take_an_alphabet() -> None:
    line = "A" + "." * 255
    assert "alphabet" in ninefold("convert", "-", "-", "--to", "line", stdin=line).err
    done = ninefold("convert", "-", "-", "--to", "line", "--alphabet", "A-P", stdin=line)
    assert done.out == "1" + "." * 255 + "\n"


def test_the_formats_are_listed() -> None:
    lines = ninefold("convert", "--list").lines
    assert [line.split()[0] for line in lines] == [form.name for form in TABLE]
