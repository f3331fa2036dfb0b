"""Hypothesis strategies for puzzles, for tests of formats and of the library."""

from __future__ import annotations

from hypothesis import strategies as st

import ninefold as nf
from ninefold.core.puzzle import Puzzle

WIKIPEDIA = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
SOLUTION = "534678912672195348198342567859761423426853791713924856961537284287419635345286179"
JIGSAW = nf.Layout(4, regions="AAAB ACBB CCDB CDDD")
BOARDS = (
    *(nf.Layout(9), nf.Layout(9), nf.Layout(4), nf.Layout(6), nf.Layout(16), nf.Layout(25), nf.Layout(8)),
    *(nf.Layout(9, diagonals=True), nf.Layout(9, windows=True), nf.Layout(6, box=(3, 2)), JIGSAW),
    nf.Layout(9, extra=["r1c1 r2c2 r3c3"]),
)
TEXT = st.text(st.characters(codec="utf-8", exclude_categories=["Cs", "Cc"]), max_size=20) | st.sampled_from(
    ["=1+1", "+x", "@cmd", "-2", "'=1", "a,b", 'say "so"', "<b>&amp;", "#1", "zwei\nZeilen", "Øystein", "]]>", "5", ":"]
)
WORDS = ("name", "author", "source", "level", "description", "comment", "rules", "created", "url", "id", "rating")


@st.composite
def puzzles(draw: st.DrawFn, layout: nf.Layout | None = None) -> Puzzle:
    """Any puzzle: its digits may clash, its marks may be anywhere."""
    board = layout or draw(st.sampled_from(BOARDS))
    n, cells = board.size, range(board.size**2)
    some = st.dictionaries(st.sampled_from(cells), st.integers(1, n), max_size=40)
    marks = st.dictionaries(st.sampled_from(cells), st.sets(st.integers(1, n), min_size=1), max_size=5)
    clues = nf.Grid.empty(board).with_digits(draw(some))
    placed = {cell: digit for cell, digit in draw(some).items() if not clues[cell]} if draw(st.booleans()) else {}
    full = [clues[cell] or 1 + cell % n for cell in cells]
    return Puzzle.from_parts(
        clues,
        placed=placed,
        centre=draw(marks),
        corner=draw(marks),
        solution=nf.Grid.from_digits(bytes(full), board) if draw(st.booleans()) else None,
        meta=draw(st.dictionaries(st.sampled_from(WORDS), TEXT, max_size=4)),
        **draw(st.sampled_from([{}, {"seconds": 61.5}, {"history": [["r1c1", 5]], "seconds": 2, "extra": {"a": 1}}])),
    )
