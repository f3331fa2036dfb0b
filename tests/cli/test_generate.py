"""`ninefold generate` on the command line."""

from __future__ import annotations

import signal
import subprocess
from pathlib import Path

from running import SOLUTION, ninefold, on_terminal, start

import ninefold as nf

# Nobody has seen such a puzzle, and there are more tries than anybody waits for.
UNHEARD_OF = ("--clues", "35", "--minimal", "--seed", "1", "--tries", "100000000")


def test_a_seed_makes_the_same_lines() -> None:
    done = ninefold("generate", "--seed", "1", "--count", "3")
    assert (done.code, len(done.lines)) == (0, 3)
    assert done.lines == [puzzle.clues.line for puzzle in nf.generate(count=3, seed=1)]


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


def test_the_size_is_that_of_the_solution_to_start_from() -> None:
    (line,) = ninefold("generate", "--solution", "2341143242133124", "--seed", "1").lines
    assert nf.solve(line).solution == nf.Grid("2341143242133124")


def test_a_file_that_is_not_there_is_not_taken_for_a_mask() -> None:
    done = ninefold("generate", "--mask", "nosuchfile")
    assert (done.code, done.err) == (
        2,
        "ninefold: --mask nosuchfile: there is no such file, and a board has more cells than that\n",
    )


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
    assert f"{len(done.lines)} of 9 puzzles were made: no such puzzle found in 1 tries" in done.err


def test_an_interrupt_keeps_what_was_made() -> None:
    process = start("generate", "--count", "100000000", "--seed", "1", "--threads", "1")
    assert process.stdout is not None
    first = process.stdout.readline().strip()
    process.send_signal(signal.SIGINT)
    rest, told = rest_of(process)
    assert process.returncode == 130
    assert first == nf.generate(seed=1).clues.line
    assert_told(told, 1 + len(rest.splitlines()), "100,000,000 puzzles were made: interrupted")


def test_an_interrupt_keeps_what_was_made_of_puzzles_that_take_many_tries() -> None:
    process = start("generate", "--level", "hard", "--clues", "30", "--count", "100000000", "--seed", "1")
    assert process.stdout is not None
    process.stdout.readline()
    process.send_signal(signal.SIGINT)
    rest, told = rest_of(process)
    assert process.returncode == 130
    assert_told(told, 1 + len(rest.splitlines()), "100,000,000 puzzles were made: interrupted; of ")
    assert " were easy" in told


def rest_of(process: subprocess.Popen[str]) -> tuple[str, str]:
    """What else it writes; `communicate` would lose what is read ahead already."""
    assert process.stdout is not None
    assert process.stderr is not None
    with process:
        return process.stdout.read(), process.stderr.read()


def assert_told(told: str, written: int, words: str) -> None:
    """How many were made; an interrupt may fall between a puzzle that is written and its count."""
    assert any(f"ninefold: {made:,} of {words}" in told for made in (written, written - 1)), told


def test_a_limit_of_time_says_what_the_tries_came_to() -> None:
    done = ninefold("generate", *UNHEARD_OF, "--seconds", "3")
    assert done.code == 1
    assert "0 of 1 puzzles were made: the limit of 3 seconds is used up; of " in done.err
    assert "had another number of clues" in done.err


def test_on_a_terminal_tries_are_counted_where_the_first_puzzle_is_long_in_coming() -> None:
    done = on_terminal("generate", *UNHEARD_OF, "--seconds", "5", streams="stdout stderr")
    assert "0 of 1 puzzles, " in done.out
    assert " tries in " in done.out


def test_digits_that_must_be_clues_are_read_as_lines_have_them() -> None:
    (line,) = ninefold("generate", "--size", "16", "--must", "r1c1=G,r1c2=10", "--seed", "1").lines
    assert line[:2] == "GA"
    done = ninefold("generate", "--must", "r1c1=5,R1C1=6")
    assert (done.code, done.err) == (2, "ninefold: --must names r1c1 twice, with 5 and with 6\n")


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
    args = ("--clues", "24", "--minimal", "--tries", "1", "--count", "16", "--seed", "7", "--into", path)
    done = ninefold("generate", *args)
    assert done.code == 1
    new = int(done.out.split()[0])
    assert f"{new} of 16 puzzles were made: no such puzzle found in 1 tries" in done.err
    with nf.Library(str(path), make=False) as library:
        assert library.count() == new > 0
