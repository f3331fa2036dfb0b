"""The conformance kit: what every method must do, as cases that any method can be put through.

For the author of a method or a plug-in:

    import pytest
    from ninefold.testing import cases

    @pytest.mark.parametrize("case", cases("lucky"), ids=str)
    def test_lucky_conforms(case):
        case.run()

or, without writing a test, `ninefold conform lucky`. A method is held to what its card says: a
complete one must find every solution and prove there are no more, an incomplete one may give up
but must never be wrong; sizes and layouts that it does not serve are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, replace
from threading import Event as Flag
from threading import Timer
from time import perf_counter

from ninefold.core.errors import MethodError, MethodFault, NinefoldError
from ninefold.core.geometry import has_usual_boxes
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, Limit, read_limit
from ninefold.solving.method import Method, MethodInfo, make
from ninefold.solving.registry import info_of, resolve
from ninefold.solving.result import Result, Status
from ninefold.solving.run import Run
from ninefold.solving.solve import solve
from ninefold.solving.trace import Event, Found, Trace, replay
from ninefold.testing.puzzles import IMPOSSIBLE, TWO_SOLUTIONS, Known, known_puzzles

# What a method may take for an answer: ample for a complete one on a slow machine. One that is not
# complete may give up, so it need not be waited for.
PATIENCE, SHORT_PATIENCE = 20.0, 1.0
# When a method is told to stop, and how late it may be. A card that says it heeds promises 50 ms;
# the kit allows for a machine that is busy with other things.
MOMENT, GRACE = 0.2, 1.0
# What starting a process may take.
START = 5.0
# Nodes that are used up before most methods have an answer, or in the midst of it.
FEW = (1, 2, 3, 5, 8, 20, 50)


class NonConformance(AssertionError):
    """A method did not do what its card says."""


class Unstoppable(NonConformance):
    """A method went on after it was told to stop, and had to be killed."""


@dataclass(frozen=True)
class Case:
    """One thing a method must do."""

    name: str
    by: str | Method
    info: MethodInfo
    check: Callable[[Case], None]

    def run(self) -> None:
        """Raises `NonConformance`, or whatever the method itself raises, if it does not do it."""
        self.check(self)

    def __str__(self) -> str:
        """The name, as a test's id."""
        return self.name

    def ask(
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
        patience = PATIENCE if self.info.complete else SHORT_PATIENCE
        limit = replace(limit, seconds=limit.seconds or patience)
        return solve(puzzle, by=self.by, limit=limit, cancel=cancel, trace=trace, isolate=isolate)

    def again(
        self, first: Result, solutions: int | None = 2, *, trace: Trace = None, isolate: bool | None = None
    ) -> Result:
        """Solve the same puzzle again. If time cut the first run short, nodes cut this one at the same place."""
        limit = Limit(solutions)
        if not self.info.complete and self.info.cooperative:
            limit = Limit(solutions, seconds=PATIENCE, nodes=max(1, first.stats["nodes"]))
        return self.ask(first.puzzle, limit, trace=trace, isolate=isolate)

    def need(self, condition: bool, message: str) -> None:
        """What must be true."""
        if not condition:
            raise NonConformance(f"{self.info.name}: {message}")

    def answers(self, result: Result, right: set[Status], also: set[Status], what: str) -> None:
        """The status must be right; one that is not complete may also know less, or nothing."""
        allowed = right if self.info.complete else right | also | {Status.UNKNOWN}
        why = f" ({result.why})" if result.why else ""
        self.need(result.status in allowed, f"answers {result.status}{why} on {what}")

    def serves(self, layout: Layout) -> bool:
        """Whether the method's card covers a layout."""
        return not self.info.unsupported_reason(layout)


@dataclass(frozen=True)
class CaseResult:
    """How a method did in one case."""

    name: str
    passed: bool
    why: str = ""


def cases(by: str | Method) -> list[Case]:
    """Every case for a method, given by name or as an object."""
    info = info_of(by)
    if isinstance(by, str):
        make(info, {})  # what cannot be had, or not without options, is told here and not by every case
    checks = {check.__name__.strip("_").replace("_", " "): check for check in _CHECKS}
    found = [Case(name, by, info, check) for name, check in checks.items()]
    served = (known for known in known_puzzles() if not info.unsupported_reason(known.puzzle.layout))
    return found + [Case(f"proper on {known.name}", by, info, _proper(known)) for known in served]


def conform(by: str | Method) -> Iterator[CaseResult]:
    """Run every case and tell how it went; a method that cannot be stopped is not tried further."""
    can_be_stopped = True
    for case in cases(by):
        if not can_be_stopped:
            yield CaseResult(case.name, False, "not tried, since it could not be stopped")
            continue
        try:
            yield _outcome(case)
        except Unstoppable as error:
            can_be_stopped = False
            yield CaseResult(case.name, False, str(error))


def _outcome(case: Case) -> CaseResult:
    try:
        case.run()
    except Unstoppable:
        raise
    except (NonConformance, NinefoldError) as error:
        return CaseResult(case.name, False, str(error))
    except Exception as error:  # whatever it is, the other cases are still to be tried
        return CaseResult(case.name, False, f"{case.info.name}: fails with {type(error).__name__}: {error}")
    return CaseResult(case.name, True)


# --- the cases -------------------------------------------------------------------------------


def _proper(known: Known) -> Callable[[Case], None]:
    def check(case: Case) -> None:
        result = case.ask(known.puzzle)
        case.answers(result, {Status.UNIQUE}, {Status.SOLVED}, f"the proper {known.puzzle!r}")
        case.need(result.solution in (None, known.solution), f"finds another solution of {known.puzzle!r}")

    return check


def _impossible(case: Case) -> None:
    for puzzle in filter(lambda puzzle: case.serves(puzzle.layout), IMPOSSIBLE):
        case.answers(case.ask(puzzle), {Status.IMPOSSIBLE}, set(), f"the impossible {puzzle!r}")


def _all_solutions(case: Case) -> None:
    for puzzle, lines in TWO_SOLUTIONS:
        if case.serves(puzzle.layout):
            found = {solution.line for solution in case.ask(puzzle, limit=None).solutions}
            right = found == lines if case.info.complete else found <= lines
            case.need(right, f"finds {sorted(found)} on {puzzle!r}, which has {sorted(lines)}")


def _multiple(case: Case) -> None:
    for puzzle, _ in TWO_SOLUTIONS:
        if case.serves(puzzle.layout):
            what = f"{puzzle!r}, which has two solutions"
            case.answers(case.ask(puzzle), {Status.MULTIPLE}, {Status.SOLVED}, what)


def _every_grid_of_4x4(case: Case) -> None:
    empty = Grid.empty(4)
    if case.info.complete and case.serves(empty.layout):
        result = case.ask(empty, limit=None)
        case.need(len(result.solutions) == 288 and result.ended, f"finds {len(result.solutions)} of the 288 4×4 grids")


def _clashing_clues(case: Case) -> None:
    layout = _a_layout(case)
    n = layout.size
    for first, second in ((0, 1), (0, n), (0, layout.boxes[0].cells[-1])):
        puzzle = Grid.empty(layout).with_digits({first: 1, second: 1})
        status = case.ask(puzzle).status
        case.need(status is Status.IMPOSSIBLE, f"answers {status} on clashing clues {puzzle!r}")


def _full_grid(case: Case) -> None:
    for known in known_puzzles():
        if case.serves(known.puzzle.layout):
            what = f"the full grid {known.solution!r}"
            case.answers(case.ask(known.solution), {Status.UNIQUE}, {Status.SOLVED}, what)


def _empty_grid_with_limit(case: Case) -> None:
    result = case.ask(Grid.empty(_a_layout(case)), limit=3)
    case.need(len(result.solutions) <= 3, "gives more solutions than the limit")
    if case.info.complete:
        case.need(len(result.solutions) == 3, f"finds {len(result.solutions)} solutions of an empty grid, not 3")


def _limit_of_one(case: Case) -> None:
    case.answers(case.ask(Grid.empty(_a_layout(case)), limit=1), {Status.SOLVED}, set(), "an empty grid with limit 1")


@dataclass(frozen=True)
class _Told:
    """A method that is told to stop after a moment by a run of its own; notes how late it was."""

    method: Method
    info: MethodInfo
    by_cancel: bool

    def __call__(self, puzzle: Grid, run: Run, /) -> Iterator[Grid]:
        flag = Flag()
        timer = Timer(MOMENT, flag.set)
        timer.daemon = True
        timer.start()
        own = Run(puzzle.layout, cancel=flag) if self.by_cancel else Run(puzzle.layout, Limit(seconds=MOMENT))
        start = perf_counter()
        try:
            yield from self.method(puzzle, own)
        finally:
            run.note("late", perf_counter() - start - MOMENT)


def _deadline(case: Case) -> None:
    _stops(case, by_cancel=False)


def _cancel(case: Case) -> None:
    _stops(case, by_cancel=True)


def _stops(case: Case, *, by_cancel: bool) -> None:
    """A method that is told to stop does so; one that would not is tried where it can be killed."""
    empty = Grid.empty(_a_layout(case))
    told = _Told(resolve(case.by, empty.layout).method, case.info, by_cancel)
    limit = MOMENT + GRACE + START
    try:
        result = solve(empty, by=told, limit=Limit(None, seconds=limit), isolate=True)
    except (MethodError, MethodFault):  # it cannot be sent there: it is tried here, and may hang
        result = solve(empty, by=told, limit=Limit(None, seconds=limit))
    if case.info.cooperative:
        how = "cancelled" if by_cancel else "told its deadline"
        if "late" not in result.stats:
            raise Unstoppable(f"{case.info.name}: does not stop when it is {how}")
        case.need(result.stats["late"] < GRACE, f"stops {result.stats['late']:.1f} s too late when it is {how}")


def _cancelled_before_it_starts(case: Case) -> None:
    flag = Flag()
    flag.set()
    result = case.ask(Grid.empty(_a_layout(case)), cancel=flag)
    case.need(result.status is Status.UNKNOWN, f"answers {result.status} although it was cancelled")


def _nodes(case: Case) -> None:
    result = case.ask(Grid.empty(_a_layout(case)), limit=Limit(None, nodes=7))
    case.need(result.stats["nodes"] <= 7, f"uses {result.stats['nodes']} nodes of 7")


def _few_nodes(case: Case) -> None:
    """Whoever is cut short by its nodes, wherever that is, claims no more than it has seen."""
    proper = ((known.puzzle, {known.solution.line}) for known in known_puzzles() if known.puzzle.size == 4)
    for puzzle, lines in (*proper, *TWO_SOLUTIONS, *((puzzle, set[str]()) for puzzle in IMPOSSIBLE)):
        for nodes in FEW if case.serves(puzzle.layout) else ():
            result = case.ask(puzzle, limit=Limit(None, nodes=nodes))
            found = {solution.line for solution in result.solutions}
            what = f"{puzzle!r} after {nodes} nodes"
            case.need(found <= lines, f"finds {sorted(found - lines)} on {what}")
            case.need(found == lines or not result.ended, f"takes {len(found)} for all {len(lines)} of {what}")


def _same_answer_again(case: Case) -> None:
    puzzle = Grid.empty(_a_layout(case)).with_digits({0: 1})
    first = case.ask(puzzle, limit=3)
    second = case.again(first, 3)
    case.need(first.solutions == second.solutions, "gives other solutions when asked again")


def _in_its_own_process(case: Case) -> None:
    puzzle = Grid.empty(_a_layout(case)).with_digits({0: 1})
    here = case.ask(puzzle, limit=2)
    there = case.again(here, isolate=True)
    case.need(here.solutions == there.solutions, "gives other solutions in a process of its own")


def _relabelled_digits(case: Case) -> None:
    """A puzzle with other names for its digits has the same solutions under those names."""
    if not case.info.complete:
        return
    for known in known_puzzles():
        if case.serves(known.puzzle.layout) and known.puzzle.size <= 9:
            result = case.ask(_relabelled(known.puzzle))
            case.need(
                result.solutions == (_relabelled(known.solution),), f"loses its way on {known.puzzle!r} relabelled"
            )


def _trace(case: Case) -> None:
    """The events are of the kinds on the card, lead to the solutions told, and change no answer."""
    for known in known_puzzles():
        if not case.serves(known.puzzle.layout) or known.puzzle.size > 9:
            continue
        events: list[Event] = []
        if case.info.complete:  # what it answers when nobody listens is known from other cases
            answer: tuple[Grid, ...] = (known.solution,)
            traced = case.ask(known.puzzle, trace=events)
        else:
            silent = case.ask(known.puzzle, limit=Limit(seconds=MOMENT))
            answer, traced = silent.solutions, case.again(silent, trace=events)
        case.need(traced.solutions == answer, "answers otherwise when it is traced")
        others = {event.kind for event in events} - {*case.info.traces, "start", "found", "end"}
        case.need(not others, f"traces {', '.join(sorted(others))}, which its card does not say")
        _replays(case, known.puzzle, events)


def _replays(case: Case, puzzle: Grid, events: list[Event]) -> None:
    """A method that tells its placements must tell all of them."""
    if not {"place", "guess"} & set(case.info.traces):
        return
    try:
        for found, built in replay(puzzle, events):
            case.need(found.grid == built, f"its events lead to {built.line}, not to {found.grid.line}")
    except ValueError as error:
        raise NonConformance(f"{case.info.name}: its events contradict themselves: {error}") from error
    told = sum(isinstance(event, Found) for event in events)
    case.need(told <= 2, "tells of more solutions than were asked for")


# Whether it can be stopped comes first: if it cannot, the others might never end.
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
    _in_its_own_process,
    _relabelled_digits,
    _trace,
)


def _a_layout(case: Case) -> Layout:
    """The board for cases that need just one: the first size on the card, 9×9 where it serves all.

    One that is not complete may give up, and can be asked for something that keeps it busy.
    """
    sizes = case.info.sizes or (9,)
    size = 9 if 9 in sizes and not case.info.complete else sizes[0]
    return Layout.of_size(size) if has_usual_boxes(size) else Layout(size, box=(1, size))


def _relabelled(grid: Grid) -> Grid:
    names = bytes([0, *range(grid.size, 0, -1)])
    return Grid.from_digits(bytes(names[digit] for digit in grid.digits), grid.layout)
