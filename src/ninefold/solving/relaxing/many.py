"""Settling many puzzles at once by a relaxing method."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass
from typing import TYPE_CHECKING

from ninefold.core.errors import MethodError, NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, Limit, Stopped, check_cancel, read_limit
from ninefold.core.values import short_repr
from ninefold.solving.judge import judge
from ninefold.solving.registry import resolve
from ninefold.solving.run import Run

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    from ninefold.solving.relaxing.relaxation import Relaxation


@dataclass(frozen=True, kw_only=True, eq=False)
class Relaxed:
    """What came of many puzzles, a row each.

    Args:
        puzzle: the digits as they were given, n × N².
        solution: the digits of a solution; 0 in every cell where nothing settled.
        start: which of its starts settled, from 1; 0 where none did.
        steps: the steps of that start.
        why: why it was stopped before its end; empty if it was not.
    """

    puzzle: NDArray[np.uint8]
    solution: NDArray[np.uint8]
    start: NDArray[np.int64]
    steps: NDArray[np.int64]
    why: str = ""

    def __len__(self) -> int:
        """How many puzzles there are."""
        return len(self.puzzle)

    @property
    def settled(self) -> NDArray[np.bool_]:
        """For each puzzle whether it has a solution here."""
        found: NDArray[np.bool_] = self.start > 0
        return found

    @property
    def share(self) -> float:
        """The share of puzzles that settled."""
        return float(self.settled.mean()) if len(self) else 0.0


def relax_many(
    puzzles: Iterable[GridLike],
    *,
    by: str | Relaxation = "divide-and-concur",
    width: int = 64,
    limit: Limit = Limit(),
    cancel: Cancel | None = None,
) -> Relaxed:
    """Settle many puzzles of one layout at once by `divide-and-concur`, `network`, `sinkhorn` or `hopfield`.

    What settles is a solution, for every grid is judged; that it is the only one is not known. What does not
    settle may still have one.

    >>> relax_many(["..4. 1... ...3 .1..", "1... ..2. .3.. ...4"]).settled.tolist()
    [True, True]

    Args:
        puzzles: grids, or anything grids are made from, all on the same layout.
        by: the name of a relaxing method, or one with its options.
        width: how many starts are worked on at once.
        limit: when to stop, in seconds; what was solved by then is returned.
        cancel: a `threading.Event`; set it from another thread to stop.
    """
    import numpy as np

    from ninefold.solving.relaxing.boards import Board

    limit = read_limit(limit, Limit(), unused=("solutions", "nodes"))
    check_cancel(cancel)
    grids = [puzzle if isinstance(puzzle, Grid) else Grid(puzzle) for puzzle in _several(puzzles)]
    layout = _one_layout(grids)
    method, name = _relaxing(by, layout)
    if type(width) is not int or width < 1:
        raise NinefoldError(f"width is a whole number from 1, not {short_repr(width)}")
    board, run = Board.of(layout), Run(layout, limit, cancel=cancel)
    given = board.digits_of(grids)
    solution = np.zeros_like(given)
    start, steps, why = np.zeros(len(grids), np.int64), np.zeros(len(grids), np.int64), ""
    try:
        clues = method.known(board, given)
        for found in method.settle(board, clues, run, kind=np.float32, width=width):
            grid = Grid.from_digits(bytes(found.digits.tolist()), layout)
            solution[:, found.puzzle] = list(judge(grids[found.puzzle], grid, name).digits)
            start[found.puzzle], steps[found.puzzle] = found.start + 1, found.step
    except Stopped as stop:
        why = stop.why
    rows = (np.ascontiguousarray(digits.T, dtype=np.uint8) for digits in (given, solution))
    return Relaxed(puzzle=next(rows), solution=next(rows), start=start, steps=steps, why=why)


def _several(puzzles: object) -> Iterable[GridLike]:
    if isinstance(puzzles, str | bytes | Grid) or not isinstance(puzzles, Iterable):
        hint = "; for one puzzle ask solve" if isinstance(puzzles, str | Grid) else ""
        raise NinefoldError(f"puzzles are grids, or what grids are made from; not {short_repr(puzzles)}{hint}")
    return puzzles


def _one_layout(grids: list[Grid]) -> Layout:
    """The layout of all puzzles; that of the usual board where there are none."""
    layouts = {grid.layout for grid in grids} or {Layout.of_size(9)}
    if len(layouts) > 1:
        raise NinefoldError(f"many puzzles are settled on one layout; there are {', '.join(sorted(map(str, layouts)))}")
    return layouts.pop()


def _relaxing(by: str | Relaxation, layout: Layout) -> tuple[Relaxation, str]:
    from ninefold.solving.relaxing.relaxation import Relaxation

    chosen = resolve(by, layout)
    if not isinstance(chosen.method, Relaxation):
        names = "divide-and-concur, hopfield, network and sinkhorn"
        raise MethodError(f"method {chosen.info.name!r} settles no puzzles, which {names} do; ask solve for its answer")
    return chosen.method, chosen.info.name
