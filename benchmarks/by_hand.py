"""Direct calls of the libraries behind sat, cp, mip and mip-integer: the baselines of `optimisation.py`.

Each is a function from the 81 digits of a proper 9×9 puzzle to those of its solution, written as an expert in the
library would: prepare the rules once, load the model of a puzzle, find a solution, exclude it, and prove that there is
no other. No deadline, no verification.

`InProcess` runs one of them in a separate process, as a deadline requires: none of these libraries stops reliably on
time, but a process can be killed. The process is kept for the next puzzle.
"""

from __future__ import annotations

import multiprocessing
from collections.abc import Callable
from itertools import combinations
from multiprocessing.connection import Connection

import ninefold as nf

UNITS = [unit.cells for unit in nf.Layout(9).units]
ByHand = Callable[[bytes], bytes]
# Seconds until the other process is given up.
ANSWER_TIMEOUT = 60.0


def grid_of(true: list[int]) -> bytes:
    digits = bytearray(81)
    for variable in true:
        digits[(variable - 1) // 9] = (variable - 1) % 9 + 1
    return bytes(digits)


# --- sat -----------------------------------------------------------------------------------------


def rules() -> list[list[int]]:
    groups = [[cell * 9 + digit for digit in range(1, 10)] for cell in range(81)]
    groups += [[cell * 9 + digit for cell in unit] for unit in UNITS for digit in range(1, 10)]
    return groups + [[-a, -b] for a, b in sorted({pair for group in groups for pair in combinations(group, 2)})]


def sat_by_hand() -> ByHand:
    from pysat.solvers import Solver as Cadical

    clauses = rules()

    def solve(digits: bytes) -> bytes:
        clues = [[cell * 9 + digit] for cell, digit in enumerate(digits) if digit]
        with Cadical(name="cadical195", bootstrap_with=clauses + clues) as solver:
            assert solver.solve()
            true = [literal for literal in solver.get_model() if literal > 0]
            solver.add_clause([-literal for literal in true])
            assert not solver.solve()
        return grid_of(true)

    return solve


def sat_kept_by_hand() -> ByHand:
    from pysat.solvers import Solver as Cadical

    solver, selector = Cadical(name="cadical195", bootstrap_with=rules()), 729

    def solve(digits: bytes) -> bytes:
        nonlocal selector
        selector += 1
        clues = [cell * 9 + digit for cell, digit in enumerate(digits) if digit]
        assert solver.solve(assumptions=clues)
        true = [literal for literal in solver.get_model()[:729] if literal > 0]
        solver.add_clause([-selector, *(-literal for literal in true)])
        assert not solver.solve(assumptions=[*clues, selector])
        solver.add_clause([-selector])
        return grid_of(true)

    return solve


# --- cp ------------------------------------------------------------------------------------------


def cp_by_hand() -> ByHand:
    from ortools.sat.python import cp_model

    class Two(cp_model.CpSolverSolutionCallback):
        def __init__(self, cells: list[cp_model.IntVar]) -> None:
            super().__init__()
            self.cells, self.found = cells, []

        def on_solution_callback(self) -> None:
            self.found.append(bytes(self.value(cell) for cell in self.cells))
            if len(self.found) == 2:
                self.stop_search()

    def solve(digits: bytes) -> bytes:
        model = cp_model.CpModel()
        cells = [model.new_int_var(digit or 1, digit or 9, "") for digit in digits]
        for unit in UNITS:
            model.add_all_different([cells[cell] for cell in unit])
        solver, two = cp_model.CpSolver(), Two(cells)
        solver.parameters.num_workers = 1
        solver.parameters.enumerate_all_solutions = True
        solver.solve(model, two)
        assert len(two.found) == 1
        return two.found[0]

    return solve


# --- mip -----------------------------------------------------------------------------------------


def mip_by_hand() -> ByHand:
    import highspy
    import numpy as np

    groups = [[cell * 9 + digit for digit in range(9)] for cell in range(81)]
    groups += [[cell * 9 + digit for cell in unit] for unit in UNITS for digit in range(9)]
    indices = np.array(groups, np.int32).ravel()
    starts = np.arange(0, len(indices) + 1, 9, dtype=np.int32)
    ones, sides = np.ones(len(indices)), np.ones(len(groups))

    def solve(digits: bytes) -> bytes:
        lower = np.zeros(729)
        lower[[cell * 9 + digit - 1 for cell, digit in enumerate(digits) if digit]] = 1
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("threads", 1)
        whole = np.ones(729, np.int32)
        sizes = (729, len(groups), len(indices), 2, 1, 0.0)
        highs.passModel(*sizes, np.zeros(729), lower, np.ones(729), sides, sides, starts, indices, ones, whole)
        highs.run()
        found = np.flatnonzero(np.array(highs.getSolution().col_value) > 0.5).astype(np.int32)
        highs.addRow(-np.inf, 80, 81, found, np.ones(81))
        highs.run()
        assert highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible
        return grid_of((found + 1).tolist())

    return solve


def mip_integer_by_hand() -> ByHand:
    import highspy
    import numpy as np

    pairs = sorted({tuple(sorted(pair)) for unit in UNITS for pair in combinations(unit, 2)})
    rows = [((a, 1.0), (b, -1.0), (81 + k, 9.0)) for k, (a, b) in enumerate(pairs)]
    rows += [((a, -1.0), (b, 1.0), (81 + k, -9.0)) for k, (a, b) in enumerate(pairs)]
    width = 81 + len(pairs)
    indices = np.array([column for row in rows for column, _ in row], np.int32)
    factors = np.array([factor for row in rows for _, factor in row])
    starts = np.arange(0, len(indices) + 1, 3, dtype=np.int32)
    sides = np.array([8.0] * len(pairs) + [-1.0] * len(pairs))

    def solve(digits: bytes) -> bytes:
        lower, upper = np.zeros(width), np.ones(width)
        lower[:81] = [digit or 1 for digit in digits]
        upper[:81] = [digit or 9 for digit in digits]
        highs = highspy.Highs()
        highs.setOptionValue("output_flag", False)
        highs.setOptionValue("threads", 1)
        none, whole = np.full(len(rows), -np.inf), np.ones(width, np.int32)
        sizes = (width, len(rows), len(indices), 2, 1, 0.0)
        highs.passModel(*sizes, np.zeros(width), lower, upper, none, sides, starts, indices, factors, whole)
        highs.run()
        values = np.rint(np.array(highs.getSolution().col_value))
        signs = np.where(values[81:] > 0.5, -1.0, 1.0)
        columns = np.arange(81, width, dtype=np.int32)
        highs.addRow(1 - float((values[81:] > 0.5).sum()), np.inf, len(columns), columns, signs)
        highs.run()
        assert highs.getModelStatus() == highspy.HighsModelStatus.kInfeasible
        return bytes(values[:81].astype(np.uint8))

    return solve


# --- in a separate process -----------------------------------------------------------------------


class InProcess:
    """One of the above in another process, called through a pipe; killed if it does not answer in time."""

    def __init__(self, make: Callable[[], ByHand]) -> None:
        context = multiprocessing.get_context("spawn")
        self.pipe, remote = context.Pipe()
        self.process = context.Process(target=_answer_requests, args=(remote, make), daemon=True)
        self.process.start()

    def __call__(self, digits: bytes) -> bytes:
        """Send a puzzle and wait for its solution."""
        self.pipe.send(digits)
        if not self.pipe.poll(ANSWER_TIMEOUT):
            self.process.kill()
            raise TimeoutError
        found: bytes = self.pipe.recv()
        return found


def _answer_requests(pipe: Connection, make: Callable[[], ByHand]) -> None:
    solve = make()
    while True:
        pipe.send(solve(pipe.recv()))


# The baselines of each method: a description, and a function that builds it.
PEERS: dict[str, tuple[tuple[str, Callable[[], ByHand]], ...]] = {
    "sat": (("rules loaded for each puzzle", sat_by_hand), ("rules kept loaded", sat_kept_by_hand)),
    "cp": (("model built for each puzzle", cp_by_hand),),
    "mip": (("model built for each puzzle", mip_by_hand),),
    "mip-integer": (("model built for each puzzle", mip_integer_by_hand),),
}
