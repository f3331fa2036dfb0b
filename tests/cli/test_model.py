"""`ninefold model`: a puzzle as a file for other solvers, and their answer back."""

from __future__ import annotations

import json
from pathlib import Path

import pytest
from running import PROPER, SOLUTION, TWO, ninefold

import ninefold as nf

SMALL = "..4.1......3.1.."
SMALL_SOLUTION = "2341143242133124"
ANSWER = "\n".join(
    f"x_{nf.Layout(4).name(cell)}_{digit} 1"
    for cell, digit in enumerate(map(int, SMALL_SOLUTION))
    if SMALL[cell] == "."
)


# --- writing ----------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("form", "kind", "first"),
    [
        ("lp", "binary", "\\ The binary model"),
        ("mps", "binary", "* The binary model"),
        ("cnf", "clauses", "c The clauses model"),
        ("opb", "binary", "* #variable= 64"),
        ("mzn", "integer", "% The integer model"),
        ("lpl", "binary", "model sudoku "),
        ("col", "colouring", "c The colouring model"),
        ("json", "binary", '{"kind": "binary"'),
    ],
)
def test_each_format_has_its_usual_kind(form: str, kind: str, first: str) -> None:
    done = ninefold("model", SMALL, "--format", form)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(first)
    assert done.out == nf.model(SMALL, kind=kind).text(form)  # type: ignore[call-overload]


def test_a_file_is_written_and_its_name_says_the_format(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.mps"
    done = ninefold("model", PROPER, "-o", path)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert path.read_text() == nf.model(PROPER).text("mps")
    ninefold("model", PROPER, "-o", path, "--format", "lp")
    assert path.read_text() == nf.model(PROPER).text("lp")


def test_every_option_reaches_the_model() -> None:
    asked = ("--families", "cells, rows,clues", "--sums", "--whole", "--relaxed")
    done = ninefold("model", SMALL, "--format", "lp", "--kind", "binary", *asked)
    model = nf.model(SMALL, families=["cells", "rows", "clues"], sums=True, presolve=False)
    assert done.out == model.text("lp", relaxed=True)
    done = ninefold("model", SMALL, "--format", "cnf", "--encoding", "minimal")
    assert done.out == nf.model(SMALL, kind="clauses", encoding="minimal").text("cnf")
    done = ninefold("model", SMALL, "--format", "json", "--kind", "integer", "--layout", "4+diagonals")
    assert json.loads(done.out)["layout"] == "4+diagonals"


def test_the_puzzle_may_come_from_a_file_or_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(SMALL)
    wanted = nf.model(SMALL).text("lp")
    assert ninefold("model", path, "--format", "lp").out == wanted
    assert ninefold("model", "--format", "lp", stdin=SMALL).out == wanted


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([SMALL], "no format: name one with --format (lp, mps, cnf, opb, mzn, lpl, col, json), or by the ending"),
        ([SMALL, "-o", "model.xls"], "no format"),
        ([SMALL, "--format", "xls"], "unknown format 'xls' (choose from lp, mps"),
        ([SMALL, "--format", "cnf", "--kind", "binary"], "the format cnf supports clauses models, not binary ones"),
        ([SMALL, "--format", "lp", "--kind", "linear"], "invalid choice: 'linear'"),
        ([SMALL, "--format", "lp", "--families", "cells,blocks"], r"unknown family 'blocks' (choose from cells"),
        ([SMALL, "--format", "cnf", "--sums"], "sums is for binary models, not for clauses ones"),
        ([SMALL, "--format", "lp", "--encoding", "minimal"], "encoding is for clauses models"),
        ([SMALL, "--format", "opb", "--relaxed"], "only the formats lp and mps can be relaxed"),
        ([SMALL, TWO, "--format", "lp"], "there are several puzzles, and a model is made of one"),
        (["nonsense", "--format", "lp"], "'nonsense' is no file, and not a puzzle either"),
        ([SMALL, "--format", "lp", "-o", "/no/such/folder/a.lp"], "/no/such/folder/a.lp: No such file"),
        ([SMALL, "--read", "/no/such/file"], "/no/such/file: No such file"),
        ([SMALL, "--read", "-", "--format", "lp"], "--format is for writing a model"),
    ],
)
def test_what_cannot_be_asked_is_refused(args: list[str], words: str) -> None:
    done = ninefold("model", *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


# --- reading ----------------------------------------------------------------------------------------------


def test_an_answer_is_read_judged_and_printed(tmp_path: Path) -> None:
    path = tmp_path / "answer.sol"
    path.write_text(ANSWER)
    done = ninefold("model", SMALL, "--read", path)
    assert (done.out, done.code, done.err) == (f"{SMALL_SOLUTION}\n", 0, "")
    assert ninefold("model", SMALL, "--read", path, "--as", "board").out == f"{nf.Grid(SMALL_SOLUTION)}\n"
    assert ninefold("model", SMALL, "--read", "-", stdin=ANSWER).out == f"{SMALL_SOLUTION}\n"


def test_an_answer_that_is_no_solution_is_a_no(tmp_path: Path) -> None:
    path = tmp_path / "answer.sol"
    for text, words in (
        (ANSWER.replace("x_r1c1_2", "x_r1c1_3"), "no solution: incorrect: 3 twice in row 1"),
        (ANSWER.replace("x_r1c1_2 1", "x_r1c1_2 0.5"), "fractional in 1 of 16 cells: r1c1"),
        ("s UNSATISFIABLE", "line 1: the solver reports no solution"),
    ):
        path.write_text(text)
        done = ninefold("model", SMALL, "--read", path)
        assert (done.code, done.out) == (1, "")
        assert str(path) in done.err
        assert words in done.err


def test_an_answer_that_cannot_be_read_is_told_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "answer.sol"
    path.write_bytes(b"x_r1c1_2 1\nx_r1c2_3 one\n\xff\xfe")
    done = ninefold("model", SMALL, "--read", path)
    assert (done.code, done.out) == (2, "")
    assert f"{path}: the solution cannot be read\n  line 2: read 'x_r1c2_3 one', expected a number" in done.err
    path.write_bytes(b"")
    assert "no solution found in the text" in ninefold("model", SMALL, "--read", path).err


def test_a_solver_and_the_command_can_talk(tmp_path: Path) -> None:
    formula = pytest.importorskip("pysat.formula")
    solvers = pytest.importorskip("pysat.solvers")
    path = tmp_path / "puzzle.cnf"
    assert ninefold("model", PROPER, "-o", path).code == 0
    with solvers.Solver("minisat22", bootstrap_with=formula.CNF(from_file=str(path))) as solver:
        solver.solve()
        answer = "v " + " ".join(map(str, solver.get_model())) + " 0\n"
    assert ninefold("model", PROPER, "--read", "-", stdin=answer).out == f"{SOLUTION}\n"
