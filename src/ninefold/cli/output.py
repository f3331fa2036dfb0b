"""Printing: results on standard output, messages and progress on standard error.

Grids are boards on a terminal and lines in a pipe. The streams may be closed, full, or unable to show a character.
Everything passes through `CheckedFile`, so that a result is either written or reported as lost.
"""

from __future__ import annotations

import io
import os
import re
import select
import sys
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from io import TextIOWrapper
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Any, TextIO

from ninefold.core.drawing import draw
from ninefold.core.grid import Grid
from ninefold.core.values import counted

if TYPE_CHECKING:
    from rich.progress import Progress


OUTPUT, ERRORS = "standard output", "standard error"


class CheckedFile(io.BufferedWriter):
    """A file descriptor that is written completely or raises an error with its name, whatever Python's buffering.

    A full disk or a file-size limit may accept a part of the bytes, and Python without buffering (PYTHONUNBUFFERED)
    does not look at how many. A pipe that would block is waited for. Python's own buffer counts the bytes, because it
    cannot be interrupted between writing some and counting them: they would be written twice.
    """

    def __init__(self, descriptor: int, name: str) -> None:
        super().__init__(io.FileIO(descriptor, "w", closefd=False))
        self._name = name

    def write(self, data: Any, /) -> int:
        """Write all bytes, or keep them for the next flush."""
        rest = memoryview(data).cast("B")
        while True:
            try:
                super().write(rest)
                return memoryview(data).nbytes
            except BlockingIOError as error:
                rest = rest[error.characters_written :]
                select.select([], [self.fileno()], [])
            except OSError as error:
                raise OSError(error.errno, error.strerror, self._name) from error

    def flush(self) -> None:
        """Write what was kept."""
        while True:
            try:
                super().flush()
                return
            except BlockingIOError:
                select.select([], [self.fileno()], [])
            except OSError as error:
                raise OSError(error.errno, error.strerror, self._name) from error


@contextmanager
def checked_streams() -> Iterator[None]:
    """Replace the two output streams by checked ones, for the time of a command.

    Lines are flushed at once, and characters that the encoding lacks are escaped.
    """
    before = sys.stdout, sys.stderr
    sys.stdout, sys.stderr = _checked(sys.stdout, OUTPUT), _checked(sys.stderr, ERRORS)
    try:
        yield
    finally:
        if sys.stderr is not None:
            flush_or_silence(sys.stderr)
        sys.stdout, sys.stderr = before


def _checked(stream: TextIO, name: str) -> TextIO:
    """A stream with every write checked; one without a descriptor, such as one that a test replaced, stays as it is."""
    if not isinstance(stream, TextIOWrapper):
        return stream
    try:
        stream.flush()
        file = CheckedFile(stream.fileno(), name)
    except (OSError, ValueError):
        stream.reconfigure(errors="backslashreplace", line_buffering=True)
        return stream
    return TextIOWrapper(file, encoding=stream.encoding, errors="backslashreplace", line_buffering=True)


def write_bytes(data: bytes) -> None:
    """Write bytes to standard output, after the text before them."""
    sys.stdout.flush()
    file = getattr(sys.stdout, "buffer", None) or CheckedFile(1, OUTPUT)
    file.write(data)
    file.flush()


# Characters that move the cursor, colour the terminal, end a line or change the writing direction.
_CONTROL = re.compile(r"[\x00-\x1f\x7f-\x9f\u061c\u200e\u200f\u2028-\u202e\u2066-\u2069\ud800-\udfff]")


def escape_controls(text: str) -> str:
    r"""A text from a file, safe to print on one line of a terminal: control characters are escaped.

    >>> print(escape_controls("red \x1b[31m and\ttabs"))
    red \x1b[31m and\ttabs
    """
    return _CONTROL.sub(lambda found: found[0].encode("unicode_escape").decode(), text)


def warn(message: object) -> None:
    """Print a message on standard error; a failure to do so does not stop the work.

    It may name a file or quote a text that came from anywhere.
    """
    if sys.stderr is None:  # print would use standard output
        return
    try:
        print("\n".join(map(escape_controls, str(message).split("\n"))), file=sys.stderr)
    except OSError:
        silence(sys.stderr)


