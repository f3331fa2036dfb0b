"""What is wrong with a grid, what it leaves open, and the next step."""

from __future__ import annotations

from ninefold.core.geometry import MAX_SIZE
from ninefold.web import schema as s
from ninefold.web.api.endpoint import Endpoint
from ninefold.web.api.solving import SECONDS
from ninefold.web.shapes import CANDIDATE, CELL, CELLS, CLASH, DIGIT, FLAG, GRID, LAYOUT, TEXT, UNIT, WHOLE, list_of

CHECK = Endpoint(
    method="POST",
    path="/api/check",
    about="what is wrong with a grid, and what is left",
    ask="check",
    body=s.record({"grid": GRID, "clues": GRID, "layout": LAYOUT, "seconds": SECONDS}, needs=("grid",)),
    usual=2,
    answer=s.answer(
        verdict=s.one_of("complete and correct", "partial but correct", "incorrect"),
        correct=FLAG,
        complete=FLAG,
        empty=WHOLE,
        row_errors=WHOLE,
        column_errors=WHOLE,
        box_errors=WHOLE,
        extra_errors=WHOLE,
        clashes=list_of(CLASH),
        clashing_cells=list_of(CELL),
        changed_clues=list_of(CELL),
        wrong_cells=list_of(CELL),
        completable=s.or_null(FLAG),
        proper=s.or_null(FLAG),
        message=TEXT,
    ),
)

CANDIDATES = Endpoint(
    method="POST",
    path="/api/candidates",
    about="what the digits leave open in each empty cell",
    ask="candidates",
    body=s.record({"grid": GRID, "layout": LAYOUT}, needs=("grid",)),
    answer=s.answer(candidates=list_of(list_of(DIGIT))),
)

HINT = Endpoint(
    method="POST",
    path="/api/hint",
    about="the next step, as strongly as asked for",
    ask="hint",
    body=s.record(
        {
            "grid": GRID,
            "clues": GRID,
            "layout": LAYOUT,
            "strength": s.whole(1, 3, "1 where to look, 2 which technique, 3 the whole deduction"),
            "marks": s.any_of(
                s.mapping(s.some(DIGIT, most=MAX_SIZE), most=CELLS, pattern="^[0-9]{1,4}$"),
                s.some(s.some(DIGIT, most=MAX_SIZE), most=CELLS),
                about="the candidates that the player noted, by cell or as a list for all cells",
            ),
        },
        needs=("grid",),
    ),
    answer=s.answer(
        kind=s.one_of("step", "mistake", "done", "stuck"),
        strength=WHOLE,
        technique=TEXT,
        message=TEXT,
        cells=list_of(CELL),
        units=list_of(UNIT),
        seen=list_of(CELL),
        arrows=list_of(list_of(CELL)),
        ties=list_of(list_of(CELL)),
        places=list_of(CANDIDATE),
        drops=list_of(CANDIDATE),
        marks=list_of(s.answer(cell=CELL, digit=DIGIT, role=s.one_of("place", "drop", "because"))),
    ),
)
