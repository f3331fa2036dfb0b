"""Many 9×9 puzzles at once: arrays, lines, grids or files in, columns of answers out.

The puzzles become one array of n×81 digits, a row per puzzle, 0 for an empty cell. Bytes that are laid out like that
already are used without a copy; everything else is converted in chunks.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Mapping
from functools import partial
from importlib import import_module
from io import TextIOBase
from itertools import islice
from os import PathLike
from os.path import isdir
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import SHOWN_FAULTS, Fault, GridError, NinefoldError
from ninefold.core.geometry import cell_name
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import Cancel, CheckLimits, Limit, check_cancel, read_limit, read_threads
from ninefold.core.reading import CELLS, BlockReader, ByteReader, RawPuzzle
from ninefold.core.text import read_plain_lines
from ninefold.core.values import read_path, short_repr
from ninefold.solving.result import Results
from ninefold.solving.run import Run
from ninefold.solving.solvers.native import AnswerColumns, NativeMonitor, Progress, native, solve_rows

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray


Puzzles = Any  # an array, an iterable of lines or grids, a path, or an open file
Digits = Any  # an array of whole numbers

# The start of a file with a 9×9 puzzle in each line, perhaps after comments.
PLAIN_START = re.compile(rb"(?:\xef\xbb\xbf)?(?:[ \t]*(?:#[^\r\n]*)?\r?\n)*[0-9.*_]{81}[\s,;:|#]")
# Puzzles converted at a time. Larger chunks gain nothing; smaller ones cost a native call each.
CHUNK = 1 << 16
EXPECTED = "an array, a list of lines or grids, or a file (a pathlib.Path, or open)"


def as_array(puzzles: Puzzles, check_limits: CheckLimits = lambda: None) -> Digits:
    """The puzzles as an array of n×81 digits; an array of n×81 or n×9×9 digits is not copied.

    While puzzles are read, `check_limits` is called now and then, and may raise.
    """
    if isinstance(puzzles, str | bytes | bytearray | Grid | Mapping | set | frozenset):
        hint = "; pass a list even for one puzzle" if isinstance(puzzles, str | Grid) else ""
        raise NinefoldError(f"puzzles must be {EXPECTED}, not {short_repr(puzzles)}{hint}")
    if isinstance(puzzles, memoryview) or (hasattr(puzzles, "__array__") and not isinstance(puzzles, Iterator)):
        import numpy as np

        array = np.asarray(puzzles)
        return (
            _of_items(array.tolist(), check_limits)
            if array.dtype.kind in "OUT" and array.ndim == 1
            else _checked(array)
        )
    if isinstance(puzzles, PathLike):
        return _of_path(read_path(puzzles), check_limits)
    if hasattr(puzzles, "read"):
        return _of_file(_source(puzzles), str(getattr(puzzles, "name", "the file")), check_limits)
    if isinstance(puzzles, Iterable):
        return _of_items(puzzles, check_limits)
    raise NinefoldError(f"puzzles must be {EXPECTED}, not {short_repr(puzzles)}")


def _of_path(path: str, check_limits: CheckLimits) -> Digits:
    """The digits of a file: plain lines are read here, any other format by the package above."""
    if not isdir(path):
        with open(path, "rb", buffering=0) as file:
            head = file.read(1 << 12)
            if PLAIN_START.match(head + b"\n"):
                file.seek(0)
                return _of_file(file.read, path, check_limits)
    return import_module("ninefold.formats.rows").all_puzzles(path)


def chunks_of(array: Digits) -> Iterator[tuple[int, NDArray[np.uint8]]]:
    """The digits as native code reads them, in chunks, each with the number of its first puzzle.

    There is one chunk if the bytes are contiguous in memory, and native code checks it; otherwise each chunk is
    checked and converted.
    """
    import numpy as np

    if array.dtype == np.uint8 and array.flags.c_contiguous:
        yield 0, array.reshape(-1)
        return
    for start in range(0, len(array), CHUNK):
        part = array[start : start + CHUNK]
        _check_digits(part, start)
        yield start, np.ascontiguousarray(part, dtype=np.uint8).reshape(-1)


def _checked(array: Digits) -> Digits:
    if array.dtype.kind not in "iuf":
        raise GridError(f"read an array of {array.dtype}, expected whole numbers, best uint8")
    if array.shape[1:] == (9, 9):
        array = array.reshape(-1, CELLS) if array.flags.c_contiguous else array
    elif array.ndim != 2 or array.shape[1] != CELLS:
        raise GridError(f"read an array of shape {array.shape}, expected (n, 81) or (n, 9, 9)")
    return array


def _check_digits(part: Digits, start: int) -> None:
    """Refuse invalid digits, with their positions."""
    is_whole = part.dtype.kind != "f" or (part % 1 == 0).all()
    if not part.size or (is_whole and part.min() >= 0 and part.max() <= 9):
        return
    import numpy as np

    flat = part.reshape(len(part), CELLS)
    places = np.argwhere(~((flat >= 0) & (flat <= 9) & (flat % 1 == 0)))
    faults = [
        Fault(f"puzzle {start + row}, {cell_name(cell, 9)}", str(flat[row, cell]), "0 to 9")
        for row, cell in places[:SHOWN_FAULTS].tolist()
    ]
    raise GridError("the array contains invalid digits", faults)


def _of_items(items: Iterable[object], check_limits: CheckLimits) -> NDArray[np.uint8]:
    """The digits of lines, grids, or anything else a grid is made from."""
    digits, items = bytearray(), iter(items)
    while chunk := list(islice(items, CHUNK)):
        if digits:
            check_limits()
        start = len(digits) // CELLS
        digits += _plain(chunk) or b"".join(_digits_of(item, start + row) for row, item in enumerate(chunk))
    return _array_of(digits)


def _plain(chunk: list[Any]) -> bytes | None:
    """The digits of plain lines, read fast; None if anything else is among them."""
    if all(isinstance(item, str) for item in chunk):
        return read_plain_lines(chunk)
    return None


def _digits_of(item: object, number: int) -> bytes:
    try:
        grid = item if isinstance(item, Grid) else Grid(item)
        return _nine(grid)
    except NinefoldError as error:
        raise type(error)(f"puzzle {number}: {error.message}", error.faults) from error


def _nine(grid: Grid) -> bytes:
    """The digits of a grid on the standard 9×9 board; other boards are refused."""
    if grid.layout != Layout.of_size(9):
        raise GridError(f"its layout is {grid.layout}; solve_many supports 9×9 only, use solve for other boards")
    return grid.digits


def _of_file(source: ByteReader, name: str, check_limits: CheckLimits) -> NDArray[np.uint8]:
    """The digits of a file of puzzles."""
    digits = bytearray()
    for block in BlockReader(source).blocks():
        if digits:
            check_limits()
        for part in block.parts:
            if isinstance(part, range):
                digits += block.plain[part.start * CELLS : part.stop * CELLS]
            else:
                digits += _digits_of_text(part, name)
    return _array_of(digits)


def _digits_of_text(written: RawPuzzle, name: str) -> bytes:
    try:
        return _nine(written.grid())
    except NinefoldError as error:
        raise type(error)(f"{name}, line {written.line}: {error.message}", error.faults) from error


def _source(file: Any) -> ByteReader:
    """A function that reads bytes from an open file, binary or text."""
    if isinstance(file, TextIOBase):
        return lambda most: file.read(most).encode("utf-8", "replace")
    return lambda most: bytes(file.read(most) or b"")


def _array_of(digits: bytearray) -> NDArray[np.uint8]:
    import numpy as np

    return np.frombuffer(digits, dtype=np.uint8).reshape(-1, CELLS)


def solve_many(
    puzzles: Puzzles,
    *,
    limit: Limit | int | None = Limit(),
    threads: int | None = None,
    cancel: Cancel | None = None,
    progress: Progress | None = None,
    out: Results | None = None,
) -> Results:
    """Solve many 9×9 puzzles at once, without an object for each.

    >>> import numpy as np
    >>> array = np.zeros((1000, 81), dtype=np.uint8)
    >>> solve_many(array, limit=1)
    <Results: 1,000 puzzles, 1,000 solved>

    The results are those of `solve` with the method `lanes`, and the same for any number of threads.

    Args:
        puzzles: an array of n×81 or n×9×9 digits, 0 for empty (not copied if it is uint8); a list or another
            iterable of lines, grids, or anything else a grid is made from; or a file of puzzles in any format, as a
            `pathlib.Path`, or of lines, open.
        limit: when to stop: the solutions are for each puzzle, the seconds for all together. A number or None is
            short for `Limit(solutions=…)`. Puzzles that were not reached in time are `unknown`; if time ends before
            all are read, `Stopped` is raised.
        threads: number of threads (default: one per core).
        cancel: a `threading.Event`; set it from another thread to stop.
        progress: called now and then with the number of puzzles solved so far.
        out: earlier results of as many puzzles, whose columns are overwritten and returned: new memory costs more than
            easy puzzles.
    """
    limit, threads = read_limit(limit, Limit(), unused=("nodes",)), read_threads(threads)
    check_cancel(cancel)
    if progress is not None and not callable(progress):
        raise NinefoldError(f"progress must be a callable that takes a number, not {short_repr(progress)}")
    native()  # if it cannot run here, say so before anything is read
    monitor = NativeMonitor(Run(Layout.of_size(9), limit, cancel=cancel), progress)
    array = as_array(puzzles, monitor.run.check_limits)
    columns, is_all = _new_columns(len(array)) if out is None else _columns_of(out, len(array)), True
    for start, digits in chunks_of(array):
        monitor.before = start
        end = start + len(digits) // CELLS
        try:
            is_all &= solve_rows(digits, _rows(columns, start, end), limit.solutions, threads, monitor)
        except ValueError:
            _check_digits(digits.reshape(-1, CELLS), start)  # to say where they are
            raise
    if progress is not None and is_all:
        progress(len(array))
    return Results(
        puzzle=array,
        status=columns.status,
        count=columns.count,
        ended=columns.ended.view(bool),
        solution=columns.solution.reshape(-1, CELLS),
        guesses=columns.guesses,
        why="" if is_all else monitor.run.stopped,
    )


def _new_columns(rows: int) -> AnswerColumns:
    """Columns for native code to fill."""
    import numpy as np

    byte, word = (partial(np.empty, dtype=kind) for kind in (np.uint8, np.uint64))
    return AnswerColumns(byte(rows), byte(rows), word(rows), byte(rows * CELLS), word(rows))


def _columns_of(out: Results, rows: int) -> AnswerColumns:
    """The columns of earlier results, to be overwritten."""
    if not isinstance(out, Results) or len(out) != rows:
        raise NinefoldError(f"out must be the results of {rows:,} puzzles, not {short_repr(out)}")
    columns = (out.status, out.count, out.ended, out.solution, out.guesses)
    if not all(column.flags.c_contiguous and column.flags.writeable for column in columns):
        raise NinefoldError("out must be results of solve_many, not a selection of them")
    return AnswerColumns(out.status, out.ended.view("uint8"), out.count, out.solution.reshape(-1), out.guesses)


def _rows(columns: AnswerColumns, start: int, end: int) -> AnswerColumns:
    """The columns of a range of rows, as views."""
    solution = columns.solution[start * CELLS : end * CELLS]
    return AnswerColumns(*(column[start:end] for column in columns))._replace(solution=solution)
