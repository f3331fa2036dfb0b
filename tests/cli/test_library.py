"""`ninefold library`: a file of puzzles on the command line."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from running import PROPER, ninefold

import ninefold as nf
from ninefold.cli.library import ACTIONS, as_record
from ninefold.library.sheet import Sheet
from ninefold.library.store import Kept

OTHER = "5.8..7.4.4.29.5.3.....1....19..........1.8..........53....4.....5.6.94.7.3.5..8.9"
SMALL, TURNED = "..4.1......3.1..", "..1.3......1.4.."
DOCS = Path(__file__).parents[2] / "docs"


@pytest.fixture
def library(tmp_path: Path) -> list[str]:
    """The command for a library with three puzzles."""
    command = ["library", "--file", str(tmp_path / "l.sqlite")]
    (tmp_path / "a.txt").write_text(f"{PROPER} # the first\n{SMALL}\n{TURNED}\n")
    (tmp_path / "b.csv").write_text(f"puzzle,solution,level,name\n{OTHER},,hard,second\n")
    done = ninefold(*command, "import", str(tmp_path / "a.txt"), str(tmp_path / "b.csv"), "--tag", "mine")
    assert (done.code, done.out, done.err) == (0, "3 new, 1 known, 0 not read\n", "")
    return command


def test_puzzles_are_found_by_what_they_have(library: list[str]) -> None:
    assert [line.split("\t")[0] for line in ninefold(*library, "list").lines] == ["1", "2", "3"]
    for options, number in (
        (["--size", "4"], 2),
        (["--level", "HARD"], 3),
        (["--text", "first"], 1),
        (["--clues", "3-6"], 2),
        (["--layout", "4", "--tag", "mine"], 2),
    ):
        (record,) = ninefold(*library, "list", *options, "--json").records
        assert record["number"] == number
    assert len(ninefold(*library, "list", "--limit", "2").lines) == 2
    assert ninefold(*library, "list", "--size", "25").code == 1


def test_one_by_lot_goes_to_another_command(library: list[str]) -> None:
    done = ninefold(*library, "random", "--size", "4", "--seed", "1")
    assert done.out == SMALL + "\n"
    assert ninefold(*library, "random", "--size", "25").code == 2


def test_it_is_shown_tagged_and_removed(library: list[str]) -> None:
    (record,) = ninefold(*library, "show", "3", "--json").records
    assert (record["meta"]["name"], record["tags"], record["status"]) == ("second", ["mine"], "unique")
    assert ninefold(*library, "show", record["id"]).out == OTHER + "\n"
    assert ninefold(*library, "tag", "1", "3", "--add", "june", "--remove", "mine").code == 0
    assert len(ninefold(*library, "list", "--tag", "june").lines) == 2
    assert ninefold(*library, "remove", "3").out == "1 removed\n"
    assert "there is no puzzle 3" in ninefold(*library, "show", "3").err


def test_a_board_that_a_line_does_not_tell_is_told_beside_it(tmp_path: Path) -> None:
    command = ["library", "--file", str(tmp_path / "l.sqlite")]
    puzzle = "7..9...........5.1...3........5.......6..8....2.1..4.........1.98...........3...6"
    (tmp_path / "a.txt").write_text(puzzle)
    assert ninefold(*command, "import", str(tmp_path / "a.txt"), "--layout", "9+windows").code == 0
    assert ninefold(*command, "list").out == f"1\t{puzzle}\t16 clues\tunique\t9+windows\n"
    shown = ninefold(*command, "random")
    assert (shown.out, shown.err) == (
        puzzle + "\n",
        "ninefold: puzzle 1 is on a board 9+windows, which its line does not say\n",
    )
    (record,) = ninefold(*command, "show", "1", "--json").records
    assert record["layout"] == "9+windows"


def test_it_is_written_out_and_comes_back_the_same(library: list[str], tmp_path: Path) -> None:
    other = ["library", "--file", str(tmp_path / "other.sqlite")]
    assert ninefold(*library, "export", str(tmp_path / "all.json")).code == 0
    assert ninefold(*other, "import", str(tmp_path / "all.json")).out == "3 new, 0 known, 0 not read\n"
    kept = [[record[key] for key in ("id", "puzzle", "solution", "meta")] for record in _records(library)]
    assert kept == [[record[key] for key in ("id", "puzzle", "solution", "meta")] for record in _records(other)]
    assert ninefold(*library, "export", str(tmp_path / "x.xlsx"), "--size", "9").code == 0
    assert ninefold(*library, "export", "-", "--to", "line", "--size", "25").code == 2


def _records(command: list[str]) -> list[dict[str, object]]:
    return ninefold(*command, "list", "--json").records


def test_it_is_counted_and_verified(library: list[str]) -> None:
    (record,) = ninefold(*library, "stats", "--json").records
    assert (record["puzzles"], record["tags"]) == (3, {"mine": 3})
    assert "3 puzzles" in ninefold(*library, "stats").out
    assert ninefold(*library, "verify").out == "3 puzzles, 0 faults\n"


def test_what_cannot_be_read_is_told_and_the_rest_taken_in(library: list[str]) -> None:
    done = ninefold(*library, "import", "-", stdin=f"{'.' * 81}\n{PROPER[:-1]}?\n")
    assert (done.code, done.out) == (2, "1 new, 0 known, 1 not read\n")
    assert "standard input: line 2" in done.err
    assert ninefold(*library, "import", "/does/not/exist").code == 2


def test_only_import_makes_a_file(tmp_path: Path) -> None:
    missing = ["library", "--file", str(tmp_path / "none.sqlite")]
    for verb in ("list", "stats", "verify", "random"):
        done = ninefold(*missing, verb)
        assert (done.code, "there is no such file" in done.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_every_verb_and_key_is_described() -> None:
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    part = page.partition("### JSON of library")[2].partition("\n## ")[0]
    kept = Kept(1, "x", Sheet(nf.Grid(SMALL)), nf.Status.UNIQUE, (), "now")
    assert re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE) == list(as_record(kept))
    for action in ACTIONS:
        assert f"`ninefold library {action}" in page
