"""Solving a puzzle by any method, and counting its solutions."""

from __future__ import annotations

from ninefold.web import schema as s
from ninefold.web.api.endpoint import Endpoint
from ninefold.web.shapes import (
    BOARD,
    CLASH,
    FLAG,
    GRID,
    LAYOUT,
    LIMITS,
    METHOD,
    NODES,
    NUMBER,
    SETTINGS,
    STATS,
    STATUS,
    TEXT,
    WHOLE,
    list_of,
    seconds,
)

SECONDS = seconds(LIMITS.seconds, 10)

LIMIT = s.or_null(s.whole(1, 1000, "stop after so many solutions: 1 any, 2 to prove uniqueness, null for up to 1000"))

RESULT = s.answer(
    "what a method answered",
    status=STATUS,
    solutions=list_of(BOARD),
    ended=FLAG,
    why=TEXT,
    method=TEXT,
    seconds=NUMBER,
    stats=STATS,
    puzzle=BOARD,
    clashes=list_of(CLASH),
    command=TEXT,
    python=TEXT,
)

SOLVE_FIELDS = {
    "puzzle": GRID,
    "layout": LAYOUT,
    "by": METHOD,
    "settings": SETTINGS,
    "limit": LIMIT,
    "seconds": SECONDS,
    "nodes": NODES,
}

SOLVE = Endpoint(
    method="POST",
    path="/api/solve",
    about="solve a puzzle by any method",
    ask="solve",
    body=s.record(SOLVE_FIELDS, needs=("puzzle",)),
    usual=10,
    answer=RESULT,
)

COUNT = Endpoint(
    method="POST",
    path="/api/count",
    about="count the solutions of a puzzle",
    ask="count",
    body=s.record(
        {"puzzle": GRID, "layout": LAYOUT, "limit": s.whole(1, 2**53), "seconds": SECONDS}, needs=("puzzle",)
    ),
    usual=10,
    answer=s.answer(count=WHOLE, exact=FLAG, why=TEXT, puzzle=BOARD),
)
