"""Conversions of outside values to plain Python, and short forms of values for messages."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from itertools import islice
from operator import index
from typing import SupportsIndex, TypeVar

MAX_REPR_LENGTH = 40
T = TypeVar("T")


class LabelledEnum(Enum):
    """An enum shown as `<Status.UNIQUE>` at the prompt and printed as `unique`."""

    def __repr__(self) -> str:
        """The class and member name, as in `<Status.UNIQUE>`."""
        return f"<{type(self).__name__}.{self.name}>"

    def __str__(self) -> str:
        """The value as text."""
        return str(self.value)


def as_python(value: object) -> object:
    """A NumPy array as nested lists, a NumPy scalar as a Python number; anything else unchanged."""
    return value.tolist() if hasattr(value, "tolist") and not isinstance(value, type) else value


def for_json(value: object) -> object:
    """The JSON form of an object that `json` does not support: NumPy values as Python's, others as text."""
    known = as_python(value)
    return str(value) if known is value else known


def first_values(values: Iterable[T], most: int) -> list[T]:
    """At most `most + 1` values of an iterable: enough to see that it is too long, even if it is endless."""
    return list(islice(values, most + 1))


def whole_number(value: object) -> int | None:
    """The value as an int, NumPy's integers too; None for anything else, a bool included."""
    if type(value) is int:  # by far the most common case; the protocol check below is slow
        return value
    if value is None or isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # a NumPy array has __index__ too, but raises unless it has one element
        return None


def whole_or_float(value: object) -> int | None:
    """As `whole_number`, but 5.0 is 5: a NumPy array holds floats unless its dtype says otherwise."""
    return int(value) if isinstance(value, float) and value.is_integer() else whole_number(value)


def short_repr(value: object) -> str:
    """The repr of an object for a message: cut if long, or its type if repr fails."""
    try:
        text = repr(value)
    except Exception:  # repr fails for an int of many thousand digits, and a message must not fail
        return f"<{type(value).__name__}>"
    return text if len(text) <= MAX_REPR_LENGTH else f"{text[: MAX_REPR_LENGTH - 1]}…"
