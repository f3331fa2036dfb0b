"""Methods that break the contract, to test that they are caught."""

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
    """Ignores its deadline, but lets other threads run."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        time.sleep(600)
        yield puzzle


@dataclass(frozen=True)
class Hog:
    """Ignores its deadline and lets no other thread run."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        sum(range(10**11))
        yield puzzle


@dataclass(frozen=True)
class Crasher:
    """Kills its process."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        os.kill(os.getpid(), signal.SIGSEGV)
        yield puzzle


@dataclass(frozen=True)
class Chatterer:
    """Prints to standard output, as libraries do, then solves."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        print("solver banner", flush=True)
        os.write(1, b"solver banner from below\n")
        yield from solve(puzzle).solutions


@dataclass(frozen=True)
class Failing:
    """Raises an exception."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        raise ZeroDivisionError("of its own making")
        yield puzzle


@dataclass(frozen=True)
class Yielding:
    """Yields fixed answers."""

    answers: tuple[object, ...]
    why: str = ""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[object]:
        yield from self.answers
        if self.why:
            raise Stopped(self.why)


@dataclass(frozen=True)
class Swallower:
    """Catches the exception that stops it, and then ends as if it were done."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        try:
            while True:
                run.tick()
        except Exception:
            return
        yield puzzle


@dataclass(frozen=True)
class Leaver:
    """Tries to exit the whole program."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        raise SystemExit("I am off")
        yield puzzle


@dataclass(frozen=True)
class Deaf:
    """Never ends and never ticks, although its info says that it is cooperative."""

    info: ClassVar[MethodInfo] = MethodInfo(name="deaf", complete=True, cooperative=True)

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        while True:
            pass
        yield puzzle


def heedless(puzzle: Grid, run: Run, /) -> Solutions:
    """Ignores its deadline, as its info says."""
    time.sleep(600)
    yield puzzle


heedless.info = MethodInfo(cooperative=False)
