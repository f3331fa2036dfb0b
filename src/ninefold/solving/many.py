"""Many 9×9 puzzles at once: an array, lines, grids or a file in, columns of answers out."""

from __future__ import annotations

from functools import partial

from ninefold.core.errors import NinefoldError
from ninefold.core.layout import Layout
from ninefold.core.lines import CELLS
from ninefold.core.values import shown
from ninefold.solving.arrays import Puzzles, as_array, chunks_of
from ninefold.solving.ask import check_cancel, read_count, read_seconds
from ninefold.solving.engine import Attendant, Columns, Progress, native, read_threads, solve_rows
from ninefold.solving.results import Results
from ninefold.solving.run import Cancel, Run


def solve_many(
    puzzles: Puzzles,
    *,
    limit: int | None = 2,
    threads: int | None = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
) -> Results:
    """Solve many 9×9 puzzles at once, without an object for each.

    >>> import numpy as np
    >>> array = np.zeros((1000, 81), dtype=np.uint8)
    >>> solve_many(array, limit=1)
    <Results: 1,000 puzzles, 1,000 solved>

    The answers are those of `solve` by the method `lanes`, and the same for any number of threads.

    Args:
        puzzles: an array of n×81 or n×9×9 digits, 0 for empty, which is not copied if it is of uint8;
            or lines, grids, or anything else a grid is made from, in a list or another iterable; or a
            file of puzzles, as a `pathlib.Path` or open.
        limit: stop each puzzle after so many solutions: 1 any, 2 to prove uniqueness, None to count all.
        threads: how many to use; None for one a core.
        seconds: stop after so much time, for all puzzles together; those not answered are `unknown`.
            Where they are not even all read by then, there is nothing to answer: that raises `Stopped`.
        cancel: a `threading.Event`; set it from another thread to stop.
        progress: called now and then with the number of puzzles answered so far.
    """
    limit, threads, seconds = read_count("limit", limit), read_threads(threads), read_seconds(seconds)
    check_cancel(cancel)
    if progress is not None and not callable(progress):
        raise NinefoldError(f"progress is a callable that is given a number, not {shown(progress)}")
    native()  # where it cannot run, that is told before anything is read
    attendant = Attendant(Run(Layout.of_size(9), seconds=seconds, cancel=cancel), progress)
    array = as_array(puzzles, attendant.run.pause)
    columns, is_all = _new_columns(len(array)), True
    for start, digits in chunks_of(array):
        attendant.before = start
        end = start + len(digits) // CELLS
        is_all &= solve_rows(digits, _rows(columns, start, end), limit, threads, attendant)
    if progress is not None and is_all:
        progress(len(array))
    return Results(
        puzzle=array,
        status=columns.status,
        count=columns.count,
        ended=columns.ended.view(bool),
        solution=columns.solution.reshape(-1, CELLS),
        guesses=columns.guesses,
        why="" if is_all else attendant.run.stopped,
    )


def _new_columns(rows: int) -> Columns:
    """Columns of zeros: where nothing is written, nothing is known."""
    import numpy as np

    byte, word = (partial(np.zeros, dtype=kind) for kind in (np.uint8, np.uint64))
    return Columns(byte(rows), byte(rows), word(rows), byte(rows * CELLS), word(rows))


def _rows(columns: Columns, start: int, end: int) -> Columns:
    """The columns of some rows; nothing is copied."""
    solution = columns.solution[start * CELLS : end * CELLS]
    return Columns(*(column[start:end] for column in columns))._replace(solution=solution)
