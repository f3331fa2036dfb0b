"""What a format says it keeps comes back exactly, from any puzzle that fits it."""

from __future__ import annotations

import importlib.util

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st
from puzzle_strategies import BOARDS, puzzles

import ninefold as nf
from ninefold.core.puzzle import Puzzle
from ninefold.formats import TABLE, detect, find
from ninefold.formats.format import Format, InputFile

WRITTEN = [
    pytest.param(
        form,
        id=form.name,
        marks=[pytest.mark.skip("pyarrow is not installed")]
        if form.name == "parquet" and not importlib.util.find_spec("pyarrow")
        else [],
    )
    for form in TABLE
    if form.write
]
# Its files are the same as those of another, which is found in its place.
LIKE = {"sdm": "line"}


def fitting(form: Format) -> st.SearchStrategy[Puzzle]:
    empty = [
        board
        for board in BOARDS
        if not form.unsupported(Puzzle.from_parts(nf.Grid.empty(board), meta={"rating": "1.2"}))
    ]
    return st.sampled_from(empty).flatmap(puzzles)


def readable(form: Format, puzzle: Puzzle) -> Puzzle:
    """The puzzle with what the format cannot do without."""
    rating = {"rating": "10.5"} if form.name == "bank" else {}
    puzzle = puzzle.replace(meta=dict(puzzle.meta) | rating)
    assume(not form.unsupported(puzzle))
    return puzzle


@pytest.mark.parametrize("form", WRITTEN)
@settings(max_examples=12, deadline=None, suppress_health_check=[HealthCheck.too_slow, HealthCheck.filter_too_much])
@given(data=st.data())
def test_what_is_kept_comes_back(form: Format, data: st.DataObject) -> None:
    count = 1 if form.single else data.draw(st.integers(1, 3))
    given = [readable(form, data.draw(fitting(form))) for _ in range(count)]
    if {puzzle.clues.size for puzzle in given} != {given[0].clues.size}:
        given = given[:1]  # lists of lines are of one size
    written = form.bytes_of(given)
    alphabet = None
    if form.name in ("line", "parquet") and given[0].clues.size > 9:
        alphabet = f"1-9A-{chr(55 + given[0].clues.size)}"  # a few digits alone do not show it
    back = list(form.read(InputFile.of(written, alphabet=alphabet)))
    assert back == form.round_trip(given)
    assert form.bytes_of(back) == written
    assert form.round_trip(back) == back


@pytest.mark.parametrize("form", WRITTEN)
def test_what_is_written_is_known_by_its_content(form: Format) -> None:
    grid = nf.Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    puzzle = Puzzle.from_parts(grid, placed={2: 4}, centre={3: [2, 6]}, meta={"name": "x", "rating": "1.2"})
    found = detect(InputFile.of(form.bytes_of([puzzle])))
    assert found.name in (form.name, LIKE.get(form.name))
    assert found.read is form.read or form.name == "marks"


def test_every_format_has_a_different_name() -> None:
    assert len({form.name for form in TABLE}) == len(TABLE) > 25
    for form in TABLE:
        assert find(form.name) is form
        assert form.about
