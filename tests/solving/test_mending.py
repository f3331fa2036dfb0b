"""Annealing, climbing, breeding and improvising: what they find is right, what they draw is drawn again."""

from __future__ import annotations

from random import Random

import numpy as np
import pytest

import ninefold as nf
from ninefold.solving.methods._local_search import Boxes, Filling
from ninefold.solving.methods.anneal import Anneal
from ninefold.solving.methods.genetic import Genetic
from ninefold.solving.methods.harmony import Harmony, _Stage
from ninefold.solving.methods.hill_climb import HillClimb
from ninefold.solving.trace import Belief, Note, Place

ALL = ("anneal", "hill-climb", "genetic", "harmony")
SMALL = "..4.1......3.1.."
SEVERAL = "........21434321"  # it has four solutions
NONE = "12....3........4"
EASY = "..3.2.6..9..3.5..1..18.64....81.29..7.......8..67.82....26.95..8..2.3..9..5.1.3.."


@pytest.mark.parametrize("by", ALL)
def test_a_small_puzzle_is_solved_and_no_more_is_claimed(by: str) -> None:
    result = nf.solve(SMALL, by=by)
    assert result.status is nf.Status.SOLVED
    assert result.why == "one solution was found; a second one is not ruled out"
    assert result.solutions == nf.solve(SMALL).solutions


@pytest.mark.parametrize("method", [Anneal(), HillClimb(singles=False)], ids=["anneal", "hill-climb"])
def test_an_easy_9x9_is_solved(method: nf.Method) -> None:
    assert nf.solve(EASY, by=method).solution == nf.solve(EASY).solution


@pytest.mark.parametrize("by", ALL)
@pytest.mark.parametrize("layout", ["4+diagonals", "2x3", "jigsaw:AAABBAACBBDCCCBDDCEEDDEEE"])
def test_solutions_on_other_layouts_are_correct(by: str, layout: str) -> None:
    empty = nf.Grid.empty(nf.Layout.parse(layout))
    full = nf.solve(empty, limit=1).solution
    assert full
    puzzle = full.with_digits(dict.fromkeys(range(0, len(full), 2), 0))
    assert nf.solve(puzzle, by=by).solution in nf.solve(puzzle, limit=None).solutions


@pytest.mark.parametrize("by", ALL)
def test_the_same_seed_gives_the_same_run(by: str) -> None:
    def trace_of(seed: int) -> list[tuple[str, object]]:
        events: list[object] = []
        nf.solve(SEVERAL, by=f"{by}:seed={seed}", trace=events)
        return [(event.name, event.value) for event in events if isinstance(event, Note)]

    assert trace_of(3) == trace_of(3)
    assert len({nf.solve(SEVERAL, by=f"{by}:seed={seed}").solution for seed in range(12)}) > 1


GIVES_UP = [
    (Anneal(starts=1, chain=1), "1 start froze with a fault"),
    (HillClimb(steps=30, singles=False), "no solution was found in 30 steps"),
    (Genetic(generations=5), "no solution was found in 5 generations"),
    (Harmony(), "a cell has no candidate"),
]


@pytest.mark.parametrize(("method", "why"), GIVES_UP, ids=ALL)
def test_a_puzzle_without_a_solution_is_given_up_not_decided(method: nf.Method, why: str) -> None:
    result = nf.solve(NONE, by=method)
    assert (result.status, result.why) == (nf.Status.UNKNOWN, why)


def test_contradictory_singles_prove_impossibility() -> None:
    assert nf.solve(NONE, by=Anneal(singles=True)).status is nf.solve(NONE).status is nf.Status.IMPOSSIBLE


def test_a_harmony_search_gives_up() -> None:
    hard = "8..........36......7..9.2...5...7.......457.....1...3...1....68..85...1..9....4.."
    assert nf.solve(hard, by=Harmony(improvisations=50)).why == "no solution was found in 50 improvisations"


def test_with_singles_an_easy_puzzle_leaves_nothing_to_mend() -> None:
    result = nf.solve(EASY, by=Anneal(singles=True))
    assert result.stats["nodes"] == 0
    assert result.stats["singles"] == len(result.puzzle.empty_cells)


@pytest.mark.parametrize("by", ALL)
def test_options_out_of_bounds_are_refused(by: str) -> None:
    with pytest.raises(nf.MethodError, match=r"seed.*-1.*a whole number from 0"):
        nf.solve(SMALL, by=f"{by}:seed=-1")


@pytest.mark.parametrize(
    ("kind", "options", "words"),
    [
        (Anneal, {"warm": 0.1, "cold": 0.3}, r"cold.*0\.3.*below warm, which is 0\.1"),
        (Genetic, {"elite": 200}, r"elite.*200.*below population, which is 200"),
    ],
)
def test_options_that_leave_nothing_to_do_are_refused(kind: type, options: dict[str, float], words: str) -> None:
    with pytest.raises(nf.MethodError, match=words):
        kind(**options)


@pytest.mark.parametrize("by", ALL)
def test_the_grid_is_traced_on_the_way_and_at_the_end(by: str) -> None:
    events: list[object] = []
    result = nf.solve(EASY, by=f"{by}:singles=false", trace=events, limit=nf.Limit(seconds=20))
    reported = [event.values for event in events if isinstance(event, Belief)]
    assert reported
    for beliefs in reported:
        assert all(sorted(row) == [0.0] * 8 + [1.0] for row in beliefs)
        assert all(beliefs[cell][digit - 1] for cell, digit in enumerate(result.puzzle.digits) if digit)
    placed = {event.cell: event.digit for event in events if isinstance(event, Place)}
    assert placed == ({cell: result.solution[cell] for cell in result.puzzle.empty_cells} if result.solution else {})


def test_a_memory_of_one_harmony_is_refused_for_nothing_could_sound_better() -> None:
    with pytest.raises(nf.MethodError, match=r"memory.*1.*a whole number from 2 to 10000"):
        Harmony(memory=1)


def test_sums_can_be_right_when_digits_are_wrong() -> None:
    # Every unit of this grid of fives sums to 45. The paper's objective calls it a solution.
    stage = _Stage(nf.Grid.empty(9), "sums", np.random.default_rng(0))
    fives = np.full((1, 81), 4)  # the fifth candidate of every cell
    assert stage.discords(fives)[0] == 0
    assert stage.repeats(fives)[0] == 27 * 8


# --- the parts they share ------------------------------------------------------------------------


def test_a_filling_keeps_its_faults_up_to_date() -> None:
    rng = Random(1)
    for layout in ("9", "9+diagonals", "jigsaw:AAABBAACBBDCCCBDDCEEDDEEE"):
        boxes = Boxes(nf.Grid.empty(nf.Layout.parse(layout)))
        filling, swaps = Filling(boxes, rng), boxes.swaps()
        for swap in rng.sample(swaps, 40):
            filling.make(swap, filling.change(swap))
        counted = sum(len(cells) - len({filling.digits[cell] for cell in cells}) for cells in boxes.units)
        assert filling.faults == counted > 0
        for box in boxes.puzzle.layout.boxes:
            assert len({filling.digits[cell] for cell in box.cells}) == boxes.size


def test_clues_are_never_moved() -> None:
    puzzle = nf.Grid(EASY)
    boxes = Boxes(puzzle)
    assert all(not puzzle.digits[cell] for swap in boxes.swaps() for cell in (swap.one, swap.other))
    filled = boxes.filled(Random(0))
    assert all(filled[cell] == puzzle.digits[cell] for cell in puzzle.filled_cells)
