"""The papers' linear program: integral, fractional, infeasible; read, guessed, proved."""

from __future__ import annotations

import sys
from typing import Any

import numpy as np
import pytest
from known import paper_puzzle, paper_puzzles

import ninefold as nf
from ninefold.models.binary import binary
from ninefold.solving.registry import method_text
from ninefold.solving.solvers.highs import program_for
from ninefold.solving.trace import Belief

pytest.importorskip("highspy")
pytest.importorskip("scipy")

from ninefold.solving.methods.lp import LP
from ninefold.solving.solvers.duals import eliminates, impossibility, uniqueness, why_not
from ninefold.solving.solvers.highs import SolveStatus
from ninefold.solving.solvers.linear import Linprog

SMALL = nf.Grid("..4. 1... ...3 .1..")
HARDEST = paper_puzzle("hardest").puzzle
# A vertex of this 17-clue puzzle's relaxation is its solution, but not its only point.
TWO = nf.Grid("...1..2..3..4...")
IMPOSSIBLE = nf.Grid("12....3........4")
# "evil 1" and a wrong clue, r2c5=3: singles find nothing wrong with it, the program does.
HIDDEN = paper_puzzle("evil 1").puzzle.with_digits({13: 3})


def solve(puzzle: nf.Grid, trace: Any = None, **options: Any) -> nf.Result:
    """Solve with `lp` here, in this process."""
    return nf.solve(puzzle, by=LP(**options), isolate=False, trace=trace)


# --- the papers' puzzles ---------------------------------------------------------------------

POINTS = [
    entry
    for entry in paper_puzzles()
    if entry.solutions == 1 and entry.name not in ("hardest", "25x25, without the two clues")
]


@pytest.mark.parametrize("entry", [entry for entry in POINTS if entry.puzzle.size < 25], ids=str)
def test_every_proper_paper_puzzle_but_the_hardest_is_a_single_point(entry: Any) -> None:
    result = solve(entry.puzzle)
    assert (result.status, result.solution) == (nf.Status.UNIQUE, entry.solution)
    assert result.stats["proved"] is True
    assert result.stats["fractional"] == 0


@pytest.mark.parametrize(
    "options",
    [
        {"sums": True},
        {"presolve": "whole"},
        {"presolve": "whole", "sums": True},
        {"objective": "zero"},
        {"objective": "random", "seed": 7},
        {"objective": "given", "weights": tuple(range(64))},
        {"objective": "given", "weights": ", ".join(map(str, range(64)))},
        {"solver": "highs-ipm"},
        {"solver": "highs-pdlp"},
    ],
    ids=str,
)
def test_no_option_changes_the_answer_if_one_point_is_feasible(options: dict[str, Any]) -> None:
    assert solve(SMALL, **options).solution == paper_puzzle("small").solution
    assert solve(SMALL, **options).status is nf.Status.UNIQUE


def test_the_hardest_is_fractional_and_gives_beliefs_but_no_grid() -> None:
    events: list[Any] = []
    result = solve(HARDEST, trace=events)
    assert result.status is nf.Status.UNKNOWN
    assert "fractional in" in result.why
    assert 30 < result.stats["fractional"] < 81
    [belief] = [event for event in events if isinstance(event, Belief)]
    array = np.array(belief.values)
    assert array.shape == (81, 9)
    assert np.allclose(array.sum(axis=1), 1)
    assert ((array > 0.001) & (array < 0.999)).any(axis=1).sum() == result.stats["fractional"]


def test_wrong_readings_are_noted_but_not_yielded() -> None:
    for reading in ("argmax", "positive"):
        result = solve(HARDEST, reading=reading)
        assert result.solutions == ()
        assert result.stats["guess"] == reading
        assert "a guess, is no solution" in result.why
        read = nf.Grid(result.stats["read"])
        assert nf.check(read, puzzle=HARDEST).verdict is nf.Verdict.INCORRECT
        assert all(read.digits[cell] == HARDEST.digits[cell] for cell in HARDEST.filled_cells)


