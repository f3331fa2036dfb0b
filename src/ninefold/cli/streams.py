"""Standard output and standard error when they are closed, full, or cannot show a character."""

from __future__ import annotations

import os
import sys
from io import TextIOWrapper
from typing import TextIO


def tell(message: object) -> None:
    """Say something on standard error; what cannot be said there does not stop the work."""
    if sys.stderr is None:  # print would turn to standard output
        return
    try:
        print(message, file=sys.stderr)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Let a stream that failed lead nowhere, so that Python's own last flush of it does not fail too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def flush_or_silence(stream: TextIO) -> None:
    """Bring out what is still held back, if it can be."""
    try:
        stream.flush()
    except OSError:
        silence(stream)


def prepare(stream: TextIO) -> None:
    """Bring each line out as soon as it is there, with an escape for what the stream's encoding lacks."""
    if isinstance(stream, TextIOWrapper):
        stream.reconfigure(errors="backslashreplace", line_buffering=True)
