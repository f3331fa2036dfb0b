"""A batch in an object store that speaks S3: skipped without moto's server and s3fs."""

from __future__ import annotations

import gc
import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import ninefold as nf
from ninefold.batching import store as stores
from ninefold.batching.store import open_store

moto = pytest.importorskip("moto.server")
s3fs = pytest.importorskip("s3fs")
pytest.importorskip("pyarrow")


@pytest.fixture(scope="module")
def bucket() -> Iterator[str]:
    server = moto.ThreadedMotoServer(port=0)
    server.start()
    host, port = server.get_host_and_port()
    names = {"AWS_ENDPOINT_URL": f"http://{host}:{port}", "AWS_DEFAULT_REGION": "us-east-1"}
    with pytest.MonkeyPatch.context() as patch:
        for name, value in {**names, "AWS_ACCESS_KEY_ID": "x", "AWS_SECRET_ACCESS_KEY": "x"}.items():
            patch.setitem(os.environ, name, value)
        s3fs.S3FileSystem().mkdir("bucket")
        yield "s3://bucket"
    server.stop()


@pytest.mark.parametrize("workers", [1, 2])
def test_a_batch_in_a_bucket(bucket: str, workers: int) -> None:
    where = f"{bucket}/set{workers}"
    report = nf.batch(where, count=600, seed=1, rows=200, dedupe=True, workers=workers)
    assert (report["rows"], report["crossing"]) == (600, 0)
    assert nf.DataSet(where).verify().good
    store = open_store(where)
    store.remove("_commit/000001.json")
    store.put(store.names("data")[0], b"damaged")
    assert set(nf.DataSet(where).verify().faults) == {0, 1}
    assert nf.DataSet(where).verify(repair=True).good


def test_one_of_many_writers_creates_a_file(bucket: str) -> None:
    store = open_store(f"{bucket}/race")
    with ThreadPoolExecutor(8) as threads:
        created = list(threads.map(lambda k: store.create("_commit/1", str(k).encode()), range(16)))
    assert sum(created) == 1
    assert store.get("_commit/1") == str(created.index(True)).encode()


def uploads() -> list[str]:
    """The names of the files that are being sent in parts."""
    return [each["Key"] for each in s3fs.S3FileSystem().list_multipart_uploads("bucket")]


def test_a_large_file_is_sent_in_parts_and_appears_whole(bucket: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "PART", 5 << 20)
    store = open_store(f"{bucket}/large")
    megabyte = bytes(range(256)) * 4096

    def pieces() -> Iterator[bytes]:
        yield from [megabyte] * 11
        assert uploads() == ["large/csv/a.csv"]
        assert store.size("csv/a.csv") is None
        yield b"end"

    store.put_pieces("csv/a.csv", pieces())
    assert store.get("csv/a.csv") == megabyte * 11 + b"end"
    store.put_pieces("csv/b.csv", [b"a", b"", b"b"])
    store.put_pieces("csv/c.csv", [])
    assert [store.get(f"csv/{name}.csv") for name in "bc"] == [b"ab", b""]
    assert uploads() == []


@pytest.mark.parametrize("count", [1, 11])
def test_an_upload_that_fails_is_discarded(bucket: str, count: int, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(stores, "PART", 5 << 20)
    store = open_store(f"{bucket}/failed")
    store.put("csv/a.csv", b"before")

    def pieces() -> Iterator[bytes]:
        yield from [bytes(1 << 20)] * count
        raise KeyboardInterrupt

    with pytest.raises(KeyboardInterrupt):
        store.put_pieces("csv/a.csv", pieces())
    gc.collect()  # a file that is collected is closed, which would complete it
    assert store.get("csv/a.csv") == b"before"
    assert uploads() == []


def test_a_bucket_that_cannot_be_written_is_named(bucket: str) -> None:
    with pytest.raises(nf.BatchError, match="s3://nowhere/set"):
        nf.batch("s3://nowhere/set", count=10)
