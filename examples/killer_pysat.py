"""A killer cage in PySAT: the model of a puzzle, with a rule that Ninefold does not have.

The solution goes back through `model.grid`, which checks it against the rules of Sudoku.
"""

from itertools import product

from pysat.solvers import Solver

import ninefold as nf

PUZZLE = nf.Grid(".3..7....6..195....9.....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")  # eight solutions
CAGE, TOTAL = ("r2c2", "r2c3"), 9  # a killer cage leaves one of them

model = nf.model(PUZZLE, kind="clauses")
built = model.pysat()
for digits in product(range(1, 10), repeat=len(CAGE)):
    if sum(digits) != TOTAL:  # not all of them together
        built.solver.append([-built.x[cell, digit] for cell, digit in zip(CAGE, digits, strict=True)])
with Solver(bootstrap_with=built.solver) as solver:
    solver.solve()
    print(model.grid(solver.get_model()).line)
