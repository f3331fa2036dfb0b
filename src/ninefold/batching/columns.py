"""The columns of a batch, from rows of digits.

A column whose value is not known or does not apply is null: a rating of a puzzle without one, the solution of a puzzle
without any. docs/data.md describes each column.
"""

from __future__ import annotations

import json
from collections.abc import Callable
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any

from ninefold.batching.job import BatchJob
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid
from ninefold.core.layout import Layout
from ninefold.formats.parquet import library
from ninefold.logic.explain import explain
from ninefold.rating.levels import levels_many
from ninefold.rating.rate import Difficulty, rate_many
from ninefold.solving.arrays import automorphisms_many, canonical_many, digests_many, letters
from ninefold.solving.arrow import lines, names, numbers, words
from ninefold.solving.many import solve_many
from ninefold.solving.result import Status
from ninefold.solving.solve import solve

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

    Digits = NDArray[np.uint8]
    Flags = NDArray[np.bool_]

PROPER = "proper"
# What a rating gives, each from a `Difficulty`; a scale that is missing gives null.
RATINGS: dict[str, Callable[[Difficulty], Any]] = {
    "er": lambda found: found.explainer and found.explainer.er,
    "ep": lambda found: found.explainer and found.explainer.ep,
    "ed": lambda found: found.explainer and found.explainer.ed,
    "hodoku": lambda found: getattr(getattr(found, "hodoku", None), "score", None),
    "minutes": lambda found: found.minutes,
    "techniques": lambda found: json.dumps(found.techniques) if found.techniques else None,
}


@dataclass
class BatchRows:
    """BatchRows on their way to a table: puzzles with their numbers, and the label of each."""

    puzzles: Digits
    numbers: NDArray[np.int64]
    copies: NDArray[np.int16]  # 0 for the puzzle itself, then its copies and negatives
    labels: list[str]
    base: NDArray[np.int64]  # the row that a row was made from: it decides on the split
    sources: list[str] | None = None
    weights: NDArray[np.float64] | None = None


@dataclass
class Solved:
    """What solving found."""

    status: NDArray[np.uint8]
    solutions: Digits
    guesses: NDArray[np.int64]
    counts: NDArray[np.int64]

    @property
    def unique(self) -> Flags:
        """Which rows have exactly one solution."""
        found: Flags = self.status == Status.UNIQUE.code
        return found


def solve_rows(puzzles: Digits, board: Layout, limit: int, threads: int | None) -> Solved:
    """Solve the rows of any board."""
    import numpy as np

    if board == Layout.of_size(9):
        many = solve_many(puzzles, limit=max(2, limit), threads=threads)
        return Solved(many.status, many.solution, many.guesses.astype(np.int64), many.count.astype(np.int64))
    status, solutions = np.empty(len(puzzles), np.uint8), np.zeros_like(puzzles)
    guesses, counts = np.zeros(len(puzzles), np.int64), np.zeros(len(puzzles), np.int64)
    for row, grid in enumerate(Grid.all_of_digits(puzzles.tobytes(), board)):
        found = solve(grid)
        status[row], counts[row] = found.status.code, len(found.solutions)
        guesses[row] = int(found.stats.get("nodes", 0))
        if found.solution is not None:
            solutions[row] = np.frombuffer(found.solution.digits, np.uint8)
    return Solved(status, solutions, guesses, counts)


@dataclass
class Keys:
    """The digests of classes, ten bytes each: of the puzzle, and of the solution grid (of the puzzle without one)."""

    puzzle: Digits
    grid: Digits


def keys_of(puzzles: Digits, solved: Solved, board: Layout, threads: int | None) -> Keys:
    """The digests of the rows; a puzzle whose clues clash has zeros."""
    import numpy as np

    fine = solved.status != Status.IMPOSSIBLE.code
    if board != Layout.of_size(9) or not fine.all():
        fine = fine | ~_clashes(puzzles, board)
    puzzle = np.zeros((len(puzzles), 10), np.uint8)
    puzzle[fine] = digests_many(puzzles[fine], layout=board, threads=threads)
    grid, unique = puzzle.copy(), solved.unique
    if unique.any():
        grid[unique] = digests_many(solved.solutions[unique], layout=board, threads=threads)
    return Keys(puzzle, grid)


