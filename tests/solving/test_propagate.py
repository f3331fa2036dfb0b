"""Constraint propagation as the paper prints it, and beyond."""

from __future__ import annotations

import pytest
from known import paper_puzzle, paper_puzzles

import ninefold as nf
from ninefold.solving.methods.propagate import Propagate
from ninefold.solving.trace import Event, Guess, Note, Place, Undo


def traced(puzzle: nf.Grid, by: nf.Method, limit: int = 1) -> tuple[nf.Result, list[Event]]:
    events: list[Event] = []
    return nf.solve(puzzle, by=by, limit=limit, trace=events), events


def test_game_s4_needs_three_steps_and_no_try() -> None:
    result, _ = traced(paper_puzzle("S4").puzzle, Propagate())
    assert (len(result.puzzle.empty_cells), result.stats["steps"]) == (36, 3)
    assert result.stats["tries"] == 0
    assert result.seconds > 0


def test_each_step_and_each_value_is_traced() -> None:
    result, events = traced(paper_puzzle("S4").puzzle, Propagate())
    steps = [event.value for event in events if isinstance(event, Note) and event.name == "steps"]
    placed = [event for event in events if isinstance(event, Place)]
    assert steps == [1, 2, 3]
    assert len(placed) == 36 == result.stats["singles"]
    assert {event.why for event in placed} == {"single"}
    assert not any(isinstance(event, Guess) for event in events)


def test_a_single_is_placed_at_once_so_that_later_cells_of_the_step_know() -> None:
    # r1c4 becomes single only through r1c3, which the same step places before it.
    result, events = traced(nf.Grid("12.. 3... .... ....".replace(" ", "")), Propagate())
    assert result.status is nf.Status.SOLVED
    first_step = [str(event) for event in events[2:5]]
    assert first_step[0] == "place r2c2=4 (single)"


def test_the_shidoku_is_solved_by_trying_2_in_the_first_cell_as_in_the_figures() -> None:
    result, events = traced(paper_puzzle("Shidoku").puzzle, Propagate(tries="first"))
    first = next(event for event in events if isinstance(event, Place | Guess))
    assert str(first) == "guess r1c1=2"
    assert result.solution.line == paper_puzzle("Shidoku").printed


def test_a_wrong_try_is_undone_and_traced() -> None:
    result, events = traced(paper_puzzle("evil 1").puzzle, Propagate(), limit=2)
    assert result.status is nf.Status.UNIQUE
    assert result.stats["taken_back"] > 0
    assert sum(isinstance(event, Undo) for event in events) == result.stats["taken_back"]
    assert sum(isinstance(event, Guess) for event in events) == result.stats["tries"]


def test_in_the_papers_order_the_first_try_is_in_the_first_empty_cell_down_the_columns() -> None:
    events: list[Event] = []
    nf.solve(
        paper_puzzle("hardest").puzzle, by=Propagate(tries="first"), limit=nf.Limit(nodes=10), trace=events
    )  # r1c1 is a clue there
    first = next(event for event in events if isinstance(event, Place | Guess))
    assert str(first) == "guess r2c1=1"


def test_both_orders_solve_what_the_papers_program_fails_on() -> None:
    for entry in paper_puzzles():
        if entry.puzzle.size == 9 and not entry.name.startswith(("hardest", "number 40")):
            for tries in ("fewest", "first"):
                assert nf.solve(entry.puzzle, by=Propagate(tries=tries)).solution == entry.solution


# --- the paper's program as printed ------------------------------------------------------------------


def printed(puzzle: nf.Grid) -> nf.Result:
    return nf.solve(puzzle, by="propagate:program=printed")


def test_the_printed_program_takes_a_step_more_on_s4() -> None:
    """Its check looks at three boxes only, so a single value shows a step later."""
    puzzle = nf.paper_puzzle("S4").puzzle
    assert (printed(puzzle).stats["steps"], nf.solve(puzzle, by="propagate").stats["steps"]) == (4, 3)
    assert printed(puzzle).solution == nf.solve(puzzle).solution


def test_the_printed_program_never_claims_what_it_did_not_find() -> None:
    """It cannot see two equal digits in box 2, and never undoes a try."""
    hardest = printed(nf.paper_puzzle("hardest").puzzle)
    assert hardest.status is nf.Status.UNKNOWN
    assert "the printed program" in hardest.why
    wrong = printed(nf.Grid.empty(9))
    assert wrong.status is nf.Status.UNKNOWN
    assert "stuck" in wrong.why or "twice in box" in wrong.why


def test_the_printed_program_fills_the_shidoku_as_figure_6_does() -> None:
    entry = nf.paper_puzzle("Shidoku")
    result = printed(entry.puzzle)
    assert (result.status, result.solution) == (nf.Status.SOLVED, nf.Grid(entry.printed))


def test_the_printed_program_needs_square_boxes() -> None:
    with pytest.raises(nf.MethodError, match="square boxes"):
        printed(nf.Grid.empty(6))
