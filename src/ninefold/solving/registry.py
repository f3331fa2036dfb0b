"""The registry of methods: a table in order of preference, plug-ins, and lookup by name."""

from __future__ import annotations

import re
import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import MethodError
from ninefold.core.layout import Layout
from ninefold.core.values import short_repr
from ninefold.solving.method import Method, MethodInfo, make

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PLUGINS = "ninefold.methods"
# What starts an option in `lp:solver=highs-ipm:seed=3`.
_OPTION = re.compile(r":\s*([A-Za-z_]\w*)=")

TABLE = (
    MethodInfo(
        name="lanes",
        about="native engine for standard 9×9: many puzzles at once, one per lane of a vector register",
        module="ninefold.solving.methods.native",
        attribute="Lanes",
        needs=("ninefold._native",),
        complete=True,
        cooperative=True,
        sizes=(9,),
        variants=False,
    ),
    MethodInfo(
        name="search",
        about="native search that learns from conflicts, for any layout",
        module="ninefold.solving.methods.native",
        attribute="Search",
        needs=("ninefold._native",),
        complete=True,
        cooperative=True,
    ),
    MethodInfo(
        name="propagate",
        about="constraint propagation: place single values, and guess when none is left",
        module="ninefold.solving.methods.propagate",
        attribute="Propagate",
        complete=True,
        cooperative=True,
        traces=("place", "guess", "undo", "note"),
    ),
    MethodInfo(
        name="backtrack",
        about="plain backtracking: cell by cell, the first digit that fits",
        module="ninefold.solving.methods.backtrack",
        attribute="Backtrack",
        complete=True,
        cooperative=True,
        traces=("guess", "undo"),
    ),
    MethodInfo(
        name="sat",
        about="SAT solver: the rules as clauses, solved by conflict-driven learning; can write a proof",
        module="ninefold.solving.methods.sat",
        attribute="Sat",
        needs=("pysat.solvers",),
        extra="sat",
        complete=True,
        process_group="pysat",
        traces=("note",),
    ),
    MethodInfo(
        name="cp",
        about="constraint programming with CP-SAT: the cells of every unit all different",
        module="ninefold.solving.methods.cp",
        attribute="CP",
        needs=("ortools.sat.python.cp_model",),
        extra="cp",
        complete=True,
        process_group="ortools",
        traces=("note",),
    ),
    MethodInfo(
        name="mip",
        about="integer programming with HiGHS: a 0/1 variable per candidate; further solutions by no-good cuts",
        module="ninefold.solving.methods.mip",
        attribute="MIP",
        needs=("highspy",),
        extra="lp",
        complete=True,
        process_group="highs",
        traces=("note",),
    ),
    MethodInfo(
        name="mip-integer",
        about="integer programming with HiGHS: an integer variable per cell, kept different by big M; slow",
        module="ninefold.solving.methods.mip",
        attribute="MIPInteger",
        needs=("highspy",),
        extra="lp",
        complete=True,
        process_group="highs",
        sizes=tuple(range(4, 17)),
        traces=("note",),
    ),
    MethodInfo(
        name="lp-lift",
        about="one linear program with products of pairs (Sherali–Adams), solved by projections; no branching",
        module="ninefold.solving.methods.lp_lift",
        attribute="LPLift",
        needs=("numpy",),
        process_group="highs",  # it needs NumPy only, and shares this process to save starting another
        traces=("belief", "note"),
    ),
    MethodInfo(
        name="lp-probe",
        about="linear programs that eliminate candidates (can this x be 1?) until one is left per cell; no branching",
        module="ninefold.solving.methods.lp_probe",
        attribute="LPProbe",
        needs=("highspy",),
        extra="lp",
        process_group="highs",
        traces=("place", "drop", "guess", "undo", "note"),
    ),
    MethodInfo(
        name="lp-reweighted",
        about="linear programs reweighted by the last point, towards an integral one, with restarts",
        module="ninefold.solving.methods.lp_reweighted",
        attribute="LPReweighted",
        needs=("highspy",),
        extra="lp",
        process_group="highs",
        traces=("belief", "note"),
    ),
    MethodInfo(
        name="lp",
        about="the papers' linear program: solves if its optimum is integral, proves if no other point is feasible",
        module="ninefold.solving.methods.lp",
        attribute="LP",
        needs=("scipy",),
        extra="lp",
        process_group="highs",
        traces=("belief", "note"),
    ),
    MethodInfo(
        name="divide-and-concur",
        about="projections: every rule repairs its own copy, then the copies are averaged (incomplete)",
        module="ninefold.solving.methods.divide_and_concur",
        attribute="DivideAndConcur",
        needs=("numpy",),
        cooperative=True,
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="network",
        about="annealed network of Potts neurons, one per cell, as in Wu's lecture (incomplete)",
        module="ninefold.solving.methods.network",
        attribute="Network",
        needs=("numpy",),
        cooperative=True,
        sizes=tuple(range(2, 37)),
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="sinkhorn",
        about="beliefs scaled unit by unit until they balance, then sharpened (incomplete)",
        module="ninefold.solving.methods.sinkhorn",
        attribute="Sinkhorn",
        needs=("numpy",),
        cooperative=True,
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="hopfield",
        about="binary neurons that inhibit each other, with bounded noise (incomplete)",
        module="ninefold.solving.methods.hopfield",
        attribute="Hopfield",
        needs=("numpy",),
        cooperative=True,
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="exact-cover",
        about="exact cover: every cell and every digit of every unit once; fewest options first",
        module="ninefold.solving.methods.exact_cover",
        attribute="ExactCover",
        complete=True,
        cooperative=True,
        traces=("place", "guess", "undo"),
    ),
    MethodInfo(
        name="norvig",
        about="propagation and search, after Norvig: both kinds of singles, then the cell with the fewest values",
        module="ninefold.solving.methods.norvig",
        attribute="Norvig",
        complete=True,
        cooperative=True,
        traces=("place", "guess", "undo"),
    ),
    MethodInfo(
        name="colour",
        about="graph colouring with DSATUR: the cell that sees the most digits first, with backtracking",
        module="ninefold.solving.methods.colour",
        attribute="Colour",
        complete=True,
        cooperative=True,
        traces=("guess", "undo"),
    ),
    MethodInfo(
        name="enumerate",
        about="brute force: every way to fill the cells, in the order of three Rust programs",
        module="ninefold.solving.methods.enumerate",
        attribute="Enumerate",
        cooperative=True,
        traces=("note",),
    ),
    MethodInfo(
        name="rewrite",
        about="rules only, no guessing: candidates are eliminated until no rule applies",
        module="ninefold.solving.methods.rewrite",
        attribute="Rewrite",
        cooperative=True,
        traces=("place", "drop", "note"),
    ),
    MethodInfo(
        name="anneal",
        about="simulated annealing: swaps within boxes, accepting fewer and fewer bad ones",
        module="ninefold.solving.methods.anneal",
        attribute="Anneal",
        cooperative=True,
        sizes=tuple(range(2, 26)),
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="hill-climb",
        about="hill climbing: always the best swap within a box, with restarts",
        module="ninefold.solving.methods.hill_climb",
        attribute="HillClimb",
        cooperative=True,
        sizes=tuple(range(2, 17)),
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="genetic",
        about="genetic algorithm: whole boxes are inherited, mutations swap digits within boxes",
        module="ninefold.solving.methods.genetic",
        attribute="Genetic",
        cooperative=True,
        sizes=tuple(range(2, 17)),
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="harmony",
        about="harmony search: new grids improvised from remembered ones; seldom succeeds",
        module="ninefold.solving.methods.harmony",
        attribute="Harmony",
        cooperative=True,
        sizes=tuple(range(2, 17)),
        traces=("place", "belief", "note"),
    ),
)


