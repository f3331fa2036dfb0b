"""The kit itself: its puzzles are what they say, and it catches methods that break each promise."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from misbehaving import Deaf

import ninefold as nf
from ninefold.solving.methods.native import Search
from ninefold.testing import NonConformance, cases, conform
from ninefold.testing.puzzles import IMPOSSIBLE, TWO_SOLUTIONS, Known, known_puzzles


@pytest.mark.parametrize("known", known_puzzles(), ids=lambda known: known.name)
def test_a_puzzle_of_the_kit_is_proper(known: Known) -> None:
    result = nf.solve(known.puzzle, limit=nf.Limit(seconds=60))
    assert (result.status, result.solution) == (nf.Status.UNIQUE, known.solution)


def test_the_names_of_the_kits_puzzles_differ() -> None:
    names = [known.name for known in known_puzzles()]
    assert len(names) == len(set(names))


def test_the_impossible_ones_are_impossible_without_a_clash() -> None:
    for puzzle in IMPOSSIBLE:
        assert not nf.check(puzzle).clashes
        assert nf.solve(puzzle).status is nf.Status.IMPOSSIBLE


def test_the_ones_with_two_solutions_have_two() -> None:
    for puzzle, lines in TWO_SOLUTIONS:
        assert {solution.line for solution in nf.solve(puzzle, limit=None).solutions} == lines


def honest(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
    run.tick()
    yield from nf.solve(puzzle, by="search", limit=nf.Limit(3000, seconds=min(run.seconds_left, 30))).solutions


def drops_the_last(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
    run.tick()
    yield from nf.solve(puzzle, limit=3).solutions[:-1]


def never_ticks(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
    time.sleep(2.5)
    yield from nf.solve(puzzle, limit=3).solutions


def overspends(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
    run.nodes += 1000
    yield from nf.solve(puzzle, limit=3).solutions


def changes_its_mind(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
    changes_its_mind.calls += 1
    run.tick()
    found = nf.solve(puzzle, limit=300).solutions
    yield from found if changes_its_mind.calls % 2 else reversed(found)


changes_its_mind.calls = 0


def tells_tales(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
    run.tick()
    for solution in nf.solve(puzzle, limit=300).solutions:
        for cell in puzzle.empty_cells:
            run.place(cell, 1)
        yield solution


def talks_out_of_turn(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
    run.tick()
    run.belief([[0.5] * puzzle.size] * len(puzzle))
    yield from nf.solve(puzzle, limit=300).solutions


def ends_where_its_nodes_end(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
    for solution in nf.solve(puzzle, limit=300).solutions:
        if run.nodes_left < 10:
            return  # as if there were no more
        run.tick(10)
        yield solution


BREAKS = {
    ends_where_its_nodes_end: "few nodes",
    drops_the_last: "proper on 9x9",
    never_ticks: "deadline",
    overspends: "nodes",
    changes_its_mind: "same answer again",
    tells_tales: "trace",
    talks_out_of_turn: "trace",
}


@pytest.mark.parametrize("method", BREAKS, ids=lambda method: method.__name__)
def test_the_kit_catches_a_broken_promise(method: nf.Method) -> None:
    traces = ("place",) if method is tells_tales else ()
    method.info = nf.MethodInfo(complete=True, cooperative=True, sizes=(9, 4), traces=traces)
    (case,) = (case for case in cases(method) if case.name == BREAKS[method])
    with pytest.raises(NonConformance, match=method.__name__):
        case.run()


def test_the_kit_passes_a_method_that_keeps_its_promises() -> None:
    honest.info = nf.MethodInfo(complete=False, cooperative=True, sizes=(4, 9))
    # It does not look at cancel while its inner search runs, so it is asked only for what ends at once.
    failed = {outcome.name for outcome in conform(honest) if not outcome.passed}
    assert failed <= {"cancel", "in its own process"}


def test_a_method_that_cannot_be_stopped_does_not_hang_the_kit() -> None:
    first, *rest = conform(Deaf())
    assert (first.passed, first.why) == (False, "deaf: does not stop when it is told its deadline")
    assert {outcome.why for outcome in rest} == {"not tried, since it could not be stopped"}


def test_a_method_for_a_size_without_usual_boxes_can_be_tried() -> None:
    def sevens(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
        yield from Search()(puzzle, run)

    sevens.info = nf.MethodInfo(complete=True, cooperative=True, sizes=(7,))
    assert [outcome.name for outcome in conform(sevens) if not outcome.passed] == []


def test_an_odd_error_in_one_case_leaves_the_others_to_be_tried() -> None:
    def odd(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
        raise BrokenPipeError("odd")
        yield

    odd.info = nf.MethodInfo(cooperative=True, sizes=(4,))
    outcomes = list(conform(odd))
    assert len(outcomes) == len(cases(odd))
    assert any("BrokenPipeError: odd" in outcome.why for outcome in outcomes)
    assert not any("not tried" in outcome.why for outcome in outcomes)
