"""Limits of a run: when to stop, how to cancel, and the exception that reports an early stop."""

from __future__ import annotations

from collections.abc import Callable, Iterable
from dataclasses import dataclass, replace
from typing import Any, Protocol

from ninefold.core.errors import Fault, NinefoldError
from ninefold.core.values import as_python, short_repr, whole_number

# Larger values overflow the counters and clocks of native code. A larger count is as good as the largest one.
MAX_COUNT, MAX_SECONDS = 2**64 - 1, 1e9
# The seconds that the main thread waits for others at most before it looks whether it was interrupted. A signal that
# comes just before a wait, or to another thread, does not end the wait; on a busy machine that is not rare.
WAKE = 0.2
# More threads than any machine has cores would only cost memory.
MAX_THREADS = 256


def read_count(name: str, value: object, expected: str = "a whole number from 1, or None for no limit") -> int | None:
    """A limit on solutions or nodes as an int, None for no limit."""
    number = whole_number(value)
    if value is not None and (number is None or number < 1):
        raise NinefoldError(f"{name} must be {expected}; not {short_repr(value)}")
    return number if number is None else min(number, MAX_COUNT)


def read_seconds(seconds: object) -> float | None:
    """A time limit as a number, None for no limit."""
    if seconds is None:
        return None
    value = as_python(seconds)
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else 0
    if not 0 < number < MAX_SECONDS:
        raise NinefoldError(f"seconds must be a number above 0, or None for no limit; not {short_repr(seconds)}")
    return number


def read_threads(threads: object) -> int:
    """The number of threads as native code expects it: 0 for one per core."""
    number = whole_number(threads)
    if threads is not None and (number is None or number < 1):
        raise NinefoldError(
            f"threads must be a whole number from 1, or None for one per core; not {short_repr(threads)}"
        )
    return min(number or 0, MAX_THREADS)


@dataclass(frozen=True, slots=True, repr=False)
class Limit:
    """When to stop looking for solutions; None means no limit.

    >>> Limit(1, seconds=2.5)
    Limit(1, seconds=2.5)

    Args:
        solutions: stop after this many solutions: 1 finds any, 2 proves uniqueness, None finds all.
        seconds: stop after this much time.
        nodes: stop after this much work, counted by the method itself, such as one node per guess.
    """

    solutions: int | None = 2
    seconds: float | None = None
    nodes: int | None = None

    def __post_init__(self) -> None:
        """Validate the fields; NumPy's numbers become Python's."""
        object.__setattr__(self, "solutions", read_count("solutions", self.solutions))
        object.__setattr__(self, "seconds", read_seconds(self.seconds))
        object.__setattr__(self, "nodes", read_count("nodes", self.nodes))

    def __repr__(self) -> str:
        """The limit as the code that makes it, without the defaults."""
        solutions = [] if self.solutions == _STANDARD.solutions else [repr(self.solutions)]
        others = [f"{name}={getattr(self, name)!r}" for name in ("seconds", "nodes") if getattr(self, name) is not None]
        return f"Limit({', '.join([*solutions, *others])})"


_STANDARD = Limit()


def read_limit(limit: object, default: Limit, *, unused: tuple[str, ...] = ()) -> Limit:
    """The limit that an argument means: a number or None replaces the solutions of the default.

    A field in `unused` has no meaning for the caller. It must be None or as in `Limit()`, so that no caller relies
    on a limit that is never checked.
    """
    if not isinstance(limit, Limit):
        expected = "a Limit, a whole number from 1, or None for no limit"
        limit = replace(default, solutions=read_count("limit", limit, expected))
    for name in unused:
        value = getattr(limit, name)
        if value not in (None, getattr(_STANDARD, name)):
            used = " and ".join(field for field in ("solutions", "seconds", "nodes") if field not in unused)
            raise NinefoldError(f"only {used} can be limited here; read {limit!r}")
    return limit


class Cancel(Protocol):
    """Something that can cancel a run: a `threading.Event`, or any object with `is_set`."""

    def is_set(self) -> bool:
        """Whether the run should stop."""


def check_cancel(cancel: object) -> None:
    """Refuse an object that cannot cancel a run."""
    if cancel is not None and not hasattr(cancel, "is_set"):
        raise NinefoldError(f"cancel must be a threading.Event, not {short_repr(cancel)}")


CheckLimits = Callable[[], None]  # such as `Run.check_limits`: raises `Stopped` when the run must end


class Stopped(NinefoldError):
    """Raised when a method gives up before it has an answer; `why` is the reason.

    `nearest` is the best it had by then, if it had anything: for `generate`, the puzzle that came nearest.
    """

    def __init__(self, why: str, faults: Iterable[Fault] = (), *, nearest: Any = None) -> None:
        self.why = str(why)
        self.nearest = nearest
        super().__init__(self.why, faults)


Stopped.__module__ = "ninefold"  # its public name, also in tracebacks
