"""A method in another process, which is killed at its deadline.

For libraries that ignore their time limit, cannot be interrupted, or cannot share a process with others. The process
is a worker of the pool; it is kept for the next puzzle if the method belongs to a process group.
"""

from __future__ import annotations

import pickle
import sys
from collections.abc import Generator, Iterator, Sequence
from contextlib import AbstractContextManager, contextmanager
from dataclasses import dataclass
from functools import cache, lru_cache, partial
from importlib.util import find_spec
from math import isfinite
from operator import length_hint
from time import perf_counter
from typing import Any

from ninefold.core.errors import MethodError, MethodFault
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Limit, Stopped
from ninefold.processes.child import Context, send_by_value
from ninefold.processes.errors import TaskFailed, Unsendable, WorkerError
from ninefold.processes.pool import shared
from ninefold.processes.worker import State, Worker
from ninefold.solving.judge import answers_of
from ninefold.solving.method import Method
from ninefold.solving.run import Run, time_limit_reached
from ninefold.solving.trace import Event, Log

# Modules every method of a process group needs, imported before its first puzzle's time runs.
# numpy.ma is what numpy.unique loads when it is first called.
COMMON = ("ninefold.models.binary", "ninefold.models.clauses", "numpy.ma")
# Seconds between two reports of a method that is still running, and how long it may take to report at its deadline.
REPORT_SECONDS, LAST_REPORT = 0.1, 0.1


@dataclass(frozen=True)
class Report:
    """How far a method came: its counts, and a grid if it found one, or why it stopped.

    A grid on the puzzle's own layout is sent as its digits, which is faster; anything else as it is.
    """

    nodes: int
    stats: dict[str, Any]
    beliefs: Any = None
    has_grid: bool = False
    digits: bytes | None = None
    other: object = None
    why: str = ""


@dataclass(frozen=True)
class Isolated:
    """A method that runs another one in a worker and passes on its solutions and its trace.

    Args:
        method: the other one.
        name, process_group, needs: as in its MethodInfo.
        wanted: how many solutions will surely be taken, None for all; the worker waits only after that many.
        grace: how many seconds after its time a method may take to report its counts.
    """

    method: Method
    name: str = "method"
    process_group: str = ""
    needs: tuple[str, ...] = ()
    wanted: int | None = 1
    grace: float = LAST_REPORT

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        """The solutions found in the worker, until the method ends or is killed."""
        prepare(self.method)
        start, cancel = perf_counter(), _OutOfLimits(run)
        nodes = int(run.nodes_left) if isfinite(run.nodes_left) else None
        with self.borrow() as worker, self._errors(worker, run):
            if worker.load(self._modules, seconds=_seconds_left(run), cancel=cancel):
                run.startup = perf_counter() - start
                run.check_limits()  # without time the puzzle would only be killed, and the process with it
            reports = worker.stream(
                *(solve_in_worker, _pickled(puzzle.layout), puzzle.digits, self.method, nodes),
                *(run.is_traced, run.is_logged),
                seconds=_seconds_left(run),
                cancel=cancel,
                wanted=self.wanted,
                grace=self.grace,
                on_event=partial(_pass_on, run),
            )
            for report in reports:
                yield from _grid(report, puzzle, run)

    def borrow(self) -> AbstractContextManager[Worker]:
        """The worker to run in."""
        return shared.borrow(self.process_group, self._modules + modules_of(self.process_group))

    @property
    def _modules(self) -> tuple[str, ...]:
        """What a process loads before it begins the method's first puzzle."""
        return *self.needs, __name__, *own_modules(self.method)

    def _say_if_loading(self, worker: Worker, run: Run) -> None:
        """Set the reason if time ran out while the process was getting ready; it continues for the next puzzle."""
        if worker.state is State.STARTING and not run.seconds_left:
            what = "loading its library" if self.needs else "starting"
            run.stopped = f"its process was still {what} when {time_limit_reached(run.limit.seconds or 0.0)}"

    @contextmanager
    def _errors(self, worker: Worker, run: Run) -> Iterator[None]:
        """The errors of a worker as those of a method."""
        try:
            yield
        except Unsendable as error:
            raise MethodError(
                f"method {self.name!r} cannot be sent to its own process ({error});"
                " let it open files and take locks when it is called, or pass isolate=False"
            ) from error
        except TaskFailed as error:
            worker.kill()  # the method may have left it in any state
            if isinstance(error.error, MethodError):  # the caller's options, or something missing: not a fault
                raise error.error from None
            raise MethodFault(f"method {self.name!r} failed in its process: {error}") from error
        except WorkerError as error:
            self._say_if_loading(worker, run)
            run.check_limits()  # its time is ours, and we can say how long it was
            raise Stopped(str(error)) from error


@cache
def modules_of(process_group: str) -> tuple[str, ...]:
    """The modules that the methods of a group share; they may do without HiGHS, but start faster with it."""
    if not process_group:
        return ()
    return (*COMMON, *(("highspy",) if process_group == "highs" and find_spec("highspy") else ()))


