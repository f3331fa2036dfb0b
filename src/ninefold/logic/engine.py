"""The reasoning engine: positions in, steps out. It runs in C++ (`native/logic`); this is its Python face."""

from __future__ import annotations

import atexit
from collections.abc import Callable, Iterator, Sequence
from functools import lru_cache

from ninefold._native import Reasoner, rungs
from ninefold.core.checking import conflicting_units
from ninefold.core.errors import Fault, GridError, LayoutError, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, Limit, Stopped, check_cancel, read_limit
from ninefold.core.position import Marks, Position
from ninefold.core.values import check_flag, short_repr
from ninefold.logic.step import Step
from ninefold.logic.techniques import Technique, find_techniques, techniques
from ninefold.logic.wire import decode, split
from ninefold.solving.result import Status
from ninefold.solving.run import Run, time_limit_reached
from ninefold.solving.solve import solve
from ninefold.solving.solvers.native import NativeMonitor

MAX_SIZE = 25  # of boards that the engine supports
ORDERS = ("human", "hodoku", "explainer")
KINDS = {"row": 0, "column": 1, "box": 2}
LETTERS = {"row": "r", "column": "c", "box": "b", "diagonal": "d", "window": "w", "extra": "x"}  # in notations
# Time limit for finding out whether a puzzle has one solution.
SECONDS = 2.0
EVERY = 1 << 30  # more steps than a position has


@lru_cache(maxsize=16)
def reasoner(layout: Layout) -> Reasoner:
    """The engine for a layout.

    Raises:
        LayoutError: the board is too large.
    """
    if layout.size > MAX_SIZE:
        raise LayoutError(f"steps are found on boards up to size {MAX_SIZE}; this one has size {layout.size}")
    kinds = [KINDS.get(unit.kind, 3) for unit in layout.units]
    names = [f"{LETTERS[unit.kind]}{unit.number}" for unit in layout.units]
    titles = [technique.hodoku.name if technique.hodoku else technique.title for technique in techniques()]
    return Reasoner(layout.size, kinds, [list(unit.cells) for unit in layout.units], names, titles)


# The engine must go before the interpreter does, or the binding warns of leaks.
atexit.register(reasoner.cache_clear)


def read_order(order: object) -> str:
    """Validate the name of an order."""
    if not isinstance(order, str) or order not in ORDERS:
        raise NinefoldError(f"unknown order {short_repr(order)} (choose from {', '.join(ORDERS)})")
    return order


@lru_cache(maxsize=len(ORDERS))
def in_order(order: str) -> tuple[Technique, ...]:
    """The techniques of an order, the first to look for first."""
    table = techniques()
    return tuple(dict.fromkeys(table[number] for rung in rungs(order) for number in rung))


def steps(
    grid: GridLike,
    *,
    marks: Marks | None = None,
    clues: GridLike | None = None,
    technique: str | Sequence[str] | None = None,
    unique: bool | None = None,
    limit: Limit | None = None,
    cancel: Cancel | None = None,
) -> Iterator[Step]:
    """Every step in a position, technique by technique in the order of the table; found as you iterate.

    >>> puzzle = "53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79"
    >>> next(steps(puzzle))
    Step('hidden-single-box', 'r1c6=8')

    Args:
        grid: the current digits, or anything a grid is made from.
        marks: for some cells, the candidates that are left there; a cell without marks has all that the digits allow.
        clues: the puzzle, if some digits of the grid are not clues; only avoidable rectangles need it.
        technique: one or more techniques, by name, family or code (default: all).
        unique: whether to use techniques that assume one solution (default: only if the puzzle has one).
        limit: only its `seconds` apply; `Stopped` is raised when they are over.
        cancel: a `threading.Event`; set it from another thread to stop.

    Raises:
        GridError: the grid has a digit twice in a unit, or a cell without candidates.
        NinefoldError: a technique is unknown; the nearest names are suggested.
    """
    wanted = techniques() if technique is None else find_techniques(technique)
    board = grid if isinstance(grid, Grid) else Grid(grid)
    given = board if clues is None else Grid(clues, layout=board.layout)
    require_layout(board.layout, wanted if technique is not None else ())
    position = read_position(board, marks)
    if unique is not None:
        check_flag("unique", unique)
    return _steps(position, given, wanted, unique, run_of(board.layout, limit, cancel))


