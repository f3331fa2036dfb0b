"""The child of an isolated method: answers one question after another with messages.

    parent ─ Greeting; then for each question a Request, and after an Answer True or False ─▶ standard input
    parent ◀─ Ready; then for each question Tell, Answer …, at last Ended, GaveUp, Failed or Ready ─ standard output

1. When it gave as many answers as are wanted for sure, and after each one more, the child waits: True is
   "go on", False is "leave it", which it does and says Ready.
   An answer that is known to be the last says so, and needs no Ended.
2. So an asker who has enough leaves the child at rest, and it can be kept for another question.
3. A child that was asked nothing for a while ends by itself.
4. It ends with its parent, whatever it is doing.

The messages are in `messages.py`. What a library prints goes to standard error, so that it cannot
garble them.
"""

from __future__ import annotations

import os
import pickle
import sys
from collections.abc import Iterator
from contextlib import suppress
from functools import lru_cache
from importlib import import_module
from operator import length_hint

from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit, Stopped
from ninefold.solving.messages import (
    IDLE,
    Answer,
    Ended,
    Failed,
    GaveUp,
    Greeting,
    Message,
    Ready,
    Request,
    Tell,
    receive,
    send,
)
from ninefold.solving.method import Method
from ninefold.solving.run import Run
from ninefold.solving.trace import Event

# Where questions come in.
IN = 0


def main() -> None:
    """Serve until there is nobody left to serve, or nothing to do."""
    out = os.dup(1)
    os.dup2(2, 1)
    if len(sys.argv) > 1:
        _die_with_parent(int(sys.argv[1]))  # rule 4
    with suppress(EOFError):
        _get_ready(receive(IN))
        _send(out, Ready())
        while _is_asked():  # rule 3
            _send(out, _serve(receive(IN), out))
    # No orderly shutdown: a library's own threads may be stuck, and all is said.
    os._exit(0)


def _get_ready(greeting: Greeting) -> None:
    """Import what will be needed, before any question's time runs; what fails here is told by the method."""
    sys.path[:] = greeting.path
    for need in greeting.needs:
        with suppress(Exception):
            import_module(need)


def _is_asked() -> bool:
    """Wait for a question; False where none comes."""
    try:
        import select

        return bool(select.select([IN], [], [], IDLE)[0])
    except (ImportError, OSError):  # a system that cannot wait for a pipe: the parent will end us
        return True


def _serve(request: Request, out: int) -> Message:
    """Send what the method yields and tells; the last word is given back."""
    try:
        digits, method = pickle.loads(request.question)
        puzzle = Grid.from_digits(digits, _layout(request.layout))
    except (Exception, SystemExit) as error:  # its module is not to be found here, or fails when imported
        return Failed(f"it cannot be loaded there ({type(error).__name__}: {error})")

    def tell(event: Event) -> None:
        _send(out, Tell(event))

    sink = tell if request.traced else None
    run = Run(puzzle.layout, Limit(seconds=request.seconds, nodes=request.nodes), sink=sink)
    try:
        return _answer(puzzle, method, run, request.wanted, out)
    except Stopped as stop:
        return GaveUp(stop.why, run.nodes, run.stats)
    except (Exception, SystemExit) as error:
        return Failed(f"{type(error).__name__}: {error}")


def _answer(puzzle: Grid, method: Method, run: Run, wanted: int | None, out: int) -> Message:
    answers = iter(method(puzzle, run))
    for given, grid in enumerate(answers, 1):
        is_usual = type(grid) is Grid and grid.layout == puzzle.layout
        is_last = length_hint(answers, 1) == 0 and not run.stopped  # the end of a tuple is known, of a generator not
        answer = Answer(grid.digits if is_usual else None, None if is_usual else grid, run.nodes, run.stats, is_last)
        if is_last:
            return answer
        _send(out, answer)
        if wanted is not None and given >= wanted and not _go_on():  # rule 1
            _close(answers)
            return Ready()
    if run.stopped:  # swallowed by the method
        return GaveUp(run.stopped, run.nodes, run.stats)
    return Ended(run.nodes, run.stats)


@lru_cache(maxsize=8)
def _layout(pickled: bytes) -> Layout:
    """The layout of an earlier question, if it is the same: what was worked out for it is still there."""
    layout: Layout = pickle.loads(pickled)
    return layout


def _close(answers: Iterator[Grid]) -> None:
    close = getattr(answers, "close", None)
    if close is not None:
        close()


def _go_on() -> bool:
    try:
        return bool(receive(IN))
    except EOFError:  # nobody is there any more
        os._exit(1)


def _send(out: int, message: Message) -> None:
    try:
        send(out, message)
    except BrokenPipeError:
        os._exit(1)


def _die_with_parent(life: int) -> None:
    """End when the parent is gone, even while a library holds the interpreter: the kernel sees to it.

    Nothing is ever written to the life pipe, whose other end only the parent holds. On Linux its end
    raises SIGIO here, whose default is to end the process. Elsewhere the child ends when it next
    speaks to a parent that is gone, or waits for its next question.
    """
    with suppress(ImportError, AttributeError, OSError):
        import fcntl
        import select

        fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
        watch = select.poll()
        watch.register(life, select.POLLIN)
        if watch.poll(0):  # it was gone before we began to watch
            os._exit(1)


if __name__ == "__main__":
    # The messages must be of the classes the parent imports, not of this script's.
    from ninefold.solving.worker import main as serve

    serve()
