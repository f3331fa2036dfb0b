"""Mistakes: digits that cannot stay and marks that miss the right digit, which come before any hint.

1. Clues that were changed, and digits that clash, are wrong at sight.
2. Where the clues have one solution, a digit that is not in it is wrong.
3. Where they have several, a digit is wrong with which they have none.
4. Where nothing is known of clues, a grid without a solution has a mistake somewhere.
5. A cell with marks, none of which is the digit of the one solution, misses one.
"""

from __future__ import annotations

from collections.abc import Sequence

from ninefold.core.checking import check
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout, Unit
from ninefold.logic.arrows import Pairs, ties
from ninefold.logic.notes import digits_of
from ninefold.logic.step import Step, listed
from ninefold.solving.ask import solve
from ninefold.solving.result import Status

# Where no answer comes in this time, a mistake is not looked for any further.
SECONDS = 2.0


def find_mistake(grid: Grid, clues: Grid | None, noted: dict[int, int]) -> Step | None:
    """The first mistake there is, all cells of its kind in one step."""
    return _at_sight(grid, clues) or _against_solution(grid, clues, noted)


def _at_sight(grid: Grid, clues: Grid | None) -> Step | None:
    report = check(grid, puzzle=clues)
    if report.changed:
        return _step(grid, report.changed, "is not the clue that stands there")
    wrong = [cell for cell in report.clashing_cells if clues is None or not clues.digits[cell]]
    if report.clashes:
        reasons = [f"{clash.digit} stands in {listed(map(grid.layout.name, clash.cells))}, all in {clash.unit.name}"
                   for clash in report.clashes[:3]]  # fmt: skip
        reason = f"A digit stands twice in a unit: {'; '.join(reasons)}."
        pairs = tuple(pair for clash in report.clashes[:3] for pair in ties(clash.cells))
        return _step(grid, wrong or report.clashing_cells, "", reason, tuple(dict.fromkeys(pairs)))
    return None


def _against_solution(grid: Grid, clues: Grid | None, noted: dict[int, int]) -> Step | None:
    result = solve(clues or grid, limit=2, seconds=SECONDS)
    if result.status is Status.UNIQUE and result.solution is not None:
        answer = result.solution.digits
        if wrong := [cell for cell in grid.filled_cells if grid.digits[cell] != answer[cell]]:
            return _step(grid, wrong, "is not in the solution")
        return _missing_marks(grid, answer, noted)
    if result.status is Status.IMPOSSIBLE:
        return _hopeless(grid, "The clues" if clues else "The digits")
    return _among_several(grid, clues) if clues is not None and result.status is Status.MULTIPLE else None


def _among_several(grid: Grid, clues: Grid) -> Step | None:
    if solve(grid, limit=1, seconds=SECONDS).status is not Status.IMPOSSIBLE:
        return None
    entries = [cell for cell in grid.filled_cells if not clues.digits[cell]]
    wrong = [
        cell
        for cell in entries
        if solve(clues.having({cell: grid.digits[cell]}), limit=1, seconds=SECONDS).status is Status.IMPOSSIBLE
    ]
    return _step(grid, wrong, "is in no solution") if wrong else _hopeless(grid, "The digits together")


def _missing_marks(grid: Grid, answer: bytes, noted: dict[int, int]) -> Step | None:
    wrong = [cell for cell, bits in noted.items() if not bits >> answer[cell] - 1 & 1]
    if not wrong:
        return None
    names = listed(map(grid.layout.name, wrong))
    return Step(
        technique="missing mark",
        reason=f"The right digit is not among the marks in {names}: rule out again, from the start.",
        size=grid.size,
        cells=tuple(wrong),
        units=_boxes(grid.layout, wrong),
        because=tuple((cell, digit) for cell in wrong for digit in digits_of(noted[cell])),
    )


def _step(grid: Grid, cells: Sequence[int], why: str, reason: str = "", pairs: Pairs = ()) -> Step:
    names = [f"{grid.digits[cell] or 'nothing'} in {grid.layout.name(cell)}" for cell in cells]
    return Step(
        technique="wrong digit",
        reason=reason or f"{listed(names)} {why}.".replace(" is not", " are not" if len(names) > 1 else " is not"),
        size=grid.size,
        cells=tuple(cells),
        units=_boxes(grid.layout, cells),
        drops=tuple((cell, grid.digits[cell]) for cell in cells if grid.digits[cell]),
        ties=pairs,
    )


def _hopeless(grid: Grid, who: str) -> Step:
    return Step(technique="wrong digit", reason=f"{who} leave no solution: one is wrong.", size=grid.size, cells=())


def _boxes(layout: Layout, cells: Sequence[int]) -> tuple[Unit, ...]:
    return tuple(layout.boxes[box] for box in sorted({layout.box_of[cell] for cell in cells}))
