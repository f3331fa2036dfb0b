"""Rows of digits from files: every span is read separately, and together they are the file."""

from __future__ import annotations

from pathlib import Path

import numpy as np
import pytest

import ninefold as nf
from ninefold.formats.rows import open_rows, read_rows

PUZZLES = np.concatenate([chunk.puzzles for chunk in nf.generate_arrays(seed=5, count=40)])
SOLUTIONS = nf.solve_many(PUZZLES).solution
LINES = [nf.Grid.from_digits(bytes(row), nf.Layout(9)).line for row in PUZZLES]
ANSWERS = [nf.Grid.from_digits(bytes(row), nf.Layout(9)).line for row in SOLUTIONS]


def write(path: Path, kind: str) -> str:
    if kind == "npy":
        np.save(path, PUZZLES.reshape(-1, 9, 9))
    elif kind == "npz":
        np.savez(path, puzzle=PUZZLES, solution=SOLUTIONS)
    elif kind == "txt":
        path.write_text("\n".join(LINES))
    elif kind == "csv":
        path.write_text(
            "source,question,answer,rating\n"
            + "".join(f"x,{q},{a},{k}\n" for k, (q, a) in enumerate(zip(LINES, ANSWERS, strict=True)))
        )
    elif kind == "quoted.csv":
        path.write_text("puzzle,name\n" + "".join(f'{q},"a, b"\n' for q in LINES))
    elif kind == "parquet":
        pytest.importorskip("pyarrow")
        nf.write_file(str(path), [nf.Puzzle(nf.Grid(line)) for line in LINES])
    else:
        nf.write_file(str(path), [nf.Puzzle(nf.Grid(line)) for line in LINES])
    return str(path)


@pytest.mark.parametrize("kind", ["npy", "npz", "txt", "csv", "quoted.csv", "parquet", "sdm", "json"])
def test_a_file_is_the_sum_of_its_spans(kind: str, tmp_path: Path) -> None:
    path = write(tmp_path / f"a.{kind}", kind)
    file = open_rows(path)
    spans = list(file.spans(7))
    assert [span.first for span in spans] == [0, 7, 14, 21, 28, 35]
    chunks = [chunk for span in reversed(spans) for chunk in file.read(span)]
    numbers = np.concatenate([chunk.numbers for chunk in chunks])
    found = np.concatenate([chunk.puzzles for chunk in chunks])[np.argsort(numbers)]
    assert np.array_equal(np.sort(numbers), np.arange(40))
    assert np.array_equal(found, PUZZLES)
    if kind in ("csv", "npz"):
        (whole,) = read_rows(path)
        assert whole.solutions is not None
        assert np.array_equal(whole.solutions, SOLUTIONS)


@pytest.mark.parametrize("kind", ["npy", "npz", "csv", "parquet", "json"])
def test_calls_over_arrays_read_whatever_solve_reads(kind: str, tmp_path: Path) -> None:
    path = Path(write(tmp_path / f"a.{kind}", kind))
    assert np.array_equal(nf.solve_many(path).solution, SOLUTIONS)
    assert np.array_equal(nf.canonical_many(path), nf.canonical_many(PUZZLES))


def test_a_broken_row_of_a_csv_file_does_not_hide_the_others(tmp_path: Path) -> None:
    path = tmp_path / "a.csv"
    path.write_text("puzzle,solution\n" + f"{LINES[0]},{ANSWERS[0]}\n{LINES[1][:50]},\n{LINES[2]},{ANSWERS[2]}\n")
    (chunk,) = read_rows(str(path))
    assert chunk.numbers.tolist() == [0, 2]
    assert [fault.number for fault in chunk.faults] == [1]


def test_hrm_folders_are_read(tmp_path: Path) -> None:
    np.save(tmp_path / "all__inputs.npy", PUZZLES + 1)
    np.save(tmp_path / "all__labels.npy", SOLUTIONS + 1)
    (chunk,) = read_rows(str(tmp_path))
    assert np.array_equal(chunk.puzzles, PUZZLES)
    assert chunk.solutions is not None
    assert np.array_equal(chunk.solutions, SOLUTIONS)


@pytest.mark.parametrize("array", [np.zeros((3, 80), np.uint8), np.zeros((3, 81)), np.zeros(3, np.uint8)])
def test_an_array_of_another_shape_is_refused(array: np.ndarray, tmp_path: Path) -> None:
    np.save(tmp_path / "a.npy", array)
    with pytest.raises(nf.ParseError, match="expected whole numbers of shape"):
        list(read_rows(str(tmp_path / "a.npy")))
    (tmp_path / "b.npy").write_bytes(b"nothing")
    with pytest.raises(nf.ParseError, match="cannot be read as NumPy"):
        list(read_rows(str(tmp_path / "b.npy")))