def test_a_guess_that_happens_to_be_right_is_judged_and_marked() -> None:
    """Two solutions, mixed half and half with a little more of one: the larger values are that one."""
    one = paper_puzzle("small").solution
    assert one is not None
    model = binary(nf.Grid("...1..2..3..4..."))
    first, second = (model.vector(grid) for grid in ("2431312413424213", "3241142323144132"))

    class Mixture:
        values, objective, iterations, status = 0.6 * first + 0.4 * second, 0.0, 0, "mixed"

        def solve(self, run: nf.Run) -> SolveStatus:
            run.tick()
            return SolveStatus.OPTIMAL

    class Mixed(LP):
        def _program(self, model: Any) -> Any:
            return Mixture()

    result = nf.solve(TWO, by=Mixed(reading="argmax"), isolate=False)
    assert [grid.line for grid in result.solutions] == ["2431312413424213"]
    assert result.status is nf.Status.SOLVED
    assert (result.stats["guess"], result.stats["fractional"]) == ("argmax", 12)


def test_cvxpy_and_an_interior_point_solver_print_the_papers_wrong_grid() -> None:
    pytest.importorskip("cvxpy")
    pytest.importorskip("clarabel")
    result = solve(HARDEST, solver="cvxpy:CLARABEL", presolve="whole", sums=True, reading="argmax")
    assert result.status is nf.Status.UNKNOWN
    assert result.stats["read"] == paper_puzzle("hardest").printed
    right = solve(paper_puzzle("evil 1").puzzle, solver="cvxpy:clarabel")
    assert right.solution == paper_puzzle("evil 1").solution


# --- what is proved --------------------------------------------------------------------------


def test_the_one_point_is_proved_by_a_certificate_that_anybody_can_check() -> None:
    result = solve(paper_puzzle("evil 1").puzzle, certificate=True)
    certificate = nf.verify(result.stats["certificate"])
    assert certificate.puzzle == result.puzzle
    tampered = dict(result.stats["certificate"])
    name = next(iter(tampered["weights"]))
    tampered["weights"] = tampered["weights"] | {name: tampered["weights"][name] + 1}
    with pytest.raises(nf.CertificateError, match="total weight"):
        nf.verify(tampered)


def test_two_solutions_are_never_called_unique() -> None:
    for options in ({}, {"objective": "random"}, {"objective": "random", "seed": 3}, {"reading": "argmax"}):
        result = solve(TWO, **options)
        assert result.status in (nf.Status.SOLVED, nf.Status.UNKNOWN)
    assert uniqueness(binary(TWO), nf.Grid("2431312413424213"), nf.Run(TWO.layout)) == (False, None)


def test_the_limit_of_one_is_kept_without_the_second_program() -> None:
    result = nf.solve(SMALL, by=LP(), isolate=False, limit=1)
    assert result.status is nf.Status.SOLVED
    assert result.stats["nodes"] == 1


@pytest.mark.parametrize("puzzle", [IMPOSSIBLE, HIDDEN], ids=["small", "large"])
def test_an_infeasible_program_ends_with_a_certificate(puzzle: nf.Grid) -> None:
    result = solve(puzzle, certificate=True)
    assert result.status is nf.Status.IMPOSSIBLE
    assert nf.verify(result.stats["certificate"]).claim.endswith("has no solution")