def run_of(layout: Layout, limit: Limit | None, cancel: Cancel | None) -> Run:
    """The time limit and the cancellation of a search for steps."""
    check_cancel(cancel)
    only_seconds = Limit() if limit is None else read_limit(limit, Limit(), unused=("solutions", "nodes"))
    return Run(layout, only_seconds, cancel=cancel)


def _steps(
    position: Position, given: Grid, wanted: Sequence[Technique], unique: bool | None, run: Run
) -> Iterator[Step]:
    if unique is None and any(one.assumes_unique for one in wanted):
        unique = has_one_solution(given)
    for technique in wanted:
        if unique or not technique.assumes_unique:
            yield from find(position, given, [technique], unique=bool(unique), run=run)


def find(
    position: Position,
    given: Grid,
    wanted: Sequence[Technique],
    *,
    unique: bool,
    limit: int = EVERY,
    run: Run | None = None,
) -> Iterator[Step]:
    """The steps of some techniques in a position, at most `limit` of them; raises `Stopped` at the limit of a run."""
    numbers = [technique.number for technique in wanted]
    start = bytes(position.digits), position.candidates, given.digits
    wire = _finished(reasoner(position.layout).steps(*start, numbers, limit, unique, *_watched(run)), run)
    return (decode(record, position.layout, position) for record in split(wire))


def walk(position: Position, given: Grid, order: str, *, unique: bool, evidence: bool = True, run: Run) -> bytes:
    """The steps of a path as records one after another, until the grid is full or nothing is found."""
    start = bytes(position.digits), position.candidates, given.digits
    return _finished(reasoner(position.layout).path(*start, order, unique, evidence, *_watched(run)), run)


def _watched(run: Run | None) -> tuple[float | None, Callable[[int], bool] | None]:
    """The seconds left and what native code calls now and then."""
    if run is None:
        return None, None
    monitor = NativeMonitor(run)
    return monitor.seconds, monitor.poll


def _finished(wire: bytes | None, run: Run | None) -> bytes:
    if wire is None:
        seconds = 0.0 if run is None else run.limit.seconds or 0.0
        raise Stopped((run and run.stopped) or time_limit_reached(seconds))
    return wire


def next_step(position: Position, given: Grid, order: str, *, unique: bool, run: Run | None = None) -> Step | None:
    """The first step of an order in a position.

    The engine has no single-step path yet in which every rung is tried lazily, so rungs are tried one after another;
    singles are chosen by the order, as in a path.
    """
    table = techniques()
    for rung in rungs(order):
        wanted = [table[number] for number in rung if unique or not table[number].assumes_unique]
        if wanted and (step := next(find(position, given, wanted, unique=unique, limit=1, run=run), None)):
            return step
    return None


# --- checking ------------------------------------------------------------------------------------


def read_position(grid: Grid, marks: Marks | None) -> Position:
    """The position of a grid; steps from a grid with a visible mistake would prove anything.

    Raises:
        GridError: a digit appears twice in a unit, or an empty cell has no candidate.
    """
    if conflicts := conflicting_units(grid):
        faults = [Fault(unit.name, "a digit twice", "different digits") for unit in conflicts]
        raise GridError("the grid has mistakes; `check` lists them", faults)
    position = Position.of(grid, marks)
    if empty := [cell for cell in grid.empty_cells if not position.candidates[cell]]:
        why = "no digit that is marked there" if marks else "no digit that fits"
        faults = [Fault(grid.layout.name(cell), why, "at least one candidate") for cell in empty]
        raise GridError("the grid has no solution: some cells have no candidate", faults)
    return position


def require_layout(layout: Layout, wanted: Sequence[Technique]) -> None:
    """Raise an error if a technique does not support the board."""
    reasoner(layout)
    for technique in wanted:
        if technique.layouts == "9x9" and not (layout.plain and layout.size == 9 and layout.box == (3, 3)):
            raise LayoutError(f"{technique.name} is for the standard 9x9 board only; this is layout {layout}")
        if technique.layouts == "up to 9x9" and layout.size > 9:
            raise LayoutError(f"{technique.name} is for boards up to 9x9 only; this is layout {layout}")


def status_of(puzzle: Grid) -> Status:
    """Whether a puzzle has no solution, one or several; `SOLVED` or `UNKNOWN` if that is not decided in time."""
    return solve(puzzle, limit=Limit(2, seconds=SECONDS)).status


def has_one_solution(puzzle: Grid) -> bool:
    """Whether a puzzle has exactly one solution; not if that is not decided in time."""
    return status_of(puzzle) is Status.UNIQUE
