"""Typical mistakes on the command line, and what the message suggests."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from running import Done

from ninefold.cli.completion import in_table_order
from ninefold.cli.parser import NAMES, build_parser

Call = Callable[..., Done]
SMALL = "..4.1......3.1.."


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["slove"], "unknown command 'slove' (did you mean solve?)"),
        (["canon"], "unknown command 'canon' (did you mean canonical?)"),
        (["Solve"], "unknown command 'Solve' (did you mean solve?)"),
        (["xyz"], "unknown command 'xyz' (choose from solve, check, "),
        (["library", "lst"], "unknown command 'lst' (did you mean list?)"),
        (["completion", "bsh"], "argument shell: unknown value 'bsh' (did you mean bash?)"),
        (["show", SMALL, "--to", "bord"], "argument --to: unknown value 'bord' (did you mean board?)"),
        ([SMALL], f"a command is missing (did you mean `ninefold solve {SMALL}`?)"),
        ([__file__], f"a command is missing (did you mean `ninefold solve {__file__}`?)"),
        (["race", SMALL, "--set", "a=b"], "--set (options of a method follow its name: --by lp:solver=highs-ipm)"),
        (["solve", SMALL, "--method", "lp"], "--method (did you mean --by?)"),
        (["race", SMALL, "--timeout=3"], "--timeout=3 (did you mean --seconds?)"),
        (["check", SMALL, "--method", "lp"], "unrecognized arguments: --method\n"),
        (["generate", "5"], "unrecognized arguments: 5 (did you mean --count 5 or --size 5?)"),
        (["generate", "Hard"], "unrecognized arguments: Hard (did you mean --level hard?)"),
        (["generate", "puzzles"], "unrecognized arguments: puzzles\n"),
    ],
)
def test_a_mistyped_word_gets_a_suggestion(call: Call, args: list[str], words: str) -> None:
    done = call(*args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["generate", "--count", "1.5"], "--count: expected a whole number from 1 (got '1.5')"),
        (["generate", "--count", "0"], "--count: expected a whole number from 1 (got '0')"),
        (["generate", "--seed", "-1"], "--seed: expected a whole number from 0 (got '-1')"),
        (["generate", "--tries", "-3"], "--tries: expected a whole number from 1 (got '-3')"),
        (["generate", "--seconds", "0"], "--seconds: expected a number above 0 (got '0')"),
        (["generate", "--seconds", "nan"], "--seconds: expected a number above 0 (got 'nan')"),
        (["generate", "--threads", "0"], "--threads: expected a whole number from 1 (got '0')"),
        (
            ["generate", "--level", "evil"],
            "unknown level 'evil' (choose from gentle, easy, moderate, tricky, hard, severe, extreme)\n",
        ),
        (["generate", "--clues", "19", "--not-minimal"], "are always minimal; allow more clues"),
        (["solve", SMALL, "--nodes", "-1"], "--nodes: expected a whole number from 1 (got '-1')"),
        (["solve", SMALL, "--size", "-9"], "--size: expected a whole number from 1 (got '-9')"),
        (["solve", SMALL, "--from", "doc"], "argument --from: unknown format 'doc' (choose from xls"),
        (["race", SMALL, "--rounds", "0"], "--rounds: expected a whole number from 1 (got '0')"),
        (["rate", SMALL, "--min-er", "x"], "--min-er: expected a number (got 'x')"),
        (["rate", SMALL, "--max-minutes", "nan"], "--max-minutes: expected a number (got 'nan')"),
        (["book", SMALL, "-o", "a.pdf", "--per-page", "two"], "--per-page: expected a whole number from 1 (got 'two')"),
        (["sweep", SMALL, "--by", "anneal", "--seeds", "2", "--vary", "seed=1,2"], "--seeds and --vary seed=... set"),
        (["study", SMALL, "--sample", "0"], "--sample: expected a whole number from 1 (got '0')"),
        (["library", "random", "--seed", "x"], "--seed: expected a whole number from 0 (got 'x')"),
    ],
)
def test_a_bad_value_is_named_with_what_is_expected(call: Call, args: list[str], words: str) -> None:
    done = call(*args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert "None" not in done.err


def test_study_without_readable_puzzles_prints_no_rows(call: Call, tmp_path: Path) -> None:
    chart = tmp_path / "shares.svg"
    done = call("study", "nosuch", "--plot", chart)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith("ninefold: 'nosuch' is neither a file nor a puzzle")
    assert not chart.exists()


def test_generating_full_grids_is_pointed_out(call: Call) -> None:
    done = call("generate", "--size", "4", "--clues", "16", "--seed", "1")
    assert done.code == 0
    assert done.err == "ninefold: 16 clues fill the board: these are full grids, with nothing left to solve\n"
    assert call("generate", "--size", "4", "--clues", "15-16", "--seed", "1").err == ""


def test_any_level_can_be_named(call: Call) -> None:
    assert call("generate", "--level", "any", "--seed", "1").out == call("generate", "--seed", "1").out


def test_one_puzzle_is_not_plural(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "l.sqlite"
    (tmp_path / "one.txt").write_text(SMALL)
    call("library", "--file", file, "import", tmp_path / "one.txt")
    assert call("library", "--file", file, "verify").out == "1 puzzle, 0 faults\n"
    assert call("library", "--file", file, "stats").out.startswith(f"{file}: 1 puzzle, 0 games, ")


@pytest.mark.parametrize(
    ("shell", "block", "name"),
    [
        ("bash", r"_shtab_ninefold_subparsers=\((.*)\)", r"\w+"),
        ("zsh", r"_shtab_ninefold_commands\(\) \{\n  local _commands=\(\n((?: +.*\n)+?)  \)", r"(?m)^ +(\w+):"),
        ("fish", r"(?s)(.*)", r"using; and .* -a (\w+) "),
    ],
)
def test_completion_lists_commands_in_the_order_of_the_help(shell: str, block: str, name: str) -> None:
    shtab = pytest.importorskip("shtab")
    parser = build_parser(NAMES)
    found = re.search(block, in_table_order(shtab.complete(parser, shell=shell), parser))
    assert found is not None
    assert re.findall(name, found[1]) == list(NAMES)


CLASHING = "11.............."


@pytest.mark.parametrize("command", [("canonical",), ("solve", "--by", "lanes"), ("solve", "--by", "lanes", "--json")])
def test_a_line_at_fault_is_named_with_its_file(call: Call, tmp_path: Path, command: tuple[str, ...]) -> None:
    lines, table = tmp_path / "lines.txt", tmp_path / "table.csv"
    lines.write_text(f"# two puzzles\n{SMALL}\n{CLASHING}\n")
    table.write_text(f"puzzle,name\n{SMALL},a\n{CLASHING},b\n")
    for file, place in ((lines, "line 3"), (table, "puzzle 2")):
        done = call(*command, file)
        assert done.code == 2
        assert done.err.splitlines()[-1].startswith(f"ninefold: {file}, {place}: ")
    assert f"ninefold: {CLASHING}: " in call(*command, CLASHING).err


def test_the_file_of_a_solution_is_named(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "full.txt"
    file.write_text("2341143242133x24")
    done = call("generate", "--solution", file)
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"ninefold: --solution {file}: read 16 cells, but not all are valid")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["generate", "--clues", "30-20"], "--clues: a range starts with the smaller number: 20-30 (got '30-20')"),
        (["generate", "--size", "7"], "no default box for size 7; use --layout, such as --layout 1x7"),
        (["generate", "--mask", "."], "--mask .: is a folder, not a file"),
        (["generate", "--solution", "nosuch"], "ninefold: --solution nosuch: no such file, and too short for a board"),
        (["verify", "nosuch.json"], "ninefold: nosuch.json: no such file, and not a certificate"),
        (["verify", "{}"], "the argument: the kind of certificate is missing: expected uniqueness, elimination"),
        (["play", "--port", "x"], "--port: expected 0 to 65535 (got 'x')"),
        (["play", "--port", "65536"], "--port: expected 0 to 65535 (got '65536')"),
        (["hint", SMALL, "--strength", "x"], "--strength: expected a whole number from 1 (got 'x')"),
        (["model", SMALL, "--to", "lp", "--families", ","], "--families: expected at least one of cells, rows"),
        (["study", SMALL, "--plot", "nowhere/x.svg"], "--plot nowhere/x.svg: no such folder nowhere"),
        (["study", SMALL, "--plot", "."], "--plot .: is a folder, not a file"),
        (["library", "--file", ".", "list"], "is a folder, not a library"),
    ],
)
def test_the_options_of_a_command_are_checked_first(call: Call, args: list[str], words: str) -> None:
    done = call(*args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err
    assert "None" not in done.err


def test_an_empty_file_does_not_become_a_library(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "notes.txt"
    file.touch()
    done = call("library", "--file", file, "list")
    assert (done.code, done.err) == (2, f"ninefold: {file}: is an empty file, not a library\n")
    assert file.read_bytes() == b""


def test_tagging_needs_a_tag(call: Call, tmp_path: Path) -> None:
    file = tmp_path / "l.sqlite"
    (tmp_path / "one.txt").write_text(SMALL)
    call("library", "--file", file, "import", tmp_path / "one.txt")
    done = call("library", "--file", file, "tag", "1")
    assert (done.code, done.err) == (2, "ninefold: nothing to change: give at least one of --add, --remove\n")


def test_one_node_is_not_plural(call: Call) -> None:
    assert (
        call("solve", SMALL, "--by", "backtrack", "--nodes", "1").out == "unknown  # the limit of 1 node was reached\n"
    )


def test_a_solution_from_closed_standard_input(call: Call, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("sys.stdin", None)
    done = call("model", SMALL, "--read", "-")
    assert (done.code, done.err) == (2, "ninefold: standard input: is closed\n")
