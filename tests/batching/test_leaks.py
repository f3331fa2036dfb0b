"""Symmetric copies of test rows in a training set are all found and named, in any format."""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np
import pytest

import ninefold as nf
from ninefold.cli import main

pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def rows() -> tuple[np.ndarray, np.ndarray]:
    (chunk,) = nf.generate_arrays(seed=5, count=400)
    return chunk.puzzles, chunk.solutions


def lines(array: np.ndarray) -> list[str]:
    return [nf.Grid.from_digits(bytes(row), nf.Layout(9)).line for row in array]


def test_planted_copies_are_named(rows: tuple[np.ndarray, np.ndarray], tmp_path: Path) -> None:
    """Rows 300 to 349 of the training set are copies of test puzzles, row 350 only of a test solution."""
    puzzles, solutions = rows
    train, test = puzzles[:300].copy(), puzzles[300:]
    planted = nf.augment(test[:50], seed=1).rows
    (other,) = nf.generate_arrays(
        nf.Recipe(solution=nf.Grid.from_digits(bytes(solutions[300]), nf.Layout(9))), seed=9, count=1
    )
    turned = nf.augment(other.puzzles, seed=2).rows
    np.save(tmp_path / "train.npy", np.concatenate([train, planted, turned]))
    answers = lines(solutions[300:])
    table = "".join(f"{q},{a}\n" for q, a in zip(lines(test), answers, strict=True))
    (tmp_path / "test.csv").write_text("puzzle,solution\n" + table)
    found = nf.leaks(tmp_path / "train.npy", tmp_path / "test.csv")
    assert (found.train, found.test, found.unread) == (351, 100, 0)
    assert [(leak.kind, leak.train.row, leak.test.row) for leak in found.found] == [
        *(("puzzle", 301 + k, 1 + k) for k in range(50)),
        ("solution", 351, 1),
    ]


def test_the_command_names_rows_and_exits_with_1(
    rows: tuple[np.ndarray, np.ndarray], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    puzzles, _ = rows
    (tmp_path / "train.txt").write_text("\n".join(lines(puzzles[:30])))
    np.savez(tmp_path / "test.npz", puzzle=nf.augment(puzzles[29:60], seed=3).rows)
    assert main(["leaks", str(tmp_path / "train.txt"), str(tmp_path / "test.npz"), "--json"]) == 1
    record = json.loads(capsys.readouterr().out)
    assert (record["kind"], record["train"]["row"], record["test"]["row"]) == ("puzzle", 30, 1)
    assert main(["leaks", str(tmp_path / "train.txt"), str(tmp_path / "none.txt")]) == 2


def test_a_batch_does_not_leak_into_its_own_test_split(tmp_path: Path) -> None:
    nf.batch(tmp_path / "set", count=2000, seed=1, test=0.2)
    found = nf.leaks(tmp_path / "set/data/train-*", tmp_path / "set/data/test-*")
    assert len(found) == 0
    assert found.train + found.test <= 2000


def test_rows_that_cannot_be_read_are_counted(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"puzzle\n{'.' * 81}\n{'.' * 80}\nx\n")
    np.save(tmp_path / "b.npy", np.array([[0] * 81, [77] * 81, [77] * 81], np.uint8))
    found = nf.leaks(tmp_path / "a.csv", tmp_path / "b.npy")
    assert (found.train, found.test, found.unread) == (1, 1, 4)
    assert found.why.startswith(str(tmp_path / "a.csv: line 3: read 80 cells"))
    assert "4 rows could not be read (the first: " in str(found)


def test_a_set_without_a_readable_row_is_not_called_free_of_leaks(tmp_path: Path) -> None:
    (tmp_path / "a.csv").write_text(f"puzzle\n{'.' * 81}\n")
    np.save(tmp_path / "b.npy", np.full((2, 81), 77, np.uint8))
    for files in (("a.csv", "b.npy"), ("b.npy", "a.csv")):
        with pytest.raises(
            nf.ParseError, match=r"b.npy: no puzzle of layout 9 found; 2 rows could not be read \(the first: a"
        ):
            nf.leaks(*(tmp_path / name for name in files))
