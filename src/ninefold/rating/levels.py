"""Levels: how hard a puzzle is, in one word, by the hardest technique it needs and the minutes it takes.

    gentle    singles, in less than 4 minutes
    easy      singles, in 4 to 6 minutes
    moderate  singles, in 6 minutes or more; or locked candidates, in less than 10 minutes
    tricky    locked candidates, in 10 minutes or more; or pairs and triples, in less than 15 minutes
    hard      pairs and triples, in 15 minutes or more; or fish, quads and wings
    severe    chains
    extreme   more than chains

1. Each technique has a lowest level; a puzzle that takes long is one level higher, or two if it needs only singles.
2. On the standard 9×9 board, techniques and minutes are those of `rating.measure`, so symmetric copies have equal
   levels.
3. Other boards have no minutes: singles are easy, and each harder technique has its lowest level.
4. A puzzle that no technique solves is extreme. That includes puzzles without exactly one solution.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import Layout
from ninefold.core.limits import CheckLimits, Limit, read_threads
from ninefold.core.reading import CELLS
from ninefold.core.values import short_repr
from ninefold.rating.any_board import CHAINS, KINDS, LOCKED, SINGLES, SUBSETS, UNSOLVED, WINGS, kind_until
from ninefold.rating.explainer import TECHNIQUES
from ninefold.rating.measure import Measure, features_of, seconds_of
from ninefold.solving.arrays import chunks, native_board, rows_of
from ninefold.solving.many import Puzzles, solve_many
from ninefold.solving.result import Status
from ninefold.solving.run import Run
from ninefold.solving.solvers.native import NativeMonitor, native

if TYPE_CHECKING:
    import numpy as np
    from numpy.typing import NDArray

# What each level needs, in a line.
ABOUT = {
    "gentle": "Singles are enough, and there are always many to find: under 4 minutes.",
    "easy": "Singles are enough: 4 to 6 minutes.",
    "moderate": "Singles that are harder to find, or locked candidates.",
    "tricky": "Locked candidates in a long puzzle, or pairs and triples.",
    "hard": "Pairs and triples in a long puzzle, or fish, quads and wings.",
    "severe": "Chains.",
    "extreme": "More than chains.",
}
LEVELS = tuple(ABOUT)
# The lowest level of each kind of technique, and the minutes from which a puzzle is a level higher (rule 1).
LOWEST = {SINGLES: 0, LOCKED: 2, SUBSETS: 3, WINGS: 4, CHAINS: 5, UNSOLVED: 6}
LONG: dict[int, tuple[float, ...]] = {SINGLES: (4, 6), LOCKED: (10,), SUBSETS: (15,)}
# On boards without minutes (rule 3).
WITHOUT_MINUTES = tuple(LEVELS[max(1, LOWEST[kind])] for kind in range(len(KINDS)))
# The kind of each technique of the measure.
_KIND_OF = {
    **dict.fromkeys(("Last in Unit", "Hidden Single", "Naked Single"), SINGLES),
    **dict.fromkeys(("Pointing", "Claiming"), LOCKED),
    **dict.fromkeys(("Naked Pair", "Hidden Pair", "Naked Triplet", "Hidden Triplet"), SUBSETS),
    **dict.fromkeys(("X-Wing", "Swordfish", "Jellyfish", "Naked Quad", "Hidden Quad", "XY-Wing", "XYZ-Wing"), WINGS),
}


def level_of(puzzle: GridLike) -> str:
    """The level of a puzzle with one solution.

    A puzzle with several solutions or none is extreme, since no technique solves it.

    >>> level_of("53..7....6..195....98....6.8...6...34..8.3..17...2...6.6....28....419..5....8..79")
    'gentle'
    """
    return level_until(puzzle if isinstance(puzzle, Grid) else Grid(puzzle), lambda: None)


def levels_many(
    puzzles: Puzzles, *, layout: Layout | int | None = None, threads: int | None = None
) -> NDArray[np.str_]:
    """What `level_of` gives for each of many puzzles, on boards of up to 32 digits; arguments as for `canonical_many`.

    >>> levels_many(["..4.1......3.1..", "................"], layout=4).tolist()
    ['easy', 'extreme']
    """
    import numpy as np

    count = read_threads(threads)
    rows, board = rows_of(puzzles, layout)
    if board == Layout.of_size(9):
        parts = [levels_of_rows(rows[part], count) for part in chunks(len(rows))]
        return np.concatenate(parts) if parts else np.array([], dtype=f"<U{max(map(len, LEVELS))}")
    kinds, prepared = np.empty(len(rows), np.uint8), native_board(board)
    for part in chunks(len(rows)):
        native().levels(prepared, rows[part].reshape(-1), count, kinds[part])
    for row in np.flatnonzero(kinds > LOCKED).tolist():
        kinds[row] = kind_until(Grid.from_digits(rows[row].tobytes(), board), lambda: None)
    return np.array(WITHOUT_MINUTES)[kinds]


def levels_of_rows(rows: NDArray[np.uint8], threads: int = 1, monitor: NativeMonitor | None = None) -> NDArray[np.str_]:
    """The levels of rows of 81 digits (rule 2); `Stopped` is raised if the limits of the monitor come first."""
    import numpy as np

    solved = solve_many(rows, threads=threads or None)
    proper = solved.status == Status.UNIQUE.code
    codes = np.full(len(rows), LOWEST[UNSOLVED])
    monitor = monitor or NativeMonitor(Run(Layout.of_size(9), Limit()))
    puzzles, solutions = rows[proper].reshape(-1), solved.solution[proper].reshape(-1)
    found = features_of(puzzles, solutions, threads, monitor, brief=True)
    monitor.run.check_limits()
    codes[proper] = level_codes(found)
    levels: NDArray[np.str_] = np.array(LEVELS)[codes]
    return levels


def level_codes(found: Any) -> NDArray[np.int_]:
    """The place of each level in `LEVELS`, by what the measure counts of proper puzzles (`features_of`)."""
    import numpy as np

    kinds = np.zeros(len(found), int)
    for kind in (LOCKED, SUBSETS, WINGS, CHAINS):
        numbers = [number for number, name in enumerate(TECHNIQUES) if name and _KIND_OF.get(name, CHAINS) == kind]
        kinds[found["counts"][:, numbers].any(axis=1)] = kind
    kinds[found["guesses"] > 0] = UNSOLVED
    minutes = np.round(seconds_of(found) / 60, 2)
    codes: NDArray[np.int_] = np.array([LOWEST[kind] for kind in range(len(KINDS))])[kinds]
    for kind, ends in LONG.items():
        codes += (kinds == kind) * np.digitize(minutes, ends)
    return codes


def level_of_measure(found: Measure) -> str:
    """The level of a puzzle that was measured."""
    kind = max((_KIND_OF.get(name, CHAINS) for name in found.techniques), default=SINGLES)
    kind = UNSOLVED if found.guesses else kind
    return LEVELS[LOWEST[kind] + sum(found.minutes >= end for end in LONG.get(kind, ()))]


def level_until(grid: Grid, check_limits: CheckLimits) -> str:
    """The level of a puzzle; `check_limits` is called now and then and may raise, which matters on large boards."""
    if grid.layout != Layout.of_size(9):
        return WITHOUT_MINUTES[kind_until(grid, check_limits)]
    import numpy as np

    check_limits()
    return str(levels_of_rows(np.frombuffer(grid.digits, np.uint8).reshape(1, CELLS))[0])


def read_level(level: object) -> str | None:
    """Validate the name of a level; None means any."""
    if level is not None and (not isinstance(level, str) or level not in LEVELS):
        raise NinefoldError(f"unknown level {short_repr(level)} (choose from {', '.join(LEVELS)})")
    return level