@dataclass(frozen=True)
class ResolvedMethod:
    """A method ready to run, with the information about it."""

    info: MethodInfo
    method: Method


def methods() -> tuple[MethodInfo, ...]:
    """Every method in order of preference, our own before plug-ins, including those not available.

    >>> [info.name for info in methods()][:4]
    ['lanes', 'search', 'propagate', 'backtrack']
    """
    return TABLE + tuple(_plugins())


def find(name: str) -> MethodInfo:
    """The information about a method, by its name."""
    for info in TABLE:  # plug-ins only if needed: looking for them takes time
        if info.name == name:
            return info
    known = {info.name: info for info in _plugins()} | {info.name: info for info in TABLE}
    if name not in known:
        close = get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"choose from {', '.join(known)}"
        raise MethodError(f"unknown method {short_repr(name)}; {hint}")
    return known[name]


def parse_method(text: str) -> tuple[str, dict[str, str]]:
    """The name and the options of a method written as text.

    >>> parse_method("lp:solver=cvxpy:CLARABEL:seed=3")
    ('lp', {'solver': 'cvxpy:CLARABEL', 'seed': '3'})

    A colon separates options only in front of `name=`, so that a value may contain colons.
    """
    name, *pairs = _OPTION.split(text.strip())
    if ":" in name:
        raise MethodError(
            f"write options as NAME=VALUE after a colon, such as propagate:tries=first; read {short_repr(text)}"
        )
    options: dict[str, str] = {}
    for option, value in zip(pairs[::2], pairs[1::2], strict=True):
        if option in options:
            raise MethodError(f"option {option!r} is set twice in {short_repr(text)}")
        options[option] = value.strip()
    return name.strip(), options


