"""One child process that runs tasks, as its parent sees it.

    parent ◀─ connection ─▶ child      a socket pair: tasks and cancels one way, events, items and results the other
    parent ── (nothing) ──▶ child      the life pipe: when it ends, the parent is gone

The parent never waits for the rest of a message, in either direction: a child that is stopped in the middle of one is
subject to deadlines and cancels like any other. The child's side, with the list of messages, is `child.py`.
"""

from __future__ import annotations

import atexit
import fcntl
import os
import pickle
import signal
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Iterator
from contextlib import suppress
from enum import Enum
from math import inf
from time import perf_counter
from typing import Any
from weakref import WeakSet

from ninefold.core.limits import Cancel
from ninefold.core.safe_path import worker_paths
from ninefold.core.values import counted
from ninefold.processes.child import Message, Setup, dump, import_needs
from ninefold.processes.errors import Cancelled, Crashed, TaskFailed, TimedOut, Unsendable, WorkerError, failure_of
from ninefold.processes.message_socket import MessageSocket

# How often the parent looks at a cancel while the child is silent.
POLL_SECONDS = 0.01
# How long a child may take to leave a cancelled task, and to start.
EXIT_TIMEOUT, START_TIMEOUT = 0.06, 60.0
# How often the parent checks that a child that is getting ready was not stopped.
STOPPED_INTERVAL = 0.2
# How long the caller waits for the end of a process that was killed.
KILL_TIMEOUT = 0.05
# How much sooner than the child itself the parent regards an idle one as gone.
IDLE_MARGIN = 10.0
# Small matrices gain nothing from many threads, which spin waiting for each other on a busy machine. The user's own
# settings win.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1", "OMP_NUM_THREADS": "1"}
# The child's first steps. `-P` and an environment without PYTHONPATH keep the current folder out; the module path is
# the parent's in a safe order.
BOOT = (
    "import sys; from multiprocessing.connection import Connection; parent = Connection(int(sys.argv[1]));"
    " sys.path[:], path = parent.recv(); from ninefold.processes.child import main; sys.path[:] = path;"
    " main(parent, int(sys.argv[2]))"
)

# A module-level function, any function that can be pickled, or "module:function".
Task = Callable[..., Any] | str
OnEvent = Callable[[Any], object]


class State(Enum):
    """What a child is doing, according to its messages."""

    STARTING = "starting"  # or loading modules
    IDLE = "idle"
    BUSY = "busy"
    WAITING = "waiting"  # it sent as many items as are wanted, and waits for "more"
    DEAD = "dead"


