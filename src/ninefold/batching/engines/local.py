"""The engine of one machine: shard after shard in this process, or several processes with a shard each.

A process that dies or is silent for too long loses its shard to a new one; only that shard is started again.
"""

from __future__ import annotations

import json
from collections.abc import Iterator, Sequence
from concurrent.futures import FIRST_COMPLETED, Future, ThreadPoolExecutor, wait
from contextlib import suppress
from queue import SimpleQueue
from threading import Event
from time import monotonic

from ninefold.batching.engines import TRIES, Done, deadline, failed
from ninefold.batching.job import BatchJob
from ninefold.batching.shard import work
from ninefold.batching.store import open_store
from ninefold.core.errors import NinefoldError
from ninefold.core.limits import WAKE
from ninefold.processes.child import Setup
from ninefold.processes.errors import Cancelled, Crashed, TaskFailed, TimedOut
from ninefold.processes.worker import Worker

TASK = "ninefold.batching.shard:run"


def run(job: BatchJob, shards: Sequence[int], where: str, workers: int = 1) -> Iterator[Done]:
    """Work on shards, here with one worker, else in as many processes."""
    if workers == 1:
        store = open_store(where)
        for shard in shards:
            try:
                yield Done(shard, work(job, shard, store, threads=None))
            except (NinefoldError, OSError) as error:  # a full disk fails some shards, not the run
                yield failed(shard, error)
        return
    yield from Pool(job, where, min(workers, len(shards) or 1)).run(shards)


class Pool:
    """Some worker processes, with a thread that waits for each."""

    def __init__(self, job: BatchJob, where: str, workers: int) -> None:
        self._values, self._listed = json.dumps(job.values()), job.listed if job.files else None
        self._where, self._count = where, workers
        self._seconds: list[float] = []
        self._busy: dict[int, tuple[Worker, float]] = {}
        self._idle: SimpleQueue[Worker | None] = SimpleQueue()
        self._stop = Event()

    def run(self, shards: Sequence[int]) -> Iterator[Done]:
        """The shards as they are done."""
        for _ in range(self._count):
            self._idle.put(None)
        rest = iter(shards)
        with ThreadPoolExecutor(self._count, thread_name_prefix="ninefold-shard") as threads:
            running: set[Future[Done]] = set()
            try:
                while True:
                    while len(running) < 2 * self._count and (shard := next(rest, None)) is not None:
                        running.add(threads.submit(self._shard, shard))
                    if not running:
                        break
                    done, running = wait(running, WAKE, FIRST_COMPLETED)
                    self._end_late()
                    yield from (future.result() for future in done)
            finally:
                self._stop.set()
                for future in running:
                    future.cancel()
        while not self._idle.empty():
            if worker := self._idle.get():
                worker.kill()

    def _shard(self, shard: int) -> Done:
        """One shard, with new processes in place of those that are lost."""
        worker, why = self._idle.get(), ""
        try:
            for lost in range(TRIES):
                if worker is None or not worker.is_alive:
                    worker = Worker(Setup(needs=("ninefold.batching.shard",)))
                try:
                    return self._done(worker, shard, lost)
                except (Crashed, TimedOut) as error:
                    why = str(error)
                except Cancelled:
                    why = "cancelled"
                    break
                except TaskFailed as error:
                    return failed(shard, error.error or error, lost)
                with suppress(OSError):
                    worker.kill()
                worker = None
            return Done(shard, None, why, TRIES)
        finally:
            self._idle.put(worker)

    def _done(self, worker: Worker, shard: int, lost: int) -> Done:
        seconds = deadline(self._seconds)
        task = (self._values, self._listed, shard, self._where)
        self._busy[shard] = worker, monotonic()
        try:
            (commit,) = worker.stream(TASK, *task, seconds=seconds, cancel=self._stop)
        finally:
            del self._busy[shard]
        self._seconds.append(commit["seconds"])
        return Done(shard, commit, lost=lost)

    def _end_late(self) -> None:
        """Kill workers that are late by now: when they started, perhaps no shard had shown how long one takes."""
        seconds = deadline(self._seconds)
        for worker, since in list(self._busy.values()):
            if monotonic() - since > seconds:
                worker.process.kill()
