"""Solve, explain, rate, generate and play Sudoku up to 64×64: 25 solving methods behind one Python API.

>>> import ninefold as nf
>>> nf.solve("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79").status
<Status.UNIQUE>

What `__all__` lists is public, and so are the methods (`nf.LP`, `nf.Search`, …), `ninefold.environments` and
`ninefold.testing`.
"""

import ninefold.core.safe_path  # noqa: F401 - first: from here on, nothing in the current folder is imported

# isort: split
from importlib import import_module
from typing import TYPE_CHECKING, Any

from ninefold.core.checking import Check, Clash, Verdict, check
from ninefold.core.errors import (
    BatchError,
    CertificateError,
    Fault,
    GridError,
    Infeasible,
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
from ninefold.solving.method import Method, MethodInfo, check_options, option
from ninefold.solving.registry import methods
from ninefold.solving.result import Result, ResultRow, Results, Status
from ninefold.solving.run import Run
from ninefold.solving.solve import completable, solutions, solve
from ninefold.solving.table import TABLE as _TABLE
from ninefold.solving.trace import (
    Belief,
    Drop,
    End,
    Event,
    Found,
    Guess,
    JsonLines,
    Log,
    Note,
    Place,
    Start,
    Undo,
    replay,
)

if TYPE_CHECKING:
    from ninefold.batching.batch import DataSet, batch
    from ninefold.batching.job import BatchJob
    from ninefold.batching.leaks import Leak, Leaks, leaks
    from ninefold.core.canonical import automorphism_count, canonical, has_canonical, isomorphism, puzzle_id
    from ninefold.core.puzzle import Play, Puzzle, Rating
    from ninefold.core.symmetry import Symmetry, move_count, symmetry_count
    from ninefold.draw.book import Book
    from ninefold.draw.picture import Link, Picture
    from ninefold.formats.files import read_file, read_text, write_file
    from ninefold.library.games import Game, Games
    from ninefold.library.query import Query
    from ninefold.library.ratings import StoredRating
    from ninefold.library.store import Added, Entry, Library
    from ninefold.logic.engine import steps
    from ninefold.logic.explain import Path, explain
    from ninefold.logic.hints import Hint, HintKind, hint
    from ninefold.logic.many import PathLines, Paths, explain_lines, explain_many
    from ninefold.logic.mistakes import Mistake
    from ninefold.logic.step import Step
    from ninefold.logic.techniques import Technique, techniques
    from ninefold.logic.verify import verify
    from ninefold.logic.verify_path import PathCheck, StepCheck
    from ninefold.make.augment import Augmented, augment
    from ninefold.make.chunks import PuzzleRows, generate_arrays
    from ninefold.make.full_grids import random_grid
    from ninefold.make.generate import Estimate, Puzzles, estimate, generate
    from ninefold.make.negatives import Negatives, negatives
    from ninefold.make.recipe import Recipe
    from ninefold.models.binary import BinaryModel
    from ninefold.models.certificates import (
        Certificate,
        ClauseProof,
        Elimination,
        Impossibility,
        ProofChain,
        ProofStep,
        Uniqueness,
    )
    from ninefold.models.checker import ProofCheck
    from ninefold.models.clauses import ClauseModel
    from ninefold.models.colouring import ColouringModel
    from ninefold.models.cuts import Cut
    from ninefold.models.incidence import candidates
    from ninefold.models.integer import IntegerModel
    from ninefold.models.lifted import LiftedModel
    from ninefold.models.rows import Rows
    from ninefold.models.simplex import Pivot, SimplexPath, simplex_path
    from ninefold.models.solver_models import SolverModel
    from ninefold.papers.experiment import PaperPuzzle, paper_puzzle, paper_puzzles
    from ninefold.racing.outcome import Dispute, Excluded, Outcome, Standing
    from ninefold.racing.race import race
    from ninefold.racing.report import Race
    from ninefold.racing.sweep import Sweep, SweepRow, Trial, sweep
    from ninefold.rating.explainer import ExplainerRating
    from ninefold.rating.hodoku import HodokuRating
    from ninefold.rating.levels import level_of, levels_many
    from ninefold.rating.measure import Measure
    from ninefold.rating.rate import Difficulty, rate, rate_many
    from ninefold.solving.arrays import automorphisms_many, canonical_many, ids_many
    from ninefold.solving.ladder import Ladder, Rung, ladder
    from ninefold.solving.linear_relaxation import LinearRelaxation, relaxation
    from ninefold.solving.modelling import model, read_solution
    from ninefold.solving.relaxing.many import Relaxed, relax_many
    from ninefold.solving.scores import Scores, score_many
    from ninefold.solving.solvers.duals import why_not
    from ninefold.solving.trace_files import read_trace
    from ninefold.solving.tree import Tree, tree

# Imported on first use, so that `import ninefold` stays light.
_LAZY = {
    "batching.batch": ("DataSet", "batch"),
    "batching.job": ("BatchJob",),
    "batching.leaks": ("Leak", "Leaks", "leaks"),
    "core.canonical": ("automorphism_count", "canonical", "has_canonical", "isomorphism", "puzzle_id"),
    "core.puzzle": ("Play", "Puzzle", "Rating"),
    "core.symmetry": ("Symmetry", "move_count", "symmetry_count"),
    "draw.book": ("Book",),
    "draw.picture": ("Link", "Picture"),
    "formats.files": ("read_file", "read_text", "write_file"),
    "library.games": ("Game", "Games"),
    "library.query": ("Query",),
    "library.store": ("Added", "Entry", "Library"),
    "library.ratings": ("StoredRating",),
    "logic.engine": ("steps",),
    "logic.explain": ("Path", "explain"),
    "logic.many": ("PathLines", "Paths", "explain_lines", "explain_many"),
    "logic.hints": ("Hint", "HintKind", "hint"),
    "logic.mistakes": ("Mistake",),
    "logic.step": ("Step",),
    "logic.techniques": ("Technique", "techniques"),
    "logic.verify": ("verify",),
    "logic.verify_path": ("PathCheck", "StepCheck"),
    "make.augment": ("Augmented", "augment"),
    "make.chunks": ("PuzzleRows", "generate_arrays"),
    "make.full_grids": ("random_grid",),
    "make.generate": ("Estimate", "Puzzles", "estimate", "generate"),
    "make.negatives": ("Negatives", "negatives"),
    "make.recipe": ("Recipe",),
    "models.binary": ("BinaryModel",),
    "models.certificates": (
        "Certificate",
        "ClauseProof",
        "Elimination",
        "Impossibility",
        "ProofChain",
        "ProofStep",
        "Uniqueness",
    ),
    "models.checker": ("ProofCheck",),
    "models.clauses": ("ClauseModel",),
    "models.colouring": ("ColouringModel",),
    "models.cuts": ("Cut",),
    "models.incidence": ("candidates",),
    "models.integer": ("IntegerModel",),
    "models.lifted": ("LiftedModel",),
    "models.rows": ("Rows",),
    "models.simplex": ("Pivot", "SimplexPath", "simplex_path"),
    "models.solver_models": ("SolverModel",),
    "papers.experiment": ("PaperPuzzle", "paper_puzzle", "paper_puzzles"),
    "racing.outcome": ("Dispute", "Excluded", "Outcome", "Standing"),
    "racing.race": ("race",),
    "racing.report": ("Race",),
    "racing.sweep": ("Sweep", "SweepRow", "Trial", "sweep"),
    "rating.explainer": ("ExplainerRating",),
    "rating.hodoku": ("HodokuRating",),
    "rating.levels": ("level_of", "levels_many"),
    "rating.measure": ("Measure",),
    "rating.rate": ("Difficulty", "rate", "rate_many"),
    "solving.arrays": ("automorphisms_many", "canonical_many", "ids_many"),
    "solving.ladder": ("Ladder", "Rung", "ladder"),
    "solving.linear_relaxation": ("LinearRelaxation", "relaxation"),
    "solving.modelling": ("model", "read_solution"),
    "solving.relaxing.many": ("Relaxed", "relax_many"),
    "solving.scores": ("Scores", "score_many"),
    "solving.solvers.duals": ("why_not",),
    "solving.trace_files": ("read_trace",),
    "solving.tree": ("Tree", "tree"),
}
_HOME = {name: f"ninefold.{module}" for module, names in _LAZY.items() for name in names}

# The methods with their options, such as `nf.LP(solver="highs-ipm")`. They are not in `__all__`: some of the libraries
# behind them cannot be loaded into one process together, and `from ninefold import *` would load them all.
_METHODS = {info.attribute: info for info in _TABLE}

__version__ = "0.1.0"

__all__ = [
    "Added",
    "Augmented",
    "BatchError",
    "BatchJob",
    "Belief",
    "BinaryModel",
    "Book",
    "Cancel",
    "Certificate",
    "CertificateError",
    "Check",
    "Clash",
    "ClauseModel",
    "ClauseProof",
    "ColouringModel",
    "Count",
    "Cut",
    "DataSet",
    "Difficulty",
    "Dispute",
    "Drop",
    "Elimination",
    "End",
    "Entry",
    "Estimate",
    "Event",
    "Excluded",
    "ExplainerRating",
    "Fault",
    "Found",
    "Game",
    "Games",
    "Grid",
    "GridError",
    "Guess",
    "Hint",
    "HintKind",
    "HodokuRating",
    "Impossibility",
    "Infeasible",
    "IntegerModel",
    "JsonLines",
    "Ladder",
    "Layout",
    "LayoutError",
    "Leak",
    "Leaks",
    "Library",
    "LibraryError",
    "LiftedModel",
    "Limit",
    "LinearRelaxation",
    "Link",
    "Log",
    "Measure",
    "Method",
    "MethodError",
    "MethodFault",
    "MethodInfo",
    "Mistake",
    "Negatives",
    "NinefoldError",
    "Note",
    "Outcome",
    "PaperPuzzle",
    "ParseError",
    "Path",
    "PathCheck",
    "PathLines",
    "Paths",
    "Picture",
    "Pivot",
    "Place",
    "Play",
    "ProofChain",
    "ProofCheck",
    "ProofStep",
    "Puzzle",
    "PuzzleRows",
    "Puzzles",
    "Query",
    "Race",
    "Rating",
    "Recipe",
    "Relaxed",
    "Result",
    "ResultRow",
    "Results",
    "Rows",
    "Run",
    "Rung",
    "Scores",
    "SimplexPath",
    "SolverModel",
    "Standing",
    "Start",
    "Status",
    "Step",
    "StepCheck",
    "Stopped",
    "StoredRating",
    "Sweep",
    "SweepRow",
    "Symmetry",
    "Technique",
    "Tree",
    "Trial",
    "Undo",
    "Uniqueness",
    "Unit",
    "Verdict",
    "augment",
    "automorphism_count",
    "automorphisms_many",
    "batch",
    "candidates",
    "canonical",
    "canonical_many",
    "check",
    "check_options",
    "completable",
    "count",
    "estimate",
    "explain",
    "explain_lines",
    "explain_many",
    "generate",
    "generate_arrays",
    "has_canonical",
    "hint",
    "ids_many",
    "is_minimal",
    "isomorphism",
    "ladder",
    "leaks",
    "level_of",
    "levels_many",
    "methods",
    "model",
    "move_count",
    "negatives",
    "option",
    "paper_puzzle",
    "paper_puzzles",
    "puzzle_id",
    "race",
    "random_grid",
    "rate",
    "rate_many",
    "read_file",
    "read_solution",
    "read_text",
    "read_trace",
    "redundant_clues",
    "relax_many",
    "relaxation",
    "replay",
    "score_many",
    "simplex_path",
    "solutions",
    "solve",
    "solve_many",
    "steps",
    "sweep",
    "symmetry_count",
    "techniques",
    "tree",
    "verify",
    "why_not",
    "write_file",
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