class Worker:
    """A child process. One thread uses it at a time.

    The process starts in the background; the first `stream` waits for it.
    """

    def __init__(self, setup: Setup = Setup()) -> None:  # noqa: B008 (it is frozen)
        _reap()
        self.state = State.STARTING
        self.setup = setup
        self._loaded = {*setup.needs}
        self._begun = self._last_heard = perf_counter()
        self.startup_seconds = 0.0  # from here until the child was ready, by the child's clock
        self._unpulled = inf  # how many more items the child sends before it waits
        self._is_cancelled = False
        ours, theirs = (_above_the_streams(end.detach()) for end in socket.socketpair())
        their_life, self._life = map(_above_the_streams, os.pipe())
        self._socket = MessageSocket(ours)
        try:
            self.process = subprocess.Popen(
                [sys.executable, "-P", "-c", BOOT, str(theirs), str(their_life)],
                stdin=subprocess.DEVNULL,
                stdout=subprocess.DEVNULL,
                start_new_session=True,  # Ctrl-C is for the parent, which then kills the child
                pass_fds=(theirs, their_life),
                env=ONE_THREAD | {name: value for name, value in os.environ.items() if name != "PYTHONPATH"},
            )
        except OSError as error:
            self.detach()
            raise Crashed(f"no worker process can be started ({error})") from error
        finally:
            os.close(theirs)
            os.close(their_life)
        _workers.add(self)
        self._send(worker_paths(sys.path))
        self._send(setup)

    # --- running tasks -----------------------------------------------------------------------

    def wait_ready(self, seconds: float = START_TIMEOUT, cancel: Cancel | None = None) -> None:
        """Wait for a process that is still starting; `TimedOut` or `Cancelled` leave it starting."""
        if self.state is State.STARTING:
            deque(self._messages(_Limits(seconds, cancel, 0.0)), maxlen=0)

    def load(self, needs: tuple[str, ...], *, seconds: float | None, cancel: Cancel | None = None) -> bool:
        """Import modules, unless that was done before, and return whether the caller had to wait for the child.

        `TimedOut` or `Cancelled` leave it loading, as if it were still starting. A module that fails is left to the
        task that needs it.
        """
        if self.state is not State.STARTING and self._loaded.issuperset(needs):
            return False
        limits = _Limits(seconds, cancel, 0.0)
        if not self._loaded.issuperset(needs):
            self._start(_payload(import_needs, (needs,), b""), None, limits)
            self.state, self._last_heard = State.STARTING, perf_counter()
            self._loaded.update(needs)
        deque(self._messages(limits), maxlen=0)
        return True

    def stream(
        self,
        task: Task,
        *args: Any,
        seconds: float | None = None,
        cancel: Cancel | None = None,
        wanted: int | None = 1,
        grace: float = 0.0,
        on_event: OnEvent | None = None,
        file: bytes = b"",
    ) -> Iterator[Any]:
        """Run `task(*args, context)` in the child: the items it yields, then what it returns unless that is None.

        Args:
            task: a function, or "module:function".
            seconds: from now on, including the start of the process; the task sees what is left in its context.
            cancel: looked at every hundredth of a second.
            wanted: how many items will surely be taken, None for all; after that many the child waits to be pulled.
            grace: how much longer to wait, after `seconds` or a cancel, for the task to end.
            on_event: called with what the task emits; what it raises is raised here.
            file: bytes for the context.

        Raises `TimedOut`, `Cancelled`, `Crashed`, `TaskFailed` or `Unsendable`. Afterwards `reset` returns whether
        the process can be kept.
        """
        limits = _Limits(seconds, cancel, grace)
        self._start(_payload(task, args, file), wanted, limits)
        for kind, value in self._messages(limits):
            if kind == "event":
                if on_event is not None:
                    on_event(value)
            elif kind == "failed":
                raise failure_of(*value)
            elif kind == "item" or value is not None:
                yield value
                self._pull()

    def cancel(self) -> None:
        """Send the child a request to cancel its task."""
        if self.state in (State.BUSY, State.WAITING) and not self._is_cancelled:
            self._is_cancelled = True
            self._send(("cancel",))

    def reset(self, seconds: float | None = None) -> bool:
        """Leave the task that is running, if any; returns whether the process can be kept for another.

        The moment this may take is well spent, because starting another process takes longer.
        """
        if self.state is State.STARTING:
            return perf_counter() - self._last_heard < START_TIMEOUT
        self.cancel()
        until = perf_counter() + (EXIT_TIMEOUT if seconds is None else seconds)
        while self.state in (State.BUSY, State.WAITING) and (left := until - perf_counter()) > 0:
            with suppress(WorkerError):
                self._receive(left)
        return self.state is State.IDLE

    def _start(self, payload: bytes, wanted: int | None, limits: _Limits) -> None:
        deque(self._messages(limits), maxlen=0)  # it may still be starting
        self._is_cancelled = False
        self._unpulled = inf if wanted is None else wanted
        seconds = limits.seconds_left
        message = ("task", payload, None if seconds == inf else seconds, wanted)
        try:
            self._send(message, lambda: limits.check(self))
        except WorkerError:  # it has half a task
            self.kill()
            raise
        self.state = State.BUSY  # not before: a cancel must not go out in the middle of the task
        if limits.is_cancelled:
            self.cancel()

    def _pull(self) -> None:
        if self.state is State.WAITING and not self._is_cancelled:
            self.state = State.BUSY
            self._send(("more",))

    def _messages(self, limits: _Limits) -> Iterator[Message]:
        """What the child sends, until it is idle."""
        while self.state is not State.IDLE:
            if self.state is State.DEAD:
                raise Crashed("its process has ended")
            if (message := self._receive(min(limits.check(self), self._patience()))) is not None:
                yield message

    def _patience(self) -> float:
        """How long to wait before this is called again; a child that was stopped while it got ready is killed.

        That time is not the task's, so no limit of the task would end it. A task that runs has its own limits.
        """
        if self.state is not State.STARTING:
            return inf
        if _is_stopped(self.process.pid):
            self.kill()
            raise Crashed("its process was stopped before the task began")
        return STOPPED_INTERVAL

    def _receive(self, seconds: float) -> Message | None:
        """The next message, or None if it does not arrive in time."""
        try:
            data = self._socket.receive(seconds)
        except (EOFError, OSError):  # the end, or half a message of a child that was killed
            self.state = State.DEAD
            raise Crashed(f"its process died ({self._death()})") from None
        if data is None:
            return None
        self._last_heard = perf_counter()
        try:
            message: Message = pickle.loads(data)
        except Exception as error:
            self.kill()
            raise TaskFailed(f"its result cannot be loaded ({type(error).__name__}: {error})") from error
        if message[0] == "ready":
            self.startup_seconds = max(0.0, message[1] - self._begun)
        if message[0] == "item":
            self._unpulled -= 1
            self.state = State.WAITING if self._unpulled <= 0 else State.BUSY
        elif message[0] != "event":
            self.state = State.IDLE
        return message

    def _send(self, what: object, seconds_left: Callable[[], float] | None = None) -> None:
        with suppress(OSError):  # the silence of a dead child is noticed by the next receive
            self._socket.send(pickle.dumps(what), seconds_left or _no_time)

    # --- ending ---------------------------------------------------------------------------------

    @property
    def is_alive(self) -> bool:
        """Whether an idle process can be given another task."""
        idle = inf if self.setup.idle is None else self.setup.idle - IDLE_MARGIN
        alive = self.state is not State.DEAD and self.process.poll() is None
        return alive and perf_counter() - self._last_heard < idle

    def kill(self) -> None:
        """Kill the process, if it is still alive, and close everything that belongs to it."""
        self.state = State.DEAD
        self.process.kill()
        try:
            self.process.wait(KILL_TIMEOUT)
        except subprocess.TimeoutExpired:  # on a busy machine even this takes time, and the caller need not wait
            _dying.append(self.process)
        self.detach()

    def detach(self) -> None:
        """Close this process's ends of the connection and the life pipe; a fork that held them would keep it alive."""
        self.state = State.DEAD
        self._socket.close()
        if self._life >= 0:
            os.close(self._life)
            self._life = -1

    def _death(self) -> str:
        """How the process ended: the name of the signal, or its exit code."""
        try:
            code = self.process.wait(1.0)
        except subprocess.TimeoutExpired:  # a library closed all files
            self.process.kill()
            _dying.append(self.process)
            return "it closed its connection"
        if code >= 0:
            return f"exit code {code}"
        with suppress(ValueError):
            return signal.Signals(-code).name
        return f"signal {-code}"


