"""The HiGHS driver: loaded once, changed, solved again; stopped when the run says so; silent."""

from __future__ import annotations

import gc
import weakref
from threading import Event, Timer

import numpy as np
import pytest

import ninefold as nf
from ninefold.models.binary import binary
from ninefold.models.rows import Rows

pytest.importorskip("highspy")

from ninefold.solving.solvers.highs import HighsProgram, SolveStatus
from ninefold.solving.solvers.linear import Linprog

SMALL = nf.Grid("..4. 1... ...3 .1..")
# A board on which the relaxation keeps every solver busy for longer than any test waits.
LARGE = nf.Grid.empty(25)


def rows(lines: list[list[float]], right: list[float], senses: list[str]) -> Rows:
    """A small program, written out."""
    dense = np.array(lines)
    where = dense != 0
    pointers = np.concatenate([[0], np.cumsum(where.sum(axis=1))]).astype(np.int32)
    return Rows(
        dense.shape[1], pointers, np.nonzero(where)[1].astype(np.int32), dense[where], np.array(right), np.array(senses)
    )


def run(seconds: float | None = None, nodes: int | None = None, cancel: nf.Cancel | None = None) -> nf.Run:
    return nf.Run(nf.Layout(9), nf.Limit(seconds=seconds, nodes=nodes), cancel=cancel)


@pytest.mark.parametrize("solver", ["highs-ds", "highs-ipm", "highs-pdlp"])
def test_every_solver_finds_the_point_of_a_puzzle(solver: str) -> None:
    model = binary(SMALL)
    program = HighsProgram(model.rows, costs=np.ones(len(model.cells)), solver=solver)  # type: ignore[arg-type]
    assert program.solve(run()) is SolveStatus.OPTIMAL
    assert model.grid(program.values, within=1e-4).line == "2341143242133124"
    assert program.objective == pytest.approx(12)


def test_a_point_that_highs_rejects_says_by_how_much_it_fails() -> None:
    model = binary(nf.Grid.empty(16))
    program = HighsProgram(model.rows, costs=np.ones(len(model.cells)), solver="highs-pdlp")
    if program.solve(run()) is SolveStatus.OPTIMAL:
        pytest.skip("this version of HiGHS accepts its point")
    miss = np.abs(model.rows.matrix() @ program.values - 1).max()
    assert program.status == f"its last point violates a row or bound by {miss:.1g}, more than HiGHS accepts"


def test_costs_and_bounds_change_and_the_next_solve_knows() -> None:
    program = HighsProgram(rows([[1, 1, 1]], [1], ["="]), costs=np.array([1.0, 2.0, 3.0]))
    context = run()
    program.solve(context)
    assert program.values.tolist() == [1, 0, 0]
    program.set_costs(np.array([5.0]), [0])
    program.solve(context)
    assert program.values.tolist() == [0, 1, 0]
    program.set_bounds([1], 0, 0.25)
    program.solve(context)
    assert program.values.tolist() == [0, 0.25, 0.75]
    program.highs.clearSolver()
    program.solve(context)
    assert program.objective == pytest.approx(0.5 + 2.25)
    assert context.nodes == 4


@pytest.mark.parametrize("kind", [HighsProgram, Linprog])
def test_duals_are_the_cost_of_one_more_unit(kind: type[HighsProgram] | type[Linprog]) -> None:
    program = kind(rows([[1, 1], [1, -1]], [4, 2], [">=", "<="]), costs=np.array([1.0, 3.0]))
    program.solve(run())
    assert program.values.tolist() == [3, 1]
    assert program.duals.tolist() == [2, -1]


def test_an_infeasible_program_has_a_ray_that_proves_it() -> None:
    program = HighsProgram(rows([[1, 1], [1, 0], [0, 1]], [3, 1, 1], ["=", "<=", "<="]))
    assert program.solve(run()) is SolveStatus.INFEASIBLE
    ray = program.ray()
    assert ray is not None
    assert abs(ray[0]) == pytest.approx(abs(ray[1])) == pytest.approx(abs(ray[2]))


def test_unbounded_and_infeasible_programs_are_distinguished() -> None:
    program = HighsProgram(rows([[1, -1]], [0], ["="]), costs=np.array([-1.0, 0.0]))
    assert program.solve(run()) in (SolveStatus.UNBOUNDED, SolveStatus.UNKNOWN)
    assert "bounded" in program.status


