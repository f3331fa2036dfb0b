"""The table of our own methods, in order of preference."""

from __future__ import annotations

from typing import Any

from ninefold.solving.method import MethodInfo


def _ours(name: str, attribute: str, about: str, file: str = "", **facts: Any) -> MethodInfo:
    """A method of this package; its module has its name, unless `file` is another."""
    module = f"ninefold.solving.methods.{file or name.replace('-', '_')}"
    return MethodInfo(name=name, about=about, module=module, attribute=attribute, **facts)


# What the methods of one kind have in common.
_SEARCH: dict[str, Any] = {"complete": True, "cooperative": True}
_NATIVE = _SEARCH | {"needs": ("ninefold._native",)}
_HIGHS: dict[str, Any] = {"needs": ("highspy",), "extra": "lp", "process_group": "highs"}
_LOCAL_SEARCH: dict[str, Any] = {"cooperative": True, "traces": ("place", "belief", "note")}
_RELAXATION = _LOCAL_SEARCH | {"needs": ("numpy",)}

TABLE = (
    _ours(
        "lanes",
        "Lanes",
        "native engine for standard 9×9: many puzzles at once, one per lane of a vector register",
        "native",
        **_NATIVE,
        sizes=(9,),
        variants=False,
    ),
    _ours("search", "Search", "native search that learns from conflicts, for any layout", "native", **_NATIVE),
    _ours(
        "propagate",
        "Propagate",
        "constraint propagation: place forced digits, and guess when there are none",
        **_SEARCH,
        traces=("place", "guess", "undo", "note"),
    ),
    _ours(
        "backtrack",
        "Backtrack",
        "backtracking: cell by cell, the first digit that fits; plain or with propagation",
        **_SEARCH,
        traces=("place", "guess", "undo", "note"),
    ),
    _ours(
        "sat",
        "Sat",
        "SAT solver: the rules as clauses, solved by conflict-driven learning; can write a proof",
        needs=("pysat.solvers",),
        extra="sat",
        complete=True,
        process_group="pysat",
        traces=("note",),
    ),
    _ours(
        "cp",
        "CP",
        "constraint programming with CP-SAT: the cells of every unit all different",
        needs=("ortools.sat.python.cp_model",),
        extra="cp",
        complete=True,
        process_group="ortools",
        traces=("note",),
    ),
    _ours(
        "mip",
        "MIP",
        "integer programming with HiGHS: a 0/1 variable per candidate; further solutions by no-good cuts",
        **_HIGHS,
        complete=True,
        traces=("note",),
    ),
    _ours(
        "mip-integer",
        "MIPInteger",
        "integer programming with HiGHS: an integer variable per cell, kept different by big M; slow",
        "mip",
        **_HIGHS,
        complete=True,
        sizes=tuple(range(4, 26)),
        slow_above=16,
        traces=("note",),
    ),
    # It needs NumPy only, and shares the process of HiGHS to save starting another.
    _ours(
        "lp-lift",
        "LPLift",
        "one linear program with products of pairs (Sherali–Adams), solved by projections; no branching",
        needs=("numpy",),
        process_group="highs",
        traces=("belief", "note"),
    ),
    _ours(
        "lp-probe",
        "LPProbe",
        "linear programs that eliminate candidates (can this x be 1?) until one is left per cell; no branching",
        **_HIGHS,
        traces=("place", "drop", "guess", "undo", "note"),
    ),
    _ours(
        "lp-reweighted",
        "LPReweighted",
        "linear programs, each weighted by the last solution, until one is integral",
        **_HIGHS,
        traces=("belief", "note"),
    ),
    _ours(
        "lp",
        "LP",
        "the papers' linear program: solves if its optimum is integral, proves if no other point is feasible",
        needs=("scipy",),
        extra="lp",
        process_group="highs",
        traces=("belief", "note"),
    ),
    _ours(
        "divide-and-concur",
        "DivideAndConcur",
        "projections: every rule repairs its own copy, then the copies are averaged (incomplete)",
        **_RELAXATION,
    ),
    _ours(
        "network",
        "Network",
        "annealed network of Potts neurons, one per cell, as in Wu's lecture (incomplete)",
        **_RELAXATION,
        sizes=tuple(range(2, 37)),
    ),
    _ours(
        "sinkhorn",
        "Sinkhorn",
        "beliefs scaled unit by unit until they balance, then sharpened (incomplete)",
        **_RELAXATION,
    ),
    _ours(
        "hopfield", "Hopfield", "binary neurons that inhibit each other, with bounded noise (incomplete)", **_RELAXATION
    ),
    _ours(
        "exact-cover",
        "ExactCover",
        "exact cover: every cell and every digit of every unit once; fewest options first",
        **_SEARCH,
        traces=("place", "guess", "undo"),
    ),
    _ours(
        "norvig",
        "Norvig",
        "propagation and search, after Norvig: both kinds of singles, then the cell with the fewest values",
        **_SEARCH,
        traces=("place", "guess", "undo"),
    ),
    _ours(
        "colour",
        "Colour",
        "graph colouring with DSATUR: the cell that sees the most digits first, with backtracking",
        **_SEARCH,
        traces=("guess", "undo"),
    ),
    _ours(
        "enumerate",
        "Enumerate",
        "brute force: try every combination of digits, in one of three orders",
        cooperative=True,
        traces=("note",),
    ),
    _ours(
        "rewrite",
        "Rewrite",
        "rules only, no guessing: candidates are eliminated until no rule applies",
        cooperative=True,
        traces=("place", "drop", "note"),
    ),
    _ours(
        "anneal",
        "Anneal",
        "simulated annealing: swaps within boxes, accepting fewer and fewer bad ones",
        **_LOCAL_SEARCH,
        sizes=tuple(range(2, 26)),
    ),
    _ours(
        "hill-climb",
        "HillClimb",
        "hill climbing: always the best swap within a box, with restarts",
        **_LOCAL_SEARCH,
        sizes=tuple(range(2, 26)),
        slow_above=16,
    ),
    _ours(
        "genetic",
        "Genetic",
        "genetic algorithm: whole boxes are inherited, mutations swap digits within boxes",
        **_LOCAL_SEARCH,
        sizes=tuple(range(2, 26)),
        slow_above=16,
    ),
    _ours(
        "harmony",
        "Harmony",
        "harmony search: new grids improvised from remembered ones; seldom succeeds",
        **_LOCAL_SEARCH,
        sizes=tuple(range(2, 26)),
        slow_above=16,
    ),
)
