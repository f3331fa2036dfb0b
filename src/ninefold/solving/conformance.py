"""The conformance kit: what every method must do, as cases that any method can be put through.

For the author of a method or a plug-in:

    import pytest
    from ninefold.solving.conformance import cases

    @pytest.mark.parametrize("case", cases("lucky"), ids=str)
    def test_lucky_conforms(case):
        case.run()

or, without writing a test, `ninefold conform lucky`. A method is held to what its card says: a
complete one must find every solution and prove there are no more, an incomplete one may give up
but must never be wrong; sizes and layouts that it does not serve are left out.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass
from threading import Event as Flag
from threading import Timer
from time import perf_counter

from ninefold.core.errors import MethodError, NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.solving.ask import solve
from ninefold.solving.conformance_puzzles import IMPOSSIBLE, TWO_SOLUTIONS, Known, known_puzzles
from ninefold.solving.method import Method, MethodInfo
from ninefold.solving.methods import card_of
from ninefold.solving.result import Result, Status
from ninefold.solving.trace import Event, Found, replay

# Ample for a slow method on a slow machine; what is tested is that it answers, not how soon.
PATIENCE = 60.0
# How late a method may be that was told to stop: a person would wait so long, a loaded machine needs it.
GRACE = 2.0


class NonConformance(AssertionError):
    """A method did not do what its card says."""


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

    def ask(self, puzzle: Grid, **limits: object) -> Result:
        """Ask the method, with patience unless told otherwise."""
        return solve(puzzle, by=self.by, **({"seconds": PATIENCE} | limits))  # type: ignore[arg-type]

    def need(self, condition: bool, message: str) -> None:
        """What must be true."""
        if not condition:
            raise NonConformance(f"{self.info.name}: {message}")

    def serves(self, layout: Layout) -> bool:
        """Whether the method's card covers a layout."""
        return not self.info.refuses(layout)


@dataclass(frozen=True)
class Outcome:
    """How a method did in one case."""

    name: str
    passed: bool
    why: str = ""


def cases(by: str | Method) -> list[Case]:
    """Every case for a method, given by name or as an object."""
    info = card_of(by)
    if info.hindrance:
        raise MethodError(f"method {info.name!r} cannot be tried: {info.hindrance}")
    checks = {check.__name__.strip("_").replace("_", " "): check for check in _CHECKS}
    found = [Case(name, by, info, check) for name, check in checks.items()]
    served = (known for known in known_puzzles() if not info.refuses(known.puzzle.layout))
    return found + [Case(f"proper on {known.name}", by, info, _proper(known)) for known in served]


def conform(by: str | Method) -> Iterator[Outcome]:
    """Run every case and tell how it went."""
    for case in cases(by):
        try:
            case.run()
        except (NonConformance, NinefoldError) as error:
            yield Outcome(case.name, False, str(error))
        else:
            yield Outcome(case.name, True)


# --- the cases -------------------------------------------------------------------------------


def _proper(known: Known) -> Callable[[Case], None]:
    def check(case: Case) -> None:
        result = case.ask(known.puzzle)
        allowed = {Status.UNIQUE} if case.info.complete else {Status.UNIQUE, Status.SOLVED, Status.UNKNOWN}
        case.need(result.status in allowed, f"answers {result.status} ({result.why}) on the proper {known.puzzle!r}")
        case.need(result.solution in (None, known.solution), f"finds another solution of {known.puzzle!r}")

    return check


def _impossible(case: Case) -> None:
    for puzzle in filter(lambda puzzle: case.serves(puzzle.layout), IMPOSSIBLE):
        status = case.ask(puzzle).status
        allowed = {Status.IMPOSSIBLE} if case.info.complete else {Status.IMPOSSIBLE, Status.UNKNOWN}
        case.need(status in allowed, f"answers {status} on the impossible {puzzle!r}")


def _all_solutions(case: Case) -> None:
    for puzzle, lines in TWO_SOLUTIONS:
        if case.serves(puzzle.layout):
            found = {solution.line for solution in case.ask(puzzle, limit=None).solutions}
            right = found == lines if case.info.complete else found <= lines
            case.need(right, f"finds {sorted(found)} on {puzzle!r}, which has {sorted(lines)}")


def _multiple(case: Case) -> None:
    for puzzle, _ in TWO_SOLUTIONS:
        if case.serves(puzzle.layout):
            status = case.ask(puzzle).status
            allowed = {Status.MULTIPLE} if case.info.complete else set(Status) - {Status.UNIQUE, Status.IMPOSSIBLE}
            case.need(status in allowed, f"answers {status} on {puzzle!r}, which has two solutions")


