"""`ninefold race`: standings, files and exit codes."""

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
liar.info = MethodInfo(complete=True, cooperative=True, about="claims that nothing has a solution")
"""


def test_the_standings_have_a_row_per_method() -> None:
    done = ninefold("race", SMALL, TWO, "--by", "search,backtrack")
    assert (done.code, done.err) == (0, "")
    rows = [[cell.strip() for cell in line.split("|")[1:-1]] for line in done.lines]
    assert rows[0][:3] == ["method", "runs", "answered"]
    assert {tuple(row[:6]) for row in rows[2:]} == {
        (name, "2", "2", "unique 1, multiple 1", "0", "0") for name in ("search", "backtrack")
    }


def test_json_has_an_object_per_method_skipped_ones_too() -> None:
    done = ninefold("race", SMALL, "--by", "search,lanes", "--json", "--limit", "1", "--rounds", "2", "--seconds", "5")
    search, lanes = done.records
    assert (search["method"], search["runs"], search["answered"], search["solved"]) == ("search", 2, 2, 2)
    assert (lanes["runs"], lanes["excluded"]) == (0, "it supports size 9 only; this board is size 4")
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
        (["--by", "serach"], "did you mean search"),
        (["--by", "lanes"], "none of the methods supports any of the puzzles"),
        (["--plot", "race.pdf"], "the file name must end in .svg or .png"),
        (["--plot", "nowhere/race.svg"], "no such folder nowhere"),
        (["--csv", "."], "is a folder, not a file"),
        (["--csv", "-"], "expected the name of a file"),
        (["--csv", "same.svg", "--plot", "./same.svg"], "are the same file same.svg"),
        (["--csv", "nowhere/runs.csv"], "no such folder nowhere"),
        (["--limit", "0"], "--limit: expected a whole number from 1"),
        (["--rounds", "0"], "--rounds: expected a whole number from 1"),
        (["--seconds", "0"], "expected a number above 0"),
    ],
)
def test_errors_are_reported_before_the_first_run(args: list[str], words: str) -> None:
    done = ninefold("race", SMALL, *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


def test_a_puzzle_file_is_not_overwritten(tmp_path: Path) -> None:
    file = tmp_path / "puzzles.txt"
    file.write_text(SMALL)
    for option in ("--csv", "--plot"):
        assert ninefold("race", file, "--by", "search", option, file).code == 2
    assert file.read_text() == SMALL


def test_an_unreadable_puzzle_is_reported_and_the_others_are_raced() -> None:
    done = ninefold("race", "--by", "search", "--json", stdin=f"{SMALL[:-1]}x\n{TWO}\n")
    assert (done.code, done.records[0]["runs"]) == (2, 1)
    assert "expected a digit 1-4" in done.err
    assert ninefold("race", "--by", "search", stdin="").code == 2


def test_a_wrong_answer_is_reported(tmp_path: Path) -> None:
    done = ninefold("race", SMALL, "--by", "search,liar", "--json", env=plug_in(tmp_path, "liar", LIAR))
    assert done.code == 70
    assert f"WRONG ANSWER on puzzle 1, {SMALL}: liar says impossible, but search found 2341143242133124" in done.err
    assert [(record["method"], record["wrong"]) for record in done.records] == [("search", 0), ("liar", 1)]


def test_a_failing_method_is_reported_and_the_race_continues(tmp_path: Path) -> None:
    failing = LIAR.replace("return iter(())", "raise ZeroDivisionError('on purpose')")
    done = ninefold("race", SMALL, "--by", "search,liar", "--json", env=plug_in(tmp_path, "liar", failing))
    assert done.code == 70
    assert "FAULT on puzzle 1: method 'liar' failed in its process: ZeroDivisionError: on purpose" in done.err
    assert [(record["method"], record["faults"]) for record in done.records] == [("search", 0), ("liar", 1)]


def test_an_interrupt_keeps_the_finished_runs(tmp_path: Path) -> None:
    rows = tmp_path / "runs.csv"
    process = start("race", SMALL, ENDLESS, "--by", "backtrack", "--seconds", "50", "--json", "--csv", rows)
    while not rows.exists() or rows.read_text().count("\n") < 2:  # the header and the first run
        assert process.poll() is None
        time.sleep(0.02)
    process.send_signal(signal.SIGINT)
    out, err = process.communicate()
    assert process.returncode == 130
    assert '"runs": 1' in out
    assert err == "ninefold: interrupted after 1 run\n"


def test_a_terminal_shows_a_live_table_until_the_end() -> None:
    done = on_terminal("race", PROPER, "--by", "search", streams="stderr")
    assert done.code == 0
    assert "preparing" in done.err
    assert done.out.startswith("| method")
    both = on_terminal("race", PROPER, "--by", "search", streams="stdout stderr")
    assert both.out.rstrip().endswith("|")


def test_no_live_table_without_a_terminal() -> None:
    assert ninefold("race", PROPER, "--by", "search").err == ""


def test_every_json_key_is_documented() -> None:
    text = (Path(__file__).parents[2] / "docs" / "command-line.md").read_text(encoding="utf-8")
    section = text.partition("### JSON of race\n")[2].partition("\n## ")[0]
    assert re.findall(r"^\| `(\w+)` \|", section, re.MULTILINE) == list(
        ninefold("race", SMALL, "--by", "search", "--json").records[0]
    )
