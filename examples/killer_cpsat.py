"""A killer cage in CP-SAT: the model of a puzzle, with a rule that Ninefold does not have.

The solution goes back through `model.grid`, which checks it against the rules of Sudoku.
"""

from ortools.sat.python import cp_model

import ninefold as nf

PUZZLE = nf.Grid(".3..7....6..195....9.....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")  # eight solutions
CAGE, TOTAL = ("r2c2", "r2c3"), 9  # a killer cage leaves one of them

model = nf.model(PUZZLE)
built = model.cpsat()
built.solver.add(sum(built.x.digit(cell) for cell in CAGE) == TOTAL)
solver = cp_model.CpSolver()
solver.solve(built.solver)
print(model.grid([solver.value(variable) for variable in built.variables]).line)
