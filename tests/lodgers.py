"""Methods that share a room, to see who is kept there and who is not."""

from __future__ import annotations

import ctypes
import os
import signal
import time
from collections.abc import Iterator
from dataclasses import dataclass
from typing import ClassVar

from ninefold import Grid, MethodInfo, Run
from ninefold.solving.methods.native import Search

CARD = MethodInfo(cooperative=False, process_group="lodge", complete=True)


@dataclass(frozen=True)
class Lodger:
    """Solves, and tells which process it is in."""

    info: ClassVar[MethodInfo] = CARD

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        run.note("pid", os.getpid())
        yield from Search()(puzzle, run)


@dataclass(frozen=True)
class Neighbour(Lodger):
    """Does the same in another room."""

    info: ClassVar[MethodInfo] = MethodInfo(cooperative=False, process_group="next door", complete=True)


@dataclass(frozen=True)
class Prompt(Lodger):
    """Has all solutions before it gives the first: whoever asks sees that the last is the last."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        return iter(tuple(super().__call__(puzzle, run)))


@dataclass(frozen=True)
class Slowcoach(Lodger):
    """Takes its time first, deaf to its deadline."""

    seconds: float = 0.3

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        time.sleep(self.seconds)
        yield from super().__call__(puzzle, run)


@dataclass(frozen=True)
class Stone(Lodger):
    """Is stuck inside a C library that lets no other thread of its process run."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        run.note("pid", os.getpid())
        yield from self.first_answer(puzzle)
        ctypes.PyDLL(None).sleep(600)

    def first_answer(self, puzzle: Grid) -> Iterator[Grid]:
        return iter(())


@dataclass(frozen=True)
class Clinger(Lodger):
    """Answers, and cannot be got rid of afterwards."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        try:
            yield from super().__call__(puzzle, run)
        finally:
            ctypes.PyDLL(None).sleep(600)


@dataclass(frozen=True)
class Tidy(Lodger):
    """Heeds its deadline by itself."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        run.note("pid", os.getpid())
        while True:
            run.tick()
            time.sleep(0.005)
        yield puzzle


@dataclass(frozen=True)
class Suicide(Lodger):
    """Dies after its first answer."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        yield next(iter(Search()(puzzle, run)))
        os.kill(os.getpid(), signal.SIGKILL)


@dataclass(frozen=True)
class Bungler(Lodger):
    """Fails in its own code."""

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        raise ZeroDivisionError("of its own making")
        yield puzzle
