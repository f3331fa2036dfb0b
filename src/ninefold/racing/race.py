"""Races: several methods solve the same puzzles, one after the other.

1. Every method solves a puzzle, one after the other, before the next puzzle comes. So if the machine is busy for a
   while, all methods are affected alike.
2. Each puzzle starts with another method, so that none is always first.
3. Each method has a separate process, which is started and warmed up before its clock runs.
4. Every solution is verified, and every claim is compared with what the other methods found.
5. If the race is stopped, the outcomes so far are returned.

A method is given as its name, `anneal`, or with options, `enumerate:order=counter:cut=true`. A method object is named
in the same way, after the options that differ from their defaults.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import MISSING, fields, is_dataclass, replace
from time import perf_counter
from typing import Any

from ninefold.core.errors import Fault, MethodError, MethodFault, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.limits import Cancel, Limit, check_cancel, read_limit
from ninefold.core.values import is_iterable, short_repr, whole_number
from ninefold.formats.files import read_file
from ninefold.racing.outcome import Excluded, Outcome
from ninefold.racing.racer import Racer, require_sendable
from ninefold.racing.report import Race
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.registry import info_of, made, method_text, methods, split_methods
from ninefold.solving.result import Result
from ninefold.solving.solve import solve

By = str | Method | Iterable[str | Method]


def race(
    puzzles: GridLike | Iterable[GridLike],
    *,
    by: By = "all",
    limit: Limit | int | None = Limit(seconds=10.0),
    rounds: int = 1,
    cancel: Cancel | None = None,
    progress: Callable[[Outcome], object] | None = None,
) -> Race:
    """Solve the same puzzles by several methods, and compare the times.

    >>> run = race("..4. 1... ...3 .1..", by="search, backtrack", limit=Limit(seconds=5))
    >>> sorted((standing.method, len(standing.answered)) for standing in run.standings)
    [('backtrack', 1), ('search', 1)]

    Every method has a separate process, which is started and warmed up before its clock runs. All methods solve a
    puzzle before the next puzzle starts. Ctrl-C stops the race and returns the outcomes so far. A method object may
    come from a module, a script or a notebook; one that cannot be sent to its process is a `MethodError` at once.

    Args:
        puzzles: a grid or its text, a file of puzzles as a `pathlib.Path`, or an iterable of grids or texts.
        by: the methods: names separated by commas, `all`, or a list of names and method objects.
        limit: when to stop, for each puzzle and method; a number or None is short for
            `Limit(solutions=…, seconds=10)`.
        rounds: how often each method solves each puzzle.
        cancel: a `threading.Event`; set it from another thread to stop.
        progress: called with each outcome.
    """
    limit = read_limit(limit, Limit(seconds=10.0))
    if (whole_number(rounds) or 0) < 1:
        raise NinefoldError(f"rounds must be a whole number of at least 1, not {short_repr(rounds)}")
    check_cancel(cancel)
    if progress is not None and not callable(progress):
        raise NinefoldError(f"progress must be callable with an outcome, not {short_repr(progress)}")
    grids = read_puzzles(puzzles, "race")
    entrants, excluded = resolve_entrants(by, grids)
    for info, method in entrants:
        require_sendable(info.name, method)
    outcomes, why = [], ""
    with ExitStack() as stack:
        runner = RaceRunner(limit, cancel)
        try:
            for outcome in runner.run(grids, racers_of(entrants, stack), rounds):
                outcomes.append(outcome)
                if progress is not None:
                    progress(outcome)
        except KeyboardInterrupt:  # rule 5
            why = "interrupted"
    if cancel is not None and cancel.is_set():
        why = "cancelled"
    names = tuple(info.name for info, _ in entrants)
    return Race(
        puzzles=grids,
        methods=names,
        outcomes=tuple(outcomes),
        excluded=excluded,
        seconds=limit.seconds,
        limit=limit.solutions,
        why=why,
    )


Entrant = tuple[MethodInfo, Method]


def read_puzzles(puzzles: GridLike | Iterable[GridLike], what: str) -> tuple[Grid, ...]:
    """The puzzles of a race or a sweep as grids."""
    if isinstance(puzzles, os.PathLike):
        grids = tuple(puzzle.clues for puzzle in read_file(os.fspath(puzzles)))
    elif isinstance(puzzles, Grid | str):
        grids = (Grid(puzzles) if isinstance(puzzles, str) else puzzles,)
    elif is_iterable(puzzles):
        grids = tuple(puzzle if isinstance(puzzle, Grid) else Grid(puzzle) for puzzle in puzzles)
    else:
        raise NinefoldError(f"puzzles must be grids, texts or a file, not {short_repr(puzzles)}")
    if not grids:
        raise NinefoldError(f"a {what} needs at least one puzzle")
    return grids


def resolve_entrants(by: By, puzzles: Sequence[Grid]) -> tuple[tuple[Entrant, ...], tuple[Excluded, ...]]:
    """The methods that support at least one of the puzzles, and all exclusions."""
    supporting, excluded = check_entrants(by, puzzles)
    entrants: list[Entrant] = []
    for method, info in supporting:
        entrant = made(method).method if isinstance(method, str) else method
        if getattr(entrant, "keep", False) is True:
            fault = Fault(f"{info.name} option keep", "true", "false: a method must not remember a puzzle")
            raise MethodError("a method that keeps what it learnt cannot race", [fault])
        entrants.append((replace(info, name=_free_name(info.name, entrant, entrants)), entrant))
    return tuple(entrants), tuple(excluded)


def check_entrants(by: By, puzzles: Sequence[Grid]) -> tuple[list[tuple[str | Method, MethodInfo]], list[Excluded]]:
    """The same without loading any method; an error if none is left."""
    supporting: list[tuple[str | Method, MethodInfo]] = []
    excluded: list[Excluded] = []
    for method in _listed(by):
        info = info_of(method)
        exclusions = _exclusions(info, puzzles)
        excluded += exclusions
        if sum(len(exclusion.puzzles) for exclusion in exclusions) < len(puzzles):
            supporting.append((method, info))
    if not supporting and not excluded:
        raise MethodError("a race needs at least one method")
    if not supporting:
        reasons = "".join(f"\n  {exclusion}" for exclusion in excluded)
        raise MethodError(f"none of the methods supports any of the puzzles{reasons}")
    return supporting, excluded


def _listed(by: By) -> list[str | Method]:
    """The methods as a list; an error if one is unknown or listed twice."""
    if isinstance(by, str) and by.strip() == "all":
        return [info.name for info in methods()]
    if isinstance(by, str):
        by = split_methods(by)
    listed: list[Any] = [*by] if is_iterable(by) else [by]
    names = [method for method in listed if isinstance(method, str)]
    for method in listed:
        info_of(method)
        if isinstance(method, str) and names.count(method) > 1:
            raise MethodError(f"method {method!r} is listed twice")
    return listed


def _exclusions(info: MethodInfo, puzzles: Sequence[Grid]) -> list[Excluded]:
    """The reasons why a method skips puzzles, with the puzzles of each."""
    if info.unavailable_reason:
        return [Excluded(info.name, info.unavailable_reason, tuple(range(len(puzzles))))]
    why: dict[str, list[int]] = {}
    for number, puzzle in enumerate(puzzles):
        if reason := info.unsupported_reason(puzzle.layout):
            why.setdefault(reason, []).append(number)
    return [Excluded(info.name, reason, tuple(numbers)) for reason, numbers in why.items()]


def _free_name(name: str, method: Method, entrants: Sequence[Entrant]) -> str:
    """The name of a method with its options, and a prime (′) for each earlier method with the same name."""
    taken = {info.name for info, _ in entrants}
    name = method_text(name, dict(_changed_options(method)))
    while name in taken:
        name += "′"
    return name


def _changed_options(method: Method) -> Iterator[tuple[str, str]]:
    """The options of a method that differ from their defaults, if their values are texts or numbers."""
    instance: Any = method
    for field in fields(instance) if is_dataclass(instance) else ():
        value = getattr(instance, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if field.init and isinstance(value, str | int | float) and value != default:
            yield field.name, str(value).lower() if isinstance(value, bool) else str(value)


def racers_of(entrants: Sequence[Entrant], stack: ExitStack) -> list[Racer]:
    """The racers; their processes start at the same time, before any clock runs."""
    racers = [Racer(info, method, info.name) for info, method in entrants]
    for racer in racers:
        stack.callback(racer.close)
        racer.started()
    return racers


class RaceRunner:
    """Runs the methods on every puzzle, with the same limits for every method."""

    def __init__(self, limit: Limit, cancel: Cancel | None) -> None:
        self.limit, self.cancel = limit, cancel

    def run(self, puzzles: Sequence[Grid], racers: Sequence[Racer], rounds: int) -> Iterator[Outcome]:
        """Every outcome, as soon as it is known."""
        for racer in racers:  # warm up all of them before the first clock runs
            if not racer.info.unsupported_reason(puzzles[0].layout):
                racer.get_ready(puzzles[0].layout, self.cancel)
        for turn in range(len(puzzles) * rounds):
            round_number, number = divmod(turn, len(puzzles))
            first = turn % len(racers)  # rule 2
            for racer in (*racers[first:], *racers[:first]):
                if not racer.info.unsupported_reason(puzzles[number].layout):
                    outcome = self._solve(round_number, number, puzzles[number], racer)
                    if self.cancel is not None and self.cancel.is_set():
                        return  # this outcome may be incomplete
                    yield outcome

    def _solve(self, round_number: int, number: int, puzzle: Grid, racer: Racer) -> Outcome:
        racer.get_ready(puzzle.layout, self.cancel)  # rule 3
        start = perf_counter()
        try:
            found = solve(
                puzzle,
                by=racer.by(self.limit.solutions),
                limit=self.limit,
                cancel=self.cancel,
                isolate=False,
            )
        except (MethodError, MethodFault) as fault:  # rule 4: report the fault and count it as no answer
            took, why = perf_counter() - start, str(fault)
            failed = Result(puzzle=puzzle, solutions=(), ended=False, why=why, method=racer.name, seconds=took)
            result = replace(failed, startup_seconds=racer.take_startup())
            return Outcome(round=round_number, puzzle=number, method=racer.name, result=result, seconds=took, fault=why)
        finally:
            racer.rest()
        result = replace(found, startup_seconds=racer.take_startup())
        return Outcome.of(round_number, number, result, self.limit.seconds, limit=self.limit.solutions)
