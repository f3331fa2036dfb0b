"""The ask that takes puzzles into the library; it works on the file itself, beside the server.

What is placed or noted on a puzzle becomes a game in play, for the first few that have something.
"""

from __future__ import annotations

from ninefold.library.games import Games, is_game
from ninefold.library.store import Library
from ninefold.web.asks.common import Asked, Desk, Record
from ninefold.web.asks.files import errors_of, items_of

MAX_IDS, MAX_GAMES = 1000, 100


def taken_in(asked: Asked, desk: Desk) -> Record:
    """How many are new, how many were known, how many games were begun, and what could not be read."""
    _, sheets, errors, notes = items_of(asked, desk)
    with Library(asked["library"]) as library:
        added = library.add(sheets)
        ids = [library.get(number).id for number in added.numbers[:MAX_IDS]]
        played = [(number, sheet) for number, sheet in zip(added.numbers, sheets, strict=True) if is_game(sheet)]
        games = Games(library).add(played[:MAX_GAMES])
    if len(played) > MAX_GAMES:
        notes = [*notes, f"what is placed or noted on {len(played) - MAX_GAMES:,} further puzzles is not kept"]
    return {
        "added": added.new,
        "doubles": added.known,
        "completed": added.completed,
        "games": games,
        "errors": errors_of(errors),
        "notes": notes,
        "ids": ids,
    }
