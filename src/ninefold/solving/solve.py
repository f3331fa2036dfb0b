"""Asking: one puzzle, one method, and the limits that hold for all of them.

The solutions of a puzzle one by one, found as they are asked for.
"""

from __future__ import annotations

from collections.abc import Generator, Mapping
from contextlib import closing
from dataclasses import replace
from time import perf_counter

from ninefold.core.checking import check
from ninefold.core.errors import MethodError, MethodFault, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.values import as_python, short_repr, whole_number
from ninefold.solving.judge import judge
from ninefold.solving.method import Method
from ninefold.solving.registry import TABLE, ResolvedMethod, resolve
from ninefold.solving.result import Result
from ninefold.solving.run import Cancel, Run, SinkFailed, Stopped
from ninefold.solving.trace import End, Found, Start, Trace, open_sink

# Beyond these no limit means anything, and some clocks and counters overflow.
MAX_COUNT, MAX_TIME = 2**64 - 1, 1e9


def solve(
    puzzle: GridLike,
    *,
    by: str | Method = "auto",
    limit: int | None = 2,
    seconds: float | None = None,
    nodes: int | None = None,
    cancel: Cancel | None = None,
    trace: Trace = None,
    isolate: bool | None = None,
    settings: Mapping[str, str] | None = None,
) -> Result:
    """Ask one method for the solutions of a puzzle.

    >>> solve("..4. 1... ...3 .1..").status
    <Status.UNIQUE>
    >>> solve("..4. 1... ...3 .1..", by="backtrack", limit=1).status     # found, a second not ruled out
    <Status.SOLVED>
    >>> len(solve("1... .... .... ....", limit=None).solutions)
    72

    Args:
        puzzle: a grid, or anything one is made from.
        by: the name of a method, `auto` for the best one here, or a method object with its options.
        limit: stop after so many solutions: 1 any, 2 to prove uniqueness, None for all.
        seconds, nodes: stop after so much time or work; the status is then what is known by then.
        cancel: a `threading.Event`; set it from another thread to stop.
        trace: where events go: a callable, a list, or the path of a JSON-lines file.
        isolate: run the method in a process of its own, killed at its deadline; left out, that is
            done for the methods whose card says that they do not heed it themselves.
        settings: options of a method named by text, as text; `by=Propagate(tries="first")` is the
            same with types.
    """
    limit, nodes, seconds = read_count("limit", limit), read_count("nodes", nodes), read_seconds(seconds)
    check_asked(cancel, isolate, settings)
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    chosen = to_be_asked(by, grid.layout, settings, isolate, wanted=limit)
    with open_sink(trace) as sink:
        run = Run(grid.layout, seconds=seconds, nodes=nodes, cancel=cancel, sink=sink)
        try:
            run.emit(Start(grid, chosen.info.name))
            result = _ask(grid, chosen, run, limit)
            run.emit(End(str(result.status), result.why))
        except SinkFailed as failure:  # the sink is the asker's own: it gets its own error
            raise failure.__cause__ or failure from None
    return result


def _ask(puzzle: Grid, chosen: ResolvedMethod, run: Run, limit: int | None) -> Result:
    start = perf_counter()
    report = check(puzzle)
    solutions: list[Grid]
    if report.clashes:  # no search notices this as quickly, and some never do
        solutions, ended, why = [], True, f"the clues clash: {str(report).partition(': ')[2]}"
    else:
        solutions, ended, why = _collect(puzzle, chosen, run, limit)
    return Result(
        puzzle=puzzle,
        solutions=tuple(solutions),
        ended=ended,
        why=why,
        method=chosen.info.name,
        seconds=perf_counter() - start,
        stats={"nodes": run.nodes, **run.stats},
    )


def completable(grid: GridLike, *, seconds: float | None = 10.0) -> bool | None:
    """Whether a partial grid can still be completed; None where that is not known within the seconds.

    >>> completable("12.. .... .... ....")
    True
    >>> completable("12.. ..3. .... ...4")
    False
    """
    return solve(grid, limit=1, seconds=seconds).status.is_possible


def read_count(name: str, value: object) -> int | None:
    """A limit on solutions or nodes as Python's own number, NumPy's too; a huge one is as good as the largest."""
    number = whole_number(value)
    if value is not None and (number is None or number < 1):
        raise NinefoldError(f"{name} is a whole number from 1, or None for no limit; not {short_repr(value)}")
    return number if number is None else min(number, MAX_COUNT)


def check_cancel(cancel: object) -> None:
    """Refuse what cannot tell to stop."""
    if cancel is not None and not hasattr(cancel, "is_set"):
        raise NinefoldError(f"cancel is a threading.Event, not {short_repr(cancel)}")


