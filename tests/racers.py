"""Methods for the tests of races: one that counts its calls, one that misses solutions, one that is not installed."""

from __future__ import annotations

import os
from collections.abc import Iterator
from dataclasses import dataclass
from itertools import count, islice
from typing import ClassVar

from ninefold import Grid, MethodInfo, Run
from ninefold.solving.methods.native import Search

Solutions = Iterator[Grid]
CALLS = count(1)


@dataclass(frozen=True)
class CallCounter:
    """Solves, and notes its process and how often it was called there."""

    number: int = 1

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        run.note("pid", os.getpid())
        run.note("calls", next(CALLS))
        yield from Search()(puzzle, run)


@dataclass(frozen=True)
class Liar:
    """Claims that the first few solutions are all there are."""

    shown: int = 0
    info: ClassVar[MethodInfo] = MethodInfo(name="liar", complete=True, cooperative=True)

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        yield from islice(Search()(puzzle, run), self.shown)


@dataclass(frozen=True)
class Absent:
    """Needs a library that does not exist."""

    info: ClassVar[MethodInfo] = MethodInfo(
        name="absent", needs=("no_such_library",), extra="nothing", cooperative=True
    )

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        yield puzzle
