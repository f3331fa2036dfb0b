"""Conformance tests for solving methods: what every method must do, as cases that run on any method.

For the author of a method or a plug-in:

    import pytest
    from ninefold.testing import cases

    @pytest.mark.parametrize("case", cases("lucky"), ids=str)
    def test_lucky_conforms(case):
        case.run()

or, without writing a test, `ninefold conform lucky`. A method is tested against its `MethodInfo`: a complete method
must find every solution and prove that there are no more; an incomplete one may give up but must never be wrong. Sizes
and layouts that it does not support are skipped.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Event as Flag

from ninefold.core.errors import MethodError, MethodFault, NinefoldError
from ninefold.core.geometry import has_standard_boxes
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, Limit, read_limit
from ninefold.core.values import counted
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.registry import info_of, made, resolve
from ninefold.solving.result import Result, Status
from ninefold.solving.solve import solve
from ninefold.solving.trace import Event, Found, Trace, replay
from ninefold.testing.puzzles import IMPOSSIBLE, TWO_SOLUTIONS, KnownPuzzle, known_puzzles, relabelled
from ninefold.testing.stopping import STOP_SECONDS, StoppedEarly

# Time limits of one run: generous for a complete method on a slow machine, short for an incomplete one, which may give
# up anyway.
COMPLETE_SECONDS, INCOMPLETE_SECONDS = 20.0, 1.0
# How late a method may stop. A cooperative method promises 50 ms; this allows for a busy machine.
GRACE_SECONDS = 1.0
# Time to start a process.
START_SECONDS = 5.0
# Node limits that stop most methods before or during the search.
FEW_NODES = (1, 2, 3, 5, 8, 20, 50)


class NonConformance(AssertionError):
    """A method does not do what its info says."""


class Unstoppable(NonConformance):
    """A method did not stop at its deadline or when cancelled, and had to be killed."""


@dataclass(frozen=True)
class Case:
    """One requirement, for one method."""

    name: str
    by: str | Method
    info: MethodInfo
    check: Callable[[Case], None]

    def run(self) -> None:
        """Raise `NonConformance`, or the method's own exception, if the method does not meet the requirement."""
        self.check(self)

    def __str__(self) -> str:
        """The name, for test IDs."""
        return self.name

    def solve(
        self,
        puzzle: Grid,
        limit: Limit | int | None = Limit(),
        *,
        cancel: Cancel | None = None,
        trace: Trace = None,
        isolate: bool | None = None,
    ) -> Result:
        """Solve a puzzle by the method, with a generous time limit unless the limit has its own."""
        limit = read_limit(limit, Limit())
        seconds = COMPLETE_SECONDS if self.info.complete else INCOMPLETE_SECONDS
        limit = replace(limit, seconds=limit.seconds or seconds)
        return solve(puzzle, by=self.by, limit=limit, cancel=cancel, trace=trace, isolate=isolate)

    def again(
        self, first: Result, solutions: int | None = 2, *, trace: Trace = None, isolate: bool | None = None
    ) -> Result:
        """Solve the same puzzle again. If time cut the first run short, nodes cut this one at the same place."""
        limit = Limit(solutions)
        if not self.info.complete and self.info.cooperative:
            limit = Limit(solutions, seconds=COMPLETE_SECONDS, nodes=max(1, first.stats["nodes"]))
        return self.solve(first.puzzle, limit, trace=trace, isolate=isolate)

    def require(self, condition: bool, message: str) -> None:
        """Raise `NonConformance` with the message unless the condition holds."""
        if not condition:
            raise NonConformance(f"{self.info.name}: {message}")

    def check_status(self, result: Result, right: set[Status], weaker: set[Status], what: str) -> None:
        """Require a right status; an incomplete method may also report a weaker one, or unknown."""
        allowed = right if self.info.complete else right | weaker | {Status.UNKNOWN}
        why = f" ({result.why})" if result.why else ""
        self.require(result.status in allowed, f"answers {result.status}{why} on {what}")

    def supports(self, layout: Layout) -> bool:
        """Whether the method supports a layout."""
        return not self.info.unsupported_reason(layout)


@dataclass(frozen=True)
class CaseResult:
    """Whether a method passed a case, and if not, why."""

    name: str
    passed: bool
    why: str = ""


def cases(by: str | Method) -> list[Case]:
    """All cases for a method, given by name or as an object."""
    info = info_of(by)
    if isinstance(by, str):
        made(by)  # fail here, once, if the method is not installed or its options are invalid
    checks = {check.__name__.strip("_").replace("_", " "): check for check in _CHECKS}
    found = [Case(name, by, info, check) for name, check in checks.items()]
    supported = (known for known in known_puzzles() if not info.unsupported_reason(known.puzzle.layout))
    return found + [Case(f"proper on {known.name}", by, info, _proper(known)) for known in supported]


