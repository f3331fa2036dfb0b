"""Stores write whole files, and of several writers exactly one creates a file."""

from __future__ import annotations

from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest

import ninefold as nf
from ninefold.batching.store import Store, open_store


@pytest.fixture(params=["folder", "memory"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> Store:
    if request.param == "memory":
        pytest.importorskip("fsspec")
        return open_store(f"memory://{tmp_path.name}")
    return open_store(tmp_path)


def test_files_are_written_listed_and_removed(store: Store) -> None:
    assert store.names("a") == []
    assert store.size("a/b") is None
    store.put("a/b", b"12345")
    store.put("a/a", b"")
    assert store.names("a") == ["a/a", "a/b"]
    assert (store.get("a/b"), store.get("a/b", 1, 3), store.size("a/b")) == (b"12345", b"23", 5)
    store.remove("a/b")
    store.remove("a/b")
    assert store.names("a") == ["a/a"]
    with pytest.raises(FileNotFoundError):
        store.get("a/b")


def test_a_file_in_pieces_appears_whole_or_not_at_all(store: Store) -> None:
    store.put_pieces("a/a", iter([b"12", b"", b"3"]))
    assert store.get("a/a") == b"123"

    def pieces() -> Iterator[bytes]:
        yield b"4"
        raise KeyboardInterrupt

    for name in ("a/a", "a/b"):
        with pytest.raises(KeyboardInterrupt):
            store.put_pieces(name, pieces())
    assert store.names("a") == ["a/a"]
    assert store.get("a/a") == b"123"


def test_one_of_many_writers_creates_a_file(tmp_path: Path) -> None:
    store = open_store(tmp_path)
    with ThreadPoolExecutor(8) as threads:
        created = list(threads.map(lambda k: store.create("_commit/1", str(k).encode()), range(40)))
    assert sum(created) == 1
    assert store.get("_commit/1") == str(created.index(True)).encode()
    assert store.names("_commit") == ["_commit/1"]


def test_a_batch_in_an_object_store() -> None:
    pytest.importorskip("fsspec")
    pytest.importorskip("pyarrow")
    report = nf.batch("memory://sets/small", count=300, seed=1, rows=100, dedupe=True)
    assert report["rows"] == 300
    assert nf.DataSet("memory://sets/small").verify().good


def test_an_unknown_address_is_named() -> None:
    pytest.importorskip("fsspec")
    with pytest.raises(nf.BatchError, match="nowhere://x"):
        open_store("nowhere://x").names("a")
