"""Rooms: children that are kept for the next question, one lot for each library family.

1. A child serves one asker at a time; whoever comes meanwhile gets another.
2. It is kept if it is at rest when its asker is done; else it is killed.
3. The few used last are kept, each for a while.
4. None outlives this process, and a fork of it starts without any.
5. A method without a room gets a child of its own, which is not kept.
"""

from __future__ import annotations

import atexit
import os
import sys
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass
from threading import Lock
from weakref import WeakSet

from ninefold.solving.child import Child
from ninefold.solving.messages import Greeting

# How many children are kept at rest.
MAX_COUNT = 4
# What they all will need; loaded before a question's time runs.
COMMON = ("ninefold.models",)


@dataclass(frozen=True)
class Room:
    """What a child has from its start on: its library family, and where it finds modules and files."""

    name: str
    path: tuple[str, ...]
    folder: str

    @classmethod
    def here(cls, name: str) -> Room:
        """The room of a name as this process would open it now."""
        folder = ""
        with suppress(OSError):  # a folder may be gone
            folder = os.getcwd()
        return cls(name, tuple(sys.path), folder)


class _Kept:
    """The children at rest, those used last at the end, and all there are."""

    def __init__(self) -> None:
        self.lock = Lock()
        self.at_rest: list[tuple[Room, Child]] = []
        self.all: WeakSet[Child] = WeakSet()

    def take(self, room: Room, needs: tuple[str, ...]) -> Child:
        """A child at rest that is still there, or a new one."""
        while (child := self._pop(room)) is not None:
            if child.is_there:
                return child
            child.close()
        child = Child(Greeting(room.path, needs + COMMON * bool(room.name)))
        with self.lock:
            self.all.add(child)
        return child

    def _pop(self, room: Room) -> Child | None:
        with self.lock:
            for place in reversed(range(len(self.at_rest))):
                if self.at_rest[place][0] == room:
                    return self.at_rest.pop(place)[1]
        return None

    def put(self, room: Room, child: Child) -> None:
        """Keep a child, and end those that are then too many or too old."""
        with self.lock:
            self.at_rest.append((room, child))
            over = self.at_rest[:-MAX_COUNT] + [kept for kept in self.at_rest[-MAX_COUNT:] if not kept[1].is_there]
            self.at_rest = [kept for kept in self.at_rest if kept not in over]
        for _, other in over:
            other.close()

    def clear(self) -> None:
        """End all that are at rest."""
        with self.lock:
            over, self.at_rest = self.at_rest, []
        for _, child in over:
            child.close()


_kept = _Kept()


@contextmanager
def lent(name: str, needs: tuple[str, ...]) -> Iterator[Child]:
    """A child to ask one question, of a room or of its own."""
    room = Room.here(name)
    child = _kept.take(room, needs)  # rules 1 and 5: none without a name is ever put there
    try:
        yield child
    finally:
        if name and child.comes_to_rest():  # rule 2
            _kept.put(room, child)
        else:
            child.close()


def _forget() -> None:
    """Rule 4: a fork has no right to use the pipes of its parent's children."""
    global _kept
    children, _kept = list(_kept.all), _Kept()
    for child in children:
        child.process.returncode = 0  # not its child: nothing to wait for, nor to warn of
        child.let_go()


atexit.register(lambda: _kept.clear())
if hasattr(os, "register_at_fork"):
    os.register_at_fork(after_in_child=_forget)
