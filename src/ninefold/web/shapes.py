"""Shapes: the values that several requests and answers have in common, as schemas."""

from __future__ import annotations

from ninefold.core.geometry import MAX_SIZE
from ninefold.web import schema as s
from ninefold.web.limits import Limits

LIMITS = Limits()
CELLS = MAX_SIZE**2
MAX_GRID = 16 * CELLS

# What answers are made of; nobody has to hold to a length there.
TEXT: s.Schema = {"type": "string"}
WHOLE: s.Schema = {"type": "integer"}
NUMBER: s.Schema = {"type": "number"}
FLAG: s.Schema = {"type": "boolean"}

DIGIT = s.whole(0, MAX_SIZE)
ROW = s.some(DIGIT, most=CELLS, least=1)
CELL = s.whole(0, CELLS - 1, "a cell, counted row by row from 0")

GRID = s.any_of(
    s.text(most=MAX_GRID, least=1),
    ROW,
    s.some(ROW, most=MAX_SIZE, least=1),
    about="a grid as text in any form, as N² numbers, or as N rows of N; 0 is empty",
)
LAYOUT = s.text("a layout in one word, as 9, 2x3, 9+diagonals or jigsaw:MAP", most=40_000, least=1)
METHOD = s.text("the name of a method, or auto", most=100, least=1)
SETTINGS = s.mapping(s.text(most=1000), most=50, about="options of the method, as texts")
NODES = s.or_null(s.whole(1, 2**53, "the most nodes of work"))
SEED = s.or_null(s.whole(0, 2**53, "the same seed makes the same again; null for any"))

BOARD = s.answer(
    "a grid",
    line=s.text("in one line", most=MAX_GRID),
    layout=s.text("its layout", most=100_000),
    size=s.whole(2, MAX_SIZE),
    digits=s.some(DIGIT, most=CELLS),
)
UNIT = s.answer(
    kind=s.text(most=20), number=s.whole(1, 10_000), name=s.text(most=40), cells=s.some(CELL, most=MAX_SIZE)
)
CLASH = s.answer(
    unit=s.text(most=40),
    kind=s.text(most=20),
    number=s.whole(1, 10_000),
    digit=DIGIT,
    cells=s.some(CELL, most=MAX_SIZE),
)
CANDIDATE = s.answer(cell=CELL, digit=DIGIT)
STATUS = s.one_of("unique", "solved", "multiple", "impossible", "unknown")

MARKS = s.mapping(s.some(DIGIT, most=MAX_SIZE), most=CELLS, about="digits by the name of the cell, as r1c4")
SHEET = s.record(
    {
        "format": s.one_of("ninefold/1"),
        "layout": LAYOUT,
        "clues": s.text("the clues in one line", most=MAX_GRID, least=1),
        "placed": s.mapping(DIGIT, most=CELLS, about="a digit by the name of its cell"),
        "marks": s.record({"centre": MARKS, "corner": MARKS}),
        "solution": s.text(most=MAX_GRID),
        "meta": s.mapping(s.text(most=100_000), most=200),
        "play": {"type": "object", "description": "whatever belongs to a game in play"},
    },
    needs=("format", "layout", "clues"),
    about="a puzzle with what is placed and noted on it",
)
STATS = {"type": "object", "description": "the numbers that the method told"}
FREE = {"description": "any value"}
ERROR = s.record(
    {
        "kind": s.text(most=40),
        "message": s.text(most=1_000_000),
        "where": s.text(most=10_000),
        "faults": s.some(s.answer(where=s.text(), read=s.text(), expected=s.text()), most=100),
    },
    needs=("kind", "message", "where"),
)
ERROR_BODY = s.answer("every refusal has this shape", error=ERROR)


def list_of(schema: s.Schema) -> s.Schema:
    """A list in an answer."""
    return {"type": "array", "items": schema}


def seconds(most: float, usual: float) -> s.Schema:
    """A time limit."""
    return s.number(0.001, most, f"the longest time; {usual:g} where left out")
