"""Standard output and standard error when they are closed, full, or cannot show a character.

How answers are written: boards on a terminal, lines in a pipe, JSON where asked.
"""

from __future__ import annotations

import os
import sys
from collections.abc import Callable
from io import TextIOWrapper
from time import perf_counter
from types import TracebackType
from typing import TYPE_CHECKING, Any, TextIO

from ninefold.core.drawing import draw
from ninefold.core.grid import Grid
from ninefold.records import as_json

if TYPE_CHECKING:
    from rich.progress import Progress


def warn(message: object) -> None:
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


BOLD, COLOUR, PLAIN = "\x1b[1m", "\x1b[36m", "\x1b[0m"


def is_terminal() -> bool:
    """Whether a person reads standard output."""
    return sys.stdout is not None and sys.stdout.isatty()


def is_coloured() -> bool:
    """Whether colours are welcome: a terminal that can show them, and no NO_COLOR."""
    return is_terminal() and not os.environ.get("NO_COLOR") and os.environ.get("TERM") != "dumb"


def form_of(form: str | None) -> str:
    """The form of a grid: as asked, else a board for people and a line for programs."""
    return form or ("board" if is_terminal() else "line")


def board(grid: Grid, clues: Grid | None = None) -> str:
    """The board, clues bold and all else coloured where colours are welcome."""
    if not is_coloured():
        return str(grid)
    given = (clues or grid).digits

    def paint(cell: int, text: str) -> str:
        if not grid.digits[cell]:
            return text
        return f"{BOLD if given[cell] else COLOUR}{text}{PLAIN}"

    return draw(grid.digits, grid.layout, paint)


def write_json(record: dict[str, Any]) -> None:
    """One object on one line."""
    print(as_json(record))


def write_row(*cells: str) -> None:
    """A row of a Markdown table, which reads well enough on a terminal."""
    print("| " + " | ".join(cells) + " |", flush=True)


def _pace(count: int, seconds: float) -> str:
    return f"{count:,} puzzles in {seconds:,.0f} s, {count / seconds:,.0f} a second"


class ProgressLine:
    """A progress display on standard error for long work, if a person is there to see it.

    Args:
        words: what it says, from the number done and the seconds; left out, how many puzzles at what pace.
        clears: whether `clear` is called before each answer. Else it is not shown beside answers on a terminal, which
            would be written into it.
    """

    PATIENCE = 0.7

    def __init__(self, words: Callable[[int, float], str] | None = None, *, clears: bool = False) -> None:
        self._start = self._quiet = perf_counter()
        self._wanted = sys.stderr is not None and sys.stderr.isatty() and (clears or not is_terminal())
        self._words = words or _pace
        self._progress: Progress | None = None
        self._count = self._more = 0

    def __enter__(self) -> ProgressLine:
        return self

    def step(self, count: int = 1) -> None:
        """So many more puzzles are done."""
        self._count += count
        self.show()

    def show(self, more: int = 0) -> None:
        """Bring the display up to date, with some that are solved but not yet counted as done."""
        self._more = more
        if self._progress is not None:
            self._progress.update(self._progress.task_ids[0], description=self._description())
        elif self._wanted and perf_counter() - self._quiet > self.PATIENCE:
            self._progress = self._open()

    def clear(self) -> None:
        """Make room for an answer; it comes back when the next one is long in coming."""
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
            redirect_stdout=False,  # else rich takes our answers for messages and moves them to standard error
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
    """A puzzle as messages name it: its line, of a large board the beginning."""
    return grid.line if len(grid.line) <= 81 else f"{grid.line[:60]}… ({grid.layout.size}×{grid.layout.size})"
