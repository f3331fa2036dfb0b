"""`ninefold library`: a file of puzzles on the command line."""

from __future__ import annotations

import re
from io import BytesIO
from pathlib import Path
from typing import Any

import pytest
from running import PROPER, ninefold, on_terminal

import ninefold as nf
from ninefold.cli import main
from ninefold.cli.library import ACTIONS
from ninefold.core.puzzle import Puzzle
from ninefold.library.games import Games
from ninefold.library.store import Entry, Library
from ninefold.records import LibraryEntry, as_dict

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
    assert (done.code, done.out, done.err) == (0, "3 new, 1 known, 0 unreadable\n", "")
    return command


def test_filters_find_puzzles(library: list[str]) -> None:
    assert [line.split("\t")[0] for line in ninefold(*library, "list").lines] == ["1", "2", "3"]
    for options, number in (
        (["--size", "4"], 2),
        (["--level", "MODERATE"], 3),
        (["--er", "1.5"], 3),
        (["--er", "1.5", "--ep", "1-2", "--ed", "1-2"], 3),
        (["--hodoku", "easy", "--backdoor", "0", "--guesses", "0-1", "--minutes", "0-5"], 1),
        (["--minutes", "0-5"], 1),
        (["--technique", "hidden single", "--minutes", "5-99"], 3),
        (["--text", "first"], 1),
        (["--clues", "3-6"], 2),
        (["--layout", "4", "--tag", "mine"], 2),
    ):
        (record,) = ninefold(*library, "list", *options, "--json").records
        assert record["number"] == number
    assert len(ninefold(*library, "list", "--limit", "2").lines) == 2
    assert ninefold(*library, "list", "--size", "25").code == 1


def test_random_prints_a_line_for_other_commands(library: list[str]) -> None:
    done = ninefold(*library, "random", "--size", "4", "--seed", "1")
    assert done.out == SMALL + "\n"
    assert ninefold(*library, "random", "--size", "25").code == 2


def test_show_tag_and_remove(library: list[str]) -> None:
    (record,) = ninefold(*library, "show", "3", "--json").records
    assert (record["meta"]["name"], record["tags"], record["status"]) == ("second", ["mine"], "unique")
    assert ninefold(*library, "show", record["id"]).out == OTHER + "\n"
    assert ninefold(*library, "tag", "1", "3", "--add", "june", "--remove", "mine").code == 0
    assert len(ninefold(*library, "list", "--tag", "june").lines) == 2
    assert ninefold(*library, "remove", "3").out == "1 removed\n"
    assert "no puzzle 3" in ninefold(*library, "show", "3").err


def test_a_layout_that_a_line_does_not_show_is_printed_on_standard_error(tmp_path: Path) -> None:
    command = ["library", "--file", str(tmp_path / "l.sqlite")]
    puzzle = "7..9...........5.1...3........5.......6..8....2.1..4.........1.98...........3...6"
    (tmp_path / "a.txt").write_text(puzzle)
    assert ninefold(*command, "import", str(tmp_path / "a.txt"), "--layout", "9+windows").code == 0
    assert ninefold(*command, "list").out == f"1\t{puzzle}\t16 clues\tunique\t9+windows; extreme\n"
    shown = ninefold(*command, "random")
    assert (shown.out, shown.err) == (
        puzzle + "\n",
        "ninefold: puzzle 1 has layout 9+windows, which its line does not show\n",
    )
    (record,) = ninefold(*command, "show", "1", "--json").records
    assert record["layout"] == "9+windows"


def test_export_and_import_round_trip(library: list[str], tmp_path: Path) -> None:
    other = ["library", "--file", str(tmp_path / "other.sqlite")]
    assert ninefold(*library, "export", str(tmp_path / "all.json")).code == 0
    assert ninefold(*other, "import", str(tmp_path / "all.json")).out == "3 new, 0 known, 0 unreadable\n"
    keys = ("id", "puzzle", "solution", "tags", "level", "rating")
    kept = [[record[key] for key in keys] for record in _records(library)]
    assert kept == [[record[key] for key in keys] for record in _records(other)]
    assert _records(other)[0]["meta"]["rating"] == "1.2"  # what a library computed is written with the puzzle
    assert kept[0][3] == ["mine"]
    assert ninefold(*library, "export", str(tmp_path / "x.xlsx"), "--size", "9").code == 0
    assert ninefold(*library, "export", "-", "--to", "line", "--size", "25").code == 2


def test_export_warns_about_lost_tags(library: list[str], tmp_path: Path) -> None:
    done = ninefold(*library, "export", "-", "--to", "sdm", "--size", "9")
    lost = "comment, ed, ep, hodoku_level, hodoku_score, level, minutes, name, rating, solution, tags, techniques"
    assert done.err == f"ninefold: sdm does not keep: {lost}\n"
    done = ninefold(*library, "export", "-", "--to", "csv", "--size", "4")
    assert (done.out, done.err) == (f"puzzle,solution,layout,level,tags\n{SMALL},2341143242133124,4,easy,mine\n", "")


