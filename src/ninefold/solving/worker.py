"""The child of an isolated method: reads one request, answers with messages, and ends.

    parent ─ pickle of sys.path, pickle of a Request ─▶ child's standard input, then left open
    parent ◀─ pickles of Tell, Answer …, at last Ended, GaveUp or Failed ─ child's standard output

Both ends are this package; nothing from outside is ever unpickled. What a library prints goes to
standard error, so that it cannot garble the messages.
"""

from __future__ import annotations

import os
import pickle
import sys
from contextlib import suppress
from dataclasses import dataclass
from typing import IO, Any

from ninefold.core.grid import Grid
from ninefold.solving.method import Method
from ninefold.solving.run import Run, Stopped
from ninefold.solving.trace import Event


@dataclass(frozen=True)
class Request:
    """What the child is to do."""

    puzzle: Grid
    method: Method
    seconds: float | None
    nodes: int | None
    traced: bool


@dataclass(frozen=True)
class Tell:
    """A trace event."""

    event: Event


@dataclass(frozen=True)
class Answer:
    """A grid the method yielded, and its counts by then; the parent judges it."""

    grid: Grid
    nodes: int
    stats: dict[str, Any]


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


Message = Tell | Answer | Ended | GaveUp | Failed


def main() -> None:
    """Serve one request."""
    out = os.fdopen(os.dup(1), "wb")
    os.dup2(2, 1)
    requests = os.fdopen(0, "rb", buffering=0, closefd=False)
    sys.path[:] = pickle.load(requests)
    try:
        request = pickle.load(requests)
    except (Exception, SystemExit) as error:  # its module is not to be found here, or fails when imported
        _send(out, Failed(f"it cannot be loaded there ({type(error).__name__}: {error})"))
    else:
        _die_with_parent(0)
        _send(out, _serve(request, out))
    # No orderly shutdown: a library's own threads may be stuck, and all is said.
    os._exit(0)


def _serve(request: Request, out: IO[bytes]) -> Message:
    """Send what the method yields and tells; the last word is given back."""

    def tell(event: Event) -> None:
        _send(out, Tell(event))

    run = Run(
        request.puzzle.layout,
        seconds=request.seconds,
        nodes=request.nodes,
        sink=tell if request.traced else None,
    )
    try:
        for grid in request.method(request.puzzle, run):
            _send(out, Answer(grid, run.nodes, run.stats))
    except Stopped as stop:
        return GaveUp(stop.why, run.nodes, run.stats)
    except (Exception, SystemExit) as error:
        return Failed(f"{type(error).__name__}: {error}")
    if run.stopped:  # swallowed by the method
        return GaveUp(run.stopped, run.nodes, run.stats)
    return Ended(run.nodes, run.stats)


def _send(out: IO[bytes], message: Message) -> None:
    try:
        out.write(pickle.dumps(message))
        out.flush()
    except BrokenPipeError:
        os._exit(1)


def _die_with_parent(pipe: int) -> None:
    """End when the parent is gone, even while a library holds the interpreter: the kernel sees to it.

    On Linux the end of the parent's pipe raises SIGIO here, whose default is to end the process; so
    would more input, but the request is all there is. Elsewhere the child ends when it next writes
    to a parent that is gone.
    """
    with suppress(ImportError, AttributeError, OSError):
        import fcntl
        import select

        fcntl.fcntl(pipe, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(pipe, fcntl.F_SETFL, fcntl.fcntl(pipe, fcntl.F_GETFL) | os.O_ASYNC)
        watch = select.poll()
        watch.register(pipe, select.POLLIN)
        if watch.poll(0):  # it was gone before we began to watch
            os._exit(1)


if __name__ == "__main__":
    # The messages must be of the classes the parent imports, not of this script's.
    from ninefold.solving.worker import main as serve

    serve()
