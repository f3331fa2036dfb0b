"""Mistakes: digits that cannot stay and marks that miss the right digit, which come before any hint.

1. Clues that were changed, and digits that clash, are wrong at sight. Of digits that clash, those are right that the
   one solution of the clues has; where it has several or is not known, all but the clues may be wrong.
2. Where the clues have one solution, a digit that is not in it is wrong.
3. Where they have several, a digit is wrong with which they have none.
4. Where nothing is known of clues, a grid without a solution has a mistake somewhere.
5. A cell with marks, none of which is the digit of the one solution, misses one.
"""

from __future__ import annotations

from collections.abc import Sequence

from ninefold.core.checking import Check, check
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout, Unit
from ninefold.core.limits import Limit
from ninefold.logic.notes import digits_of
from ninefold.logic.step import Pairs, Step, listed, ties
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

# Where no answer comes in this time, a mistake is not looked for any further.
SECONDS = 2.0


def find_mistake(grid: Grid, clues: Grid | None, noted: dict[int, int]) -> Step | None:
    """The first mistake there is, all cells of its kind in one step."""
    report = check(grid, puzzle=clues)
    if report.changed:
        return _step(grid, report.changed, _told(grid, report.changed, "is not the clue that stands there"))
    if report.clashes and clues is None:
        return _clash(report, report.clashing_cells)
    result = solve(clues or grid, limit=Limit(2, seconds=SECONDS))
    answer = result.solution.digits if result.status is Status.UNIQUE and result.solution is not None else None
    if report.clashes:
        return _clash(report, _clashing(report, clues, answer), is_known=answer is not None)
    if answer is not None:
        return _against_solution(grid, answer, noted)
    if result.status is Status.IMPOSSIBLE:
        return _hopeless(grid, "The clues" if clues else "The digits")
    return _among_several(grid, clues) if clues is not None and result.status is Status.MULTIPLE else None


def _clashing(report: Check, clues: Grid | None, answer: bytes | None) -> Sequence[int]:
    """Rule 1: the cells that clash and may be wrong."""
    digits, right = report.grid.digits, answer or (clues.digits if clues else b"")
    return [cell for cell in report.clashing_cells if digits[cell] != right[cell]] or report.clashing_cells


def _clash(report: Check, wrong: Sequence[int], *, is_known: bool = False) -> Step:
    grid, shown = report.grid, report.clashes[:3]
    twice = [
        f"{clash.digit} stands in {listed(map(grid.layout.name, clash.cells))}, all in {clash.unit.name}"
        for clash in shown
    ]
    reason = f"A digit stands twice in a unit: {'; '.join(twice)}."
    if is_known:
        reason += f" {_told(grid, wrong, 'is not in the solution')}"
    return _step(grid, wrong, reason, tuple(dict.fromkeys(pair for clash in shown for pair in ties(clash.cells))))


def _against_solution(grid: Grid, answer: bytes, noted: dict[int, int]) -> Step | None:
    if wrong := [cell for cell in grid.filled_cells if grid.digits[cell] != answer[cell]]:
        return _step(grid, wrong, _told(grid, wrong, "is not in the solution"))
    return _missing_marks(grid, answer, noted)


def _among_several(grid: Grid, clues: Grid) -> Step | None:
    if solve(grid, limit=Limit(1, seconds=SECONDS)).status is not Status.IMPOSSIBLE:
        return None
    entries = [cell for cell in grid.filled_cells if not clues.digits[cell]]
    wrong = [
        cell
        for cell in entries
        if solve(clues.with_digits({cell: grid.digits[cell]}), limit=Limit(1, seconds=SECONDS)).status
        is Status.IMPOSSIBLE
    ]
    if not wrong:
        return _hopeless(grid, "The digits together")
    return _step(grid, wrong, _told(grid, wrong, "is in no solution"))


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


def _told(grid: Grid, cells: Sequence[int], why: str) -> str:
    names = [f"{grid.digits[cell] or 'nothing'} in {grid.layout.name(cell)}" for cell in cells]
    return f"{listed(names)} {why.replace('is ', 'are ', 1) if len(names) > 1 else why}."


def _step(grid: Grid, cells: Sequence[int], reason: str, pairs: Pairs = ()) -> Step:
    return Step(
        technique="wrong digit",
        reason=reason,
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
