"""A pool of warm workers, for callers in threads.

1. A worker has one caller at a time.
2. It is kept if it can leave its task in a moment; otherwise it is killed.
3. No worker outlives this process, and a fork of it starts without any.
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from threading import Lock
from weakref import WeakSet

from ninefold.processes.child import Setup
from ninefold.processes.worker import Worker

# How many idle workers are kept, and for how many seconds.
MAX_IDLE, IDLE_SECONDS = 4, 60.0

# What a worker has from its start on: its process group, its module path and its folder.
_Key = tuple[str, tuple[str, ...], str]


class Pool:
    """Workers by process group; the few used last are kept warm.

    A process group is a family of libraries that can share a process: two that cannot never meet.
    """

    def __init__(self, max_idle: int = MAX_IDLE, idle: float = IDLE_SECONDS) -> None:
        self._max_idle, self._idle_seconds = max_idle, idle
        self._lock = Lock()
        self.idle: list[tuple[_Key, Worker]] = []  # those used last at the end
        _pools.add(self)

    @contextmanager
    def borrow(self, group: str, needs: tuple[str, ...] = ()) -> Iterator[Worker]:
        """A worker of a group, for as long as the block runs; a new one, killed afterwards, if the group is empty.

        Args:
            needs: modules a new worker imports before its first task.
        """
        key = _key(group)
        worker = self._take(key) or Worker(Setup(needs=needs, idle=self._idle_seconds))
        try:
            yield worker
        finally:
            if group and worker.reset():
                self._keep(key, worker)
            else:
                worker.kill()

    def _take(self, key: _Key) -> Worker | None:
        while (worker := self._pop(key)) is not None:
            if worker.is_alive:
                return worker
            worker.kill()
        return None

    def _pop(self, key: _Key) -> Worker | None:
        with self._lock:
            for place in reversed(range(len(self.idle))):
                if self.idle[place][0] == key:
                    return self.idle.pop(place)[1]
        return None

    def _keep(self, key: _Key, worker: Worker) -> None:
        """Keep a worker, and end those that are then too many or too old."""
        with self._lock:
            self.idle.append((key, worker))
            alive = [kept for kept in self.idle if kept[1].is_alive][-self._max_idle :]
            surplus = [kept for kept in self.idle if kept not in alive]
            self.idle = alive
        for _, other in surplus:
            other.kill()

    def clear(self) -> None:
        """End all idle workers."""
        with self._lock:
            surplus, self.idle = self.idle, []
        for _, worker in surplus:
            worker.kill()

    def forget(self) -> None:
        """In a fork: start again without workers, and with a lock that is free."""
        self._lock, self.idle = Lock(), []


def _key(group: str) -> _Key:
    folder = ""
    with suppress(OSError):  # a folder may be gone
        folder = os.getcwd()
    return group, tuple(sys.path), folder


_pools: WeakSet[Pool] = WeakSet()
# The pool of this process.
shared = Pool()


def _forget_all() -> None:
    for pool in list(_pools):
        pool.forget()


def _clear_all() -> None:
    for pool in list(_pools):
        pool.clear()


atexit.register(_clear_all)
os.register_at_fork(after_in_child=_forget_all)
