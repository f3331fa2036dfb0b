"""`ninefold solve --to csv|parquet|npy` writes the same results as columns, and arrays are files like any other."""

from __future__ import annotations

import csv
from pathlib import Path

import numpy as np
import pytest

import ninefold as nf
from ninefold.cli import main

GOOD = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
NONE = "55" + "." * 79


@pytest.fixture
def puzzles(tmp_path: Path) -> Path:
    path = tmp_path / "puzzles.txt"
    path.write_text(f"{GOOD}\n{NONE}\n{'.' * 81}\n")
    return path


def test_a_csv_table_has_solutions_and_guesses(puzzles: Path, capsysbinary: pytest.CaptureFixture[bytes]) -> None:
    assert main(["solve", str(puzzles), "--to", "csv"]) == 1
    rows = list(csv.DictReader(capsysbinary.readouterr().out.decode().splitlines()))
    assert [row["status"] for row in rows] == ["unique", "impossible", "multiple"]
    assert rows[0]["solution"] == getattr(nf.solve(GOOD).solution, "line", "")
    assert (rows[0]["guesses"], rows[1]["solution"]) == ("0", "")


@pytest.mark.parametrize("form", ["csv", "parquet", "npy"])
def test_a_table_can_be_a_file(form: str, puzzles: Path, tmp_path: Path) -> None:
    if form == "parquet":
        pytest.importorskip("pyarrow")
    out = tmp_path / f"out.{form}"
    assert main(["solve", str(puzzles), "--to", form, "--out", str(out)]) == 1
    want = nf.solve_many(puzzles)
    if form == "npy":
        assert np.array_equal(np.load(out), want.solution)
    else:
        assert [puzzle.clues for puzzle in nf.read_file(str(out))] == [row.puzzle for row in want]
        assert [puzzle.solution for puzzle in nf.read_file(str(out))] == [row.solution for row in want]


def test_arrays_are_files_of_puzzles(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    digits = np.array([list(nf.Grid(GOOD).digits)], np.uint8)
    np.save(tmp_path / "a.npy", digits.reshape(1, 9, 9))
    np.savez(tmp_path / "b.npz", puzzle=digits)
    for name in ("a.npy", "b.npz"):
        assert main(["solve", str(tmp_path / name), "--to", "line"]) == 0
        assert capsys.readouterr().out.strip() == getattr(nf.solve(GOOD).solution, "line", "")
    np.save(tmp_path / "c.npy", digits[:, :80])
    assert main(["solve", str(tmp_path / "c.npy")]) == 2
    assert "expected whole numbers of shape (n, 81)" in capsys.readouterr().err


def test_options_that_do_not_fit_are_refused(puzzles: Path, capsys: pytest.CaptureFixture[str]) -> None:
    assert main(["solve", str(puzzles), "--to", "csv", "--by", "propagate"]) == 2
    assert "for the default method" in capsys.readouterr().err
    assert main(["solve", str(puzzles), "--out", "x"]) == 2
    assert main(["solve", "..4.1......3.1..", "--to", "csv"]) == 2
    assert "tables hold 9×9 puzzles" in capsys.readouterr().err


def test_results_become_arrow_tables_and_reuse_memory() -> None:
    pytest.importorskip("pyarrow")
    results = nf.solve_many([GOOD, NONE, "." * 81])
    table = results.to_arrow()
    assert table.column("status").to_pylist() == results.words.tolist()
    assert table.column("solution").to_pylist() == results.to_dict()["solution"]
    again = nf.solve_many(["." * 81, GOOD, NONE], out=results)
    assert again.solution.base is results.solution.base
    assert again.words.tolist() == ["multiple", "unique", "impossible"]
    with pytest.raises(nf.NinefoldError, match="out must be the results of 1 puzzle"):
        nf.solve_many([GOOD], out=results)
