"""Ninefold, the Sudoku system: checks and solves Sudoku of any size in many ways behind one interface.

>>> import ninefold as nf
>>> nf.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").status
<Status.UNIQUE>
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

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
from ninefold.core.limits import Cancel, Limit, Stopped
from ninefold.solving.counting import Count, count, is_minimal, redundant_clues
from ninefold.solving.many import solve_many
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.registry import TABLE as _TABLE
from ninefold.solving.registry import methods
from ninefold.solving.result import Result, ResultRow, Results, Status
from ninefold.solving.run import Run
from ninefold.solving.solve import completable, solutions, solve

if TYPE_CHECKING:
    from ninefold.core.canonical import automorphism_count, canonical, isomorphism, puzzle_id
    from ninefold.core.symmetry import Symmetry
    from ninefold.draw.picture import Link, Picture
    from ninefold.logic.hints import Hint, HintKind, hint
    from ninefold.logic.step import Step
    from ninefold.make.full_grids import random_grid
    from ninefold.make.generate import Puzzles, generate
    from ninefold.models.checker import verify
    from ninefold.racing.race import race
    from ninefold.racing.report import Race
    from ninefold.solving.modelling import model, read_solution
    from ninefold.solving.relaxing.many import Relaxed, relax_many

# Imported when they are first used, so that `import ninefold` stays light.
_LAZY = {
    "core.canonical": ("automorphism_count", "canonical", "isomorphism", "puzzle_id"),
    "core.symmetry": ("Symmetry",),
    "draw.picture": ("Link", "Picture"),
    "logic.hints": ("Hint", "HintKind", "hint"),
    "logic.step": ("Step",),
    "make.full_grids": ("random_grid",),
    "make.generate": ("Puzzles", "generate"),
    "models.checker": ("verify",),
    "racing.race": ("race",),
    "racing.report": ("Race",),
    "solving.modelling": ("model", "read_solution"),
    "solving.relaxing.many": ("Relaxed", "relax_many"),
}
_HOME = {name: f"ninefold.{module}" for module, names in _LAZY.items() for name in names}

# The methods with their options, such as `nf.LP(solver="highs-ipm")`. They are not in `__all__`: some of the libraries
# behind them cannot be loaded into one process together, and `from ninefold import *` would load them all.
_METHODS = {info.attribute: info for info in _TABLE}

__version__ = "0.1.0"

__all__ = [
    "Cancel",
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
    "Limit",
    "Link",
    "Method",
    "MethodError",
    "MethodFault",
    "MethodInfo",
    "NinefoldError",
    "ParseError",
    "Picture",
    "Puzzles",
    "Race",
    "Relaxed",
    "Result",
    "ResultRow",
    "Results",
    "Run",
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
    "relax_many",
    "solutions",
    "solve",
    "solve_many",
    "verify",
]


def __getattr__(name: str) -> Any:
    if name in _METHODS:
        value: Any = _METHODS[name].load()
    elif name in _HOME:
        value = getattr(import_module(_HOME[name]), name)
    else:
        raise AttributeError(f"module 'ninefold' has no attribute {name!r}")
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__, *_METHODS})