def conform(by: str | Method) -> Iterator[CaseResult]:
    """Run every case and yield its result; if the method cannot be stopped, skip the rest."""
    can_be_stopped = True
    for case in cases(by):
        if not can_be_stopped:
            yield CaseResult(case.name, False, "skipped, because the method could not be stopped")
            continue
        try:
            yield _result(case)
        except Unstoppable as error:
            can_be_stopped = False
            yield CaseResult(case.name, False, str(error))


def _result(case: Case) -> CaseResult:
    try:
        case.run()
    except Unstoppable:
        raise
    except (NonConformance, NinefoldError) as error:
        return CaseResult(case.name, False, str(error))
    except Exception as error:  # any error of the method fails this case only
        return CaseResult(case.name, False, f"{case.info.name}: fails with {type(error).__name__}: {error}")
    return CaseResult(case.name, True)


# --- cases -----------------------------------------------------------------------------------
#
# The name of a case is the name of its function, with spaces.


def _proper(known: KnownPuzzle) -> Callable[[Case], None]:
    def check(case: Case) -> None:
        result = case.solve(known.puzzle)
        case.check_status(result, {Status.UNIQUE}, {Status.SOLVED}, f"the proper {known.puzzle!r}")
        case.require(result.solution in (None, known.solution), f"finds another solution of {known.puzzle!r}")

    return check


def _impossible(case: Case) -> None:
    for puzzle in filter(lambda puzzle: case.supports(puzzle.layout), IMPOSSIBLE):
        case.check_status(case.solve(puzzle), {Status.IMPOSSIBLE}, set(), f"the impossible {puzzle!r}")


def _all_solutions(case: Case) -> None:
    for puzzle, lines in TWO_SOLUTIONS:
        if case.supports(puzzle.layout):
            found = {solution.line for solution in case.solve(puzzle, limit=None).solutions}
            right = found == lines if case.info.complete else found <= lines
            case.require(right, f"finds {sorted(found)} on {puzzle!r}, which has {sorted(lines)}")


def _multiple(case: Case) -> None:
    for puzzle, _ in TWO_SOLUTIONS:
        if case.supports(puzzle.layout):
            what = f"{puzzle!r}, which has two solutions"
            case.check_status(case.solve(puzzle), {Status.MULTIPLE}, {Status.SOLVED}, what)


def _every_grid_of_4x4(case: Case) -> None:
    empty = Grid.empty(4)
    if case.info.complete and case.supports(empty.layout):
        result = case.solve(empty, limit=None)
        case.require(
            len(result.solutions) == 288 and result.ended, f"finds {len(result.solutions)} of the 288 4×4 grids"
        )


def _clashing_clues(case: Case) -> None:
    layout = _main_layout(case)
    n = layout.size
    for first, second in ((0, 1), (0, n), (0, layout.boxes[0].cells[-1])):
        puzzle = Grid.empty(layout).with_digits({first: 1, second: 1})
        status = case.solve(puzzle).status
        case.require(status is Status.IMPOSSIBLE, f"answers {status} on clashing clues {puzzle!r}")


def _full_grid(case: Case) -> None:
    for known in known_puzzles():
        if case.supports(known.puzzle.layout):
            what = f"the full grid {known.solution!r}"
            case.check_status(case.solve(known.solution), {Status.UNIQUE}, {Status.SOLVED}, what)


def _empty_grid_with_limit(case: Case) -> None:
    result = case.solve(Grid.empty(_main_layout(case)), limit=3)
    case.require(len(result.solutions) <= 3, "gives more solutions than the limit")
    if case.info.complete:
        case.require(
            len(result.solutions) == 3, f"finds {counted(len(result.solutions), 'solution')} of an empty grid, not 3"
        )


def _limit_of_one(case: Case) -> None:
    case.check_status(
        case.solve(Grid.empty(_main_layout(case)), limit=1), {Status.SOLVED}, set(), "an empty grid with limit 1"
    )


def _deadline(case: Case) -> None:
    _stops(case, by_cancel=False)


def _cancel(case: Case) -> None:
    _stops(case, by_cancel=True)


def _stops(case: Case, *, by_cancel: bool) -> None:
    """The method stops on time. It runs in a worker if possible, which can be killed if it does not."""
    empty = Grid.empty(_main_layout(case))
    stopped = StoppedEarly(resolve(case.by, empty.layout).method, case.info, by_cancel)
    limit = STOP_SECONDS + GRACE_SECONDS + START_SECONDS
    try:
        result = solve(empty, by=stopped, limit=Limit(None, seconds=limit), isolate=True)
    except (MethodError, MethodFault):  # it cannot be sent to a worker: run it in this process, where it may hang
        result = solve(empty, by=stopped, limit=Limit(None, seconds=limit))
    if case.info.cooperative:
        when = "when cancelled" if by_cancel else "at its deadline"
        if "late" not in result.stats:
            raise Unstoppable(f"{case.info.name}: does not stop {when}")
        case.require(result.stats["late"] < GRACE_SECONDS, f"stops {result.stats['late']:.1f} s too late {when}")


