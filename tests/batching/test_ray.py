"""The engine ray gives what the engine local gives; skipped without Ray."""

from __future__ import annotations

import os
from collections.abc import Iterator, Sequence
from pathlib import Path
from time import sleep
from typing import Any

import pytest

import ninefold as nf
from ninefold.batching import engines
from ninefold.batching.batch import DataSet
from ninefold.batching.engines.ray import Driver

JOB = nf.BatchJob(count=3000, seed=7, rows=1000)


class Task:
    """A reference to a task of the cluster below."""

    def __init__(self, shard: int, answers: bool) -> None:
        self.shard, self.answers = shard, answers


class Silent:
    """A cluster on which the first task of each shard never answers, and the second one does: for deadlines only."""

    exceptions: Any

    def __init__(self) -> None:
        self.started: dict[int, int] = {}
        self.cancelled: list[int] = []

    def remote(self, **_: Any) -> Any:
        def task(work: Any) -> Any:
            class Remote:
                @staticmethod
                def remote(values: str, listed: Any, shard: int, where: str) -> Task:
                    self.started[shard] = self.started.get(shard, 0) + 1
                    return Task(shard, self.started[shard] > 1)

            return Remote

        return task

    def cluster_resources(self) -> dict[str, float]:
        return {"CPU": 2}

    def wait(self, references: Sequence[Task], timeout: float) -> tuple[list[Task], list[Task]]:
        return [each for each in references if each.answers], []

    def get(self, reference: Task) -> dict[str, Any]:
        return {"shard": reference.shard, "seconds": 0.1, "rows": 1, "failed": 0}

    def cancel(self, reference: Task, force: bool) -> None:
        self.cancelled.append(reference.shard)


def test_a_task_that_does_not_answer_is_started_again(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(engines, "FIRST_PATIENCE", 0.05)
    monkeypatch.setattr(engines, "PATIENCE", 0.05)
    silent = Silent()
    done = list(Driver(silent, JOB, "nowhere").run([0, 1, 2]))
    assert sorted(each.shard for each in done) == [0, 1, 2]
    assert all(each.commit for each in done)
    assert sorted(silent.cancelled) == [0, 1, 2]


class Shrinking(Silent):
    """A cluster that loses all but one of its 50 CPUs when the tasks are started; each look at it takes a while."""

    cpus = 50

    def cluster_resources(self) -> dict[str, float]:
        cpus, self.cpus = self.cpus, 1
        return {"CPU": cpus}

    def wait(self, references: Sequence[Task], timeout: float) -> tuple[list[Task], list[Task]]:
        sleep(0.004)
        return [references[0]], []


def test_tasks_that_wait_for_their_turn_are_not_late(monkeypatch: pytest.MonkeyPatch) -> None:
    """100 tasks take 0.4 s or more there, longer than one may."""
    monkeypatch.setattr(engines, "FIRST_PATIENCE", 0.15)
    monkeypatch.setattr(engines, "PATIENCE", 0.15)
    monkeypatch.setattr(engines, "FACTOR", 0.0)
    shrinking = Shrinking()
    done = list(Driver(shrinking, JOB, "nowhere").run(range(100)))
    assert all(each.commit for each in done)
    assert not shrinking.cancelled


@pytest.fixture
def cluster(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Any]:
    ray = pytest.importorskip("ray")
    monkeypatch.delitem(os.environ, "RAY_ADDRESS", raising=False)
    monkeypatch.setitem(os.environ, "RAY_USAGE_STATS_ENABLED", "0")
    try:
        ray.init("local", num_cpus=2, include_dashboard=False, log_to_driver=False, logging_level="ERROR")
    except Exception as error:  # Ray gives up on a machine that is too busy
        pytest.skip(f"Ray does not start here: {str(error)[:80]}")
    yield ray
    ray.shutdown()


@pytest.mark.filterwarnings("ignore")
def test_ray_gives_what_local_gives(cluster: Any, tmp_path: Path) -> None:
    for engine in ("local", "ray"):
        data = DataSet(tmp_path / engine, JOB)
        status = data.make(engine=engine)
        assert (status.done, status.failures) == (3, {})
        data.finish()
    one, two = (list(DataSet(tmp_path / engine).commits()) for engine in ("local", "ray"))
    assert [each["files"] for each in one] == [each["files"] for each in two]