def check_asked(cancel: object, isolate: object, settings: object) -> None:
    """Refuse what means nothing, so that no run starts with it."""
    check_cancel(cancel)
    if isolate not in (None, True, False):
        raise NinefoldError(f"isolate is True, False or None, not {short_repr(isolate)}")
    if settings is not None and not (isinstance(settings, Mapping) and all(map(_is_text, settings.items()))):
        raise MethodError(
            f"settings are a mapping of names to texts, as {{'tries': 'first'}}; not {short_repr(settings)}"
        )


def _is_text(pair: tuple[object, object]) -> bool:
    return all(isinstance(part, str) for part in pair)


def read_seconds(seconds: object) -> float | None:
    """The time limit as Python's own number, NumPy's too."""
    if seconds is None:
        return None
    value = as_python(seconds)
    number = value if isinstance(value, int | float) and not isinstance(value, bool) else 0
    if not 0 < number < MAX_TIME:
        raise NinefoldError(f"seconds is a number above 0, or None for no limit; not {short_repr(seconds)}")
    return number


def to_be_asked(
    by: str | Method,
    layout: Layout,
    settings: Mapping[str, str] | None,
    isolate: bool | None,
    *,
    wanted: int | None = 1,
) -> ResolvedMethod:
    """The method to ask, in another process where it is to be isolated; so many solutions are wanted for sure."""
    chosen = resolve(by, layout, settings)
    return replace(chosen, method=_isolated(chosen, isolate, wanted))


def _isolated(chosen: ResolvedMethod, isolate: bool | None, wanted: int | None) -> Method:
    if isolate is None:
        isolate = not chosen.info.cooperative
    if not isolate:
        return chosen.method
    from ninefold.solving.isolate import Isolated

    info = chosen.info
    return Isolated(chosen.method, info.name, info.process_group, info.needs, wanted)


def _collect(puzzle: Grid, chosen: ResolvedMethod, run: Run, limit: int | None) -> tuple[list[Grid], bool, str]:
    """The judged solutions up to the limit, whether the method ended by itself, and if not why."""
    found: list[Grid] = []
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
    # A method that swallowed its order to stop and then ended has proved nothing by ending.
    return found, not run.stopped, run.stopped


def limit_reached(limit: int) -> str:
    """Why no more solutions were looked for."""
    return f"the limit of {limit} solution{'s' * (limit != 1)} is reached"


def judged(puzzle: Grid, chosen: ResolvedMethod, run: Run, *, remember: bool = True) -> Generator[Grid, None, None]:
    """What a method yields, each grid judged, told to the trace, and refused if it is remembered from before.

    A run that is over before it began is not put to the method at all.
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
    """What a method yields; a failure in its own code, also when it is closed, becomes a `MethodFault`."""
    try:
        yield from chosen.method(puzzle, run)
    except (MethodError, MethodFault, Stopped):
        raise
    except (Exception, SystemExit) as error:
        raise MethodFault(f"method {chosen.info.name!r} failed: {type(error).__name__}: {error}") from error


def solutions(
    puzzle: GridLike,
    *,
    by: str | Method = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    cancel: Cancel | None = None,
    isolate: bool | None = None,
    settings: Mapping[str, str] | None = None,
) -> Generator[Grid, None, None]:
    """The solutions of a puzzle, each judged, found as they are asked for and not kept.

    >>> [solution.line for solution in solutions("...1 ..2. .3.. 4...")]
    ['2431312413424213', '3241142323144132']

    It keeps the contract of a method: ending means that there are no more, and where it cannot tell,
    because time, nodes or patience are used up, it raises `Stopped`. The same puzzle and method give
    the same order. What is asked for is checked at once; the time runs from the first solution asked for.

    Args:
        puzzle: a grid, or anything one is made from.
        by, seconds, nodes, cancel, isolate, settings: as for `solve`.
    """
    nodes, seconds = read_count("nodes", nodes), read_seconds(seconds)
    check_asked(cancel, isolate, settings)
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    return _found(grid, to_be_asked(by, grid.layout, settings, isolate), seconds, nodes, cancel)


def _found(
    grid: Grid, chosen: ResolvedMethod, seconds: float | None, nodes: int | None, cancel: Cancel | None
) -> Generator[Grid, None, None]:
    if check(grid).clashes:
        return
    run = Run(grid.layout, seconds=seconds, nodes=nodes, cancel=cancel)
    # Ours give no solution twice; to see that of others, those they gave must be kept.
    yield from judged(grid, chosen, run, remember=chosen.info not in TABLE)
    if run.stopped:  # swallowed by the method
        raise Stopped(run.stopped)
