"""Many puzzles relaxed at once: rows in their order, every grid judged, limits kept."""

from __future__ import annotations

from threading import Event as Flag

import numpy as np
import pytest
from known import paper_puzzles

import ninefold as nf
from ninefold.solving.methods.divide_and_concur import DivideAndConcur
from ninefold.solving.methods.network import Network

NINE = [entry for entry in paper_puzzles() if entry.puzzle.layout == nf.Layout(9) and entry.solutions == 1]
PUZZLES = [entry.puzzle for entry in NINE]
IMPOSSIBLE = nf.Grid("53..7....6..195....98....6.8...6...39..8.3..17...2...6.6....28....419..5....8..79")


def test_each_row_is_the_answer_to_its_puzzle() -> None:
    found = nf.relax_many(PUZZLES)
    assert len(found) == len(PUZZLES)
    assert found.share == 1
    assert found.puzzle.tolist() == [list(puzzle.digits) for puzzle in PUZZLES]
    assert found.solution.tolist() == [list(entry.solution.digits) for entry in NINE]
    assert (found.steps > 0).all()


@pytest.mark.parametrize("width", [1, 3, 200])
def test_the_width_does_not_affect_correctness(width: int) -> None:
    found = nf.relax_many(PUZZLES[:5], width=width)
    assert found.solution.tolist() == [list(entry.solution.digits) for entry in NINE[:5]]


def test_an_unsolved_puzzle_is_a_row_of_zeros() -> None:
    found = nf.relax_many([PUZZLES[0], IMPOSSIBLE, PUZZLES[1]], by=DivideAndConcur(starts=2, steps=500))
    assert found.solved.tolist() == [True, False, True]
    assert not found.solution[1].any()
    assert found.start[1] == found.steps[1] == 0


def test_contradictory_clues_are_not_solved() -> None:
    clash, bare = "11" + "." * 14, "12....3........4"
    for by in ("network", "sinkhorn", "hopfield"):
        found = nf.relax_many([clash, bare, "..4.1......3.1.."], by=by)
        assert found.solved.tolist() == [False, False, True]


def test_other_methods_and_layouts_are_solved_too() -> None:
    layout = nf.Layout.parse("4+diagonals")
    found = nf.relax_many([nf.Grid("....3.2..1......", layout=layout)] * 2, by="sinkhorn")
    assert found.solution.tolist() == [[int(digit) for digit in "1243342121344312"]] * 2


def test_the_same_question_has_the_same_answer() -> None:
    first, second = (nf.relax_many(PUZZLES[:4], by=DivideAndConcur(seed=3)) for _ in range(2))
    assert (first.steps == second.steps).all()
    assert (first.start == second.start).all()


def test_a_batch_of_the_lectures_network_solves_the_lectures_puzzle() -> None:
    lecture = next(entry for entry in NINE if entry.name == "lecture")
    found = nf.relax_many([lecture.puzzle] * 3, by=Network(starts=1))
    assert found.share == 1
    assert set(found.steps.tolist()) == {290}


def test_time_and_cancel_stop_it_with_partial_results() -> None:
    flag = Flag()
    flag.set()
    cancelled = nf.relax_many(PUZZLES, cancel=flag)
    assert cancelled.why == "cancelled"
    assert cancelled.share == 0
    assert "seconds" in nf.relax_many([IMPOSSIBLE] * 2, by=Network(starts=10_000), limit=nf.Limit(seconds=0.2)).why


def test_no_puzzles_give_no_rows() -> None:
    found = nf.relax_many([])
    assert len(found) == 0
    assert found.share == 0
    assert found.solution.dtype == np.uint8


@pytest.mark.parametrize(
    ("puzzles", "options", "message"),
    [
        ("53..7....", {}, "pass a list even for one puzzle"),
        (5, {}, "puzzles must be"),
        ([nf.Grid.empty(4), nf.Grid.empty(9)], {}, "same layout; read 4, 9"),
        ([nf.Grid.empty(4)], {"width": 0}, "width must be a whole number"),
        ([nf.Grid.empty(4)], {"by": "backtrack"}, "is not a relaxation"),
        ([nf.Grid.empty(4)], {"by": "netwrok"}, "did you mean network"),
        ([nf.Grid.empty(4)], {"limit": nf.Limit(nodes=3)}, "only seconds can be limited here"),
    ],
)
def test_invalid_arguments_are_refused(puzzles: object, options: dict[str, object], message: str) -> None:
    with pytest.raises(nf.NinefoldError, match=message):
        nf.relax_many(puzzles, **options)  # type: ignore[arg-type]


def test_result_prints_in_a_line() -> None:
    assert repr(nf.relax_many(["..4. 1... ...3 .1.."])) == "<Relaxed: 1 puzzle, 1 solved>"
