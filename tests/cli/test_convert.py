"""`ninefold convert`: from one format into another, telling what is not kept."""

from __future__ import annotations

from pathlib import Path

import pytest
from running import PROPER, ninefold

from ninefold.formats import TABLE

SMALL = "..4.1......3.1.."
LPL = "%1:Table\n2\n0 0 4 0\n1 0 0 0\n0 0 0 3\n0 1 0 0\n%40:Table\n2\n1 0 0 0\n0 0 0 0\n0 0 0 0\n0 0 0 0\n"


def test_a_collection_goes_through_many_formats_and_comes_back(tmp_path: Path) -> None:
    first = tmp_path / "first.txt"
    first.write_text(f"{PROPER}\n{PROPER[::-1]}\n")
    last = first
    for name in ("a.xlsx", "b.opensudoku", "c.csv", "d.json", "e.sdm"):
        done = ninefold("convert", str(last), str(tmp_path / name))
        assert (done.code, done.out) == (0, ""), done.err
        last = tmp_path / name
    assert ninefold("convert", str(last), "-", "--to", "line").out == first.read_text()


def test_what_a_format_does_not_keep_is_told() -> None:
    done = ninefold("convert", "-", "-", "--to", "sdm", stdin=f"{PROPER} # a comment\n")
    assert (done.code, done.out) == (0, PROPER.replace(".", "0") + "\n")
    assert done.err == "ninefold: sdm does not keep: comment\n"


@pytest.mark.parametrize("form", ["ksudoku", "gnome"])
def test_no_play_is_lost_where_there_was_none(form: str, tmp_path: Path) -> None:
    done = ninefold("convert", "-", str(tmp_path / "game"), "--to", form, stdin=f"{PROPER}\n")
    assert (done.code, done.err) == (0, "")
    back = ninefold("convert", str(tmp_path / "game"), "-", "--to", "line")
    assert (back.out, "play" in back.err) == (f"{PROPER}\n", False)


@pytest.mark.parametrize("name", ["none/a.txt", "file/a.txt"])
def test_a_folder_that_is_not_there_is_told_with_the_name_that_was_given(name: str, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("x")
    done = ninefold("convert", "-", str(tmp_path / name), stdin=f"{PROPER}\n")
    assert done.code == 2
    assert done.err.startswith(f"ninefold: {tmp_path / name}: ")
    assert [path.name for path in tmp_path.iterdir()] == ["file"]


def test_what_cannot_be_read_stops_it_and_nothing_is_written(tmp_path: Path) -> None:
    out = tmp_path / "out.txt"
    out.write_text("old")
    done = ninefold("convert", "-", str(out), stdin=f"{PROPER}\n{PROPER[:-1]}?\n")
    assert done.code == 2
    assert "standard input: line 2: " in done.err
    assert "r9c9 (line 2, column 81)" in done.err
    assert [path.name for path in tmp_path.iterdir()] == ["out.txt"]
    assert out.read_text() == "old"


@pytest.mark.parametrize(
    ("arguments", "told"),
    [
        (["-", "x.unknown"], "its name tells no format"),
        (["-", "-", "--to", "penpa"], "only read, not written"),
        (["-", "-", "--to", "doc"], "no format 'doc'"),
        (["-", "-", "--from", "doc", "--to", "line"], "no format 'doc'"),
        (["none.txt", "-", "--to", "line"], "No such file"),
        (["-", "-", "--to", "sdk"], "holds one puzzle, not 2"),
        (["-"], "convert takes IN and OUT"),
    ],
)
def test_what_does_not_go_is_told(arguments: list[str], told: str) -> None:
    done = ninefold("convert", *arguments, stdin=f"{PROPER}\n{PROPER}\n")
    assert done.code == 2
    assert told in done.err


def test_one_puzzle_by_its_number_or_id(tmp_path: Path) -> None:
    tables = tmp_path / "sudoku.txt"
    tables.write_text(LPL)
    done = ninefold("convert", str(tables), "-", "--to", "line", "--number", "40")
    assert done.out == "1...............\n"
    assert ninefold("convert", str(tables), "-", "--to", "line", "--number", "2").out == done.out
    assert (
        "there is no puzzle '7'; it has 1, 40"
        in ninefold("convert", str(tables), "-", "--to", "line", "--number", "7").err
    )


BROKEN = LPL.replace("1 0 0 0\n0 0 0 0", "1 0 9 0\n0 0 0 0")


@pytest.mark.parametrize(
    ("name", "text", "key", "told"),
    [
        ("sudoku.txt", BROKEN, "40", "line 7, table 40: "),
        ("sudoku.txt", BROKEN, "2", "line 7, table 40: "),
        ("sudoku.txt", BROKEN, "7", "there is no puzzle '7'; it has 1; and what cannot be read: "),
        ("a.csv", f"id,puzzle\n1,{SMALL}\n7,{SMALL[:-1]}?\n", "7", "line 3: read 16 cells, but not all are valid"),
        ("a.csv", f"puzzle,name\n{SMALL},x\n{SMALL[:-1]}?,y\n", "y", "line 3: read 16 cells, but not all are valid"),
        ("a.txt", f"{SMALL}\n{SMALL[:-1]}?\n", "2", "line 2: "),
    ],
)
def test_a_fault_of_the_very_puzzle_asked_for_is_told(
    name: str, text: str, key: str, told: str, tmp_path: Path
) -> None:
    (tmp_path / name).write_text(text)
    for arguments in (["solve", str(tmp_path / name)], ["convert", str(tmp_path / name), "-", "--to", "line"]):
        done = ninefold(*arguments, "--number", key)
        assert (done.code, done.out) == (2, "")
        assert told in done.err
        assert ("there is no puzzle" in done.err) == ("there is no puzzle" in told)


def test_an_id_comes_before_the_place_of_one_that_cannot_be_read(tmp_path: Path) -> None:
    tables = tmp_path / "sudoku.txt"
    tables.write_text(BROKEN + LPL.replace("%1:", "%2:").replace("%40:", "%3:"))
    assert ninefold("convert", str(tables), "-", "--to", "line", "--number", "2").out == f"{SMALL}\n"


def test_number_40_of_the_file_is_solved_by_one_command(tmp_path: Path) -> None:
    lines = [SMALL] * 39 + ["...1.1....2.3..."] + [SMALL] * 5
    (tmp_path / "sudoku17.txt").write_text("\n".join(lines) + "\n")
    done = ninefold("solve", str(tmp_path / "sudoku17.txt"), "--number", "40")
    assert (done.code, done.out) == (0, ninefold("solve", "...1.1....2.3...").out)
    assert ninefold("solve", str(tmp_path / "sudoku17.txt"), "--number", "99").code == 2
    assert ninefold("solve", str(tmp_path / "none"), "--number", "9").code == 2


def test_large_boards_take_an_alphabet() -> None:
    line = "A" + "." * 255
    assert "alphabet" in ninefold("convert", "-", "-", "--to", "line", stdin=line).err
    done = ninefold("convert", "-", "-", "--to", "line", "--alphabet", "A-P", stdin=line)
    assert done.out == "1" + "." * 255 + "\n"


def test_the_formats_are_listed() -> None:
    lines = ninefold("convert", "--list").lines
    assert [line.split()[0] for line in lines] == [form.name for form in TABLE]
