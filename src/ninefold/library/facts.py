"""Facts: what a library works out of each puzzle it takes in: its ID, its status and its solution.

1. The ID is that of the canonical form, so that a puzzle turned or renamed is the same one. Where there is none, as of
   grids with clashing clues or on 25×25 with diagonals, the ID is x and a digest of the puzzle as it stands.
2. Usual 9×9 puzzles are worked out all at once by native code, others one by one, within a time.
"""

from __future__ import annotations

from base64 import b32encode
from collections.abc import Sequence
from hashlib import blake2b
from typing import TYPE_CHECKING, NamedTuple

from ninefold.core.canonical import canonical_lines, id_of, puzzle_id
from ninefold.core.checking import check
from ninefold.core.errors import GridError, LayoutError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.library.sheet import Sheet
from ninefold.solving.ask import solve
from ninefold.solving.result import Status

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

SECONDS = 1.0
_NINE = Layout.of_size(9)
_SIGNS = b".123456789" + bytes(range(10, 256))


class Facts(NamedTuple):
    """What is worked out of a puzzle; the solution as a line."""

    id: str
    status: Status
    solution: str | None


def facts_of(sheets: Sequence[Sheet], seconds: float = SECONDS) -> list[Facts]:
    """The facts of sheets, in their order."""
    plain = [index for index, sheet in enumerate(sheets) if sheet.layout == _NINE]
    found = dict(zip(plain, _of_many([sheets[index].clues for index in plain]), strict=True))
    return [found.get(index) or _of_one(sheet, seconds) for index, sheet in enumerate(sheets)]


def library_id(clues: Grid) -> str:
    """The ID of a puzzle in a library.

    >>> library_id(Grid("..4.1......3.1.."))
    'hkhmsfq7smyi5ntm'
    """
    try:
        return puzzle_id(clues)
    except (GridError, LayoutError):  # there is no canonical form
        return "x" + id_of(clues)


def _of_one(sheet: Sheet, seconds: float) -> Facts:
    result = solve(sheet.clues, seconds=seconds)
    known = sheet.solution if sheet.solution and not check(sheet.solution).clashes else None
    solution = result.solution or known
    return Facts(library_id(sheet.clues), result.status, solution.line if solution else None)


def _of_many(grids: Sequence[Grid]) -> list[Facts]:
    if not grids:
        return []
    import numpy as np

    from ninefold.solving.many import solve_many

    digits = np.frombuffer(b"".join(grid.digits for grid in grids), dtype=np.uint8).reshape(-1, 81)
    results = solve_many(digits)
    clash = clashing(digits)
    lines = np.where(clash[:, None], digits, 0)
    lines[~clash] = canonical_lines(digits[~clash])
    forms, solutions = _lines(lines), _lines(results.solution)
    by_code = tuple(Status)
    statuses = [by_code[code] for code in results.status]
    return [
        Facts(("x" if clash else "") + _id(form), status, solution if solution[0] != "." else None)
        for clash, form, status, solution in zip(clash.tolist(), forms, statuses, solutions, strict=True)
    ]


def _lines(digits: NDArray[np.uint8]) -> list[str]:
    """Many grids as lines, without an object for each."""
    text = digits.tobytes().translate(_SIGNS).decode()
    return [text[start : start + 81] for start in range(0, len(text), 81)]


def _id(form: str) -> str:
    """What `id_of` says of a usual 9×9 grid, from its line."""
    return b32encode(blake2b(f"9 {form}".encode(), digest_size=10).digest()).decode().lower()


def clashing(digits: NDArray[np.uint8]) -> NDArray[np.bool_]:
    """Which of n×81 digits have one twice in a unit."""
    import numpy as np

    clash = np.zeros(len(digits), dtype=bool)
    for unit in _NINE.units:
        cells = np.sort(digits[:, list(unit.cells)], axis=1)
        clash |= ((cells[:, 1:] == cells[:, :-1]) & (cells[:, 1:] > 0)).any(axis=1)
    return clash
