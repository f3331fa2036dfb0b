"""Traces in files: the JSON lines that `trace=` and `--trace` write, read back as events."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterable, Iterator, Mapping
from itertools import count
from os import PathLike
from typing import Any, TextIO

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import read_line
from ninefold.core.layout import Layout
from ninefold.core.values import read_path, short_repr, whole_number
from ninefold.solving.trace import Belief, Drop, End, Event, Found, Guess, Log, Note, Place, Start, Undo

Fields = Mapping[str, Any]
MAX_LINE = 1 << 24  # the beliefs of a 64×64 board take six million characters
CANDIDATES = {kind.kind: kind for kind in (Place, Drop, Guess)}


def read_trace(path: str | PathLike[str]) -> list[Event]:
    """The events of a trace file, as `solve(trace=path)` or `ninefold solve --trace` wrote it.

    The file of several puzzles has one run after the other; `runs_of` separates them.

    Raises:
        ParseError: a line is not an event; the message has its number.
    """
    with open(read_path(path), encoding="utf-8-sig", errors="replace") as file:
        return list(events_of(_lines(file)))


def _lines(file: TextIO) -> Iterator[str]:
    """The lines of a file, as long as they can be events; a device may have one without an end."""
    for number in count(1):
        line = file.readline(MAX_LINE)
        if not line:
            return
        if len(line) == MAX_LINE:
            raise ParseError(f"line {number} has more than {MAX_LINE:,} characters, too many for an event of a trace")
        yield line


def events_of(lines: Iterable[str]) -> Iterator[Event]:
    """The events of the lines of a trace file; empty lines are skipped."""
    layout: Layout | None = None
    for number, line in enumerate(lines, 1):
        if not line.strip():
            continue
        try:
            event = _event(_fields(line), layout)
        except (LookupError, TypeError, ValueError, RecursionError) as error:
            why = error.message if isinstance(error, NinefoldError) else "it lacks a part, or has one of another kind"
            text = f"line {number} is not an event of a trace: {short_repr(line.strip())} ({why})"
            raise ParseError(text) from None
        if isinstance(event, Start):
            layout = event.puzzle.layout
        yield event


def runs_of(events: Iterable[Event]) -> Iterator[list[Event]]:
    """The events of each run, from its start on."""
    run: list[Event] = []
    for event in events:
        if isinstance(event, Start) and run:
            yield run
            run = []
        run.append(event)
    if run:
        yield run


def _fields(line: str) -> Fields:
    try:
        fields = json.loads(line)
    except (ValueError, RecursionError):
        raise NinefoldError("it is not JSON") from None
    if not isinstance(fields, dict):
        raise NinefoldError("it is not a JSON object")
    return fields


def _event(fields: Fields, layout: Layout | None) -> Event:
    kind = fields["event"]
    if kind == "start":
        return Start(read_line(fields["puzzle"], Layout.parse(fields["layout"])), fields["method"])
    if kind in PLAIN:
        return PLAIN[kind](fields)
    if kind not in (*CANDIDATES, "found"):
        raise NinefoldError(f"the kind {short_repr(kind)} is unknown")
    if layout is None:
        raise NinefoldError("its run has no start before it")
    if kind == "found":
        return Found(read_line(fields["solution"], layout))
    cell, digit = layout.cell(fields["cell"]), whole_number(fields["digit"])
    if digit is None or not 1 <= digit <= layout.size:
        raise NinefoldError(f"the digit {short_repr(fields['digit'])} is not on the board")
    return CANDIDATES[kind](cell, digit, layout.size, fields.get("why", ""))


PLAIN: dict[str, Callable[[Fields], Event]] = {
    "undo": lambda _: Undo(),
    "belief": lambda fields: Belief(fields["values"]),
    "note": lambda fields: Note(fields["name"], fields["value"]),
    "log": lambda fields: Log(fields["line"]),
    "end": lambda fields: End(fields["status"], fields.get("why", "")),
}
