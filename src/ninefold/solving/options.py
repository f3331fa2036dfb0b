"""Options of a method: the typed fields of its class, set by text and checked."""

from __future__ import annotations

import dataclasses
from collections.abc import Mapping
from functools import cache
from math import isfinite
from types import UnionType
from typing import Any, Literal, NamedTuple, Union, get_args, get_origin, get_type_hints

from ninefold.core.errors import Fault, MethodError
from ninefold.solving.method import Method, MethodInfo

REQUIRED = "(required)"


class Option(NamedTuple):
    """One option: its name, its type, what it is when left out, and what it does."""

    name: str
    type: Any
    default: Any
    about: str

    @property
    def values(self) -> str:
        """What it takes, in words."""
        return " or ".join(_words(self.type))


def option(default: Any, about: str, *, least: float | None = None, most: float | None = None) -> Any:
    """A field of a method: its default, what it does, and the bounds that `check_options` holds it to.

    A number is finite, unless `most` is infinity.
    """
    return dataclasses.field(default=default, metadata={"about": about, "least": least, "most": most})


@cache
def options_of(info: MethodInfo) -> tuple[Option, ...]:
    """The options of a method, from the fields of its class; none for a plain function."""
    kind: Any = info.load()
    if not (isinstance(kind, type) and dataclasses.is_dataclass(kind)):
        return ()  # a function has none, and an object has them already
    hints = get_type_hints(kind)
    return tuple(
        Option(field.name, hints[field.name], _default(field), str(field.metadata.get("about", "")))
        for field in dataclasses.fields(kind)
        if field.init
    )


def _default(field: dataclasses.Field[Any]) -> Any:
    """What a field is when left out; REQUIRED where it cannot be."""
    if field.default_factory is not dataclasses.MISSING:
        return field.default_factory()
    return REQUIRED if field.default is dataclasses.MISSING else field.default


def make(info: MethodInfo, settings: Mapping[str, str]) -> Method:
    """The method with options set from text, as `{"tries": "first"}`."""
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
            expected = f"one of {', '.join(known)}" if known else "no option, as it has none"
            faults.append(Fault(f"{info.name} option", repr(name), expected))
            continue
        try:
            values[name] = _read(text, known[name].type)
        except ValueError:
            faults.append(Fault(f"{info.name} option {name}", repr(text), known[name].values))
    if faults:
        raise MethodError(f"method {info.name!r} cannot be set so", faults)
    return kind(**values) if isinstance(kind, type) else kind


@cache
def _hints(kind: type) -> dict[str, Any]:
    """The types of a class's fields, worked out once: a method may be made for every puzzle of many."""
    return get_type_hints(kind)


def check_choices(method: Any) -> None:
    """Refuse a value outside a `Literal` field; methods call this from `__post_init__`."""
    kind: type = type(method)
    hints = _hints(kind)
    faults = []
    for field in dataclasses.fields(method):
        allowed = get_args(hints[field.name]) if get_origin(hints[field.name]) is Literal else ()
        if allowed and getattr(method, field.name) not in allowed:
            expected = " or ".join(map(repr, allowed))
            faults.append(Fault(f"option {field.name}", repr(getattr(method, field.name)), expected))
    if faults:
        raise MethodError(f"{type(method).__name__} cannot be set so", faults)


def check_options(method: Any) -> None:
    """Refuse a value outside its choices or its bounds, or of another type than its default; all faults at once."""
    check_choices(method)
    faults = [
        Fault(f"option {field.name}", repr(getattr(method, field.name)), _bounds(field))
        for field in dataclasses.fields(method)
        if not _fits(getattr(method, field.name), field)
    ]
    if faults:
        raise MethodError(f"{type(method).__name__} cannot be set so", faults)


def check_order(method: Any, lower: str, upper: str) -> None:
    """Refuse two options of which the first is not below the second."""
    low, high = getattr(method, lower), getattr(method, upper)
    if not low < high:
        fault = Fault(f"option {lower}", repr(low), f"a number below {upper}, which is {high!r}")
        raise MethodError(f"{type(method).__name__} cannot be set so", [fault])


def _fits(value: object, field: dataclasses.Field[Any]) -> bool:
    if isinstance(field.default, float) and type(value) is int:
        value = float(value)
    if type(value) is not type(field.default):
        return False
    if isinstance(value, bool | str) or not isinstance(value, int | float):
        return True
    least, most = field.metadata.get("least"), field.metadata.get("most")
    return (isfinite(value) or value == most) and (least is None or value >= least) and (most is None or value <= most)


def _bounds(field: dataclasses.Field[Any]) -> str:
    """What a field takes, in words."""
    if isinstance(field.default, bool):
        return "True or False"
    if isinstance(field.default, str):
        return "text"
    kind = "a whole number" if isinstance(field.default, int) else "a number"
    least, most = field.metadata.get("least"), field.metadata.get("most")
    return kind + ("" if least is None else f" from {least}") + ("" if most is None else f" to {most}")


def _words(kind: Any) -> list[str]:
    if get_origin(kind) is Literal:
        return [str(value) for value in get_args(kind)]
    if get_origin(kind) in (Union, UnionType):
        return [word for part in get_args(kind) for word in _words(part)]
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "text", type(None): "none"}
    return [names.get(kind, str(kind))]


def _read(text: str, kind: Any) -> Any:
    """The value of a type written as text; ValueError where it is none."""
    if get_origin(kind) in (Union, UnionType):
        return _read_first(text, get_args(kind))
    if kind in (int, float, str):
        return kind(text)
    choices = {bool: (True, False), type(None): (None,)}.get(kind, get_args(kind))
    for value in choices:
        if text.lower() == str(value).lower():
            return value
    raise ValueError(text)


def _read_first(text: str, kinds: tuple[Any, ...]) -> Any:
    for kind in kinds:
        try:
            return _read(text, kind)
        except ValueError:
            continue
    raise ValueError(text)
