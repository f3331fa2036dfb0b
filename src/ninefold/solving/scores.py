"""nf.score_many: what is right about many answers to puzzles, for rewards and benchmarks.

1. An answer that cannot be read, or has the wrong length, counts as an empty grid: it scores 0 and never raises.
2. An answer is solved if it is full, repeats no digit in a unit, and keeps every clue. Puzzles with several solutions
   accept each of them.
3. Correct cells are those without a clue that agree with the solution: the one given, or else the only one there is.
   Only answers that are not solved need one, so only their puzzles are solved. Without exactly one solution, an answer
   that is not solved has no correct cells.
"""

from __future__ import annotations

import math
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.core.limits import read_threads
from ninefold.core.values import counted, first_values, is_iterable
from ninefold.solving.arrays import chunks, native_board, rows_of
from ninefold.solving.many import Puzzles, solve_many
from ninefold.solving.result import Status
from ninefold.solving.solve import solve
from ninefold.solving.solvers.native import native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]


@dataclass(frozen=True, eq=False, repr=False)
class Scores:
    """What is right about answers, as NumPy columns with one entry per answer.

    Args:
        solved: whether it is a solution of its puzzle.
        kept: whether it keeps every clue.
        correct: how many cells without a clue are right.
        empty: how many cells have no clue.
        clashing: how many units have a digit twice.
    """

    solved: NDArray[np.bool_]
    kept: NDArray[np.bool_]
    correct: NDArray[np.uint16]
    empty: NDArray[np.uint16]
    clashing: NDArray[np.uint16]

    def __len__(self) -> int:
        """The number of answers."""
        return len(self.solved)

    @property
    def partial(self) -> NDArray[np.float64]:
        """The share of cells without a clue that are right; 1 for solved answers, 0 if a clue was changed."""
        import numpy as np

        share = self.correct / np.maximum(self.empty, 1)
        return np.where(self.solved, 1.0, np.where(self.kept, share, 0.0))

    def __repr__(self) -> str:
        """How many answers there are, and how many are right."""
        return f"<Scores: {len(self):,} answers, {int(self.solved.sum()):,} solved>"


def score_many(
    puzzles: Puzzles,
    answers: Any,
    *,
    solutions: Puzzles | None = None,
    layout: Layout | int | None = None,
    threads: int | None = None,
) -> Scores:
    """Score many answers, each against its puzzle; an unreadable answer scores 0.

    >>> scores = score_many(["..4.1......3.1.."], ["3142142321343412"], layout=4)
    >>> scores.solved.tolist(), scores.kept.tolist(), scores.clashing.tolist()
    ([False], [False], [5])
    >>> score_many(["..4.1......3.1.."], ["no idea"], layout=4).partial.tolist()
    [0.0]

    Args:
        puzzles: the puzzles, as for `canonical_many`.
        answers: as many grids: an array of the same shape, or a list of anything (texts, grids, arrays, None).
        solutions: the solutions, if they are known; otherwise puzzles are solved when it is necessary.
        layout: the board (default: the standard board that fits the array; 9×9 for anything else).
        threads: number of threads (default: one per core).
    """
    import numpy as np

    count = read_threads(threads)
    rows, board = rows_of(puzzles, layout)
    found = _answers(answers, len(rows), board)
    if len(found) != len(rows):
        raise NinefoldError(
            f"read {counted(len(rows), 'puzzle')} and {counted(len(found), 'answer')}: expected equally many"
        )
    if solutions is None:
        scores = _scored(rows, found, found, board, count)
        wrong = np.flatnonzero(~scores.solved)
        right = _solutions(rows[wrong], board, count)
        scores.correct[wrong] = _scored(rows[wrong], found[wrong], right, board, count).correct
        return scores
    right = rows_of(solutions, board)[0]
    if len(right) != len(rows):
        raise NinefoldError(
            f"read {counted(len(rows), 'puzzle')} and {counted(len(right), 'solution')}: expected equally many"
        )
    return _scored(rows, found, right, board, count)


def _scored(rows: Digits, answers: Digits, right: Digits, board: Layout, threads: int) -> Scores:
    import numpy as np

    solved, kept = np.empty(len(rows), np.uint8), np.empty(len(rows), np.uint8)
    correct, clashing = np.empty(len(rows), np.uint16), np.empty(len(rows), np.uint16)
    prepared = native_board(board)
    for part in chunks(len(rows)):
        flat = (array[part].reshape(-1) for array in (rows, answers, right))
        native().scores(prepared, *flat, threads, solved[part], kept[part], correct[part], clashing[part])
    empty = (rows.shape[1] - np.count_nonzero(rows, axis=1)).astype(np.uint16)
    return Scores(solved.view(bool), kept.view(bool), np.where(solved, empty, correct), empty, clashing)


def _answers(answers: Any, count: int, board: Layout) -> Digits:
    """The answers as rows, one too many at most; what cannot be read is empty (rule 1)."""
    import numpy as np

    cells = board.size**2
    if isinstance(answers, np.ndarray) and answers.dtype.kind in "iufb" and answers.ndim > 1:
        flat = answers.reshape(len(answers), math.prod(answers.shape[1:]))
        if flat.shape[1] != cells:
            return np.zeros((len(flat), cells), np.uint8)
        if flat.dtype != np.uint8:
            valid = (flat >= 0) & (flat <= board.size)
            flat = np.where(valid, flat, 0)
            flat = np.where(flat % 1 == 0, flat, 0).astype(np.uint8)
        return np.ascontiguousarray(flat)
    if isinstance(answers, np.ndarray) and answers.dtype.kind == "S":
        answers = np.char.decode(answers, "latin-1")
    if isinstance(answers, str | bytes) or not is_iterable(answers):
        raise NinefoldError("answers must be an array or a list with one answer per puzzle")
    digits = b"".join(_answer(item, board) for item in first_values(answers, count))
    return np.frombuffer(digits, np.uint8).reshape(-1, cells)


def _answer(item: Any, board: Layout) -> bytes:
    try:
        grid = item if isinstance(item, Grid) else Grid(item, layout=board)
        return grid.digits if grid.layout == board else bytes(board.size**2)
    except Exception:  # an answer is whatever a model wrote, and objects may fail in any way
        return bytes(board.size**2)


def _solutions(rows: Digits, board: Layout, threads: int) -> Digits:
    """The only solution of each puzzle; zeros if it has none or several (rule 3)."""
    import numpy as np

    found = np.zeros_like(rows)
    if board == Layout.of_size(9):
        results = solve_many(rows, threads=threads or None)
        unique = results.has(Status.UNIQUE)
        found[unique] = results.solution[unique]
        return found
    for row, grid in enumerate(Grid.all_of_digits(rows.tobytes(), board)):
        result = solve(grid)
        if result.status is Status.UNIQUE and result.solution is not None:
            found[row] = np.frombuffer(result.solution.digits, np.uint8)
    return found
