"""Mistakes: wrong digits and marks without the right digit; hints report them before any step.

1. Changed clues and clashing digits are visibly wrong. If the clues have one solution, only the clashing digits that
   differ from it are reported; otherwise every clashing digit that is not a clue.
2. If the clues have one solution, every digit that differs from it is wrong.
3. If they have several, a digit is wrong if no solution contains it.
4. If the clues are not known, a grid without a solution has a mistake somewhere.
5. If a cell has marks and the digit of the only solution is not among them, a mark is missing.
"""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass

from ninefold.core.checking import Check, check
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout, Unit
from ninefold.core.limits import Limit
from ninefold.core.position import digits_of
from ninefold.logic.arrows import Pairs, links
from ninefold.logic.step import Candidates, join_words
from ninefold.logic.symbols import written
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

# Time limit for each solve; if it runs out, the search for mistakes ends without a result.
SECONDS = 2.0


@dataclass(frozen=True, kw_only=True)
class Mistake:
    """Something wrong in a grid or in its marks.

    Attributes:
        kind: `wrong digit` or `missing mark`.
        reason: the explanation, in one or two sentences.
        size: the number of digits.
        cells: the cells that are wrong; empty if that is not known.
        units: their boxes.
        where: the name of the first of them.
        removes: the wrong digits, as pairs of cell and digit.
        because: the marks that miss the right digit.
        lines: pairs of cells that clash.
    """

    kind: str
    reason: str
    size: int
    cells: tuple[int, ...]
    units: tuple[Unit, ...] = ()
    where: str = "the grid"
    removes: Candidates = ()
    because: Candidates = ()
    lines: Pairs = ()


def find_mistake(grid: Grid, clues: Grid | None, noted: dict[int, int]) -> Mistake | None:
    """The first kind of mistake that the grid has, with all its cells in one step."""
    report = check(grid, puzzle=clues)
    if report.changed and clues is not None:
        return _step(grid, report.changed, _changed(clues, report.changed))
    if report.clashes and clues is None:
        return _clash(report, report.clashing_cells)
    result = solve(clues or grid, limit=Limit(2, seconds=SECONDS))
    answer = result.solution.digits if result.status is Status.UNIQUE and result.solution is not None else None
    if report.clashes:
        return _clash(report, _clashing(report, clues, answer), is_known=answer is not None)
    if answer is not None:
        return _against_solution(grid, answer, noted)
    if result.status is Status.IMPOSSIBLE:
        return _without_solution(grid, "The clues" if clues else "The digits")
    return _among_several(grid, clues) if clues is not None and result.status is Status.MULTIPLE else None


def _changed(clues: Grid, cells: Sequence[int]) -> str:
    names = join_words(map(clues.layout.name, cells))
    digits = join_words(written(clues.digits[cell]) for cell in cells)
    if len(cells) == 1:
        return f"The clue in {names} was changed: it is {digits}."
    return f"The clues in {names} were changed: they are {digits}."


def _clashing(report: Check, clues: Grid | None, answer: bytes | None) -> Sequence[int]:
    """Rule 1: the clashing cells that may be wrong."""
    digits, right = report.grid.digits, answer or (clues.digits if clues else b"")
    return [cell for cell in report.clashing_cells if digits[cell] != right[cell]] or report.clashing_cells


def _clash(report: Check, wrong: Sequence[int], *, is_known: bool = False) -> Mistake:
    grid, shown = report.grid, report.clashes[:3]
    repeats = [
        f"{written(clash.digit)} appears {'twice' if len(clash.cells) == 2 else f'{len(clash.cells)} times'}"
        f" in {grid.layout.unit_name(clash.unit)} ({join_words(map(grid.layout.name, clash.cells))})"
        for clash in shown
    ]
    reason = f"{'; '.join(repeats)}."
    if is_known:
        reason += f" {_sentence(grid, wrong, 'is not in the solution')}"
    return _step(grid, wrong, reason, tuple(dict.fromkeys(pair for clash in shown for pair in links(clash.cells))))


def _against_solution(grid: Grid, answer: bytes, noted: dict[int, int]) -> Mistake | None:
    if wrong := [cell for cell in grid.filled_cells if grid.digits[cell] != answer[cell]]:
        return _step(grid, wrong, _sentence(grid, wrong, "is not in the solution"))
    return _missing_marks(grid, answer, noted)


def _among_several(grid: Grid, clues: Grid) -> Mistake | None:
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
        return _without_solution(grid, "The digits together")
    return _step(grid, wrong, _sentence(grid, wrong, "is in no solution"))


def _missing_marks(grid: Grid, answer: bytes, noted: dict[int, int]) -> Mistake | None:
    wrong = [cell for cell, bits in noted.items() if not bits >> answer[cell] - 1 & 1]
    if not wrong:
        return None
    names = join_words(map(grid.layout.name, wrong))
    return Mistake(
        kind="missing mark",
        reason=f"The right digit is missing from the marks in {names}. Work out the marks there again.",
        size=grid.size,
        cells=tuple(wrong),
        units=_boxes(grid.layout, wrong),
        where=_where(grid.layout, wrong),
        because=tuple((cell, digit) for cell in wrong for digit in digits_of(noted[cell])),
    )


def _sentence(grid: Grid, cells: Sequence[int], why: str) -> str:
    """The digits of some cells and what is wrong with them; `why` begins with "is"."""
    names = [f"{written(grid.digits[cell])} in {grid.layout.name(cell)}" for cell in cells]
    return f"{join_words(names)} {why.replace('is ', 'are ', 1) if len(names) > 1 else why}."


def _step(grid: Grid, cells: Sequence[int], reason: str, pairs: Pairs = ()) -> Mistake:
    return Mistake(
        kind="wrong digit",
        reason=reason,
        size=grid.size,
        cells=tuple(cells),
        units=_boxes(grid.layout, cells),
        where=_where(grid.layout, cells),
        removes=tuple((cell, grid.digits[cell]) for cell in cells if grid.digits[cell]),
        lines=pairs,
    )


def _without_solution(grid: Grid, what: str) -> Mistake:
    return Mistake(
        kind="wrong digit", reason=f"{what} have no solution: at least one is wrong.", size=grid.size, cells=()
    )


def _boxes(layout: Layout, cells: Sequence[int]) -> tuple[Unit, ...]:
    return tuple(layout.boxes[box] for box in sorted({layout.box_of[cell] for cell in cells}))


def _where(layout: Layout, cells: Sequence[int]) -> str:
    return layout.unit_name(_boxes(layout, cells)[0])