def _clashes(puzzles: Digits, board: Layout) -> Flags:
    from ninefold.solving.scores import score_many

    found: Flags = score_many(puzzles, puzzles, solutions=puzzles, layout=board).clashing > 0
    return found


def table_of(rows: BatchRows, solved: Solved, keys: Keys | None, job: BatchJob, threads: int | None) -> Any:
    """The columns of some rows, as an Arrow table."""
    import numpy as np

    arrow, _ = library()
    unique, board = solved.unique, job.board
    clues = np.count_nonzero(rows.puzzles, axis=1)
    columns = {
        "puzzle": lines(rows.puzzles, board.size),
        "solution": lines(solved.solutions, board.size, unique),
        "size": numbers(np.full(len(clues), board.size, np.int8)),
        "clues": numbers(clues.astype(np.int16)),
        "status": words([str(status) for status in Status], solved.status),
        "guesses": numbers(np.minimum(solved.guesses, 2**31 - 1).astype(np.int32)),
    }
    if "levels" in job.work:
        found = levels_many(rows.puzzles, layout=board, threads=threads)
        columns["level"] = arrow.array(found.tolist(), arrow.string(), mask=~unique).dictionary_encode()
    if keys is not None:
        columns["id"] = names(letters(keys.puzzle).astype("S16"), np.asarray(keys.puzzle.any(axis=1)))
        columns["grid_id"] = names(letters(keys.grid).astype("S16"), unique)
    columns |= _further(arrow, rows, solved, job, threads)
    columns["number"] = numbers(rows.numbers)
    if job.augment or job.negatives:
        columns["copy"] = numbers(rows.copies)
        columns["label"] = arrow.array(rows.labels, arrow.string()).dictionary_encode()
    if rows.sources is not None:
        columns["source"] = arrow.array(rows.sources, arrow.string()).dictionary_encode()
    else:
        columns["seed"] = words([str(job.seed)], np.zeros(len(clues), np.int32))
    return arrow.table(columns)


def _further(arrow: Any, rows: BatchRows, solved: Solved, job: BatchJob, threads: int | None) -> dict[str, Any]:
    """The columns of the work beyond IDs and levels."""
    found = _ratings(arrow, rows.puzzles, solved.unique, threads) if "rate" in job.work else {}
    if "count" in job.work:
        found["solutions"] = numbers(solved.counts)
    found |= _symmetries(rows.puzzles, job, threads)
    for word, name in (("explain", "steps"), ("text", "explanation")):
        if word in job.work:
            paths = _paths(rows.puzzles, solved.unique, job.board, word == "explain")
            found[name] = arrow.array(paths, arrow.string())
    if rows.weights is not None:
        found["weight"] = numbers(rows.weights)
    return found


def _ratings(arrow: Any, puzzles: Digits, unique: Flags, threads: int | None) -> dict[str, Any]:
    found = iter(rate_many(puzzles[unique], threads=threads))
    rated = [next(found) if proper else None for proper in unique.tolist()]
    kinds = {name: arrow.string() if name == "techniques" else arrow.float32() for name in RATINGS}
    return {
        name: arrow.array([None if each is None else of(each) for each in rated], kinds[name])
        for name, of in RATINGS.items()
    }


def _symmetries(puzzles: Digits, job: BatchJob, threads: int | None) -> dict[str, Any]:
    import numpy as np

    if not {"canonical", "automorphisms"} & set(job.work):
        return {}
    fine, found = ~_clashes(puzzles, job.board), {}
    if "canonical" in job.work:
        forms = np.zeros_like(puzzles)
        forms[fine] = canonical_many(puzzles[fine], layout=job.board, threads=threads)
        found["canonical"] = lines(forms, job.board.size, fine)
    if "automorphisms" in job.work:
        counts = np.zeros(len(fine), np.int64)
        counts[fine] = automorphisms_many(puzzles[fine], layout=job.board, threads=threads)
        found["automorphisms"] = numbers(counts, fine)
    return found


def _paths(puzzles: Digits, unique: Flags, board: Layout, as_json: bool) -> list[str | None]:
    found: list[str | None] = []
    for grid, proper in zip(Grid.all_of_digits(puzzles.tobytes(), board), unique.tolist(), strict=True):
        try:
            path = explain(grid) if proper else None
        except NinefoldError:  # the techniques do not cover every board
            path = None
        found.append(None if path is None else path.json() if as_json else str(path))
    return found
