"""`ninefold race`: the standings, the files, and how it ends."""

from __future__ import annotations

import csv
import re
import signal
import time
import xml.etree.ElementTree as ET
from pathlib import Path

import pytest
from running import ENDLESS, PROPER, TWO, ninefold, on_terminal, plug_in, start

SMALL = "..4.1......3.1.."
LIAR = """\
from ninefold import MethodInfo
def liar(puzzle, run, /):
    return iter(())
liar.info = MethodInfo(complete=True, cooperative=True, about="says that nothing has a solution")
"""


def test_the_standings_are_a_table_with_a_row_for_each_method() -> None:
    done = ninefold("race", SMALL, TWO, "--by", "search,backtrack")
    assert (done.code, done.err) == (0, "")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.lines]
    assert rows[0][:3] == ["method", "runs", "answered"]
    assert {tuple(row[:6]) for row in rows[2:]} == {
        (name, "2", "2", "unique 1, multiple 1", "0", "0") for name in ("search", "backtrack")
    }


def test_json_has_an_object_for_each_method_those_left_out_too() -> None:
    done = ninefold("race", SMALL, "--by", "search,lanes", "--json", "--limit", "1", "--rounds", "2", "--seconds", "5")
    search, lanes = done.records
    assert (search["method"], search["asked"], search["answered"], search["solved"]) == ("search", 2, 2, 2)
    assert (lanes["asked"], lanes["left_out"]) == (0, "it supports size 9 only; this board is size 4")
    assert done.err == "ninefold: lanes skips 1 puzzle: it supports size 9 only; this board is size 4\n"


def test_csv_and_plots_are_written(tmp_path: Path) -> None:
    pytest.importorskip("PIL")
    rows, svg, png = tmp_path / "runs.csv", tmp_path / "race.svg", tmp_path / "race.PNG"
    assert ninefold("race", SMALL, TWO, "--by", "search,propagate", "--csv", rows, "--plot", svg).code == 0
    with rows.open(encoding="utf-8", newline="") as file:
        found = [(row["puzzle"], row["method"], row["status"]) for row in csv.DictReader(file)]
    assert found == [
        *(("1", "search", "unique"), ("1", "propagate", "unique")),
        *(("2", "propagate", "multiple"), ("2", "search", "multiple")),
    ]
    assert ET.parse(svg).getroot().tag.endswith("svg")
    assert ninefold("race", SMALL, "--by", "search", "--plot", png).code == 0
    assert png.read_bytes().startswith(b"\x89PNG")


@pytest.mark.parametrize(
    ("args", "words"),
    [
        (["--by", "serach"], "did you mean 'search'"),
        (["--by", "lanes"], "none of the methods supports any of the puzzles"),
        (["--plot", "race.pdf"], "the name ends in .svg or .png"),
        (["--plot", "nowhere/race.svg"], "there is no folder nowhere"),
        (["--csv", "."], "that is a folder, not a file"),
        (["--csv", "same.svg", "--plot", "./same.svg"], "one of them would be lost"),
        (["--csv", "nowhere/runs.csv"], "there is no folder nowhere"),
        (["--limit", "0"], "--limit is a whole number from 1"),
        (["--rounds", "0"], "rounds must be a whole number of at least 1"),
        (["--seconds", "0"], "expected a number above 0"),
    ],
)
def test_what_cannot_be_done_is_told_before_any_work(args: list[str], words: str) -> None:
    done = ninefold("race", SMALL, *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_a_file_of_puzzles_is_not_written_over(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(SMALL)
    for option in ("--csv", "--plot"):
        assert ninefold("race", file, "--by", "search", option, file).code == 2
    assert file.read_text() == SMALL


def test_a_puzzle_that_cannot_be_read_is_told_and_the_others_are_raced() -> None:
    done = ninefold("race", "--by", "search", "--json", stdin=f"{SMALL[:-1]}x\n{TWO}\n")
    assert (done.code, done.records[0]["asked"]) == (2, 1)
    assert "expected a digit 1-4" in done.err
    assert ninefold("race", "--by", "search", stdin="").code == 2


def test_who_is_proved_wrong_is_told_loudly(tmp_path: Path) -> None:
    done = ninefold("race", SMALL, "--by", "search,liar", "--json", env=plug_in(tmp_path, "liar", LIAR))
    assert done.code == 70
    assert f"WRONG ANSWER on puzzle 1, {SMALL}: liar says impossible, but search found 2341143242133124" in done.err
    assert [(record["method"], record["wrong"]) for record in done.records] == [("search", 0), ("liar", 1)]


def test_a_method_that_fails_is_told_loudly_and_the_race_goes_on(tmp_path: Path) -> None:
    failing = LIAR.replace("return iter(())", "raise ZeroDivisionError('of its own making')")
    done = ninefold("race", SMALL, "--by", "search,liar", "--json", env=plug_in(tmp_path, "liar", failing))
    assert done.code == 70
    assert "FAULT on puzzle 1: method 'liar' failed in its process: ZeroDivisionError: of its own making" in done.err
    assert [(record["method"], record["faults"]) for record in done.records] == [("search", 0), ("liar", 1)]


def test_an_interrupt_leaves_what_was_done(tmp_path: Path) -> None:
    rows = tmp_path / "runs.csv"
    process = start("race", SMALL, ENDLESS, "--by", "backtrack", "--seconds", "50", "--json", "--csv", rows)
    while not rows.exists() or rows.read_text().count("\n") < 2:  # the heads, and the first outcome
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert '"asked": 1' in out
    assert err == "ninefold: interrupted; outcomes by then: 1\n"


def test_on_a_terminal_a_table_lives_and_is_gone_before_the_answer() -> None:
    done = on_terminal("race", PROPER, "--by", "search", streams="stderr")
    assert done.code == 0
    assert "getting ready" in done.err
    assert done.out.startswith("| method")
    both = on_terminal("race", PROPER, "--by", "search", streams="stdout stderr")
    assert both.out.rstrip().endswith("|")


def test_without_a_terminal_no_table_lives() -> None:
    assert ninefold("race", PROPER, "--by", "search").err == ""


def test_every_json_key_is_described() -> None:
    text = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
    section = text.partition("### JSON of race\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(
        ninefold("race", SMALL, "--by", "search", "--json").records[0]
    )
