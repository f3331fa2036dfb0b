"""A child process that answers questions, as its parent sees it; the other end is `worker.py`.

parent ── requests ──▶ child      standard input
parent ◀─ messages ─── child      standard output
parent ── (nothing) ─▶ child      the life pipe: its end is the end of the parent
"""

from __future__ import annotations

import atexit
import fcntl
import os
import select
import subprocess
import sys
from collections import deque
from contextlib import suppress
from enum import Enum
from math import inf
from time import perf_counter

from ninefold.core.limits import Stopped
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
    receive,
    send,
)
from ninefold.solving.run import Run

# How often the parent looks at clock and cancel while the child is silent.
POLL_SECONDS = 0.01
# How long a child may take to leave a question when it is told to, and to start.
EXIT_TIMEOUT, START_TIMEOUT = 0.06, 60.0
# How long whoever asked waits for the end of one that was killed.
DEATH_TIMEOUT = 0.05
# Small matrices gain nothing from many threads, which on a busy machine wait for each other, spinning. Whoever wants
# more of them says so by the same names.
ONE_THREAD = {"OPENBLAS_NUM_THREADS": "1", "MKL_NUM_THREADS": "1"}
# How much sooner than the child itself the parent takes it for gone.
MARGIN = 10.0


class State(Enum):
    """What a child is doing, as far as it has told."""

    STARTING = "starting"
    RESTING = "resting"  # it waits for a question
    BUSY = "busy"
    WAITING = "waiting"  # it gave an answer, and waits to be told to go on
    LEAVING = "leaving"  # it was told not to
    SPENT = "spent"  # it failed or died


# What each message says about the child; an event of a trace says nothing, and an answer is looked at.
_AFTER: dict[type[Message], State] = {
    Ready: State.RESTING,
    Ended: State.RESTING,
    GaveUp: State.RESTING,
    Failed: State.SPENT,
}


def _above_the_streams(pipe: int) -> int:
    """A pipe's end that is no standard stream: where those are closed, a new pipe would take their numbers."""
    if pipe > 2:
        return pipe
    higher = fcntl.fcntl(pipe, fcntl.F_DUPFD_CLOEXEC, 3)
    os.close(pipe)
    return higher


# Those that were killed and whose end nobody has seen yet.
_dying: deque[subprocess.Popen[bytes]] = deque()


def _bury(seconds: float = 0.0) -> None:
    """See off those that have ended meanwhile."""
    for _ in range(len(_dying)):
        with suppress(IndexError):  # another thread does the same
            process = _dying.popleft()
            try:
                process.wait(seconds)
            except subprocess.TimeoutExpired:
                _dying.append(process)


atexit.register(_bury, START_TIMEOUT)


class Child:
    """The process, and our ends of its pipes. One asker uses it at a time."""

    def __init__(self, greeting: Greeting) -> None:
        self.state = State.STARTING
        self.since = perf_counter()  # when it was started, or last heard
        self._deadline = inf  # of the question it was asked
        self._unasked = 0.0  # how many more answers it may give before it waits
        _bury()
        theirs, self._life = map(_above_the_streams, os.pipe())
        self.process = subprocess.Popen(
            [sys.executable, "-m", "ninefold.solving.worker", str(theirs)],
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            bufsize=0,
            start_new_session=True,  # Ctrl-C is for us; we then kill the child
            pass_fds=(theirs,),
            env=ONE_THREAD | os.environ,
        )
        os.close(theirs)
        assert self.process.stdin is not None
        assert self.process.stdout is not None
        self._in, self._out = self.process.stdin, self.process.stdout
        self._watch = select.poll()
        self._watch.register(self._out, select.POLLIN)
        self._say(greeting)

    # --- asking -----------------------------------------------------------------------------

    def wait_until_ready(self, run: Run) -> None:
        """Wait for a child that is still starting; `Stopped` at the deadline, which is not its fault."""
        while self.state is State.STARTING:
            self.next_message(run)

    def ask(self, request: Request) -> None:
        """Put a question to a child that is at rest."""
        self.state = State.BUSY
        self._deadline = inf if request.seconds is None else perf_counter() + request.seconds
        self._unasked = inf if request.wanted is None else request.wanted
        self._say(request)

    def go_on(self) -> None:
        """Let a child that waits look for its next answer."""
        if self.state is State.WAITING:
            self.state = State.BUSY
            self._say(True)

    def next_message(self, run: Run) -> Message:
        """What the child says next, with looks at clock and cancel; `Stopped` if it died unheard."""
        while True:
            run.check_limits()
            with suppress(TimeoutError):
                return self._next(POLL_SECONDS)

    def _next(self, seconds: float) -> Message:
        if not self._watch.poll(max(0.0, 1000 * seconds)):
            raise TimeoutError
        self.since = perf_counter()
        try:
            message: Message = receive(self._out.fileno())
        except Exception:  # the end of the pipe, or half a message of a child that was killed
            self.state = State.SPENT
            raise Stopped(f"its process died ({self._death()})") from None
        self._note(message)
        return message

    def _note(self, message: Message) -> None:
        """What the message says about the child's state."""
        if not isinstance(message, Answer):
            self.state = _AFTER.get(type(message), self.state)
            return
        self._unasked -= 1
        if message.is_last:
            self.state = State.RESTING
        elif self._unasked <= 0:
            self.state = State.WAITING

    # --- keeping and ending -----------------------------------------------------------------

    def comes_to_rest(self) -> bool:
        """Whether it can be kept for another question.

        One that waits to go on is told to leave its question. One that is past its deadline gets a
        moment to find that out by itself, since starting another costs more.
        """
        if self.state is State.STARTING:
            return perf_counter() - self.since < START_TIMEOUT
        until = perf_counter() + EXIT_TIMEOUT
        while self._may_leave and perf_counter() < until:
            if self.state is State.WAITING:
                self._leave()
            with suppress(TimeoutError, Stopped):
                self._next(until - perf_counter())
        return self.state is State.RESTING

    @property
    def _may_leave(self) -> bool:
        is_late = perf_counter() >= self._deadline
        return self.state in (State.WAITING, State.LEAVING) or (self.state is State.BUSY and is_late)

    def _leave(self) -> None:
        self.state = State.LEAVING
        self._say(False)

    @property
    def is_there(self) -> bool:
        """Whether a child that was kept can be asked."""
        return self.process.poll() is None and perf_counter() - self.since < IDLE - MARGIN

    def close(self) -> None:
        """Kill the child, if it still lives, and clear away all that belongs to it."""
        self.process.kill()
        try:
            self.process.wait(DEATH_TIMEOUT)
        except subprocess.TimeoutExpired:  # on a busy machine even that waits for its turn, and whoever asked shall not
            _dying.append(self.process)
        self.let_go()

    def let_go(self) -> None:
        """Close this process's ends of the pipes; a fork that holds them would keep the child alive."""
        self._in.close()
        self._out.close()
        if self._life >= 0:
            os.close(self._life)
            self._life = -1

    def _say(self, what: object) -> None:
        with suppress(BrokenPipeError):  # a child that died is told of by its silence
            send(self._in.fileno(), what)

    def _death(self) -> str:
        code = self.process.wait()
        return f"signal {-code}" if code < 0 else f"exit code {code}"