def _records(command: list[str]) -> list[dict[str, Any]]:
    return ninefold(*command, "list", "--json").records


def test_stats_and_verify(library: list[str]) -> None:
    (record,) = ninefold(*library, "stats", "--json").records
    assert (record["puzzles"], record["tags"]) == (3, {"mine": 3})
    assert "3 puzzles" in ninefold(*library, "stats").out
    assert ninefold(*library, "verify").out == "3 puzzles, 0 faults\n"


def test_import_reports_unreadable_puzzles_and_adds_the_others(library: list[str]) -> None:
    done = ninefold(*library, "import", "-", stdin=f"{'.' * 81}\n{PROPER[:-1]}?\n")
    assert (done.code, done.out) == (2, "1 new, 0 known, 1 unreadable\n")
    assert "standard input: line 2" in done.err


@pytest.mark.parametrize("order", [1, -1])
def test_import_continues_after_a_missing_file(tmp_path: Path, order: int) -> None:
    (tmp_path / "a.txt").write_text(f"{PROPER}\n")
    missing, folder = tmp_path / "none.txt", tmp_path / "folder"
    folder.mkdir()
    files = [str(tmp_path / "a.txt"), str(missing), str(folder)][::order]
    done = ninefold("library", "--file", tmp_path / "l.sqlite", "import", *files)
    assert (done.code, done.out) == (2, "1 new, 0 known, 2 unreadable\n")
    errors = [f"ninefold: {missing}: No such file or directory", f"ninefold: {folder}: Is a directory"]
    assert done.err.splitlines() == errors[::order]


class Torn(BytesIO):
    """A file that breaks in the middle, like one on a failing disk."""

    def read(self, size: int | None = -1, /) -> bytes:
        if self.tell() > 1 << 20:
            raise OSError(5, "Input/output error")
        return super().read(size)


def test_puzzles_before_a_read_error_are_imported(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr("ninefold.cli.library_import.open_source", lambda path: Torn(f"{PROPER}\n".encode() * 20_000))
    assert main(["library", "--file", str(tmp_path / "l.sqlite"), "import", "torn.txt"]) == 2
    done = capsys.readouterr()
    assert done.err == "ninefold: torn.txt: Input/output error\n"
    assert re.fullmatch(r"1 new, \d{4,} known, 1 unreadable\n", done.out)


def test_placed_digits_become_a_game_or_a_warning(tmp_path: Path) -> None:
    command, file = ["library", "--file", str(tmp_path / "l.sqlite")], tmp_path / "game.sdk"
    file.write_text(f"[Puzzle]\n{_rows(PROPER)}\n[State]\n{_rows('534' + PROPER[3:])}\n")
    done = ninefold(*command, "import", file)
    assert (done.code, done.out) == (0, "1 new, 0 known, 0 unreadable\n")
    assert done.err == f"ninefold: {file}: placed digits and candidates of 1 puzzle are dropped; --games keeps them\n"
    for games in ("1 new game", "0 new games"):
        done = ninefold(*command, "import", file, "--games")
        assert (done.out, done.err) == (f"0 new, 1 known, 0 unreadable, {games}\n", "")
    with Library(str(tmp_path / "l.sqlite")) as library:
        (game,) = Games(library).all()
        assert (game.puzzle, game.state.placed) == (1, {2: 4})


def _rows(line: str) -> str:
    return "\n".join(line[start : start + 9] for start in range(0, 81, 9))


def test_import_completes_a_known_puzzle(library: list[str], tmp_path: Path) -> None:
    (tmp_path / "c.csv").write_text(f"puzzle,name,author,tags\n{PROPER},Wikipedia,Wu,june\n{OTHER},third,,\n")
    assert ninefold(*library, "import", tmp_path / "c.csv").out == "0 new, 2 known (1 completed), 0 unreadable\n"
    (first,) = ninefold(*library, "show", "1", "--json").records
    assert first["meta"] == {"name": "Wikipedia", "author": "Wu", "comment": "the first"}
    assert first["tags"] == ["june", "mine"]
    (other,) = ninefold(*library, "show", "3", "--json").records
    assert other["meta"]["name"] == "second"


def test_edit_changes_metadata(library: list[str]) -> None:
    assert ninefold(*library, "edit", "1", "3", "--author", "Wu", "--name", "").code == 0
    (first, _, third) = _records(library)
    assert (first["meta"], third["meta"]) == (
        {"author": "Wu", "comment": "the first"},
        {"author": "Wu", "level": "hard"},
    )
    done = ninefold(*library, "edit", "1")
    assert (done.code, "nothing to change: give at least one of --name, --author" in done.err) == (2, True)


BAD = "\udcff\udcfe"  # invalid UTF-8, as Python reads it from the command line


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["list", "--text", BAD], "the text of a query must be UTF-8 text"),
        (["list", "--tag", BAD], "the tag of a query must be UTF-8 text"),
        (["tag", "1", "--add", BAD], "a tag must be UTF-8 text"),
        (["tag", "1", "--remove", BAD], "a tag must be UTF-8 text"),
        (["edit", "1", "--name", BAD], "the name of a puzzle must be UTF-8 text"),
        (["import", "-", "--source", BAD], "--source must be UTF-8 text"),
        (["import", "-", "--tag", BAD], "a tag must be UTF-8 text"),
        (["show", BAD], "no puzzle '\\udcff"),
        (["show", "9" * 30], f"no puzzle {'9' * 30}"),
        (["list", "--size", "9" * 23], "--size: expected a whole number from 1"),
        (
            ["list", "--status", "bogus"],
            "unknown status 'bogus' (choose from unique, solved, multiple, impossible, unknown)",
        ),
        (["list", "--clues", "40-20"], "20-40, not 40-20"),
        (["list", "--limit", "-1"], "expected a whole number from 1 (got '-1')"),
        (["list", "--limit", "9" * 30], "expected a whole number from 1"),
    ],
)
def test_invalid_arguments_are_errors(library: list[str], args: list[str], words: str) -> None:
    done = ninefold(*library, *args, stdin=PROPER)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_control_characters_do_not_reach_the_terminal(library: list[str]) -> None:
    name = "\x1b[31mred\tor\nnot\u202e\x9b"
    shown = r"\x1b[31mred\tor\nnot\u202e\x9b"
    assert ninefold(*library, "edit", "1", "--name", name, "--level", "\x07").code == 0
    lines = ninefold(*library, "list").lines
    assert (len(lines), lines[0].count("\t")) == (3, 4)
    assert lines[0].endswith(f"\t{shown}; \\x07; gentle, 4 min, ER 1.2; #mine")
    done = on_terminal(*library, "show", "1")
    assert f"\nname: {shown}\n" in done.out
    assert "\nexplainer: ER 1.2 (Hidden Single), EP 1.2 (Hidden Single), ED 1.2 (Hidden Single)\n" in done.out
    assert "\x1b[31m" not in done.out
    assert "\x07" not in ninefold(*library, "stats").out
    (record,) = ninefold(*library, "show", "1", "--json").records
    assert record["meta"]["name"] == name


