"""Conversions of outside values to plain Python, and short forms of values for messages."""

from __future__ import annotations

import os
from collections.abc import Iterable, Sequence
from enum import Enum
from itertools import islice
from operator import index
from typing import Any, SupportsIndex, TypeGuard, TypeVar

from ninefold.core.errors import NinefoldError

MAX_REPR_LENGTH = 40
MAX_SEED = 2**64 - 1
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


def is_iterable(value: object) -> TypeGuard[Iterable[Any]]:
    """Whether a value can be iterated over; a NumPy array without dimensions has `__iter__` too, but raises."""
    try:
        iter(value)  # type: ignore[call-overload]  # that is the question
    except TypeError:
        return False
    return True


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


def counted(number: float, noun: str) -> str:
    """A number with its noun, in the singular or plural.

    >>> counted(1, "cell"), counted(1200, "try"), counted(0.5, "second")
    ('1 cell', '1,200 tries', '0.5 seconds')
    """
    if number != 1:
        noun = f"{noun[:-1]}ies" if noun.endswith("ry") else f"{noun}s"
    return f"{number:,} {noun}" if isinstance(number, int) else f"{number:g} {noun}"


def whole_or_float(value: object) -> int | None:
    """As `whole_number`, but 5.0 is 5: a NumPy array holds floats unless its dtype says otherwise."""
    return int(value) if isinstance(value, float) and value.is_integer() else whole_number(value)


def read_seed(seed: object, error: type[NinefoldError] = NinefoldError) -> int:
    """A random seed as an int: any whole number of 64 bits, so that no two seeds mean the same."""
    number = whole_number(seed)
    if number is None or not 0 <= number <= MAX_SEED:
        raise error(f"a seed is a whole number from 0 to {MAX_SEED}, not {short_repr(seed)}")
    return number


def is_flag(value: object) -> bool:
    """Whether a value is True or False, or NumPy's; comparing an array with them would give an array again."""
    return isinstance(as_python(value), bool)


def check_flag(name: str, value: object) -> None:
    """Refuse an option that is neither True nor False; NumPy's are both."""
    if not is_flag(value):
        raise NinefoldError(f"{name} must be True or False, not {short_repr(value)}")


def check_callable(name: str, value: object) -> None:
    """Refuse a value that cannot be called; None is accepted."""
    if value is not None and not callable(value):
        raise NinefoldError(f"{name} must be a callable such as print, not {short_repr(value)}")


def read_path(path: object, error: type[NinefoldError] = NinefoldError) -> str:
    """The name of a file or folder: any that the system can have, which a number or a text with a NUL is not."""
    try:
        name = os.fspath(path) if isinstance(path, str | os.PathLike) else None
        if isinstance(name, str) and b"\0" not in os.fsencode(name):
            return name
    except UnicodeEncodeError:
        pass
    raise error(f"a path must be a Path or text without NUL, not {short_repr(path)}")


def listed(words: Sequence[str]) -> str:
    """Words as a sentence lists them.

    >>> listed(["a", "b", "c"])
    'a, b or c'
    """
    return " or ".join([", ".join(words[:-1]), *words[-1:]] if words[1:] else words)


def short_repr(value: object) -> str:
    """The repr of an object for a message: cut if long, or its type if repr fails."""
    try:
        text = repr(value)
    except Exception:  # repr fails for an int of many thousand digits, and a message must not fail
        return f"<{type(value).__name__}>"
    if len(text) <= MAX_REPR_LENGTH:
        return text
    quote = text[0] if text[0] in "'\"" else ""
    return f"{text[: MAX_REPR_LENGTH - 1 - len(quote)]}…{quote}"
