"""Trace events: what a method does, step by step; sinks that receive them, and replay."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from os import PathLike
from time import perf_counter
from typing import IO, Any, ClassVar, Protocol

from ninefold.core.atomic_write import text_file
from ninefold.core.errors import NinefoldError
from ninefold.core.geometry import cell_name
from ninefold.core.grid import Grid
from ninefold.core.values import for_json, is_iterable, short_repr


@dataclass(frozen=True, slots=True)
class Event:
    """Something a method did: `str()` gives it in words, `fields()` as JSON."""

    kind: ClassVar[str] = "event"

    def fields(self) -> dict[str, Any]:
        """The event as a JSON object without its kind."""
        return {}

    def text(self, seconds: float) -> str:
        """The event as JSON, with the seconds since the start."""
        record = {"seconds": round(seconds, 6), "event": self.kind} | self.fields()
        return json.dumps(record, default=for_json)

    def __str__(self) -> str:
        """The event in words."""
        words = " ".join(f"{name}={value}" for name, value in self.fields().items())
        return f"{self.kind} {words}".rstrip()


@dataclass(frozen=True, slots=True)
class Candidate(Event):
    """An event about one digit in one cell of a board of the given size."""

    cell: int
    digit: int
    size: int
    why: str = ""

    @property
    def name(self) -> str:
        """The cell as it is printed."""
        return cell_name(self.cell, self.size)

    def fields(self) -> dict[str, Any]:
        """The cell by its name, the digit, and the reason if there is one."""
        return {"cell": self.name, "digit": self.digit} | ({"why": self.why} if self.why else {})

    def __str__(self) -> str:
        """The event in words: `place r4c7=5 (single)`."""
        sign = "≠" if self.kind == "drop" else "="
        return f"{self.kind} {self.name}{sign}{self.digit}" + (f" ({self.why})" if self.why else "")


class Place(Candidate):
    """A digit was fixed because nothing else is possible."""

    kind = "place"
    __slots__ = ()


class Drop(Candidate):
    """A candidate was ruled out."""

    kind = "drop"
    __slots__ = ()


class Guess(Candidate):
    """A digit was tried; it may be undone."""

    kind = "guess"
    __slots__ = ()


class Undo(Event):
    """The last open guess was undone, with everything that followed it."""

    kind = "undo"
    __slots__ = ()


@dataclass(frozen=True, slots=True)
class Belief(Event):
    """How strongly each digit is believed in each cell: N² rows of N numbers in [0, 1]."""

    kind = "belief"
    values: Any

    def fields(self) -> dict[str, Any]:
        """The numbers as nested lists, to six places."""
        return {"values": [[round(float(value), 6) for value in row] for row in self.values]}

    def __str__(self) -> str:
        """Only that there were beliefs; there are too many numbers for a line of text."""
        return f"belief of {len(self.values)} cells"


@dataclass(frozen=True, slots=True)
class Note(Event):
    """A named number or text, such as `step 3` or `beta 1.8`."""

    kind = "note"
    name: str
    value: Any

    def fields(self) -> dict[str, Any]:
        """Name and value."""
        return {"name": self.name, "value": self.value}

    def __str__(self) -> str:
        """The note in words."""
        return f"{self.name} {self.value}"


@dataclass(frozen=True, slots=True)
class Log(Event):
    """A line of the log that a solver library writes."""

    kind = "log"
    line: str

    def fields(self) -> dict[str, Any]:
        """The line."""
        return {"line": self.line}

    def __str__(self) -> str:
        """The line itself."""
        return self.line


@dataclass(frozen=True, slots=True)
class Start(Event):
    """A method starts on a puzzle."""

    kind = "start"
    puzzle: Grid
    method: str

    def fields(self) -> dict[str, Any]:
        """The puzzle in one line, its layout, and the method's name."""
        return {"puzzle": self.puzzle.line, "layout": str(self.puzzle.layout), "method": self.method}


@dataclass(frozen=True, slots=True)
class End(Event):
    """The run is over."""

    kind = "end"
    status: str
    why: str

    def fields(self) -> dict[str, Any]:
        """The status, and the reason if there is one."""
        return {"status": self.status} | ({"why": self.why} if self.why else {})


@dataclass(frozen=True, slots=True)
class Found(Event):
    """A solution that passed the judge."""

    kind = "found"
    grid: Grid

    def fields(self) -> dict[str, Any]:
        """The solution in one line."""
        return {"solution": self.grid.line}


Sink = Callable[[Event], object]
LogSink = Callable[[str], object]


class Appendable(Protocol):
    """A list, or a `deque(maxlen=…)` to keep only the last events."""

    def append(self, event: Any, /) -> object:
        """Add an event."""


Trace = Sink | Appendable | str | PathLike[str] | None


@contextmanager
def open_sink(trace: Trace) -> Iterator[Sink | None]:
    """Where events go: a callable, anything with `append`, or a JSON-lines file by its path."""
    if trace is None or callable(trace):
        yield trace
    elif isinstance(trace, str | PathLike):
        with text_file(trace) as file:
            yield JsonLines(file)
    elif hasattr(trace, "append"):
        yield trace.append
    else:
        raise NinefoldError(f"trace must be a callable, a list or a file path, not {short_repr(trace)}")


class JsonLines:
    """A sink that writes each event as one line of JSON, with the seconds since the start."""

    def __init__(self, file: IO[str]) -> None:
        self._file = file
        self._start = perf_counter()

    def __call__(self, event: Event) -> None:
        """Write one event."""
        self._file.write(event.text(perf_counter() - self._start) + "\n")


def replay(puzzle: Grid, events: Iterable[Event]) -> Iterator[tuple[Found, Grid]]:
    """Replay a trace on the puzzle: each solution found, with the grid that the events had built by then.

    Raises ValueError if the events contradict each other: a digit is placed on a filled cell or on a dropped
    candidate, or a guess is undone that was never made.
    """
    if not isinstance(puzzle, Grid) or not is_iterable(events):
        raise NinefoldError(f"a replay needs a Grid and events, not {short_repr(puzzle)} and {short_repr(events)}")
    board = _Replay(bytearray(puzzle.digits), set(), [])
    for event in events:
        if isinstance(event, Candidate):
            board.play(event)
        elif isinstance(event, Undo):
            board.undo()
        elif isinstance(event, Found):
            yield event, Grid.from_digits(bytes(board.digits), puzzle.layout)


Dropped = set[tuple[int, int]]


@dataclass
class _Replay:
    """The digits and dropped candidates at one point of a trace, and as they were before each guess."""

    digits: bytearray
    dropped: Dropped
    guesses: list[tuple[bytearray, Dropped]]

    def play(self, event: Candidate) -> None:
        if isinstance(event, Drop):
            self.dropped.add((event.cell, event.digit))
            return
        if self.digits[event.cell] or (event.cell, event.digit) in self.dropped:
            raise ValueError(f"{event}, but that cell is filled or the digit was ruled out")
        if isinstance(event, Guess):
            self.guesses.append((self.digits[:], set(self.dropped)))
        self.digits[event.cell] = event.digit

    def undo(self) -> None:
        if not self.guesses:
            raise ValueError("undo without an open guess")
        self.digits, self.dropped = self.guesses.pop()