@pytest.mark.parametrize("command", ["show", "random"])
def test_help_says_what_a_pipe_gets(library: list[str], command: str) -> None:
    text = " ".join(ninefold("library", command, "--help").out.split())
    assert "in full on a terminal" in text
    assert "in a pipe" in text
    keys = ["1"] if command == "show" else ["--size", "9", "--text", "first"]
    assert ninefold(*library, command, *keys).out == PROPER + "\n"
    assert "\ncomment: the first\ntags: mine\n" in on_terminal(*library, command, *keys).out


def test_random_creates_the_default_library(tmp_path: Path) -> None:
    env = {"NINEFOLD_LIBRARY": str(tmp_path / "new" / "l.sqlite")}
    done = ninefold("library", "random", "--layout", "9", "--level", "easy", env=env)
    assert (done.code, len(done.out)) == (0, 82)
    assert re.fullmatch(r"ninefold: .*: created with the \d+ puzzles that come with Ninefold\n", done.err)
    again = ninefold("library", "random", "--layout", "9", "--level", "easy", env=env)
    assert (again.code, again.err) == (0, "")
    started = ninefold("library", "init", env=env)
    assert re.fullmatch(r"0 new, \d+ known, 0 unreadable\n", started.out)


def test_only_import_and_init_create_a_file(tmp_path: Path) -> None:
    missing = ["library", "--file", str(tmp_path / "none.sqlite")]
    for command in ("list", "stats", "verify", "random"):
        done = ninefold(*missing, command)
        assert (done.code, "no such file; `ninefold library init` creates a library" in done.err) == (2, True)
    assert list(tmp_path.iterdir()) == []


def test_every_command_and_key_is_documented() -> None:
    page = (DOCS / "command-line.md").read_text(encoding="utf-8")
    part = page.partition("### JSON of library")[2].partition("\n## ")[0]
    kept = Entry(1, "x", Puzzle(nf.Grid(SMALL)), nf.Status.UNIQUE, (), "now")
    assert re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE) == list(as_dict(LibraryEntry.of(kept)))
    for action in ACTIONS:
        assert f"ninefold library {action}" in page
