"""Values: those from outside as plain Python, and how values are shown in messages and answers."""

from __future__ import annotations

from collections.abc import Iterable
from enum import Enum
from itertools import islice
from operator import index
from typing import SupportsIndex, TypeVar

MAX_LENGTH = 40
T = TypeVar("T")


class LabelledEnum(Enum):
    """An answer of one word out of a few: `<Status.UNIQUE>` at the prompt, `unique` in print."""

    def __repr__(self) -> str:
        """The word as it reads in an example."""
        return f"<{type(self).__name__}.{self.name}>"

    def __str__(self) -> str:
        """The word itself."""
        return str(self.value)


def as_python(value: object) -> object:
    """A NumPy array as nested lists and its scalars as Python's own; anything else as it is."""
    return value.tolist() if hasattr(value, "tolist") and not isinstance(value, type) else value


def for_json(value: object) -> object:
    """What stands in JSON for an object that it does not know: NumPy's values as Python's, others as text."""
    known = as_python(value)
    return str(value) if known is value else known


def first_values(values: Iterable[T], most: int) -> list[T]:
    """The values of a sequence up to one more than there may be: it may have no end."""
    return list(islice(values, most + 1))


def whole_number(value: object) -> int | None:
    """The value as an int, NumPy's integers too; None for anything else, a bool included."""
    if type(value) is int:  # by far the most common, and the check of a protocol is slow
        return value
    if value is None or isinstance(value, bool) or not isinstance(value, SupportsIndex):
        return None
    try:
        return index(value)
    except TypeError:  # a NumPy array has __index__ too, and cannot keep its promise
        return None


def short_repr(value: object) -> str:
    """An object as messages show it: its repr, cut where it is long, its type where it has none."""
    try:
        text = repr(value)
    except Exception:  # an int of many thousand digits has no repr, and a message must not fail
        return f"<{type(value).__name__}>"
    return text if len(text) <= MAX_LENGTH else f"{text[: MAX_LENGTH - 1]}…"