def method_text(name: str, options: Mapping[str, object]) -> str:
    """A method with its options as text, as `parse_method` reads it.

    >>> method_text("anneal", {"seed": 3, "singles": "false"})
    'anneal:seed=3:singles=false'
    """
    for option, value in options.items():
        if not option.isidentifier():
            raise MethodError(f"the name of an option is letters, digits and underscores, not {short_repr(option)}")
        if _OPTION.search(str(value)):  # it would be read back as another option
            raise MethodError(f"invalid value for option {option!r}: {short_repr(value)} contains ':NAME='")
    return ":".join([name, *(f"{option}={value}" for option, value in options.items())])


def made(text: str) -> ResolvedMethod:
    """The method written as text, such as `propagate:tries=first`, whatever the layout."""
    name, options = parse_method(text)
    info = find(name)
    return ResolvedMethod(info, make(info, options))


def resolve(by: str | Method, layout: Layout) -> ResolvedMethod:
    """The method to run: written as text, `auto`, or an object; refused if it does not support the layout."""
    if isinstance(by, str):
        name, options = parse_method(by)
        info = _auto(layout) if name == "auto" else find(name)
        chosen = ResolvedMethod(info, make(info, options))
    else:
        chosen = ResolvedMethod(info_of(by), by)
    if reason := chosen.info.unsupported_reason(layout):
        raise MethodError(f"method {chosen.info.name!r} cannot solve this puzzle: {reason}")
    return chosen


def _auto(layout: Layout) -> MethodInfo:
    """The first method in the table that is complete, available and supports the layout."""
    return next(info for info in TABLE if info.complete and info.available and not info.unsupported_reason(layout))


def info_of(method: str | Method) -> MethodInfo:
    """The information about a method given as text or as an object: from the table, or its own.

    An object without any is taken to be cooperative, because it may not survive pickling on the way to another
    process; `isolate=True` sends it there.
    """
    if isinstance(method, str):
        return find(parse_method(method)[0])
    if isinstance(method, type):
        raise MethodError(f"{method.__name__} is a class; did you mean {method.__name__}()?")
    if not callable(method):
        raise MethodError(f"a method must be a name or a callable (puzzle, run), not {short_repr(method)}")
    kind: Any = method if hasattr(method, "__name__") else type(method)
    for info in TABLE:
        if info.module == kind.__module__ and info.attribute == kind.__qualname__:
            return info
    own = getattr(method, "info", None)
    name = str(kind.__name__)
    if isinstance(own, MethodInfo):
        return replace(own, name=own.name or name)
    return MethodInfo(name=name, cooperative=True)


def _plugins() -> Iterator[MethodInfo]:
    """The methods of other packages, from the entry points in the group `ninefold.methods`."""
    from importlib.metadata import entry_points

    names = {info.name for info in TABLE} | {"auto"}
    for point in sorted(entry_points(group=PLUGINS), key=lambda point: point.name):
        if point.name in names:
            warnings.warn(f"method {point.name!r} of {point.value} is ignored: the name is taken", stacklevel=3)
            continue
        names.add(point.name)
        yield _plugin_info(point)


def _plugin_info(point: EntryPoint) -> MethodInfo:
    """The information about a plug-in; one that does not load must not break the whole table."""
    try:
        kind = point.load()
        if not point.attr or not callable(kind):
            raise MethodError(f"expected a class or function as module:name, read {point.value}")
        own = getattr(kind, "info", MethodInfo())
        if not isinstance(own, MethodInfo):
            raise MethodError(f"its info must be a MethodInfo, not {short_repr(own)}")
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        own = MethodInfo(load_error=f"{point.value} does not load ({reason})")
    return replace(own, name=point.name, module=point.module, attribute=point.attr or "")
