"""The library: searched, filled, exported, changed."""

from __future__ import annotations

from ninefold.core.geometry import MAX_SIZE
from ninefold.web import schema as s
from ninefold.web.api.endpoint import Endpoint
from ninefold.web.api.files import FAULTS, FILE_QUERY, PARSE_FIELDS
from ninefold.web.shapes import BOARD, CELLS, NUMBER, SHEET, TEXT, WHOLE, list_of

FILTERS = {
    "text": s.text("words in name, author, source or tags", most=200),
    "size": s.whole(2, MAX_SIZE),
    "level": s.text(most=40),
    "tag": s.text(most=100),
    "clues_from": s.whole(0, CELLS),
    "clues_to": s.whole(0, CELLS),
    "sort": s.one_of("added", "clues", "level", "name"),
}

KEPT_FIELDS = {
    "id": TEXT,
    "puzzle": BOARD,
    "name": TEXT,
    "author": TEXT,
    "source": TEXT,
    "level": TEXT,
    "rating": s.or_null(NUMBER),
    "clues": WHOLE,
    "tags": list_of(TEXT),
    "added": TEXT,
}

WHOLE_KEPT = s.answer(**KEPT_FIELDS, sheet=SHEET, solution=s.or_null(BOARD))

REMOVED = s.answer(removed=WHOLE)

SEARCH_LIBRARY = Endpoint(
    method="GET",
    path="/api/library",
    about="search the library",
    query=FILTERS | {"offset": s.whole(0, 10**9), "limit": s.whole(1, 500)},
    answer=s.answer(total=WHOLE, puzzles=list_of(s.answer(**KEPT_FIELDS))),
)

ADD_TO_LIBRARY = Endpoint(
    method="POST",
    path="/api/library",
    about="put puzzles in any format into the library",
    body=s.record(PARSE_FIELDS, needs=("text",)),
    query=FILE_QUERY,
    file=True,
    answer=s.answer(
        added=WHOLE,
        doubles=WHOLE,
        completed=WHOLE,
        games=WHOLE,
        errors=FAULTS,
        notes=list_of(TEXT),
        ids=list_of(TEXT),
    ),
)

EXPORT_LIBRARY = Endpoint(
    method="GET",
    path="/api/library/export",
    about="puzzles of the library as a file",
    query=FILTERS | {"format": s.text(most=40)},
    type="application/octet-stream",
)

RANDOM_PUZZLE = Endpoint(
    method="GET",
    path="/api/library/random",
    about="a puzzle of the library by lot",
    query=FILTERS,
    answer=WHOLE_KEPT,
)

SHOW_PUZZLE = Endpoint(method="GET", path="/api/library/{id}", about="a puzzle of the library", answer=WHOLE_KEPT)

CHANGE_PUZZLE = Endpoint(
    method="PATCH",
    path="/api/library/{id}",
    about="name or tag a puzzle of the library",
    body=s.record({"name": s.text(most=200), "tags": s.some(s.text(most=100, least=1), most=50)}),
    answer=WHOLE_KEPT,
)

REMOVE_PUZZLE = Endpoint(
    method="DELETE", path="/api/library/{id}", about="remove a puzzle from the library", answer=REMOVED
)
