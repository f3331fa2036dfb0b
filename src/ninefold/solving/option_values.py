"""Values of options: whether one fits its type and bounds, how it is read from text, and what is accepted, in words."""

from __future__ import annotations

import re
from collections.abc import Mapping
from types import UnionType
from typing import Any, Literal, Union, get_args, get_origin

from ninefold.core.values import listed

# A whole number that every library we call can hold, and a number far from where sums and products overflow.
MAX_WHOLE, MAX_NUMBER = 2**63 - 1, 1e100
_WHOLE = re.compile(r"[+-]?[0-9]{1,40}")
_NUMBER = re.compile(r"[+-]?([0-9]+\.?[0-9]*|\.[0-9]+)(e[+-]?[0-9]{1,4})?|[+-]?inf", re.IGNORECASE)


def fits(value: object, kind: Any, rules: Mapping[str, Any]) -> bool:
    """Whether a value has the type and keeps the bounds; a type that text cannot be read as is not checked."""
    if get_origin(kind) in (Union, UnionType):
        return any(fits(value, part, rules) for part in get_args(kind))
    if get_origin(kind) is Literal:
        return any(type(value) is type(choice) and value == choice for choice in get_args(kind))
    if kind not in (bool, int, float, str, type(None)):
        return True
    if kind is float and type(value) is int and abs(value) <= MAX_WHOLE:
        value = float(value)
    if type(value) is not kind:
        return False
    return True if isinstance(value, bool | str) or not isinstance(value, int | float) else _is_within(value, rules)


def _is_within(value: float, rules: Mapping[str, Any]) -> bool:
    least, most, above, below = (rules.get(name) for name in ("least", "most", "above", "below"))
    if value == most:
        return True
    return (
        abs(value) <= (MAX_WHOLE if isinstance(value, int) else MAX_NUMBER)  # false for nan
        and (least is None or value >= least)
        and (most is None or value <= most)
        and (above is None or value > above)
        and (below is None or value < below)
    )


def allowed_values(kind: Any, rules: Mapping[str, Any]) -> str:
    """The accepted values of a field, in words."""
    if get_origin(kind) in (Union, UnionType):
        return listed([allowed_values(part, rules) for part in get_args(kind)])
    if get_origin(kind) is Literal:
        return listed([repr(value) for value in get_args(kind)])
    names = {bool: "True or False", str: "text", type(None): "None", int: "a whole number", float: "a number"}
    if kind not in (int, float):
        return names.get(kind, str(kind))
    words = {"least": "from", "above": "above", "most": "to", "below": "to below"}
    bounds = [f"{word} {rules[name]}" for name, word in words.items() if rules.get(name) is not None]
    return " ".join([names[kind], *(bounds or ["that is not too large"])])


def value_names(kind: Any) -> list[str]:
    """The values of a type as text, or what they are."""
    if get_origin(kind) is Literal:
        return [str(value) for value in get_args(kind)]
    if get_origin(kind) in (Union, UnionType):
        return [word for part in get_args(kind) for word in value_names(part)]
    if get_origin(kind) in (tuple, Mapping):  # for Python; text cannot be read as one
        return []
    names = {bool: "true or false", int: "a whole number", float: "a number", str: "text", type(None): "none"}
    return [names.get(kind, str(kind))]


def read_value(text: str, kind: Any) -> Any:
    """The value of a type, parsed from text; ValueError if it is not one.

    Only ASCII digits are numbers: `int` would read the digits of every script, and `1_0` as ten.
    """
    if get_origin(kind) in (Union, UnionType):
        return _read_first(text, get_args(kind))
    if kind is str:
        return text
    if kind in (int, float):
        if (_WHOLE if kind is int else _NUMBER).fullmatch(text) is None:
            raise ValueError(text)
        return kind(text)
    choices = {bool: (True, False), type(None): (None,)}.get(kind)
    for value in choices or (get_args(kind) if get_origin(kind) is Literal else ()):
        if text.lower() == str(value).lower():
            return value
    raise ValueError(text)


def _read_first(text: str, kinds: tuple[Any, ...]) -> Any:
    for kind in kinds:
        try:
            return read_value(text, kind)
        except ValueError:
            continue
    raise ValueError(text)
