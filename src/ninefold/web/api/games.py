"""Saved games: listed, opened, saved, forgotten."""

from __future__ import annotations

from ninefold.web import schema as s
from ninefold.web.api.endpoint import Endpoint
from ninefold.web.api.library import REMOVED
from ninefold.web.shapes import FLAG, NUMBER, SHEET, TEXT, WHOLE, list_of

LISTED = {"id": TEXT, "name": TEXT, "saved": TEXT, "version": WHOLE, "solved": FLAG, "seconds": NUMBER, "layout": TEXT}
GAME = s.answer(**LISTED, sheet=SHEET)

LIST_GAMES = Endpoint(
    method="GET",
    path="/api/games",
    about="the games that were saved, the last first, without their sheets",
    answer=s.answer(games=list_of(s.answer(**LISTED))),
)

SHOW_GAME = Endpoint(method="GET", path="/api/games/{id}", about="a saved game", answer=GAME)

SAVE_GAME = Endpoint(
    method="PUT",
    path="/api/games/{id}",
    about="save a game under a name of one's own",
    body=s.record(
        {
            "sheet": SHEET,
            "name": s.text(most=200),
            "solved": s.flag(),
            "version": s.or_null(s.whole(0, 2**53, "the version last seen; another one there is a conflict")),
        },
        needs=("sheet",),
    ),
    answer=s.answer(id=TEXT, version=WHOLE, saved=TEXT),
)

FORGET_GAME = Endpoint(method="DELETE", path="/api/games/{id}", about="forget a saved game", answer=REMOVED)
