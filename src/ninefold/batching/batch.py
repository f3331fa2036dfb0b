"""nf.batch: make a data set in a folder or an object store, and nf.DataSet: look at it, check it, repair it.

job.json            the job, created first; a folder has one
_commit/000042.json what shard 42 has, created once (batching.shard)
_keys, _dedupe      duplicates (batching.dedupe)
data/*.parquet      the rows
manifest.json       what counts, written at the end: readers need nothing else
README.md           the data card; report.json: the figures behind it
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass, field
from os import PathLike, cpu_count
from time import monotonic
from typing import Any

from ninefold.batching.card import card
from ninefold.batching.dedupe import DONE, dedupe, replaced_name
from ninefold.batching.engines import Done, find_engine
from ninefold.batching.exports import export
from ninefold.batching.job import BatchJob
from ninefold.batching.report import report_of
from ninefold.batching.shard import Commit, commit_name, read_commit, versions
from ninefold.batching.store import Store, open_store
from ninefold.batching.verify import Verified, verify
from ninefold.core.errors import BatchError
from ninefold.core.values import counted

JOB, MANIFEST, REPORT, CARD = "job.json", "manifest.json", "report.json", "README.md"


@dataclass(frozen=True)
class BatchStatus:
    """How far a batch is.

    Args:
        shards: how many shards there are.
        done: how many are committed.
        rows: the rows in them.
        failed: input rows that could not be read.
        lost: workers lost in this run.
        failures: shards that failed in this run, and why.
        seconds: the time of this run.
        finished: whether the manifest is written.
    """

    shards: int
    done: int
    rows: int
    failed: int = 0
    lost: int = 0
    failures: Mapping[int, str] = field(default_factory=dict)
    seconds: float = 0.0
    here: int = 0  # shards done in this run
    finished: bool = False

    @property
    def seconds_left(self) -> float | None:
        """How much longer it takes at the rate of this run; None before the first shard."""
        return self.seconds / self.here * (self.shards - self.done) if self.here else None

    def record(self) -> dict[str, Any]:
        """As plain values, for JSON."""
        left = self.seconds_left
        return {
            "shards": self.shards,
            "done": self.done,
            "rows": self.rows,
            "failed_rows": self.failed,
            "lost_workers": self.lost,
            "failed_shards": {str(k): why for k, why in self.failures.items()},
            "seconds": round(self.seconds, 1),
            "seconds_left": None if left is None else round(left, 1),
            "finished": self.finished,
        }

    def __str__(self) -> str:
        """In one line."""
        parts = [f"{self.done:,} of {counted(self.shards, 'shard')}", counted(self.rows, "row")]
        if (left := self.seconds_left) and self.done < self.shards:
            parts.append(f"about {left:,.0f} s left")
        parts += [f"{counted(self.failed, 'input row')} not read"] * bool(self.failed)
        parts += [f"{counted(self.lost, 'worker')} lost"] * bool(self.lost)
        parts += [f"{counted(len(self.failures), 'shard')} failed"] * bool(self.failures)
        return ", ".join(parts + ["finished"] * self.finished)


Progress = Callable[[BatchStatus], object]


class DataSet:
    """A data set in a folder, or at an address such as s3://bucket/folder.

    Args:
        where: the folder.
        job: the job; optional if the folder has one.
    """

    def __init__(self, where: str | PathLike[str], job: BatchJob | None = None) -> None:
        self.store: Store = open_store(where)
        self.job = _agreed(self.store, job)

    # --- making -------------------------------------------------------------------------------

    def make(
        self,
        *,
        engine: str = "local",
        workers: int | None = 1,
        part: tuple[int, int] = (0, 1),
        progress: Progress | None = None,
    ) -> BatchStatus:
        """Make the shards that are missing; shards that fail are reported, and the others made.

        Args:
            engine: `local` or `ray`.
            workers: processes on this machine; None for one per core. With 1, the work is done in this process.
            part: (k, n) makes only the shards k, k + n, k + 2n …, for schedulers without an engine.
            progress: called after every shard.
        """
        run = find_engine(engine)
        created = self.store.create(JOB, self.job.text.encode())
        if not created:
            _agreed(self.store, self.job)
        done = set(self.committed())
        index, parts = part
        missing = [shard for shard in range(index, self.job.shards, parts) if shard not in done]
        before = self._count(done)
        start, found = monotonic(), _Tally(Counter(before), len(done))
        here = cpu_count() if workers is None and engine == "local" else workers
        for each in run(self.job, missing, self.store.where, here):
            found.add(each)
            if progress is not None:
                progress(found.status(self.job, monotonic() - start))
        return found.status(self.job, monotonic() - start)

    def committed(self) -> list[int]:
        """The shards that are done."""
        names = (name.rpartition("/")[2].removesuffix(".json") for name in self.store.names("_commit"))
        return sorted(int(name) for name in names if name.isdigit())

    def status(self) -> BatchStatus:
        """How far it is, by the commits."""
        done = self.committed()
        count = self._count(set(done))
        finished = self.store.size(MANIFEST) is not None
        return BatchStatus(self.job.shards, len(done), count["rows"], count["failed"], finished=finished)

    def _count(self, done: set[int]) -> Counter[str]:
        found: Counter[str] = Counter()
        for shard in done:
            commit = read_commit(self.store, shard)
            found.update(rows=commit["rows"], failed=commit["failed"])
        return found

    # --- the end ------------------------------------------------------------------------------

    def dedupe(self) -> dict[str, Any]:
        """Drop duplicates across all shards; returns how many rows were dropped."""
        if not self.job.dedupe:
            raise BatchError("this job has no keys: say dedupe = true before it is made")
        self._require_all()
        return dedupe(self.job, self.store)

    def finish(self) -> dict[str, Any]:
        """Write the manifest, the data card and the report; remove what no commit names. Returns the report."""
        self._require_all()
        if self.job.dedupe and self.store.size(DONE) is None:
            dedupe(self.job, self.store)
        commits = list(self.commits())
        report = report_of(self.job, self.store, commits)
        manifest = {
            "job": json.loads(self.job.text),
            "id": self.job.id,
            "versions": versions(),
            "report": report,
            "shards": [_entry(commit) for commit in commits],
        }
        extra = export(self.job, self.store, commits)
        self.store.put(REPORT, json.dumps(report, indent=1).encode())
        self.store.put(CARD, card(self.job, report, extra).encode())
        self.store.put(MANIFEST, json.dumps(manifest, indent=1).encode())
        named = {file["name"] for commit in commits for file in commit["files"]}
        for name in set(self.store.names("data")) - named:
            self.store.remove(name)
        for prefix in ("data", "_commit"):
            self.store.clean(prefix)
        return report

    def commits(self) -> Iterator[Commit]:
        """What every shard has, without duplicates if they were dropped."""
        replaced = set(self.store.names("_dedupe"))
        for shard in range(self.job.shards):
            name = replaced_name(shard)
            yield json.loads(self.store.get(name if name in replaced else commit_name(shard)))

    def verify(self, *, repair: bool = False, progress: Callable[[int], object] = lambda _: None) -> Verified:
        """Check everything again; with `repair`, make damaged and missing shards again."""
        return verify(self, repair=repair, progress=progress)

    def _require_all(self) -> None:
        missing = self.job.shards - len(self.committed())
        if missing:
            raise BatchError(f"{counted(missing, 'shard')} of {self.job.shards:,} are missing: run make first")


@dataclass
class _Tally:
    """What a run has done so far."""

    count: Counter[str]
    done: int
    here: int = 0
    lost: int = 0
    failures: dict[int, str] = field(default_factory=dict)

    def add(self, each: Done) -> None:
        self.lost += each.lost
        if each.commit is None:
            self.failures[each.shard] = each.why
        else:
            self.done, self.here = self.done + 1, self.here + 1
            self.count.update(rows=each.commit["rows"], failed=each.commit["failed"])

    def status(self, job: BatchJob, seconds: float) -> BatchStatus:
        rows, failed = self.count["rows"], self.count["failed"]
        return BatchStatus(job.shards, self.done, rows, failed, self.lost, dict(self.failures), seconds, self.here)


def batch(
    where: str | PathLike[str],
    job: BatchJob | Mapping[str, Any] | None = None,
    *,
    engine: str = "local",
    workers: int | None = 1,
    progress: Progress | None = None,
    **settings: Any,
) -> dict[str, Any]:
    """Make a whole data set, or what is missing of it, and return its report.

    >>> from tempfile import mkdtemp
    >>> report = batch(mkdtemp(), count=100, seed=7, recipe={"layout": 4})
    >>> report["rows"], report["crossing"]
    (100, 0)

    Args:
        where: a folder, or an address that fsspec knows.
        job: the job as a value (default: made from `settings`, which are the fields of `BatchJob`).
        engine: `local` or `ray`.
        workers: processes on this machine; None for one per core. With 1, the work is done in this process.
        progress: called after every shard with a `BatchStatus`.
        settings: the fields of `BatchJob`.
    """
    if job is not None and settings:
        raise BatchError(f"a job was given, and also {', '.join(sorted(settings))}")
    if not isinstance(job, BatchJob):
        job = BatchJob.of(settings if job is None else job)
    found = DataSet(where, job)
    status = found.make(engine=engine, workers=workers, progress=progress)
    if status.failures:
        shard, why = next(iter(status.failures.items()))
        raise BatchError(f"{counted(len(status.failures), 'shard')} failed; shard {shard}: {why}")
    return found.finish()


def _agreed(store: Store, job: BatchJob | None) -> BatchJob:
    """The job of a folder; an error if there is none, or another than the given one."""
    where = store.where
    if store.size(JOB) is None:
        if job is None:
            raise BatchError(f"{where}: there is no batch here (no {JOB})")
        if isinstance(where, str) and os.path.isdir(where) and (names := sorted(os.listdir(where))[:3]):
            raise BatchError(f"{where}: the folder has other files ({', '.join(names)}); name an empty or a new one")
        return job
    try:
        text = json.loads(store.get(JOB))
        kept = BatchJob.of(text["job"])
    except BatchError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise BatchError(f"{where}: {JOB} cannot be read: {error}") from None
    if kept.text != json.dumps(text, indent=1, sort_keys=True):
        raise BatchError(f"{where}: made by another version, or its input files have changed; use a new folder")
    if job is not None and job.id != kept.id:
        ours, theirs = json.loads(job.text)["job"], text["job"]
        differ = [key for key in sorted({*ours, *theirs}) if ours.get(key) != theirs.get(key)]
        raise BatchError(f"{where}: the folder has another job ({', '.join(differ)} differ); use a new folder")
    return kept


def _entry(commit: Commit) -> dict[str, Any]:
    keys = ("shard", "numbers", "rows", "failed", "files", "versions")
    return {key: commit[key] for key in keys} | {"dropped": commit.get("dropped", 0)}
