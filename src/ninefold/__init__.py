"""Ninefold, the Sudoku system: checks and solves Sudoku of any size in many ways behind one interface.

>>> import ninefold as nf
>>> nf.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").status
<Status.UNIQUE>
"""

from ninefold.core.canonical import automorphism_count, canonical, isomorphism, puzzle_id
from ninefold.core.checking import Check, Clash, Verdict, check
from ninefold.core.errors import (
    CertificateError,
    Fault,
    GridError,
    LayoutError,
    LibraryError,
    MethodError,
    MethodFault,
    NinefoldError,
    ParseError,
)
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout, Unit
from ninefold.core.symmetry import Symmetry
from ninefold.draw.picture import Link, Picture
from ninefold.logic.hinting import Hint, HintKind, hint
from ninefold.logic.step import Step
from ninefold.make.generate import Made, generate
from ninefold.racing.race import race
from ninefold.racing.record import Race
from ninefold.solving.ask import completable, solve
from ninefold.solving.counting import Count, count
from ninefold.solving.enumerating import solutions
from ninefold.solving.many import solve_many
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.methods import methods
from ninefold.solving.minimal import is_minimal, redundant_clues
from ninefold.solving.modelling import model, read_solution
from ninefold.solving.random_grids import random_grid
from ninefold.solving.result import Result, Status
from ninefold.solving.results import Answer, Results
from ninefold.solving.run import Run, Stopped
from ninefold.solving.settling import Settled, settle_many
from ninefold.solving.verifying import verify

__version__ = "0.1.0"

__all__ = [
    "Answer",
    "CertificateError",
    "Check",
    "Clash",
    "Count",
    "Fault",
    "Grid",
    "GridError",
    "Hint",
    "HintKind",
    "Layout",
    "LayoutError",
    "LibraryError",
    "Link",
    "Made",
    "Method",
    "MethodError",
    "MethodFault",
    "MethodInfo",
    "NinefoldError",
    "ParseError",
    "Picture",
    "Race",
    "Result",
    "Results",
    "Run",
    "Settled",
    "Status",
    "Step",
    "Stopped",
    "Symmetry",
    "Unit",
    "Verdict",
    "automorphism_count",
    "canonical",
    "check",
    "completable",
    "count",
    "generate",
    "hint",
    "is_minimal",
    "isomorphism",
    "methods",
    "model",
    "puzzle_id",
    "race",
    "random_grid",
    "read_solution",
    "redundant_clues",
    "settle_many",
    "solutions",
    "solve",
    "solve_many",
    "verify",
]
