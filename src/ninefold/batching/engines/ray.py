"""The engine of a cluster: a Ray task for each shard (the extra `ray`, which nothing else imports).

Ray keeps no state for us, and its retries are not relied on: a task that is not back in time is started a second time
and whichever commits first counts. RAY_ADDRESS and `ray job submit` work as Ray's users expect.
"""

from __future__ import annotations

import json
import os
from collections import Counter
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from time import monotonic
from typing import Any

from ninefold.batching.engines import TRIES, Done, deadline, failed
from ninefold.batching.job import BatchJob

WAIT = 5.0  # seconds between two looks at the clock


def run(job: BatchJob, shards: Sequence[int], where: str, workers: int | None = None) -> Iterator[Done]:
    """Work on shards in tasks of one CPU each; `workers` is the number of CPUs of a cluster started here."""
    return Driver(_started(workers), job, where).run(shards)


@dataclass
class _Running:
    """A task under way."""

    shard: int
    since: float
    turns: float = 1.0  # how many times more tasks there were than the cluster is given


class Driver:
    """The tasks of a job on a cluster."""

    def __init__(self, ray: Any, job: BatchJob, where: str) -> None:
        place = where if "://" in where else os.path.abspath(where)  # nodes have other current folders
        listed = job.listed if job.files else None
        self._ray, self._task = ray, ray.remote(num_cpus=1, max_retries=0)(_work)
        self._values, self._listed, self._place = json.dumps(job.values()), listed, place
        self._running: dict[Any, _Running] = {}
        self._tries: Counter[int] = Counter()
        self._times: list[float] = []
        self._ended: set[int] = set()

    def run(self, shards: Sequence[int]) -> Iterator[Done]:
        """The shards as they are done."""
        rest = list(reversed(shards))
        while len(self._ended) < len(shards):
            most = 2 * max(1, int(self._ray.cluster_resources().get("CPU", 1)))
            while rest and len(self._running) < most:
                self._start(rest.pop())
            ready, _ = self._ray.wait(list(self._running), timeout=WAIT)
            for reference in ready:
                shard = self._running.pop(reference).shard
                yield from self._end(shard, _result(self._ray, reference, shard, self._tries[shard]))
            for reference, shard in _late(self._running, deadline(self._times), len(self._running) / most):
                del self._running[reference]
                self._ray.cancel(reference, force=True)
                tries = self._tries[shard]
                yield from self._end(shard, Done(shard, None, "no answer in time", tries) if tries >= TRIES else None)

    def _start(self, shard: int) -> None:
        self._tries[shard] += 1
        reference = self._task.remote(self._values, self._listed, shard, self._place)
        self._running[reference] = _Running(shard, monotonic())

    def _end(self, shard: int, done: Done | None) -> Iterator[Done]:
        """The end of a task; without a result, the shard is started again."""
        if shard in self._ended:
            return
        if done is None:
            self._start(shard)
            return
        self._ended.add(shard)
        self._times += [done.commit["seconds"]] if done.commit else []
        yield done


def _late(running: dict[Any, _Running], seconds: float, turns: float) -> list[tuple[Any, int]]:
    """The tasks that are late; on a cluster that lost nodes they wait longer for their turn."""
    now = monotonic()
    for each in running.values():
        each.turns = max(each.turns, turns)
    return [(reference, each.shard) for reference, each in running.items() if now - each.since > each.turns * seconds]


def _result(ray: Any, reference: Any, shard: int, tries: int) -> Done | None:
    """The result of a task; None if its worker was lost, and it is to be started again."""
    try:
        return Done(shard, ray.get(reference), lost=tries - 1)
    except ray.exceptions.RayTaskError as error:
        return failed(shard, error.cause or error, tries - 1)
    except ray.exceptions.RayError as error:
        return Done(shard, None, str(error), tries) if tries >= TRIES else None


def _started(workers: int | None) -> Any:
    import ray

    if not ray.is_initialized():
        own: dict[str, Any] = {}
        if not os.environ.get("RAY_ADDRESS"):
            # The cluster of this machine, if there is one. Else one of this process, without a dashboard, which would
            # cost a second of CPU time.
            own = {"include_dashboard": False} | ({"address": "local", "num_cpus": workers} if workers else {})
        ray.init(log_to_driver=False, logging_level="ERROR", **own)
    return ray


def _work(values: str, listed: Any, shard: int, where: str) -> dict[str, Any]:
    """On a node: the work on one shard."""
    from ninefold.batching.shard import run

    return run(values, listed, shard, where, None)
