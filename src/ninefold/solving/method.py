"""Methods: the protocol they follow, the information about each, and their options.

Options are the typed fields of a method's class. They can be set from text, and are validated.
"""

from __future__ import annotations

import dataclasses
import sys
from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, fields
from functools import cache
from importlib import import_module
from importlib.util import find_spec
from types import UnionType
from typing import Any, Literal, NamedTuple, Protocol, Union, cast, get_args, get_origin, get_type_hints

from ninefold.core.errors import Fault, MethodError, NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.values import listed, short_repr
from ninefold.solving.option_values import allowed_values, fits, read_value, value_names
from ninefold.solving.run import Run

REQUIRED = "(required)"
# Where an option may be set: also in a request to the server, or only by a caller on this machine.
Scope = Literal["anywhere", "local"]


class Option(NamedTuple):
    """One option: its name, type, default and description, and where it may be set."""

    name: str
    type: Any
    default: Any
    about: str
    scope: Scope = "anywhere"

    @property
    def values(self) -> str:
        """The accepted values, in words."""
        return listed(value_names(self.type))


def option(
    default: Any,
    about: str,
    *,
    least: float | None = None,
    most: float | None = None,
    below: float | None = None,
    above: float | None = None,
    check: Callable[[Any], object] | None = None,
    scope: Scope | None = None,
) -> Any:
    """A field of a method: its default, its description, and what `check_options` enforces.

    Args:
        default, about: the default and the description.
        least, most: the bounds of a number. A number must be finite, unless `most` is infinity.
        above, below: the same, without the bound itself.
        check: called with the value; raises `NinefoldError` for one that is invalid.
        scope: `local` for an option that names a file, a program or a module: a request to the server must not set
            it. Text is local unless it says `anywhere`.
    """
    rules = {"least": least, "most": most, "above": above, "below": below, "check": check, "scope": scope}
    return dataclasses.field(default=default, metadata={"about": about, **rules})


@cache
def options_of(info: MethodInfo) -> tuple[Option, ...]:
    """The options of a method, from the fields of its class; a plain function has none."""
    kind: Any = info.load()
    if not (isinstance(kind, type) and dataclasses.is_dataclass(kind)):
        return ()  # a function has no options; an instance has them set already
    hints = get_type_hints(kind)
    return tuple(
        Option(
            field.name,
            hints[field.name],
            _default(field),
            str(field.metadata.get("about", "")),
            field.metadata.get("scope") or ("anywhere" if _is_closed(hints[field.name]) else "local"),
        )
        for field in dataclasses.fields(kind)
        if field.init
    )


def _is_closed(kind: Any) -> bool:
    """Whether a type has only numbers, flags and named choices as values, so that none of them can be a path."""
    if get_origin(kind) in (Union, UnionType):
        return all(_is_closed(part) for part in get_args(kind))
    return kind in (bool, int, float, type(None)) or get_origin(kind) is Literal


def _default(field: dataclasses.Field[Any]) -> Any:
    """The default of a field; REQUIRED without one."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return REQUIRED if field.default is dataclasses.MISSING else field.default


def make(info: MethodInfo, settings: Mapping[str, str]) -> Method:
    """The method with options set from text, such as `{"tries": "first"}`."""
    kind = info.load()
    known = {option.name: option for option in options_of(info)}
    values = {}
    faults = [
        Fault(f"{info.name} option {option.name}", "nothing", option.values)
        for option in known.values()
        if option.default is REQUIRED and option.name not in settings
    ]
    for name, text in settings.items():
        if name not in known:
            expected = f"one of {', '.join(known)}" if known else "no option, because it has none"
            faults.append(Fault(f"{info.name} option", short_repr(name), expected))
            continue
        try:
            values[name] = read_value(text, known[name].type)
        except ValueError:
            faults.append(Fault(f"{info.name} option {name}", short_repr(text), known[name].values))
    if faults:
        raise MethodError(f"invalid options for method {info.name!r}", faults)
    method: Any = kind(**values) if isinstance(kind, type) else kind
    if dataclasses.is_dataclass(method):
        check_options(method)  # for a class that does not call it
    return cast("Method", method)


def refuse_local(info: MethodInfo, names: Iterable[str]) -> None:
    """Refuse options that only a caller on this machine may set; an unknown one is reported by `make`."""
    local = {option.name for option in options_of(info) if option.scope == "local"}
    faults = [Fault(f"{info.name} option {name}", "a value", "none") for name in names if name in local]
    if faults:
        raise MethodError(
            "a request cannot set an option that may name a file or a program of this machine;"
            " set it in Python or on the command line",
            faults,
        )


@cache
def _hints(kind: Any) -> dict[str, Any]:
    """The types of a class's fields, cached: a method may be made for each of many puzzles."""
    return get_type_hints(kind)


