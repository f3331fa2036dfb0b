"""The table of methods, in order of preference, and how one is chosen."""

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
        about="native engine for the usual 9×9: many puzzles at once, one in each lane of a vector register",
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
        about="constraint propagation: place single values, and where none is left try one",
        module="ninefold.solving.methods.propagate",
        attribute="Propagate",
        complete=True,
        cooperative=True,
        traces=("place", "guess", "undo", "note"),
    ),
    MethodInfo(
        name="backtrack",
        about="plain backtracking: the first digit that fits, cell by cell, and back",
        module="ninefold.solving.methods.backtrack",
        attribute="Backtrack",
        complete=True,
        cooperative=True,
        traces=("guess", "undo"),
    ),
    MethodInfo(
        name="sat",
        about="a SAT solver: the rules as clauses, solved by learning from conflicts; can write a proof",
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
        about="constraint programming by CP-SAT: the cells of every unit all different",
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
        about="integer programming by HiGHS: a 0/1 variable for every candidate; next solutions by no-good cuts",
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
        about="integer programming by HiGHS: a whole number for every cell, kept apart by big M; slow",
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
        about="one linear program with products of pairs (Sherali and Adams), by projections; no branching",
        module="ninefold.solving.methods.lp_lift",
        attribute="LPLift",
        needs=("numpy",),
        process_group="highs",  # it needs NumPy alone, and shares the room so as not to open one more
        traces=("belief", "note"),
    ),
    MethodInfo(
        name="lp-probe",
        about="linear programs that drop candidates: can this x be 1? until one is left in each cell; no branching",
        module="ninefold.solving.methods.lp_probe",
        attribute="LPProbe",
        needs=("highspy",),
        extra="lp",
        process_group="highs",
        traces=("place", "drop", "guess", "undo", "note"),
    ),
    MethodInfo(
        name="lp-reweighted",
        about="linear programs whose weights follow the last point, towards an integral one, with restarts",
        module="ninefold.solving.methods.lp_reweighted",
        attribute="LPReweighted",
        needs=("highspy",),
        extra="lp",
        process_group="highs",
        traces=("belief", "note"),
    ),
    MethodInfo(
        name="lp",
        about="the papers' linear program: solved where its optimum is integral, proved where that is its only point",
        module="ninefold.solving.methods.lp",
        attribute="LP",
        needs=("scipy",),
        extra="lp",
        process_group="highs",
        traces=("belief", "note"),
    ),
    MethodInfo(
        name="divide-and-concur",
        about="projections that let every rule mend a copy of its own and bring the copies to agree (incomplete)",
        module="ninefold.solving.methods.divide_and_concur",
        attribute="DivideAndConcur",
        needs=("numpy",),
        cooperative=True,
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="network",
        about="annealed network of Potts neurons, one for each cell, as in Wu's lecture (incomplete)",
        module="ninefold.solving.methods.network",
        attribute="Network",
        needs=("numpy",),
        cooperative=True,
        sizes=tuple(range(2, 37)),
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="sinkhorn",
        about="beliefs scaled in every unit in turn until they balance, then sharpened (incomplete)",
        module="ninefold.solving.methods.sinkhorn",
        attribute="Sinkhorn",
        needs=("numpy",),
        cooperative=True,
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="hopfield",
        about="binary neurons that inhibit each other, stirred by bounded noise (incomplete)",
        module="ninefold.solving.methods.hopfield",
        attribute="Hopfield",
        needs=("numpy",),
        cooperative=True,
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="exact-cover",
        about="exact cover: every cell and every digit of every unit once; the item with the fewest options first",
        module="ninefold.solving.methods.exact_cover",
        attribute="ExactCover",
        complete=True,
        cooperative=True,
        traces=("place", "guess", "undo"),
    ),
    MethodInfo(
        name="norvig",
        about="propagation and search on possible values, after Norvig: both kinds of singles, then the fewest values",
        module="ninefold.solving.methods.norvig",
        attribute="Norvig",
        complete=True,
        cooperative=True,
        traces=("place", "guess", "undo"),
    ),
    MethodInfo(
        name="colour",
        about="graph colouring by DSATUR: first the cell that sees the most digits; goes back",
        module="ninefold.solving.methods.colour",
        attribute="Colour",
        complete=True,
        cooperative=True,
        traces=("guess", "undo"),
    ),
    MethodInfo(
        name="enumerate",
        about="brute force: every way to fill the cells, counted, in the order of three Rust programs",
        module="ninefold.solving.methods.enumerate",
        attribute="Enumerate",
        cooperative=True,
        traces=("note",),
    ),
    MethodInfo(
        name="rewrite",
        about="rules only, no guessing: candidates are rewritten until no rule applies",
        module="ninefold.solving.methods.rewrite",
        attribute="Rewrite",
        cooperative=True,
        traces=("place", "drop", "note"),
    ),
    MethodInfo(
        name="anneal",
        about="simulated annealing: swaps within boxes, fewer and fewer that do harm",
        module="ninefold.solving.methods.anneal",
        attribute="Anneal",
        cooperative=True,
        sizes=tuple(range(2, 26)),
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="hill-climb",
        about="hill climbing: always the best swap within a box, from many starts",
        module="ninefold.solving.methods.hill_climb",
        attribute="HillClimb",
        cooperative=True,
        sizes=tuple(range(2, 17)),
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="genetic",
        about="genetic algorithm: whole boxes are inherited, digits are swapped within boxes",
        module="ninefold.solving.methods.genetic",
        attribute="Genetic",
        cooperative=True,
        sizes=tuple(range(2, 17)),
        traces=("place", "belief", "note"),
    ),
    MethodInfo(
        name="harmony",
        about="harmony search: grids improvised from those remembered; seldom succeeds",
        module="ninefold.solving.methods.harmony",
        attribute="Harmony",
        cooperative=True,
        sizes=tuple(range(2, 17)),
        traces=("place", "belief", "note"),
    ),
)


