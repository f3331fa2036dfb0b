"""Isolation: a method in a process of its own, killed at its deadline.

For libraries that do not heed their time limit, cannot be interrupted, or cannot share a process
with others. The child is `python -m ninefold.solving.worker`; see there for the messages.
"""

from __future__ import annotations

import pickle
import subprocess
import sys
from collections.abc import Iterator
from contextlib import suppress
from dataclasses import dataclass
from math import isfinite
from queue import Empty, Full, Queue
from threading import Event as Flag
from threading import Thread

from ninefold.core.errors import MethodError, MethodFault
from ninefold.core.grid import Grid
from ninefold.solving.method import Method
from ninefold.solving.run import Run, Stopped
from ninefold.solving.worker import Answer, Ended, Failed, GaveUp, Message, Request, Tell

# How often the parent looks at clock and cancel while the child is silent.
GLANCE = 0.01
# What the child may be ahead of the parent, so that an endless one does not fill the memory.
AHEAD = 1000


@dataclass(frozen=True)
class Isolated:
    """A method that runs another one in a child process and passes on what it says."""

    method: Method
    name: str = "method"

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The solutions the child finds, until it ends or is killed."""
        child = _Child(self._request(puzzle, run))
        try:
            while True:
                message = child.next_message(run)
                if isinstance(message, Answer | Ended | GaveUp):
                    run.nodes = message.nodes
                    run.stats.update(message.stats)
                if isinstance(message, Answer):
                    yield message.grid
                elif isinstance(message, Tell):
                    run.tell(message.event)
                else:
                    return self._finish(message)
        finally:
            child.close()

    def _request(self, puzzle: Grid, run: Run) -> bytes:
        seconds = run.left if isfinite(run.left) else None
        nodes = int(run.nodes_left) if isfinite(run.nodes_left) else None
        request = Request(puzzle, self.method, seconds, nodes, run.is_heard)
        try:
            return pickle.dumps(list(sys.path)) + pickle.dumps(request)
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise MethodError(
                f"method {self.name!r} cannot be sent to a process of its own ({error});"
                " a method that is to be isolated is a class or function at the top of a module"
            ) from error

    def _finish(self, message: Message) -> None:
        if isinstance(message, GaveUp):
            raise Stopped(message.why)
        if isinstance(message, Failed):
            raise MethodFault(f"method {self.name!r} failed in its process: {message.error}")


class _Child:
    """The process, and a thread that listens to it."""

    def __init__(self, request: bytes) -> None:
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ninefold.solving.worker"],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            start_new_session=True,  # Ctrl-C is for us; we then kill the child
        )
        self.heard: Queue[Message | None] = Queue(AHEAD)
        self.closing = Flag()
        self.listener = Thread(target=self._listen, daemon=True)
        self.listener.start()
        assert self.process.stdin is not None
        with suppress(BrokenPipeError):  # a child that died at once is told of by its silence
            self.process.stdin.write(request)
            self.process.stdin.flush()  # and left open: its end tells the child that we are gone

    def next_message(self, run: Run) -> Message:
        """What the child says next, with looks at clock and cancel; `Stopped` if it died unheard."""
        while True:
            run.pause()
            with suppress(Empty):
                message = self.heard.get(timeout=GLANCE)
                if message is None:
                    raise Stopped(f"its process died ({self._death()})")
                return message

    def close(self) -> None:
        """Kill the child, if it still lives, and clear away all that belongs to it."""
        self.closing.set()
        self.process.kill()
        self.process.wait()
        self.listener.join()
        for pipe in (self.process.stdin, self.process.stdout):
            with suppress(BrokenPipeError):
                pipe.close()  # type: ignore[union-attr]

    def _listen(self) -> None:
        """Move messages from the pipe to the queue until the pipe ends or nobody wants them."""
        message: Message | None = None
        while not self.closing.is_set():
            try:
                message = pickle.load(self.process.stdout)  # type: ignore[arg-type]
            except Exception:  # the end of the pipe, or half a message of a child that was killed
                message = None
            self._put(message)
            if message is None:
                return

    def _put(self, message: Message | None) -> None:
        while not self.closing.is_set():
            with suppress(Full):
                self.heard.put(message, timeout=GLANCE)
                return

    def _death(self) -> str:
        code = self.process.wait()
        return f"signal {-code}" if code < 0 else f"exit code {code}"
