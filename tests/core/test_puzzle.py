"""Puzzle: clues, solution, texts and play are separate, checked, and brought to one form."""

from __future__ import annotations

import pytest
from hypothesis import given, settings
from puzzle_strategies import SOLUTION, WIKIPEDIA, puzzles

import ninefold as nf
from ninefold.core.grid import read_line
from ninefold.core.puzzle import PARTS, Play, Puzzle, Rating

GRID, FULL = nf.Grid(WIKIPEDIA), nf.Grid(SOLUTION)
NAMES = {"Puzzle": Puzzle, "Play": Play, "Rating": Rating, "Grid": nf.Grid, "Layout": nf.Layout}


@settings(max_examples=30, deadline=None)
@given(puzzles(nf.Layout(9)))
def test_repr_is_the_code_that_makes_it(puzzle: Puzzle) -> None:
    assert eval(repr(puzzle), NAMES) == puzzle
    assert hash(puzzle) == hash(puzzle.replace())
    assert Puzzle.from_parts(GRID, meta=puzzle.meta).meta == puzzle.meta


def test_grid_is_clues_and_placed_digits() -> None:
    puzzle = Puzzle(GRID, play=Play(placed={2: 4}))
    assert puzzle.grid.line == "534" + WIKIPEDIA[3:]
    assert puzzle.clues.line == WIKIPEDIA


def test_an_empty_play_is_none() -> None:
    assert Puzzle(GRID, play=Play()) == Puzzle(GRID)
    assert Puzzle.from_parts(GRID, placed={2: 4}).replace(placed={}).play is None


@pytest.mark.parametrize(
    ("parts", "message"),
    [
        ({"placed": {0: 4}}, "r1c1: read 4 placed, expected its clue 5"),
        ({"placed": {2: 10}}, "r1c3: read 10, expected a digit 1 to 9"),
        ({"centre": {2: (0,)}}, "r1c3: read 0, expected marks 1 to 9"),
        ({"seconds": -1}, "seconds: read -1, expected a number from 0"),
        ({"solution": GRID}, "expected a full grid of 9"),
        ({"solution": nf.Grid("1" * 81)}, "solution r1c1: read 1, expected the clue 5"),
    ],
)
def test_parts_that_do_not_fit_the_clues_are_errors(parts: dict[str, object], message: str) -> None:
    with pytest.raises(nf.GridError, match=message):
        Puzzle.from_parts(GRID, **parts)  # type: ignore[arg-type]


@pytest.mark.parametrize(
    ("fields", "message"),
    [
        ({"proper": "yes"}, "proper is True, False or None"),
        ({"proper": True}, "needs that solution"),
        ({"rating": 7.1}, "a rating is a Rating"),
        ({"seed": -1}, "a seed is a whole number"),
        ({"about": {"level": "easy"}}, "level is a field of its own"),
        ({"play": {"placed": {}}}, "is a Play"),
        ({"clues": WIKIPEDIA}, "are a Grid"),
    ],
)
def test_wrong_fields_are_errors(fields: dict[str, object], message: str) -> None:
    with pytest.raises(nf.GridError, match=message):
        Puzzle(**({"clues": GRID} | fields))  # type: ignore[arg-type]


def test_meta_has_all_texts_in_one_order() -> None:
    one = Puzzle.from_parts(GRID, meta={"rating": "7.10", "source": "s", "seed": "42", "name": "n", "level": ""})
    assert (one.source, one.rating, one.seed, one.level, one.about) == ("s", Rating("7.10"), 42, "", {"name": "n"})
    assert one.meta == {"name": "n", "source": "s", "rating": "7.10", "seed": "42"}
    assert list(one.meta) == ["name", "source", "rating", "seed"]


@pytest.mark.parametrize("seed", ["042", "-1", "x", "18446744073709551616", "٣", "1" * 5000])
def test_a_seed_that_is_not_a_number_stays_a_text(seed: str) -> None:
    one = Puzzle.from_parts(GRID, meta={"seed": seed})
    assert (one.seed, one.about, one.meta) == (None, {"seed": seed}, {"seed": seed})


@pytest.mark.parametrize(("text", "value"), [("7.1", 7.1), ("7.1/1.2", None), ("", None), ("1" * 40, None)])
def test_rating_value(text: str, value: float | None) -> None:
    assert Rating(text).value == value


def test_a_puzzle_with_other_clues_is_not_known_to_be_proper() -> None:
    proved = Puzzle.proved(GRID, FULL, level="easy", seed=1)
    assert proved == Puzzle(GRID, solution=FULL, proper=True, level="easy", seed=1)
    assert proved.replace(source="here").proper is True
    assert proved.replace(clues=FULL).proper is None
    assert proved.only(PARTS, ["level"]).proper is None


def test_a_puzzle_is_solved_by_its_clues() -> None:
    puzzle = Puzzle.from_parts(GRID, placed={2: 1})
    assert nf.solve(puzzle).solution == FULL
    assert nf.Grid(puzzle) == GRID


@pytest.mark.parametrize("size", [4, 6, 9, 16, 25, 36, 49, 64])
def test_a_line_reads_back_as_the_grid_that_wrote_it(size: int) -> None:
    layout = nf.Layout(size)
    grid = nf.Grid.from_digits(bytes((7 * cell + cell // size) % (size + 1) for cell in range(size**2)), layout)
    assert read_line(grid.line, layout) == grid


def test_our_own_lines_are_not_read_character_by_character(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.delattr("ninefold.core.grid.read_grid")
    assert read_line(WIKIPEDIA, nf.Layout(9)) == GRID


@pytest.mark.parametrize("line", [WIKIPEDIA[1:], WIKIPEDIA[1:] + "x", "é" + WIKIPEDIA[1:], "53" * 100])
def test_a_line_that_is_not_a_grid_is_an_error(line: str) -> None:
    with pytest.raises(nf.ParseError):
        read_line(line, nf.Layout(9))
    assert read_line("0" + WIKIPEDIA[1:], nf.Layout(9)) == GRID.with_digits({0: 0})


def test_a_copy_that_loses_nothing_is_the_same_object() -> None:
    puzzle = Puzzle.from_parts(GRID, placed={2: 4}, solution=FULL, meta={"name": "n", "level": "easy"})
    assert puzzle.only(PARTS, puzzle.meta) is puzzle
    assert puzzle.replace(meta=puzzle.meta) is puzzle
    assert puzzle.only(["solution"], ["name"]) == Puzzle(GRID, solution=FULL, about={"name": "n"})
    assert puzzle.replace(extra={"a": True}).replace(extra={"a": 1}).extra["a"] is not True
