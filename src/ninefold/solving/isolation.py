"""Isolation: a method in another process, killed at its deadline.

For libraries that do not heed their time limit, cannot be interrupted, or cannot share a process
with others. The process is a child of this one, `child.py`, which is kept for the next question
where the method's card names a room, `rooms.py`; its other end is `worker.py`.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Iterator
from contextlib import AbstractContextManager
from dataclasses import dataclass
from functools import lru_cache
from math import isfinite

from ninefold.core.errors import MethodError, MethodFault
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Stopped
from ninefold.solving.child import Child
from ninefold.solving.messages import Answer, Ended, Failed, GaveUp, Message, Request, Tell
from ninefold.solving.method import Method
from ninefold.solving.rooms import lent
from ninefold.solving.run import Run

# The pickles of a layout, and of digits and a method.
Question = tuple[bytes, bytes]


@dataclass(frozen=True)
class Isolated:
    """A method that runs another one in a child process and passes on what it says.

    Args:
        method: the other one.
        name, room, needs: as on its card.
        wanted: how many solutions will surely be taken, None for all; the child waits only after that many.
    """

    method: Method
    name: str = "method"
    process_group: str = ""
    needs: tuple[str, ...] = ()
    wanted: int | None = 1

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The solutions the child finds, until it ends or is killed."""
        question = self._question(puzzle)
        with self.process() as child:
            child.wait_until_ready(run)
            child.ask(_request(question, run, self.wanted))
            yield from self._answers(child, puzzle, run)

    def process(self) -> AbstractContextManager[Child]:
        """The process to be asked, for as long as it answers one question."""
        return lent(self.process_group, self.needs)

    def _question(self, puzzle: Grid) -> Question:
        try:
            return _pickled(puzzle.layout), pickle.dumps((puzzle.digits, self.method))
        except (pickle.PicklingError, AttributeError, TypeError) as error:
            raise MethodError(
                f"method {self.name!r} cannot be sent to a process of its own ({error});"
                " a method that is to be isolated is a class or function at the top of a module"
            ) from error

    def _answers(self, child: Child, puzzle: Grid, run: Run) -> Iterator[Grid]:
        while True:
            message = child.next_message(run)
            if isinstance(message, Answer | Ended | GaveUp):
                run.nodes = message.nodes
                run.stats.update(message.stats)
            if isinstance(message, Answer):
                yield _grid_of(message, puzzle)
                if message.is_last:
                    return
                child.go_on()
            elif isinstance(message, Tell):
                run.emit(message.event)
            else:
                return self._finish(message, run)

    def _finish(self, message: Message, run: Run) -> None:
        if isinstance(message, GaveUp):
            run.check_limits()  # its time is ours, and we can say how long it was
            raise Stopped(message.why)
        if isinstance(message, Failed):
            raise MethodFault(f"method {self.name!r} failed in its process: {message.error}")


@lru_cache(maxsize=8)
def _pickled(layout: Layout) -> bytes:
    return pickle.dumps(layout)


def _request(question: Question, run: Run, wanted: int | None) -> Request:
    seconds = max(run.seconds_left, sys.float_info.min) if isfinite(run.seconds_left) else None  # a limit is above 0
    nodes = int(run.nodes_left) if isfinite(run.nodes_left) else None
    return Request(*question, seconds, nodes, run.is_traced, wanted)


def _grid_of(answer: Answer, puzzle: Grid) -> Grid:
    """The grid that was sent; what is none is for the judge to refuse."""
    if answer.digits is not None:
        return Grid.from_digits(answer.digits, puzzle.layout)
    return answer.other  # type: ignore[return-value]