def check_options(method: Any) -> None:
    """Refuse values of another type, outside their choices or bounds, or that their check refuses; all at once.

    Methods call this from `__post_init__`.
    """
    kind: Any = type(method)
    if not hasattr(kind, "__dataclass_fields__"):
        raise MethodError(f"expected a method with options, such as nf.LP(), not {short_repr(method)}")
    hints = _hints(kind)
    faults: list[Fault] = []
    for field in (field for field in dataclasses.fields(method) if field.init):
        value = getattr(method, field.name)
        if not fits(value, hints[field.name], field.metadata):
            faults.append(
                Fault(f"option {field.name}", short_repr(value), allowed_values(hints[field.name], field.metadata))
            )
        elif (check := field.metadata.get("check")) is not None:
            try:
                check(value)
            except NinefoldError as error:
                faults += [Fault(f"option {field.name}", part.read, part.expected) for part in error.faults]
                faults += [] if error.faults else [Fault(f"option {field.name}", short_repr(value), error.message)]
    if faults:
        raise MethodError(f"invalid options for {type(method).__name__}", faults)


def check_order(method: Any, lower: str, upper: str) -> None:
    """Refuse a lower bound that is not below its upper bound."""
    low, high = getattr(method, lower), getattr(method, upper)
    if not low < high:
        fault = Fault(f"option {lower}", repr(low), f"a number below {upper}, which is {high!r}")
        raise MethodError(f"invalid options for {type(method).__name__}", [fault])


class Method(Protocol):
    """A solving method: called with a puzzle and a run, it yields each solution once.

    1. It yields a `Grid` for each solution it finds, no grid twice.
    2. Returning means there are no more solutions.
    3. Raising `Stopped(why)` means it cannot decide: no time, a fractional optimum, a stuck network.
    4. It calls `run.tick()` at every node, which raises `Stopped` when a limit is reached or the run is cancelled.

    That is the whole contract. Limits, timing, status and checking are implemented once, in `ninefold.solve`.
    """

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """Yield the solutions of the puzzle."""


