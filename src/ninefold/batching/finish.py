"""The end of a batch: the manifest, the data card, the report and other forms, and no file that they do not name."""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from hashlib import sha256
from typing import Any

from ninefold.batching.card import card
from ninefold.batching.exports import export
from ninefold.batching.job import BatchJob
from ninefold.batching.report import report_of
from ninefold.batching.shard import Commit, versions
from ninefold.batching.store import Store

MANIFEST, REPORT, CARD = "manifest.json", "report.json", "README.md"
ENTRY = ("shard", "numbers", "rows", "failed", "files", "versions")  # what the manifest says about a shard


def finish(job: BatchJob, store: Store, commits: Sequence[Commit]) -> dict[str, Any]:
    """Write what describes a set, the manifest last; returns the report."""
    report = report_of(job, store, commits)
    others = []
    for name, pieces in export(job, store, commits):
        others.append(_put(store, name, pieces))
    text = card(job, report, [file["name"] for file in others])
    others += [_put(store, REPORT, [_json(report)]), _put(store, CARD, [text.encode()])]
    manifest = {
        "job": json.loads(job.text),
        "id": job.id,
        "versions": versions(),
        "report": report,
        "shards": [entry_of(commit) for commit in commits],
        "others": others,
    }
    store.put(MANIFEST, _json(manifest))
    for name in strangers(store, commits):
        store.remove(name)
    for prefix in ("", "data", "_commit", "_inputs", "_keys", "_dedupe"):
        store.clean(prefix)
    return report


def entry_of(commit: Commit) -> dict[str, Any]:
    """What the manifest says about a shard."""
    return {key: commit[key] for key in ENTRY} | {"dropped": commit.get("dropped", 0)}


def strangers(store: Store, commits: Sequence[Commit]) -> list[str]:
    """The files among the data that no commit names, such as those of a worker that came late."""
    named = {file["name"] for commit in commits for file in commit["files"]}
    return [name for name in store.names("data") if name not in named]


def _json(values: object) -> bytes:
    return json.dumps(values, indent=1).encode()


def _put(store: Store, name: str, pieces: Iterable[bytes]) -> dict[str, Any]:
    digest, size = sha256(), 0

    def counted() -> Iterator[bytes]:
        nonlocal size
        for piece in pieces:
            digest.update(piece)
            size += len(piece)
            yield piece

    store.put_pieces(name, counted())
    return {"name": name, "bytes": size, "sha256": digest.hexdigest()}
