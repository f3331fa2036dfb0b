"""nf.generate: puzzles by lot, as they are wished for."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from secrets import randbits
from typing import Any, overload

from ninefold.core.canonical import require_canonical
from ninefold.core.errors import NinefoldError
from ninefold.core.grid import Grid, GridLike
from ninefold.core.layout import CellSet, Layout
from ninefold.core.limits import Cancel, Limit, Stopped, check_cancel, read_count, read_seconds, read_threads
from ninefold.core.values import short_repr, whole_number
from ninefold.make.maker import Maker, Rejections
from ninefold.make.recipe import Wishes
from ninefold.make.splitmix import MASK
from ninefold.solving.run import Run
from ninefold.solving.solvers.native import NativeMonitor


@dataclass(frozen=True)
class Puzzles(Sequence[Grid]):
    """Puzzles that were made, in order, with the seed that makes them again.

    Args:
        puzzles: the puzzles.
        seed: what they were drawn from.
        why: why there are fewer than were asked for; empty if there are not.
        tries: how many tries it took.
    """

    puzzles: tuple[Grid, ...]
    seed: int
    why: str = ""
    tries: int = 0

    def __len__(self) -> int:
        """How many were made."""
        return len(self.puzzles)

    @overload
    def __getitem__(self, index: int) -> Grid: ...
    @overload
    def __getitem__(self, index: slice) -> tuple[Grid, ...]: ...
    def __getitem__(self, index: int | slice) -> Grid | tuple[Grid, ...]:
        """A puzzle, or several."""
        return self.puzzles[index]

    def __repr__(self) -> str:
        """What it is, in a line."""
        return f"<Made: {len(self):,} puzzles of seed {self.seed}{f', {self.why}' if self.why else ''}>"


@overload
def generate(
    layout: Layout | int | str = ...,
    *,
    count: None = None,
    clues: int | tuple[int, int] | None = ...,
    minimal: bool | None = ...,
    symmetry: str = ...,
    mask: Any = ...,
    solution: GridLike | None = ...,
    must: CellSet | Mapping[int | str, int] | None = ...,
    level: str | None = ...,
    distinct: bool = ...,
    way: str = ...,
    seed: int | None = ...,
    tries: int | None = ...,
    threads: int | None = ...,
    seconds: float | None = ...,
    cancel: Cancel | None = ...,
    progress: Callable[[int], object] | None = ...,
) -> Grid: ...
@overload
def generate(
    layout: Layout | int | str = ...,
    *,
    count: int,
    clues: int | tuple[int, int] | None = ...,
    minimal: bool | None = ...,
    symmetry: str = ...,
    mask: Any = ...,
    solution: GridLike | None = ...,
    must: CellSet | Mapping[int | str, int] | None = ...,
    level: str | None = ...,
    distinct: bool = ...,
    way: str = ...,
    seed: int | None = ...,
    tries: int | None = ...,
    threads: int | None = ...,
    seconds: float | None = ...,
    cancel: Cancel | None = ...,
    progress: Callable[[int], object] | None = ...,
) -> Puzzles: ...
def generate(
    layout: Layout | int | str = 9,
    *,
    count: int | None = None,
    clues: int | tuple[int, int] | None = None,
    minimal: bool | None = None,
    symmetry: str = "none",
    mask: Any = None,
    solution: GridLike | None = None,
    must: CellSet | Mapping[int | str, int] | None = None,
    level: str | None = None,
    distinct: bool = False,
    way: str = "auto",
    seed: int | None = None,
    tries: int | None = None,
    threads: int | None = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
    progress: Callable[[int], object] | None = None,
) -> Grid | Puzzles:
    """Make proper puzzles by lot.

    >>> generate(4, seed=1)
    Grid('3..2..3.....24..')
    >>> made = generate(symmetry="rotational", level="easy", count=3, seed=42)
    >>> made
    <Made: 3 puzzles of seed 42>
    >>> made[0] == generate(symmetry="rotational", level="easy", seed=42)
    True

    Args:
        layout: the board: its layout, its size, or a word for it, as `"9+diagonals"`.
        count: how many, as a `Made`; left out, one, as a `Grid`.
        clues: how many clues, or the least and the most, as `(24, 28)`. On the usual 9×9 board 20 and fewer are
            searched for (see `way`).
        minimal: True for no clue to spare, False for some; left out, what is left when nothing more can go.
        symmetry: of the clues: none, rotational (by 180°), quarter (by 90°), horizontal, vertical, diagonal,
            antidiagonal, diagonals (both) or dihedral (all of them).
        mask: the cells that may be clues, drawn: text with a mark a cell, `.` for none, or rows of true and false.
        solution: the full grid to start from; left out, one by lot.
        must: cells that must be clues, as `"r1c1 r5c5"`, or with their digits, as `{"r1c1": 5}`.
        level: easy, medium or hard; see `ninefold.rating.levels`.
        distinct: no puzzle is isomorphic to another.
        way: auto; removing or adding, as Hürlimann describes them; permutations, as Wu starts on 4×4; or few, which
            searches for 9×9 puzzles with few clues by taking some out and putting fewer back.
        seed: the same one makes the same puzzles on every machine, with any number of threads; left out, by lot.
        tries: give up after so many for a puzzle; left out, as many as take some seconds.
        threads: for the usual 9×9 board; None for one a core.
        seconds: stop after so much time. What was made by then is kept; if that is nothing, `Stopped` says why.
        cancel: a `threading.Event`; set it from another thread to stop.
        progress: called now and then with the number of puzzles made so far.
    """
    wishes = Wishes.read(
        layout,
        clues=clues,
        minimal=minimal,
        symmetry=symmetry,
        mask=mask,
        solution=solution,
        must=must,
        level=level,
        way=way,
    )
    number = read_seed(seed)
    maker = make(wishes, number, distinct=distinct, tries=tries, threads=threads, seconds=seconds, cancel=cancel)
    wanted = read_count("count", 1 if count is None else count) or 1
    puzzles: list[Grid] = []
    why = ""
    try:
        for puzzle in maker.puzzles(wanted):
            puzzles.append(puzzle)
            if progress is not None:
                progress(len(puzzles))
    except Stopped as stop:
        if not puzzles:
            raise
        why = stop.why
    return puzzles[0] if count is None else Puzzles(tuple(puzzles), number, why, maker.tally.tries)


def read_seed(seed: object) -> int:
    """A seed, checked; one by lot for None."""
    number = randbits(32) if seed is None else whole_number(seed)
    if number is None or not 0 <= number <= MASK:
        raise NinefoldError(f"a seed is a whole number from 0 to {MASK}, not {short_repr(seed)}")
    return number


def make(
    wishes: Wishes,
    seed: int,
    *,
    distinct: bool = False,
    tries: int | None = None,
    threads: int | None = None,
    seconds: float | None = None,
    cancel: Cancel | None = None,
) -> Maker:
    """What makes the puzzles, for whoever wants them as they come."""
    if not isinstance(distinct, bool):
        raise NinefoldError(f"distinct is True or False, not {short_repr(distinct)}")
    if distinct:
        require_canonical(wishes.layout)
    check_cancel(cancel)
    run = Run(wishes.layout, Limit(seconds=read_seconds(seconds)), cancel=cancel)
    return Maker(
        wishes, seed, distinct, read_threads(threads), NativeMonitor(run), read_count("tries", tries), Rejections()
    )