def test_without_whole_numbers_nothing_is_called_proved(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninefold.solving.solvers.duals.SCALES", ())
    assert solve(SMALL).status is nf.Status.SOLVED
    assert "whole numbers" in solve(SMALL).why
    assert solve(IMPOSSIBLE).status is nf.Status.UNKNOWN


def test_the_shortest_proofs_are_true_of_what_is_false_and_of_nothing_else() -> None:
    solution = paper_puzzle("small").solution
    assert solution is not None
    for cell in SMALL.empty_cells:
        for digit in range(1, 5):
            proof = why_not(SMALL, cell, digit)
            is_candidate = binary(SMALL).index[cell, digit - 1] >= 0
            assert (proof is not None) == (is_candidate and solution.digits[cell] != digit)
            assert proof is None or nf.verify(proof).verdict == "proved"


def test_a_locked_candidate_is_proved_by_one_base_and_one_cover() -> None:
    proof = why_not(nf.Grid("12.............."), 6, 3)
    assert proof is not None
    assert str(proof) == "r2c3 is not 3: the 3 of row 1 lies within the 3 of box 2"


def test_a_unit_of_fewer_cells_proves_only_in_the_direction_it_can() -> None:
    layout = nf.Layout(4, extra=["r1c4 r2c3 r4c2"])
    for line in ("..4.1......3.1..", "1..............."):
        puzzle = nf.Grid(line, layout=layout)
        result = nf.solve(puzzle, by=LP(certificate=True), isolate=False)
        assert result.status in (nf.solve(puzzle).status, nf.Status.UNKNOWN, nf.Status.SOLVED)
        if "certificate" in result.stats:
            nf.verify(result.stats["certificate"])


def test_whole_weights_are_judged_whatever_program_they_come_from() -> None:
    layout = nf.Layout(4, extra=["r1c1 r2c3"])
    model = binary(nf.Grid("." * 16, layout=layout))
    target = int(model.index[2, 0])  # r1c3=1

    def falls(**weights: int) -> bool:
        return eliminates(model.rows, np.array([weights.get(name, 0) for name in model.rows.names]), target)

    assert not falls(row_1_1=1)  # bears no more than the total
    assert not falls(row_1_1=1, column_3_1=1, box_1_1=-1)  # r2c1 would bear less than 0
    assert not falls(row_1_1=1, column_3_1=1, extra_1_1=-1)  # a rule that is only "at most one" cannot be a base


def test_an_impossibility_of_a_possible_puzzle_is_not_found() -> None:
    assert impossibility(binary(SMALL), nf.Run(SMALL.layout)) is None


# --- other libraries, other options ----------------------------------------------------------


def test_scipy_replaces_a_missing_highspy(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr("ninefold.solving.solvers.highs.has_highspy", lambda: False)
    assert isinstance(program_for(binary(SMALL).rows, costs=np.ones(binary(SMALL).rows.width)), Linprog)
    assert solve(SMALL).status is nf.Status.UNIQUE
    assert solve(IMPOSSIBLE).status is nf.Status.IMPOSSIBLE
    assert solve(SMALL, solver="highs-ipm", objective="random").status is nf.Status.UNIQUE
    assert solve(nf.Grid(SMALL.line, layout=nf.Layout(4, extra=["r1c1 r2c3"])), certificate=True).status.is_possible
    with pytest.raises(nf.MethodError, match=r"highspy.*ninefold\[lp\]"):
        solve(SMALL, solver="highs-pdlp")


def test_scipy_gives_the_same_duals_and_stops_on_time() -> None:
    pytest.importorskip("scipy")
    model = binary(nf.Grid(SMALL.line, layout=nf.Layout(4, extra=["r1c1 r2c3"])))
    costs = np.arange(float(len(model.cells)))
    ours, theirs = program_for(model.rows, costs=costs), Linprog(model.rows, costs=costs)
    for program in (ours, theirs):
        assert program.solve(nf.Run(model.layout)) is SolveStatus.OPTIMAL
        bound = program.duals @ model.rows.right
        assert bound == pytest.approx(program.objective)
    large = binary(nf.Grid.empty(16))
    slow = Linprog(large.rows, costs=np.random.default_rng(0).random(len(large.cells)))
    with pytest.raises(nf.Stopped, match="seconds"):
        slow.solve(nf.Run(large.layout, nf.Limit(seconds=0.02)))


def test_invalid_options_are_refused_with_the_expected_values() -> None:
    for options in ({"solver": "abacus"}, {"solver": "cvxpy:"}, {"objective": "two"}, {"weights": "1 2 x"}):
        with pytest.raises(nf.MethodError, match="invalid options for"):
            LP(**options)  # type: ignore[arg-type]
    with pytest.raises(nf.MethodError, match="729"):
        solve(HARDEST, objective="given", weights=(1.0, 2.0))


def test_an_unknown_cvxpy_solver_is_refused_with_a_list() -> None:
    pytest.importorskip("cvxpy")
    with pytest.raises(nf.MethodError, match="CLARABEL"):
        solve(SMALL, solver="cvxpy:NOSUCH")


def test_without_cvxpy_the_extra_is_named(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "cvxpy", None)
    with pytest.raises(nf.MethodError, match=r"ninefold\[cvx\]"):
        solve(SMALL, solver="cvxpy:CLARABEL")


def test_every_option_can_be_set_by_text() -> None:
    settings = {"objective": "random", "sums": "true", "presolve": "whole", "solver": "highs-ipm", "seed": "3"}
    result = nf.solve(SMALL, by=method_text("lp", settings | {"reading": "argmax", "within": "0.001"}), isolate=False)
    assert result.status is nf.Status.UNIQUE
