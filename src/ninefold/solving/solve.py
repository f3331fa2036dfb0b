"""Solving one puzzle with one method, under the limits all methods share."""

from __future__ import annotations

import sys
from collections.abc import Generator
from contextlib import closing, suppress
from dataclasses import replace
from importlib import import_module
from time import perf_counter

from ninefold.core.checking import check
from ninefold.core.errors import MethodError, MethodFault, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, Limit, Stopped, check_cancel, read_limit
from ninefold.core.values import counted, is_flag, short_repr
from ninefold.solving.judge import answers_of, judge
from ninefold.solving.method import Method
from ninefold.solving.registry import ResolvedMethod, resolve
from ninefold.solving.result import Result
from ninefold.solving.run import Run, SinkFailed
from ninefold.solving.table import TABLE
from ninefold.solving.trace import End, Found, LogSink, Start, Trace, open_sink


def solve(
    puzzle: GridLike,
    *,
    by: str | Method = "auto",
    limit: Limit | int | None = Limit(),
    cancel: Cancel | None = None,
    trace: Trace = None,
    log: LogSink | None = None,
    isolate: bool | None = None,
) -> Result:
    """Solve a puzzle with one method.

    >>> solve("..4. 1... ...3 .1..").status
    <Status.UNIQUE>
    >>> solve("..4. 1... ...3 .1..", by="backtrack", limit=1).status     # found; not proved unique
    <Status.SOLVED>
    >>> len(solve("1... .... .... ....", limit=None).solutions)
    72

    Args:
        puzzle: a grid, or anything a grid is made from.
        by: a method: its name, with options such as `"propagate:tries=first"`; `auto` for the best one available;
            or a method object, such as `nf.Propagate(tries="first")`.
        limit: when to stop; a number or None is short for `Limit(solutions=…)`. The status claims only what was
            proved by then.
        cancel: a `threading.Event`; set it from another thread to stop.
        trace: where events go: a callable, a list, or the path of a JSON-lines file.
        log: called with every line of the log of HiGHS, CP-SAT, CVXPY or a SAT solver while it runs: `log=print`.
        isolate: run the method in a separate process, which is killed at its deadline (default: only methods that
            cannot watch the deadline themselves).
    """
    limit = read_limit(limit, Limit())
    check_cancel(cancel)
    _check_isolate(isolate)
    _check_log(log)
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    start, loaded = perf_counter(), len(sys.modules)
    chosen = resolve_isolated(by, grid.layout, isolate, wanted=limit.solutions)
    loading = perf_counter() - start if len(sys.modules) > loaded else 0.0
    with open_sink(trace) as sink:
        run = Run(grid.layout, limit, cancel=cancel, sink=sink, log=log)
        try:
            run.emit(Start(grid, chosen.info.name))
            result = _solve(grid, chosen, run, by, loading)
            run.emit(End(str(result.status), result.why))
        except SinkFailed as failure:  # the sink belongs to the caller, who gets its error as it was
            raise failure.__cause__ or failure from None
    return result


def _solve(puzzle: Grid, chosen: ResolvedMethod, run: Run, by: str | Method, loading: float) -> Result:
    start = perf_counter()
    report = check(puzzle)
    solutions: list[Grid]
    if report.clashes:  # no search finds this as fast, and some never do
        solutions, ended, why = [], True, f"the clues clash: {str(report).partition(': ')[2]}"
    else:
        solutions, ended, why = _collect(puzzle, chosen, run)
    return Result(
        puzzle=puzzle,
        solutions=tuple(solutions),
        ended=ended,
        why=why,
        method=chosen.info.name,
        seconds=perf_counter() - start - run.startup,
        startup_seconds=loading + run.startup,
        stats={"nodes": run.nodes, **run.stats},
        beliefs=run.beliefs,
        by=by,
    )


def completable(grid: GridLike, *, limit: Limit = Limit(seconds=10.0)) -> bool | None:
    """Whether a partial grid can still be completed; None if that is not known within the limit.

    >>> completable("12.. .... .... ....")
    True
    >>> completable("12.. ..3. .... ...4")
    False

    The limit is on seconds and nodes; one solution is enough.
    """
    limit = read_limit(limit, Limit(), unused=("solutions",))
    return solve(grid, limit=replace(limit, solutions=1)).status.is_possible


def _check_isolate(isolate: object) -> None:
    if isolate is not None and not is_flag(isolate):
        raise NinefoldError(f"isolate must be True, False or None, not {short_repr(isolate)}")


def _check_log(log: object) -> None:
    if log is not None and not callable(log):
        raise NinefoldError(f"log must be a callable such as print, not {short_repr(log)}")


