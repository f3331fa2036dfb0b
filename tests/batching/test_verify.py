"""Damage to any file of a batch is found, named and repaired; nothing fails with an error that says nothing."""

from __future__ import annotations

import shutil
from pathlib import Path
from typing import Any

import numpy as np
import pytest

import ninefold as nf
from ninefold.batching.batch import DataSet

pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def whole(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A finished set of three shards, of which the first two have duplicates of each other."""
    folder = tmp_path_factory.mktemp("set")
    puzzles = np.concatenate([chunk.puzzles for chunk in nf.generate_arrays(seed=3, count=24)])
    np.save(folder / "in.npy", np.concatenate([puzzles, nf.augment(puzzles[:6], seed=9).rows]))
    settings: dict[str, Any] = {"rows": 10, "dedupe": True, "test": 0.2, "also": ["csv", "hrm"]}
    report = nf.batch(folder / "set", files=[str(folder / "in.npy")], **settings)
    assert report["dropped"] == 6
    return folder / "set"


@pytest.fixture
def damaged(whole: Path, tmp_path: Path) -> Path:
    return Path(shutil.copytree(whole, tmp_path / "set"))


def content(folder: Path) -> list[Any]:
    commits = DataSet(folder).commits()
    return [[(file["split"], file["rows"], file["columns"]) for file in commit["files"]] for commit in commits]


# What is done to which file, and what is said about it.
DAMAGE = (
    ("_commit/000001.json", b"[3]", "shard 1: its commit cannot be read"),
    ("_commit/000001.json", None, "shard 1: it is missing"),
    ("_dedupe/000002.json", b"[3]", "shard 2: its commit cannot be read"),
    ("_dedupe/000002.json", None, "shard 2: data/train-000002"),  # only the file without duplicates is left
    ("_keys/000001", b"", "shard 1: _keys/000001: its bytes"),
    ("_keys/000001", None, "shard 1: _keys/000001: it is missing"),
    ("manifest.json", b"[3]", "manifest.json: it cannot be read"),
    ("manifest.json", b'{"id": "", "shards": [], "others": []}', "manifest.json: it does not name the files"),
    ("README.md", b"", "README.md: its bytes"),
    ("csv/train.csv", None, "csv/train.csv: it is missing"),
    # As by a worker that was paused until the set was finished: readers of the folder would see it.
    ("data/train-000000-0123456789ab.parquet", b"", "0123456789ab.parquet: no commit names it"),
)


@pytest.mark.parametrize(("name", "data", "words"), DAMAGE)
def test_damage_is_named_and_repaired(whole: Path, damaged: Path, name: str, data: bytes | None, words: str) -> None:
    if data is None:
        (damaged / name).unlink()
    else:
        (damaged / name).write_bytes(data)
    found = DataSet(damaged).verify()
    assert not found.good
    assert words in str(found)
    assert DataSet(damaged).verify(repair=True).good
    assert str(DataSet(damaged).verify()) == "3 shards, 24 rows: all good"
    assert content(damaged) == content(whole)
    assert sorted(path.name for path in (damaged / "data").iterdir()) == sorted(
        p.name for p in (whole / "data").iterdir()
    )


def test_other_files_among_the_commits_do_not_count(damaged: Path) -> None:
    for name in ("000099.json", "7.json", "notes"):
        (damaged / "_commit" / name).write_text("x")
    assert DataSet(damaged).status().done == 3
    assert DataSet(damaged).finish()["rows"] == 24
    (damaged / "_commit/000001.json").unlink()
    with pytest.raises(nf.BatchError, match="1 of 3 shards is missing"):
        DataSet(damaged).finish()


def test_a_repair_counts_the_rows_it_made(damaged: Path) -> None:
    (damaged / "_commit/000001.json").unlink()
    assert str(DataSet(damaged).verify(repair=True)).endswith("3 shards, 24 rows: all good")


def test_a_repair_that_fails_says_why(damaged: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    (damaged / "_commit/000001.json").unlink()

    def fail(*_: object) -> None:
        raise OSError(28, "No space left on device", "data/x")

    monkeypatch.setattr("ninefold.batching.store.Folder.put", fail)
    found = DataSet(damaged).verify(repair=True)
    assert not found.good
    assert "shard 1: it could not be made again: data/x: No space left on device" in str(found)


def test_a_set_without_manifest_is_not_finished(damaged: Path) -> None:
    (damaged / "manifest.json").unlink()
    assert str(DataSet(damaged).verify()) == "3 shards, 24 rows: all good; not finished"


def test_a_damaged_commit_is_named_by_every_call(damaged: Path) -> None:
    (damaged / "_commit/000001.json").write_bytes(b"{}")
    batch = DataSet(damaged)
    for call in (batch.status, batch.make, batch.finish):
        with pytest.raises(nf.BatchError, match=r"_commit/000001.json cannot be read: .*verify --repair"):
            call()


def test_damaged_keys_are_named(damaged: Path) -> None:
    (damaged / "_keys/000001").write_bytes(b"x" * 100)
    with pytest.raises(nf.BatchError, match=r"_keys/000001 is missing or damaged"):
        DataSet(damaged).dedupe()


def test_duplicates_can_be_dropped_again_after_the_end(whole: Path, damaged: Path) -> None:
    assert DataSet(damaged).dedupe()["dropped"] == 6
    assert DataSet(damaged).finish()["dropped"] == 6
    assert content(damaged) == content(whole)
    assert DataSet(damaged).verify().good
