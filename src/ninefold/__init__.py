"""Ninefold, the Sudoku system: checks and solves Sudoku of any size in many ways behind one interface.

>>> import ninefold as nf
>>> nf.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").status
<Status.UNIQUE>
"""

from ninefold.core.checking import Check, Clash, Verdict, check
from ninefold.core.errors import (
    Fault,
    GridError,
    LayoutError,
    MethodError,
    MethodFault,
    NinefoldError,
    ParseError,
)
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout, Unit
from ninefold.solving.ask import completable, solve
from ninefold.solving.counting import Count, count
from ninefold.solving.enumerating import solutions
from ninefold.solving.many import solve_many
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.methods import methods
from ninefold.solving.minimal import is_minimal, redundant_clues
from ninefold.solving.random_grids import random_grid
from ninefold.solving.result import Result, Status
from ninefold.solving.results import Answer, Results
from ninefold.solving.run import Run, Stopped

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "Check",
    "Clash",
    "Count",
    "Fault",
    "Grid",
    "GridError",
    "Layout",
    "LayoutError",
    "Method",
    "MethodError",
    "MethodFault",
    "MethodInfo",
    "NinefoldError",
    "ParseError",
    "Result",
    "Results",
    "Run",
    "Status",
    "Stopped",
    "Unit",
    "Verdict",
    "check",
    "completable",
    "count",
    "is_minimal",
    "methods",
    "random_grid",
    "redundant_clues",
    "solutions",
    "solve",
    "solve_many",
]