@dataclass(frozen=True, kw_only=True)
class MethodInfo:
    """Information about a method: what it is, what it needs, and what it guarantees.

    Args:
        name: the name, as in `by="…"`.
        about: a one-line summary.
        module, attribute: where its class or function is defined; a plug-in's entry point says that.
        needs: modules that must be installed; looked up without importing them.
        extra: the extra of this package that installs them, as in `pip install 'ninefold[lp]'`.
        complete: whether it finds every solution and then proves that there are no more.
        cooperative: whether it calls `run.tick()` at least every 50 ms; if not, it runs in a separate process,
            which is killed at the deadline.
        process_group: the methods that share a process when they are isolated, named after their library, such as
            `highs`. The process is kept for the next puzzle, and libraries that cannot be loaded together stay
            apart. If empty, every run starts a process.
        sizes: the supported sizes, empty for all.
        slow_above: the size above which it seldom finishes, 0 for none.
        variants: whether it supports rectangular boxes, jigsaws and extra units too.
        traces: the kinds of events it traces.
        load_error: why a plug-in could not be loaded.
    """

    name: str = ""
    about: str = ""
    module: str = ""
    attribute: str = ""
    needs: tuple[str, ...] = ()
    extra: str = ""
    complete: bool = False
    cooperative: bool = False
    process_group: str = ""
    sizes: tuple[int, ...] = ()
    slow_above: int = 0
    variants: bool = True
    traces: tuple[str, ...] = ()
    load_error: str = ""

    def __post_init__(self) -> None:
        """Validate the fields."""
        faults = [
            Fault(f"field {field.name}", short_repr(getattr(self, field.name)), str(field.type))
            for field in fields(self)
            if not _fits_kind(getattr(self, field.name), str(field.type))
        ]
        if faults:
            raise MethodError("invalid method information", faults)

    @property
    def missing(self) -> tuple[str, ...]:
        """The modules it needs that are not installed."""
        return tuple(need for need in self.needs if not _is_installed(need))

    @property
    def available(self) -> bool:
        """Whether it can run here."""
        return not (self.load_error or self.missing)

    @property
    def unavailable_reason(self) -> str:
        """Why it cannot run here; empty if it can."""
        missing = ", ".join(self.missing)
        remedy = f": pip install 'ninefold[{self.extra}]'" if self.extra else ""
        return self.load_error or (f"needs {missing}, which is not installed{remedy}" if missing else "")

    def unsupported_reason(self, layout: Layout) -> str:
        """Why it does not support a layout; empty if it does."""
        if self.sizes and layout.size not in self.sizes:
            several = "s" * (len(self.sizes) > 1)
            return f"it supports size{several} {in_words(self.sizes)} only; this board is size {layout.size}"
        if not self.variants and not layout.is_standard:
            return f"it supports rows, columns and standard boxes only; this board is {layout}"
        return ""

    def slow_reason(self, layout: Layout) -> str:
        """The warning for a board on which it seldom finishes; empty for others."""
        if not 0 < self.slow_above < layout.size:
            return ""
        return f"method {self.name!r} seldom finishes above size {self.slow_above}; this board is size {layout.size}"

    def load(self) -> type[Method] | Method:
        """The class (or plain function) of the method."""
        if self.unavailable_reason:
            raise MethodError(f"method {self.name!r} is not available: {self.unavailable_reason}")
        found = import_module(self.module)
        for part in filter(None, self.attribute.split(".")):
            found = getattr(found, part)
        return cast("type[Method] | Method", found)


def in_words(sizes: tuple[int, ...]) -> str:
    """Sizes in words: `9`, `2 to 16`, `4, 6, 9`, and `all` for none."""
    if len(sizes) > 2 and sizes == tuple(range(sizes[0], sizes[-1] + 1)):
        return f"{sizes[0]} to {sizes[-1]}"
    return ", ".join(map(str, sizes)) or "all"


def _fits_kind(value: object, kind: str) -> bool:
    """Whether a value fits an annotation, one of the few that `MethodInfo` uses."""
    if kind.startswith("tuple["):
        part = kind.removeprefix("tuple[").partition(",")[0]
        return isinstance(value, tuple) and all(_fits_kind(element, part) for element in value)
    return type(value).__name__ == kind


# Modules found before. Missing ones are looked up again: in a notebook they may be installed in the meantime.
_found: set[str] = set()


def _is_installed(module: str) -> bool:
    """Whether a module can be imported. The lookup takes longer than a fast method needs for a puzzle."""
    if module in sys.modules:
        return sys.modules[module] is not None
    if module not in _found and _has_spec(module):
        _found.add(module)
    return module in _found


def _has_spec(module: str) -> bool:
    try:
        return find_spec(module) is not None
    except (ImportError, ValueError):  # a parent package is missing, or is half imported
        return False
