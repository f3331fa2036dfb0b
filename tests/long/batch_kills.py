"""Batches whose processes are killed and paused at random moments: equal content, nothing twice, nothing missing.

Run as `python tests/long/batch_kills.py KILLS [local|ray]`. A driver makes a small set again and again. At random
moments it is killed, or one of its workers is killed or paused (SIGSTOP); with ray, the driver runs on a cluster of two
nodes on this machine, of which a worker, a raylet or a whole node is killed or paused. A killed driver is started again
in the same folder. Every finished set must have the digests of an undisturbed one. Deadlines are short, so that a
paused process is given up soon.
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


def drive(folder: str, engine: str) -> None:
    """Be the driver."""
    engines.PATIENCE, engines.FIRST_PATIENCE = 20.0, 40.0
    workers = {"local": 2, "ray": None}[engine]
    status = DataSet(folder, JOB).make(engine=engine, workers=workers)
    for shard, why in status.failures.items():
        print(f"shard {shard} failed: {why}", flush=True)
    sys.exit(1 if status.failures else 0)


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


def one_set(folder: str, draw: random.Random, wanted: int, engine: str, cluster: Cluster | None) -> Counter[str]:
    """Make a set while killing, at most so many times."""
    done: Counter[str] = Counter()
    paused: set[int] = set()
    driver, since = start(folder, engine, cluster.address if cluster else ""), time.monotonic()
    while driver.poll() is None:
        assert time.monotonic() - since < MOST_SECONDS, "an endless wait"
        time.sleep(draw.uniform(0.05, 2.5))
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
    assert driver.returncode == 0, f"the driver failed: {driver.returncode}"
    return done


class Cluster:
    """Two Ray nodes on this machine, one of which may lose its processes."""

    def __init__(self) -> None:
        from ray.cluster_utils import Cluster as RayCluster

        self._cluster = RayCluster(initialize_head=True, head_node_args={"num_cpus": 1})
        self._node = self._cluster.add_node(num_cpus=1)
        self.address = self._cluster.address

    def victims(self) -> list[int]:
        """The raylet of the second node, and its workers."""
        raylet = self._node.all_processes["raylet"][0].process.pid
        return [raylet, *tree_of(raylet)]

    def restore(self, draw: random.Random) -> None:
        """Replace the second node if its raylet is gone, or sometimes anyway."""
        raylet = self._node.all_processes["raylet"][0].process
        if raylet.poll() is not None or draw.random() < 0.2:
            for pid in self.victims():
                with contextlib.suppress(ProcessLookupError):
                    os.kill(pid, signal.SIGCONT)
            self._cluster.remove_node(self._node, allow_graceful=False)
            self._node = self._cluster.add_node(num_cpus=1)

    def close(self) -> None:
        """End both nodes."""
        self._cluster.shutdown()


def main(kills: int, engine: str, seed: int = 1) -> None:
    """Kill until it was enough."""
    draw, done, sets = random.Random(seed), Counter[str](), 0
    with tempfile.TemporaryDirectory() as name:
        whole = str(Path(name) / "whole")
        DataSet(whole, JOB).make()
        want = digests(whole)
        cluster = Cluster() if engine == "ray" else None
        try:
            while sum(done.values()) < kills:
                folder = str(Path(name) / f"set{sets}")
                done += one_set(folder, draw, min(MOST_KILLS, kills - sum(done.values())), engine, cluster)
                sets += 1
                assert digests(folder) == want, "another content"
                shutil.rmtree(folder)
                print(f"{sum(done.values()):,} kills and pauses, {sets} sets equal: {dict(done)}", flush=True)
        finally:
            if cluster:
                cluster.close()


if __name__ == "__main__":
    if sys.argv[1] == "--drive":
        drive(sys.argv[2], sys.argv[3])
    else:
        main(int(sys.argv[1]), sys.argv[2] if len(sys.argv) > 2 else "local")
