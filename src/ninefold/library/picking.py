"""Picking one puzzle of a file: "number 40 of the file", "table 3 of sudoku.txt", "S4 of the workbook"."""

from __future__ import annotations

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.values import shown
from ninefold.library.files import Reading
from ninefold.library.sheet import Sheet


def pick(read: Reading, key: str) -> Sheet:
    """The puzzle of an ID or a name, if one has it; else the one of a number, counted from 1.

    An ID comes before a number: the tables of sudoku.txt are named by numbers of their own. Where puzzles have no IDs,
    reading ends as soon as the number is reached.
    """
    number = int(key) if key.isascii() and key.isdigit() and len(key) < 12 else 0
    counted: Sheet | ParseError | None = None
    known: list[str] = []
    fault: ParseError | None = None  # the first
    has_puzzles = False
    for place, item in enumerate(read.items(), 1):
        counted = item if place == number else counted
        has_puzzles = has_puzzles or isinstance(item, Sheet)
        fault = item if fault is None and isinstance(item, ParseError) else fault
        if names := _names(item):
            if key in names:
                return _read(item)
            known += names[:1] if len(known) < 10 and isinstance(item, Sheet) else []
        elif counted is not None:
            break
    if counted is not None:
        return _read(counted)
    if fault is not None and not has_puzzles:  # that comes before which one is wanted
        raise fault
    start = f"{read.name}: "
    has = f"; it has {', '.join(map(_told, known))}" if known else ""
    unread = f"; and what cannot be read: {fault.message.removeprefix(start)}" if fault else ""
    raise NinefoldError(f"{start}there is no puzzle {shown(key)}{has}{unread}", fault.faults if fault else ())


def _read(item: Sheet | ParseError) -> Sheet:
    if isinstance(item, ParseError):
        raise item
    return item


def _told(name: str) -> str:
    """A name as messages have it, whatever characters stand in it."""
    return name if name.isprintable() and len(name) < 40 else shown(name)


def _names(item: Sheet | ParseError) -> list[str]:
    """What a puzzle is called; one that cannot be read may have told that much."""
    if isinstance(item, Sheet):
        return [item.meta[name] for name in ("id", "name") if name in item.meta]
    return [item.key] if item.key else []
