"""The race: several methods on the same puzzles.

1. A heat is one puzzle for all methods, one after the other; the next puzzle comes when all are through. So a busy
   moment of the machine meets all of them alike.
2. Each heat begins with another method, so that none is always first.
3. Each method has a process of its own, ready and warm before its clock runs.
4. Every answer passes the judge, and every claim is held against what the others found.
5. What is done when the race is stopped stays.

Entering a race: the puzzles, the methods that run, and those that are left out.

A method is named as in the table, `anneal`, or with options, `enumerate:order=counter:cut=true`. One that comes as an
object is called the same way, by what it does not leave as it is.

The heats of a race, one question after the other; the rules are those in `race.py`.
"""

from __future__ import annotations

import os
from collections.abc import Callable, Iterable, Iterator, Sequence
from contextlib import ExitStack
from dataclasses import MISSING, fields, is_dataclass, replace
from time import perf_counter
from typing import Any

from ninefold.core.errors import MethodError, MethodFault, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.limits import Cancel, Limit, check_cancel, read_limit
from ninefold.core.reading import split
from ninefold.core.values import short_repr, whole_number
from ninefold.racing.outcome import Excluded, Outcome
from ninefold.racing.racer import Racer
from ninefold.racing.report import Race
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.registry import info_of, made, method_text, methods
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
    """Put the same puzzles to several methods, and compare.

    >>> run = race("..4. 1... ...3 .1..", by="search, backtrack", limit=Limit(seconds=5))
    >>> sorted((standing.method, len(standing.answered)) for standing in run.standings)
    [('backtrack', 1), ('search', 1)]

    Every method has a process of its own, which is ready and warm before its clock runs. All of them are asked a
    puzzle before the next one. Ctrl-C ends the race, and what is done by then is handed back.

    Args:
        puzzles: a grid or its text, a file of puzzles as a `pathlib.Path`, or any number of what a grid is made from.
        by: the methods: names with commas between, `all`, or names and method objects in a list.
        limit: when to stop, for each puzzle and method; a number or None is short for
            `Limit(solutions=…, seconds=10)`.
        rounds: ask everything so many times.
        cancel: a `threading.Event`; set it from another thread to stop.
        progress: called with each outcome as soon as it is there.
    """
    limit = read_limit(limit, Limit(seconds=10.0))
    if (whole_number(rounds) or 0) < 1:
        raise NinefoldError(f"rounds is a whole number from 1, not {short_repr(rounds)}")
    check_cancel(cancel)
    if progress is not None and not callable(progress):
        raise NinefoldError(f"progress is a callable that is given an outcome, not {short_repr(progress)}")
    # What runs a race is loaded where one is run: few who import this package want one.

    grids = read_puzzles(puzzles)
    entrants, left_out = resolve_entrants(by, grids)
    outcomes, why = [], ""
    with ExitStack() as stack:
        asker = Asker(limit, cancel)
        try:
            for outcome in asker.heats(grids, racers_of(entrants, stack), rounds):
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
        left_out=left_out,
        seconds=limit.seconds,
        limit=limit.solutions,
        why=why,
    )


Entrant = tuple[MethodInfo, Method]


def read_puzzles(puzzles: GridLike | Iterable[GridLike]) -> tuple[Grid, ...]:
    """The puzzles as grids."""
    if isinstance(puzzles, os.PathLike):
        with open(puzzles, encoding="utf-8-sig", errors="replace") as file:
            grids = tuple(written.grid() for written in split(file))
    elif isinstance(puzzles, Grid | str):
        grids = (Grid(puzzles) if isinstance(puzzles, str) else puzzles,)
    elif isinstance(puzzles, Iterable):
        grids = tuple(puzzle if isinstance(puzzle, Grid) else Grid(puzzle) for puzzle in puzzles)
    else:
        raise NinefoldError(f"puzzles are grids, or what a grid is made from; not {short_repr(puzzles)}")
    if not grids:
        raise NinefoldError("there is no puzzle to race on")
    return grids


def resolve_entrants(by: By, puzzles: Sequence[Grid]) -> tuple[tuple[Entrant, ...], tuple[Excluded, ...]]:
    """The methods that can be asked at least one of the puzzles, and all that are left out of some."""
    entrants: list[Entrant] = []
    left_out: list[Excluded] = []
    for method in _named(by):
        info = info_of(method)
        out = _left_out(info, puzzles)
        left_out += out
        if sum(len(some.puzzles) for some in out) < len(puzzles):
            entrant = made(method).method if isinstance(method, str) else method
            entrants.append((replace(info, name=_free_name(info.name, entrant, entrants)), entrant))
    if not entrants and not left_out:
        raise MethodError("a race is between methods, and none is named")
    if not entrants:
        raise MethodError("no method can be asked any of the puzzles" + "".join(f"\n  {out}" for out in left_out))
    return tuple(entrants), tuple(left_out)