class _Limits:
    """The deadline and the cancel of one task."""

    def __init__(self, seconds: float | None, cancel: Cancel | None, grace: float) -> None:
        self._deadline = inf if seconds is None else perf_counter() + seconds
        self._cancel, self._grace = cancel, grace
        self._until = self._deadline + grace
        self._error: WorkerError = TimedOut(
            "" if seconds is None else f"it did not end within {counted(seconds, 'second')}"
        )

    @property
    def seconds_left(self) -> float:
        return max(0.0, self._deadline - perf_counter())

    @property
    def is_cancelled(self) -> bool:
        return isinstance(self._error, Cancelled)

    def check(self, worker: Worker) -> float:
        """How long to wait for a message; raises once time and grace are used up."""
        if self._cancel is not None and self._cancel.is_set():
            self._cancel = None
            self._until = min(self._until, perf_counter() + self._grace)
            self._error = Cancelled("cancelled")
            worker.cancel()
        left = self._until - perf_counter()
        if left <= 0:
            raise self._error
        return min(left, START_TIMEOUT if self._cancel is None else POLL_SECONDS)


def _no_time() -> float:
    """A short message always fits, unless the child stopped reading."""
    raise BlockingIOError


def _payload(task: Task, args: tuple[Any, ...], file: bytes) -> bytes:
    try:
        return dump((task, args, file))
    except Exception as error:
        raise Unsendable(f"{type(error).__name__}: {error}") from error


def _is_stopped(pid: int) -> bool:
    """Whether a child was stopped, as by SIGSTOP, and not continued; False on a system that does not say."""
    if not hasattr(os, "waitid"):
        return False
    with suppress(ChildProcessError):  # its end has been collected
        return os.waitid(os.P_PID, pid, os.WSTOPPED | os.WNOHANG | os.WNOWAIT) is not None
    return False


def _above_the_streams(file: int) -> int:
    """A file that is not a standard stream: if those are closed, a new file takes their numbers."""
    if file > 2:
        return file
    higher = fcntl.fcntl(file, fcntl.F_DUPFD_CLOEXEC, 3)
    os.close(file)
    return higher


# Processes that were killed and have not been seen to end yet.
_dying: deque[subprocess.Popen[bytes]] = deque()
_workers: WeakSet[Worker] = WeakSet()


def _reap(seconds: float = 0.0) -> None:
    """Collect processes that have ended meanwhile."""
    for _ in range(len(_dying)):
        with suppress(IndexError):  # another thread does the same
            process = _dying.popleft()
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                _dying.append(process)


def _detach_all() -> None:
    """In a fork: the parent's workers are not for us."""
    for worker in list(_workers):
        worker.process.returncode = 0  # not our child: nothing to wait for, nothing to warn of
        worker.detach()


atexit.register(_reap, START_TIMEOUT)
os.register_at_fork(after_in_child=_detach_all)
