"""The methods sat, cp, mip and mip-integer beside the same libraries called by hand.

python benchmarks/exact.py FILE… [--count 50] [--by sat,cp,mip] [--seed 1]

A FILE has a 9×9 puzzle a line. By hand means a plain loop in this process, as one would write it who knows the
library: the rules are made ready once, and for every puzzle the model is loaded, a solution is found, excluded, and
proved to be the only one. Ours is the whole of `nf.solve`: the question travels to the process that is kept for the
library and the answer back, and is judged. For sat there is a second line by hand, which keeps its solver loaded and
assumes the clues; it has no process to travel to.

Every puzzle is put to both in turn, so that a busy moment hits both alike. Times are CPU times in ms, the median over
the puzzles; ours is that of both processes together. The ratio is that of ours to the one by hand, puzzle by puzzle,
and again the median. The last column is the same ratio by the clock on the wall: on a machine that is busy with other
things a question waits for its turn in two processes.
"""

from __future__ import annotations

import argparse
import os
import random
import statistics
from collections.abc import Callable
from itertools import combinations, pairwise
from time import clock_gettime, perf_counter, process_time

import ninefold as nf
from ninefold.solving import rooms

UNITS = [unit.cells for unit in nf.Layout(9).units]
Solver = Callable[[nf.Grid], bytes]


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


def sat_by_hand() -> Solver:
    from pysat.solvers import Solver as Cadical

    clauses = rules()

    def solve(puzzle: nf.Grid) -> bytes:
        clues = [[cell * 9 + digit] for cell, digit in enumerate(puzzle.digits) if digit]
        with Cadical(name="cadical195", bootstrap_with=clauses + clues) as solver:
            assert solver.solve()
            true = [literal for literal in solver.get_model() if literal > 0]
            solver.add_clause([-literal for literal in true])
            assert not solver.solve()
        return grid_of(true)

    return solve


def sat_kept_by_hand() -> Solver:
    from pysat.solvers import Solver as Cadical

    solver, spare = Cadical(name="cadical195", bootstrap_with=rules()), 729

    def solve(puzzle: nf.Grid) -> bytes:
        nonlocal spare
        spare += 1
        clues = [cell * 9 + digit for cell, digit in enumerate(puzzle.digits) if digit]
        assert solver.solve(assumptions=clues)
        true = [literal for literal in solver.get_model()[:729] if literal > 0]
        solver.add_clause([-spare, *(-literal for literal in true)])
        assert not solver.solve(assumptions=[*clues, spare])
        solver.add_clause([-spare])
        return grid_of(true)

    return solve


# --- cp ------------------------------------------------------------------------------------------


def cp_by_hand() -> Solver:
    from ortools.sat.python import cp_model

    class Two(cp_model.CpSolverSolutionCallback):
        def __init__(self, cells: list[cp_model.IntVar]) -> None:
            super().__init__()
            self.cells, self.found = cells, []

        def on_solution_callback(self) -> None:
            self.found.append(bytes(self.value(cell) for cell in self.cells))
            if len(self.found) == 2:
                self.stop_search()

    def solve(puzzle: nf.Grid) -> bytes:
        model = cp_model.CpModel()
        cells = [model.new_int_var(digit or 1, digit or 9, "") for digit in puzzle.digits]
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


def mip_by_hand() -> Solver:
    import highspy
    import numpy as np

    groups = [[cell * 9 + digit for digit in range(9)] for cell in range(81)]
    groups += [[cell * 9 + digit for cell in unit] for unit in UNITS for digit in range(9)]
    indices = np.array(groups, np.int32).ravel()
    starts = np.arange(0, len(indices) + 1, 9, dtype=np.int32)
    ones, sides = np.ones(len(indices)), np.ones(len(groups))

    def solve(puzzle: nf.Grid) -> bytes:
        lower = np.zeros(729)
        lower[[cell * 9 + digit - 1 for cell, digit in enumerate(puzzle.digits) if digit]] = 1
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


def mip_integer_by_hand() -> Solver:
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

    def solve(puzzle: nf.Grid) -> bytes:
        lower, upper = np.zeros(width), np.ones(width)
        lower[:81] = [digit or 1 for digit in puzzle.digits]
        upper[:81] = [digit or 9 for digit in puzzle.digits]
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


BY_HAND = {
    "sat": (("loaded each time", sat_by_hand), ("kept loaded", sat_kept_by_hand)),
    "cp": (("", cp_by_hand),),
    "mip": (("", mip_by_hand),),
    "mip-integer": (("", mip_integer_by_hand),),
}


# --- the race --------------------------------------------------------------------------------------


def read(path: str, count: int, seed: int) -> list[nf.Grid]:
    with open(path, encoding="utf-8") as file:
        lines = [line[:81] for line in file if len(line.strip()) >= 81 and not line.startswith("#")]
    random.Random(seed).shuffle(lines)
    return [nf.Grid(line) for line in lines[:count]]


def cpu_time() -> float:
    """The CPU time of this process and of those that are kept; Linux numbers the clock of a process so."""
    return process_time() + sum(clock_gettime((~child.process.pid << 3) | 2) for _, child in rooms._kept.at_rest)


def race(by: str, hand: Solver, puzzles: list[nf.Grid]) -> tuple[float, float, float, float]:
    """The medians of the times by hand, of ours, and of their ratios by both clocks."""
    times = []
    hand(puzzles[0])
    for _ in range(2):  # the process is started, and what is kept is loaded
        nf.solve(puzzles[0], by=by)
    for puzzle in puzzles:
        marks = [(cpu_time(), perf_counter())]
        digits = hand(puzzle)
        marks.append((cpu_time(), perf_counter()))
        result = nf.solve(puzzle, by=by)
        marks.append((cpu_time(), perf_counter()))
        times.append([after[clock] - before[clock] for clock in (0, 1) for before, after in pairwise(marks)])
        assert result.status is nf.Status.UNIQUE
        assert result.solutions[0].digits == digits
    rows = [(hand * 1e3, ours * 1e3, ours / hand, our_wall / wall) for hand, ours, wall, our_wall in times]
    hand_time, our_time, ratio, wall_ratio = (statistics.median(column) for column in zip(*rows, strict=True))
    return hand_time, our_time, ratio, wall_ratio


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("files", nargs="+")
    parser.add_argument("--count", type=int, default=50, help="puzzles of each file")
    parser.add_argument("--by", default="sat,cp,mip")
    parser.add_argument("--seed", type=int, default=1)
    options = parser.parse_args()
    print(f"{'method':12} {'by hand':17} {'puzzles':28} {'by hand':>8} {'ours':>8} {'ratio':>6} {'wall':>6}")
    for by in options.by.split(","):
        for how, make in BY_HAND[by]:
            for path in options.files:
                hand, ours, ratio, wall = race(by, make(), read(path, options.count, options.seed))
                figures = f"{hand:8.2f} {ours:8.2f} {ratio:6.2f} {wall:6.2f}"
                print(f"{by:12} {how:17} {os.path.basename(path):28} {figures}", flush=True)


if __name__ == "__main__":
    main()