def _every_grid_of_4x4(case: Case) -> None:
    empty = Grid.empty(4)
    if case.info.complete and case.serves(empty.layout):
        result = case.ask(empty, limit=None)
        case.need(len(result.solutions) == 288 and result.ended, f"finds {len(result.solutions)} of the 288 4×4 grids")


def _clashing_clues(case: Case) -> None:
    layout = _a_layout(case)
    n = layout.size
    for first, second in ((0, 1), (0, n), (0, layout.boxes[0].cells[-1])):
        puzzle = Grid.empty(layout).having({first: 1, second: 1})
        status = case.ask(puzzle).status
        case.need(status is Status.IMPOSSIBLE, f"answers {status} on clashing clues {puzzle!r}")


def _full_grid(case: Case) -> None:
    for known in known_puzzles():
        if case.serves(known.puzzle.layout):
            result = case.ask(known.solution)
            allowed = {Status.UNIQUE} if case.info.complete else {Status.UNIQUE, Status.SOLVED, Status.UNKNOWN}
            case.need(result.status in allowed, f"answers {result.status} on the full grid {known.solution!r}")


def _empty_grid_with_limit(case: Case) -> None:
    result = case.ask(Grid.empty(_a_layout(case)), limit=3)
    case.need(len(result.solutions) <= 3, "gives more solutions than the limit")
    if case.info.complete:
        case.need(len(result.solutions) == 3, f"finds {len(result.solutions)} solutions of an empty grid, not 3")


def _limit_of_one(case: Case) -> None:
    status = case.ask(Grid.empty(_a_layout(case)), limit=1).status
    allowed = {Status.SOLVED} if case.info.complete else {Status.SOLVED, Status.UNKNOWN}
    case.need(status in allowed, f"answers {status} on an empty grid with limit 1")


def _deadline(case: Case) -> None:
    start = perf_counter()
    case.ask(Grid.empty(_a_layout(case)), limit=None, seconds=0.2)
    late = perf_counter() - start - 0.2
    case.need(late < GRACE, f"comes {late:.1f} s after its deadline")


def _cancel(case: Case) -> None:
    flag = Flag()
    timer = Timer(0.2, flag.set)
    timer.start()
    start = perf_counter()
    case.ask(Grid.empty(_a_layout(case)), limit=None, cancel=flag)
    late = perf_counter() - start - 0.2
    timer.cancel()
    case.need(late < GRACE, f"comes {late:.1f} s after it was cancelled")


def _cancelled_before_it_starts(case: Case) -> None:
    flag = Flag()
    flag.set()
    result = case.ask(Grid.empty(_a_layout(case)), cancel=flag)
    case.need(result.status is Status.UNKNOWN, f"answers {result.status} although it was cancelled")


def _nodes(case: Case) -> None:
    result = case.ask(Grid.empty(_a_layout(case)), limit=None, nodes=7)
    case.need(result.stats["nodes"] <= 7, f"uses {result.stats['nodes']} nodes of 7")


def _same_answer_again(case: Case) -> None:
    puzzle = Grid.empty(_a_layout(case)).having({0: 1})
    first, second = (case.ask(puzzle, limit=3).solutions for _ in range(2))
    case.need(first == second, "gives other solutions when asked again")


def _in_its_own_process(case: Case) -> None:
    puzzle = Grid.empty(_a_layout(case)).having({0: 1})
    here, there = (case.ask(puzzle, limit=2, isolate=isolate).solutions for isolate in (None, True))
    case.need(here == there, "gives other solutions in a process of its own")


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
        traced, silent = case.ask(known.puzzle, trace=events), case.ask(known.puzzle)
        case.need(traced.solutions == silent.solutions, "answers otherwise when it is traced")
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


_CHECKS: tuple[Callable[[Case], None], ...] = (
    _impossible,
    _multiple,
    _all_solutions,
    _every_grid_of_4x4,
    _clashing_clues,
    _full_grid,
    _empty_grid_with_limit,
    _limit_of_one,
    _deadline,
    _cancel,
    _cancelled_before_it_starts,
    _nodes,
    _same_answer_again,
    _in_its_own_process,
    _relabelled_digits,
    _trace,
)


def _a_layout(case: Case) -> Layout:
    """The board for cases that need just one: 9×9 if it is served, else the first size that is."""
    size = 9 if 9 in (case.info.sizes or (9,)) else case.info.sizes[0]
    return Layout.of_size(size)


def _relabelled(grid: Grid) -> Grid:
    names = bytes([0, *range(grid.size, 0, -1)])
    return Grid.of_digits(bytes(names[digit] for digit in grid.digits), grid.layout)
