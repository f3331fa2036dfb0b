"""The ask that takes puzzles into the library; it works on the file itself, beside the server."""

from __future__ import annotations

from ninefold.library.store import Library
from ninefold.web.asks.common import Asked, Desk, Record
from ninefold.web.asks.files import errors_of, items_of

MOST_IDS = 1000


def taken_in(asked: Asked, desk: Desk) -> Record:
    """How many are new, how many were known, and what could not be read."""
    _, sheets, errors, notes = items_of(asked, desk)
    with Library(asked["library"]) as library:
        added = library.add(sheets)
        ids = [library.get(number).id for number in added.numbers[:MOST_IDS]]
    return {"added": added.new, "doubles": added.known, "errors": errors_of(errors), "notes": notes, "ids": ids}