def _cancelled_before_it_starts(case: Case) -> None:
    flag = Flag()
    flag.set()
    result = case.solve(Grid.empty(_main_layout(case)), cancel=flag)
    case.require(result.status is Status.UNKNOWN, f"answers {result.status} although it was cancelled")


def _nodes(case: Case) -> None:
    result = case.solve(Grid.empty(_main_layout(case)), limit=Limit(None, nodes=7))
    case.require(result.stats["nodes"] <= 7, f"uses {result.stats['nodes']} nodes of 7")


def _few_nodes(case: Case) -> None:
    """A method stopped by its node limit, at whatever point, claims no more than it has proved."""
    proper = ((known.puzzle, {known.solution.line}) for known in known_puzzles() if known.puzzle.size == 4)
    for puzzle, lines in (*proper, *TWO_SOLUTIONS, *((puzzle, set[str]()) for puzzle in IMPOSSIBLE)):
        for nodes in FEW_NODES if case.supports(puzzle.layout) else ():
            result = case.solve(puzzle, limit=Limit(None, nodes=nodes))
            found = {solution.line for solution in result.solutions}
            what = f"{puzzle!r} after {counted(nodes, 'node')}"
            case.require(found <= lines, f"finds {sorted(found - lines)} on {what}")
            case.require(
                found == lines or not result.ended,
                f"claims {counted(len(found), 'solution')} instead of {len(lines)} on {what}",
            )


def _same_answer_again(case: Case) -> None:
    puzzle = Grid.empty(_main_layout(case)).with_digits({0: 1})
    first = case.solve(puzzle, limit=3)
    second = case.again(first, 3)
    case.require(first.solutions == second.solutions, "finds other solutions when run again")


def _separate_process(case: Case) -> None:
    puzzle = Grid.empty(_main_layout(case)).with_digits({0: 1})
    here = case.solve(puzzle, limit=2)
    there = case.again(here, isolate=True)
    case.require(here.solutions == there.solutions, "finds other solutions in a separate process")


def _relabelled_digits(case: Case) -> None:
    """Renaming the digits of a puzzle renames its solutions."""
    if not case.info.complete:
        return
    for known in known_puzzles():
        if case.supports(known.puzzle.layout) and known.puzzle.size <= 9:
            result = case.solve(relabelled(known.puzzle))
            case.require(
                result.solutions == (relabelled(known.solution),),
                f"finds other solutions of {known.puzzle!r} when its digits are renamed",
            )


def _trace(case: Case) -> None:
    """The events are of the declared kinds and lead to the solutions, and tracing does not change the result."""
    for known in known_puzzles():
        if not case.supports(known.puzzle.layout) or known.puzzle.size > 9:
            continue
        events: list[Event] = []
        if case.info.complete:  # other cases check its answer without a trace
            answer: tuple[Grid, ...] = (known.solution,)
            traced = case.solve(known.puzzle, trace=events)
        else:
            # A run that time cuts short can be repeated only if it counts nodes.
            limit = Limit(seconds=STOP_SECONDS) if case.info.cooperative else Limit()
            untraced = case.solve(known.puzzle, limit=limit)
            answer, traced = untraced.solutions, case.again(untraced, trace=events)
        case.require(traced.solutions == answer, "finds other solutions when traced")
        others = {event.kind for event in events} - {*case.info.traces, "start", "found", "end"}
        case.require(not others, f"traces {', '.join(sorted(others))}, which its info does not declare")
        _replays(case, known.puzzle, events)


def _replays(case: Case, puzzle: Grid, events: list[Event]) -> None:
    """A method that traces placements must trace all of them."""
    if not {"place", "guess"} & set(case.info.traces):
        return
    try:
        for found, built in replay(puzzle, events):
            case.require(found.grid == built, f"its events lead to {built.line}, but its solution is {found.grid.line}")
    except ValueError as error:
        raise NonConformance(f"{case.info.name}: its events contradict themselves: {error}") from error
    count = sum(isinstance(event, Found) for event in events)
    case.require(count <= 2, "traces more solutions than requested")


# The stop cases come first: if the method cannot be stopped, the others might never end.
_CHECKS: tuple[Callable[[Case], None], ...] = (
    _deadline,
    _cancel,
    _impossible,
    _multiple,
    _all_solutions,
    _every_grid_of_4x4,
    _clashing_clues,
    _full_grid,
    _empty_grid_with_limit,
    _limit_of_one,
    _cancelled_before_it_starts,
    _nodes,
    _few_nodes,
    _same_answer_again,
    _separate_process,
    _relabelled_digits,
    _trace,
)


def _main_layout(case: Case) -> Layout:
    """The board for cases that need only one: the first supported size, or 9×9 if all are supported.

    An incomplete method gets 9×9 if it supports that: it may give up, so it needs a puzzle that keeps it busy.
    """
    sizes = case.info.sizes or (9,)
    size = 9 if 9 in sizes and not case.info.complete else sizes[0]
    return Layout.of_size(size) if has_standard_boxes(size) else Layout(size, box=(1, size))
