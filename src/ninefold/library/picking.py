"""Picking one puzzle of a file: "number 40 of the file", "table 3 of sudoku.txt", "S4 of the workbook"."""

from __future__ import annotations

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.library.files import Reading
from ninefold.library.sheet import Sheet


def pick(read: Reading, key: str) -> Sheet:
    """The puzzle of an ID or a name, if one has it; else the one of a number, counted from 1.

    An ID comes before a number: the tables of sudoku.txt are named by numbers of their own. Where puzzles have no IDs,
    reading ends as soon as the number is reached.
    """
    number = int(key) if key.isascii() and key.isdigit() and len(key) < 12 else 0
    counted: Sheet | ParseError | None = None
    names: list[str] = []
    fault: ParseError | None = None  # the first
    has_puzzles = False
    for place, item in enumerate(read.items(), 1):
        counted = item if place == number else counted
        has_puzzles = has_puzzles or isinstance(item, Sheet)
        fault = item if fault is None and isinstance(item, ParseError) else fault
        if isinstance(item, Sheet) and (found := _names(item)):
            if key in found:
                return item
            names += found[:1] if len(names) < 10 else []
        elif counted is not None:
            break
    if isinstance(counted, ParseError):
        raise counted
    if counted is not None:
        return counted
    if fault is not None and not has_puzzles:  # that comes before which one is wanted
        raise fault
    known = f"; it has {', '.join(names)}" if names else ""
    raise NinefoldError(f"{read.name}: there is no puzzle {key!r}{known}")


def _names(sheet: Sheet) -> list[str]:
    return [sheet.meta[name] for name in ("id", "name") if name in sheet.meta]