def resolve_isolated(
    by: str | Method, layout: Layout, isolate: bool | None, *, wanted: int | None = 1
) -> ResolvedMethod:
    """The method to run, wrapped to run in another process if it is to be isolated.

    The caller will take `wanted` solutions (None: all), so the other process need not wait before that many.
    """
    chosen = resolve(by, layout)
    return replace(chosen, method=_isolated(chosen, isolate, wanted))


def _isolated(chosen: ResolvedMethod, isolate: bool | None, wanted: int | None) -> Method:
    info = chosen.info
    needs = (*info.needs, *getattr(chosen.method, "needs", ()))
    if isolate is None:
        isolate = not info.cooperative
    if not isolate and not info.process_group:
        return chosen.method
    from ninefold.solving.isolate import Isolated, modules_of

    if not isolate:
        for need in (*needs, *modules_of(info.process_group)):  # loaded before the time runs
            with suppress(Exception):  # the method reports what is missing
                import_module(need)
        return chosen.method
    return Isolated(chosen.method, info.name, info.process_group, needs, wanted)


def _collect(puzzle: Grid, chosen: ResolvedMethod, run: Run) -> tuple[list[Grid], bool, str]:
    """The judged solutions up to the limit, whether the method finished, and if not why."""
    found: list[Grid] = []
    limit = run.limit.solutions
    answers = judged(puzzle, chosen, run)
    try:
        for grid in answers:
            found.append(grid)
            if len(found) == limit:
                return found, False, limit_reached(limit)
    except Stopped as stop:
        return found, False, stop.why
    finally:
        answers.close()
    # A method that caught `Stopped` and then returned has proved nothing by returning.
    return found, not run.stopped, run.stopped


def limit_reached(limit: int) -> str:
    """The reason given when a search stops at its limit of solutions."""
    return f"the limit of {counted(limit, 'solution')} was reached"


def judged(puzzle: Grid, chosen: ResolvedMethod, run: Run, *, remember: bool = True) -> Generator[Grid, None, None]:
    """The grids a method yields, each judged and traced; a repeated one is a fault, if they are remembered.

    The method is not called at all if the run has already ended.
    """
    name = chosen.info.name
    seen: set[bytes] = set()
    run.check_limits()
    with closing(_guarded(chosen, puzzle, run)) as answers:
        for answer in answers:
            grid = judge(puzzle, answer, name)
            if grid.digits in seen:
                raise MethodFault(f"method {name!r} gave the same solution twice: {grid.line}")
            if remember:
                seen.add(grid.digits)
            run.emit(Found(grid))
            yield grid


def _guarded(chosen: ResolvedMethod, puzzle: Grid, run: Run) -> Generator[Grid, None, None]:
    """What a method yields; a failure in its own code, also while it is closed, becomes a `MethodFault`."""
    try:
        yield from answers_of(chosen.method, puzzle, run)
    except (MethodError, MethodFault, Stopped):
        raise
    except (Exception, SystemExit) as error:
        raise MethodFault(f"method {chosen.info.name!r} failed: {type(error).__name__}: {error}") from error


def solutions(
    puzzle: GridLike,
    *,
    by: str | Method = "auto",
    limit: Limit = Limit(),
    cancel: Cancel | None = None,
    isolate: bool | None = None,
) -> Generator[Grid, None, None]:
    """The solutions of a puzzle, each judged, found one at a time and not kept.

    >>> [solution.line for solution in solutions("...1 ..2. .3.. 4...")]
    ['2431312413424213', '3241142323144132']

    It keeps the contract of a method: ending means that there are no more, and `Stopped` is raised if the limit on
    seconds or nodes is reached first. The same puzzle and method give the same order. The arguments are checked at
    once; the time runs from the first solution requested.

    Args:
        puzzle: a grid, or anything a grid is made from.
        limit: when to stop, in seconds and nodes; stop taking solutions when you have enough.
        by, cancel, isolate: as for `solve`.
    """
    limit = read_limit(limit, Limit(), unused=("solutions",))
    check_cancel(cancel)
    _check_isolate(isolate)
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    return _stream(grid, resolve_isolated(by, grid.layout, isolate), limit, cancel)


def _stream(grid: Grid, chosen: ResolvedMethod, limit: Limit, cancel: Cancel | None) -> Generator[Grid, None, None]:
    if check(grid).clashes:
        return
    run = Run(grid.layout, limit, cancel=cancel)
    # Our own methods repeat no solution. To notice a repetition by others, every solution has to be kept.
    yield from judged(grid, chosen, run, remember=chosen.info not in TABLE)
    if run.stopped:  # the method caught `Stopped`
        raise Stopped(run.stopped)