def _named(by: By) -> list[str | Method]:
    """The methods as they are named, an unknown one refused, and none of them twice."""
    if isinstance(by, str) and by.strip() == "all":
        return [info.name for info in methods()]
    if isinstance(by, str):
        by = [name.strip() for name in by.split(",")]
    listed: list[str | Method] = [*by] if isinstance(by, Iterable) else [by]
    names = [method for method in listed if isinstance(method, str)]
    for method in listed:
        info_of(method)
        if isinstance(method, str) and names.count(method) > 1:
            raise MethodError(f"method {method!r} is named twice; a race is between different ones")
    return listed


def _left_out(info: MethodInfo, puzzles: Sequence[Grid]) -> list[Excluded]:
    """Why a method is not asked, with the puzzles it is not asked for that."""
    if info.unavailable_reason:
        return [Excluded(info.name, info.unavailable_reason, tuple(range(len(puzzles))))]
    why: dict[str, list[int]] = {}
    for number, puzzle in enumerate(puzzles):
        if reason := info.unsupported_reason(puzzle.layout):
            why.setdefault(reason, []).append(number)
    return [Excluded(info.name, reason, tuple(numbers)) for reason, numbers in why.items()]


def _free_name(name: str, method: Method, entrants: Sequence[Entrant]) -> str:
    """The name of a method with its options, and a dash for each other one that is the same."""
    taken = {info.name for info, _ in entrants}
    name = method_text(name, dict(_own_settings(method)))
    while name in taken:
        name += "′"
    return name


def _own_settings(method: Method) -> Iterator[tuple[str, str]]:
    """The options of a method that are not as they would be if left out, as far as a word can tell them."""
    instance: Any = method
    for field in fields(instance) if is_dataclass(instance) else ():
        value = getattr(instance, field.name)
        default = field.default_factory() if field.default_factory is not MISSING else field.default
        if field.init and isinstance(value, str | int | float) and value != default:
            yield field.name, str(value).lower() if isinstance(value, bool) else str(value)


def racers_of(entrants: Sequence[Entrant], stack: ExitStack) -> list[Racer]:
    """The runners, whose processes start side by side: no clock runs yet."""
    runners = [Racer(info, method, info.name) for info, method in entrants]
    for runner in runners:
        stack.callback(runner.close)
        runner.started()
    return runners


class Asker:
    """Asks, with the limits that hold for all."""

    def __init__(self, limit: Limit, cancel: Cancel | None) -> None:
        self.limit, self.cancel = limit, cancel

    def heats(self, puzzles: Sequence[Grid], runners: Sequence[Racer], rounds: int) -> Iterator[Outcome]:
        """Every outcome, in the order in which they come."""
        for runner in runners:  # all of them before the first clock
            if not runner.info.unsupported_reason(puzzles[0].layout):
                runner.get_ready(puzzles[0].layout, self.cancel)
        for heat in range(len(puzzles) * rounds):
            number = heat % len(puzzles)
            first = heat % len(runners)  # rule 2
            for runner in (*runners[first:], *runners[:first]):
                if not runner.info.unsupported_reason(puzzles[number].layout):
                    outcome = self._ask(heat, number, puzzles[number], runner)
                    if self.cancel is not None and self.cancel.is_set():
                        return  # this question may be half asked
                    yield outcome

    def _ask(self, heat: int, number: int, puzzle: Grid, runner: Racer) -> Outcome:
        runner.get_ready(puzzle.layout, self.cancel)  # rule 3
        start = perf_counter()
        try:
            result = solve(
                puzzle,
                by=runner.by(self.limit.solutions),
                limit=self.limit,
                cancel=self.cancel,
                isolate=False,
            )
        except MethodFault as fault:  # rule 4: caught, told, and no answer
            took, why = perf_counter() - start, str(fault)
            result = Result(puzzle=puzzle, solutions=(), ended=False, why=why, method=runner.name, seconds=took)
            return Outcome(heat=heat, puzzle=number, method=runner.name, result=result, seconds=took, fault=why)
        finally:
            runner.rest()
        return Outcome.of(heat, number, result, self.limit.seconds, limit=self.limit.solutions)
