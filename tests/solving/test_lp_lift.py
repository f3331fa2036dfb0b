"""lp-lift: what the lift decides, what it leaves open, and that it proves what it says."""

from __future__ import annotations

from collections.abc import Iterator
from threading import Event, Timer

import numpy as np
import pytest
from known import paper_puzzle

import ninefold as nf
from ninefold import Grid, Layout, Status
from ninefold.core.errors import MethodError
from ninefold.models.lifted import LiftedModel, lifted
from ninefold.solving.methods.lp_lift import LiftProof, LPLift, Projections, _project_on_cone
from ninefold.solving.run import Run
from ninefold.solving.trace import Belief

HARDEST = paper_puzzle("hardest")
LOKI = Grid("57....9..........8.1.........168..4......28.9..2.9416.....2.....6.9.82.4...41.6..")
FAMOUS = {
    "AI Escargot": "1....7.9..3..2...8..96..5....53..9...1..8...26....4...3......1..4......7..7...3..",
    "Inkala 2010": "..53.....8......2..7..1.5..4....53...1..7...6..32...8..6.5....9..4....3......97..",
    "Golden Nugget": ".......39.....1..5..3.5.8....8.9...6.7...2...1..4.......9.8..5..2....6..4..7.....",
    "Platinum Blonde": ".......12........3..23..4....18....5.6..7.8.......9.....85.....9...4.5..47...6...",
    "Easter Monster": "1.......2.9.4...5...6...7...5.9.3.......7.......85..4.7.....6...3...9.8...2.....1",
}
PROPER = [
    Grid("..4.1......3.1.."),
    Grid(".....4.3.1.4....", layout=Layout(4, extra=["r1c1 r2c2 r3c3"])),
    Grid("...4.12.....5......35..1.", layout=Layout(5, box=(1, 5))),
    Grid("..3..64.5..31......5.6.......1...3.."),
    Grid("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"),
]
MULTIPLE = [
    Grid("................"),
    Grid("...1..2..3..4..."),
    Grid("1...............", layout=Layout(4, extra=["r1c1 r2c2 r3c3", "r1c4 r2c3"])),
    Grid("8.........95.......76.........426798...571243...893165......916....3.487....1.532"),
]
IMPOSSIBLE = [Grid("12....3........4"), Grid("84" + HARDEST.puzzle.line[2:])]  # by a clue; by a wrong digit
WHOLE = LPLift(presolve=False)


def solve_here(puzzle: Grid, method: LPLift | None = None, **limits: object) -> nf.Result:
    """Solve in this process: what is tested is the method, not its process."""
    return nf.solve(puzzle, by=method or LPLift(), isolate=False, **limits)  # type: ignore[arg-type]


# --- what it decides -----------------------------------------------------------------------------


def test_it_solves_the_puzzle_that_the_first_paper_could_not_and_proves_it() -> None:
    result = solve_here(HARDEST.puzzle)
    assert (result.status, result.solution) == (Status.UNIQUE, HARDEST.solution)
    assert result.stats["bound"] < 0.5
    assert result.stats["products"] > 100 * result.stats["candidates"]


@pytest.mark.parametrize("line", FAMOUS.values(), ids=FAMOUS)
def test_famous_puzzles_are_solved_and_proved(line: str) -> None:
    result = solve_here(Grid(line))
    assert result.status is Status.UNIQUE
    assert result.solution == nf.solve(line, by="propagate").solution


@pytest.mark.parametrize("method", [LPLift(), WHOLE], ids=["presolved", "whole"])
@pytest.mark.parametrize("puzzle", PROPER, ids=lambda puzzle: puzzle.line)
def test_easy_puzzles_are_solved_with_and_without_presolve(puzzle: Grid, method: LPLift) -> None:
    result = solve_here(puzzle, method)
    assert result.status is Status.UNIQUE
    assert result.solution == nf.solve(puzzle, by="propagate").solution
    assert method.presolve == (result.stats["iterations"] == 0)


