"""The race: several methods on the same puzzles.

1. A heat is one puzzle for all methods, one after the other; the next puzzle comes when all are through. So a busy
   moment of the machine meets all of them alike.
2. Each heat begins with another method, so that none is always first.
3. Each method has a process of its own, ready and warm before its clock runs.
4. Every answer passes the judge, and every claim is held against what the others found.
5. What is done when the race is stopped stays.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from contextlib import ExitStack
from typing import TYPE_CHECKING

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import GridLike
from ninefold.core.values import shown, whole_number
from ninefold.racing.record import Race
from ninefold.solving.ask import check_cancel, read_count, read_seconds
from ninefold.solving.method import Method
from ninefold.solving.run import Cancel

if TYPE_CHECKING:
    from ninefold.racing.outcome import Outcome

By = str | Method | Iterable[str | Method]


def race(
    puzzles: GridLike | Iterable[GridLike],
    *,
    by: By = "all",
    limit: int | None = 2,
    seconds: float | None = 10.0,
    nodes: int | None = None,
    rounds: int = 1,
    cancel: Cancel | None = None,
    progress: Callable[[Outcome], object] | None = None,
) -> Race:
    """Put the same puzzles to several methods, and compare.

    >>> run = race("..4. 1... ...3 .1..", by="search, backtrack", seconds=5)
    >>> sorted((standing.method, len(standing.answered)) for standing in run.standings)
    [('backtrack', 1), ('search', 1)]

    Every method has a process of its own, which is ready and warm before its clock runs. All of them are asked a
    puzzle before the next one. Ctrl-C ends the race, and what is done by then is handed back.

    Args:
        puzzles: a grid or its text, a file of puzzles as a `pathlib.Path`, or any number of what a grid is made from.
        by: the methods: names with commas between, `all`, or names and method objects in a list.
        limit: stop each question after so many solutions, as in `solve`: 1 any, 2 to prove uniqueness, None for all.
        seconds, nodes: stop each question after so much time or work.
        rounds: ask everything so many times.
        cancel: a `threading.Event`; set it from another thread to stop.
        progress: called with each outcome as soon as it is there.
    """
    limit, nodes, seconds = read_count("limit", limit), read_count("nodes", nodes), read_seconds(seconds)
    if (whole_number(rounds) or 0) < 1:
        raise NinefoldError(f"rounds is a whole number from 1, not {shown(rounds)}")
    check_cancel(cancel)
    if progress is not None and not callable(progress):
        raise NinefoldError(f"progress is a callable that is given an outcome, not {shown(progress)}")
    # What runs a race is loaded where one is run: few who import this package want one.
    from ninefold.racing.entering import entered, read_puzzles
    from ninefold.racing.heats import Asker, runners_of

    grids = read_puzzles(puzzles)
    entrants, left_out = entered(by, grids)
    outcomes, why = [], ""
    with ExitStack() as stack:
        asker = Asker(limit, seconds, nodes, cancel)
        try:
            for outcome in asker.heats(grids, runners_of(entrants, stack), rounds):
                outcomes.append(outcome)
                if progress is not None:
                    progress(outcome)
        except KeyboardInterrupt:  # rule 5
            why = "interrupted"
    if cancel is not None and cancel.is_set():
        why = "cancelled"
    names = tuple(info.name for info, _ in entrants)
    return Race(
        puzzles=grids, methods=names, outcomes=tuple(outcomes), left_out=left_out, seconds=seconds, limit=limit, why=why
    )
