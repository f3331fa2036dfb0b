"""Methods for races: honest ones that tell where they run, and liars whose every grid is right."""

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
class Teller:
    """Solves, and tells its process and how often it was called there."""

    number: int = 1

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        run.note("pid", os.getpid())
        run.note("calls", next(CALLS))
        yield from Search()(puzzle, run)


@dataclass(frozen=True)
class Liar:
    """Says that the first few solutions are all there are."""

    told: int = 0
    info: ClassVar[MethodInfo] = MethodInfo(name="liar", complete=True, cooperative=True)

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        yield from islice(Search()(puzzle, run), self.told)


@dataclass(frozen=True)
class Absent:
    """Needs what nobody has."""

    info: ClassVar[MethodInfo] = MethodInfo(
        name="absent", needs=("no_such_library",), extra="nothing", cooperative=True
    )

    def __call__(self, puzzle: Grid, run: Run, /) -> Solutions:
        yield puzzle
