"""The table of methods, in order of preference, and how one is chosen."""

from __future__ import annotations

import warnings
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import get_close_matches
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import MethodError
from ninefold.core.layout import Layout
from ninefold.core.values import shown
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.options import make

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PLUGINS = "ninefold.methods"

TABLE = (
    MethodInfo(
        name="lanes",
        about="native engine for the usual 9×9: many puzzles at once, one in each lane of a vector register",
        module="ninefold.solving.methods.lanes",
        attribute="Lanes",
        needs=("ninefold._native",),
        complete=True,
        heeds=True,
        sizes=(9,),
        variants=False,
    ),
    MethodInfo(
        name="search",
        about="native search that learns from conflicts, for any layout",
        module="ninefold.solving.methods.search",
        attribute="Search",
        needs=("ninefold._native",),
        complete=True,
        heeds=True,
    ),
    MethodInfo(
        name="propagate",
        about="constraint propagation: place single values, and where none is left try one",
        module="ninefold.solving.methods.propagate",
        attribute="Propagate",
        complete=True,
        heeds=True,
        traces=("place", "guess", "undo", "note"),
    ),
    MethodInfo(
        name="backtrack",
        about="plain backtracking: the first digit that fits, cell by cell, and back",
        module="ninefold.solving.methods.backtrack",
        attribute="Backtrack",
        complete=True,
        heeds=True,
        traces=("guess", "undo"),
    ),
)


@dataclass(frozen=True)
class Chosen:
    """A method ready to be asked, with its card."""

    info: MethodInfo
    method: Method


def methods() -> tuple[MethodInfo, ...]:
    """Every method there is, in order of preference: our own, then plug-ins; also those not available.

    >>> [info.name for info in methods() if info.complete][-1]
    'backtrack'
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
        raise MethodError(f"no method {shown(name)}; {hint}")
    return known[name]


def choose(by: str | Method, layout: Layout, settings: Mapping[str, str] | None = None) -> Chosen:
    """The method to ask: by name, as `auto`, or an object; refused where it does not serve the layout."""
    info = _auto(layout) if isinstance(by, str) and by == "auto" else card_of(by)
    if isinstance(by, str):
        chosen = Chosen(info, make(info, settings or {}))
    elif settings:
        raise MethodError(f"settings are for a method by name; {shown(by)} has its options already")
    else:
        chosen = Chosen(info, by)
    if reason := chosen.info.refuses(layout):
        raise MethodError(f"method {chosen.info.name!r} cannot be asked: {reason}")
    return chosen


def _auto(layout: Layout) -> MethodInfo:
    """The first method in the table that is complete, available and serves the layout."""
    return next(info for info in TABLE if info.complete and info.available and not info.refuses(layout))


def card_of(method: str | Method) -> MethodInfo:
    """The card of a method given by name, or as an object: the table's, its own, or that of a stranger.

    A stranger is taken to heed its deadline, since an object need not survive the way into
    another process; `isolate=True` sends it there.
    """
    if isinstance(method, str):
        return find(method)
    if isinstance(method, type):
        raise MethodError(f"{method.__name__} is a class of methods; did you mean {method.__name__}()?")
    if not callable(method):
        raise MethodError(f"a method is a name or a callable (puzzle, run), not {shown(method)}")
    kind: Any = method if hasattr(method, "__name__") else type(method)
    for info in TABLE:
        if info.module == kind.__module__ and info.attribute == kind.__qualname__:
            return info
    own = getattr(method, "info", None)
    name = str(kind.__name__)
    if isinstance(own, MethodInfo):
        return replace(own, name=own.name or name)
    return MethodInfo(name=name, heeds=True)


def _plugins() -> Iterator[MethodInfo]:
    """The methods other packages offer under the entry-point group `ninefold.methods`."""
    from importlib.metadata import entry_points

    names = {info.name for info in TABLE} | {"auto"}
    for point in sorted(entry_points(group=PLUGINS), key=lambda point: point.name):
        if point.name in names:
            warnings.warn(f"method {point.name!r} of {point.value} is left out: the name is taken", stacklevel=3)
            continue
        names.add(point.name)
        yield _plugin_card(point)


def _plugin_card(point: EntryPoint) -> MethodInfo:
    """The card of a plug-in; one that cannot be used must not take the table with it."""
    try:
        kind = point.load()
        if not point.attr or not callable(kind):
            raise MethodError(f"{point.value} names no class or function, as module:name does")
        own = getattr(kind, "info", MethodInfo())
        if not isinstance(own, MethodInfo):
            raise MethodError(f"its info is no MethodInfo but {shown(own)}")
    except (Exception, SystemExit) as error:
        reason = " ".join(f"{type(error).__name__}: {error}".split())
        own = MethodInfo(broken=f"{point.value} does not load ({reason})")
    return replace(own, name=point.name, module=point.module, attribute=point.attr or "")
