"""A batch in an object store that speaks S3: skipped without moto's server and s3fs."""

from __future__ import annotations

import os
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor

import pytest

import ninefold as nf
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


def test_a_bucket_that_cannot_be_written_is_named(bucket: str) -> None:
    with pytest.raises(nf.BatchError, match="s3://nowhere/set"):
        nf.batch("s3://nowhere/set", count=10)
