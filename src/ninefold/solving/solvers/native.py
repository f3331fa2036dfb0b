"""The native solvers: the 9×9 engine over columns of puzzles, and searches that run in short slices.

A column is anything with a buffer: a NumPy array, or a `bytearray` so that NumPy need not be loaded. Row i of every
column belongs to puzzle i; a puzzle or solution takes 81 bytes, one digit each. Every solution is judged.
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
    """Columns for native code to fill, one row per puzzle; the names are those of `Results`."""

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
    """The native module; a `MethodError` says why if the engine cannot run here."""
    info = find(NAME)
    if info.unavailable_reason:
        raise MethodError(f"method {NAME!r} is not available: {info.unavailable_reason}")
    from ninefold import _native

    try:
        _native.version()
    except RuntimeError as error:  # the environment variable names an instruction set that this processor lacks
        raise MethodError(f"method {NAME!r} is not available: {error}") from error
    return _native


def supports(layout: Layout | None) -> bool:
    """Whether the engine is available and supports a layout; None if the layout is not known yet."""
    info = find(NAME)
    return info.available and (layout is None or not info.unsupported_reason(layout))


class NativeMonitor:
    """Watches time and cancellation while native code works, and reports its progress."""

    def __init__(self, run: Run, progress: Progress | None = None) -> None:
        self.run = run
        self.progress = progress
        self.before = 0  # rows done by earlier calls

    @property
    def seconds(self) -> float | None:
        """The time left; None without a limit."""
        left = self.run.seconds_left
        return None if left == inf else left

    def poll(self, done: int) -> bool:
        """Report progress and return whether to stop; called by native code every few milliseconds."""
        if self.progress is not None:
            self.progress(self.before + done)
        return self.should_stop()

    def should_stop(self) -> bool:
        """Whether time is up or the run was cancelled; `run.stopped` says which."""
        try:
            self.run.check_limits()
        except Stopped:
            return True
        return False


def solve_rows(digits: Column, columns: AnswerColumns, limit: int | None, threads: int, monitor: NativeMonitor) -> bool:
    """Solve the puzzles of a column and judge every solution; returns whether all were reached in time."""
    if monitor.should_stop():
        for column in columns:
            whole = memoryview(column).cast("B")
            whole[:] = bytes([Status.UNKNOWN.code if column is columns.status else 0]) * len(whole)
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
    """Judge the solutions of many puzzles; the first wrong one raises a `MethodFault`."""
    wrong = native().first_wrong(digits, columns.solution, columns.status, threads)
    if wrong < len(columns.status):
        _judge_row(wrong, digits, columns.solution)


def _judge_row(row: int, digits: Column, solutions: Column) -> NoReturn:
    """Let the judge of single grids say what is wrong with a solution."""
    layout, cells = Layout.of_size(9), slice(row * CELLS, (row + 1) * CELLS)
    puzzle, answer = (bytes(memoryview(column)[cells]) for column in (digits, solutions))
    judge(Grid.from_digits(puzzle, layout), Grid.from_digits(answer, layout), NAME)
    raise MethodFault(f"method {NAME!r} gave the same solution of puzzle {row} twice")


# Nodes are searched in slices of 2 to 8 ms (SHORT to LONG): long enough to cost little, short enough to stop well
# within 50 ms of a deadline, even on boards where a node is slow. The first slice has FIRST nodes.
SHORT, LONG, FIRST = 0.002, 0.008, 64


class Searcher(Protocol):
    """A native search that finds one solution after another."""

    def advance(self, nodes: int) -> object:
        """Continue for at most so many nodes, or until the next solution; returns a `Progress`."""

    @property
    def digits(self) -> bytes:
        """The last solution found."""


S = TypeVar("S", bound=Searcher)


def stream_solutions(searcher: S, run: Run, nodes_of: Callable[[S], int]) -> Iterator[bytes]:
    """The digits of every solution; nodes are counted in the run."""
    from ninefold._native import Progress

    nodes = FIRST
    while True:
        start, before = perf_counter(), nodes_of(searcher)
        progress = searcher.advance(max(1, int(min(nodes, run.nodes_left))))
        run.tick(nodes_of(searcher) - before)
        if progress is Progress.ended:
            return
        if progress is Progress.found:
            yield searcher.digits
        elif perf_counter() - start < SHORT:
            nodes *= 2
        elif perf_counter() - start > LONG:
            nodes = max(1, nodes // 2)
