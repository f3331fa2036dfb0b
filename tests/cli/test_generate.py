"""`ninefold generate` on the command line."""

from __future__ import annotations

import signal
from pathlib import Path

from running import SOLUTION, ninefold, start

import ninefold as nf


def test_a_seed_makes_the_same_lines() -> None:
    done = ninefold("generate", "--seed", "1", "--count", "3")
    assert (done.code, len(done.lines)) == (0, 3)
    assert done.lines == [puzzle.line for puzzle in nf.generate(count=3, seed=1)]


def test_wishes_are_kept() -> None:
    done = ninefold("generate", "--size", "6", "--symmetry", "vertical", "--level", "easy", "--json", "--seed", "2")
    (record,) = done.records
    assert (record["layout"], record["level"], record["seed"], record["number"]) == ("6", "easy", 2, 1)
    assert record["clues"] == 36 - record["puzzle"].count(".")
    cells = ninefold("generate", "--must", "r1c1=5,r9c9=9", "--clues", "24-30", "--not-minimal", "--seed", "1").lines[0]
    assert (cells[0], cells[80]) == ("5", "9")


def test_mask_and_solution_come_from_files(tmp_path: Path) -> None:
    mask, solution = tmp_path / "mask.txt", tmp_path / "solution.txt"
    mask.write_text("\n".join(["xxxxxxxxx"] * 8 + ["........."]))
    solution.write_text(SOLUTION)
    (line,) = ninefold("generate", "--mask", mask, "--solution", solution, "--minimal", "--seed", "1").lines
    assert line[72:] == "........."
    assert nf.solve(line).solution == nf.Grid(SOLUTION)


def test_what_cannot_be_is_refused() -> None:
    for args in (["--clues", "16"], ["--clues", "x"], ["--must", "r1c1=x"], ["--level", "odd"], ["--count", "0"]):
        done = ninefold("generate", *args)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("ninefold: ")


def test_what_is_not_found_is_told_and_the_rest_kept() -> None:
    done = ninefold(
        "generate", "--size", "4", "--minimal", "--clues", "6", "--tries", "1", "--count", "9", "--seed", "1"
    )
    assert done.code == 1
    assert f"{len(done.lines)} of 9 puzzles were made: no such puzzle was found in 1 tries" in done.err


def test_an_interrupt_keeps_what_was_made() -> None:
    process = start("generate", "--count", "100000000", "--seed", "1", "--threads", "1")
    assert process.stdout is not None
    first = process.stdout.readline().strip()
    process.send_signal(signal.SIGINT)
    process.communicate()
    assert process.returncode == 130
    assert first == nf.generate(seed=1).line
