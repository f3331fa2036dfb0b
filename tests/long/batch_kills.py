"""Batches whose processes are killed and paused at random moments: equal content, nothing twice, nothing missing.

Run as `python tests/long/batch_kills.py KILLS [local|ray [SEED]]`. A driver makes a small set again and again. At
random moments it is killed, or one of its workers is killed or paused (SIGSTOP); with ray, the driver runs on a cluster
of two nodes on this machine, of which a worker, a raylet or a whole node is killed or paused. A killed driver is
started again in the same folder, and so is one that gave up a shard because four workers in turn were lost with it.
Every finished set must have the digests of an undisturbed one. Deadlines are short, so that a paused process is given
up soon.
"""

from __future__ import annotations

import contextlib
import os
import random
import shutil
import signal
import subprocess
import sys
import tempfile
import time
from collections import Counter
from pathlib import Path
from typing import Any

from ninefold.batching import engines
from ninefold.batching.batch import DataSet
from ninefold.batching.job import BatchJob

JOB = BatchJob(count=12_000, seed=7, rows=1000, test=0.05, dedupe=True)
MOST_SECONDS = 600.0  # for one driver: anything longer is an endless wait
MOST_KILLS = 30  # in one set, so that it is finished at some time
GAVE_UP = 3  # the exit code of a driver with shards that lost every worker
MOST_GIVEN_UP = 3  # such drivers in one set


def drive(folder: str, engine: str) -> None:
    """Be the driver."""
    engines.PATIENCE, engines.FIRST_PATIENCE = 20.0, 40.0
    workers = {"local": 2, "ray": None}[engine]
    status = DataSet(folder, JOB).make(engine=engine, workers=workers)
    for shard, why in status.failures.items():
        print(f"shard {shard} failed: {why}", flush=True)
    sys.exit(GAVE_UP if status.failures else 0)


def digests(folder: str) -> list[Any]:
    """What a finished set holds, column by column."""
    found = DataSet(folder)
    found.finish()
    assert found.verify().good
    return [[(file["split"], file["rows"], file["columns"]) for file in commit["files"]] for commit in found.commits()]


def tree_of(pid: int) -> list[int]:
    """The processes below another."""
    listed = subprocess.run(["ps", "-eo", "pid=,ppid="], capture_output=True, text=True, check=True).stdout
    pairs = [tuple(map(int, line.split())) for line in listed.splitlines()]
    found, open_ = [], [pid]
    while open_:
        parent = open_.pop()
        below = [child for child, of in pairs if of == parent]
        found += below
        open_ += below
    return found


def start(folder: str, engine: str, address: str) -> subprocess.Popen[bytes]:
    """Start a driver."""
    env = os.environ | ({"RAY_ADDRESS": address} if address else {})
    return subprocess.Popen([sys.executable, __file__, "--drive", folder, engine], env=env, stderr=subprocess.DEVNULL)


def hurt(victims: list[int], draw: random.Random, paused: set[int]) -> str:
    """Kill or pause one of some processes."""
    if not victims:
        return "nothing"
    victim, kind = draw.choice(victims), draw.choice((signal.SIGKILL, signal.SIGSTOP))
    try:
        os.kill(victim, kind)
    except ProcessLookupError:
        return "nothing"
    if kind == signal.SIGSTOP:
        paused.add(victim)
    return "killed" if kind == signal.SIGKILL else "paused"


def one_set(
    folder: str, draw: random.Random, wanted: int, engine: str, cluster: Cluster | None
) -> tuple[Counter[str], int]:
    """Make a set while killing, at most so many times; also counts the drivers that gave up a shard."""
    done: Counter[str] = Counter()
    paused: set[int] = set()
    gave_up = 0
    driver, since = start(folder, engine, cluster.address if cluster else ""), time.monotonic()
    while driver.poll() != 0:
        assert time.monotonic() - since < MOST_SECONDS, "an endless wait"
        time.sleep(draw.uniform(0.05, 2.5))
        if (code := driver.poll()) is not None:
            assert code in (0, GAVE_UP), f"the driver failed: {code}"
            if code == GAVE_UP:  # a shard lost too many workers: the next call makes it
                gave_up += 1
                assert gave_up <= MOST_GIVEN_UP, "no driver comes to an end"
                driver, since = start(folder, engine, cluster.address if cluster else ""), time.monotonic()
            continue
        if sum(done.values()) >= wanted:
            continue
        if draw.random() < 0.35:
            driver.kill()
            driver.wait()
            done["driver killed"] += 1
            driver, since = start(folder, engine, cluster.address if cluster else ""), time.monotonic()
            continue
        victims = cluster.victims() if cluster else tree_of(driver.pid)
        what = hurt(victims, draw, paused)
        done[f"worker {what}"] += what != "nothing"
        if cluster:
            cluster.restore(draw)
    for pid in paused:
        with contextlib.suppress(ProcessLookupError):
            os.kill(pid, signal.SIGKILL)
    return done, gave_up


class Cluster:
    """Two Ray nodes on this machine, one of which may lose its processes."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster as RayCluster

        self._cluster = RayCluster(initialize_head=True, head_node_args={"num_cpus": 1})
        self._node: Any = None
        self._add_node()
        self.address = self._cluster.address

    def _add_node(self) -> None:
        """Start the second node; Ray gives up on a busy machine, and `restore` tries again."""
        with contextlib.suppress(Exception):
            self._node = self._cluster.add_node(num_cpus=1)

    def victims(self) -> list[int]:
        """The raylet of the second node, and its workers."""
        if self._node is None:
            return []
        raylet = self._node.all_processes["raylet"][0].process.pid
        return [raylet, *tree_of(raylet)]

    def restore(self, draw: random.Random) -> None:
        """Replace the second node if its raylet is gone, or sometimes anyway."""
        if self._node is not None:
            raylet = self._node.all_processes["raylet"][0].process
            if raylet.poll() is None and draw.random() >= 0.2:
                return
            for pid in self.victims():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)
            self._cluster.remove_node(self._node, allow_graceful=False)
            self._node = None
        self._add_node()

    def close(self) -> None:
        """End both nodes."""
        self._cluster.shutdown()


def main(kills: int, engine: str, seed: int = 1) -> None:
    """Kill until it was enough."""
    draw, done, sets, gave_up = random.Random(seed), Counter[str](), 0, 0
    with tempfile.TemporaryDirectory() as name:
        whole = str(Path(name) / "whole")
        DataSet(whole, JOB).make()
        want = digests(whole)
        cluster = Cluster() if engine == "ray" else None
        try:
            while sum(done.values()) < kills:
                folder = str(Path(name) / f"set{sets}")
                more, given_up = one_set(folder, draw, min(MOST_KILLS, kills - sum(done.values())), engine, cluster)
                done, sets, gave_up = done + more, sets + 1, gave_up + given_up
                assert digests(folder) == want, "another content"
                shutil.rmtree(folder)
                text = f"{sum(done.values()):,} kills and pauses, {sets} sets equal: {dict(done)}"
                print(text + f", {gave_up} drivers gave up a shard" * bool(gave_up), flush=True)
        finally:
            if cluster:
                cluster.close()


if __name__ == "__main__":
    if sys.argv[1] == "--drive":
        drive(sys.argv[2], sys.argv[3])
    else:
        main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "local", *map(int, sys.argv[3:]))
