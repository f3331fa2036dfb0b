"""What a parent and its child say to each other, and how it goes through a pipe.

A message in a pipe is eight bytes that say how long it is, and then its pickle. Both ends are this
package, and nothing from outside is ever unpickled. The pipes are used without a buffer: a buffer
has a lock, which a fork would inherit locked.
"""

from __future__ import annotations

import os
import pickle
from dataclasses import dataclass
from typing import Any

from ninefold.solving.trace import Event

# After so many seconds without a question a child ends. The parent gives up on it a little sooner.
IDLE = 60.0


@dataclass(frozen=True)
class Greeting:
    """What the child is told when it starts: where modules are found, and which it will need."""

    path: tuple[str, ...] = ()
    needs: tuple[str, ...] = ()


@dataclass(frozen=True)
class Request:
    """A question: the pickle of the layout, that of digits and method, the limits, and whether anybody hears a trace.

    The layout goes by itself: the next question is mostly on the same one, and both ends remember it. So many
    answers are wanted for sure, None for all: only after that many does the child wait to be told to go on.
    """

    layout: bytes
    question: bytes
    seconds: float | None
    nodes: int | None
    traced: bool
    wanted: int | None = 1


@dataclass(frozen=True)
class Ready:
    """The child is at rest and waits for a question."""


@dataclass(frozen=True)
class Tell:
    """A trace event."""

    event: Event


@dataclass(frozen=True)
class Answer:
    """A grid the method yielded, and its counts by then; the parent judges it.

    A grid on the puzzle's own layout is sent as its digits, which is quicker; anything else as it is. One that is
    known to be the last says so, and is the last word too.
    """

    digits: bytes | None
    other: object
    nodes: int
    stats: dict[str, Any]
    is_last: bool = False


@dataclass(frozen=True)
class Ended:
    """The method ended by itself."""

    nodes: int
    stats: dict[str, Any]


@dataclass(frozen=True)
class GaveUp:
    """The method raised `Stopped`."""

    why: str
    nodes: int
    stats: dict[str, Any]


@dataclass(frozen=True)
class Failed:
    """The method failed in its own code."""

    error: str


Message = Ready | Tell | Answer | Ended | GaveUp | Failed


def send(pipe: int, what: object) -> None:
    """Write a message; OSError where nobody reads any more."""
    pickled = pickle.dumps(what)
    rest = memoryview(len(pickled).to_bytes(8, "big") + pickled)
    while rest:
        rest = rest[os.write(pipe, rest) :]


def receive(pipe: int) -> Any:
    """Read a message; EOFError where nobody writes any more."""
    return pickle.loads(_read(pipe, int.from_bytes(_read(pipe, 8), "big")))


def _read(pipe: int, length: int) -> bytes:
    parts = []
    while length:
        part = os.read(pipe, length)
        if not part:
            raise EOFError("the other end of the pipe is gone")
        parts.append(part)
        length -= len(part)
    return b"".join(parts)