def test_a_full_grid_is_its_own_solution() -> None:
    assert HARDEST.solution is not None
    assert solve_here(HARDEST.solution).solutions == (HARDEST.solution,)
    assert solve_here(HARDEST.solution, WHOLE).status is Status.UNIQUE


def test_a_puzzle_turned_over_and_relabelled_has_the_solution_turned_over_and_relabelled() -> None:
    cells = np.arange(81).reshape(9, 9).T[::-1, [3, 5, 4, 6, 7, 8, 2, 0, 1]].ravel()
    digits = np.array([0, 4, 9, 1, 3, 2, 8, 7, 5, 6], np.uint8)

    def moved(grid: Grid) -> Grid:
        return Grid.from_digits(bytes(digits[np.frombuffer(grid.digits, np.uint8)[cells]]), grid.layout)

    assert HARDEST.solution is not None
    assert solve_here(moved(HARDEST.puzzle)).solutions == (moved(HARDEST.solution),)


# --- what it leaves open -------------------------------------------------------------------------


def test_loki_stays_unknown() -> None:
    result = solve_here(LOKI)
    assert (result.status, result.solutions) == (Status.UNKNOWN, ())
    assert "fractional in 5" in result.why  # of its 58 empty cells


@pytest.mark.parametrize("method", [LPLift(), WHOLE], ids=["presolved", "whole"])
@pytest.mark.parametrize("puzzle", MULTIPLE, ids=lambda puzzle: puzzle.line)
def test_several_solutions_stay_undecided(puzzle: Grid, method: LPLift) -> None:
    result = solve_here(puzzle, method)
    assert (result.status, result.solutions) == (Status.UNKNOWN, ())
    assert "fractional" in result.why


@pytest.mark.parametrize("method", [LPLift(), WHOLE], ids=["presolved", "whole"])
@pytest.mark.parametrize("puzzle", IMPOSSIBLE, ids=lambda puzzle: puzzle.line)
def test_an_impossible_puzzle_has_no_grid(puzzle: Grid, method: LPLift) -> None:
    assert solve_here(puzzle, method).status is Status.IMPOSSIBLE


