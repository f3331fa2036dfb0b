"""The child's side of a worker: runs one task after another until its parent is gone.

    parent ── ("task", pickle of task, arguments and file, seconds, wanted), ("more",), ("cancel",) ──▶ child
    parent ◀─ ("ready", time), ("event", …), ("item", …), ("done", …), ("failed", (text, error, traceback)) ── child

1. A task is a function `task(*args, context)`. If it returns a generator, each value it yields is sent as an item.
2. After `wanted` items, and after each one that follows, the child waits for "more" or "cancel".
3. Anything the parent sends while a task is running is a "cancel". The child looks for it without reading it and
   skips it before the next task, so a cancel that arrives late does no harm.
4. The process ends with its parent, whatever either of them is doing.

The other side is `worker.py`. Both sides are this package; nothing from outside is ever unpickled.
"""

from __future__ import annotations

import os
import pickle
import select
import signal
import sys
import traceback
from collections.abc import Callable, Generator
from contextlib import suppress
from dataclasses import dataclass
from importlib import import_module
from math import inf
from multiprocessing.connection import Connection
from threading import Event, Lock, Thread
from time import perf_counter
from typing import Any

from ninefold.core.limits import Cancel

# A look for a cancel is a system call; a task that looks more often than this gets the last answer.
CANCEL_INTERVAL = 0.002

Message = tuple[str, Any]


@dataclass(frozen=True)
class Setup:
    """What a child prepares before its first task.

    Args:
        needs: modules to import; a failure is left to the task that needs the module.
        niceness: added to the process's niceness, so that others go first.
        memory: bytes of address space the process may use.
        idle: seconds without a task after which the process ends; None to stay.
    """

    needs: tuple[str, ...] = ()
    niceness: int = 0
    memory: int | None = None
    idle: float | None = None


class Context:
    """What a task knows besides its arguments.

    It can be made without a worker, to run a task in this process.

    Attributes:
        cancel: `cancel.is_set()` is true when the result is no longer wanted.
        emit: sends an event (any object that can be pickled) to the caller's `on_event`; safe in threads.
        file: the bytes that were sent with the task.

    >>> Context(seconds=None).seconds_left
    inf
    """

    def __init__(
        self,
        *,
        seconds: float | None = None,
        cancel: Cancel | None = None,
        emit: Callable[[Any], object] | None = None,
        file: bytes = b"",
    ) -> None:
        self._deadline = inf if seconds is None else perf_counter() + seconds
        self.cancel: Cancel = Event() if cancel is None else cancel
        self.emit: Callable[[Any], object] = _ignore if emit is None else emit
        self.file = file

    @property
    def seconds_left(self) -> float:
        """The seconds left, infinite without a limit."""
        return max(0.0, self._deadline - perf_counter())


def _ignore(event: Any) -> None:
    pass


def main(connection: Connection, life: int) -> None:
    """Serve until the parent is gone, or no task comes for too long."""
    with suppress(OSError):
        os.dup2(2, 1)  # whatever a library prints goes to standard error
    _die_with_parent(life)
    with suppress(EOFError, OSError):
        setup: Setup = connection.recv()
        _prepare(setup)
        channel = Channel(connection)
        channel.send(("ready", perf_counter()))  # the clock of all processes of a machine
        while channel.has_message(setup.idle):
            kind, *rest = connection.recv()
            if kind == "task":
                channel.finish(_run(channel, *rest))
    # No orderly shutdown: a library's threads may hang, and everything has been sent.
    os._exit(0)


def _prepare(setup: Setup) -> None:
    os.nice(setup.niceness)
    if setup.memory is not None:
        with suppress(ImportError, OSError, ValueError):
            import resource

            resource.setrlimit(resource.RLIMIT_AS, (setup.memory, setup.memory))
            resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    import_needs(setup.needs, Context())


def import_needs(needs: tuple[str, ...], context: Context) -> None:  # noqa: ARG001 - a task
    """Import modules; a failure is left to the task that needs the module."""
    for need in needs:
        with suppress(Exception, SystemExit):
            import_module(need)


