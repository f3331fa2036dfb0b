"""The registry of methods: our own and plug-ins, written as text and looked up by name."""

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
from ninefold.solving.method import Method, MethodInfo, make, options_of
from ninefold.solving.table import TABLE

if TYPE_CHECKING:
    from importlib.metadata import EntryPoint

PLUGINS = "ninefold.methods"
# What starts an option in `lp:solver=highs-ipm:seed=3`.
_OPTION = re.compile(r":\s*([A-Za-z_]\w*)=")


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
        close = [one for one in known if one.lower() == name.lower()] or get_close_matches(name.lower(), known, n=1)
        hint = f"did you mean {close[0]}?" if close else f"choose from {', '.join(known)}"
        raise MethodError(f"unknown method {short_repr(name)} ({hint})")
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


def split_methods(text: str) -> list[str]:
    """The methods of a list separated by commas; a value that is text may contain commas, too.

    >>> split_methods("lp:families=cells,rows, search")
    ['lp:families=cells,rows', 'search']

    So a comma after such a value separates only if the name of a method follows.
    """
    known = {info.name for info in methods()} | {"auto"}
    parts: list[str] = []
    for part in text.split(","):
        name = part.partition(":")[0].strip()
        if parts and name not in known and not name.endswith(".py") and _ends_in_text(parts[-1]):
            parts[-1] += f",{part}"
        else:
            parts.append(part)
    return [part.strip() for part in parts]


def _ends_in_text(method: str) -> bool:
    """Whether the last option of a method is text; taken to be so for a method in a file, which is not loaded yet."""
    name, *options = _OPTION.split(method)
    info = next((info for info in methods() if info.name == name.strip()), None)
    if not options or info is None or not info.available:
        return bool(options)
    return any(option.name == options[-2] and "text" in option.values for option in options_of(info))


def method_text(name: str, options: Mapping[str, object]) -> str:
    """A method with its options, in the text form that `parse_method` reads.

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
    require_support(chosen.info, layout)
    return chosen


def require_support(info: MethodInfo, layout: Layout) -> None:
    """Refuse a layout that a method does not support."""
    if reason := info.unsupported_reason(layout):
        raise MethodError(f"method {info.name!r} cannot solve this puzzle: {reason}")


def _auto(layout: Layout) -> MethodInfo:
    """The first method in the table that is complete, available and supports the layout."""
    return next(info for info in TABLE if info.complete and info.available and not info.unsupported_reason(layout))


def explain_auto(layout: Layout) -> str:
    """Which method `auto` picks for a layout, and why none of those before it in the table.

    >>> explain_auto(Layout(4))
    'search, not lanes: it supports size 9 only; this board is size 4'
    """
    chosen = _auto(layout)
    before = [info for info in TABLE[: TABLE.index(chosen)] if info.complete]
    reasons = [f"not {info.name}: {info.unavailable_reason or info.unsupported_reason(layout)}" for info in before]
    return ", ".join([chosen.name, *reasons])


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
