"""`ninefold generate` on the command line."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

import pytest
from running import SOLUTION, ninefold, on_terminal, start

import ninefold as nf

# No such puzzle is known, and it has more attempts than a test can wait for.
UNKNOWN_PUZZLE = ("--clues", "35", "--minimal", "--seed", "1", "--tries", "100000000")


def test_a_seed_gives_the_same_puzzles() -> None:
    done = ninefold("generate", "--seed", "1", "--count", "3")
    assert (done.code, len(done.lines)) == (0, 3)
    assert done.lines == [puzzle.clues.line for puzzle in nf.generate(count=3, seed=1)]


def test_constraints_are_met() -> None:
    done = ninefold("generate", "--size", "6", "--symmetry", "vertical", "--level", "easy", "--json", "--seed", "2")
    (record,) = done.records
    assert (record["layout"], record["level"], record["seed"], record["number"]) == ("6", "easy", 2, 1)
    assert record["clues"] == 36 - record["puzzle"].count(".")
    solution = nf.solve(nf.Grid(record["puzzle"], layout=nf.Layout.of_size(6))).solution
    assert solution is not None
    assert record["solution"] == solution.line
    cells = ninefold(
        "generate", "--require", "r1c1=5,r9c9=9", "--clues", "24-30", "--not-minimal", "--seed", "1"
    ).lines[0]
    assert (cells[0], cells[80]) == ("5", "9")


def test_mask_and_solution_come_from_files(tmp_path: Path) -> None:
    mask, solution = tmp_path / "mask.txt", tmp_path / "solution.txt"
    mask.write_text("\n".join(["xxxxxxxxx"] * 8 + ["........."]))
    solution.write_text(SOLUTION)
    (line,) = ninefold("generate", "--mask", mask, "--solution", solution, "--minimal", "--seed", "1").lines
    assert line[72:] == "........."
    assert nf.solve(line).solution == nf.Grid(SOLUTION)


def test_the_default_size_is_that_of_the_solution() -> None:
    (line,) = ninefold("generate", "--solution", "2341143242133124", "--seed", "1").lines
    assert nf.solve(line).solution == nf.Grid("2341143242133124")


def test_a_missing_file_is_not_read_as_a_mask() -> None:
    done = ninefold("generate", "--mask", "nosuchfile")
    assert (done.code, done.err) == (
        2,
        "ninefold: --mask nosuchfile: no such file, and too short for a board\n",
    )


def test_generate_reports_usage_errors() -> None:
    for args in (["--clues", "16"], ["--clues", "x"], ["--require", "r1c1=x"], ["--level", "odd"]):
        done = ninefold("generate", *args)
        assert (done.code, done.out) == (2, "")
        assert done.err.startswith("ninefold: ")


def test_generate_reports_missing_puzzles_and_keeps_the_others() -> None:
    done = ninefold(
        "generate", "--size", "4", "--minimal", "--clues", "6", "--tries", "1", "--count", "9", "--seed", "1"
    )
    assert done.code == 1
    assert f"generated {len(done.lines)} of 9 puzzles: no such puzzle found in 1 try" in done.err


def test_an_interrupt_keeps_the_puzzles_so_far() -> None:
    process = start("generate", "--count", "100000000", "--seed", "1", "--threads", "1")
    assert process.stdout is not None
    first = process.stdout.readline().strip()
    process.send_signal(signal.SIGINT)
    rest, err = rest_of(process)
    assert process.returncode == 130
    assert first == nf.generate(seed=1).clues.line
    assert_generated(err, 1 + len(rest.splitlines()), "100,000,000 puzzles: interrupted")


def test_an_interrupt_keeps_puzzles_that_take_many_attempts() -> None:
    process = start("generate", "--level", "hard", "--clues", "30", "--count", "100000000", "--seed", "1")
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, err = rest_of(process)
    assert process.returncode == 130
    assert_generated(err, 1 + len(rest.splitlines()), "100,000,000 puzzles: interrupted; ")
    assert " were too easy" in err


def rest_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    """The rest of its output; `communicate` would lose what is buffered already."""
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        return process.stdout.read(), process.stderr.read()


def assert_generated(err: str, printed: int, words: str) -> None:
    """The message has the right count; an interrupt may fall between printing a puzzle and counting it."""
    assert any(f"ninefold: generated {count:,} of {words}" in err for count in (printed, printed - 1)), err


def test_a_time_limit_reports_why_attempts_were_rejected() -> None:
    done = ninefold("generate", *UNKNOWN_PUZZLE, "--seconds", "3")
    assert done.code == 1
    assert "generated 0 of 1 puzzle: the limit of 3 seconds was reached; " in done.err
    assert "had another number of clues" in done.err


def test_a_terminal_shows_the_number_of_attempts() -> None:
    done = on_terminal("generate", *UNKNOWN_PUZZLE, "--seconds", "5", streams="stdout stderr")
    assert "0 of 1 puzzle, " in done.out
    assert " attempts in " in done.out


def test_required_digits_may_be_letters() -> None:
    (line,) = ninefold("generate", "--size", "16", "--require", "r1c1=G,r1c2=10", "--seed", "1").lines
    assert line[:2] == "GA"
    done = ninefold("generate", "--require", "r1c1=5,R1C1=6")
    assert (done.code, done.err) == (2, "ninefold: --require: r1c1 is given twice, as 5 and as 6\n")


def test_generate_into_a_library(tmp_path: Path) -> None:
    path = tmp_path / "mine.sqlite"
    done = ninefold("generate", "--size", "6", "--count", "3", "--seed", "1", "--into", path)
    assert (done.code, done.out, done.err) == (0, "3 new, 0 known\n", "")
    assert ninefold("generate", "--size", "6", "--count", "4", "--seed", "1", "--into", path).out == "1 new, 3 known\n"
    with nf.Library(str(path), make=False) as library:
        puzzles = [entry.puzzle for entry in library.search()]
    made = nf.generate(6, count=4, seed=1, levels=True)
    assert puzzles == [puzzle.replace(source="Ninefold", proper=None) for puzzle in made]


def test_generate_into_a_library_keeps_what_was_made(tmp_path: Path) -> None:
    path = tmp_path / "mine.sqlite"
    args = ("--clues", "24", "--minimal", "--tries", "1", "--count", "16", "--seed", "48", "--into", path)
    done = ninefold("generate", *args)
    assert done.code == 1
    new = int(done.out.split()[0])
    assert f"generated {new} of 16 puzzles: no such puzzle found in 1 try" in done.err
    with nf.Library(str(path), make=False) as library:
        assert library.count() == new > 0


@pytest.mark.parametrize("option", [("--json",), ("--to", "line")])
def test_into_cannot_be_combined_with_an_output_form(option: tuple[str, ...], tmp_path: Path) -> None:
    done = ninefold("generate", "--size", "4", "--into", tmp_path / "mine.sqlite", *option)
    assert (done.code, done.out) == (2, "")
    assert "--into adds the puzzles to a library and cannot be combined with --json or --to" in done.err
    assert not (tmp_path / "mine.sqlite").exists()


def test_size_without_boxes_names_the_option() -> None:
    done = ninefold("generate", "--size", "7")
    assert (done.code, done.err) == (
        2,
        "ninefold: no default box for size 7; use --layout, such as --layout 1x7 or jigsaw:MAP\n",
    )
    assert len(ninefold("generate", "--layout", "1x7", "--seed", "1").lines) == 1
