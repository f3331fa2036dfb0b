"""nf.batch: make a data set in a folder or an object store, and nf.DataSet: look at it, check it, repair it.

job.json            the job, created first; a folder has one
_inputs/ID.json     how the files of its input are cut into shards
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

from ninefold.batching.dedupe import DONE, dedupe, replaced_name
from ninefold.batching.engines import Done, find_engine
from ninefold.batching.finish import MANIFEST, finish
from ninefold.batching.inputs import Listed
from ninefold.batching.job import BatchJob, id_of
from ninefold.batching.shard import Commit, read_commit
from ninefold.batching.store import Store, open_store
from ninefold.batching.verify import Verified, verify
from ninefold.core.atomic_write import TEMPORARY
from ninefold.core.errors import BatchError
from ninefold.core.limits import read_count
from ninefold.core.values import check_callable, counted, short_repr

JOB = "job.json"
CHANGED = "its input files have changed; use a new folder"


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
        of_files: whether a shard failed in this run because a file could not be read or written.
    """

    shards: int
    done: int
    rows: int
    failed: int = 0
    lost: int = 0
    failures: Mapping[int, str] = field(default_factory=dict)
    seconds: float = 0.0
    here: int = 0  # shards done in this run
    due: int = 0  # shards that this run was to make: those missing from its part
    finished: bool = False
    of_files: bool = False

    @property
    def seconds_left(self) -> float | None:
        """How much longer this run takes at its rate so far; None before the first shard."""
        return self.seconds / self.here * (self.due - self.here - len(self.failures)) if self.here else None

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
        if left := self.seconds_left:
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
        if job is not None and not isinstance(job, BatchJob):
            raise BatchError(f"a job must be a BatchJob, such as BatchJob(count=1000), not {short_repr(job)}")
        self.store: Store = open_store(where)
        self.job = _agreed(self.store, job)
        self._is_listed = job is not None  # else the listing is the one kept in the folder

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
        check_callable("progress", progress)
        given = read_count("workers", workers, "a whole number from 1, or None for one per core")
        self._list_inputs()
        created = self.store.create(JOB, self.job.text.encode())
        if not created:
            _agreed(self.store, self.job)
        if self.job.files:
            self.store.create(inputs_name(self.job.id), self.job.listed.pack())
        done = set(self.committed())
        index, parts = part
        missing = [shard for shard in range(index, self.job.shards, parts) if shard not in done]
        before = self._count(done)
        start, found = monotonic(), _Tally(Counter(before), len(done), len(missing))
        here = cpu_count() if given is None and engine == "local" else given
        for each in run(self.job, missing, self.store.where, here):
            found.add(each)
            if progress is not None:
                progress(found.status(self.job, monotonic() - start))
        return found.status(self.job, monotonic() - start)

    def _list_inputs(self) -> None:
        """Before shards are made, see whether the input files are still the same."""
        if self.job.files and not self._is_listed:
            again = BatchJob.of(self.job.values())
            if again.id != self.job.id:
                raise BatchError(f"{self.store.where}: {CHANGED}")
            self.job, self._is_listed = again, True

    def committed(self) -> list[int]:
        """The shards that are done; other files among the commits do not count."""
        names = {name.rpartition("/")[2] for name in self.store.names("_commit")}
        return [shard for shard in range(self.job.shards) if f"{shard:06d}.json" in names]

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
        return finish(self.job, self.store, list(self.commits()))

    def commits(self) -> Iterator[Commit]:
        """What every shard has, without duplicates if they were dropped."""
        replaced = set(self.store.names("_dedupe"))
        for shard in range(self.job.shards):
            name = replaced_name(shard)
            yield read_commit(self.store, shard, name if name in replaced else "")

    def verify(self, *, repair: bool = False, progress: Callable[[int], object] = lambda _: None) -> Verified:
        """Check everything again; with `repair`, make damaged and missing shards again."""
        check_callable("progress", progress)
        return verify(self, repair=repair, progress=progress)

    def _require_all(self) -> None:
        missing = self.job.shards - len(self.committed())
        if missing:
            verb = "is" if missing == 1 else "are"
            raise BatchError(f"{missing:,} of {counted(self.job.shards, 'shard')} {verb} missing: run make first")


@dataclass
class _Tally:
    """What a run has done so far."""

    count: Counter[str]
    done: int
    due: int
    here: int = 0
    lost: int = 0
    failures: dict[int, str] = field(default_factory=dict)
    of_files: bool = False

    def add(self, each: Done) -> None:
        self.lost, self.of_files = self.lost + each.lost, self.of_files or each.of_files
        if each.commit is None:
            self.failures[each.shard] = each.why
        else:
            self.done, self.here = self.done + 1, self.here + 1
            self.count.update(rows=each.commit["rows"], failed=each.commit["failed"])

    def status(self, job: BatchJob, seconds: float) -> BatchStatus:
        return BatchStatus(
            shards=job.shards,
            done=self.done,
            rows=self.count["rows"],
            failed=self.count["failed"],
            lost=self.lost,
            failures=dict(self.failures),
            seconds=seconds,
            here=self.here,
            due=self.due,
            of_files=self.of_files,
        )


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
            raise BatchError(f"{where}: there is no batch here (no {JOB}): describe a job to start one")
        if isinstance(where, str) and os.path.isdir(where) and (names := _other_files(where)):
            raise BatchError(f"{where}: the folder has other files ({', '.join(names)}); name an empty or a new one")
        return job
    kept, text = _kept(store)
    ours = kept if job is None else job
    if kept.text != json.dumps(text, indent=1, sort_keys=True):
        mine, theirs = json.loads(kept.text)["versions"], text.get("versions")
        if mine != theirs:
            raise BatchError(f"{where}: made with {_named(theirs)}, but this is {_named(mine)}; use a new folder")
        raise BatchError(f"{where}: {CHANGED}")
    if ours.id != kept.id:
        mine = json.loads(ours.text)["job"]
        keys = [key for key in sorted({*mine, *text["job"]}) if mine.get(key) != text["job"].get(key)]
        other = f"the folder has another job, which differs in {', '.join(keys)}; use a new folder"
        raise BatchError(f"{where}: {other if keys else CHANGED}")
    return ours


def _named(versions: object) -> str:
    """The versions of a job in words."""
    found = versions if isinstance(versions, dict) else {}
    return " and ".join(f"{name} version {found.get(name, 'unknown')}" for name in ("recipe", "schema"))


def inputs_name(job_id: str) -> str:
    """The name of the listing of a job's input files."""
    return f"_inputs/{job_id}.json"


def _kept(store: Store) -> tuple[BatchJob, dict[str, Any]]:
    """The job of a folder, and what is written there."""
    try:
        data = store.get(JOB)
        text = json.loads(data)
        kept = BatchJob.of(text["job"])
        name = inputs_name(id_of(data))
        if kept.files and store.size(name) is not None:
            kept.__dict__["listed"] = Listed.unpack(store.get(name))
    except BatchError:
        raise
    except (ValueError, KeyError, TypeError) as error:
        raise BatchError(f"{store.where}: {JOB} cannot be read: {error}") from None
    return kept, text


def _other_files(where: str) -> list[str]:
    """Some files of a folder, without those that a killed writer left."""
    return [name for name in sorted(os.listdir(where)) if not name.startswith(TEMPORARY)][:3]