class Channel:
    """The connection to the parent, safe to send through from several threads."""

    def __init__(self, connection: Connection) -> None:
        self._connection, self._lock = connection, Lock()

    def send(self, message: Message) -> None:
        """Send a message; an exception if it cannot be pickled, the end of the process if the parent is gone."""
        data = dump(message)
        try:
            with self._lock:
                self._connection.send_bytes(data)
        except OSError:
            os._exit(1)

    def emit(self, event: Any) -> None:
        """Send an event."""
        self.send(("event", event))

    def finish(self, message: Message) -> None:
        """Send a task's last message; if it cannot be pickled, say that instead."""
        try:
            self.send(message)
        except Exception as error:
            self.send(("failed", (f"its result cannot be sent ({type(error).__name__}: {error})", None, "")))

    def wants_more(self) -> bool:
        """Wait until the parent sends "more" or cancels."""
        try:
            return bool(self._connection.recv()[0] == "more")
        except (EOFError, OSError):
            os._exit(1)

    def has_message(self, seconds: float | None) -> bool:
        """Whether the parent sends anything within so many seconds; None waits for it.

        `Connection.poll` does the same in three times the time, and threads cannot share one poll object.
        """
        poll = select.poll()
        poll.register(self._connection.fileno(), select.POLLIN)
        return bool(poll.poll(None if seconds is None else 1000 * seconds))


class _ParentCancel:
    """The parent's cancel for one task."""

    def __init__(self, channel: Channel) -> None:
        self._channel, self._is_set, self._next_look = channel, False, 0.0

    def is_set(self) -> bool:
        now = perf_counter()
        if not self._is_set and now >= self._next_look:
            self._next_look = now + CANCEL_INTERVAL
            self._is_set = self._channel.has_message(0)
        return self._is_set


def _run(channel: Channel, payload: bytes, seconds: float | None, wanted: int | None) -> Message:
    """Run a task; its last message is returned."""
    try:
        task, args, file = pickle.loads(payload)
        function = _function(task) if isinstance(task, str) else task
    except BaseException as error:  # its module is not found here, or fails or exits when imported
        return "failed", (f"it cannot be loaded in the worker ({type(error).__name__}: {error})", None, "")
    cancel = _ParentCancel(channel)
    try:
        result = function(*args, Context(seconds=seconds, cancel=cancel, emit=channel.emit, file=file))
        if isinstance(result, Generator):
            result = _send_items(channel, result, wanted, cancel)
        return "done", result
    except BaseException as error:
        pickled = None
        with suppress(Exception):
            pickled = pickle.dumps(error)
        return "failed", (f"{type(error).__name__}: {error}", pickled, traceback.format_exc())


def _function(name: str) -> Callable[..., Any]:
    module, _, attribute = name.partition(":")
    function: Callable[..., Any] = getattr(import_module(module), attribute)
    return function


def _send_items(
    channel: Channel, items: Generator[Any, None, Any], wanted: int | None, cancel: _ParentCancel
) -> object:
    """Send what a generator yields (rule 2); what it returns is returned."""
    count = 0
    while True:
        try:
            item = next(items)
        except StopIteration as end:
            return end.value
        channel.send(("item", item))
        count += 1
        waits = wanted is not None and count >= wanted
        if not channel.wants_more() if waits else cancel.is_set():
            items.close()
            return None


# The modules whose functions and classes are sent by value, as bytes of a pickle.
_by_value = {b"__main__"}


def send_by_value(module: str) -> None:
    """Send the functions and classes of a loaded module by value from now on, because others cannot import it."""
    import cloudpickle  # type: ignore[import-untyped]  # it has no stubs

    cloudpickle.register_pickle_by_value(sys.modules[module])
    _by_value.add(module.encode())


def dump(value: object) -> bytes:
    """The pickle of a value; functions and classes of `__main__`, a notebook or another function go by cloudpickle.

    The standard pickle of something in `__main__` is only its name, which means something else in the other process.
    """
    try:
        data = pickle.dumps(value)
        if not any(module in data for module in _by_value):
            return data
    except (pickle.PicklingError, AttributeError, TypeError):
        pass
    import cloudpickle

    pickled: bytes = cloudpickle.dumps(value)
    return pickled


def _die_with_parent(life: int) -> None:
    """End when the parent is gone, even while a library holds the interpreter: the kernel sees to it.

    Nothing is ever written to the life pipe, and only the parent holds its other end. On Linux the end of the pipe
    raises SIGIO here, whose default action ends the process. Elsewhere a thread waits for it.
    """
    try:
        import fcntl

        signal.signal(signal.SIGIO, signal.SIG_DFL)
        signal.pthread_sigmask(signal.SIG_UNBLOCK, [signal.SIGIO])  # a mask would be inherited from the parent
        fcntl.fcntl(life, fcntl.F_SETOWN, os.getpid())
        fcntl.fcntl(life, fcntl.F_SETFL, fcntl.fcntl(life, fcntl.F_GETFL) | os.O_ASYNC)
        poll = select.poll()
        poll.register(life, select.POLLIN)
        if poll.poll(0):  # it was gone before we began to watch
            os._exit(1)
    except (ImportError, AttributeError, OSError):
        Thread(target=lambda: os.read(life, 1) or os._exit(1), daemon=True).start()