def test_integer_programs_accept_cuts() -> None:
    program = HighsProgram(rows([[2, 2]], [3], ["<="]), costs=np.array([-1.0, -1.01]), upper=np.ones(2), integer=True)
    program.solve(run())
    assert program.values.round().tolist() == [0, 1]
    program.add_row([1], 1.0, 0.0, 0.0)
    program.solve(run())
    assert program.values.round().tolist() == [1, 0]


class AfterAWhile:
    """A cancel that is set once it was looked at a few times: in the midst of the solve, on any machine."""

    def __init__(self) -> None:
        self.looks = 0

    def is_set(self) -> bool:
        self.looks += 1
        return self.looks > 3


@pytest.mark.parametrize("solver", ["highs-ds", "highs-ipm"])
def test_a_deadline_and_a_cancel_reach_into_the_solver(solver: str) -> None:
    model = binary(LARGE)
    costs = np.random.default_rng(0).random(len(model.cells))
    program = HighsProgram(model.rows, costs=costs, solver=solver)  # type: ignore[arg-type]
    flag = Event()
    for limits, why in (({"seconds": 0.1}, "seconds"), ({"cancel": flag}, "cancelled")):
        flag.clear()
        timer = Timer(0.1, flag.set)
        timer.start()
        with pytest.raises(nf.Stopped, match=why):
            program.solve(run(**limits))  # type: ignore[arg-type]
        assert program.status in ("time limit reached", "interrupted by user")
        timer.join()


@pytest.mark.parametrize("solver", ["highs-ds", "highs-ipm"])
def test_an_interrupted_program_can_be_solved_again(solver: str) -> None:
    model = binary(nf.Grid.empty(9))
    costs = np.random.default_rng(0).random(len(model.cells))
    program = HighsProgram(model.rows, costs=costs, solver=solver)  # type: ignore[arg-type]
    flag = AfterAWhile()
    with pytest.raises(nf.Stopped, match="cancelled"):
        program.solve(run(cancel=flag))
    assert program.status == "interrupted by user"
    assert program.solve(run()) is SolveStatus.OPTIMAL


def test_a_run_without_nodes_left_is_not_put_to_the_solver() -> None:
    program = HighsProgram(rows([[1.0]], [1], ["="]))
    context = run(nodes=1)
    program.solve(context)
    with pytest.raises(nf.Stopped, match="node"):
        program.solve(context)


def test_nothing_is_printed(capfd: pytest.CaptureFixture[str]) -> None:
    model = binary(SMALL)
    for integer in (False, True):
        HighsProgram(model.rows, costs=np.ones(len(model.cells)), integer=integer).solve(run())
    assert capfd.readouterr() == ("", "")


def test_programs_do_not_affect_each_other() -> None:
    """A program that was stopped does not stop the next."""
    model = binary(LARGE)
    stopped = HighsProgram(model.rows, costs=np.random.default_rng(1).random(len(model.cells)))
    with pytest.raises(nf.Stopped):
        stopped.solve(run(seconds=0.05))
    assert HighsProgram(binary(SMALL).rows).solve(run(seconds=5)) is SolveStatus.OPTIMAL


def test_time_limits_do_not_add_up() -> None:
    """HiGHS counts the time of all solves together; each gets its own limit on top of that."""
    model = binary(LARGE)
    program = HighsProgram(model.rows, costs=np.random.default_rng(1).random(len(model.cells)))
    with pytest.raises(nf.Stopped):
        program.solve(run(seconds=0.2))
    program.highs.clearSolver()
    program.set_bounds(np.arange(len(model.cells)), 1, 1)  # soon found to be infeasible
    program.solve(run(seconds=100))
    assert program.highs.getOptionValue("time_limit")[1] > 100


def test_an_unused_program_is_freed_at_once() -> None:
    """It holds a lot of memory that Python does not see, so it must not wait for the garbage collector."""
    program = HighsProgram(binary(SMALL).rows)
    program.solve(run())
    gone = weakref.ref(program)
    inner = weakref.ref(program.highs)
    gc.disable()
    try:
        del program
        assert gone() is None
        assert inner() is None
    finally:
        gc.enable()
