"""No grid leaves the library before it has passed the judge."""

from __future__ import annotations

from typing import Any

import pytest
from misbehaving import Failing, Yielding

import ninefold as nf

PUZZLE = nf.Grid("..4.1......3.1..")
SOLUTION = nf.Grid("2341143242133124")

WRONG = {
    "the puzzle itself": (PUZZLE, "empty cells"),
    "another clue": (nf.Grid("1234341221434321"), "clues changed"),
    "a digit twice": (SOLUTION.with_digits({0: 3}), "3 twice in row 1"),
    "another size": (nf.Grid.empty(9), "Layout"),
    "another layout": (nf.Grid(SOLUTION, layout=nf.Layout(4, diagonals=True)), "Layout"),
    "a line of text": (SOLUTION.line, "gave '2341143242133124' as a solution, expected a Grid"),
    "nothing": (None, "gave None as a solution"),
}


@pytest.mark.parametrize(("answer", "message"), WRONG.values(), ids=WRONG)
def test_a_wrong_answer_is_a_fault_of_the_method(answer: object, message: str) -> None:
    with pytest.raises(nf.MethodFault, match=message):
        nf.solve(PUZZLE, by=Yielding((answer,)))


@pytest.mark.parametrize("cell", range(16))
def test_every_single_wrong_digit_is_caught(cell: int) -> None:
    for digit in {0, 1, 2, 3, 4} - {SOLUTION[cell]}:
        with pytest.raises(nf.MethodFault):
            nf.solve(nf.Grid.empty(4), by=Yielding((SOLUTION.with_digits({cell: digit}),)))


def test_the_same_solution_twice_is_a_fault() -> None:
    with pytest.raises(nf.MethodFault, match="twice"):
        nf.solve(PUZZLE, by=Yielding((SOLUTION, SOLUTION)))


def test_a_method_that_fails_is_named_with_its_error() -> None:
    with pytest.raises(nf.MethodFault, match=r"'Failing' failed: ZeroDivisionError: of its own making"):
        nf.solve(PUZZLE, by=Failing())


def test_a_fault_after_a_good_answer_is_still_a_fault() -> None:
    with pytest.raises(nf.MethodFault):
        nf.solve(PUZZLE, by=Yielding((SOLUTION, PUZZLE)))


def test_a_right_answer_passes() -> None:
    assert nf.solve(PUZZLE, by=Yielding((SOLUTION,))).solution == SOLUTION


def return_the_grid(puzzle: nf.Grid, run: nf.Run) -> nf.Grid:
    return puzzle


def return_nothing(puzzle: nf.Grid, run: nf.Run) -> None:
    pass


@pytest.mark.parametrize("isolate", [False, True])
@pytest.mark.parametrize(("method", "kind"), [(return_the_grid, "an object of type Grid"), (return_nothing, "None")])
def test_a_method_that_returns_instead_of_yielding_is_explained(method: Any, kind: str, isolate: bool) -> None:
    with pytest.raises(nf.MethodFault, match=f"a method must yield its solutions, but this one returned {kind}"):
        nf.solve("." * 16, by=method, isolate=isolate)