def silence(stream: TextIO) -> None:
    """Redirect a failed stream to the null device, so that Python's last flush of it does not fail too."""
    nowhere = os.open(os.devnull, os.O_WRONLY)
    os.dup2(nowhere, stream.fileno())
    os.close(nowhere)


def flush_or_silence(stream: TextIO) -> None:
    """Flush a stream, or silence it if that fails."""
    try:
        stream.flush()
    except OSError:
        silence(stream)


BOLD, COLOUR, PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"


def is_terminal() -> bool:
    """Whether standard output is a terminal."""
    return sys.stdout is not None and sys.stdout.isatty()


def is_coloured() -> bool:
    """Whether to use colours: on a terminal that can show them, without NO_COLOR."""
    return is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def form_of(form: str | None) -> str:
    """The form of a grid: the given one, otherwise a board on a terminal and a line in a pipe."""
    return form or ("board" if is_terminal() else "line")


def board(grid: Grid, clues: Grid | None = None) -> str:
    """The board, with bold clues and coloured digits on a terminal with colours."""
    if not is_coloured():
        return str(grid)
    given = (clues or grid).digits

    def paint(cell: int, text: str) -> str:
        if not grid.digits[cell]:
            return text
        return f"{BOLD if given[cell] else COLOUR}{text}{PLAIN}"

    return draw(grid.digits, grid.layout, paint)


def write_json(record: object) -> None:
    """Print one record or dictionary on one line."""
    from ninefold.records import as_json  # 25 ms that --help and plain output do not need

    print(as_json(record))


def write_row(*cells: str) -> None:
    """Print a row of a Markdown table, which is readable on a terminal too."""
    print("| " + " | ".join(cells) + " |", flush=True)


def _pace(count: int, seconds: float) -> str:
    return f"{counted(count, 'puzzle')} in {seconds:,.0f} s, {count / seconds:,.0f} per second"


class ProgressLine:
    """A progress line on standard error for long work, if that is a terminal.

    Args:
        words: its text, from the number done and the seconds (default: puzzles and puzzles per second).
        clears: whether the caller calls `clear` before each result. Without that the line is not shown when results go
            to a terminal too: they would be printed into it.
    """

    PATIENCE = 0.7  # seconds without a result before the line appears

    def __init__(self, words: Callable[[int, float], str] | None = None, *, clears: bool = False) -> None:
        self._start = self._quiet = perf_counter()
        self._wanted = sys.stderr is not None and sys.stderr.isatty() and (clears or not is_terminal())
        self._words = words or _pace
        self._progress: Progress | None = None
        self._count = self._more = 0

    def __enter__(self) -> ProgressLine:
        return self

    def step(self, count: int = 1) -> None:
        """Count puzzles as done."""
        self._count += count
        self.show()

    def show(self, more: int = 0) -> None:
        """Update the line; `more` are solved but not yet counted as done."""
        self._more = more
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], description=self._description())
        elif self._wanted and perf_counter() - self._quiet > self.PATIENCE:
            self._progress = self._open()

    def clear(self) -> None:
        """Remove the line before a result; it comes back if the next one takes long."""
        self._quiet = perf_counter()
        if self._progress is not None:
            self._progress.stop()
            self._progress = None

    def _open(self) -> Progress:
        from rich.console import Console
        from rich.progress import Progress, SpinnerColumn, TextColumn

        progress = Progress(
            SpinnerColumn(),
            TextColumn("{task.description}"),
            console=Console(stderr=True),
            transient=True,
            redirect_stdout=False,  # results own stdout; keep rich on stderr
        )
        progress.add_task(self._description(), total=None)
        progress.start()
        return progress

    def _description(self) -> str:
        return self._words(self._count + self._more, perf_counter() - self._start)

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        if self._progress is not None:
            self._progress.stop()


def brief(grid: Grid) -> str:
    """A puzzle as messages name it: its line, or the start of it for a large board."""
    return grid.line if len(grid.line) <= 81 else f"{grid.line[:60]}… ({grid.layout.size}×{grid.layout.size})"