@dataclass(frozen=True)
class ResolvedMethod:
    """A method ready to be asked, with its card."""

    info: MethodInfo
    method: Method


def methods() -> tuple[MethodInfo, ...]:
    """Every method there is, in order of preference: our own, then plug-ins; also those not available.

    >>> [info.name for info in methods()][:4]
    ['lanes', 'search', 'propagate', 'backtrack']
    """
    return TABLE + tuple(_plugins())


def find(name: str) -> MethodInfo:
    """The card of a method by its name."""
    for info in TABLE:  # plug-ins are looked for only where needed: finding them takes time
        if info.name == name:
            return info
    known = {info.name: info for info in _plugins()} | {info.name: info for info in TABLE}
    if name not in known:
        close = get_close_matches(name, known, n=1)
        hint = f"did you mean {close[0]!r}?" if close else f"there are {', '.join(known)}"
        raise MethodError(f"no method {short_repr(name)}; {hint}")
    return known[name]


def parse_method(text: str) -> tuple[str, dict[str, str]]:
    """The name and the options of a method written as text.

    >>> parse_method("lp:solver=cvxpy:CLARABEL:seed=3")
    ('lp', {'solver': 'cvxpy:CLARABEL', 'seed': '3'})

    A colon separates options only in front of `name=`, so that a value may contain colons.
    """
    name, *pairs = _OPTION.split(text.strip())
    if ":" in name:
        raise MethodError(f"write options as NAME=VALUE after a colon, such as propagate:tries=first; read {text!r}")
    options: dict[str, str] = {}
    for option, value in zip(pairs[::2], pairs[1::2], strict=True):
        if option in options:
            raise MethodError(f"option {option!r} is set twice in {text!r}")
        options[option] = value.strip()
    return name.strip(), options


def method_text(name: str, options: Mapping[str, object]) -> str:
    """A method with its options as text, as `parse_method` reads it.

    >>> method_text("anneal", {"seed": 3, "singles": "false"})
    'anneal:seed=3:singles=false'
    """
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
    """The first method in the table that is complete, available and serves the layout."""
    return next(info for info in TABLE if info.complete and info.available and not info.unsupported_reason(layout))


def info_of(method: str | Method) -> MethodInfo:
    """The card of a method given by name, or as an object: the table's, its own, or that of a stranger.

    A stranger is taken to heed its deadline, since an object need not survive the way into
    another process; `isolate=True` sends it there.
    """
    if isinstance(method, str):
        return find(parse_method(method)[0])
    if isinstance(method, type):
        raise MethodError(f"{method.__name__} is a class of methods; did you mean {method.__name__}()?")
    if not callable(method):
        raise MethodError(f"a method is a name or a callable (puzzle, run), not {short_repr(method)}")
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
    """The methods other packages offer under the entry-point group `ninefold.methods`."""
    from importlib.metadata import entry_points

    names = {info.name for info in TABLE} | {"auto"}
    for point in sorted(entry_points(group=PLUGINS), key=lambda point: point.name):
        if point.name in names:
            warnings.warn(f"method {point.name!r} of {point.value} is left out: the name is taken", stacklevel=3)
            continue
        names.add(point.name)
        yield _plugin_info(point)


def _plugin_info(point: EntryPoint) -> MethodInfo:
    """The card of a plug-in; one that cannot be used must not take the table with it."""
    try:
        kind = point.load()
        if not point.attr or not callable(kind):
            raise MethodError(f"{point.value} names no class or function, as module:name does")
        own = getattr(kind, "info", MethodInfo())
        if not isinstance(own, MethodInfo):
            raise MethodError(f"its info is no MethodInfo but {short_repr(own)}")
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        own = MethodInfo(load_error=f"{point.value} does not load ({reason})")
    return replace(own, name=point.name, module=point.module, attribute=point.attr or "")
