"""`ninefold model`: export a puzzle to other solvers, and read their solution."""

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
def test_each_format_has_a_default_kind(form: str, kind: str, first: str) -> None:
    done = ninefold("model", SMALL, "--to", form)
    assert (done.code, done.err) == (0, "")
    assert done.out.startswith(first)
    assert done.out == nf.model(SMALL, kind=kind).text(form)  # type: ignore[call-overload]


def test_the_file_name_sets_the_format(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.mps"
    done = ninefold("model", PROPER, "-o", path)
    assert (done.code, done.out, done.err) == (0, "", "")
    assert path.read_text() == nf.model(PROPER).text("mps")
    ninefold("model", PROPER, "-o", path, "--to", "lp")
    assert path.read_text() == nf.model(PROPER).text("lp")


def test_every_option_reaches_the_model() -> None:
    options = ("--families", "cells, rows,clues", "--sums", "--whole", "--relaxed")
    done = ninefold("model", SMALL, "--to", "lp", "--kind", "binary", *options)
    model = nf.model(SMALL, families=["cells", "rows", "clues"], sums=True, presolve=False)
    assert done.out == model.text("lp", relaxed=True)
    cut = "x_r1c1_2 + x_r1c2_2 <= 1"
    done = ninefold("model", SMALL, "--to", "mps", "--cuts", cut, "--objective", "ones")
    assert done.out == nf.model(SMALL, cuts=cut, objective="ones").text("mps")
    assert ninefold("model", SMALL, "--to", "cnf", "--cuts", cut).code == 2
    done = ninefold("model", SMALL, "--to", "cnf", "--encoding", "minimal")
    assert done.out == nf.model(SMALL, kind="clauses", encoding="minimal").text("cnf")
    done = ninefold("model", SMALL, "--to", "json", "--kind", "integer", "--layout", "4+diagonals")
    assert json.loads(done.out)["layout"] == "4+diagonals"


def test_the_puzzle_may_come_from_a_file_or_standard_input(tmp_path: Path) -> None:
    path = tmp_path / "puzzle.txt"
    path.write_text(SMALL)
    wanted = nf.model(SMALL).text("lp")
    assert ninefold("model", path, "--to", "lp").out == wanted
    assert ninefold("model", "--to", "lp", stdin=SMALL).out == wanted


@pytest.mark.parametrize(
    ("args", "words"),
    [
        ([SMALL], "no format given: choose one with --to (lp, mps, cnf, opb, mzn, lpl, col, json) or by the file name"),
        ([SMALL, "-o", "model.xls"], "no format given"),
        ([SMALL, "--to", "xls"], "unknown value 'xls'"),
        ([SMALL, "--to", "cnf", "--kind", "binary"], "the format cnf supports clauses models, not binary ones"),
        ([SMALL, "--to", "lp", "--kind", "linear"], "unknown value 'linear'"),
        ([SMALL, "--to", "lp", "--families", "cells,blocks"], "unknown family 'blocks' (choose from cells"),
        ([SMALL, "--to", "cnf", "--sums"], "sums applies to binary models only, not to clauses ones"),
        ([SMALL, "--to", "lp", "--encoding", "minimal"], "encoding applies to clauses models only"),
        ([SMALL, "--to", "opb", "--relaxed"], "only the formats lp and mps can be relaxed"),
        ([SMALL, TWO, "--to", "lp"], "a model is made from one puzzle, and the input has several"),
        (["nonsense", "--to", "lp"], "'nonsense' is neither a file nor a puzzle"),
        ([SMALL, "--to", "lp", "-o", "/no/such/folder/a.lp"], "/no/such/folder/a.lp: No such file"),
        ([SMALL, "--read", "/no/such/file"], "/no/such/file: No such file"),
        ([SMALL, "--read", "-", "--to", "lp"], "--to lp is for exporting a model and cannot be combined with --read"),
        ([SMALL, "--read", "-", "--sums"], "--sums is for exporting"),
        ([SMALL, "--to", "board"], "--to board is for --read; a model is one of lp, mps"),
    ],
)
def test_model_reports_usage_errors(args: list[str], words: str) -> None:
    done = ninefold("model", *args)
    assert (done.code, done.out) == (2, "")
    assert words in done.err


# --- reading ----------------------------------------------------------------------------------------------


def test_read_verifies_and_prints_a_solution(tmp_path: Path) -> None:
    path = tmp_path / "answer.sol"
    path.write_text(ANSWER)
    done = ninefold("model", SMALL, "--read", path)
    assert (done.out, done.code, done.err) == (f"{SMALL_SOLUTION}\n", 0, "")
    assert ninefold("model", SMALL, "--read", path, "--to", "board").out == f"{nf.Grid(SMALL_SOLUTION)}\n"
    assert ninefold("model", SMALL, "--read", "-", stdin=ANSWER).out == f"{SMALL_SOLUTION}\n"


def test_a_wrong_solution_exits_with_1(tmp_path: Path) -> None:
    path = tmp_path / "answer.sol"
    for text, words in (
        (ANSWER.replace("x_r1c1_2", "x_r1c1_3"), "not a solution: incorrect: 3 twice in row 1"),
        (ANSWER.replace("x_r1c1_2 1", "x_r1c1_2 0.5"), "fractional in 1 of 16 cells: r1c1"),
        ("s UNSATISFIABLE", "line 1: the solver reports no solution"),
    ):
        path.write_text(text)
        done = ninefold("model", SMALL, "--read", path)
        assert (done.code, done.out) == (1, "")
        assert str(path) in done.err
        assert words in done.err


def test_an_unreadable_solution_is_reported_with_its_line(tmp_path: Path) -> None:
    path = tmp_path / "answer.sol"
    path.write_bytes(b"x_r1c1_2 1\nx_r1c2_3 one\n\xff\xfe")
    done = ninefold("model", SMALL, "--read", path)
    assert (done.code, done.out) == (2, "")
    assert f"{path}: the solution cannot be read\n  line 2: read 'x_r1c2_3 one', expected a number" in done.err
    path.write_bytes(b"")
    assert "no solution found in the text" in ninefold("model", SMALL, "--read", path).err


def test_round_trip_through_a_sat_solver(tmp_path: Path) -> None:
    formula = pytest.importorskip("pysat.formula")
    solvers = pytest.importorskip("pysat.solvers")
    path = tmp_path / "puzzle.cnf"
    assert ninefold("model", PROPER, "-o", path).code == 0
    with solvers.Solver("minisat22", bootstrap_with=formula.CNF(from_file=str(path))) as solver:
        solver.solve()
        answer = "v " + " ".join(map(str, solver.get_model())) + " 0\n"
    assert ninefold("model", PROPER, "--read", "-", stdin=answer).out == f"{SOLUTION}\n"
