"""Tests of the conformance tests: their puzzles are correct, and they catch methods that break the contract."""

from __future__ import annotations

import time
from collections.abc import Iterator

import pytest
from misbehaving import Deaf

import ninefold as nf
from ninefold.solving.methods.native import Search
from ninefold.testing import NonConformance, cases, conform
from ninefold.testing.puzzles import IMPOSSIBLE, TWO_SOLUTIONS, KnownPuzzle, known_puzzles


@pytest.mark.parametrize("known", known_puzzles(), ids=lambda known: known.name)
def test_known_puzzle_is_proper(known: KnownPuzzle) -> None:
    result = nf.solve(known.puzzle, limit=nf.Limit(seconds=60))
    assert (result.status, result.solution) == (nf.Status.UNIQUE, known.solution)


def test_names_of_the_puzzles_are_distinct() -> None:
    names = [known.name for known in known_puzzles()]
    assert len(names) == len(set(names))


def test_impossible_puzzles_have_no_clash_and_no_solution() -> None:
    for puzzle in IMPOSSIBLE:
        assert not nf.check(puzzle).clashes
        assert nf.solve(puzzle).status is nf.Status.IMPOSSIBLE


def test_puzzles_with_two_solutions_have_two() -> None:
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


def changes_its_answer(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
    changes_its_answer.calls += 1
    run.tick()
    found = nf.solve(puzzle, limit=300).solutions
    yield from found if changes_its_answer.calls % 2 else reversed(found)


changes_its_answer.calls = 0


def traces_wrong_digits(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
    run.tick()
    for solution in nf.solve(puzzle, limit=300).solutions:
        for cell in puzzle.empty_cells:
            run.place(cell, 1)
        yield solution


def traces_undeclared_events(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
    run.tick()
    run.belief([[0.5] * puzzle.size] * len(puzzle))
    yield from nf.solve(puzzle, limit=300).solutions


def claims_all_at_its_node_limit(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
    for solution in nf.solve(puzzle, limit=300).solutions:
        if run.nodes_left < 10:
            return  # as if there were no more solutions
        run.tick(10)
        yield solution


BREAKS = {
    claims_all_at_its_node_limit: "few nodes",
    drops_the_last: "proper on 9x9",
    never_ticks: "deadline",
    overspends: "nodes",
    changes_its_answer: "same answer again",
    traces_wrong_digits: "trace",
    traces_undeclared_events: "trace",
}


@pytest.mark.parametrize("method", BREAKS, ids=lambda method: method.__name__)
def test_each_broken_requirement_is_caught(method: nf.Method) -> None:
    traces = ("place",) if method is traces_wrong_digits else ()
    method.info = nf.MethodInfo(complete=True, cooperative=True, sizes=(9, 4), traces=traces)
    (case,) = (case for case in cases(method) if case.name == BREAKS[method])
    with pytest.raises(NonConformance, match=method.__name__):
        case.run()


def test_honest_method_passes() -> None:
    honest.info = nf.MethodInfo(complete=False, cooperative=True, sizes=(4, 9))
    # It does not check for cancellation during its inner search, so that case may fail.
    failed = {outcome.name for outcome in conform(honest) if not outcome.passed}
    assert failed <= {"cancel", "separate process"}


def test_unstoppable_method_is_skipped_after_the_first_case() -> None:
    first, *rest = conform(Deaf())
    assert (first.passed, first.why) == (False, "deaf: does not stop at its deadline")
    assert {outcome.why for outcome in rest} == {"skipped, because the method could not be stopped"}


def test_method_for_a_size_without_default_boxes_can_be_tested() -> None:
    def sevens(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
        yield from Search()(puzzle, run)

    sevens.info = nf.MethodInfo(complete=True, cooperative=True, sizes=(7,))
    assert [outcome.name for outcome in conform(sevens) if not outcome.passed] == []


def test_unexpected_error_fails_only_its_case() -> None:
    def odd(puzzle: nf.Grid, run: nf.Run) -> Iterator[nf.Grid]:
        raise BrokenPipeError("odd")
        yield

    odd.info = nf.MethodInfo(cooperative=True, sizes=(4,))
    outcomes = list(conform(odd))
    assert len(outcomes) == len(cases(odd))
    assert any("BrokenPipeError: odd" in outcome.why for outcome in outcomes)
    assert not any("skipped" in outcome.why for outcome in outcomes)
