"""NPY and NPZ: 9×9 puzzles as NumPy arrays of digits, n×81 or n×9×9; an NPZ file has the solutions too."""

from __future__ import annotations

import io
import zipfile
from collections.abc import Iterator, Sequence
from typing import Any

from ninefold.core.errors import NinefoldError, ParseError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.puzzle import Puzzle
from ninefold.formats.format import MAX, Format, InputFile, Item, only_nine

NPY = b"\x93NUMPY"
PUZZLE, SOLUTION = ("puzzle", "puzzles", "question", "quizzes", "inputs", "arr_0"), ("solution", "solutions", "answer")
_NINE = Layout.of_size(9)


def _array(data: bytes) -> Any:
    """An array of n×81 digits; an error if it is anything else."""
    import numpy as np

    try:
        array = np.load(io.BytesIO(data), allow_pickle=False)
    except Exception as error:  # NumPy reads the heading as Python, and fails in any way on a damaged one
        raise ParseError(f"the NumPy array cannot be read: {str(error)[:200]}") from None
    if array.dtype.kind not in "iu" or array.shape[1:] not in ((81,), (9, 9)):
        raise ParseError(f"read {array.dtype} of shape {array.shape}, expected whole numbers of shape (n, 81)")
    return array.reshape(-1, 81)


def _items(puzzles: Any, solutions: Any) -> Iterator[Item]:
    for number, row in enumerate(puzzles.tolist(), 1):
        try:
            solution = None if solutions is None else Grid(solutions[number - 1].tolist(), layout=_NINE)
            has_solution = solution is not None and solution.is_full
            yield Puzzle.from_parts(Grid(row, layout=_NINE), solution=solution if has_solution else None)
        except NinefoldError as error:
            yield ParseError(f"row {number}: {error.message}", error.faults)


def read(source: InputFile) -> Iterator[Item]:
    """A puzzle per row."""
    yield from _items(_array(source.data), None)


def _unpacked(data: bytes) -> tuple[Any, Any]:
    with zipfile.ZipFile(io.BytesIO(data)) as file:
        if sum(info.file_size for info in file.infolist()) > 4 * MAX:
            raise ParseError(f"the arrays have more than {4 * MAX >> 20} MB")
        names = [name.removesuffix(".npy") for name in file.namelist()]
        puzzle, solution = (next((n for n in known if n in names), None) for known in (PUZZLE, SOLUTION))
        if puzzle is None:
            raise ParseError(f"no array is named {', '.join(PUZZLE)}; there are {', '.join(names[:20])}")
        solutions = _array(file.read(f"{solution}.npy")) if solution else None
        return _array(file.read(f"{puzzle}.npy")), solutions


def read_packed(source: InputFile) -> Iterator[Item]:
    """The puzzles and, if they are there, the solutions."""
    try:
        puzzles, solutions = _unpacked(source.data)
    except NinefoldError:
        raise
    except Exception as error:  # a damaged archive fails in many ways
        raise ParseError(f"the NPZ file cannot be read: {str(error)[:200]}") from None
    if solutions is not None and len(solutions) != len(puzzles):
        raise ParseError(f"there are {len(puzzles):,} puzzles and {len(solutions):,} solutions")
    yield from _items(puzzles, solutions)


def _digits(grids: Sequence[Grid | None]) -> Any:
    import numpy as np

    data = b"".join(grid.digits if grid else bytes(81) for grid in grids)
    return np.frombuffer(data, np.uint8).reshape(-1, 81)


def write(puzzles: Sequence[Puzzle]) -> bytes:
    """The puzzles as one array."""
    import numpy as np

    buffer = io.BytesIO()
    np.save(buffer, _digits([puzzle.clues for puzzle in puzzles]), allow_pickle=False)
    return buffer.getvalue()


def write_packed(puzzles: Sequence[Puzzle]) -> bytes:
    """Puzzles and solutions as two arrays, zeros for a solution that is not known."""
    import numpy as np

    buffer = io.BytesIO()
    solutions = _digits([puzzle.solution for puzzle in puzzles])
    np.savez_compressed(buffer, puzzle=_digits([puzzle.clues for puzzle in puzzles]), solution=solutions)
    return buffer.getvalue()


def _is_packed(source: InputFile) -> bool:
    """Whether a ZIP file begins with an array."""
    head = source.head
    return head.startswith(b"PK\x03\x04") and head[30 : 30 + int.from_bytes(head[26:28], "little")].endswith(b".npy")


ONE = Format(
    name="npy",
    about="NumPy: an array of digits",
    endings=(".npy",),
    sniff=lambda source: source.head.startswith(NPY),
    read=read,
    write=write,
    unsupported=only_nine,
)
SEVERAL = Format(
    name="npz",
    about="NumPy: arrays of puzzles and solutions",
    endings=(".npz",),
    sniff=_is_packed,
    read=read_packed,
    write=write_packed,
    parts=frozenset({"solution"}),
    unsupported=only_nine,
)
