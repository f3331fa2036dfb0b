"""The 9×9 engine: columns of digits in, columns of answers out, and every solution judged.

A column is anything with a buffer: a NumPy array, or a `bytearray` where NumPy need not be loaded.

Native searches asked in short stretches, so that time, nodes and cancel are heeded.
"""

from __future__ import annotations

from array import array
from collections.abc import Callable, Iterator
from functools import cache
from math import inf
from time import perf_counter
from typing import Any, NamedTuple, NoReturn, Protocol, TypeVar

from ninefold.core.errors import MethodError, MethodFault
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Stopped
from ninefold.core.reading import CELLS
from ninefold.solving.judge import judge
from ninefold.solving.registry import find
from ninefold.solving.result import Status
from ninefold.solving.run import Run

NAME = "lanes"
NO_LIMIT = 2**64 - 1

Column = Any
Progress = Callable[[int], object]


class AnswerColumns(NamedTuple):
    """A place for each answer; 81 digits a solution. The names are those of `Results`."""

    status: Column
    ended: Column
    count: Column
    solution: Column
    guesses: Column

    @classmethod
    def of_bytes(cls, rows: int) -> AnswerColumns:
        """Columns without NumPy."""
        zeros = bytes(8 * rows)
        return cls(bytearray(rows), bytearray(rows), array("Q", zeros), bytearray(rows * CELLS), array("Q", zeros))


@cache
def native() -> Any:
    """The native module, if the engine can run here; else a `MethodError` says why not."""
    info = find(NAME)
    if info.unavailable_reason:
        raise MethodError(f"method {NAME!r} is not available: {info.unavailable_reason}")
    from ninefold import _native

    try:
        _native.version()
    except RuntimeError as error:  # the environment asks for a version that cannot be had
        raise MethodError(f"method {NAME!r} is not available: {error}") from error
    return _native


def supports(layout: Layout | None) -> bool:
    """Whether the engine is there and serves a layout; None is one that is not known yet."""
    info = find(NAME)
    return info.available and (layout is None or not info.unsupported_reason(layout))


class NativeMonitor:
    """Stands by while native code works: knows clock and cancel, and passes on how far it is."""

    def __init__(self, run: Run, progress: Progress | None = None) -> None:
        self.run = run
        self.progress = progress
        self.before = 0  # what was done by earlier calls

    @property
    def seconds(self) -> float | None:
        """The time left; None where there is no limit."""
        left = self.run.seconds_left
        return None if left == inf else left

    def poll(self, done: int) -> bool:
        """Whether to stop, asked while native code works."""
        if self.progress is not None:
            self.progress(self.before + done)
        return self.should_stop()

    def should_stop(self) -> bool:
        """Whether time is used up, or the work cancelled; `run.stopped` then says which."""
        try:
            self.run.check_limits()
        except Stopped:
            return True
        return False


def solve_rows(digits: Column, columns: AnswerColumns, limit: int | None, threads: int, monitor: NativeMonitor) -> bool:
    """Answer the puzzles of a column and judge every solution; whether all of them were answered."""
    if monitor.should_stop():
        memoryview(columns.status)[:] = bytes([Status.UNKNOWN.code]) * len(columns.status)
        return False
    is_all: bool = native().solve_many(
        digits, NO_LIMIT if limit is None else limit, threads, *columns, monitor.seconds, monitor.poll
    )
    judge_rows(digits, columns, threads)
    return is_all or not monitor.should_stop()


def second_solutions(digits: Column, columns: AnswerColumns, monitor: NativeMonitor) -> bytearray:
    """The second solution of each puzzle that has several, judged; empty if that took too long."""
    seconds = bytearray(len(columns.solution))
    if not native().find_second(digits, columns.status, seconds, monitor.seconds, monitor.poll):
        return bytearray()
    wrong = native().first_wrong_second(digits, columns.solution, seconds, columns.status)
    if wrong < len(columns.status):
        _judge_row(wrong, digits, seconds)
    return seconds


def judge_rows(digits: Column, columns: AnswerColumns, threads: int = 1) -> None:
    """Judge the solutions of many puzzles; a `MethodFault` tells of the first that is none."""
    wrong = native().first_wrong(digits, columns.solution, columns.status, threads)
    if wrong < len(columns.status):
        _judge_row(wrong, digits, columns.solution)


def _judge_row(row: int, digits: Column, solutions: Column) -> NoReturn:
    """Let the judge of single grids tell what is wrong with an answer."""
    layout, cells = Layout.of_size(9), slice(row * CELLS, (row + 1) * CELLS)
    puzzle, answer = (bytes(memoryview(column)[cells]) for column in (digits, solutions))
    judge(Grid.from_digits(puzzle, layout), Grid.from_digits(answer, layout), NAME)
    raise MethodFault(f"method {NAME!r} gave the same solution of puzzle {row} twice")


# A stretch is as many nodes as take some milliseconds: long enough to cost little, short enough to
# heed a deadline well within 50 ms on boards where a node is slow.
SHORT, LONG, FIRST = 0.002, 0.008, 64


class Searcher(Protocol):
    """A native search: the solutions one after the other."""

    def advance(self, nodes: int) -> object:
        """Search on for at most so many nodes, or until the next solution; where it then stands."""

    @property
    def digits(self) -> bytes:
        """The solution last found."""


S = TypeVar("S", bound=Searcher)


def stream_solutions(searcher: S, run: Run, nodes_of: Callable[[S], int]) -> Iterator[bytes]:
    """The digits of every solution, with the run told of each node."""
    from ninefold._native import Progress

    stretch = FIRST
    while True:
        start, before = perf_counter(), nodes_of(searcher)
        progress = searcher.advance(max(1, int(min(stretch, run.nodes_left))))
        run.tick(nodes_of(searcher) - before)
        if progress is Progress.ended:
            return
        if progress is Progress.found:
            yield searcher.digits
        elif perf_counter() - start < SHORT:
            stretch *= 2
        elif perf_counter() - start > LONG:
            stretch = max(1, stretch // 2)