def test_an_unproved_point_is_only_solved(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(LiftProof, "only_grid", lambda _self, _run: None)
    result = solve_here(PROPER[0], WHOLE)
    assert (result.status, result.solution) == (Status.SOLVED, nf.solve(PROPER[0]).solution)
    assert "not ruled out" in result.why


def test_it_stops_at_its_iterations_and_its_size() -> None:
    assert "20 iterations" in solve_here(LOKI, LPLift(iterations=20)).why
    assert solve_here(Grid.empty(Layout(16))).why == "4,096 candidates are open; at most 2,500 can be lifted"


@pytest.mark.parametrize("wrong", [{"within": 0.5}, {"tolerance": 0.0}, {"iterations": 0}, {"largest": -1}])
def test_invalid_numbers_are_refused(wrong: dict[str, float]) -> None:
    with pytest.raises(MethodError, match="invalid options for LPLift"):
        LPLift(**wrong)  # type: ignore[arg-type]


# --- what its proofs rest on ---------------------------------------------------------------------


def looks(model: LiftedModel, pulled_to: np.ndarray | None = None) -> Iterator[LiftProof]:
    """The proofs of a state every ten steps."""
    state = Projections(model)
    if pulled_to is not None:
        state.pull(pulled_to)
    for step in range(1, 401):
        state.step()
        if step % 10 == 0:
            yield LiftProof(model, state)


def test_the_dual_of_a_lift_without_a_point_proves_that_it_is_empty() -> None:
    model = lifted(IMPOSSIBLE[1], presolve=False)
    assert not model.infeasible
    assert not LiftProof(model, Projections(model)).none()  # at first nothing is proved
    assert any(proof.none() for proof in looks(model))


def test_a_projection_on_the_cone_is_the_nearest_point_of_it() -> None:
    random = np.random.default_rng(1)
    mask = random.random((7, 7)) < 0.6
    mask |= mask.T | np.eye(7, dtype=bool)
    mask[0] = mask[:, 0] = True
    whole = mask.astype(np.float64)
    others = [random.normal(size=(7, 7)) for _ in range(20)]
    points = [matrix + matrix.T for matrix in others]
    nearest = [matrix.copy() for matrix in points]
    for matrix in nearest:
        _project_on_cone(matrix, whole)
        assert matrix.min() == 0
        assert not matrix[~mask].any()
        assert np.array_equal(matrix.diagonal(), matrix[0])
    for far, near in zip(points, nearest, strict=True):
        assert max(((far - near) * (other - near)).sum() for other in nearest) < 1e-12


@pytest.mark.parametrize("puzzle", MULTIPLE[:3], ids=lambda puzzle: puzzle.line)
def test_no_state_proves_what_is_false(puzzle: Grid) -> None:
    model = lifted(puzzle, presolve=False)
    run = Run(puzzle.layout)
    one = model.vector(nf.solve(puzzle, by="propagate", limit=1).solutions[0])[: model.width]
    for target in (None, one > 0.5, one < 0.5):
        for proof in looks(model, target):
            assert not proof.none()
            assert proof.only_grid(run) is None


def test_the_steps_come_to_a_point_of_the_lift() -> None:
    model = lifted(MULTIPLE[1], presolve=False)
    state = Projections(model)
    while state.steps < 1000 and (state.steps < 10 or state.residual > 1e-9):
        state.step()
    sums = model.rules @ state.x
    assert np.abs(sums - 1).max() < 1e-8
    assert state.x.min() > -1e-8
    two = [model.vector(grid)[: model.width] for grid in nf.solve(MULTIPLE[1], by="propagate").solutions]
    assert np.abs(state.x - (two[0] + two[1]) / 2).max() < 1e-6  # by symmetry, halfway between its two solutions


def test_pulled_to_one_of_two_solutions_the_steps_come_to_it() -> None:
    model = lifted(MULTIPLE[1], presolve=False)
    for grid in nf.solve(MULTIPLE[1], by="propagate").solutions:
        target = model.vector(grid)[: model.width]
        state = Projections(model)
        state.pull(target > 0.5)
        for _ in range(400):
            state.step()
        assert np.abs(state.x - target).max() < 1e-6


# --- how it behaves ------------------------------------------------------------------------------


def test_beliefs_are_traced() -> None:
    events: list[object] = []
    solve_here(HARDEST.puzzle, trace=events.append)
    beliefs = [np.asarray(event.values) for event in events if isinstance(event, Belief)]
    assert len(beliefs) > 3
    assert {belief.shape for belief in beliefs} == {(81, 9)}
    assert all(belief.min() >= 0 and belief.max() <= 1 for belief in beliefs)
    assert beliefs[-1][0].tolist() == [0, 0, 0, 0, 0, 0, 0, 1, 0]  # the clue in r1c1
    assert (beliefs[-2].max(axis=1) < 0.999).any()  # its points are fractional to the end,
    assert (
        bytes((beliefs[-1].argmax(axis=1) + 1).tolist()) == nf.solve(HARDEST.puzzle).solution.digits
    )  # and then it is proved


def test_a_limit_of_nodes_is_one_of_iterations() -> None:
    result = solve_here(LOKI, limit=nf.Limit(nodes=31))
    assert result.why == "the limit of 31 nodes was reached"
    assert result.stats["iterations"] == 30


@pytest.mark.parametrize("isolate", [True, False])
def test_it_stops_at_its_deadline_and_when_cancelled(isolate: bool) -> None:
    nf.solve(PROPER[0], by="lp-lift")  # so that its process is there
    empty = Grid("." * 81)
    result = nf.solve(empty, by="lp-lift", limit=nf.Limit(seconds=0.3), isolate=isolate)
    assert (result.status, result.why) == (Status.UNKNOWN, "the limit of 0.3 seconds was reached")
    flag = Event()
    timer = Timer(0.2, flag.set)
    timer.start()
    result = nf.solve(empty, by="lp-lift", cancel=flag, isolate=isolate)
    assert (result.status, result.why) == (Status.UNKNOWN, "cancelled")
