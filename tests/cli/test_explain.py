"""`ninefold explain` and `ninefold steps`."""

from __future__ import annotations

import json
import signal
from pathlib import Path

import pytest
from running import PROPER, SOLUTION, ninefold, start, wait_until_busy

EMPTY = "." * 81
LARGE = ("." * 625, "--layout", "25")  # looking for any technique there takes minutes
HEAD = "line,code,variant,name,digits,givens,state,cands,elims,places,extra\n"


def test_explain_prints_every_step_and_the_end() -> None:
    done = ninefold("explain", PROPER)
    lines = done.out.splitlines()
    assert done.code == 0
    assert lines[0].startswith("1. Hidden single. In box")
    assert lines[-1] == "Solved in 51 steps."


def test_explain_json_is_one_object_per_puzzle_in_order(tmp_path: Path) -> None:
    file = tmp_path / "two.txt"
    file.write_text(f"{PROPER}\n{EMPTY}\n")
    done = ninefold("explain", str(file), "--json")
    first, second = done.records
    assert done.code == 1
    assert (first["puzzle"], first["solved"], len(first["steps"])) == (PROPER, True, 51)
    assert (second["puzzle"], second["solved"], second["steps"]) == (EMPTY, False, [])
    assert "skipped" in second["note"]


def test_explain_saves_a_page(tmp_path: Path) -> None:
    page = tmp_path / "path.html"
    assert ninefold("explain", PROPER, "--html", str(page)).code == 0
    assert page.read_text(encoding="utf-8").count("<section") == 51


def test_grids_with_mistakes_are_reported() -> None:
    done = ninefold("explain", "55" + "." * 79)
    assert done.code == 2
    assert "row 1: read a digit twice" in done.err


def test_steps_filter_by_technique() -> None:
    done = ninefold("steps", PROPER, "--technique", "naked single", "--notation")
    assert (done.code, done.out.splitlines()[0]) == (0, "Naked Single: r5c5=5")
    done = ninefold("steps", PROPER, "--technique", "nakd single")
    assert done.code == 2
    assert "did you mean naked-single" in done.err


def test_cases_are_run_and_counted(tmp_path: Path) -> None:
    state = PROPER.replace(".", "0")
    marks = ["-" if digit != "0" else "123456789" for digit in state]
    marks[40] = "5"
    row = f"1,0003,,Naked Single,5,{state},{state},{' '.join(marks)},,5r5c5,\n"
    file = tmp_path / "cases.csv"
    file.write_text(HEAD + row + row.replace("5r5c5", "6r5c5") + row.replace("0003", "1201"))
    done = ninefold("steps", "--cases", str(file), "--json")
    assert done.code == 1
    assert json.loads(done.out.splitlines()[-1]) == {"cases": 3, "passed": 1, "failed": 1, "skipped": 1}


def test_lines_that_are_no_cases_are_reported_and_the_others_run(tmp_path: Path) -> None:
    state = PROPER.replace(".", "0")
    marks = ["-" if digit != "0" else "123456789" for digit in state]
    row = f"1,0003,,Naked Single,5,{state},{state},{' '.join(marks)},,5r5c5,\n"
    file = tmp_path / "cases.csv"
    file.write_text(HEAD + "garbage\n" + row.replace(" - ", " ", 1) + row)
    done = ninefold("steps", "--cases", str(file), "--json")
    assert done.code == 2
    assert json.loads(done.out.splitlines()[-1]) == {"cases": 1, "passed": 1, "failed": 0, "skipped": 0}
    first, second = done.err.splitlines()
    assert first.startswith(f"ninefold: {file}, line 2: the line ends too early")
    assert second == f"ninefold: {file}, line 3: read 80 cells of candidates, expected 81"


@pytest.mark.parametrize(
    ("puzzle", "words"),
    [
        (EMPTY, "the puzzle has several solutions, so techniques that assume one were skipped\n"),
        (f"51{PROPER[2:]}", "the puzzle has no solution, so its clues contradict each other\n"),
    ],
)
def test_steps_say_why_techniques_were_skipped(puzzle: str, words: str) -> None:
    assert ninefold("steps", puzzle, "--limit", "1").err == f"ninefold: {words}"
    assert ninefold("steps", puzzle, "--limit", "1", "--no-uniqueness").err == ""


def test_a_full_grid_has_no_steps_and_that_is_fine() -> None:
    done = ninefold("steps", SOLUTION)
    assert (done.code, done.out, done.err) == (0, "The grid is full.\n", "")
    done = ninefold("steps", SOLUTION, "--json")
    assert (done.code, done.records[0]["steps"]) == (0, [])


@pytest.mark.parametrize("command", ["explain", "steps", "hint"])
def test_a_time_limit_ends_the_search_for_steps(command: str) -> None:
    done = ninefold(command, *LARGE, "--seconds", "0.5")
    assert (done.code, done.out) == (1, "")
    assert "(25×25): not finished: the limit of 0.5 seconds was reached" in done.err


@pytest.mark.parametrize("command", ["explain", "steps", "hint"])
def test_an_interrupt_ends_the_search_for_steps(command: str) -> None:
    process = start(command, *LARGE)
    wait_until_busy(process)
    process.send_signal(signal.SIGINT)
    process.communicate(timeout=60)  # to the end it takes minutes
    assert process.returncode == 130


def test_a_page_can_be_written_to_standard_output() -> None:
    done = ninefold("explain", "..4.1......3.1..", "--html", "-")
    assert done.code == 0
    assert done.out.startswith("<!DOCTYPE html>") or done.out.startswith("<!doctype html>")
    assert not Path("-").exists()


@pytest.mark.parametrize("content", [b"\xff\xfe1\0,\0", b"\0" * 300_000, b"", b"code,variant,givens\n1"])
def test_files_that_are_not_technique_cases_are_errors(tmp_path: Path, content: bytes) -> None:
    file = tmp_path / "cases.csv"
    file.write_bytes(content)
    done = ninefold("steps", "--cases", str(file))
    assert (done.code, done.out) == (2, "")
    assert done.err.startswith(f"ninefold: {file}, line ")
