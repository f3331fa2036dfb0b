"""Methods that do not do as they should, to see that they are caught."""

from __future__ import annotations

import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ninefold import Grid, MethodInfo, Run, Stopped, solve

Solutions = Iterator[Grid]


@dataclass(frozen=True)
class Sleeper:
    """Does not heed its deadline, though it lets other threads run."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        time.sleep(600)
        yield puzzle


@dataclass(frozen=True)
class Hog:
    """Does not heed its deadline and lets no other thread run."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        sum(range(10**11))
        yield puzzle


@dataclass(frozen=True)
class Crasher:
    """Takes its process with it."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        os.kill(os.getpid(), signal.SIGSEGV)
        yield puzzle


@dataclass(frozen=True)
class Chatterer:
    """Prints, as libraries do, where messages go; then answers."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        print("solver banner", flush=True)
        os.write(1, b"solver banner from below\n")
        yield from solve(puzzle).solutions


@dataclass(frozen=True)
class Failing:
    """Fails in its own code."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        raise ZeroDivisionError("of its own making")
        yield puzzle


@dataclass(frozen=True)
class Yielding:
    """Yields just what it was given."""

    answers: tuple[object, ...]
    why: str = ""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[object]:
        yield from self.answers
        if self.why:
            raise Stopped(self.why)


@dataclass(frozen=True)
class Swallower:
    """Takes the order to stop for an error like any other, and then ends as if all were done."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        try:
            while True:
                run.tick()
        except Exception:
            return
        yield puzzle


@dataclass(frozen=True)
class Leaver:
    """Wants to leave the whole program."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        raise SystemExit("I am off")
        yield puzzle


@dataclass(frozen=True)
class Deaf:
    """Never ends, never ticks, and its card denies it."""

    info: ClassVar[MethodInfo] = MethodInfo(name="deaf", complete=True, cooperative=True)

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        while True:
            pass
        yield puzzle


def heedless(puzzle: Grid, run: Run, /) -> Solutions:
    """Does not heed its deadline, and its card says so."""
    time.sleep(600)
    yield puzzle


heedless.info = MethodInfo(cooperative=False)
