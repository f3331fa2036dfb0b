"""The solutions of a puzzle one by one, found as they are asked for."""

from __future__ import annotations

from collections.abc import Generator, Mapping

from ninefold.core.checking import check
from ninefold.core.grid import Grid, GridLike
from ninefold.solving.ask import check_asked, judged, read_count, read_seconds, to_be_asked
from ninefold.solving.method import Method
from ninefold.solving.methods import TABLE, Chosen
from ninefold.solving.run import Cancel, Run, Stopped


def solutions(
    puzzle: GridLike,
    *,
    by: str | Method = "auto",
    seconds: float | None = None,
    nodes: int | None = None,
    cancel: Cancel | None = None,
    isolate: bool | None = None,
    settings: Mapping[str, str] | None = None,
) -> Generator[Grid, None, None]:
    """The solutions of a puzzle, each judged, found as they are asked for and not kept.

    >>> [solution.line for solution in solutions("...1 ..2. .3.. 4...")]
    ['2431312413424213', '3241142323144132']

    It keeps the contract of a method: ending means that there are no more, and where it cannot tell,
    because time, nodes or patience are used up, it raises `Stopped`. The same puzzle and method give
    the same order. What is asked for is checked at once; the time runs from the first solution asked for.

    Args:
        puzzle: a grid, or anything one is made from.
        by, seconds, nodes, cancel, isolate, settings: as for `solve`.
    """
    nodes, seconds = read_count("nodes", nodes), read_seconds(seconds)
    check_asked(cancel, isolate, settings)
    grid = puzzle if isinstance(puzzle, Grid) else Grid(puzzle)
    return _found(grid, to_be_asked(by, grid.layout, settings, isolate), seconds, nodes, cancel)


def _found(
    grid: Grid, chosen: Chosen, seconds: float | None, nodes: int | None, cancel: Cancel | None
) -> Generator[Grid, None, None]:
    if check(grid).clashes:
        return
    run = Run(grid.layout, seconds=seconds, nodes=nodes, cancel=cancel)
    # Ours give no solution twice; to see that of others, those they gave must be kept.
    yield from judged(grid, chosen, run, remember=chosen.info not in TABLE)
    if run.stopped:  # swallowed by the method
        raise Stopped(run.stopped)
