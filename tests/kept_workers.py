"""Methods of one process group, to see which workers are kept and which are killed."""

from __future__ import annotations

import ctypes
import os
import signal
import sys
import time
from collections.abc import Iterator
from dataclasses import dataclass, replace
from typing import ClassVar

from ninefold import Grid, MethodInfo, Run
from ninefold.solving.methods.native import Search

INFO = MethodInfo(cooperative=False, process_group="tests", complete=True)


@dataclass(frozen=True)
class Solver:
    """Solves, and notes its process ID."""

    info: ClassVar[MethodInfo] = INFO

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        run.note("pid", os.getpid())
        yield from Search()(puzzle, run)


@dataclass(frozen=True)
class OtherGroup(Solver):
    """Does the same in another process group."""

    info: ClassVar[MethodInfo] = MethodInfo(cooperative=False, process_group="other tests", complete=True)


@dataclass(frozen=True)
class SlowToLoad(Solver):
    """Needs a library that takes half a second to import."""

    info: ClassVar[MethodInfo] = replace(INFO, needs=("slow_to_import",))

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        run.note("is loaded", "slow_to_import" in sys.modules)
        yield from super().__call__(puzzle, run)


@dataclass(frozen=True)
class AllAtOnce(Solver):
    """Has all solutions before it returns the first, so the last is known to be the last."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        return iter(tuple(super().__call__(puzzle, run)))


@dataclass(frozen=True)
class Slow(Solver):
    """Sleeps first, whatever its deadline."""

    seconds: float = 0.3

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        time.sleep(self.seconds)
        yield from super().__call__(puzzle, run)


@dataclass(frozen=True)
class StuckInC(Solver):
    """Hangs inside a C library that holds the interpreter lock."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        run.note("pid", os.getpid())
        yield from self.first_answer(puzzle)
        ctypes.PyDLL(None).sleep(600)

    def first_answer(self, puzzle: Grid) -> Iterator[Grid]:
        return iter(())


@dataclass(frozen=True)
class StuckAtClose(Solver):
    """Finds solutions, and hangs when it is closed."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        try:
            yield from super().__call__(puzzle, run)
        finally:
            ctypes.PyDLL(None).sleep(600)


@dataclass(frozen=True)
class Cooperative(Solver):
    """Stops at its deadline."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        run.note("pid", os.getpid())
        while True:
            run.tick()
            time.sleep(0.005)
        yield puzzle


@dataclass(frozen=True)
class DiesAfterFirst(Solver):
    """Kills its process after its first solution."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        yield next(iter(Search()(puzzle, run)))
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Failing(Solver):
    """Raises an exception."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        raise ZeroDivisionError("by design")
        yield puzzle
