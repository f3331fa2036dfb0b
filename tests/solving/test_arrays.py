"""Calls over arrays: every row gets what the call for one grid gives, on every board."""

from __future__ import annotations

import random
from itertools import islice
from typing import Any

import numpy as np
import pytest

import ninefold as nf

Digits = np.ndarray[Any, np.dtype[np.uint8]]


def rows(grids: list[nf.Grid]) -> Digits:
    return np.array([list(grid.digits) for grid in grids], np.uint8)


def made(layout: str, count: int = 12) -> list[nf.Grid]:
    return [puzzle.clues for puzzle in nf.generate(layout, count=count, seed=5)]


@pytest.mark.parametrize("layout", ["4", "6", "9", "9+diagonals", "4+diagonals"])
def test_forms_ids_automorphisms_and_levels_are_those_of_single_grids(layout: str) -> None:
    grids = made(layout)
    board, array = grids[0].layout, rows(grids)
    assert [bytes(row) for row in nf.canonical_many(array, layout=board)] == [nf.canonical(g).digits for g in grids]
    assert nf.ids_many(array, layout=board).tolist() == [nf.puzzle_id(grid) for grid in grids]
    assert nf.automorphisms_many(array, layout=board).tolist() == [nf.automorphism_count(grid) for grid in grids]
    assert nf.levels_many(array, layout=board).tolist() == [nf.level_of(grid) for grid in grids]


def test_levels_agree_on_puzzles_of_every_level_and_on_broken_ones() -> None:
    rng = random.Random(7)
    grids = made("9", 200)
    broken = []
    for grid in grids:
        digits = bytearray(grid.digits)
        digits[rng.randrange(81)] = rng.randrange(10)
        broken.append(nf.Grid.from_digits(bytes(digits), grid.layout))
    found = nf.levels_many(rows(grids + broken)).tolist()
    assert found == [nf.level_of(grid) for grid in grids + broken]
    assert {*found} >= {"moderate", "tricky", "hard", "severe", "extreme"}


def test_results_do_not_depend_on_threads_or_the_kind_of_input() -> None:
    grids = made("9", 300)
    array = rows(grids)
    wanted = nf.canonical_many(array, threads=1)
    for given in (array.reshape(-1, 9, 9), array.astype(np.int64), [grid.line for grid in grids], grids):
        assert np.array_equal(nf.canonical_many(given, threads=3), wanted)
    assert nf.ids_many(array[:0]).tolist() == []


def test_bad_arrays_are_refused_with_every_fault() -> None:
    with pytest.raises(nf.GridError, match=r"shape \(2, 80\)"):
        nf.canonical_many(np.zeros((2, 80), np.uint8))
    with pytest.raises(nf.GridError, match=r"puzzle 1, r1c2: read 5, expected 0 to 4"):
        nf.levels_many(np.array([[0] * 16, [0, 5, *[0] * 14]]))
    with pytest.raises(nf.GridError, match="rows of 81 digits, expected 36"):
        nf.ids_many(np.zeros((1, 81), np.uint8), layout=6)
    clash = np.zeros((3, 81), np.uint8)
    clash[1, :2] = clash[2, :2] = 4
    with pytest.raises(nf.GridError, match=r"(?s)puzzle 1: .*puzzle 2: "):
        nf.canonical_many(clash)
    with pytest.raises(nf.GridError, match="puzzle 1: "):
        nf.canonical_many(["." * 16, "." * 15 + "7"], layout=4)
    with pytest.raises(nf.NinefoldError, match="threads"):
        nf.canonical_many(clash, threads=0)
    with pytest.raises(nf.LayoutError, match="too large"):
        nf.levels_many(np.zeros((1, 64 * 64), np.uint8))


# --- scores -----------------------------------------------------------------------------------------


@pytest.mark.parametrize("layout", ["4", "9"])
def test_scores_count_what_is_right(layout: str) -> None:
    puzzles = nf.generate(layout, count=40, seed=2)
    clues, solutions = rows([p.clues for p in puzzles]), rows([p.solution for p in puzzles if p.solution])
    answers = solutions.copy()
    answers[1] = clues[1]  # nothing was filled in
    cell = int(np.flatnonzero(clues[2] == 0)[0])
    answers[2, cell] = answers[2, cell] % int(layout) + 1  # one wrong digit
    changed = int(np.flatnonzero(clues[3])[0])
    answers[3, changed] = 0  # a clue was removed
    for known in (None, solutions):
        scores = nf.score_many(clues, answers, solutions=known)
        assert np.flatnonzero(~scores.solved).tolist() == [1, 2, 3]
        assert np.flatnonzero(~scores.kept).tolist() == [3]
        assert np.flatnonzero(scores.clashing).tolist() == [2]
        assert scores.correct[0] == scores.empty[0] == (clues[0] == 0).sum()
        assert (scores.correct[1], scores.correct[2]) == (0, scores.empty[2] - 1)
        assert scores.partial[[0, 1, 3]].tolist() == [1.0, 0.0, 0.0]
        assert 0 < scores.partial[2] < 1


def test_no_rows_have_no_scores() -> None:
    assert nf.score_many(np.zeros((0, 81), np.uint8), np.zeros((0, 81), np.uint8)).solved.tolist() == []


def test_garbage_scores_zero_and_never_raises() -> None:
    clues = rows(made("9", 6))
    scores = nf.score_many(clues, ["", None, "x" * 81, object(), float("nan"), "1" * 82])
    assert not scores.partial.any()
    assert not scores.solved.any()
    for answers in (np.full((6, 81), -1), np.full((6, 81), np.nan), np.full((6, 81), 255, np.uint8), np.ones((6, 7))):
        assert not nf.score_many(clues, answers).partial.any()
    with pytest.raises(nf.NinefoldError, match="6 puzzles and 1 answer: expected equally many"):
        nf.score_many(clues, [""])


def test_answers_may_be_an_array_of_texts_or_bytes() -> None:
    puzzles = made("9", 3)
    right = [solution.line for puzzle in puzzles if (solution := nf.solve(puzzle).solution)]
    texts = np.array([*right[:2], "\xff" * 81])
    for answers in (texts, np.char.encode(texts, "latin-1")):
        assert nf.score_many(rows(puzzles), answers).solved.tolist() == [True, True, False]


def test_each_of_several_solutions_is_accepted() -> None:
    grids = list(islice(nf.solutions("." * 16), 3))
    scores = nf.score_many(["." * 16] * 4, [*grids, "1" * 16], layout=4)
    assert scores.solved.tolist() == [True, True, True, False]
    assert scores.correct.tolist() == [16, 16, 16, 0]
