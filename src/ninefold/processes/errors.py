"""Why a task that was sent to a worker has no result."""

from __future__ import annotations

import pickle
from contextlib import suppress


class WorkerError(RuntimeError):
    """A task that has no result, and why."""


class Crashed(WorkerError):
    """The process died while it ran the task, or could not be started."""


class TimedOut(WorkerError):
    """The task did not end within its seconds."""


class Cancelled(WorkerError):
    """The caller cancelled the task."""


class Unsendable(WorkerError):
    """The task or an argument cannot be pickled."""


class TaskFailed(WorkerError):
    """The task raised an exception.

    Attributes:
        error: the exception itself, if it could be pickled.
        traceback: where it was raised in the child.
    """

    def __init__(self, text: str, error: BaseException | None = None, traceback: str = "") -> None:
        super().__init__(text)
        self.error, self.traceback = error, traceback


def failure_of(text: str, pickled: bytes | None, traceback: str) -> TaskFailed:
    """The error for an exception that a child reports."""
    error = None
    if pickled is not None:
        with suppress(Exception):  # an exception that cannot be built from its own arguments
            error = pickle.loads(pickled)
    return TaskFailed(text, error, traceback)
