"""Solving many puzzles at once with a relaxation."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninefold.core.errors import MethodError, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, Limit, Stopped, check_cancel, read_limit
from ninefold.core.values import counted, is_iterable, short_repr, whole_number
from ninefold.solving.judge import judge
from ninefold.solving.registry import resolve
from ninefold.solving.run import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ninefold.solving.relaxing.relaxation import Relaxation


@dataclass(frozen=True, kw_only=True, eq=False, repr=False)
class Relaxed:
    """What a relaxation found for many puzzles, one row each.

    Args:
        puzzle: the clues, n × N² digits.
        solution: the digits of a solution; all 0 if none was found.
        start: the number of the start that found it, from 1; 0 if none did.
        steps: the steps of that start.
        why: why it stopped early; otherwise empty.
    """

    puzzle: NDArray[np.uint8]
    solution: NDArray[np.uint8]
    start: NDArray[np.int64]
    steps: NDArray[np.int64]
    why: str = ""

    def __len__(self) -> int:
        """The number of puzzles."""
        return len(self.puzzle)

    def __repr__(self) -> str:
        """The number of puzzles, and how many were solved."""
        parts = [counted(len(self), "puzzle"), f"{int(self.solved.sum()):,} solved", *filter(None, [self.why])]
        return f"<Relaxed: {', '.join(parts)}>"

    @property
    def solved(self) -> NDArray[np.bool_]:
        """Which puzzles were solved."""
        found: NDArray[np.bool_] = self.start > 0
        return found

    @property
    def share(self) -> float:
        """The share of puzzles that were solved."""
        return float(self.solved.mean()) if len(self) else 0.0


def relax_many(
    puzzles: Iterable[GridLike],
    *,
    by: str | Relaxation = "divide-and-concur",
    width: int = 64,
    limit: Limit = Limit(),
    cancel: Cancel | None = None,
) -> Relaxed:
    """Solve many puzzles of one layout at once with `divide-and-concur`, `network`, `sinkhorn` or `hopfield`.

    Every solution is judged, but may not be the only one. A puzzle that is not solved may still have one.

    >>> relax_many(["..4. 1... ...3 .1..", "1... ..2. .3.. ...4"]).solved.tolist()
    [True, True]

    Args:
        puzzles: grids, or anything a grid is made from, all on the same layout.
        by: one of these methods, as text or as an object with its options.
        width: how many starts run at once.
        limit: when to stop, in seconds; what was solved by then is returned.
        cancel: a `threading.Event`; set it from another thread to stop.
    """
    import numpy as np

    from ninefold.solving.relaxing.boards import DenseBoard

    limit = read_limit(limit, Limit(), unused=("solutions", "nodes"))
    check_cancel(cancel)
    grids = [puzzle if isinstance(puzzle, Grid) else Grid(puzzle) for puzzle in _several(puzzles)]
    layout = _one_layout(grids)
    method, name = _relaxing(by, layout)
    lanes = whole_number(width)
    if lanes is None or lanes < 1:
        raise NinefoldError(f"width must be a whole number from 1, not {short_repr(width)}")
    board, run = DenseBoard.of(layout), Run(layout, limit, cancel=cancel)
    given = board.digits_of(grids)
    solution = np.zeros_like(given)
    start, steps, why = np.zeros(len(grids), np.int64), np.zeros(len(grids), np.int64), ""
    try:
        clues = method.known(board, given)
        for found in method.solve_columns(board, clues, run, kind=np.float32, width=lanes):
            grid = Grid.from_digits(bytes(found.digits.tolist()), layout)
            solution[:, found.puzzle] = list(judge(grids[found.puzzle], grid, name).digits)
            start[found.puzzle], steps[found.puzzle] = found.start + 1, found.step
    except Stopped as stop:
        why = stop.why
    rows = (np.ascontiguousarray(digits.T, dtype=np.uint8) for digits in (given, solution))
    return Relaxed(puzzle=next(rows), solution=next(rows), start=start, steps=steps, why=why)


def _several(puzzles: object) -> Iterable[GridLike]:
    if isinstance(puzzles, str | bytes | Grid) or not is_iterable(puzzles):
        hint = "; pass a list even for one puzzle" if isinstance(puzzles, str | Grid) else ""
        raise NinefoldError(
            f"puzzles must be a list of grids, or of what grids are made from; not {short_repr(puzzles)}{hint}"
        )
    return puzzles


def _one_layout(grids: list[Grid]) -> Layout:
    """The layout of all puzzles; the standard 9×9 if there are none."""
    layouts = {grid.layout for grid in grids} or {Layout.of_size(9)}
    if len(layouts) > 1:
        raise NinefoldError(f"all puzzles must have the same layout; read {', '.join(sorted(map(str, layouts)))}")
    return layouts.pop()


def _relaxing(by: str | Relaxation, layout: Layout) -> tuple[Relaxation, str]:
    from ninefold.solving.relaxing.relaxation import Relaxation

    chosen = resolve(by, layout)
    if not isinstance(chosen.method, Relaxation):
        names = "divide-and-concur, hopfield, network, sinkhorn"
        raise MethodError(f"method {chosen.info.name!r} is not a relaxation; use one of {names}, or solve")
    return chosen.method, chosen.info.name
