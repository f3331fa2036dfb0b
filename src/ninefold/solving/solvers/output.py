"""What a library prints, as a log.

CVXPY and the solvers behind it print to the process's standard output and error, some of them from C. While a program
is solved, both lead into a pipe, and a thread passes on its lines. What that thread prints itself (the log may go to
`print`) goes to the real output. Whatever other threads print meanwhile is logged too.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager
from threading import Thread, current_thread
from typing import Any

from ninefold.solving.run import Run

STREAMS = {"stdout": 1, "stderr": 2}


@contextmanager
def logged_output(run: Run) -> Iterator[None]:
    """Log what is printed within the block, if the run is logged."""
    if not run.is_logged:
        yield
        return
    failures: list[BaseException] = []
    reading, writing = os.pipe()
    reader = Thread(target=_read, args=(reading, run, failures), daemon=True)
    with ExitStack() as stack:
        for name, number in STREAMS.items():
            stack.enter_context(_led_into(writing, name, number, reader))
        os.close(writing)
        reader.start()
        yield
    reader.join()
    if failures:
        raise failures[0]


@contextmanager
def _led_into(pipe: int, name: str, number: int, reader: Thread) -> Iterator[None]:
    """Lead a stream into a pipe; the end of the last one closes it, so that the thread ends."""
    stream = getattr(sys, name)
    _flush(stream)
    with os.fdopen(os.dup(number), "w") as real:
        os.dup2(pipe, number)
        setattr(sys, name, _Output(stream, real, reader))
        try:
            yield
        finally:
            setattr(sys, name, stream)
            _flush(stream)
            real.flush()
            os.dup2(real.fileno(), number)


class _Output:
    """A standard stream: for the thread that passes the log on, the real one."""

    def __init__(self, stream: Any, real: Any, reader: Thread) -> None:
        self._stream, self._real, self._reader = stream, real, reader

    def __getattr__(self, name: str) -> Any:
        return getattr(self._real if current_thread() is self._reader else self._stream, name)


def _read(file: int, run: Run, failures: list[BaseException]) -> None:
    with open(file, encoding="utf-8", errors="replace") as lines:
        for line in lines:
            if not failures:
                try:
                    run.log(line)
                except BaseException as error:  # the caller's sink failed; the pipe must still be emptied
                    failures.append(error)


def _flush(stream: Any) -> None:
    if stream is not None:
        stream.flush()