def prepare(method: object) -> None:
    """Make sure that a worker can load a method: a module that it cannot import is sent by value."""
    for module in own_modules(method):
        _require_module(module)


def own_modules(method: object) -> Iterator[str]:
    """The modules of a method and of those it wraps."""
    while method is not None:
        yield str(getattr(method, "__module__", ""))
        method = getattr(method, "method", None)


@cache
def _require_module(name: str) -> None:
    if name in sys.modules and name != "__main__" and not _is_importable(name):
        send_by_value(name)


def _is_importable(name: str) -> bool:
    """Whether a module is found on the path, not only loaded: one made by hand or from a file is not."""
    path: Sequence[str] | None = None
    parts = name.split(".")
    for end in range(1, len(parts) + 1):
        finders = (finder.find_spec for finder in sys.meta_path if hasattr(finder, "find_spec"))
        spec = next((spec for find in finders if (spec := find(".".join(parts[:end]), path))), None)
        if spec is None:
            return False
        path = spec.submodule_search_locations
    return True


class _OutOfLimits:
    """A cancel for the worker: set when the run is cancelled or its time is up."""

    def __init__(self, run: Run) -> None:
        self._run = run

    def is_set(self) -> bool:
        try:
            self._run.check_limits()
        except Stopped:
            return True
        return False


def _seconds_left(run: Run) -> float | None:
    return run.seconds_left if isfinite(run.seconds_left) else None


def _pass_on(run: Run, event: Event | Report) -> None:
    """What a method does in its process: its trace, its log, and how far it has come, in case it is killed."""
    if isinstance(event, Report):
        _count(run, event)
    elif isinstance(event, Log):
        run.log(event.line)
    else:
        run.emit(event)


def _count(run: Run, report: Report) -> None:
    run.nodes = report.nodes
    run.stats.update(report.stats)
    run.beliefs = report.beliefs


def _grid(report: Report, puzzle: Grid, run: Run) -> Iterator[Grid]:
    """The grid of a report, if any; whatever else the method yielded is for the judge to refuse."""
    _count(run, report)
    if report.why:
        run.check_limits()
        raise Stopped(report.why)
    if report.digits is not None:
        yield Grid.from_digits(report.digits, puzzle.layout)
    elif report.has_grid:
        yield report.other  # type: ignore[misc]


# The next puzzle is usually on the same layout; both processes remember it, with all that was computed for it.
@lru_cache(maxsize=8)
def _pickled(layout: Layout) -> bytes:
    return pickle.dumps(layout)


@lru_cache(maxsize=8)
def _layout(pickled: bytes) -> Layout:
    layout: Layout = pickle.loads(pickled)
    return layout


class _WorkerRun(Run):
    """A run in a worker, which reports how far it has come from time to time: it may be killed."""

    __slots__ = ("_emit", "_next_report")

    def __init__(self, layout: Layout, limit: Limit, context: Context, *, is_traced: bool, is_logged: bool) -> None:
        emit = context.emit
        log = (lambda line: emit(Log(line))) if is_logged else None
        super().__init__(layout, limit, cancel=context.cancel, sink=emit if is_traced else None, log=log)
        self._emit, self._next_report = emit, perf_counter() + REPORT_SECONDS

    def note(self, name: str, value: Any) -> None:
        super().note(name, value)
        if perf_counter() > self._next_report:
            self._emit(Report(self.nodes, self.stats, self.beliefs))
            self._next_report = perf_counter() + REPORT_SECONDS


def solve_in_worker(
    layout: bytes,
    digits: bytes,
    method: Method,
    nodes: int | None,
    is_traced: bool,
    is_logged: bool,
    context: Context,
) -> Generator[Report, None, Report]:
    """In the worker: a report for each grid the method yields, and one at its end.

    The last grid is returned instead of yielded if it is known to be the last, which saves a message: the end of a
    tuple is known, that of a generator is not.
    """
    puzzle = Grid.from_digits(digits, _layout(layout))
    left = context.seconds_left
    seconds = max(left, sys.float_info.min) if isfinite(left) else None  # a limit is above 0
    limit = Limit(seconds=seconds, nodes=nodes)
    run = _WorkerRun(puzzle.layout, limit, context, is_traced=is_traced, is_logged=is_logged)
    answers: Iterator[Grid] = iter(())
    try:
        answers = answers_of(method, puzzle, run)
        for grid in answers:
            report = _report(grid, puzzle, run)
            if length_hint(answers, 1) == 0 and not run.stopped:
                return report
            yield report
    except Stopped as stop:
        return Report(run.nodes, run.stats, run.beliefs, why=stop.why)
    finally:
        close = getattr(answers, "close", None)
        if close is not None:
            close()
    return Report(run.nodes, run.stats, run.beliefs, why=run.stopped)  # the method may have swallowed the order to stop


def _report(grid: Grid, puzzle: Grid, run: Run) -> Report:
    if type(grid) is Grid and grid.layout == puzzle.layout:
        return Report(run.nodes, run.stats, run.beliefs, has_grid=True, digits=grid.digits)
    return Report(run.nodes, run.stats, run.beliefs, has_grid=True, other=grid)
