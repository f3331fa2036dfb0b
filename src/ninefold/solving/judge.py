"""The judge: the check that every solution passes before it leaves the library."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator

from ninefold.core.checking import check, conflicting_units
from ninefold.core.errors import MethodFault
from ninefold.core.grid import Grid
from ninefold.core.values import short_repr


def answers_of(method: Callable[..., object], puzzle: Grid, run: object) -> Iterator[Grid]:
    """The grids a method yields, not judged yet; a TypeError if it returns something else, such as a single grid."""
    answers = method(puzzle, run)
    if isinstance(answers, Grid | str | bytes) or not isinstance(answers, Iterable):
        kind = "None" if answers is None else f"an object of type {type(answers).__name__}"
        raise TypeError(f"a method must yield its solutions, but this one returned {kind}; use yield, not return")
    return iter(answers)


def judge(puzzle: Grid, answer: object, method: str) -> Grid:
    """The answer, if it is a full and correct grid that keeps every clue; else a `MethodFault`."""
    if not isinstance(answer, Grid):
        raise MethodFault(f"method {method!r} gave {short_repr(answer)} as a solution, expected a Grid")
    if answer.layout != puzzle.layout:
        raise MethodFault(f"method {method!r} gave a grid on {answer.layout!r}, expected {puzzle.layout!r}")
    if _is_right(puzzle, answer):
        return answer
    report = check(answer, puzzle=puzzle)
    if report.empty:
        cells = answer.layout.names(answer.empty_cells[:9])
        raise MethodFault(f"method {method!r} gave a grid with {report.empty} empty cells ({cells} …)")
    raise MethodFault(f"method {method!r} gave a wrong grid: {report}")


def _is_right(puzzle: Grid, answer: Grid) -> bool:
    """A fast yes or no: every cell is filled, no unit repeats a digit, and every clue is kept."""
    pairs = zip(puzzle.digits, answer.digits, strict=True)
    return answer.is_full and not conflicting_units(answer) and all(clue in (0, digit) for clue, digit in pairs)
