"""A new puzzle, made now or taken from the library."""

from __future__ import annotations

from ninefold.web import schema as s
from ninefold.web.api.endpoint import Endpoint
from ninefold.web.shapes import BOARD, FLAG, LAYOUT, LIMITS, SEED, TEXT, WHOLE, seconds

MAKE_FIELDS = {
    "kind": s.one_of("puzzle", "shidoku", about="a proper puzzle, or four digits on a 4×4 board as in the lecture"),
    "size": s.whole(2, 25),
    "layout": LAYOUT,
    "level": s.text("one of the levels that /api/about lists", most=40),
    "symmetry": s.text("one of the symmetries that /api/about lists", most=40),
    "minimal": s.flag("no clue to spare"),
    "clues": s.or_null(
        s.any_of(s.whole(0, 625), s.some(s.whole(0, 625), least=2, most=2), about="how many clues, or from and to")
    ),
    "seed": SEED,
    "from": s.one_of("fresh", "library"),
    "seconds": seconds(LIMITS.seconds, 20),
}

MADE = s.answer(
    "a puzzle that was made or taken from the library",
    puzzle=BOARD,
    solution=s.or_null(BOARD),
    level=TEXT,
    symmetry=TEXT,
    clues=WHOLE,
    seed=s.or_null(WHOLE),
    minimal=s.or_null(FLAG),
    source=s.one_of("fresh", "library"),
    id=s.or_null(TEXT),
)

GENERATE = Endpoint(
    method="POST",
    path="/api/generate",
    about="a new puzzle, made now or taken from the library",
    ask="generate",
    body=s.record(MAKE_FIELDS),
    usual=20,
    answer=MADE,
)
